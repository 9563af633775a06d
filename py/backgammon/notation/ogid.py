"""OGID: one line in which every checker is one character, as OpenGammon writes it.

White is player 0 and moves from 1 to 24, Black is player 1. The colour is the side that acted last, so
the other side is to decide. Source: the OGID format of OpenGammon (fields: white, black, cube, dice,
colour, state, scores, length, move number).
"""

from backgammon.core.dice import Roll, roll_of
from backgammon.core.match import MAX_LENGTH, MAX_SCORE, Match, Phase, Player
from backgammon.core.position import CHECKERS, Points, Position, flip_points
from backgammon.notation.errors import NotationError
from backgammon.notation.fields import Field, check_score, cube_exponent, split_fields
from backgammon.notation.setup import NO_CUBE, Setup, setup_of

_PLACES = "0123456789abcdefghijklmnop"
_OFF = "q"
_OWNERS: dict[str, Player | None] = {"W": 0, "B": 1, "N": None, "D": None, "?": None}
_DEAD = "D"
_COLOURS = "WB"
_LOG_MAX = 9
_STANDING = (Phase.TO_ROLL, Phase.TO_PLAY, Phase.DOUBLED)


def parse_ogid(text: str) -> Setup:
    """Read an OGID, with or without ``OGID=`` before it; the fields after the cube may be missing.

    Without a colour field, White is to decide. Raises NotationError.

    >>> parse_ogid("11ccccchhhjjjjj:66666888dddddoo:N0N:63:B::2:1:7:0").dice
    (6, 3)
    """
    fields = split_fields(text, "OGID=", 3, 11)
    end = fields[-1].column + len(fields[-1].text)
    padded = fields + [Field("", end)] * 9
    white, black, cube, dice, colour, state, score0, score1, length = padded[:9]
    value, owner, dead, offered = _cube(cube)
    goal, crawford = _length(length)
    decider = _decider(colour)
    roll = _roll(dice)
    doubled = offered or state.text == "D"
    if doubled and roll:
        raise dice.error("dice.doubled")
    on_roll = 1 - decider if doubled else decider
    points = _points(white, black)
    standing = Phase.TO_PLAY if roll else Phase.TO_ROLL
    return Setup(
        points=points if on_roll == 0 else flip_points(points),
        on_roll=on_roll,
        phase=Phase.DOUBLED if doubled else standing,
        dice=roll,
        cube=value,
        cube_owner=owner,
        score=(_score(score0), _score(score1)),
        length=goal,
        crawford=crawford,
        cube_limit=NO_CUBE if dead and not crawford else 0,
    )


def format_ogid(setup: Setup | Match | Position) -> str:
    """Write a set-up as an OGID; the inverse of parse_ogid.

    Jacoby, beavers and the cube's limit are lost: an OGID has no place for them. Raises NotationError for a
    resignation, a beaver, a raccoon or a score above 99999; BackgammonError for impossible values.

    >>> from backgammon import Setup
    >>> format_ogid(Setup())
    '11ccccchhhjjjjj:66666888dddddoo:N0N::B::0:0:0:0'
    """
    setup = setup_of(setup)
    setup.check_values()
    if setup.resigned or setup.phase not in _STANDING:
        raise NotationError("decision.ogid", str(setup.phase))
    exponent = cube_exponent(setup.cube, 1 << _LOG_MAX)
    points = setup.points if setup.on_roll == 0 else flip_points(setup.points)
    owner = _DEAD if setup.cube_limit == NO_CUBE else "N"
    if setup.cube_owner is not None:
        owner = _COLOURS[setup.cube_owner]
    check_score(setup)
    doubled = setup.phase is Phase.DOUBLED
    last = setup.length - max(setup.score) == 1 < setup.length
    fields = (
        "".join(_PLACES[25 - point] * count for point, count in reversed([*enumerate(points)])),
        "".join(_PLACES[25 - point] * -count for point, count in reversed([*enumerate(points)])),
        f"{owner}{exponent}{'O' if doubled else 'N'}",
        f"{setup.dice[0]}{setup.dice[1]}" if setup.dice else "",
        _COLOURS[1 - setup.decider],
        "D" if doubled else "",
        *setup.score,
        f"{setup.length}{'C' if setup.crawford else 'L' if last else ''}",
        0,
    )
    return ":".join(map(str, fields))


def _points(white: Field, black: Field) -> Points:
    """Return the points as White sees them."""
    points = [0] * 26
    for field, sign, bar in ((white, 1, 25), (black, -1, 0)):
        if len(field.text) > CHECKERS:
            raise field.error("places.checkers", most=CHECKERS)
        for index, place in enumerate(field.text):
            if place == _OFF:
                continue
            if place not in _PLACES:
                raise field.error("places.letter", index)
            point = 25 - _PLACES.index(place)
            if points[point] * sign < 0 or point == 25 - bar:
                raise field.error("places.taken", index)
            points[point] += sign
    return tuple(points)


def _cube(field: Field) -> tuple[int, Player | None, bool, bool]:
    sign = field.text
    if len(sign) != 3 or sign[0] not in _OWNERS or sign[1] not in "0123456789" or sign[2] not in "NOT":
        raise field.error("cube.ogid")
    return 1 << int(sign[1]), _OWNERS[sign[0]], sign[0] == _DEAD, sign[2] == "O"


def _decider(field: Field) -> Player:
    if field.text not in ("", *_COLOURS):
        raise field.error("turn.colour")
    return 1 - _COLOURS.index(field.text) if field.text else 0


def _roll(field: Field) -> Roll | None:
    if not field.text:
        return None
    dice = roll_of(field.text)
    if dice is None:
        raise field.error("dice.ogid")
    return dice


def _score(field: Field) -> int:
    return field.number("score", 0, MAX_SCORE) if field.text else 0


def _length(field: Field) -> tuple[int, bool]:
    digits = field.text.rstrip("CL") if "G" not in field.text else field.text.partition("G")[0]
    if len(field.text) - len(digits) > 1 and "G" not in field.text:
        raise field.error("length-letter")
    if not digits:
        return 0, False
    goal = Field(digits, field.column).number("length", 0, MAX_LENGTH)
    return goal, field.text.endswith("C")
