"""The evaluator that plays: a net for contact, each side by itself in a race (engine.races).

Both were taught the standard way of bearing off and the standard gammon and backgammon. Under another way a
race goes by the bear-off tables of those rules; the worth of a win is carried over from what is known. They
were taught fifteen checkers a side, too: with fewer, the hand-written evaluator judges.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files

from backgammon.core.position import CHECKERS, Points
from backgammon.core.rules import Backgammon, BearOff, Rules
from backgammon.engine import heuristic
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.features import encode_all
from backgammon.engine.net import Inference, chances, inference, read_net
from backgammon.engine.races import Races, races, sides

BACKGAMMON_ON_BAR = 0.25
"""Part of the backgammons that also catch a checker on the bar."""

GAMMON_NOT_HOME = 0.8
"""Part of the gammons that catch a checker outside the loser's home board."""


class NetEvaluator:
    """Judges any position under any rules."""

    def __init__(self, net: Inference, races: Callable[[], Races]) -> None:
        self.net, self.races = net, races

    def evaluate(self, positions: Sequence[Points], rules: Rules) -> list[Outcomes]:
        """Return the outcomes of each position, seen by its player on roll."""
        if rules.checkers != CHECKERS:
            return heuristic.Heuristic().evaluate(positions, rules)
        by_side = self._by_side if rules.bear_off is BearOff.HIGHEST else _by_moments
        known = by_side(positions, rules)
        for_net = [points for points, outcomes in zip(positions, known, strict=True) if not outcomes]
        judged = iter(self._by_net(for_net, rules))
        return [outcomes or next(judged) for outcomes in known]

    def _by_side(self, positions: Sequence[Points], rules: Rules) -> list[Outcomes | None]:
        """Judge the races among positions."""
        pairs = [sides(points) for points in positions]
        passed = [pair for pair in pairs if pair]
        judged = iter(self.races().evaluate(passed) if passed else ())
        carry_over = _IN_RACES[rules.backgammon]
        return [
            carry_over(points, *next(judged)) if pair else None
            for points, pair in zip(positions, pairs, strict=True)
        ]

    def _by_net(self, positions: Sequence[Points], rules: Rules) -> list[Outcomes]:
        if not positions:
            return []
        sums = self.net.run(encode_all(positions), len(positions))
        carry_over = _CARRY_OVER[rules.backgammon]
        return [carry_over(points, *row) for points, row in zip(positions, chances(sums), strict=True)]


def _by_moments(positions: Sequence[Points], rules: Rules) -> list[Outcomes | None]:
    """Judge races under a way of bearing off that was not taught."""
    return [heuristic.race(points, rules) if heuristic.is_race(points) else None for points in positions]


def _standard(
    points: Points, win: float, gammon: float, backgammon: float, lost_gammon: float, lost_backgammon: float
) -> Outcomes:
    """Hold the net's five chances to what is possible."""
    if sum(map(abs, points)) < 2 * CHECKERS:
        if sum([count for count in points if count > 0]) < CHECKERS:
            lost_gammon = lost_backgammon = 0.0
        if sum([count for count in points if count < 0]) > -CHECKERS:
            gammon = backgammon = 0.0
    gammon = min(gammon, win)
    backgammon = min(backgammon, gammon)
    lost_gammon = min(lost_gammon, 1 - win)
    lost_backgammon = min(lost_backgammon, lost_gammon)
    return Outcomes(win, gammon, backgammon, lost_gammon, lost_backgammon)


def _bar_only(points: Points, *row: float) -> Outcomes:
    found = _standard(points, *row)
    return found._replace(
        win_backgammon=found.win_backgammon * BACKGAMMON_ON_BAR,
        lose_backgammon=found.lose_backgammon * BACKGAMMON_ON_BAR,
    )


def _not_home(points: Points, *row: float) -> Outcomes:
    """A gammon that catches a checker outside is worth three points here."""
    found = _standard(points, *row)
    return found._replace(
        win_backgammon=max(found.win_backgammon, found.win_gammon * GAMMON_NOT_HOME),
        lose_backgammon=max(found.lose_backgammon, found.lose_gammon * GAMMON_NOT_HOME),
    )


_CARRY_OVER: dict[Backgammon, Callable[..., Outcomes]] = {
    Backgammon.BAR_OR_HOME: _standard,
    Backgammon.BAR: _bar_only,
    Backgammon.NOT_HOME: _not_home,
}


def _race_not_home(points: Points, *row: float) -> Outcomes:
    """Who has all his checkers at home can lose no more than a gammon."""
    found = _not_home(points, *row)
    if min(points[:19]) >= 0:
        found = found._replace(win_backgammon=0.0)
    return found._replace(lose_backgammon=0.0) if max(points[7:]) <= 0 else found


def _race_bar_only(points: Points, *row: float) -> Outcomes:
    """Nobody comes to the bar any more."""
    return _standard(points, *row)._replace(win_backgammon=0.0, lose_backgammon=0.0)


_IN_RACES: dict[Backgammon, Callable[..., Outcomes]] = {
    Backgammon.BAR_OR_HOME: _standard,
    Backgammon.BAR: _race_bar_only,
    Backgammon.NOT_HOME: _race_not_home,
}


@cache
def judge() -> NetEvaluator:
    """Return the evaluator with the net that ships."""
    return NetEvaluator(
        inference(read_net(files(__package__).joinpath("data", "net.bin").read_bytes())), races
    )
