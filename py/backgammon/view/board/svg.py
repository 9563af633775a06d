"""Helpers that the board's parts share: a text or a translation at a spot of the drawing."""

from backgammon.view.geometry import Spot
from backgammon.view.node import Node, node


def shift_to(spot: Spot) -> str:
    """Return the ``transform`` that moves a drawing centred on 0, 0 to a spot."""
    return f"translate({spot.x} {spot.y})"


def text_at(text: str, spot: Spot, key: str, class_: str | None = None) -> Node:
    """Draw a text on a spot."""
    return node("text", text, x=spot.x, y=spot.y, class_=class_, key=key)
