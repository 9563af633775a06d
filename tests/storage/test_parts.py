"""A match is restored from its parts; parts of different matches are refused; games are written once."""

import json
from dataclasses import replace

import pytest
from app.fake import new_page
from app.long import session
from effort import tries
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from backgammon.core.match import replay
from backgammon.features.saving.saved_match import snapshot
from backgammon.state.events import Command, Submitted
from backgammon.storage import log
from backgammon.storage.codec import dump, load
from backgammon.storage.errors import StorageError
from backgammon.storage.migrations import MATCH, VERSIONS
from backgammon.storage.parts import Parts, join, split
from backgammon.storage.types import Saved

FORMS = (
    {"length": "0", "opponent": "human"},
    {"length": "5", "word": 'žluť 🎲 \\ "'},
    {"length": "0", "dice": "typed", "preset": "leaflet"},
    {"length": "3", "preset": "tryktrak"},
)


@given(st.sampled_from(FORMS), st.integers(0, 99), st.integers(0, 300), st.booleans())
@profile(max_examples=tries(40))
def test_what_is_split_is_joined_the_same(form: dict[str, str], seed: int, inputs: int, looks: bool) -> None:
    page = new_page(tuple(form.items()), seed)
    page.play_on(inputs)
    if looks:
        page.send(Command("explore"))
        page.send(Command("study-previous"))
    saved = snapshot(page.model)
    parts = split(saved)
    assert join(parts) == saved
    games = [parts.game(number) for number in range(len(parts.finished))]
    assert Parts.of(parts.head, games, parts.running, parts.shelf) == parts
    assert all(game.isascii() and "\n" not in game for game in games)
    whole = json.loads(dump(saved))
    assert whole["games"] == games
    assert {"format": whole["format"], "version": whole["version"], **whole["head"]} == json.loads(parts.head)
    assert whole["running"] == json.loads(parts.running)


def test_the_shelf_is_a_part_of_its_own() -> None:
    page = new_page((("length", "0"), ("opponent", "human")), 1)
    page.play_on(60)
    page.send(Command("explore"))
    page.send(Command("study-previous"))
    page.send(Submitted("play-here", (("opponent", "human"),)))
    saved = snapshot(page.model)
    assert saved.shelf
    parts = split(saved)
    assert join(parts) == saved
    assert load(parts.shelf) == saved.shelf
    page.play_on(3)
    assert split(snapshot(page.model)).shelf is parts.shelf


def test_a_finished_game_is_written_once_and_the_head_once_a_game() -> None:
    page = new_page((("length", "0"), ("opponent", "human")), 2)
    before = split(snapshot(page.model))
    heads = {before.head}
    while page.model.game.match.game < 4:
        page.play_on(1)
        after = split(snapshot(page.model))
        assert after.finished[: len(before.finished)] == before.finished
        assert after.dice[: len(before.dice)] == before.dice
        assert len(after.running) < 2500
        heads.add(after.head)
        before = after
    assert len(heads) == page.model.game.match.game


def test_a_session_is_what_its_actions_lead_to() -> None:
    saved = session(5)
    assert replay(saved.beginning, saved.log) == saved.match
    assert load(dump(saved)) == saved


def test_a_long_session_is_read_without_unpacking_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = session(300)
    parts, text = split(saved), dump(saved)
    unpacked: list[str] = []
    monkeypatch.setattr(log, "unpack", lambda text: unpacked.append(text) or ())
    log.actions_of.cache_clear()
    assert join(parts) == saved
    assert load(text, own=True) == saved
    assert unpacked == []


def mismatched_parts(saved: Saved) -> list[Parts]:
    """Return sets of parts, in each of which one part does not fit the others or is damaged."""
    parts, other = split(saved), split(session(3))
    head, running = json.loads(parts.head), json.loads(parts.running)
    setup = {**head["setup"], "word": "another"}
    return [
        replace(parts, finished=parts.finished[:-1], dice=parts.dice[:-1]),
        replace(parts, finished=parts.finished[:-1]),
        replace(parts, dice=parts.dice[:-1]),
        replace(parts, finished=parts.finished[::-1]),
        replace(parts, finished=(parts.finished[0][1:], *parts.finished[1:])),
        replace(parts, dice=(*parts.dice[:-1], 'typed "x"')),
        replace(parts, head=other.head),
        replace(parts, running=other.running),
        replace(parts, head=json.dumps({**head, "setup": setup})),
        replace(parts, head=json.dumps({**head, "version": 2})),
        replace(parts, head=json.dumps({**head, "format": "other"})),
        replace(parts, head=json.dumps([head])),
        replace(parts, head=parts.head[:-1]),
        replace(parts, running=parts.running[:-1]),
        replace(parts, running=""),
        replace(parts, running=json.dumps({**running, "log": running["log"] + "N"})),
        replace(parts, shelf="x"),
    ]


@pytest.mark.parametrize("number", range(17))
def test_parts_that_do_not_belong_together_are_refused(number: int) -> None:
    parts = mismatched_parts(session(4))
    assert len(parts) == 17
    with pytest.raises(StorageError):
        join(parts[number])


def test_a_head_of_a_later_build_is_refused_with_both_versions() -> None:
    parts, latest = split(session(4)), VERSIONS[MATCH]
    later = json.dumps({**json.loads(parts.head), "version": latest + 1})
    with pytest.raises(StorageError, match=f"version {latest + 1} of {MATCH} .* latest here is {latest}"):
        join(replace(parts, head=later))
