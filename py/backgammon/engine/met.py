"""The chance of winning a match from each score: the standard table, and the basis for computing others.

The standard scoring uses the published table that players and other programs use too: Kazaross-XG2, by Neil
Kazaross (2011), up to 25 points. For other scoring (no cube or a limited one, no Crawford game, another
definition of backgammon) and for longer matches, ``engine.cube`` computes the chances from the figures here.

Method for computed chances: every game is assumed to start level (half the games won by each side), with as
many gammons and backgammons among the wins as the net predicts in the starting position. In the Crawford game
the cube is dead. Once the leader is one point away, only the trailer's gammons count, and both play
accordingly. After the Crawford game the trailer doubles at their first turn, when the opening has moved the
chances by up to OPENING_SWING, and the leader drops where that is better. Before the Crawford game, the worth
of a game is that of a level position with a centred cube at this score in the cube model of ``engine.cube``,
with the efficiencies below; low scores are computed first. ``python3 py bench trail --games 40000`` measured
TRAILER_WINS (± 0.0025). TRAILER_GAMMONS, OPENING_SWING and the efficiencies are fitted so that the computed
standard scoring agrees with the published table: within 0.0024 at each score, within 0.0004 in the mean.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from backgammon.core.match import MAX_LENGTH
from backgammon.core.rules import Backgammon, Rules
from backgammon.engine.data_files import read
from backgammon.engine.evaluator import Outcomes

GAMMONS = 0.276
BACKGAMMONS = {Backgammon.BAR_OR_HOME: 0.013, Backgammon.BAR: 0.003, Backgammon.NOT_HOME: 0.222}
"""Shares of the wins, as the net predicts them in the starting position at one and at two plies."""
TRAILER_WINS = 0.503
TRAILER_GAMMONS = 0.28
OPENING_SWING = 0.057
EFFICIENCY = 0.66
LAST_EFFICIENCY = 0.86
"""Efficiencies of the cube over a game; LAST_EFFICIENCY: for a player for whom it turns at most twice."""

STANDARD_LENGTH = 25
"""The longest match, in points, that the published table covers."""

Away = tuple[int, int]
"""The points that a player and the opponent still need."""


class Scoring(NamedTuple):
    """The rules that affect the chances of a match; the defaults are the standard scoring."""

    crawford: bool = True
    cube: bool = True
    cube_limit: int = 0
    backgammon: Backgammon = Backgammon.BAR_OR_HOME

    def rules(self) -> Rules:
        """Return the standard rules with this scoring."""
        return Rules(
            crawford=self.crawford, cube=self.cube, cube_limit=self.cube_limit, backgammon=self.backgammon
        )

    @property
    def level(self) -> Outcomes:
        """The outcomes of a game that starts level."""
        gammons, backgammons = GAMMONS / 2, BACKGAMMONS[self.backgammon] / 2
        return Outcomes(0.5, gammons, backgammons, gammons, backgammons)

    def efficiency(self, away: int) -> float:
        """Return the efficiency of the cube over a game for a player who needs ``away`` points."""
        return LAST_EFFICIENCY if away <= 4 or 0 < self.cube_limit <= 4 else EFFICIENCY


STANDARD = Scoring()


def scoring_of(rules: Rules) -> Scoring:
    """Return the scoring of these rules."""
    if rules.crawford and rules.cube and not rules.cube_limit and rules.backgammon is STANDARD.backgammon:
        return STANDARD  # the usual case, asked for very often
    return Scoring(rules.crawford, rules.cube, rules.cube_limit, rules.backgammon)


@cache
def standard_table(crawford: bool) -> Mapping[Away, float]:
    """Return the standard table: the first player's chance by the points that both still need.

    ``crawford``: the Crawford game is this one or still to come; otherwise there are only scores with a
    player one point away.
    """
    text = read("kazaross-xg2.txt").decode()
    *before, after = [line.split() for line in text.splitlines() if not line.startswith("#")]
    found = {(away, away): 0.5 for away in range(1, STANDARD_LENGTH + 1 if crawford else 2)}
    if crawford:
        for mine, row in enumerate(before, 1):
            for theirs, decimals in enumerate(row, mine + 1):
                found[mine, theirs] = float(f"0.{decimals}")
    else:
        for theirs, decimals in enumerate(after, 2):
            found[1, theirs] = 1 - float(f"0.{decimals}")
    return found | {(theirs, mine): 1 - chance for (mine, theirs), chance in found.items()}


def one_away(away: Away, crawford: bool, scoring: Scoring) -> float | None:
    """Return the first player's computed chance where a player is one point away, None at other scores."""
    mine, theirs = away
    trailer = _crawford if crawford else _post_crawford
    if theirs == 1:
        return trailer(scoring)[mine]
    if mine == 1:
        return 1 - trailer(scoring)[theirs]
    return None


@cache
def _crawford(scoring: Scoring) -> list[float]:
    """Return the trailer's chances in the Crawford game, by points away, 0 to MAX_LENGTH."""
    after = _post_crawford(scoring)
    rest = [TRAILER_WINS * _spread(after, away, 1, scoring) for away in range(2, MAX_LENGTH + 1)]
    return [1.0, 0.5, *rest]


@cache
def _post_crawford(scoring: Scoring) -> list[float]:
    """Return the trailer's chances after the Crawford game, by points away, 0 to MAX_LENGTH."""
    table = [1.0, 0.5]
    if scoring == STANDARD:
        table += [standard_table(crawford=False)[away, 1] for away in range(2, STANDARD_LENGTH + 1)]
    for away in range(len(table), MAX_LENGTH + 1):
        if scoring.cube:
            doubled = _spread(table, away, 2, scoring)
            drop_point = table[away - 1] / doubled
            wins = min(TRAILER_WINS, drop_point) + corner_correction(
                TRAILER_WINS, drop_point, -1, OPENING_SWING
            )
            table.append(wins * doubled)
        else:
            table.append(TRAILER_WINS * _spread(table, away, 1, scoring))
    return table


def _spread(table: Sequence[float], away: int, cube: int, scoring: Scoring) -> float:
    """Average the trailer's table, by points away, over the trailer's wins: single, gammon and backgammon."""
    single, gammon, backgammon = [table[max(0, away - times * cube)] for times in (1, 2, 3)]
    rate, rare = TRAILER_GAMMONS, BACKGAMMONS[scoring.backgammon]
    return (1 - rate) * single + (rate - rare) * gammon + rare * backgammon


def corner_correction(at: float, corner: float, bend: float, swing: float) -> float:
    """Return how far the mean of a line with a corner, as ``at`` varies, is above the line at ``at``.

    ``bend``: the slope after the corner minus the slope before it. ``at`` varies uniformly by up to ``swing``
    to either side.
    """
    reach = swing - abs(at - corner)
    return bend * reach * reach / (4 * swing) if reach > 0 else 0.0
