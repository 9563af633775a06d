"""Why one choice is better than another, in one fact that is counted; where none decides, silence.

The facts of two plays (analysis.facts) are weighed against each other: WEIGHTS say what each is worth, fitted
to judged pairs of plays by ``python3 py bench reasons``, which also measures how often a reason would have
spoken for the worse play. A reason is given where all facts together lean clearly to the better play (LEAN),
where its own facts weigh much of that (SHARE), and where what it says is literally so. Gammons, and the cube,
speak by the chances that the analysis found.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from backgammon.analysis.facts import FAR_HOME, HOME, Facts, count_facts, longest
from backgammon.analysis.findings import Chances, CubeAction, CubeFinding, CubeReply, Finding
from backgammon.analysis.report import is_contact
from backgammon.core.match import Match, Phase
from backgammon.core.plays import Turn
from backgammon.core.position import Points

LEAST = 0.05
"""Equity: what loses less gets no reason; what was measured are errors of this size and more."""

_FAR = 40
"""Pips by which a race is as good as won or lost."""

_POINTS = (2, 3, 4, 5, 7, 18, 20, 21, 22, 23, 24)
"""Points whose worth differs from that of any other."""

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
"""What one more of each term is worth, as log-odds."""

LEAN: Mapping[str, float] = {
    "back": 1.8,
    "deep": 0.8,
    "hit": 1.8,
    "point": 0.8,
    "point-kept": 1.0,
    "prime": 1.8,
    "shots": 1.4,
}
"""Log-odds: so clearly at least all facts together say which play is better, by the reason that is given.

As ``bench reasons --fit`` found them, but for two: "back" had 1.0, and was right in only 88 of 100 on other
decisions; "shots" had 1.8 to 2.4, and is right in more than nine of ten, there too, from here on.
"""

SHARE = 0.3
"""The facts of a reason weigh at least so much of all that speaks for the better play."""

_MOST = 0.6
"""The part of a gain that makes it a matter of gammons."""

RISK = 6
"""A hit that gives the opponent so many more shots is not what decides."""

FEWER = 0.75
"""Shots are spoken of where the better play leaves less than so much of what the other does."""

MISSES = 27
"""Where more rolls miss, the bear-off has hardly begun, and no roll is spoken of."""

GAMMONS = 0.04
"""A gammon is spoken of where so many more games end in one."""

DECIDED = 0.05
"""Where fewer games are still won whatever is played, nothing but gammons is left to decide."""

EARLY, LOST = 0.40, 0.60
"""A double is too early where the opponent still wins so many games, not where he wins nearly all."""

TOO_GOOD = -0.1
"""Gammons won less twice the games lost: from here on it is right to play on."""

SHORT = 0.09
"""So many games too few, and a take is wrong whatever the cube is still good for."""

NEAR = 0.02
"""Shares that differ by less are told with one decimal: whole percentages would look alike."""

MORE = 0.01
"""A play wins more games where so many more are won."""


class Reason(NamedTuple):
    """A fact that decides: its name, and the numbers that its sentence has; a share of one is a float."""

    name: str
    numbers: tuple[tuple[str, int | float], ...] = ()

    def params(self, percent: Callable[[float, int], str]) -> dict[str, str | int]:
        """Return what fills the sentence; ``percent`` writes a share of one with so many decimals."""
        shares = [value for _, value in self.numbers if isinstance(value, float)]
        decimals = int(len(shares) > 1 and max(shares) - min(shares) < NEAR)
        return {
            name: percent(value, decimals) if isinstance(value, float) else value
            for name, value in self.numbers
        }


def terms(facts: Facts) -> dict[str, float]:
    """Return what is weighed of a play, by name; what stands before the dot is the reason it belongs to."""
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


@lru_cache(maxsize=512)
def explain(match: Match, found: Finding, index: int | None = None) -> Reason | None:
    """Say why the best choice of a decision is better than another, or None where no one fact decides.

    ``match``: the decision; ``found``: what an analysis found about it. ``index``: the play that the best is
    compared with; without it the one that was chosen, or else the next best. Of a cube decision it says why
    the proper action is proper.

    >>> from backgammon import Decision, OpeningRoll, Played, STANDARD, Search, judge, new_match, replay
    >>> from backgammon.analysis.match import study
    >>> from backgammon.engine.thinking import finish
    >>> match = replay(new_match(), [OpeningRoll(3, 1)])
    >>> blunder = Decision(1, match, Played(((24, 23), (13, 10))))
    >>> explain(match, finish(study(Search(judge(), STANDARD), blunder)))
    Reason(name='shots', numbers=(('few', 0), ('many', 34)))
    """
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


def compare(match: Match, best: Points, other: Points, hopes: Chances, fears: Chances) -> Reason | None:
    """Say what decides for the points after one play against those after another.

    ``hopes`` and ``fears``: how the game may end after the one and after the other.
    """
    if max(hopes.win, fears.win) < DECIDED:
        return _gammons(hopes, fears)
    before = match.position.points
    one, two = count_facts(before, best, match.rules), count_facts(before, other, match.rules)
    if not (is_contact(best) or is_contact(other)):
        return _race(one, two) or _gammons(hopes, fears)
    return _board(before, one, two) or _gammons(hopes, fears)


def count_wins(found: Finding) -> Reason | None:
    """Say how many games the best play wins and how many the one chosen; None where that is not seen."""
    if not found.chosen or found.plays[found.chosen].behind < LEAST:
        return None
    more, less = found.plays[0].chances.win, found.plays[found.chosen].chances.win
    return Reason("wins", (("more", more), ("less", less))) if more - less >= MORE else None


def candidates(before: Points, one: Facts, two: Facts) -> tuple[float, list[Reason]]:
    """Return how clearly all facts speak for one play against another, and the reasons that weigh most.

    The first is in log-odds; of the reasons, the heaviest first, each has its SHARE and is literally so.
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
    """The heaviest reason that may speak where there is contact."""
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
    """The row of points that is longer, or else the heaviest point that one play alone holds."""
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
    """What holding a point is worth."""
    return (
        WEIGHTS["points.held"]
        + WEIGHTS["points.home"] * (point in HOME)
        + WEIGHTS.get(f"points.{point}", 0.0)
    )


