"""The one counted fact that makes a choice better than another, or none if no single fact decides.

The facts of two plays (analysis.facts) are weighed against each other. WEIGHTS, the value of each, are fitted
to judged pairs of plays by ``python3 py bench reasons``, which also measures how often a reason would have
favoured the worse play. A reason is given if all facts together clearly favour the better play (LEAN), if its
own facts are a large part of what favours it (SHARE), and if its sentence is literally true. Reasons about
gammons and the cube use the chances that the analysis found.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from backgammon.analysis.facts import DEEP, FAR_HOME, HOME, Facts, count_facts, longest
from backgammon.analysis.findings import Chances, CubeAction, CubeFinding, CubeReply, Finding
from backgammon.core.match import Match, Phase, is_cube_dead, is_single_game
from backgammon.core.plays import Turn
from backgammon.core.position import Points

_T = TypeVar("_T")
LEAST = 0.05
"""Equity: a smaller loss gets no reason; the measurements are of errors of this size and more."""

_FAR = 40
"""The lead in pips at which a race is as good as won or lost."""

_POINTS = (2, 3, 4, 5, 7, 18, 20, 21, 22, 23, 24)
"""Points whose value differs from that of any other."""

WEIGHTS: Mapping[str, float] = {
    "hit.checkers": 1.75,
    "hit.board": 0.84,
    "hit.risk": -0.59,
    "hit.lead": 4.49,
    "shots.single": -0.08,
    "shots.double": -0.11,
    "shots.lead": -0.04,
    "points.held": 1.04,
    "points.home": 1.61,
    "points.2": 0.94,
    "points.3": 0.03,
    "points.4": 0.88,
    "points.5": 1.16,
    "points.7": -0.16,
    "points.18": -1.59,
    "points.20": 2.2,
    "points.21": 1.05,
    "points.22": 0.35,
    "points.23": -1.5,
    "points.24": -2.46,
    "points.prime": 0.77,
    "points.long": 0.19,
    "points.blocks": 0.45,
    "back.checkers": -2.87,
    "back.lead": -0.58,
    "deep.checkers": -1.28,
    "other.builders": 0.41,
    "other.outside": -0.71,
    "other.back": 1.36,
    "other.outer": -0.34,
}
"""The value of one more of each term, in log-odds."""

LEAN: Mapping[str, float] = {
    "back": 1.8,
    "deep": 1.4,
    "hit": 1.8,
    "point": 0.8,
    "point-kept": 1.0,
    "prime": 1.8,
    "shots": 1.4,
}
"""For each reason, how clearly all facts together must favour the better play, in log-odds.

These are the results of ``bench reasons --fit``, except for three: "back" had 1.0, but was right in only 88
of 100 other decisions; "deep" had 0.8, but was right in only 84 of 100 others, in two sets; "shots" had 1.8
to 2.4, but from this value on it is right in more than nine of ten others too.
"""

SHARE = 0.3
"""The least share of a reason in the weight of all that favours the better play."""

_MOST = 0.6
"""The least share that gammons must have in a gain to be its reason."""

RISK = 6
"""A hit that gives the opponent this many more shots is not given as the reason."""

FEWER = 0.75
"""Shots are a reason if the better play leaves less than this share of those that the other leaves."""

MISSES = 27
"""If more rolls than this miss, the bear-off has hardly begun, and misses are not a reason."""

GAMMONS = 0.04
"""Gammons are a reason if at least this share more of the games end in one."""

DECIDED = 0.05
"""If fewer games than this are won whichever play is made, only gammons are left to decide."""

EARLY, LOST = 0.40, 0.60
"""A double is too early if the opponent's winning chance is at least EARLY, but below LOST."""

TOO_GOOD = -0.1
"""Gammons won minus twice the games lost: from this value on, it is right to play on."""

SHORT = 0.09
"""A take is wrong if the winning chance is this far too low, however useful the cube still is."""

NEAR = 0.02
"""Shares that differ by less are shown with one decimal: whole percentages would look alike."""

MORE = 0.01
"""The least gain in the share of games won that is given as a reason."""


class Reason(NamedTuple):
    """A fact that decides: its name, and the numbers for its sentence; a float is a share of one."""

    name: str
    numbers: tuple[tuple[str, int | float], ...] = ()

    def params(self, percent: Callable[[float, int], _T]) -> dict[str, _T | int]:
        """Return the values that fill the sentence; ``percent(share, decimals)`` formats a share of one."""
        shares = [value for _, value in self.numbers if isinstance(value, float)]
        decimals = int(len(shares) > 1 and max(shares) - min(shares) < NEAR)
        return {
            name: percent(value, decimals) if isinstance(value, float) else value
            for name, value in self.numbers
        }


