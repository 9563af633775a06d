"""Files of earlier builds are opened by this one: ``frozen`` holds one of each format and version.

The files are never rewritten. Whoever changes a format adds a file of the new version, written by the first
build that has it; here match 2, which has all parts, as a match 4:

    cd tests/storage/frozen && PYTHONPATH=../../../py python3 -c "from pathlib import Path
    from backgammon.storage.codec import dump, load
    print(dump(load(Path('match-2.json').read_text('utf-8'))))" > match-4.json

For settings use ``dump_settings`` and ``load_settings``.
"""

import json
from collections.abc import Callable
from itertools import starmap
from pathlib import Path
from typing import Any

import pytest
from app.fake import Page, new_page

from backgammon.core.match import Phase
from backgammon.core.plays import Move
from backgammon.core.time_control import Clock, TimeControl
from backgammon.features.saving import side_store
from backgammon.features.saving.saved_match import snapshot
from backgammon.friend import kept
from backgammon.state.effects import StoreText
from backgammon.state.events import Command, Restored, StoreLoaded, TextReceived
from backgammon.state.model import Direction, Model, Origin, Speed, Theme, Tutor
from backgammon.state.viewer import match_at_cursor
from backgammon.storage import findings, rollouts
from backgammon.storage.codec import dump, dump_settings, load, load_settings
from backgammon.storage.figures import dump_figures, load_figures
from backgammon.storage.lessons import dump_solved, load_solved
from backgammon.storage.match_queue import dump_queue, load_queue
from backgammon.storage.migrations import MATCH, MIGRATIONS, SETTINGS, VERSIONS
from backgammon.storage.parts import Parts, join
from backgammon.storage.past_matches import dump_matches, load_matches
from backgammon.storage.quiz import OWN, dump_deck, load_deck
from backgammon.storage.replay_codec import load_link
from backgammon.storage.types import Computer, Human

FROZEN = Path(__file__).parent / "frozen"
IN_DATABASE = sorted({*FROZEN.glob("match-*.json")} - {FROZEN / f"match-{old}.json" for old in (1, 2)})
"""Matches of the versions that are also saved in a database, in parts."""
WRITE_AGAIN: dict[str, Callable[[str], str]] = {
    "match-3.json": lambda text: dump(load(text)),
    "match-3-clock.json": lambda text: dump(load(text)),
    "settings-2.json": lambda text: dump_settings(load_settings(text)),
    "findings-1.json": lambda text: findings.join(text, text),
    "figures-1.json": lambda text: dump_figures(load_figures(text)),
    "rollout-1.json": lambda text: rollouts.join(text, text),
    "quiz-1.json": lambda text: dump_deck(load_deck(text)),
    "lessons-1.json": lambda text: dump_solved(load_solved(text)),
    "past-1.json": lambda text: dump_matches(load_matches(text)),
    "queue-1.json": lambda text: dump_queue(load_queue(text)),
    "../../friend/frozen/friend-1.json": lambda text: kept.dump(kept.load(text)),
}
BESIDE = ("findings", "figures", "rollout", "quiz", "lessons", "past")


def frozen(name: str) -> str:
    """Return the text of a file of an earlier build."""
    return FROZEN.joinpath(name).read_text("utf-8").strip()


def with_all_beside() -> Model:
    """Return a page that has read all the texts that an earlier build saved beside the match."""
    page = new_page()
    page.send(StoreLoaded(tuple((name, frozen(f"{name}-1.json")) for name in BESIDE), 20_001))
    model, aside = side_store.read_kept(page.model)
    assert not aside
    return model


