"""The analysis of a whole match, decision by decision."""

from collections.abc import Generator, Iterable
from dataclasses import replace

from backgammon.analysis import decision as studies
from backgammon.analysis.decisions import Decision, decisions
from backgammon.analysis.findings import CHOICE_OF, Finding
from backgammon.analysis.report import Judged, Report, pair_findings, report
from backgammon.core.match import Action, Match
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import Thinking, finish, scale_progress


def stakes_of(match: Match) -> Stakes:
    """Return the current stakes of a match, seen by the player on roll."""
    owner = match.cube_owner
    return Stakes(
        match.rules,
        match.cube,
        0 if owner is None else 1 if owner == match.on_roll else -1,
        (match.away(match.on_roll), match.away(1 - match.on_roll)),
        match.crawford_game,
        match.crawford_done,
    )


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


def analysing(start: Match, log: Iterable[Action], plies: int = 1) -> Generator[float, None, list[Judged]]:
    """Analyse a match, yielding the progress, 0 to 1; return the decisions with their findings.

    Raises IllegalAction as core.match.apply does.
    """
    todo = decisions(start, log)
    search = Search(judge(), start.rules)
    findings = []
    for number, decision in enumerate(todo):
        done, coming = number / len(todo), (number + 1) / len(todo)
        findings.append((yield from scale_progress(study(search, decision, plies), done, coming)))
    return pair_findings(todo, findings)


def analyse(start: Match, log: Iterable[Action], plies: int = 1) -> Report:
    """Analyse a match and return the report.

    >>> from backgammon.core.match import OpeningRoll, Played, new_match
    >>> found = analyse(new_match(length=5), [OpeningRoll(3, 1), Played(((24, 23), (13, 10)))])
    >>> [(each.grade, round(each.error, 1)) for each in found.worst]
    [(<Grade.BLUNDER: 'blunder'>, 0.2)]
    """
    return report(finish(analysing(start, log, plies)))
