"""A cube that is of no use to the player on roll is not a decision: gnubg's rule, counted by hand.

Each game is short enough to count: an opening play, then the rolls before which doubling may be a decision.
"""

import pytest

from backgammon.analysis.decision import study_cube
from backgammon.analysis.decisions import decisions
from backgammon.analysis.findings import grade_double
from backgammon.analysis.match import analyse
from backgammon.core.match import (
    Action,
    Doubled,
    Dropped,
    Match,
    NextGame,
    OpeningRoll,
    Played,
    Rolled,
    Took,
    new_match,
    replay,
)
from backgammon.core.rules import STANDARD, custom
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish

WITHOUT_CRAWFORD = custom(STANDARD, crawford=False)
OPENING = (OpeningRoll(3, 1), Played(((8, 5), (6, 5))))
"""Player 0 begins; player 1 is on roll."""
ROLLS = (Rolled((6, 1)), Played(((13, 7), (8, 7))), Rolled((4, 2)), Played(((8, 4), (6, 4))))
"""One roll of player 1, then one of player 0."""
WIN = (OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Doubled(), Dropped(), NextGame())
"""Player 1 wins a point."""
AHEAD = {6: 4, 5: 3, 4: 3, 3: 3, 2: 2, 17: -2, 19: -4, 20: -4, 21: -3, 22: -2}
CLOSE_RACE = tuple(AHEAD.get(point, 0) for point in range(26))


def rolls_that_count(start: Match, log: tuple[Action, ...]) -> list[int]:
    """Return the log indices of the rolls at which not to double is a decision."""
    return [each.index for each in decisions(start, log) if isinstance(each.action, Rolled)]


def test_at_double_match_point_no_roll_is_a_decision() -> None:
    assert rolls_that_count(new_match(WITHOUT_CRAWFORD, 1), (*OPENING, *ROLLS)) == []
    assert rolls_that_count(new_match(WITHOUT_CRAWFORD, 3), (*OPENING, *ROLLS)) == [2, 4]


def test_the_leader_one_away_has_no_use_for_the_cube_but_the_trailer_has() -> None:
    log = (*WIN, *OPENING, *ROLLS)
    assert rolls_that_count(new_match(WITHOUT_CRAWFORD, 2), log) == [9]
    after_crawford = (*WIN, *OPENING, *ROLLS, *WIN[2:4], NextGame(), *OPENING, *ROLLS)
    start = new_match(length=2)
    score = replay(start, after_crawford[:5])
    assert (score.score, score.crawford_game) == ((0, 1), True)
    assert rolls_that_count(start, log) == []


def test_the_owner_of_a_cube_that_wins_the_match_has_no_use_for_it() -> None:
    doubled = (*OPENING, Doubled(), Took(), *ROLLS, ROLLS[0], Played(((24, 23), (13, 7))))
    assert rolls_that_count(new_match(length=2), doubled) == []
    assert rolls_that_count(new_match(length=3), doubled) == [6]
    assert rolls_that_count(new_match(length=0), doubled) == [6]


def test_a_double_that_was_made_is_a_decision_all_the_same() -> None:
    log = (*OPENING, Doubled(), Took(), ROLLS[0])
    found = decisions(new_match(WITHOUT_CRAWFORD, 1), log)
    assert [type(each.action) for each in found] == [Played, Doubled, Took]


def test_pr_at_double_match_point_is_that_of_the_plays() -> None:
    """24/23 13/10 is the only choice that counts: the PR is 500 times its error, not half of that."""
    log = (OpeningRoll(3, 1), Played(((24, 23), (13, 10))), *ROLLS[:2], Rolled((1, 1)))
    (first, _) = analyse(new_match(WITHOUT_CRAWFORD, 1), log, plies=0).players
    assert (first.all.counted, first.cube.counted) == (1, 0)
    assert first.all.pr == pytest.approx(500 * first.all.error)


@pytest.mark.parametrize(
    ("stakes", "counts"),
    [
        (Stakes(), True),
        (Stakes(away=(2, 1)), True),
        (Stakes(away=(1, 1)), False),
        (Stakes(away=(1, 2)), False),
    ],
)
def test_the_study_of_one_roll_says_the_same(stakes: Stakes, counts: bool) -> None:
    found = finish(study_cube(Search(judge(), STANDARD), CLOSE_RACE, stakes, 0))
    assert grade_double(found, False, stakes.is_cube_dead).counts is counts
    assert grade_double(found, True, stakes.is_cube_dead).counts
