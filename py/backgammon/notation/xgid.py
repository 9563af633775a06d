"""XGID: one line for a position, its roll, cube and score, as eXtreme Gammon writes it.

Player 0 is the one at the bottom (capital letters). Under a double the cube is the one before it, as
gnubg reads it. Source: eXtreme Gammon's help.
"""

from backgammon.core.match import MAX_LENGTH, MAX_SCORE, Phase
from backgammon.core.position import Points, turn_round
from backgammon.notation.errors import NotationError
from backgammon.notation.fields import Field, split_fields
from backgammon.notation.setup import DECISIONS, MAX_CUBE, NO_CUBE, Setup

_MOST = 16
_NO_LIMIT = 10
_WITHOUT_CUBE = "00"
_LOG_MAX = MAX_CUBE.bit_length() - 1
_OFFERS = {"D": Phase.DOUBLED, "B": Phase.BEAVERED, "R": Phase.RACCOONED}
_SIGNS = {phase: sign for sign, phase in _OFFERS.items()}
_TURNS = {"1": 0, "-1": 1}
_OWNERS = {"1": 0, "0": None, "-1": 1}


def parse_xgid(text: str) -> Setup:
    """Read an XGID, with or without ``XGID=`` before it and the highest cube after it.

    A highest cube of 10 (1024, XG's default) or 0 counts as no limit. 00, which others read as 0 too, is this
    project's sign for a game without a cube. Raises NotationError.

    >>> setup = parse_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10")
    >>> setup.dice, setup.score, setup.length
    ((5, 2), (3, 2), 7)
    """
    board, cube, owner, turn, dice, bottom, top, options, length, *limit = split_fields(text, "XGID=", 9, 10)
    if turn.text not in _TURNS:
        raise turn.error("the turn: 1 for the player at the bottom, -1 for the one at the top")
    if owner.text not in _OWNERS:
        raise owner.error("the cube's place: 1 at the bottom, 0 in the middle, -1 at the top")
    on_roll = _TURNS[turn.text]
    points = _points(board)
    phase, roll = _roll(dice)
    goal = length.number(f"a match length from 0 (money) to {MAX_LENGTH}", 0, MAX_LENGTH)
    if goal:
        flags = options.number("0, or 1 for the Crawford game", 0, 1)
    else:
        flags = options.number("0 to 3: 1 for the Jacoby rule and 2 for beavers", 0, 3)
    highest = limit[0].number("the highest cube as a power of two", 0, _LOG_MAX) if limit else _NO_LIMIT
    known = 0 if highest in (0, _NO_LIMIT) else 2**highest
    return Setup(
        points=points if on_roll == 0 else turn_round(points),
        on_roll=on_roll,
        phase=phase,
        dice=roll,
        cube=2 ** cube.number("the cube as a power of two, 0 to 15", 0, _LOG_MAX),
        cube_owner=_OWNERS[owner.text],
        score=(
            bottom.number("the score of the player at the bottom", 0, MAX_SCORE),
            top.number("the score of the player at the top", 0, MAX_SCORE),
        ),
        length=goal,
        crawford=bool(goal and flags),
        jacoby=not goal and bool(flags & 1),
        beavers=not goal and bool(flags & 2),
        cube_limit=NO_CUBE if limit and limit[0].text == _WITHOUT_CUBE else known,
    )


def format_xgid(setup: Setup) -> str:
    """Write a set-up as an XGID; the inverse of parse_xgid.

    Raises NotationError for what an XGID has no sign for: a resignation, more than 16 checkers on a point,
    a score above 99999.

    >>> format_xgid(Setup())
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
    """
    if setup.resigned:
        raise NotationError("a decision without a resignation", str(setup.resigned))
    if setup.phase not in DECISIONS:
        raise NotationError("a decision", str(setup.phase))
    if not 0 <= min(setup.score) <= max(setup.score) <= MAX_SCORE:
        raise NotationError(f"scores from 0 to {MAX_SCORE}", str(max(setup.score)))
    points = setup.points if setup.on_roll == 0 else turn_round(setup.points)
    dice = f"{setup.dice[0]}{setup.dice[1]}" if setup.dice else _SIGNS.get(setup.phase, "00")
    flags = int(setup.crawford) if setup.length else setup.jacoby + 2 * setup.beavers
    fields = (
        "".join(_letter(count) for count in points),
        _power(setup.cube),
        0 if setup.cube_owner is None else 1 - 2 * setup.cube_owner,
        1 - 2 * setup.on_roll,
        dice,
        *setup.score,
        flags,
        setup.length,
        _limit(setup.cube_limit),
    )
    return "XGID=" + ":".join(map(str, fields))


def _points(field: Field) -> Points:
    if len(field.text) != 26:
        raise field.error("26 places, the top player's bar first and the bottom player's last")
    points = []
    for index, sign in enumerate(field.text):
        count = 0
        if sign != "-":
            if not "A" <= sign.upper() <= "P" or not sign.isascii():
                raise field.error("- for an empty point, A to P or a to p for checkers", index)
            count = ord(sign.upper()) - ord("A") + 1
        points.append(-count if sign.islower() else count)
    if points[0] > 0:
        raise field.error("the top player's checkers on the first bar")
    if points[25] < 0:
        raise field.error("the bottom player's checkers on the last bar", 25)
    return tuple(points)


def _roll(field: Field) -> tuple[Phase, tuple[int, int] | None]:
    sign = field.text
    if sign == "00":
        return Phase.TO_ROLL, None
    if sign[:1] in _OFFERS and len(sign) <= 2 and sign == sign[0] * len(sign):
        return _OFFERS[sign[0]], None
    if len(sign) == 2 and all("1" <= die <= "6" for die in sign):
        return Phase.TO_PLAY, (int(sign[0]), int(sign[1]))
    raise field.error("two dice, 00 before the roll, or D, B, R for a double, beaver or raccoon")


def _letter(count: int) -> str:
    if abs(count) > _MOST:
        raise NotationError(f"at most {_MOST} checkers on a point", str(count))
    if not count:
        return "-"
    return chr(ord("A" if count > 0 else "a") + abs(count) - 1)


def _limit(value: int) -> str:
    if value == NO_CUBE:
        return _WITHOUT_CUBE
    return str(_power(value) if value else _NO_LIMIT)


def _power(value: int) -> int:
    if value < 1 or value & (value - 1) or value > MAX_CUBE:
        raise NotationError(f"a cube that is a power of two up to {MAX_CUBE}", str(value))
    return value.bit_length() - 1
