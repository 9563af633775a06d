"""The frame that other pages embed: a board that a small script sets up before the program has loaded.

The script (``py/web/embed/frame.js``) contains neither positions of the board's parts nor their looks: the
page holds both as data, from the same functions that draw the board of the game. The board stays hidden until
the script has set it up, because until then it shows the wrong position.
"""

import json
import re

from backgammon.core.match import Phase
from backgammon.core.rules import PRESETS
from backgammon.features.game.start import first_visit
from backgammon.i18n.catalogue import load
from backgammon.notation.gnuid import format_match_id
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from backgammon.state.checkers import PLACES
from backgammon.state.embed import CHOICES, NUMBERS
from backgammon.state.model import Direction
from backgammon.view import geometry
from backgammon.view.board.arrows import BADGE, BEND, HEAD, RING, WING
from backgammon.view.board.board import board
from backgammon.view.board.board_view import BoardView
from backgammon.view.board.diagram import setup_view, static_board
from backgammon.view.node import Node, node, to_html
from backgammon.view.page import page
from backgammon.view.words import Say

_RIGHT = Direction.RIGHT
_STACKED = tuple(6 if at == 6 else -6 if at == 19 else 0 for at in range(26))
"""The points of a board where both sides have more checkers on one point than fit side by side."""

_LATER = re.compile(
    r"<script\b(?![^>]*words\.js)[^>]*>[^<]*</script>\n?"
    r'|<link rel="(?:modulepreload|preload|prefetch|manifest)"(?![^>]*(?:words\.js|page\.css))[^>]*>\n?'
)
"""Tags that start or fetch the program: in a frame they wait for a tap; words and style sheets do not."""

_NO_SCRIPT = (
    "<noscript><p>This board is set up by a program: JavaScript has to be allowed here.</p></noscript>"
)
"""In English: a script translates it into other languages."""

TEXTS = (
    "aria.cube.centred",
    "aria.cube.offered",
    "aria.cube.theirs",
    "aria.cube.yours",
    "embed.bad.choice",
    "embed.bad.match",
    "embed.bad.name",
    "embed.bad.number",
    "embed.bad.position",
    "embed.bad.reason",
    "embed.caption.answer",
    "embed.caption.play",
    "embed.caption.resigned",
    "embed.caption.roll",
    "embed.loading",
    "embed.start.match",
    "embed.start.play",
    "embed.start.position",
    "embed.start.problem",
    "error.expected.legal-play",
    "error.expected.match",
    "error.expected.move",
    "error.import.character",
    "error.phase",
    "ui.black",
    "ui.crawford",
    "ui.match",
    "ui.money",
    "ui.pips",
    "ui.white",
)
"""The texts that the script itself needs, in the reader's language."""


def render_frame(built: str) -> str:
    """Return the frame's page, made from the built page of the game; ValueError if that lacks the board."""
    say = load()
    board_there = to_html(page(first_visit(), say))
    if built.count(board_there) != 1:
        raise ValueError("the page does not hold the board of a first visit")
    program = "".join(_LATER.findall(built))
    frame = _LATER.sub("", built.replace(board_there, to_html(content(say)) + _NO_SCRIPT))
    frame = re.sub(r"<html\b", '<html data-frame="bare" data-painted', frame, count=1)
    sheet = '<link rel="stylesheet" href="./css/embed.css">\n<meta name="robots" content="noindex">\n'
    script = "".join(f'<script src="./embed/{name}.js" defer></script>\n' for name in ("plays", "frame"))
    frame = frame.replace("</head>", f"{sheet}{script}</head>", 1)
    data = json.dumps(_frame_data(say), ensure_ascii=False).replace("<", "\\u003c")
    held = (
        f'<script type="application/json" id="frame-data">{data}</script>\n'
        f'<template id="frame-pieces">{to_html(_pieces(say))}</template>\n'
        f'<template id="frame-program">\n{program}</template>\n'
    )
    return frame.replace("</body>", f"{held}</body>", 1)


def content(say: Say) -> Node:
    """Draw the contents of ``#app`` until the program replaces them."""
    return node(
        "main",
        node("div", static_board(_opening_view(), say), class_="board"),
        node(
            "div",
            node(
                "div",
                node("p", class_="frame-caption", id="frame-caption", role="status"),
                node("p", class_="frame-facts", id="frame-facts"),
            ),
            node("button", type="button", class_="primary", id="frame-start", hidden=True),
            class_="frame-line",
        ),
        class_="framed",
    )


def _opening_view() -> BoardView:
    return setup_view(Setup())


def _frame_data(say: Say) -> dict[str, object]:
    """Return the script's data: where the parts of the board lie, the parameters, and its texts."""
    return {
        "opening": format_xgid(Setup()),
        "money": format_match_id(Setup()),
        "places": [_place(at) for at in range(PLACES)],
        "stack": geometry.STACK,
        "dice": [[geometry.die(side, index, 2, _RIGHT) for index in range(2)] for side in (0, 1)],
        "cube": [geometry.cube(owner, _RIGHT) for owner in (None, 0, 1)],
        "offered": [geometry.cube_offered(side, _RIGHT) for side in (0, 1)],
        "arrow": {
            "ring": RING,
            "head": HEAD,
            "wing": WING,
            "bend": BEND,
            "badge": BADGE,
            "middle": geometry.MIDDLE,
        },
        "rules": {name: {"bearOff": rules.bear_off, "lapse": rules.lapse} for name, rules in PRESETS.items()},
        "choices": CHOICES,
        "numbers": NUMBERS,
        "texts": {key: say.texts[key] for key in TEXTS},
    }


def _place(at: int) -> list[int]:
    """Return the x of a place, the y of its lowest checker, and the y from one checker to the next."""
    first, second = (geometry.checker(at, index, 2, _RIGHT) for index in range(2))
    return [first.x, first.y, second.y - first.y]


def _pieces(say: Say) -> Node:
    """Return one of each kind of piece on a board, named by ``data-piece``."""
    start = static_board(_opening_view(), say)
    found = {"light": _first(start, "checkers", "light"), "dark": _first(start, "checkers", "dark")}
    many = Setup(points=_STACKED)
    found["count-light"], found["count-dark"] = _counts(many, say)
    for side, colour in ((0, "light"), (1, "dark")):
        for value in range(7):
            dice = (value, value) if value else None
            phase = Phase.TO_PLAY if value else Phase.TO_ROLL
            drawn = static_board(setup_view(Setup(on_roll=side, dice=dice, phase=phase)), say)
            found[f"die-{colour}-{value}"] = _first(drawn, f"dice{side}", "die")
    found["cube"] = _part(start, "cube")
    for side in (0, 1):
        found[f"numbers-{side}"] = _part(static_board(setup_view(Setup(on_roll=side)), say), "numbers")
    return node("svg", [node("g", piece, data_piece=name) for name, piece in found.items()])


def _part(drawn: Node, key: str) -> Node:
    return next(child for child in drawn.children if isinstance(child, Node) and child.key == key)


def _first(drawn: Node, key: str, class_: str) -> Node:
    for child in _part(drawn, key).children:
        if isinstance(child, Node) and class_ in dict(child.attributes)["class"].split():
            return child
    raise LookupError(class_)


def _counts(setup: Setup, say: Say) -> tuple[Node, Node]:
    drawn = board(setup_view(setup), say)
    return _first(drawn, "counts", "on-light"), _first(drawn, "counts", "on-dark")