def terms(facts: Facts) -> dict[str, float]:
    """Return the terms of a play to be weighed, by name; the part before the dot is the reason of a term."""
    ahead = max(-1.0, min(1.0, facts.lead / _FAR))
    home = sum([point in facts.held for point in HOME])
    return {
        "hit.checkers": facts.hits,
        "hit.board": facts.hits * home,
        "hit.risk": facts.hits * facts.board,
        "hit.lead": ahead,
        "shots.single": facts.shots,
        "shots.double": facts.double_shots,
        "shots.lead": facts.shots * ahead,
        "points.held": len(facts.held),
        "points.home": home,
        **{f"points.{point}": float(point in facts.held) for point in _POINTS},
        "points.prime": facts.prime,
        "points.long": max(0, facts.prime - 3),
        "points.blocks": facts.blocks,
        "back.checkers": facts.back,
        "back.lead": facts.back * ahead,
        "deep.checkers": facts.deep,
        "other.builders": facts.builders,
        "other.outside": facts.outside,
        "other.back": facts.back_blots,
        "other.outer": facts.outer_blots,
    }


def explain(match: Match, found: Finding | CubeFinding, index: int | None = None) -> Reason | None:
    """Return why the best choice of a decision is better than another, or None if no single fact decides.

    ``match``: the state at the decision; ``found``: its analysis. ``index``: the play that the best is
    compared with; by default the chosen play, or else the second best. For a cube decision, return why the
    proper action is right.

    >>> from backgammon import OpeningRoll, Played, analyse, new_match
    >>> [blunder] = analyse(new_match(), [OpeningRoll(3, 1), Played(((24, 23), (13, 10)))]).worst
    >>> explain(blunder.decision.match, blunder.finding)
    Reason(name='shots', numbers=(('few', 0), ('many', 34)))
    """
    return _reason(match, found, index)


@lru_cache(maxsize=512)
def _reason(match: Match, found: Finding | CubeFinding, index: int | None) -> Reason | None:
    if isinstance(found, CubeFinding):
        return _cube(match, found)
    if found.cube:
        return _cube(match, found.cube)
    compared = index or found.chosen or 1
    if compared >= len(found.plays) or found.plays[compared].behind < LEAST or match.dice is None:
        return None
    turn = Turn(match.position, match.dice, match.rules)
    best, other = found.plays[0], found.plays[compared]
    return compare(
        match,
        turn.after(best.steps),
        turn.after(other.steps),
        best.chances,
        other.chances,
    )


def compare(
    match: Match, best: Points, other: Points, best_chances: Chances, other_chances: Chances
) -> Reason | None:
    """Return why the points ``best`` after a play are better than the points ``other`` after another."""
    if max(best_chances.win, other_chances.win) < DECIDED:
        return _gammons(match, best_chances, other_chances)
    before = match.position.points
    one, two = count_facts(before, best, match.rules), count_facts(before, other, match.rules)
    if not (one.contact or two.contact):
        return _race(before, one, two) or _gammons(match, best_chances, other_chances)
    return _board(before, one, two) or _gammons(match, best_chances, other_chances)


def count_wins(found: Finding) -> Reason | None:
    """Return the games won after the best and the chosen play; None if the difference is too small."""
    if not found.chosen or found.plays[found.chosen].behind < LEAST:
        return None
    more, less = found.plays[0].chances.win, found.plays[found.chosen].chances.win
    return Reason("wins", (("more", more), ("less", less))) if more - less >= MORE else None


def candidates(before: Points, one: Facts, two: Facts) -> tuple[float, list[Reason]]:
    """Return how clearly all facts favour one play over another, and the reasons that weigh most.

    The first is in log-odds. The reasons come heaviest first; each has its SHARE and is literally true.
    """
    ours, theirs = terms(one), terms(two)
    sums: dict[str, float] = {}
    for name, weight in WEIGHTS.items():
        reason = name.partition(".")[0]
        sums[reason] = sums.get(reason, 0.0) + weight * (ours[name] - theirs[name])
    for_it = sum([weight for weight in sums.values() if weight > 0])
    heavy = [name for name in sums if name in _SAYS and sums[name] >= max(SHARE * for_it, 1e-9)]
    heavy.sort(key=lambda name: -sums[name])
    if one.hits > two.hits:
        heavy = [name for name in heavy if name == "hit"]  # a hit is what everyone sees first
    said = [_SAYS[name](before, one, two) for name in heavy]
    return sum(sums.values()), [reason for reason in said if reason]


def _board(before: Points, one: Facts, two: Facts) -> Reason | None:
    """Return the heaviest reason that is clear enough (LEAN), in a position with contact."""
    clear, reasons = candidates(before, one, two)
    return next((reason for reason in reasons if clear >= LEAN.get(reason.name, clear + 1)), None)


def _hit(before: Points, one: Facts, two: Facts) -> Reason | None:
    worth_it = one.hits > 0 and one.shots - two.shots < RISK
    return Reason("hit") if worth_it and not two.hits else None


def _shots(before: Points, one: Facts, two: Facts) -> Reason | None:
    if one.shots >= FEWER * two.shots:
        return None
    return Reason("shots", (("few", one.shots), ("many", two.shots)))


