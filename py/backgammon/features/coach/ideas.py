"""Hints at the best choice of a decision, each telling more: the idea, then where the play begins or goes on.

An idea is a fact about the position after a play, and is named only if the best play has it and the play of
the match does not; points are no idea in a race. For a cube decision the idea is what a lesson says, a rule
of thumb only where it leads to the right answer; then come the chances, and the player has to judge the rest.
"""

from collections.abc import Callable

from backgammon.analysis.findings import DOUBTFUL, CubeAction, CubeFinding, CubeReply, Finding
from backgammon.analysis.reasons import explain
from backgammon.analysis.report import Judged
from backgammon.core.match import Match, Phase
from backgammon.core.plays import Steps
from backgammon.core.position import BAR, Points, count_checkers, is_contact
from backgammon.i18n.forms import percents
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import MessageKey, Notice, Problem
from backgammon.state.notice import Share

HOME = range(19, 26)
"""The opponent's home board and the mover's own bar."""
_ENOUGH = 25
"""The winning chance that a take needs, by the lesson on it, in whole percent, as the chances are given."""
_LEAD = 0.08
"""The lead in a race that is enough to double, as a share of the leader's pips, by the lesson on it."""
_Fact = Callable[[Points, Points, Points], bool]
"""A test on the points before, after the best play and after the other play, all seen by the mover."""


def _hits(before: Points, best: Points, other: Points) -> bool:
    return best[0] < other[0]


def _makes_point(before: Points, best: Points, other: Points) -> bool:
    made = any(best[at] > 1 and before[at] < 2 and other[at] < 2 for at in range(1, 25))
    return made and is_contact(best)


def _bears_off(before: Points, best: Points, other: Points) -> bool:
    return count_checkers(best) < count_checkers(other)


def _runs(before: Points, best: Points, other: Points) -> bool:
    back, others = (sum(max(0, points[at]) for at in HOME) for points in (best, other))
    return back < others


def _holds(before: Points, best: Points, other: Points) -> bool:
    held = any(before[at] > 1 and best[at] > 1 and other[at] < 2 for at in range(1, 25))
    return held and is_contact(best)


def _is_safe(before: Points, best: Points, other: Points) -> bool:
    return len(exposed_blots(best)) < len(exposed_blots(other))


def exposed_blots(points: Points) -> list[int]:
    """Return the points with a blot that a checker of the opponent's has yet to pass."""
    rearmost = min(at for at, count in enumerate(points) if count < 0) if min(points) < 0 else 26
    return [at for at in range(rearmost + 1, 25) if points[at] == 1]


IDEAS: dict[str, _Fact] = {
    "hit": _hits,
    "point": _makes_point,
    "off": _bears_off,
    "run": _runs,
    "hold": _holds,
    "safe": _is_safe,
}
"""The ideas by the last part of their key; the first one that holds is given."""


def idea_of(match: Match, best: Steps, other: Steps) -> str:
    """Return the name of the first idea that the best play has and the other has not, "" if there is none."""
    turn = turn_of(match)
    assert turn is not None
    points = match.position.points, turn.after(best), turn.after(other)
    return next((name for name, holds in IDEAS.items() if holds(*points)), "")


def hints_for(judged: Judged) -> tuple[Notice, ...]:
    """Return the hints that precede the best choice of a decision, compared with the one of the match."""
    return _clues(judged.decision.match, judged.finding, judged.decision.steps)


def idea_after(asked: Problem, judged: Judged) -> Notice | None:
    """Return the idea of the best play, compared with the answer, or with the match's play if that is best.

    None before the analysis is known, if the best play has no idea of its own, or if a single fact decides,
    which is shown among the choices.
    """
    found = asked.found
    if found is None or not found.plays or explain(asked.match, found):
        return None
    other = found.plays[found.chosen].steps if found.chosen else judged.decision.steps
    idea = idea_of(asked.match, found.plays[0].steps, other)
    return Notice(f"learn.idea.{idea}") if idea else None


def clues_for(match: Match, found: Finding) -> tuple[Notice, ...]:
    """Return the clues that precede the best choice, compared with the first play that is not good."""
    worse = next((play.steps for play in found.plays if play.behind >= DOUBTFUL), None)
    return _clues(match, found, worse)


def _clues(match: Match, found: Finding, other: Steps | None) -> tuple[Notice, ...]:
    """Return the clues, the least helpful first; without another play there is no idea to give."""
    if found.cube:
        chances = found.cube.chances
        own = match.decider == match.on_roll
        win, gammon = (chances.win, chances.win_gammon) if own else (chances.lose, chances.lose_gammon)
        shares = ("win", Share(win)), ("gammon", Share(gammon))
        lesson = _lesson(match, found.cube)
        taught = (Notice(f"lesson.{lesson}"),) if lesson else ()
        return (*taught, Notice("learn.idea.chances", shares))
    best = found.plays[0].steps
    idea = "" if other is None else idea_of(match, best, other)
    begins = second_clue(best) or begin_clue(best)
    return (Notice(f"learn.idea.{idea}"), begins) if idea else (begins,)


def _lesson(match: Match, found: CubeFinding) -> str:
    """Return the name of what a lesson says about a cube decision, "" if none is about it."""
    if match.phase is Phase.TO_ROLL:
        points, position = match.position.points, match.position
        leads = position.opponent_pips >= (1 + _LEAD) * position.pips
        is_taught = not is_contact(points) and leads is (found.action is CubeAction.DOUBLE)
        return "double.hint" if is_taught else "double.text"
    if match.phase is not Phase.DOUBLED:
        return ""
    takes, chances = found.reply is not CubeReply.DROP, found.chances
    if takes is (percents(chances.lose) >= _ENOUGH):
        return "take.text"
    # Something else than the chance of winning decides: the score, owning the cube, or gammons.
    if match.length:
        return "match.text"
    return "double.text" if takes and chances.win_gammon >= chances.lose_gammon else "gammon.text"


def begin_clue(steps: Steps) -> Notice:
    """Return where a play begins, or that the best one has no move, as some rules let numbers lapse."""
    if not steps:
        return Notice("problem.best", (("best", MessageKey("ui.no-move")),))
    place = steps[0][0]
    return Notice("learn.begins-bar") if place == BAR else Notice("learn.begins", (("place", place),))


def second_clue(steps: Steps) -> Notice | None:
    """Return which checker a play moves after entering, which is forced; None if it moves no other."""
    if not steps or steps[0][0] != BAR:
        return None
    landed = {target for _, target in steps}
    others = (source for source, _ in steps if source != BAR and source not in landed)
    place = next(others, None)
    return None if place is None else Notice("learn.begins-entered", (("place", place),))
