"""The worth of a position with the cube, at money and in a match, and the cube decisions that follow.

Model: Janowski's. The worth is the mean, weighted by the cube's *efficiency*, of the worth with a dead cube
(both sides play on to the end) and with a live cube (the chances move without jumps, so that every double
comes at the point where take and drop are equal). Both are piecewise linear in the chance of winning, with
few corners; gammons enter through the mean worth of a won and of a lost game. Source: R. Janowski,
"Take-Points in Money Games" (1993). The match form applies the same idea to each level of the cube, starting
from the level at which the cube is dead for both. A player who risks nothing by doubling, such as the trailer
after the Crawford game, doubles at their first turn: that cube is as good as live, less what a jump past the
cash point costs until then.

Worth is in *points* in money play (cube value included) and is the *chance of winning the match* in a match,
always seen by the player on roll of the Stakes.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from backgammon.core.cube_decision import CubeDecision
from backgammon.core.rules import STANDARD, Rules
from backgammon.engine import met
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.stakes import Stakes

EFFICIENCY = 0.72
"""The value at which 0 plies agree best with 2 about who should double: 0.72 at money, 0.72 to 0.8 in
matches, whether the search at 2 plies itself uses 0.68, 0.72 or 0.76."""

LEAST_UNIT = 1e-14
"""The least worth of a point of equity. When a match is almost decided, a chance near one cannot show the
difference that a game makes."""

ROLL_SWING = 0.11
"""The most by which one roll moves the chance of winning, as it matters for a free cube (see _free_worth)."""
PATIENCE = 0.09
"""How far past the cash point playing on for a gammon becomes worth more than cashing. With ROLL_SWING and
PATIENCE, the worth of no double agrees with rollouts of 40 positions after the Crawford game to within 0.05
in the mean."""


def game_value(stakes: Stakes, times: int) -> float:
    """Return the worth of winning (``times`` 1 to 3) or losing (−1 to −3) a game at this cube."""
    points = times * stakes.cube
    if stakes.money:
        return float(points)
    mine, theirs = stakes.away
    away = (mine - points, theirs) if points > 0 else (mine, theirs + points)
    rules = stakes.rules
    to_come = rules.crawford and not (stakes.crawford_done or stakes.crawford_game)
    return match_chance(away, to_come, rules)


def flip_worth(value: float, stakes: Stakes) -> float:
    """Return a worth as the other player sees it."""
    return -value if stakes.money else 1 - value


def emg_unit(stakes: Stakes) -> float:
    """Return the worth of one point of equity normalised to the cube (EMG)."""
    return max((game_value(stakes, 1) - game_value(stakes, -1)) / 2, LEAST_UNIT)


def gammon_weights(stakes: Stakes) -> tuple[float, float, float, float]:
    """Return the weights of the four gammon and backgammon chances, with a dead cube.

    They are in the order of Outcomes. The unit is the gap between a plain win and a plain loss, so that the
    chance of winning has weight 1; the weights of losses are positive too.
    """
    if stakes.jacoby:
        return 0.0, 0.0, 0.0, 0.0
    whole = 2 * emg_unit(stakes)
    if whole <= 2 * LEAST_UNIT:
        return 0.5, 0.5, 0.5, 0.5
    plus = [game_value(stakes, times) for times in (1, 2, 3)]
    minus = [game_value(stakes, -times) for times in (1, 2, 3)]
    return (
        (plus[1] - plus[0]) / whole,
        (plus[2] - plus[1]) / whole,
        (minus[0] - minus[1]) / whole,
        (minus[1] - minus[2]) / whole,
    )


_STRIDE = 20
"""The step, in points, by which the table of match chances is filled from low scores upwards."""


def match_chance(away: tuple[int, int], crawford: bool, rules: Rules = STANDARD) -> float:
    """Return the match winning chance before a game; ``crawford``: the Crawford game is still to come."""
    mine, theirs = away
    if mine <= 0 or theirs <= 0:
        return float(mine <= 0)
    scoring = met.scoring_of(rules)
    if scoring == met.STANDARD:
        known = met.standard_table(crawford).get(away)
        if known is not None:
            return known
    return _computed_chance(away, crawford, scoring)


@cache
def _computed_chance(away: tuple[int, int], crawford: bool, scoring: met.Scoring) -> float:
    """Return the chance at a score that no table holds; see engine.met."""
    known = met.one_away(away, crawford, scoring)
    if known is not None:
        return known
    if away[0] == away[1]:
        return 0.5
    rules = scoring.rules()
    for nearer in ((away[0] - _STRIDE, away[1]), (away[0], away[1] - _STRIDE)):
        if min(nearer) > 0:  # low scores first, so that long matches do not recurse deeply
            match_chance(nearer, crawford, rules)
    stakes = Stakes(rules, away=away, crawford_done=not crawford)
    return cubeful_value(scoring.level, stakes, sum([scoring.efficiency(each) for each in away]) / 2)


def cubeful_value(outcomes: Outcomes, stakes: Stakes, efficiency: float = EFFICIENCY) -> float:
    """Return the worth of a position, including the present cube and its future use."""
    return valuer([stakes], efficiency)(outcomes)[0]


Valuer = Callable[[Outcomes], Sequence[float]]
"""A function that returns the cubeful worths of a position at fixed stakes, in their order."""


def valuer(stakes: Sequence[Stakes], efficiency: float = EFFICIENCY) -> Valuer:
    """Return a function that computes the cubeful worths of a position at all of these stakes together."""
    scores = [(each.away, each.crawford_game, each.crawford_done) for each in stakes]
    different = list(dict.fromkeys(scores))
    if len(different) == 1:
        return _valuer_at(stakes, efficiency)
    places = [(different.index(score), scores[:at].count(score)) for at, score in enumerate(scores)]
    parts = [[each for each, own in zip(stakes, scores, strict=True) if own == score] for score in different]
    return partial(_worths_by_score, places, [_valuer_at(part, efficiency) for part in parts])


def _worths_by_score(
    places: Sequence[tuple[int, int]], valuers: Sequence[Valuer], outcomes: Outcomes
) -> list[float]:
    """Return the worths at several scores; a place is the index of a score and that of the stakes at it."""
    found = [values(outcomes) for values in valuers]
    return [found[score][index] for score, index in places]


def _valuer_at(stakes: Sequence[Stakes], efficiency: float) -> Valuer:
    """Like valuer, for stakes that differ only in the cube and so share much of the work."""
    first = stakes[0]
    if first.money:
        kinds = [(each.owner, each.jacoby, each.cube_in_play) for each in stakes]
        different = list(dict.fromkeys(kinds))
        places = [(each.cube, different.index(kind)) for each, kind in zip(stakes, kinds, strict=True)]
        return partial(_money_worths, places, different, efficiency)
    cubes = [each.cube for each in stakes]
    levels = _levels(first.with_cube(min(cubes), owner=0), max(cubes))
    heights = [(cube // min(cubes)).bit_length() - 1 for cube in cubes]
    return partial(
        _match_worths, list(zip(heights, [each.owner for each in stakes], strict=True)), levels, efficiency
    )


def _money_worths(
    places: Sequence[tuple[int, int]],
    kinds: Sequence[tuple[int, bool, bool]],
    efficiency: float,
    outcomes: Outcomes,
) -> list[float]:
    """Compute the worth of each kind at a cube of 1; return it multiplied by the cube of each place."""
    worths = [
        _money_worth(owner, jacoby, efficiency, outcomes) if in_play else _dead_money_worth(jacoby, outcomes)
        for owner, jacoby, in_play in kinds
    ]
    return [cube * worths[kind] for cube, kind in places]


def _dead_money_worth(jacoby: bool, outcomes: Outcomes) -> float:
    return 2 * outcomes.win - 1 if jacoby else outcomes.equity


def _money_worth(owner: int, jacoby: bool, efficiency: float, outcomes: Outcomes) -> float:
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = outcomes
    if win <= 0 or win >= 1:
        return _dead_money_worth(jacoby, outcomes)
    gain = 1 + (win_gammon + win_backgammon) / win
    loss = 1 + (lose_gammon + lose_backgammon) / (1 - win)
    take_point = (loss - 0.5) / (gain + loss + 0.5)
    cash_point = (loss + 1) / (gain + loss + 0.5)
    if jacoby:
        gain = loss = 1.0
    dropped, cashed = -1.0, 1.0
    if owner > 0:  # the opponent cannot double
        take_point, dropped = 0.0, -loss
    elif owner < 0:
        cash_point, cashed = 1.0, gain
    live = _live_worth(win, -loss, take_point, dropped, cash_point, cashed, gain)
    dead = win * (gain + loss) - loss
    return efficiency * live + (1 - efficiency) * dead


def _live_worth(
    win: float, loss: float, take_point: float, dropped: float, cash_point: float, cashed: float, gain: float
) -> float:
    """Interpolate the worth with a live cube from sure loss to sure win, by the take and cash points."""
    if win <= take_point:
        return loss + (dropped - loss) * win / take_point
    if win > cash_point:
        return cashed + (gain - cashed) * (win - cash_point) / (1 - cash_point)
    return dropped + (cashed - dropped) * (win - take_point) / (cash_point - take_point)


class _Level(NamedTuple):
    """A level of the cube: the worth of games won and lost there, and who can use a higher cube.

    ``gammon`` and ``backgammon`` are what they add to a win, ``lost_…`` what they add to a loss (0 or less).
    """

    win: float
    gammon: float
    backgammon: float
    loss: float
    lost_gammon: float
    lost_backgammon: float
    i_use_it: bool
    he_uses_it: bool


@cache
def _levels(stakes: Stakes, highest: int) -> tuple[_Level, ...]:
    """Return the levels from the present centred cube to ``highest``, or beyond to one that nobody raises."""
    win, gammon, backgammon = [game_value(stakes, times) for times in (1, 2, 3)]
    loss, lost_gammon, lost_backgammon = [game_value(stakes, -times) for times in (1, 2, 3)]
    level = _Level(
        *(win, gammon - win, backgammon - gammon),
        *(loss, lost_gammon - loss, lost_backgammon - lost_gammon),
        stakes.can_use_cube,
        stakes.flip().can_use_cube,
    )
    if stakes.cube >= highest and not (level.i_use_it or level.he_uses_it):
        return (level,)
    return (level, *_levels(stakes.with_cube(2 * stakes.cube, stakes.owner), highest))


_Corners = tuple[float, float, float, float]
"""The mean match chance after a won and after a lost game, then the take point of the player on roll and that
of the opponent (the cash point), both as chances of winning of the player on roll."""


def _match_worths(
    cubes: Sequence[tuple[int, int]], levels: Sequence[_Level], efficiency: float, outcomes: Outcomes
) -> list[float]:
    """Return the worth for each (height, owner) of the cube; a height is an index in ``levels``."""
    corners, win = _corners(outcomes, levels), outcomes.win
    return [_match_worth(owner, levels[height], corners[height], efficiency, win) for height, owner in cubes]


def _corners(outcomes: Outcomes, levels: Sequence[_Level]) -> list[_Corners]:
    """Return the corners of each level, computed from the highest down: each depends on the one above."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = outcomes
    lose = 1 - win or 1.0
    lose_gammon, lose_backgammon = lose_gammon / lose, lose_backgammon / lose
    win_gammon, win_backgammon = win_gammon / (win or 1.0), win_backgammon / (win or 1.0)
    take_point, cash_point = 0.0, 1.0
    gain = loss = top = bottom = 0.0  # of the level above; nobody raises the highest
    found = []
    for level in reversed(levels):
        won, gammon, backgammon, lost, lost_gammon, lost_backgammon, i_use_it, he_uses_it = level
        take_point, cash_point = (
            cash_point * _part(lost, loss, top) if he_uses_it else 0.0,
            take_point + (1 - take_point) * _part(won, bottom, gain) if i_use_it else 1.0,
        )
        gain = won + gammon * win_gammon + backgammon * win_backgammon
        loss = lost + lost_gammon * lose_gammon + lost_backgammon * lose_backgammon
        top, bottom = won if i_use_it else gain, lost if he_uses_it else loss
        found.append((gain, loss, take_point, cash_point))
    return found[::-1]


