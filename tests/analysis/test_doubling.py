"""The rules and the engine agree on when a player may double: the engine repeats that rule for its search."""

from itertools import islice

from engine.positions import walk

from backgammon.analysis.decision import study_cube, study_reply
from backgammon.analysis.findings import CubeAction
from backgammon.core.match import Phase, apply, cube_action_error
from backgammon.core.rules import STANDARD
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes, stakes_of
from backgammon.engine.thinking import finish
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


def test_who_is_doubled_is_told_the_same_of_the_double_as_who_doubled() -> None:
    search, seen = Search(judge(), STANDARD), set[CubeAction]()
    for points, _ in islice(walk(STANDARD, 3), 0, 300, 5):
        stakes = Stakes()
        asked = finish(study_cube(search, points, stakes, 0))
        answered = finish(study_reply(search, Phase.DOUBLED, points, stakes, 0, None)).cube
        assert answered
        assert (answered.action, answered.reply) == (asked.action, asked.reply)
        seen.add(asked.action)
    assert seen == {*CubeAction}
