"""The positions that the quiz ships with, their kinds and themes; each position has a permanent id."""

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256

from backgammon.core.match import Match
from backgammon.features.quiz.position_data import POSITIONS
from backgammon.notation.xgid import parse_xgid

KINDS = ("opening", "reply", "contact", "cube", "bear-off")
PRIME, ANCHORS = 5, 2
"""The number of points in a row that make a prime, and in the opponent's home board that make a back game."""


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
    """Return the kind of a position, "" for an unknown id."""
    return _lines().get(name, ("", ""))[0]


def match_of(name: str) -> Match | None:
    """Return the match of a position, with player 0 to decide; None for an unknown id."""
    return parse_xgid(f"XGID={_lines()[name][1]}").to_match() if name in _lines() else None


_CONTACT, _PRIME = re.compile("[a-o].*[A-O]"), re.compile(f"[B-O]{{{PRIME}}}|[b-o]{{{PRIME}}}")
"""As an XGID writes the points: a letter for checkers, capitals for those of the player to decide."""


def _is_prime(board: str) -> bool:
    """Whether one side holds PRIME points in a row, and the sides still have contact."""
    return bool(_PRIME.search(board[1:25]) and _CONTACT.search(board))


def _is_back_game(board: str) -> bool:
    """Whether one side holds at least ANCHORS points in the other's home board."""
    held = re.findall("[B-O]", board[19:25]), re.findall("[b-o]", board[1:7])
    return max(map(len, held)) >= ANCHORS


_FACTS: dict[str, Callable[[str], bool]] = {
    "race": lambda board: not _CONTACT.search(board),
    "prime": _is_prime,
    "back-game": _is_back_game,
}
SCORE = "score"
"""The theme of positions at a match score, as opposed to money play."""
THEMES = ("opening", "contact", "cube", "bear-off", *_FACTS, SCORE)


@cache
def themes() -> dict[str, tuple[str, ...]]:
    """Return the ids of the positions of each theme, found from the text, because this runs in the page."""
    found: dict[str, list[str]] = {theme: [] for theme in THEMES}
    for name, (kind, xgid) in _lines().items():
        board, *fields = xgid.split(":")
        facts = [theme for theme, holds in _FACTS.items() if holds(board)]
        score = [SCORE] if fields[7] != "0" else []
        for theme in ("opening" if kind == "reply" else kind, *facts, *score):
            found[theme].append(name)
    return {theme: tuple(names) for theme, names in found.items()}