def _match_worth(owner: int, level: _Level, corners: _Corners, efficiency: float, win: float) -> float:
    gain, loss, take_point, cash_point = corners
    dead = win * gain + (1 - win) * loss
    i_use_it = owner >= 0 and level.i_use_it
    he_uses_it = owner <= 0 and level.he_uses_it
    if not (i_use_it or he_uses_it) or win <= 0 or win >= 1:
        return dead
    if not level.he_uses_it:
        return _free_worth(win, gain, loss, cash_point, level.win, rolls=2)
    if not level.i_use_it:
        return 1 - _free_worth(1 - win, 1 - loss, 1 - gain, 1 - take_point, 1 - level.loss, rolls=1)
    dropped, cashed = level.loss, level.win
    if not he_uses_it:
        take_point, dropped = 0.0, loss
    if not i_use_it:
        cash_point, cashed = 1.0, gain
    live = _live_worth(win, loss, take_point, dropped, cash_point, cashed, gain)
    return efficiency * live + (1 - efficiency) * dead


def _free_worth(win: float, gain: float, loss: float, cash_point: float, cashed: float, rolls: int) -> float:
    """Return a player's worth with a *free* cube: the opponent already wins the match at its present value.

    The player doubles at their next turn, ``rolls`` from now. Up to the cash point that is exact, except for
    the cost of jumping past it until then. Beyond it they cash or, from PATIENCE on, play for a gammon.
    """
    if not 0 < cash_point < 1:
        return win * gain + (1 - win) * loss
    swing = min(ROLL_SWING * sqrt(rolls), cash_point, 1 - cash_point)
    line = [(0.0, loss), (cash_point, cashed), (min(cash_point + PATIENCE, 1.0), cashed), (1.0, gain)]
    return _on_line(line, win) + met.corner_correction(win, cash_point, (loss - cashed) / cash_point, swing)


