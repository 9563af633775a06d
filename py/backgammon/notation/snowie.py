"""Snowie positions: one line of numbers and names between semicolons, as gnubg and Snowie export it.

Fields: match length, Jacoby rule, two that are not read, the player on roll, that player's name and the
opponent's, Crawford game, both scores, cube, its owner (1: on roll, -1: the opponent), 26 places from the
opponent's bar to the bar of the player on roll, whose checkers are positive numbers, and two dice.
Source: files written by GNU Backgammon 1.07.
"""

import re

from backgammon.core.match import MAX_LENGTH, MAX_SCORE, Phase
from backgammon.core.position import CHECKERS
from backgammon.notation.errors import NotationError
from backgammon.notation.fields import Field, cut_fields
from backgammon.notation.setup import MAX_CUBE, Setup

LINE = re.compile(r"[0-9]{1,5}(?:;[01]){4}(?:;[^;\n]{0,60}){2}(?:;-?[0-9]{1,5}){33};?")
"""Matches such a line."""
_OWNERS = {"1": True, "0": None, "-1": False}


def parse_snowie(text: str) -> Setup:
    """Read a Snowie position; its names are ignored. Raises NotationError."""
    line = text.strip()
    if not LINE.fullmatch(line):
        raise NotationError("fields.snowie", line)
    fields = cut_fields(text.rstrip().removesuffix(";"), len(text) - len(text.lstrip()), ";")
    length, jacoby, _, _, turn, _, _, crawford, mine, theirs, cube, owner = fields[:12]
    on_roll, goal = int(turn.text), length.number("length", 0, MAX_LENGTH)
    if owner.text not in _OWNERS:
        raise owner.error("cube.place")
    own = _OWNERS[owner.text]
    scores = [field.number("score", 0, MAX_SCORE) for field in (mine, theirs)]
    value = cube.number("cube", 1, MAX_CUBE)
    if value & (value - 1):
        raise cube.error("cube", highest=MAX_CUBE)
    points = [_count(field) for field in fields[12:38]]
    first, second = [field.number("dice.ogid", 0, 6) for field in fields[38:]]
    if (first == 0) != (second == 0):
        raise fields[39 if first else 38].error("dice.ogid")
    return Setup(
        points=tuple(points),
        on_roll=on_roll,
        phase=Phase.TO_PLAY if first else Phase.TO_ROLL,
        dice=(first, second) if first else None,
        cube=value,
        cube_owner=None if own is None else on_roll if own else 1 - on_roll,
        score=(scores[on_roll], scores[1 - on_roll]),
        length=goal,
        crawford=goal > 1 and crawford.text == "1",
        jacoby=not goal and jacoby.text == "1",
    )


def _count(field: Field) -> int:
    count = int(field.text)
    if abs(count) > CHECKERS:
        raise field.error("places.stack", most=CHECKERS)
    return count
