"""A match with three checkers a side is played, saved and resumed in the page like any other."""

import pytest
from app.fake import Page, check
from strategies import THREE

from backgammon.core.match import Phase, new_match
from backgammon.features.saving.saved_match import snapshot
from backgammon.state.effects import Download
from backgammon.state.events import Command, EngineReady, Restored
from backgammon.state.model import Computer, Human
from backgammon.storage.codec import dump, load
from backgammon.storage.types import MatchOptions, Saved, Seat

COMPUTER = Computer("novice")


@pytest.mark.parametrize(
    "seats", [(Human(), Human()), (Human(), COMPUTER)], ids=["two people", "the computer"]
)
def test_a_match_is_played_to_its_end_and_kept(seats: tuple[Seat, Seat]) -> None:
    page = Page()
    page.send(Restored(Saved(MatchOptions(seats, THREE, length=3), new_match(THREE, 3))))
    page.send(EngineReady())
    page.starting = False
    for _ in range(40):
        page.play_on(10)
        check(page.model)
        saved = snapshot(page.model)
        assert load(dump(saved)) == saved
    page.play_on(2000)
    assert page.model.game.match.phase is Phase.MATCH_OVER
    assert page.model.game.match.rules == THREE


def test_a_position_is_saved_with_as_many_checkers_off_as_are() -> None:
    page = Page()
    page.send(Restored(Saved(MatchOptions((Human(), Human()), THREE, length=3), new_match(THREE, 3))))
    page.send(EngineReady())
    page.send(Command("save-as", "txt"))
    (file,) = [effect for effect in page.effects if isinstance(effect, Download)]
    assert "pips" in file.text
    assert " off" not in file.text
