"""A position as a self-contained SVG text: the page's board with plain colours, for files and the library.

The colours are those of the style sheets, which are not part of the package: ``python3 py colours`` copies
them into a file beside this one.
"""

import json
import re
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from backgammon.core.errors import BackgammonError
from backgammon.core.match import Match
from backgammon.core.plays import Steps, Turn
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD
from backgammon.i18n.catalogue import english
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.setup import Setup, setup_of
from backgammon.notation.xgid import format_xgid
from backgammon.state.model import Direction, Model
from backgammon.view.board.board_view import board_view
from backgammon.view.board.diagram import caption, setup_view, svg_document
from backgammon.view.words import Say

APPEARANCES = ("auto", "light", "dark")
SIDES = ("bottom", "top", "mover")
COLOURS = Path(__file__).with_name("colours.json")
"""``rules``: the declarations of each selector, with names of tokens; ``tokens``: their values by theme."""

_Sheet = dict[str, dict[str, str]]


def format_svg(
    shown: Setup | Match | Position,
    play: Steps = (),
    *,
    theme: str = "wood",
    appearance: str = "auto",
    side: str = "bottom",
    direction: str = "right",
    numbers: bool = True,
    identity: str = "",
) -> str:
    """Draw a position as an SVG text, with arrows for a play of its roll.

    ``theme``: wood, felt, slate, contrast or paper. ``appearance``: light, dark or, as the reader's system
    is, auto. ``side``: which player sits at the bottom: bottom for player 0, top for player 1, or mover.
    ``direction``: right or left, where the player at the bottom bears off. ``numbers``: those of the points.
    ``identity``: the ID to put into the file, by default that of the position. Raises BackgammonError for
    other values, an illegal play, or a match between games.

    >>> from backgammon import Position, format_svg
    >>> format_svg(Position.start(), theme="felt")[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    for name, value, values in (
        ("theme", theme, _colours()["tokens"]),
        ("appearance", appearance, APPEARANCES),
        ("side", side, SIDES),
        ("direction", direction, [*map(str, Direction)]),
    ):
        _check_choice(name, value, values)
    rules = shown.rules if isinstance(shown, Match) else STANDARD
    checkers = shown.checkers if isinstance(shown, Position) else rules.checkers
    setup = setup_of(shown)
    position = Position(setup.points, checkers)
    if play:
        if setup.dice is None:
            raise BackgammonError("a play is shown where the dice are rolled: give a position with dice")
        Turn(position, setup.dice, rules).read(play)
    is_turned = side == "top" or (side == "mover" and setup.decider == 1)
    seen = setup.mirror() if is_turned else setup
    return svg_document(
        setup_view(seen, Direction(direction), numbers, play, checkers),
        english(),
        style(appearance, theme),
        caption(seen, english()),
        identity or _identity(setup),
    )


def model_svg(model: Model, say: Say, appearance: str) -> str:
    """Draw what the page's board shows, without what is only there for its player, as an SVG text.

    ``appearance``: light or dark.
    """
    seen = board_view(model)
    still = replace(
        seen,
        interactive=False,
        dice=tuple([replace(each, command="") for each in seen.dice]),
        cube=seen.cube and replace(seen.cube, command=""),
        plays=tuple([each for each in seen.plays if not each.row]),
    )
    try:
        setup = Setup.of(model.game.match)
    except BackgammonError:  # between games
        title, identity = say("aria.board"), ""
    else:
        title, identity = caption(setup, say, seen.light), _identity(setup)
    return svg_document(still, say, style(appearance, model.settings.theme), title, identity)


def _identity(setup: Setup) -> str:
    """Return the ID of a set-up; no XGID can express a resignation."""
    return format_gnu_id(setup) if setup.resigned else format_xgid(setup)


def _check_choice(name: str, value: str, values: Collection[str]) -> None:
    if value not in values:
        raise BackgammonError(f"{name} is one of {', '.join(values)}, not {value!r}")


def style(appearance: str, theme: str) -> str:
    """Return the style sheet of the board in one appearance, or in both, as the reader's system chooses."""
    light, dark = _sheet(theme, "light"), _sheet(theme, "dark")
    if appearance != "auto":
        return _format_sheet(dark if appearance == "dark" else light)
    other = {
        selector: {name: value for name, value in values.items() if light[selector].get(name) != value}
        for selector, values in dark.items()
    }
    return f"{_format_sheet(light)}@media(prefers-color-scheme:dark){{{_format_sheet(other)}}}"


@cache
def _colours() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(COLOURS.read_text("utf-8"))
    return data


def _sheet(theme: str, appearance: str) -> _Sheet:
    """Return the rules of the board, every token replaced by its value."""
    data = _colours()
    tokens: dict[str, str] = data["tokens"][theme][appearance]
    rules: _Sheet = data["rules"]
    return {
        selector: {
            name: re.sub(r"var\(--([\w-]+)\)", lambda token: tokens[token[1]], value).replace('"', "")
            for name, value in values.items()
        }
        for selector, values in rules.items()
    }


def _format_sheet(rules: _Sheet) -> str:
    return "".join(
        f"{selector}{{{';'.join(f'{name}:{value}' for name, value in values.items())}}}"
        for selector, values in rules.items()
        if values
    )
