"""The analysis of a whole match, decision by decision."""

from collections.abc import Generator, Iterable
from dataclasses import replace

from backgammon.analysis import decision as studies
from backgammon.analysis.decisions import Decision, decisions
from backgammon.analysis.findings import CHOICE_OF, Finding
from backgammon.analysis.report import Judged, Report, pair_findings, report
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Action, Match, Phase, check_match, without_resignation
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import stakes_of
from backgammon.engine.thinking import Thinking, finish, scale_progress


def study(search: Search, decision: Decision, plies: int = 1) -> Thinking[Finding]:
    """Analyse one decision of a match, and the luck of a roll that is played or given up.

    A resignation, or the answer to one, is analysed at the decision that it interrupts.
    """
    match = decision.match_without_resignation
    points, stakes = match.position.points, stakes_of(match)
    chosen = studies.Chosen(CHOICE_OF[type(decision.action)], decision.steps, decision.offered)
    found = yield from studies.study(search, match.phase, points, stakes, plies, match.dice, chosen)
    if not decision.has_luck:
        return found
    assert match.dice is not None
    return replace(found, luck=studies.luck(search, points, match.dice, stakes, decision.opening))


def analyse_decision(match: Match, plies: int = 1) -> Finding:
    """Analyse the decision that a match waits for: its plays, ranked, or the cube.

    With a resignation on offer, it is the decision that this interrupts. ``plies``: how far to look ahead, at
    least 2 for the cube. Raises BackgammonError where there is nothing to decide.

    >>> from backgammon import format_steps, parse_xgid
    >>> match = parse_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10").to_match()
    >>> found = analyse_decision(match)
    >>> format_steps(match.position, found.plays[0].steps)
    '8/5 6/5'
    """
    check_match(match)
    state = without_resignation(match) if match.phase is Phase.RESIGNED else match
    if state.phase not in studies.CHOICES:
        raise BackgammonError(f"there is no decision to analyse in the phase {state.phase}")
    stakes = stakes_of(state)
    search = Search(judge(), stakes.rules)
    return finish(studies.study(search, state.phase, state.position.points, stakes, plies, state.dice))


def analysing(start: Match, log: Iterable[Action], plies: int = 1) -> Generator[float, None, list[Judged]]:
    """Analyse a match, yielding the progress, 0 to 1; return the decisions with their findings.

    Raises IllegalAction as apply does.
    """
    check_match(start)
    todo = decisions(start, log)
    search = Search(judge(), start.rules)
    findings = []
    for number, decision in enumerate(todo):
        done, coming = number / len(todo), (number + 1) / len(todo)
        findings.append((yield from scale_progress(study(search, decision, plies), done, coming)))
    return pair_findings(todo, findings)


def analyse(start: Match, log: Iterable[Action], plies: int = 1) -> Report:
    """Analyse a match and return the report.

    >>> from backgammon import OpeningRoll, Played, new_match
    >>> found = analyse(new_match(length=5), [OpeningRoll(3, 1), Played(((24, 23), (13, 10)))])
    >>> [(each.grade, round(each.error, 1)) for each in found.worst]
    [(<Grade.BLUNDER: 'blunder'>, 0.2)]
    """
    return report(finish(analysing(start, log, plies)))