def _back(before: Points, one: Facts, two: Facts) -> Reason | None:
    return Reason("back") if one.back < two.back else None


def _deep(before: Points, one: Facts, two: Facts) -> Reason | None:
    return Reason("deep") if one.deep < two.deep and one.off <= two.off else None


_SAYS: Mapping[str, Callable[[Points, Facts, Facts], Reason | None]] = {
    "hit": _hit,
    "shots": _shots,
    "points": _points,
    "back": _back,
    "deep": _deep,
}


def _race(one: Facts, two: Facts) -> Reason | None:
    """Where nobody can be hit any more: checkers off, rolls that will miss, checkers gone deep."""
    if one.off != two.off:
        return Reason("off") if one.off > two.off else None
    if one.misses < two.misses and one.misses <= MISSES:
        return Reason("misses", (("few", one.misses), ("many", two.misses)))
    return _deep((), one, two)


def _gammons(hopes: Chances, fears: Chances) -> Reason | None:
    """Where it is the gammons, and not the games won, that make most of the difference."""
    won = hopes.win_gammon - fears.win_gammon
    saved = fears.lose_gammon - hopes.lose_gammon
    gain = 2 * (hopes.win - fears.win) + won + saved
    if gain < LEAST or max(won, saved) < max(GAMMONS, _MOST * gain):
        return None
    if won > saved:
        return Reason("gammons", (("more", hopes.win_gammon), ("less", fears.win_gammon)))
    return Reason("gammons-lost", (("less", hopes.lose_gammon), ("more", fears.lose_gammon)))


def _cube(match: Match, found: CubeFinding) -> Reason | None:
    """Why the proper cube action is proper; what speaks of the opponent means the one who may be doubled."""
    take, drop, chances = found.double_take, found.double_drop, found.chances
    if take is None or drop is None or found.reply not in (CubeReply.TAKE, CubeReply.DROP):
        return None
    if match.phase is Phase.DOUBLED:
        return _take(found, drop - take) if abs(drop - take) >= LEAST else None
    gap = abs(found.no_double - min(take, drop))
    if match.phase is not Phase.TO_ROLL or gap < LEAST:
        return None
    if found.action is CubeAction.NO_DOUBLE:
        return Reason("early", (("wins", chances.lose),)) if EARLY <= chances.lose < LOST else None
    if found.reply is not CubeReply.DROP:
        return None
    if found.action is CubeAction.DOUBLE or chances.win_gammon - 2 * chances.lose < TOO_GOOD:
        return None
    return Reason("too-good", (("gammons", chances.win_gammon), ("losses", chances.lose)))


def _take(found: CubeFinding, gain: float) -> Reason | None:
    """The chances of the match, or in money play the games won against those that a take needs.

    Those are counted for a dead cube: a loss costs two, a gammon four, and the drop one.
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
    """Whether two shares differ as they are shown."""
    return round(1000 * one) != round(1000 * other)
