"""A whole match analysed, decision by decision."""

from collections.abc import Generator, Iterable
from dataclasses import replace

from backgammon.analysis import decision as studies
from backgammon.analysis.decisions import Decision, decisions
from backgammon.analysis.findings import Finding
from backgammon.analysis.report import Judged, Report, pair_findings, report
from backgammon.core.match import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    Phase,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
)
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import Thinking, finish, part_of

RESIGNATION_NAMES: dict[type, str] = {Resigned: "resign", Accepted: "accept", Refused: "refuse"}
REPLY_NAMES: dict[type, str] = {Took: "take", Dropped: "drop", Beavered: "beaver", Raccooned: "raccoon"}


def stakes_of(match: Match) -> Stakes:
    """Return what a match is played for now, seen by the player on roll."""
    owner = match.cube_owner
    return Stakes(
        match.rules,
        match.cube,
        0 if owner is None else 1 if owner == match.on_roll else -1,
        (match.away(match.on_roll), match.away(1 - match.on_roll)),
        match.crawford_game,
        match.crawford_done,
    )


def replies(phase: Phase, stakes: Stakes) -> list[str]:
    """Return the answers to the cube offer of a phase."""
    found = ["take", "drop"]
    if phase is Phase.DOUBLED and stakes.beavers:
        found.append("beaver")
    if phase is Phase.BEAVERED and stakes.raccoons:
        found.append("raccoon")
    return found


def study(search: Search, decision: Decision, plies: int = 1) -> Thinking[Finding]:
    """Analyse one decision of a match, a cube's at CUBE_PLIES at least; of a roll also say the luck."""
    match, action = decision.match, decision.action
    if decision.is_resignation:
        return (yield from _study_resignation(search, decision, plies))
    points, stakes = match.position.points, stakes_of(match)
    if isinstance(action, Played):
        assert match.dice is not None
        found = yield from studies.study_play(search, points, match.dice, stakes, plies, action.steps)
        if decision.opening:
            return replace(found, luck=studies.opening_luck(search, match.dice, stakes))
        return replace(found, luck=studies.luck(search, points, match.dice, stakes))
    plies = max(plies, studies.CUBE_PLIES)
    if isinstance(action, Rolled | Doubled):
        cube = yield from studies.study_cube(search, points, stakes, plies)
        return studies.grade_double(cube, isinstance(action, Doubled), stakes)
    names = replies(match.phase, stakes)
    by_opponent = match.phase is not Phase.BEAVERED
    chosen = REPLY_NAMES[type(action)]
    return (yield from studies.study_reply(search, points, stakes, plies, names, chosen, by_opponent))


def _study_resignation(search: Search, decision: Decision, plies: int) -> Thinking[Finding]:
    """Analyse a resignation, or the answer to one, by the decision that it interrupts."""
    match = decision.played_on
    points, stakes = match.position.points, stakes_of(match)
    by_opponent = match.decider != match.on_roll
    if match.phase is Phase.TO_PLAY:
        assert match.dice is not None
        found = yield from studies.study_play(search, points, match.dice, stakes, plies)
    elif match.phase is Phase.TO_ROLL:
        cube = yield from studies.study_cube(search, points, stakes, max(plies, studies.CUBE_PLIES))
        found = studies.grade_double(cube, None, stakes)
    else:
        names, deep = replies(match.phase, stakes), max(plies, studies.CUBE_PLIES)
        found = yield from studies.study_reply(search, points, stakes, deep, names, None, by_opponent)
    choice = RESIGNATION_NAMES[type(decision.action)]
    return studies.grade_resignation(found, stakes, decision.offered, by_opponent, choice)


def analysing(start: Match, log: Iterable[Action], plies: int = 1) -> Generator[float, None, list[Judged]]:
    """Analyse a match, yielding how much is done, 0 to 1; return the decisions with their findings.

    Raises IllegalAction as core.match.apply does.
    """
    todo = decisions(start, log)
    search = Search(judge(), start.rules)
    findings = []
    for number, decision in enumerate(todo):
        done, coming = number / len(todo), (number + 1) / len(todo)
        findings.append((yield from part_of(study(search, decision, plies), done, coming)))
    return pair_findings(todo, findings)


def analyse(start: Match, log: Iterable[Action], plies: int = 1) -> Report:
    """Analyse a match, at once.

    >>> from backgammon.core.match import OpeningRoll, Played, new_match
    >>> found = analyse(new_match(length=5), [OpeningRoll(3, 1), Played(((24, 23), (13, 10)))])
    >>> [(each.grade, round(each.error, 1)) for each in found.worst]
    [(<Grade.BLUNDER: 'blunder'>, 0.2)]
    """
    return report(finish(analysing(start, log, plies)))
