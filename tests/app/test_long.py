"""A session of hundreds of games is played, drawn and kept by its running game: counted, not timed."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page
from app.long import in_session, session

from backgammon.app.commands import available
from backgammon.app.saving.saved_match import to_save
from backgammon.app.state.events import Command, Restored, Submitted
from backgammon.app.state.model import DialogName
from backgammon.app.state.viewer import match_at_cursor
from backgammon.app.update import update
from backgammon.core.match import replay
from backgammon.storage import log, types
from backgammon.storage.parts import join, split
from backgammon.view.node import to_html
from backgammon.view.page import page

GAMES = 300


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows with each finished game, and with the dice of each game, that are unpacked."""
    found: list[str] = []

    def counted(unpack: Callable[[str], object]) -> Callable[[str], object]:
        return lambda text: found.append(text) or unpack(text)

    log.actions_of.cache_clear()
    types._unpacked.cache_clear()
    monkeypatch.setattr(log, "unpack", counted(log.unpack))
    monkeypatch.setattr(types, "_unpacked", counted(types._unpacked.__wrapped__))
    return found


def test_an_action_unpacks_no_finished_game(unpacked: list[str]) -> None:
    there = in_session(GAMES)
    texts, dice, seen = there.model.game.log.finished, there.model.game.games.texts, set[str]()
    while there.model.game.match.game < GAMES + 3:
        event = there.world() or there.person()
        assert event
        unpacked.clear()
        after, _ = update(there.model, event)
        available(after)
        page(after, ENGLISH)
        split(to_save(after))
        seen.update(unpacked)
        there.send(event)
    later = there.model.game.games.texts[GAMES:]
    assert seen <= {text[:-9] for text in (dice[0], *later)}, "the first: whether there is anything to check"
    finished = there.model.game.log.finished
    assert len(finished) == len(texts) + 2
    assert all(one is other for one, other in zip(texts, finished, strict=False))


def test_a_session_goes_on_after_a_reload_without_its_finished_games(unpacked: list[str]) -> None:
    parts = split(session(GAMES))
    unpacked.clear()
    there = Page()
    there.send(Restored(join(parts)))
    page(there.model, ENGLISH)
    assert len(set(unpacked)) <= 2
    assert split(to_save(there.model)) == parts


def test_looking_back_replays_the_game_that_is_looked_at_only(unpacked: list[str]) -> None:
    there = in_session(GAMES)
    texts = there.model.game.log.finished
    unpacked.clear()
    there.send(Command("explore"))
    page(there.model, ENGLISH)
    there.send(Command("study-at", str(there.model.game.log.first(99) + 5)))
    page(there.model, ENGLISH)
    for _ in range(5):
        there.send(Command("study-next"))
        page(there.model, ENGLISH)
    games = {text.partition(" ")[0] for text in (texts[0], texts[98], texts[99], texts[100])}
    assert {text for text in unpacked if text.startswith("O")} <= games
    study = there.model.replay
    assert study
    assert match_at_cursor(study) == replay(study.start, study.log[: study.cursor])


def test_a_long_session_on_the_shelf_is_not_written_again_and_again(unpacked: list[str]) -> None:
    there = in_session(GAMES)
    shelf = to_save(there.model)
    there.send(Command("explore"))
    there.send(Command("study-at", str(there.model.game.log.past + 4)))
    there.send(Submitted("play-here", (("opponent", "human"),)))
    assert there.model.shelf == shelf
    there.play_on(1)
    written = split(to_save(there.model)).shelf
    there.play_on(3)
    assert split(to_save(there.model)).shelf is written


def test_the_dice_of_many_games_are_shown_a_few_at_a_time() -> None:
    there = in_session(GAMES)
    there.send(Command("dice"))
    assert there.model.dialog is DialogName.DICE
    drawn = to_html(page(there.model, ENGLISH))
    listed = drawn.count(ENGLISH("dialog.dice.commitment"))
    assert 3 <= listed <= 40
    assert all(game.commitment in drawn for game in there.model.game.games[-3:])
    there.send(Command("check-dice"))
    assert [agrees for _, agrees in there.model.dice_checked] == [True] * GAMES
    wrong = tuple((game, game != 7) for game, _ in there.model.dice_checked)
    drawn = to_html(page(replace(there.model, dice_checked=wrong), ENGLISH))
    assert drawn.count(ENGLISH("dialog.dice.commitment")) == listed + 1
    assert drawn.count(ENGLISH("dialog.dice.wrong")) == 1
