"""The 21 rolls to choose from, as a triangle: a row for each higher number, doubles along one edge."""

from functools import lru_cache

from backgammon.core.dice import ROLLS
from backgammon.view.geometry import PIPS
from backgammon.view.node import Node, node
from backgammon.view.words import Say


def triangle(command: str | None, chosen: str, say: Say) -> Node:
    """Draw a button for each roll that gives ``command`` with a value such as 61; ``chosen`` is pressed.

    Without a command the buttons are disabled.
    """
    rows = [[roll for roll in ROLLS if roll[0] == high] for high in range(1, 7)]
    return node(
        "div",
        [node("div", [_roll(command, roll, chosen) for roll in row], class_="rolls-row") for row in rows],
        class_="rolls",
        role="group",
        aria_label=say("dialog.roll-typed.choose"),
        key="rolls",
    )


def _roll(command: str | None, roll: tuple[int, int], chosen: str) -> Node:
    high, low = roll
    value = f"{high}{low}"
    return node(
        "button",
        face(high),
        face(low),
        type="button",
        class_="roll",
        data_command=command,
        data_value=value,
        disabled=command is None,
        aria_label=f"{high}-{low}",
        aria_pressed="true" if value == chosen else None,
        key=value,
    )


@lru_cache(maxsize=6)
def face(value: int) -> Node:
    """Draw a face of a die."""
    return node(
        "svg",
        [node("circle", cx=12 + 6 * x, cy=12 + 6 * y, r=2.1) for x, y in PIPS[value]],
        viewBox="0 0 24 24",
        class_="face",
        aria_hidden="true",
    )
