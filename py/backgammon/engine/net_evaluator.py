"""The evaluator used in play: a net for contact, and in a race each side by itself (engine.races).

Both were trained on the standard bear-off rule and the standard gammons and backgammons. Under another
bear-off rule, races use the bear-off tables of that rule; other gammons and backgammons are estimated from
the standard ones. Both were also trained on fifteen checkers a side: with fewer, the hand-written evaluator
judges.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import compress
from typing import Any

from backgammon.core.position import BAR, CHECKERS, OFF, Points
from backgammon.core.rules import Backgammon, BearOff, Rules
from backgammon.engine import heuristic
from backgammon.engine.data_files import read
from backgammon.engine.evaluator import Outcomes, check_points
from backgammon.engine.features import Summary, checkers_left, encode_summary, in_contact, summarise
from backgammon.engine.net import Inference, by_row, chances, inference, pack, read_net
from backgammon.engine.races import HOME, Races, Side, races, sides

BACKGAMMON_ON_BAR = 0.25
"""The share of backgammons that catch a checker on the bar."""

GAMMON_NOT_HOME = 0.8
"""The share of gammons that catch a checker outside the loser's home board."""


class NetEvaluator:
    """Judges any position under any rules."""

    def __init__(self, net: Inference, races: Callable[[], Races]) -> None:
        self.net, self.races = net, races

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling of the net that ships with the package: another process loads its own, once."""
        if self is not judge():
            raise TypeError("only judge() can be passed to another process, not another net")
        return judge, ()

    def evaluate(self, positions: Sequence[Points], rules: Rules) -> list[Outcomes]:
        """Return the outcomes of each position, seen by its player on roll.

        Raises PositionError for a position that no game by the rules can reach, or that ends it.
        """
        seen = _summaries(positions, rules.checkers)
        if seen is None:  # a list, or a position that is impossible
            positions = [check_points(points, rules) for points in positions]
            seen = [summarise(points) for points in positions]
        if rules.checkers != CHECKERS:
            return heuristic.Heuristic().evaluate(positions, rules)
        contact = list(map(in_contact, seen))
        by_net = iter(self._by_net(list(compress(seen, contact)), rules))
        passed = [points for points, meets in zip(positions, contact, strict=True) if not meets]
        races = iter(self._races(passed, rules))
        return [next(by_net) if meets else next(races) for meets in contact]

    def _races(self, positions: Sequence[Points], rules: Rules) -> Iterable[Outcomes]:
        if rules.bear_off is not BearOff.HIGHEST:  # the nets were not trained on other rules
            return [heuristic.race(points, rules) for points in positions]
        pairs = [pair for points in positions if (pair := sides(points))]
        carry_over = _IN_RACES[rules.backgammon]
        judged = self.races().evaluate(pairs) if pairs else ()
        return [carry_over(*pair, found) for pair, found in zip(pairs, judged, strict=True)]

    def _by_net(self, seen: Sequence[Summary], rules: Rules) -> Iterable[Outcomes]:
        if not seen:
            return ()
        rows = pack(b"".join(map(encode_summary, seen)), self.net)
        found = by_row(chances(self.net.run(rows, len(seen))), 5)
        carry_over = _CARRY_OVER[rules.backgammon]
        return [carry_over(*checkers_left(each), *row) for each, row in zip(seen, found, strict=True)]


def _summaries(positions: Sequence[Points], most: int) -> list[Summary] | None:
    """Return the summary of each position; None unless all of them pass a check that takes little time."""
    try:
        seen = [summarise(points) for points in positions]
    except (LookupError, TypeError):  # counts beyond the tables, or no tuples of numbers
        return None
    for points, (mine, theirs) in zip(positions, map(checkers_left, seen), strict=True):
        if not (len(points) == 26 and points[OFF] <= 0 <= points[BAR] and 0 < mine <= most >= theirs > 0):
            return None
    return seen


def _standard(
    mine: int,
    theirs: int,
    win: float,
    gammon: float,
    backgammon: float,
    lost_gammon: float,
    lost_backgammon: float,
) -> Outcomes:
    """Limit the net's five chances to what is possible with ``mine`` and ``theirs`` checkers left."""
    if mine < CHECKERS:
        lost_gammon = lost_backgammon = 0.0
    if theirs < CHECKERS:
        gammon = backgammon = 0.0
    lose = 1 - win
    gammon = gammon if gammon < win else win  # faster than min
    backgammon = backgammon if backgammon < gammon else gammon
    lost_gammon = lost_gammon if lost_gammon < lose else lose
    lost_backgammon = lost_backgammon if lost_backgammon < lost_gammon else lost_gammon
    return Outcomes(win, gammon, backgammon, lost_gammon, lost_backgammon)


def _bar_only(mine: int, theirs: int, *row: float) -> Outcomes:
    found = _standard(mine, theirs, *row)
    return found._replace(
        win_backgammon=found.win_backgammon * BACKGAMMON_ON_BAR,
        lose_backgammon=found.lose_backgammon * BACKGAMMON_ON_BAR,
    )


def _not_home(mine: int, theirs: int, *row: float) -> Outcomes:
    """Like _standard, where a gammon that catches a checker outside the home board is worth three points."""
    found = _standard(mine, theirs, *row)
    return found._replace(
        win_backgammon=max(found.win_backgammon, found.win_gammon * GAMMON_NOT_HOME),
        lose_backgammon=max(found.lose_backgammon, found.lose_gammon * GAMMON_NOT_HOME),
    )


_CARRY_OVER: dict[Backgammon, Callable[..., Outcomes]] = {
    Backgammon.BAR_OR_HOME: _standard,
    Backgammon.BAR: _bar_only,
    Backgammon.NOT_HOME: _not_home,
}


def _race(mine: Side, theirs: Side, found: Outcomes) -> Outcomes:
    return _standard(sum(mine), sum(theirs), *found)


def _race_not_home(mine: Side, theirs: Side, found: Outcomes) -> Outcomes:
    """Like _race, where a side with all its checkers at home can lose no more than a gammon."""
    found = _not_home(sum(mine), sum(theirs), *found)
    if len(theirs) <= HOME:
        found = found._replace(win_backgammon=0.0)
    return found._replace(lose_backgammon=0.0) if len(mine) <= HOME else found


def _race_bar_only(mine: Side, theirs: Side, found: Outcomes) -> Outcomes:
    """Like _race, without backgammons: no checker can be on the bar any more."""
    return _race(mine, theirs, found)._replace(win_backgammon=0.0, lose_backgammon=0.0)


_IN_RACES: dict[Backgammon, Callable[[Side, Side, Outcomes], Outcomes]] = {
    Backgammon.BAR_OR_HOME: _race,
    Backgammon.BAR: _race_bar_only,
    Backgammon.NOT_HOME: _race_not_home,
}


def judge() -> NetEvaluator:
    """Return the evaluator with the net that ships with the package."""
    return _shipped_evaluator()


@cache
def _shipped_evaluator() -> NetEvaluator:
    return NetEvaluator(inference(read_net(read("net.bin"))), races)
