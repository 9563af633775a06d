"""The choice of the quiz's positions: what is clear is asked, what is a matter of taste or plain is not."""

import random
from dataclasses import replace

import pytest

from backgammon.core.match import Match, Phase
from backgammon.core.position import Position
from backgammon.features.quiz import positions
from backgammon.features.quiz.position_data import POSITIONS
from backgammon.notation.setup import Setup
from lab.train import quiz
from lab.train.quiz import Chooser, at_the_bottom, is_bear_off, openings, replies, written


def opening(dice: tuple[int, int]) -> Match:
    return next(match for match in openings() if match.dice == dice)


def test_there_are_fifteen_openings_and_clear_replies_to_them() -> None:
    chooser = Chooser(plies=0)
    assert len(openings()) == 15
    assert chooser.play(opening((3, 1)))
    no_choice = replace(opening((6, 5)), position=Position((0, 0, 2, *[0] * 21, -2, 0)))
    assert not chooser.play(no_choice)
    found = replies(chooser, random.Random(1))
    for match in (next(found), next(found)):
        assert match.phase is Phase.TO_PLAY
        assert match.on_roll == 0
        assert chooser.play(match)


def test_a_bear_off_has_all_checkers_home() -> None:
    points = (0, 3, 3, 2, *[0] * 20, -2, 0)
    match = replace(opening((3, 1)), position=Position(points))
    assert is_bear_off(match)
    assert not is_bear_off(opening((3, 1)))
    turned = Setup.of(match).turned().to_match()
    assert at_the_bottom(turned) == at_the_bottom(match)


def test_what_is_written_is_what_ships() -> None:
    found: dict[str, list[Match]] = {kind: [] for kind in positions.KINDS}
    for name in positions.names():
        match = positions.match_of(name)
        assert match
        found[positions.kind_of(name)].append(match)
    assert POSITIONS in written(found)
    assert len(POSITIONS) < 40_000


def test_how_far_it_is_stands_beside_the_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(quiz, "COUNTS", {"reply": 2, "bear-off": 0, "cube": 0})
    quiz.chosen(Chooser(plies=0), random.Random(1))
    told = capsys.readouterr()
    assert not told.out
    assert "reply 1," in told.err
    assert "reply 2," in told.err