_PLAIN = Outcomes(0.5, 0.0, 0.0, 0.0, 0.0)
_LIVE_TAKE_POINT = 0.2
"""At money. Source: E. Keeler and J. Spencer, "Optimal Doubling in Backgammon" (1975)."""


def take_points(stakes: Stakes) -> tuple[float, float]:
    """Return the opponent's take points against a double, as their chances of winning, ignoring gammons.

    The first is for a dead cube (the opponent has no use for it afterwards), the second for a live one.
    """
    doubled = stakes.after_double()
    dead = 1 - _part(game_value(stakes, 1), game_value(doubled, -1), game_value(doubled, 1))
    if stakes.money:
        return dead, _LIVE_TAKE_POINT if doubled.cube_in_play else dead
    cash_point = _corners(_PLAIN, _levels(stakes.with_cube(stakes.cube, owner=0), stakes.cube))[0][3]
    return dead, 1 - cash_point


def _part(value: float, low: float, high: float) -> float:
    """Return the position of ``value`` between two others, from 0 to 1."""
    return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 0.0


def _on_line(line: list[tuple[float, float]], at: float) -> float:
    """Interpolate between points in ascending order of the first coordinate, up to that of the last."""
    (left, low), (right, high) = next(part for part in pairwise(line) if at <= part[1][0])
    return low + (high - low) * (at - left) / (right - left)


def decide(outcomes: Outcomes, stakes: Stakes, efficiency: float = EFFICIENCY) -> CubeDecision:
    """Return the cube decision of the player on roll, who may double; ``outcomes`` are theirs."""
    no_double = cubeful_value(outcomes, stakes, efficiency)
    return weigh(no_double, cubeful_value(outcomes, stakes.after_double(), efficiency), stakes)


def weigh(no_double: float, double_take: float, stakes: Stakes) -> CubeDecision:
    """Return the decision on a double from its two worths; dropping a beaver loses the doubled cube."""
    beaver_drop = game_value(stakes.after_double(), -1) if stakes.beavers else None
    return CubeDecision.of(no_double, double_take, game_value(stakes, 1), beaver_drop)