def test_a_match_in_the_middle_of_a_play_with_a_study_and_another_on_the_shelf() -> None:
    saved = load(frozen("match-2.json"))
    assert (saved.match.length, saved.match.score, saved.match.cube, saved.match.cube_owner) == (
        5,
        (1, 2),
        2,
        0,
    )
    assert (saved.match.phase, saved.match.dice) == (Phase.TO_PLAY, (4, 6))
    assert saved.moves == (Move(25, 21, 4),)
    assert saved.start
    assert saved.start.score == (1, 2)
    assert saved.setup.seats == (Human(), Computer("casual"))
    assert saved.replay
    assert (saved.replay.origin, saved.replay.names, saved.replay.cursor) == (Origin.FILE, ("Ann", "Bob"), 3)
    assert match_at_cursor(saved.replay).phase is Phase.TO_PLAY
    shelf = saved.shelf
    assert shelf
    assert (shelf.match.length, shelf.match.game, shelf.match.cube) == (0, 2, 4)
    assert (shelf.setup.word, shelf.setup.rules.beavers, shelf.setup.rules.automatic_doubles) == (
        "tea",
        True,
        1,
    )
    assert (len(shelf.games), shelf.moves) == (2, (Move(6, 3, 3),))
    assert load(dump(saved)) == saved


@pytest.mark.parametrize("format_name", [MATCH, SETTINGS])
def test_each_version_has_a_file_and_each_older_one_a_step(format_name: str) -> None:
    versions = range(1, VERSIONS[format_name] + 1)
    files = [f"{format_name.removeprefix('triktrakk-')}-{version}.json" for version in versions]
    missing = [name for name in files if not FROZEN.joinpath(name).exists()]
    assert not missing, f"{missing} of {FROZEN} are still to be written: the head of this file says how"
    assert [*MIGRATIONS[format_name]] == [*versions][:-1], "MIGRATIONS has a step for each older version"


def in_parts(data: dict[str, Any], version: int) -> Parts:
    """Return a match in the parts that the build of its version saves in the database."""
    frame = {"format": MATCH, "version": version}
    head, running = json.dumps({**frame, **data["head"]}), json.dumps(data["running"])
    shelf = json.dumps({**frame, **data["shelf"]}) if data["shelf"] else ""
    return Parts.of(head, data["games"], running, shelf)


@pytest.mark.parametrize("file", IN_DATABASE, ids=lambda file: file.stem)
def test_a_match_in_the_database_is_the_one_in_the_file(file: Path) -> None:
    text = file.read_text("utf-8")
    data, saved = json.loads(text), load(text)
    assert join(in_parts(data, data["version"])) == saved
    if data["shelf"]:
        assert join(in_parts(data["shelf"], data["version"])) == saved.shelf


def with_another_word(data: dict[str, Any]) -> dict[str, Any]:
    """Change the setup, which the checksum covers, as a migration to a later version might."""
    head = data["head"]
    return {**data, "head": {**head, "setup": {**head["setup"], "word": "later"}}}


