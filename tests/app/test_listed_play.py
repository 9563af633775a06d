"""One tap on a listed play makes it, while the match is played and not only looked at."""

import pytest
from app.test_hint import enter_play, page_to_play, steps_of

from backgammon.app.commands import actions, available
from backgammon.core.match import Played
from backgammon.features.analysis import hint
from backgammon.state.events import Command, Dragged, SettingChanged
from backgammon.storage.types import Tutor


@pytest.mark.parametrize("auto_confirm", [False, True])
def test_a_listed_play_is_made_in_one_tap(auto_confirm: bool) -> None:
    page = page_to_play()
    page.send(SettingChanged("auto_confirm", "on" if auto_confirm else ""))
    page.send(Command("hint"))
    assert "play-listed" not in available(page.model)
    page.settle()
    page.send(Command("hint-answer"))
    wanted = steps_of(page, 1)
    page.send(Dragged(*steps_of(page, 2)[0]))
    assert page.model.game.moves
    before = len(page.model.game.log)
    page.send(Command("play-listed", "1"))
    if auto_confirm:
        assert page.model.game.log[before] == Played(wanted)
    else:
        assert tuple(move[:2] for move in page.model.game.moves) == wanted
        assert "confirm" in actions(page.model)
        assert not page.model.game.undone
    for nonsense in ("", "-1", "\u00b2", "999"):
        there = page.model
        page.send(Command("play-listed", nonsense))
        assert page.model.game.moves == there.game.moves


def test_a_listed_play_is_no_second_yes_to_what_the_tutor_held_back() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.send(SettingChanged("auto_confirm", "on"))
    page.settle()
    enter_play(page, steps_of(page, 2))
    page.settle()
    assert page.model.analysis.caution
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    before = len(page.model.game.log)
    page.send(Command("play-listed", "3"))
    page.settle()
    assert len(page.model.game.log) == before
    assert page.model.analysis.caution
    assert page.model.analysis.caution.remark


def test_no_play_is_made_where_one_only_looks() -> None:
    page = page_to_play()
    page.send(Command("explore"))
    page.send(Command("hint"))
    page.settle()
    assert hint.finding_of(page.model)
    assert "play-listed" not in available(page.model)
