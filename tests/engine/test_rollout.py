"""A trial less its luck is the exact result where the evaluator is exact, whichever side rolls first."""

import pytest

from backgammon.core.cube_decision import CubeDecision
from backgammon.core.position import Points, Position
from backgammon.core.rules import BearOff, Rules, custom
from backgammon.engine import bearoff
from backgammon.engine.cube import weigh
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.net_evaluator import judge
from backgammon.engine.rollout import Manner, Start, play_trial
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import Thinking, finish

FULL, EIGHT, THREE, TWO = (0, 0, 0, 0, 0, 15), (4, 3, 1, 0, 0, 0), (2, 1, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0)
SAVED = 1 - bearoff.misses(FULL)


def race(mine: Points, theirs: Points) -> Points:
    """Return the points of a bear-off, seen by the player on roll."""
    return Position((0, *mine, *[0] * 12, *[-count for count in theirs[::-1]], 0)).points


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        (THREE, FULL, (1, 1 / 6 + 5 / 6 * (1 - SAVED), 0, 0, 0)),
        (FULL, TWO, (0, 0, 0, 1 - SAVED, 0)),
        (EIGHT, EIGHT, (bearoff.win_chance(race(EIGHT, EIGHT)), 0, 0, 0, 0)),
    ],
)
def test_every_trial_gives_the_exact_chances(
    mine: Points, theirs: Points, expected: tuple[float, ...]
) -> None:
    search = Search(judge(), Rules(cube=False))
    start = Start(race(mine, theirs), Stakes(search.rules))
    for number in range(12):
        trial = finish(play_trial(search, start, number, Manner(seed=1)))
        assert trial.outcomes == pytest.approx(expected, abs=5e-4)
        win, gammon, _, lost_gammon, _ = expected
        assert trial.worth == pytest.approx(2 * win - 1 + gammon - lost_gammon, abs=5e-4)


OUTSIDE = (0, 0, 0, 0, 0, 1, 1)


@pytest.mark.parametrize(
    ("side", "rules", "stays_open"),
    [
        (THREE, Rules(cube=False), False),
        (EIGHT, Rules(cube=False), True),
        (OUTSIDE, Rules(cube=False), True),
        (THREE, Rules(cube=False, bear_off=BearOff.AT_LEAST), True),
    ],
)
def test_a_trial_ends_where_the_chances_are_known(side: Points, rules: Rules, stays_open: bool) -> None:
    """In a short bear-off, without a cube, under the usual rule; else the dice decide how it goes on."""
    points = Position((0, *side, *[0] * (24 - 2 * len(side)), *[-count for count in side[::-1]], 0)).points
    search, manner = Search(judge(), rules), Manner(seed=1, reduce=False)
    trials = [finish(play_trial(search, Start(points, Stakes(rules)), n, manner)) for n in range(4)]
    (known,) = judge().evaluate([points], rules)
    assert all(trial.outcomes == pytest.approx(known) for trial in trials) is not stays_open


@pytest.mark.parametrize("doubles", [True, False])
@pytest.mark.parametrize(
    ("mine", "theirs", "stakes"),
    [
        ((0, 1, 0, 1, 0, 0), (0, 1, 0, 1, 0, 0), Stakes()),
        ((1, 0, 0, 0, 1, 0), (2, 0, 0, 0, 0, 0), Stakes(cube=2, owner=1)),
        ((0, 0, 0, 0, 1, 1), (3, 0, 1, 0, 0, 0), Stakes(away=(5, 4))),
        ((1, 1, 0, 0, 1, 0), (0, 0, 0, 0, 1, 1), Stakes(cube=2, owner=-1, away=(3, 7))),
    ],
)
def test_a_trial_doubles_takes_and_drops_as_is_counted_to_the_end(
    mine: Points, theirs: Points, stakes: Stakes, doubles: bool
) -> None:
    search = Search(judge(), stakes.rules)
    points = race(mine, theirs)
    _, decision = finish(search.double(points, stakes, 0))
    best = max(decision.no_double, decision.doubled) if stakes.may_double else decision.no_double
    expected = best if doubles else decision.no_double
    for number in range(8):
        trial = finish(play_trial(search, Start(points, stakes, doubles), number, Manner(seed=2)))
        assert trial.worth == pytest.approx(expected, abs=0.003 * stakes.cube)


class Daring(Search):
    """A search that finds every double right, although the opponent, who takes it, wins more."""

    def double(
        self, points: Position | Points, stakes: Stakes, plies: int
    ) -> Thinking[tuple[Outcomes, CubeDecision]]:
        yield 0.0
        return Outcomes(0.4, 0.0, 0.0, 0.0, 0.0), weigh(-0.9, -0.2, stakes)


@pytest.mark.parametrize("beavers", [True, False])
def test_a_double_that_is_beavered_is_played_for_twice_as_much(beavers: bool) -> None:
    """Two checkers on the ace point win with the first roll, whatever the cube."""
    rules = custom(beavers=beavers)
    for cube in (1, 2):
        start = Start(race(TWO, THREE), Stakes(rules, cube=cube, owner=int(cube > 1)))
        trial = finish(play_trial(Daring(judge(), rules), start, 0, Manner(seed=1)))
        assert trial.worth == pytest.approx((4 if beavers else 2) * cube)
