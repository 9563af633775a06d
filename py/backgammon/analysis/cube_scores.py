"""One position at every score: the cube action, take points, gammon prices, and which rolls lose the market.

The position is searched once, at the current score, where the result is that of ``decision.study_cube``. The
cube model then weighs the chances found for each score; where that leaves little to choose, the same search
is weighed at its end for these scores. The plays are always those of the current score. Of 2520 cells of
twelve positions of the quiz, three in ten are searched this way; of the others, 13 would come out otherwise
at 2 plies, and the choice shown loses 0.025 at most.

To *lose the market* is to reach one's next turn, without a double now, in a position where the opponent no
longer has a take. Whether a roll does so depends on the reply, so for each roll the number of the 36 replies
after which it does is counted: both rolls are played at 0 plies, and the position that follows is weighed
at 0 plies, at the current score. These are the positions at the end of a search of 2 plies.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from backgammon.analysis.cube_findings import MOST_AWAY, CubeCell, CubeScores, TakePoints
from backgammon.analysis.decision import CUBE_PLIES, check_depth
from backgammon.analysis.findings import proper_action
from backgammon.core.cube_decision import CubeDecision
from backgammon.core.dice import WEIGHTS
from backgammon.core.position import Points, Position
from backgammon.engine import cube
from backgammon.engine.efficiency import efficiency
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.search import Search, check_search
from backgammon.engine.stakes import Stakes, check_stakes
from backgammon.engine.thinking import Thinking, scale_progress

CLOSE = 0.05
"""Equity (EMG): a decision is close, and searched, if two actions differ by less than this."""
BATCH = 15
"""The number of scores weighed at a time."""
FIRST_PART = 0.4
"""The approximate share of the time that the first search takes."""
_AWAY = range(1, MOST_AWAY + 1)


def study_scores(
    search: Search, points: Position | Points, stakes: Stakes, plies: int = CUBE_PLIES
) -> Thinking[CubeScores]:
    """Return the proper actions of both players at every score, with the cube as it is now.

    A generator: ``finish`` runs it and returns the CubeScores.

    >>> from backgammon import STANDARD, Position, Search, Stakes, finish, judge
    >>> search = Search(judge(), STANDARD)
    >>> found = finish(study_scores(search, Position.start().points, Stakes(away=(5, 5)), plies=0))
    >>> found.here.action, found.cells[3][0].action
    (<CubeAction.NO_DOUBLE: 'no-double'>, <CubeAction.DOUBLE: 'double'>)
    """
    check_depth(plies)
    points, stakes = check_search(search).check_points(points), check_stakes(stakes)
    first = _search_at(search, points, stakes, [stakes] if stakes.can_use_cube else [], plies)
    searched = yield from scale_progress(first, 0, FIRST_PART)
    scores = [at_score(stakes, (mine, theirs)) for mine in _AWAY for theirs in _AWAY]
    scores += [at_score(stakes, (0, 0)), stakes]
    found = {
        each: cube.decide(searched.outcomes, each, efficiency(points)) for each in scores if each.can_use_cube
    }
    found |= searched.decisions
    close = [each for each in found if plies and each != stakes and _is_close(found[each], each)]
    batches = [close[at : at + BATCH] for at in range(0, len(close), BATCH)]
    for number, batch in enumerate(batches):
        done, coming = [FIRST_PART + (1 - FIRST_PART) * (number + at) / len(batches) for at in (0, 1)]
        searched = yield from scale_progress(_search_at(search, points, stakes, batch, plies), done, coming)
        found |= searched.decisions
    cells = [CubeCell(*proper_action(found[each])) if each in found else CubeCell() for each in scores]
    return CubeScores(
        tuple([tuple(cells[first : first + MOST_AWAY]) for first in range(0, MOST_AWAY**2, MOST_AWAY)]),
        money=cells[-2],
        here=cells[-1],
        takes=(_take_points(stakes.flip()), _take_points(stakes)),
        losers=tuple(market_losers(search, points, stakes)) if stakes.can_use_cube else (),
        plies=plies,
    )


def at_score(stakes: Stakes, away: tuple[int, int]) -> Stakes:
    """Return the stakes at another score, (0, 0) for money; one away means after the Crawford game."""
    if away == stakes.away:
        return stakes
    done = stakes.rules.crawford and 1 in away
    return replace(stakes, away=away, crawford_game=False, crawford_done=done)


class _Searched(NamedTuple):
    """The result of a search at some scores."""

    outcomes: Outcomes
    decisions: dict[Stakes, CubeDecision]


def _search_at(
    search: Search, points: Points, here: Stakes, scores: Sequence[Stakes], plies: int
) -> Thinking[_Searched]:
    """Look ahead with the plays of the current score, and weigh a double at each of the scores."""
    doubled = [each.after_double() for each in scores]
    ((outcomes, worths),) = yield from search.evaluate([points], plies, [here, *scores, *doubled])
    singles, doubles = worths[1 : len(scores) + 1], worths[len(scores) + 1 :]
    return _Searched(
        outcomes,
        {
            stakes: cube.weigh(single, double, stakes)
            for stakes, single, double in zip(scores, singles, doubles, strict=True)
        },
    )


def _is_close(found: CubeDecision, stakes: Stakes) -> bool:
    """Whether the double or the take is a close decision."""
    gap = min(abs(found.double_take - found.double_drop), abs(found.doubled - found.no_double))
    return gap < CLOSE * cube.emg_unit(stakes)


def _take_points(stakes: Stakes) -> TakePoints:
    """Return the take points and gammon prices of the opponent of the player on roll."""
    dead, live = cube.take_points(stakes) if stakes.can_use_cube else (None, None)
    now, doubled = [cube.gammon_weights(each)[2] for each in (stakes, stakes.after_double())]
    return TakePoints(dead, live, now, doubled)


def market_losers(search: Search, points: Points, stakes: Stakes) -> list[int]:
    """Return, by ROLLS, the number of the 36 replies after which the opponent no longer has a take."""
    found = []
    for reply in search.replies(points, stakes):
        if min(reply) >= 0:  # the game has been won
            found.append(36)
            continue
        nexts = search.replies(reply, stakes.flip(), deep=True)
        lost = [
            not cube.decide(outcomes, stakes, efficiency(after)).takes
            for after, outcomes in zip(nexts, search.outcomes(nexts), strict=True)
        ]
        found.append(sum([weight for weight, is_lost in zip(WEIGHTS, lost, strict=True) if is_lost]))
    return found
