"""Positions and analyses exported by eXtreme Gammon as text; each begins with its XGID.

A whole match exported by eXtreme Gammon as text is a match file (see mat).
"""

import re
from dataclasses import dataclass

from backgammon.notation.errors import NotationError
from backgammon.notation.lines import Line, file_lines
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import parse_xgid

_ID = re.compile(r"XGID=\S{1,120}")
_PLAYERS = re.compile(r"X:(\S.{0,80}?)\s{2,}O:(\S.{0,80})")
_CANDIDATE = re.compile(
    r"\s*[0-9]{1,3}\.\s+(\S.{0,40}?)\s+((?:[Bb]ar(?:re)?|[0-9]{1,2})/.{0,80}?)\s+[eé]q\.?\s?:\s*"
    r"([+-]?[0-9]{1,3}[.,][0-9]{1,6})"
)


@dataclass(frozen=True, slots=True)
class ExportedPlay:
    """A play as eXtreme Gammon ranks it: depth of look-ahead, the play as text, equity in points."""

    level: str
    play: str
    equity: float


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One exported position, with X as player 0; ``text`` is its text without the line of its ID."""

    setup: Setup
    players: tuple[str, str] = ("X", "O")
    candidates: tuple[ExportedPlay, ...] = ()
    text: str = ""


def parse_xg_text(text: str) -> tuple[Excerpt, ...]:
    """Read every position of a text that eXtreme Gammon has exported, in order.

    Raises NotationError if there is none or an XGID is malformed.

    >>> board = "-b----E-C---eE---c-e----B-"
    >>> said = f"XGID={board}:0:0:1:31:0:0:0:7:10\\n\\nX:Ann   O:Bob\\n    1. 4-ply   8/5 6/5   eq:+0.159"
    >>> [excerpt] = parse_xg_text(said)
    >>> excerpt.players, excerpt.candidates[0].play
    (('Ann', 'Bob'), '8/5 6/5')
    """
    excerpts: list[Excerpt] = []
    setup: Setup | None = None
    block: list[str] = []
    lines = file_lines(text)
    for line in lines:
        found = _ID.search(line.text)
        if found is None:
            block.append(line.text)
            continue
        if setup:
            excerpts.append(_excerpt(setup, block))
        block = []
        try:
            setup = parse_xgid(found[0])
        except NotationError as error:
            raise error.at(found.start() + error.column, line.number) from None
    if setup is None:
        raise Line("", lines[-1].number + 1 if lines else 1).error("xgid")
    return (*excerpts, _excerpt(setup, block))


def _excerpt(setup: Setup, block: list[str]) -> Excerpt:
    players = next((found for line in block if (found := _PLAYERS.fullmatch(line.strip()))), None)
    ranked = [found for line in block if (found := _CANDIDATE.match(line))]
    return Excerpt(
        setup,
        (players[1].strip(), players[2].strip()) if players else ("X", "O"),
        tuple(ExportedPlay(found[1], found[2], float(found[3].replace(",", "."))) for found in ranked),
        "\n".join(block),
    )
