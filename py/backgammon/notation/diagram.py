"""A position as plain text: a board of letters, with names, score, pips and cube beside it, IDs below."""

from backgammon.core.match import Match, Phase, Player
from backgammon.core.position import BAR, OFF, Points, Position, flip_points
from backgammon.core.rules import STANDARD, Rules
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.setup import NO_CUBE, Setup, setup_of
from backgammon.notation.xgid import format_xgid

_HEIGHT = 5
_TOP = " +13-14-15-16-17-18------19-20-21-22-23-24-+"
_MIDDLE = " |                  |BAR|                  |"
_BOTTOM = " +12-11-10--9--8--7-------6--5--4--3--2--1-+"
_UPPER = ((13, 14, 15, 16, 17, 18), (19, 20, 21, 22, 23, 24))
_LOWER = ((12, 11, 10, 9, 8, 7), (6, 5, 4, 3, 2, 1))


def format_diagram(
    setup: Setup | Match | Position,
    players: tuple[str, str] = ("Player 1", "Player 2"),
    bottom: Player = 0,
    rules: Rules = STANDARD,
) -> str:
    """Draw a set-up as the player ``bottom`` sees it, whose checkers are X and bear off at the lower right.

    A stack of more than five checkers ends in their number, a to f for 10 to 15. ``rules`` give the number
    of checkers of a side, which a Match and a Position have themselves. Raises BackgammonError for an
    impossible set-up.

    >>> from backgammon import Phase, Setup
    >>> print(format_diagram(Setup(dice=(3, 1), phase=Phase.TO_PLAY), ("Ann", "Bob")))
     +13-14-15-16-17-18------19-20-21-22-23-24-+  O: Bob
     | X           O    |   | O              X |  0 points, 167 pips
     | X           O    |   | O              X |
     | X           O    |   | O                |
     | X                |   | O                |
     | X                |   | O                |
     |                  |BAR|                  |  Money, cube 1
     | O                |   | X                |
     | O                |   | X                |
     | O           X    |   | X                |
     | O           X    |   | X              O |  Ann to play 3-1
     | O           X    |   | X              O |  0 points, 167 pips
     +12-11-10--9--8--7-------6--5--4--3--2--1-+  X: Ann
    <BLANKLINE>
    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
    GNU ID: 4HPwATDgc/ABMA:MIEFAAAAAAAE
    """
    board = format_board(setup, players, bottom, rules)
    setup = setup_of(setup)
    ids = [f"GNU ID: {format_gnu_id(setup)}"]
    if not setup.resigned:
        ids.insert(0, format_xgid(setup))
    return "\n".join([board, "", *ids])


def format_board(
    setup: Setup | Match | Position, players: tuple[str, str], bottom: Player = 0, rules: Rules = STANDARD
) -> str:
    """Draw a set-up as in ``format_diagram``, without its IDs."""
    if isinstance(setup, Match):
        rules = setup.rules
    checkers = setup.checkers if isinstance(setup, Position) else rules.checkers
    setup = setup_of(setup)
    setup.check_values()
    points = setup.points if setup.on_roll == bottom else flip_points(setup.points)
    position = Position(points, checkers)
    top = 1 - bottom
    facts = ["" for _ in range(2 * _HEIGHT + 3)]
    facts[0], facts[-1] = f"O: {players[top]}", f"X: {players[bottom]}"
    facts[1] = _player_facts(setup.score[top], position.opponent_pips, position.opponent_off)
    facts[-2] = _player_facts(setup.score[bottom], position.pips, position.off)
    facts[_HEIGHT + 1] = _stake(setup, players)
    facts[2 if setup.decider == top else -3] = _turn(setup, players[setup.decider])
    rows = [_row(points, _UPPER, OFF, row) for row in range(_HEIGHT)]
    rows += [_MIDDLE, *(_row(points, _LOWER, BAR, row) for row in reversed(range(_HEIGHT)))]
    lines = zip([_TOP, *rows, _BOTTOM], facts, strict=True)
    return "\n".join([f"{line}  {fact}".rstrip() for line, fact in lines])


def seen_on_roll(shown: Setup | Match, players: tuple[str, str]) -> tuple[Setup, tuple[str, str]]:
    """Return what is shown and its players with the one on roll first, by whose numbers plays are written."""
    setup = setup_of(shown)
    return (setup, players) if setup.on_roll == 0 else (setup.mirror(), players[::-1])


def _row(points: Points, halves: tuple[tuple[int, ...], tuple[int, ...]], bar: int, row: int) -> str:
    """Return one row; ``row`` counts from 0 at the edge of the board."""
    left, right = ("".join(f" {_cell(points[point], row)} " for point in half) for half in halves)
    return f" |{left}| {_cell(points[bar], row)} |{right}|"


def _cell(count: int, row: int) -> str:
    if abs(count) <= row:
        return " "
    if abs(count) > _HEIGHT and row == _HEIGHT - 1:
        return f"{abs(count):x}"
    return "X" if count > 0 else "O"


def _player_facts(score: int, pips: int, off: int) -> str:
    return f"{score} point{'s' * (score != 1)}, {pips} pips" + (f", {off} off" if off else "")


def _stake(setup: Setup, players: tuple[str, str]) -> str:
    match = f"{setup.length} point match" if setup.length else "Money"
    if setup.crawford:
        return f"{match}, Crawford game"
    if setup.cube_limit == NO_CUBE:
        return match
    owner = "" if setup.cube_owner is None else f" ({players[setup.cube_owner]})"
    return f"{match}, cube {setup.cube}{owner}"


def _turn(setup: Setup, decider: str) -> str:
    if setup.resigned:
        return f"{decider} resigns {setup.resigned} times the cube"
    if setup.dice:
        return f"{decider} to play {max(setup.dice)}-{min(setup.dice)}"
    return f"{decider} on roll" if setup.phase is Phase.TO_ROLL else f"{decider} to answer, {setup.phase}"
