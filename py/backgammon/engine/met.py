"""The chance of winning a match from each score, computed here and nowhere looked up.

Method: every game is taken to start level (half the games won by each side), with GAMMONS of the wins gammons
and BACKGAMMONS of them backgammons. In the Crawford game the cube is dead. Once the leader is one point away
only the trailer's gammons count, and both play accordingly: TRAILER_WINS and TRAILER_GAMMONS are what
``python3 py bench trail --games 40000`` measured (± 0.0025 and ± 0.003). After the Crawford game the trailer
doubles at his first turn, when the opening has moved the chances by ±OPENING_SWING, and the leader drops
where that is better. Before it, the game is worth what Janowski's cube model (engine.cube) says of such a
level position with a centred cube at this score, and the table is filled from the low scores up.
"""

from collections.abc import Sequence

from backgammon.core.match import MAX_LENGTH

GAMMONS = 0.26
BACKGAMMONS = 0.012
TRAILER_WINS = 0.503
TRAILER_GAMMONS = 0.268
OPENING_SWING = 0.025


def spread(table: Sequence[float], away: int, cube: int) -> float:
    """Average the trailer's table, by points away, over his single games, gammons and backgammons."""
    single, gammon, backgammon = [table[max(0, away - times * cube)] for times in (1, 2, 3)]
    rate = TRAILER_GAMMONS
    return (1 - rate) * single + (rate - BACKGAMMONS) * gammon + BACKGAMMONS * backgammon


def _post_crawford_table() -> list[float]:
    """The trailer's chance by his points away, 0 to MAX_LENGTH, the leader being one away."""
    table = [1.0, 0.5]
    for away in range(2, MAX_LENGTH + 1):
        wins = spread(table, away, cube=2)
        swings = (-OPENING_SWING, OPENING_SWING)
        chances = [min((TRAILER_WINS + swing) * wins, table[away - 1]) for swing in swings]
        table.append(sum(chances) / 2)
    return table


def _crawford_table() -> list[float]:
    """The trailer's chance by his points away in the Crawford game."""
    rest = [TRAILER_WINS * spread(POST_CRAWFORD, away, cube=1) for away in range(2, MAX_LENGTH + 1)]
    return [1.0, 0.5, *rest]


POST_CRAWFORD = _post_crawford_table()
CRAWFORD = _crawford_table()


def one_away(away: tuple[int, int], crawford: bool) -> float | None:
    """Return the first player's chance at a score that is decided or one point away, None at any other."""
    mine, theirs = away
    if mine <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    table = CRAWFORD if crawford else POST_CRAWFORD
    if theirs == 1:
        return table[mine]
    if mine == 1:
        return 1 - table[theirs]
    return None


def rounded_off(at: float, corner: float, bend: float, swing: float) -> float:
    """Return how far the mean of a line with a corner is above the line where ``at`` moves.

    ``bend``: by how much the line is steeper after the corner than before it. ``at`` moves by up to ``swing``
    to either side, to any place equally likely.
    """
    reach = swing - abs(at - corner)
    return bend * reach * reach / (4 * swing) if reach > 0 else 0.0
