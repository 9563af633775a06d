"""Ranks are right: every list has the better play higher, however deep each play was searched."""

from functools import cache

import pytest
from effort import tries
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backgammon.analysis.decisions import decisions
from backgammon.analysis.match import analysing
from backgammon.core import match as core
from backgammon.core.match import Match, Phase
from backgammon.core.plays import legal_plays
from backgammon.engine.thinking import finish
from backgammon.protocol.analysis_worker import AnalysisWorker
from backgammon.protocol.messages import AnalyseDecision, Answer, Choice, Finding
from backgammon.protocol.work_codec import finding_data, read_finding
from backgammon.state.engine_question import question
from backgammon.state.problem import PLIES
from lab.bench.analysis_speed import play_match

DESK = AnalysisWorker()
OPENING = core.replay(core.new_match(), [core.OpeningRoll(3, 1)])


def answers(match: Match) -> list[Answer]:
    """Return every play of the roll."""
    assert match.dice is not None
    return [Answer(Choice.PLAY, play.steps) for play in legal_plays(match.position, match.dice, match.rules)]


@cache
def positions_to_play(seed: int) -> list[Match]:
    """Return the positions of a match in which there is a roll to play."""
    start = core.new_match(length=3)
    found = [each.match for each in decisions(start, play_match(start, seed))]
    return [match for match in found if match.phase is Phase.TO_PLAY]


def study(match: Match, plies: int, chosen: Answer | None = None, keep: int = 0) -> Finding:
    found = finish(DESK.work(AnalyseDecision(question(match, ""), plies, chosen, keep=keep)))
    assert isinstance(found, Finding)
    return found


def check(found: Finding, plies: int) -> None:
    """Check that ranks, losses and equities agree, and the best and the chosen play got ``plies`` plies."""
    plays = found.plays
    losses = [each.behind for each in plays]
    assert losses[0] == 0
    assert losses == sorted(losses)
    equities = [each.equity for each in plays]
    assert equities == sorted(equities, reverse=True)
    assert [plays[0].equity - each.equity for each in plays] == pytest.approx(losses, abs=1e-9)
    assert found.equity == plays[0].equity
    if found.chosen is not None:
        assert found.error == losses[found.chosen]
    if len(plays) > 1:
        assert plays[0].plies == plies
        assert found.chosen is None or plays[found.chosen].plies == plies


@pytest.mark.thorough
def test_a_poor_opening_play_stands_below_the_better_ones() -> None:
    for answer in answers(OPENING):
        check(study(OPENING, PLIES, answer), PLIES)


@given(st.integers(0, 3), st.integers(0, 1), st.integers(0, 6), st.data())
@settings(max_examples=tries(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_losses_never_decrease(seed: int, plies: int, keep: int, data: st.DataObject) -> None:
    match = data.draw(st.sampled_from(positions_to_play(seed)))
    chosen = data.draw(st.sampled_from([None, *answers(match)]))
    found = study(match, plies, chosen, keep)
    check(found, plies)
    assert read_finding(finding_data(found)) == found


@pytest.mark.thorough
def test_in_a_match_too() -> None:
    start = core.new_match(length=3)
    for judged in finish(analysing(start, play_match(start, 5), plies=1)):
        if judged.finding.plays:
            check(judged.finding, 1)