@pytest.mark.parametrize("file", IN_DATABASE, ids=lambda file: file.stem)
def test_one_step_serves_file_and_database_and_what_is_on_the_shelf(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, latest = file.read_text("utf-8"), VERSIONS[MATCH]
    data = json.loads(text)
    before = load(text)
    monkeypatch.setitem(VERSIONS, MATCH, latest + 1)
    monkeypatch.setitem(MIGRATIONS[MATCH], latest, with_another_word)
    saved = load(text)
    assert saved.setup.word == "later"
    assert (saved.match, saved.log, saved.games) == (before.match, before.log, before.games)
    assert load(text, own=True) == join(in_parts(data, data["version"])) == saved
    assert load(dump(saved), own=True) == saved
    if before.shelf:
        assert saved.shelf
        assert (saved.shelf.setup.word, saved.shelf.log) == ("later", before.shelf.log)
        assert join(in_parts(data["shelf"], data["version"])) == saved.shelf


@pytest.mark.parametrize("name", ["match-1.json", "match-2.json", "match-3.json"])
def test_the_page_goes_on_with_it(name: str) -> None:
    saved = load(frozen(name))
    page = Page()
    page.send(Restored(saved))
    assert snapshot(page.model) == saved
    if page.model.replay:
        page.send(Command("study-close"))
    page.play_on(5000, over=(Phase.GAME_OVER, Phase.MATCH_OVER))
    assert page.model.game.match.result
    assert page.model.game.log.begins_with(saved.log)
    if page.model.shelf:
        page.send(Command("shelf-return"))
        assert saved.shelf
        assert page.model.game.log.begins_with(saved.shelf.log)


def test_a_match_with_a_clock() -> None:
    saved = load(frozen("match-3-clock.json"))
    assert saved.setup.clock == TimeControl(12_000, 300_000, loses=False)
    assert saved.clock == Clock(saved.setup.clock, (300_000, 296_400), 0, 4200)
    assert load(dump(saved)) == saved
    page = Page()
    page.send(Restored(saved))
    assert snapshot(page.model) == saved


def test_a_match_of_version_1_is_the_one_that_version_2_has_on_its_shelf() -> None:
    shelf = load(frozen("match-2.json")).shelf
    assert load(frozen("match-1.json")) == shelf


def test_a_match_of_version_2_is_that_of_version_3() -> None:
    assert load(frozen("match-3.json")) == load(frozen("match-2.json"))


def test_settings() -> None:
    settings = load_settings(frozen("settings-2.json"))
    assert (settings.theme, settings.tutor, settings.speed) == (Theme.FELT, Tutor.COMMENT, Speed.FAST)
    assert (settings.direction, settings.volume, settings.auto_confirm) == (Direction.LEFT, 35, True)
    assert not settings.one_tap, "it came later"
    assert load_settings(dump_settings(settings)) == settings
    assert settings.auto_analysis, "what an earlier build did not know is as usual"
    earlier = load_settings(frozen("settings-1.json"))
    assert (earlier.theme, earlier.tutor, earlier.volume) == (Theme.WOOD, Tutor.OFF, 35)


def test_the_quiz_the_lessons_and_the_figures() -> None:
    deck = load_deck(frozen("quiz-1.json"))
    assert {card.kind for card in deck.cards} >= {OWN}
    assert deck.day(20_000).asked == 3
    assert load_deck(dump_deck(deck)) == deck
    solved = load_solved(frozen("lessons-1.json"))
    assert solved == {"move-two", "hit-cover", "of a newer build"}
    assert load_solved(dump_solved(solved)) == solved
    (match,) = load_figures(frozen("figures-1.json"))
    assert (match.day, match.length, match.you, match.sides[0].name) == (20_000, 1, 0, "Ann")
    assert match.sides[0].pr("all")
    assert load_figures(dump_figures((match,))) == (match,)


def test_all_that_is_kept_beside_the_match() -> None:
    kept = with_all_beside().analysis
    assert len(kept.findings) == 3
    assert all(found.error is not None for found in kept.findings.values())
    assert kept.rollout
    assert kept.rollout.state
    assert (kept.rollout.settings.trials, kept.rollout.state.trials) == (36, 36)
    assert kept.deck.day(20_000).asked == 3
    assert len(kept.history) == 1
    assert "hit-cover" in kept.solved
    (match,) = kept.history
    assert load_link(kept.past[match.id]) == load_link(frozen("link-1.txt"))


def test_the_file_of_everything() -> None:
    page = new_page()
    page.send(TextReceived(frozen("everything-1.json")))
    assert page.model.notice
    assert page.model.notice.key == "notice.everything"
    assert snapshot(page.model) == load(frozen("match-2.json"))
    assert page.model.settings == load_settings(frozen("settings-2.json"))
    apart = with_all_beside().analysis
    there = page.model.analysis
    assert (there.deck, there.history, there.rollout) == (apart.deck, apart.history, apart.rollout)
    assert {effect.name for effect in page.effects if isinstance(effect, StoreText)} == {*BESIDE}


def holds(written: Any, earlier: Any) -> bool:
    """Whether JSON data has all values of earlier data, and perhaps more fields."""
    if isinstance(earlier, dict):
        return all(name in written and holds(written[name], value) for name, value in earlier.items())
    if isinstance(earlier, list):
        return len(written) == len(earlier) and all(starmap(holds, zip(written, earlier, strict=True)))
    return bool(written == earlier)


@pytest.mark.parametrize("name", WRITE_AGAIN)
def test_what_an_earlier_build_can_read_is_written_again(name: str) -> None:
    text = frozen(name)
    assert holds(json.loads(WRITE_AGAIN[name](text)), json.loads(text))


def test_a_link() -> None:
    replay = load(frozen("match-2.json")).replay
    assert replay
    assert load_link(frozen("link-1.txt")) == replay
