"""A cube decision follows from the worth of each cube action; what makes no difference is done."""

import pytest

from backgammon.core.cube_decision import SAME, CubeDecision


@pytest.mark.parametrize(
    ("no_double", "taken", "doubles", "takes"),
    [
        (0.5, 0.9, True, True),
        (0.5, 1.2, True, False),
        (0.8, 0.7, False, True),
        (1.2, 1.5, False, False),  # too good
        (0.9, 0.9, True, True),
        (0.9 + SAME / 2, 0.9, True, True),
        (0.9 + SAME * 2, 0.9, False, True),
        (1.0, 1.0, True, True),
    ],
)
def test_whether_to_double_and_to_take(no_double: float, taken: float, doubles: bool, takes: bool) -> None:
    decision = CubeDecision.of(no_double, taken, 1.0, None)
    assert (decision.doubles, decision.takes, decision.beavered) == (doubles, takes, False)
    assert decision.doubled == min(taken, 1.0)


@pytest.mark.parametrize(
    ("taken", "turned", "beavered"), [(0.3, 0.3, False), (0.0, 0.0, False), (-0.3, -0.6, True)]
)
def test_a_double_that_loses_is_beavered(taken: float, turned: float, beavered: bool) -> None:
    decision = CubeDecision.of(0.0, taken, 1.0, beaver_drop=-2.0)
    assert (decision.double_take, decision.taken, decision.beavered) == (turned, taken, beavered)
    assert CubeDecision.of(0.0, taken, 1.0, None).double_take == taken
