"""XGID: one line for a position, its roll, cube and score, as eXtreme Gammon writes it.

Player 0 is the one at the bottom (capital letters). While a double is offered, the cube is its value before
the double, as gnubg reads it. Source: eXtreme Gammon's help.
"""

from backgammon.core.dice import Roll, roll_of
from backgammon.core.match import MAX_LENGTH, MAX_SCORE, Match, Phase
from backgammon.core.position import Points, Position, flip_points
from backgammon.notation.errors import NotationError
from backgammon.notation.fields import Field, check_score, cube_exponent, split_fields
from backgammon.notation.setup import DECISIONS, MAX_CUBE, NO_CUBE, Setup, setup_of

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

    A highest cube of 10 (1024, XG's default) or 0 counts as no limit. 00, which other programs read as 0, is
    this project's sign for a game without a cube. Raises NotationError.

    >>> setup = parse_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10")
    >>> setup.dice, setup.score, setup.length
    ((5, 2), (3, 2), 7)
    """
    board, cube, owner, turn, dice, bottom, top, options, length, *limit = split_fields(text, "XGID=", 9, 10)
    if turn.text not in _TURNS:
        raise turn.error("turn")
    if owner.text not in _OWNERS:
        raise owner.error("cube.place")
    on_roll = _TURNS[turn.text]
    points = _points(board)
    phase, roll = _roll(dice)
    goal = length.number("length", 0, MAX_LENGTH)
    flags = options.number("options.match", 0, 1) if goal else options.number("options.money", 0, 3)
    highest = limit[0].number("cube.limit", 0, _LOG_MAX) if limit else _NO_LIMIT
    known = 0 if highest in (0, _NO_LIMIT) else 2**highest
    return Setup(
        points=points if on_roll == 0 else flip_points(points),
        on_roll=on_roll,
        phase=phase,
        dice=roll,
        cube=2 ** cube.number("cube.exponent", 0, _LOG_MAX),
        cube_owner=_OWNERS[owner.text],
        score=(
            bottom.number("score.bottom", 0, MAX_SCORE),
            top.number("score.top", 0, MAX_SCORE),
        ),
        length=goal,
        crawford=bool(goal and flags),
        jacoby=not goal and bool(flags & 1),
        beavers=not goal and bool(flags & 2),
        cube_limit=NO_CUBE if limit and limit[0].text == _WITHOUT_CUBE else known,
    )


def format_xgid(setup: Setup | Match | Position) -> str:
    """Write a set-up as an XGID; the inverse of parse_xgid.

    Raises NotationError for what an XGID cannot express: a resignation, more than 16 checkers on a point,
    a score above 99999; BackgammonError for impossible values, such as a roll of 7.

    >>> from backgammon import Setup
    >>> format_xgid(Setup())
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
    """
    setup = setup_of(setup)
    setup.check_values()
    if setup.resigned:
        raise NotationError("decision.resigned", str(setup.resigned))
    if setup.phase not in DECISIONS:
        raise NotationError("decision", str(setup.phase))
    check_score(setup)
    points = setup.points if setup.on_roll == 0 else flip_points(setup.points)
    dice = f"{setup.dice[0]}{setup.dice[1]}" if setup.dice else _SIGNS.get(setup.phase, "00")
    flags = int(setup.crawford) if setup.length else setup.jacoby + 2 * setup.beavers
    fields = (
        "".join(_letter(count) for count in points),
        cube_exponent(setup.cube),
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
        raise field.error("places")
    points = []
    for index, sign in enumerate(field.text):
        count = 0
        if sign != "-":
            if not "A" <= sign.upper() <= "P" or not sign.isascii():
                raise field.error("places.sign", index)
            count = ord(sign.upper()) - ord("A") + 1
        points.append(-count if sign.islower() else count)
    if points[0] > 0:
        raise field.error("places.top-bar")
    if points[25] < 0:
        raise field.error("places.bottom-bar", 25)
    return tuple(points)


def _roll(field: Field) -> tuple[Phase, Roll | None]:
    sign = field.text
    if sign == "00":
        return Phase.TO_ROLL, None
    if sign[:1] in _OFFERS and len(sign) <= 2 and sign == sign[0] * len(sign):
        return _OFFERS[sign[0]], None
    dice = roll_of(sign)
    if dice is None:
        raise field.error("dice.xgid")
    return Phase.TO_PLAY, dice


def _letter(count: int) -> str:
    if abs(count) > _MOST:
        raise NotationError("places.stack", str(count), most=_MOST)
    if not count:
        return "-"
    return chr(ord("A" if count > 0 else "a") + abs(count) - 1)


def _limit(value: int) -> str:
    """Write a limit; one above every cube that an ID can have counts as no limit."""
    if value == NO_CUBE:
        return _WITHOUT_CUBE
    return str(cube_exponent(value) if 0 < value <= MAX_CUBE else _NO_LIMIT)
