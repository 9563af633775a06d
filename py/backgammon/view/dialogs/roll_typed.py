"""The roll of real dice, typed in: two faces to be chosen."""

from functools import lru_cache

from backgammon.app.state.model import Model
from backgammon.view.forms import submit
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_DIE_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Pips of a face as cells of a 3 by 3 grid, counted like a telephone's keys."""


def content(model: Model, say: Say) -> Node:
    """Draw the six faces of either die."""
    return node(
        "form",
        node(
            "div",
            [_faces(name, say(f"dialog.roll-typed.{name}")) for name in ("first", "second")],
            class_="body",
        ),
        node("footer", submit(say("action.typed-roll")), class_="dialog-foot"),
        data_form="typed-roll",
    )


def _faces(name: str, legend: str) -> Node:
    return node(
        "fieldset",
        node("legend", legend),
        node(
            "div",
            [
                node(
                    "label",
                    node("input", type="radio", name=name, value=value, required=True, aria_label=str(value)),
                    _face(value),
                    key=str(value),
                )
                for value in range(1, 7)
            ],
            class_="faces",
        ),
        class_="choice",
        key=name,
    )


@lru_cache(maxsize=6)
def _face(value: int) -> Node:
    cells = [(int(cell) - 1) for cell in _DIE_PIPS[value]]
    return node(
        "svg",
        [node("circle", cx=6 + cell % 3 * 6, cy=6 + cell // 3 * 6, r=2.1) for cell in cells],
        viewBox="0 0 24 24",
        class_="face",
        aria_hidden="true",
    )
