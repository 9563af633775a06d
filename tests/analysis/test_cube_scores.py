"""The cube at every score: it agrees with the engine's decisions, and with known results at some scores."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from effort import tries
from engine.test_cube import outcomes, plain
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon.analysis.cube_findings import MOST_AWAY, CubeCell, CubeScores, is_possible
from backgammon.analysis.cube_scores import CLOSE, at_score, study_scores
from backgammon.analysis.decision import study_cube
from backgammon.analysis.findings import proper_action
from backgammon.core.dice import ROLLS
from backgammon.core.position import Points
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.engine import cube
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish
from backgammon.notation.xgid import parse_xgid

NO_CUBE = CubeCell()
DOUBLE_TAKE, DOUBLE_DROP = CubeCell("double", "take"), CubeCell("double", "drop")  # type: ignore[arg-type]
MONEY = PRESETS["trikktrakk"]
RACE = parse_xgid("XGID=-BDBCC-------A----bcacbbb-:0:0:1:00:0:0:0:0:10").to_match().position.points
FEW = parse_xgid("XGID=------A-----------a-------:0:0:1:00:0:0:0:0:10").to_match().position.points
"""A position with few plays, where most rolls do not end the game."""
SEVEN = Stakes(away=(7, 7))
SCORES = st.tuples(st.integers(1, MOST_AWAY), st.integers(1, MOST_AWAY))


class Fixed:
    """An evaluator that gives every position the same chances."""

    def __init__(self, found: Outcomes) -> None:
        self.found = found

    def evaluate(self, positions: Sequence[Points], rules: Rules) -> list[Outcomes]:
        return [self.found] * len(positions)


def scores(found: Outcomes, stakes: Stakes = SEVEN, points: Points = FEW) -> CubeScores:
    """Return the cube at every score for these chances."""
    search = Search(Fixed(found), stakes.rules)
    return finish(study_scores(search, points, stakes, plies=0))


@given(outcomes(), SCORES, st.sampled_from([(1, 0), (2, 1), (4, 1), (2, -1)]))
def test_each_cell_is_the_engines_decision_at_that_score(
    chances: Outcomes, away: tuple[int, int], lies: tuple[int, int]
) -> None:
    value, owner = lies
    found = scores(chances, Stakes(cube=value, owner=owner, away=(7, 7)))
    own = Stakes(STANDARD, value, owner, away, crawford_done=1 in away)
    cell = found.cells[away[0] - 1][away[1] - 1]
    if owner < 0 or own.is_cube_dead:
        assert cell == NO_CUBE
    else:
        assert cell == CubeCell(*proper_action(cube.decide(chances, own), own.is_cube_dead))


def test_what_is_close_is_weighed_at_its_own_score_in_a_look_ahead() -> None:
    search, close = Search(Fixed(plain(0.72)), STANDARD), 0
    found = finish(study_scores(search, FEW, SEVEN, plies=1))
    ((chances, _),) = finish(search.evaluate([FEW], 1, [SEVEN]))
    for mine in range(2, MOST_AWAY + 1):
        for theirs in range(1, MOST_AWAY + 1):
            own = at_score(SEVEN, (mine, theirs))
            no_double, taken, dropped = cube.decide(chances, own)[:3]
            if abs(min(taken, dropped) - no_double) < CLOSE * cube.emg_unit(own):
                close += 1
                _, best = finish(search.double(FEW, own, 1))
                assert found.cells[mine - 1][theirs - 1] == CubeCell(*proper_action(best, own.is_cube_dead))
    assert close > 9


@pytest.mark.thorough
def test_a_look_ahead_is_that_of_the_cube_decision_and_worth_no_less_elsewhere() -> None:
    search, here = Search(judge(), STANDARD), Stakes(away=(5, 4))
    found = finish(study_scores(search, RACE, here))
    own = finish(study_cube(search, RACE, here, found.plies))
    assert found.here == found.cells[4][3] == CubeCell(own.action, own.reply)
    for away in [(2, 2), (3, 5), (4, 9), (9, 3), (15, 15), (2, 15), (15, 4)]:
        stakes = at_score(here, away)
        _, best = finish(search.double(RACE, stakes, found.plies))
        cell = found.cells[away[0] - 1][away[1] - 1]
        doubled = min(best.double_take, best.double_drop)
        loss = max(best.no_double, doubled) - (doubled if cell.action == "double" else best.no_double)
        assert loss <= CLOSE * cube.emg_unit(stakes), away


@settings(max_examples=tries(15))
@given(outcomes())
def test_where_a_player_wins_with_the_cube_as_it_lies_it_is_dead(chances: Outcomes) -> None:
    found = scores(chances, Stakes(cube=4, owner=1, away=(7, 7)))
    dead = [mine for mine, row in enumerate(found.cells, 1) if set(row) == {NO_CUBE}]
    assert dead == [1, 2, 3, 4]
    assert set(scores(chances).cells[0]) == {NO_CUBE}
    crawford = scores(chances, Stakes(away=(5, 1), crawford_game=True))
    assert (crawford.here, crawford.takes[1].dead, crawford.losers) == (NO_CUBE, None, ())
    assert is_possible(found)


def test_at_two_all_the_first_double_decides_the_match() -> None:
    """Both play for the match: a take needs the chances that a drop leaves, 32.3 % at 2 away against 1."""
    assert scores(plain(0.67)).cells[1][1] == DOUBLE_TAKE
    assert scores(plain(0.68)).cells[1][1] == DOUBLE_DROP
    point = scores(plain(0.5), Stakes(away=(2, 2))).takes[1]
    assert (point.dead, point.live) == (pytest.approx(0.32264), pytest.approx(0.32264))
    assert point.gammon == pytest.approx((1 - 0.67736) / (0.67736 - 0.32264))
    assert point.doubled_gammon == 0


def test_after_the_crawford_game_the_trailer_doubles_and_the_leader_has_a_free_drop() -> None:
    """With the trailer an even number away a drop costs nothing: the leader takes only as the favourite."""
    assert scores(plain(0.49)).cells[1][0] == DOUBLE_TAKE
    assert scores(plain(0.51)).cells[1][0] == DOUBLE_DROP
    assert scores(plain(0.9)).cells[2][0] == DOUBLE_TAKE
    trailer, leader = scores(plain(0.5), Stakes(away=(2, 1), crawford_done=True)).takes
    assert (trailer.dead, leader.dead) == (None, pytest.approx(0.5))
    dear = scores(plain(0.5), Stakes(away=(3, 1), crawford_done=True)).takes[1]
    assert dear.dead == pytest.approx((0.5 - 0.48803) / 0.5)


@pytest.mark.parametrize(
    ("away", "dropped", "won", "lost"),
    [
        ((3, 3), 1 - 0.59947, 0.75076, 1 - 0.75076),
        ((4, 4), 1 - 0.57150, 0.66870, 1 - 0.66870),
        ((2, 4), 1 - 0.81436, 0.5, 0.0),
    ],
)
def test_take_points_follow_from_the_match_equity_table(
    away: tuple[int, int], dropped: float, won: float, lost: float
) -> None:
    """The match chances are those of the doubled player, from Kazaross-XG2."""
    point = scores(plain(0.5), Stakes(away=away)).takes[1]
    assert point.dead == pytest.approx((dropped - lost) / (won - lost), abs=1e-4)
    assert point.live is not None
    assert point.dead is not None
    assert point.live <= point.dead


def test_in_money_play_a_quarter_is_enough_and_a_gammon_counts_half() -> None:
    found = scores(plain(0.5), Stakes(MONEY))
    assert [*found.takes[0]] == [*found.takes[1]] == [0.25, 0.2, 0.5, 0.5]
    jacoby = scores(plain(0.5), Stakes(custom(MONEY, jacoby=True)))
    assert (jacoby.takes[1].gammon, jacoby.takes[1].doubled_gammon) == (0.0, 0.5)
    limited = scores(plain(0.5), Stakes(custom(MONEY, cube_limit=2)))
    assert limited.takes[1].live == 0.25


@settings(max_examples=tries(25))
@given(SCORES)
def test_the_players_change_places_with_the_score(away: tuple[int, int]) -> None:
    done = 1 in away
    one, other = [
        scores(plain(0.5), Stakes(away=each, crawford_done=done)).takes for each in (away, away[::-1])
    ]
    assert one == other[::-1]


def test_rolls_that_win_the_game_lose_the_market() -> None:
    """Checkers on the 5 and 2 points, against one on the ace point: 19 rolls of 36 bear both off."""
    match = parse_xgid("XGID=--A--A------------------a-:0:0:1:00:0:0:0:0:10").to_match()
    found = finish(study_scores(Search(judge(), STANDARD), match.position.points, Stakes()))
    winning = {roll for roll, lost in zip(ROLLS, found.losers, strict=True) if lost == 36}
    assert winning | {roll for roll, lost in zip(ROLLS, found.losers, strict=True) if lost == 0} == {*ROLLS}
    assert winning == {(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), *[(5, 2), (5, 3), (5, 4)], *SIXES}
    assert found.market_lost == pytest.approx(19 / 36)


SIXES = [(6, 2), (6, 3), (6, 4), (6, 5)]


def test_where_the_opponent_can_drop_already_only_bad_luck_saves_the_market() -> None:
    found = scores(plain(0.9), Stakes(), RACE)
    assert {*found.losers} == {36}
    assert {*scores(plain(0.5), Stakes(), RACE).losers} == {0}


def test_progress_only_rises() -> None:
    search = Search(Fixed(Outcomes(0.6, 0.2, 0.0, 0.1, 0.0)), STANDARD)
    parts = list(study_scores(search, FEW, SEVEN, plies=1))
    assert parts == sorted(parts)
    assert parts
    assert 0 <= parts[0] < parts[-1] <= 1


def test_a_table_that_is_none_is_known() -> None:
    found = scores(plain(0.5))
    assert is_possible(found)
    assert not is_possible(replace(found, cells=found.cells[1:]))
    assert not is_possible(replace(found, losers=(37,) * 21))
    assert not is_possible(replace(found, losers=(1,)))
