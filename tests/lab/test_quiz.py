"""The choice of quiz positions: clear decisions are asked, matters of taste and obvious ones are not."""

import random
from dataclasses import replace

import pytest
from shipped import OF_THE_NET

from backgammon.core.match import Match, Phase, new_match
from backgammon.core.position import Position
from backgammon.features.quiz import positions
from backgammon.features.quiz.position_data import POSITIONS
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from lab.referees.strength import kind_of
from lab.train import quiz
from lab.train.quiz import Chooser, flip_to_decider, is_bear_off, module_text, openings, replies


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
    turned = Setup.of(match).mirror().to_match()
    assert flip_to_decider(turned) == flip_to_decider(match)


def test_plays_in_contact_come_after_the_opening_of_each_game() -> None:
    start = opening((3, 1))
    race = replace(start, position=Position((0, 0, 2, *[0] * 21, -2, 0)))
    game = [new_match(length=3), *[start] * quiz.OPENING_PLIES, race, start]
    assert [*quiz.plays_in_contact(game + game)] == 2 * [("contact", start)]


def test_a_play_that_a_novice_would_make_too_is_not_asked() -> None:
    chooser = Chooser(plies=0)
    assert chooser.play(opening((3, 1)))
    assert not chooser.surprising_play(opening((3, 1)))
    asked = [match for kind, match in quiz.shipped_positions() if kind == "contact"]
    assert chooser.surprising_play(asked[0])


def test_every_class_has_its_share_of_the_plays_in_contact() -> None:
    asked = [match for kind, match in quiz.shipped_positions() if kind == "contact"]
    kinds = [kind_of(match.position.points, quiz.OPENING_PLIES) for match in asked]
    counts = [kinds.count(kind) for kind in quiz.CLASSES]
    assert max(counts) - min(counts) <= quiz.AHEAD


def test_what_is_written_is_what_ships() -> None:
    found: dict[str, list[Match]] = {kind: [] for kind in positions.KINDS}
    for name in positions.names():
        match = positions.match_of(name)
        assert match
        found[positions.kind_of(name)].append(match)
    assert POSITIONS in module_text(found)
    assert len(POSITIONS) < 40_000


class Certain(Chooser):
    """A chooser that finds everything clear except one position."""

    def __init__(self, but: Match | None = None) -> None:
        super().__init__(plies=0)
        self._but = but

    def play(self, match: Match) -> bool:
        return match != self._but

    def surprising_play(self, match: Match) -> bool:
        return self.play(match)

    def cube(self, match: Match) -> tuple[str, str]:
        return "double", "take"


def test_what_is_still_clear_stays_and_what_is_not_is_replaced() -> None:
    ships = module_text(quiz.choose_positions(Certain(), random.Random(1)))
    assert POSITIONS in ships
    gone = next(match for kind, match in quiz.shipped_positions() if kind == "reply")
    lines = (
        ships.splitlines(),
        module_text(quiz.choose_positions(Certain(gone), random.Random(1))).splitlines(),
    )
    left, new = ({*lines[at]} - {*lines[1 - at]} for at in (0, 1))
    assert left == {f"reply {format_xgid(Setup.of(gone)).removeprefix('XGID=')}"}
    assert len(new) == 1


def test_a_double_is_judged_as_its_maker_saw_it() -> None:
    doubled = next(match for _, match in quiz.shipped_positions() if match.phase is Phase.DOUBLED)
    before = quiz.before_the_double(doubled)
    assert (before.phase, before.decider) == (Phase.TO_ROLL, doubled.on_roll)
    assert before.position == doubled.position


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_position_that_ships_is_clear_to_the_net_that_ships() -> None:
    found, _ = quiz.kept_positions(Chooser())
    assert {kind: len(found[kind]) for kind in quiz.COUNTS} == quiz.COUNTS, OF_THE_NET


def test_progress_goes_to_the_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(quiz, "COUNTS", {"reply": 2, "contact": 2, "bear-off": 0, "cube": 0})
    monkeypatch.setattr(quiz, "shipped_positions", list)
    quiz.choose_positions(Chooser(plies=0), random.Random(1))
    told = capsys.readouterr()
    assert told == ("", "opening 15, reply 2, contact 2, bear-off 0, cube 0\n")
