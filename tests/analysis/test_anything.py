"""Any set-up and any match can be analysed, and the numbers make sense."""

from dataclasses import replace
from math import isfinite

import pytest
from effort import tries
from hypothesis import HealthCheck, given, settings
from notation.games import random_match
from notation.strategies import match_of, setups

from backgammon.analysis.match import analysing
from backgammon.analysis.report import pair_findings, report
from backgammon.analysis.rollout_state import RolloutSettings, RolloutState
from backgammon.core.match import Match, OpeningRoll, Phase, Played, new_match
from backgammon.core.plays import legal_plays
from backgammon.core.rules import custom
from backgammon.engine.thinking import finish
from backgammon.notation.setup import Setup
from backgammon.protocol.analysis_worker import AnalysisWorker
from backgammon.protocol.messages import AnalyseDecision, Answer, Choice, Finding, Rollout
from backgammon.state.engine_question import question

DESK = AnalysisWorker()
REPLIES = {
    Phase.DOUBLED: (Choice.TAKE, Choice.DROP, Choice.BEAVER),
    Phase.BEAVERED: (Choice.TAKE, Choice.DROP, Choice.RACCOON),
    Phase.RACCOONED: (Choice.TAKE, Choice.DROP),
}


def choices(match: Match) -> list[Answer]:
    """Return the answers that can be chosen in a match."""
    if match.phase is Phase.TO_PLAY:
        assert match.dice is not None
        plays = legal_plays(match.position, match.dice, match.rules)
        return [Answer(Choice.PLAY, play.steps) for play in plays]
    if match.phase is Phase.TO_ROLL:
        return [Answer(Choice.ROLL), Answer(Choice.DOUBLE)]
    played = {Choice.BEAVER: match.rules.beavers, Choice.RACCOON: match.rules.raccoons}
    limit = match.rules.cube_limit
    return [
        Answer(choice)
        for choice in REPLIES[match.phase]
        if played.get(choice, True) and (choice not in played or not limit or 4 * match.cube <= limit)
    ]


@given(setups())
@settings(max_examples=tries(25), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_decision(setup: Setup) -> None:
    match = match_of(setup)
    if match.phase is Phase.RESIGNED:
        return
    found = [
        finish(DESK.work(AnalyseDecision(question(match, ""), 0, choice))) for choice in choices(match)[:6]
    ]
    errors = []
    for each in found:
        assert isinstance(each, Finding)
        assert each.error is not None
        errors.append(each.error)
        assert isfinite(each.error)
        assert isfinite(each.equity)
        assert each.error >= 0
        assert -1e-9 <= each.chance <= 1 + 1e-9
    if len(choices(match)) <= 6:
        assert min(errors) == 0


@given(setups())
@settings(max_examples=tries(10), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_rollout(setup: Setup) -> None:
    match = match_of(setup)
    if match.phase is Phase.RESIGNED:
        return
    plays = tuple([choice.steps for choice in choices(match)[:1]]) if match.phase is Phase.TO_PLAY else ()
    rollout = Rollout(question(match, ""), plays, RolloutSettings(trials=2, truncate=4))
    state = finish(DESK.work(rollout))
    assert isinstance(state, RolloutState)
    assert state.trials == 2
    assert all(isfinite(result.equity) for result in state.results)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2))
def test_any_match(seed: int) -> None:
    record = random_match(seed)
    found = finish(analysing(record.start, record.log, plies=0))
    total = report(found)
    assert sum([player.all.decisions for player in total.players]) == len(found)
    assert all(each.error >= 0 and isfinite(each.error) for each in found)
    assert all(each.chosen and each.best for each in found)
    assert pair_findings([], []) == []


@pytest.mark.parametrize("score", [(98, 0), (0, 98), (97, 0)])
def test_a_match_that_is_as_good_as_over(score: tuple[int, int]) -> None:
    before = replace(new_match(custom(cube=False), 99), score=score)
    (judged,) = finish(analysing(before, [OpeningRoll(3, 1), Played(((24, 23), (13, 10)))], plies=0))
    assert isfinite(judged.finding.equity)
    assert abs(judged.finding.equity) <= 3
    assert judged.error < 3
