"""The positions that the quiz ships with: their kinds, and each by a name that stays the same."""

from functools import cache
from hashlib import sha256

from backgammon.app.quiz.position_data import POSITIONS
from backgammon.core.match import Match
from backgammon.notation.xgid import parse_xgid

KINDS = ("opening", "reply", "cube", "bear-off")


@cache
def _lines() -> dict[str, tuple[str, str]]:
    found = {}
    for line in POSITIONS.splitlines():
        kind, xgid = line.split()
        found[sha256(xgid.encode()).hexdigest()[:12]] = kind, xgid
    return found


def names() -> tuple[str, ...]:
    """Return the ids of the positions, in the order in which they are first asked."""
    return tuple(_lines())


def kind_of(name: str) -> str:
    """Return the kind of a position, "" for none of these."""
    return _lines().get(name, ("", ""))[0]


def match_of(name: str) -> Match | None:
    """Return where the match stands, with player 0 to decide; None for none of these."""
    return parse_xgid(f"XGID={_lines()[name][1]}").to_match() if name in _lines() else None
