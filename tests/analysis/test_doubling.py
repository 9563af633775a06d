"""The rules and the engine agree when one may double: the engine has that rule once more, for its search."""

from backgammon.analysis.match import stakes_of
from backgammon.core.match import Phase, apply, cube_action_error
from lab.fuzz.seeds import matches


def test_the_engine_may_double_when_the_rules_allow_it() -> None:
    asked = set()
    for start, log in matches():
        state = start
        for action in log:
            state = apply(state, action)
            if state.phase is Phase.TO_ROLL:
                allowed = cube_action_error(state) is None
                asked.add(allowed)
                assert stakes_of(state).may_double == allowed, state
    assert asked == {True, False}