def _points(before: Points, one: Facts, two: Facts) -> Reason | None:
    """Return the longer row of points, or else the most valuable point that the better play alone holds.

    Once the checkers have passed each other, points do nothing.
    """
    if not one.contact:
        return None
    rows = longest(one.held, 0), longest(two.held, 0)
    if one.prime > max(3, two.prime) and rows == (one.prime, two.prime) and one.off == two.off:
        return Reason("prime", (("more", one.prime), ("less", two.prime)))
    gained = [point for point in one.held - two.held if point > 1 and _worth(point) > 0]
    if not gained:
        return None
    point = max(gained, key=_worth)
    if before[point] < 2:
        return Reason("point", (("point", point),))
    return None if point in FAR_HOME else Reason("point-kept", (("point", point),))


def _worth(point: int) -> float:
    """Return the value of holding a point, in log-odds."""
    return (
        WEIGHTS["points.held"]
        + WEIGHTS["points.home"] * (point in HOME)
        + WEIGHTS.get(f"points.{point}", 0.0)
    )


def _back(before: Points, one: Facts, two: Facts) -> Reason | None:
    return Reason("back") if one.back < two.back else None


def _deep(before: Points, one: Facts, two: Facts) -> Reason | None:
    """Return the checkers that the other play puts on DEEP, not those that the better one bears off there."""
    was = sum([max(0, before[point]) for point in DEEP])
    return Reason("deep") if max(was, one.deep) < two.deep and one.off <= two.off else None


_SAYS: Mapping[str, Callable[[Points, Facts, Facts], Reason | None]] = {
    "hit": _hit,
    "shots": _shots,
    "points": _points,
    "back": _back,
    "deep": _deep,
}


def _race(before: Points, one: Facts, two: Facts) -> Reason | None:
    """Return the reason in a race: checkers off, rolls that will miss, checkers played deep."""
    if one.off != two.off:
        return Reason("off") if one.off > two.off else None
    if one.misses < two.misses and one.misses <= MISSES:
        return Reason("misses", (("few", one.misses), ("many", two.misses)))
    return _deep(before, one, two)


def _gammons(match: Match, best: Chances, other: Chances) -> Reason | None:
    """Return gammons as the reason if they, and not the games won, make most of the difference.

    They count only for a player whom a single game at the present cube does not win the match, and for nobody
    where all games are single.
    """
    if is_single_game(match):
        return None
    mine, theirs = [not 0 < match.away(side) <= match.cube for side in (match.on_roll, 1 - match.on_roll)]
    won = mine * (best.win_gammon - other.win_gammon)
    saved = theirs * (other.lose_gammon - best.lose_gammon)
    gain = 2 * (best.win - other.win) + won + saved
    if gain < LEAST or max(won, saved) < max(GAMMONS, _MOST * gain):
        return None
    if won > saved:
        return Reason("gammons", (("more", best.win_gammon), ("less", other.win_gammon)))
    return Reason("gammons-lost", (("less", best.lose_gammon), ("more", other.lose_gammon)))


def _cube(match: Match, found: CubeFinding) -> Reason | None:
    """Return why the proper cube action is right; its "opponent" is the player who may be doubled."""
    take, drop, chances = found.double_take, found.double_drop, found.chances
    if take is None or drop is None or found.reply not in (CubeReply.TAKE, CubeReply.DROP):
        return None
    if match.phase is Phase.DOUBLED:
        return _take(found, drop - take) if abs(drop - take) >= LEAST else None
    gap = abs(found.no_double - min(take, drop))
    if match.phase is not Phase.TO_ROLL or gap < LEAST:
        return None
    if found.action is CubeAction.NO_DOUBLE:
        is_early = EARLY <= chances.lose < LOST and not is_cube_dead(match)
        return Reason("early", (("wins", chances.lose),)) if is_early else None
    if found.reply is not CubeReply.DROP:
        return None
    if found.action is CubeAction.DOUBLE or chances.win_gammon - 2 * chances.lose < TOO_GOOD:
        return None
    return Reason("too-good", (("gammons", chances.win_gammon), ("losses", chances.lose)))


def _take(found: CubeFinding, gain: float) -> Reason | None:
    """Compare the match chances or, in money play, the games won with those that a take needs.

    The need is calculated for a dead cube: a loss costs two, a gammon four, and a drop one.
    """
    if found.match_chances:
        _, take, drop = found.match_chances
        shares = ("take", 1 - take), ("drop", 1 - drop)
        return Reason("take-match", shares) if _are_seen_apart(take, drop) else None
    _, gammons, backgammons, lost, lost_gammons, lost_backgammons = found.chances
    needed = 0.25 + (gammons + backgammons - lost_gammons - lost_backgammons) / 2
    decides = lost >= needed if gain > 0 else lost <= needed - SHORT
    if decides and 0 <= needed <= 1 and _are_seen_apart(lost, needed):
        return Reason("take", (("needed", needed), ("wins", lost)))
    return None


def _are_seen_apart(one: float, other: float) -> bool:
    """Whether two shares differ when they are shown with one decimal."""
    return round(1000 * one) != round(1000 * other)
