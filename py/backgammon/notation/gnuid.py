"""GNU IDs: a position ID and a match ID, as gnubg prints them, joined by a colon.

Players 0 and 1 are gnubg's. The position is seen by the player on roll; while a double is offered, that is
the player who doubled. Source: the GNU Backgammon manual, "A technical description of the Match ID"; the
last bit, set if the Jacoby rule is not played, is newer than the manual.
"""

import base64
import re

from backgammon.core.errors import PositionError
from backgammon.core.match import Match, Phase
from backgammon.core.position import START, Points, Position
from backgammon.notation.errors import NotationError, check_text
from backgammon.notation.fields import LONGEST, cube_exponent
from backgammon.notation.setup import DECISIONS, Setup, setup_of

_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""Cube, owner, on roll, Crawford, state, decider, doubled, resigned, dice, length, scores, no Jacoby."""

_POSITION_ID = re.compile(r"[A-Za-z0-9+/]{14}")
_CENTRE = 3
_PLAYING = 1
_MAX_SCORE = 2**15 - 1


def parse_gnu_id(text: str) -> Setup:
    """Read ``position:match``, or a position ID alone: a money game with player 0 on roll.

    Raises NotationError.

    >>> parse_gnu_id("4HPwATDgc/ABMA:cAilAAAAAAAE").dice
    (2, 1)
    """
    check_text(text)
    if len(text) > LONGEST:
        raise NotationError("shorter", text, most=LONGEST)
    begin = len(text) - len(text.lstrip())
    if text[begin : begin + 6].upper() == "GNUID=":
        begin += 6
    position_id, colon, match_id = text[begin:].strip().partition(":")
    if not _POSITION_ID.fullmatch(position_id):
        raise NotationError("gnu-position", position_id, begin + 1)
    try:
        points = Position.from_gnu_id(position_id).points
    except PositionError as error:
        raise NotationError("gnu-position.points", position_id, begin + 1, fault=str(error)) from None
    if not colon:
        return Setup(points=points)
    return parse_match_id(match_id, points, begin + len(position_id) + 2)


def format_gnu_id(setup: Setup | Match | Position) -> str:
    """Write ``position:match``; the inverse of parse_gnu_id.

    Beavers and the cube's limit are lost: a match ID has no place for them. Raises NotationError for a
    set-up that no game can reach; BackgammonError for impossible values.

    >>> from backgammon import Setup
    >>> format_gnu_id(Setup())
    '4HPwATDgc/ABMA:MAEAAAAAAAAE'
    """
    setup = setup_of(setup)
    try:
        return f"{Position(setup.points).gnu_id}:{format_match_id(setup)}"
    except PositionError as error:
        raise NotationError("gnu-position.reachable", str(setup.points), fault=str(error)) from None


def format_match_id(setup: Setup) -> str:
    """Write a set-up's match ID, 12 base64 characters. Raises NotationError if a number does not fit."""
    setup.check_values()
    if setup.phase not in DECISIONS:
        raise NotationError("decision", str(setup.phase))
    exponent = cube_exponent(setup.cube)
    if not all(0 <= number <= _MAX_SCORE for number in (setup.length, *setup.score)):
        raise NotationError("score.gnu", f"{setup.score} to {setup.length}", highest=_MAX_SCORE)
    values = (
        exponent,
        _CENTRE if setup.cube_owner is None else setup.cube_owner,
        setup.on_roll,
        setup.crawford,
        _PLAYING,
        1 - setup.decider if setup.resigned else setup.decider,
        setup.phase.is_cube_offer,
        setup.resigned,
        *(setup.dice or (0, 0)),
        setup.length,
        *setup.score,
        not setup.jacoby,
    )
    key = shift = 0
    for value, width in zip(values, _WIDTHS, strict=True):
        key |= int(value) << shift
        shift += width
    return base64.b64encode(key.to_bytes(9, "little")).decode("ascii")


def parse_match_id(text: str, points: Points = START, column: int = 1) -> Setup:
    """Read a match ID, 12 base64 characters, for a position with these points; raise NotationError.

    ``column``: the place, from 1, where the ID begins in a longer text.
    """

    def error(key: str) -> NotationError:
        return NotationError(key, text, column)

    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        data = b""
    if len(text) != 12 or len(data) != 9:
        raise error("gnu-match")
    key, values = int.from_bytes(data, "little"), []
    for width in _WIDTHS:
        values.append(key & (1 << width) - 1)
        key >>= width
    cube, owner, on_roll, crawford, state, turn, doubled, resigned, *rest = values
    first, second, length, score0, score1, no_jacoby = rest
    if owner == 2:
        raise error("gnu-match.cube")
    if state > _PLAYING:
        raise error("gnu-match.state")
    if max(first, second) > 6 or (first == 0) != (second == 0) or (first and doubled):
        raise error("gnu-match.dice")
    decider = 1 - turn if resigned else turn
    if not doubled and decider != on_roll:
        raise error("gnu-match.turn")
    phase = Phase.TO_PLAY if first else Phase.TO_ROLL
    if doubled:
        owned = owner == 1 - on_roll
        answering = Phase.RACCOONED if owned else Phase.DOUBLED
        phase = Phase.BEAVERED if decider == on_roll else answering
    return Setup(
        points=points,
        on_roll=on_roll,
        phase=phase,
        dice=(first, second) if first else None,
        cube=1 << cube,
        cube_owner=None if owner == _CENTRE else owner,
        score=(score0, score1),
        length=length,
        crawford=bool(crawford),
        jacoby=not length and not no_jacoby,
        beavers=phase in (Phase.BEAVERED, Phase.RACCOONED),
        resigned=resigned,
    )
