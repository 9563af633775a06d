"""The bottom layer of a board: frame, field, points and their light; it does not change during a game.

Like the board, it is drawn from plain data only, with classes; the style sheets define the colours.
"""

from functools import lru_cache

from backgammon.state.model import Direction
from backgammon.view import geometry
from backgammon.view.board.grain import grain
from backgammon.view.geometry import Box
from backgammon.view.node import Node, node

POINTS = range(1, 25)
_ROUND = 26
"""Radius of the board's corners."""
_LAP = 2
"""The overlap of a field and the frame, so that nothing shines through where they meet."""


@lru_cache(maxsize=1)
def definitions() -> Node:
    """Define the few gradients that light the board; their colours are custom properties."""
    return node(
        "defs",
        _gradient("frame-wood", "frame-hi", "frame", "frame-lo"),
        _gradient("field-light", "field-hi", "field"),
        *[
            _gradient(f"{side}-{part}", *[f"{side}-{stop}" for stop in stops])
            for side in ("light", "dark")
            for part, stops in (
                ("disc", ("hi", "base", "lo")),
                ("dish", ("lo", "base", "hi")),
                ("die", ("die-hi", "die-lo")),
            )
        ],
        _gradient("cube-face", "cube-hi", "cube-lo"),
        _gradient("shade-down", "shade", "clear"),
        _gradient("shade-right", "shade", "clear", across=True),
        node(
            "radialGradient",
            _stop("shade-spot", "78%"),
            _stop("clear", "100%"),
            id="shade-round",
            key="shade-round",
        ),
        key="defs",
    )


def _stop(name: str, offset: str) -> Node:
    return node("stop", class_=f"stop-{name}", offset=offset)


def _gradient(name: str, *stops: str, across: bool = False) -> Node:
    share = 100 // (len(stops) - 1)
    return node(
        "linearGradient",
        [_stop(stop, f"{index * share}%") for index, stop in enumerate(stops)],
        id=name,
        x2="1" if across else "0",
        y2="0" if across else "1",
        key=name,
    )


@lru_cache(maxsize=2)
def ground(direction: Direction) -> Node:
    """Draw frame, field and points; they depend only on the direction of play."""
    lying = [geometry.mirror_box(box, direction) for box in geometry.fields()]
    bar = Box(geometry.BAR_LEFT, 0, geometry.BAR_WIDTH, geometry.HEIGHT)
    inlay = Box(4, 4, geometry.WIDTH - 8, geometry.HEIGHT - 8)
    seam = geometry.WIDTH // 2
    bar_inside = bar._replace(y=geometry.FRAME, height=geometry.INNER)
    return node(
        "g",
        _wood(),
        rect(inlay, "frame-line", 22),
        _mitres(),
        [_grain(box, "grain", min(box[2:]) // 9, seed) for seed, box in enumerate(geometry.rails(), 1)],
        [_well(geometry.mirror_box(box, direction)) for box in geometry.trays()],
        [rect(box, "field") for box in lying],
        [_grain(box, "field-grain", 34, seed) for seed, box in enumerate(lying, 7)],
        [_point(point, direction) for point in POINTS],
        [_shades(box) for box in lying],
        rect(bar_inside, "bar"),
        _grain(bar_inside, "grain", 9, 5),
        node("path", class_="seam", d=f"M{seam} {geometry.FRAME}V{geometry.HEIGHT - geometry.FRAME}"),
        [_bevel(box) for box in lying],
        key="ground",
        aria_hidden="true",
    )


def _wood() -> Node:
    """Draw the frame, cut out under the fields and the bar: hidden gradients take time to paint, too."""
    right, bottom, turn = geometry.WIDTH - _ROUND, geometry.HEIGHT - _ROUND, f"a{_ROUND} {_ROUND} 0 0 1"
    outline = (
        f"M{_ROUND} 0H{right}{turn} {_ROUND} {_ROUND}V{bottom}{turn} {-_ROUND} {_ROUND}"
        f"H{_ROUND}{turn} {-_ROUND} {-_ROUND}V{_ROUND}{turn} {_ROUND} {-_ROUND}Z"
    )
    near, far = geometry.fields()
    width, height = far.x + far.width - near.x - 2 * _LAP, near.height - 2 * _LAP
    opening = f"M{near.x + _LAP} {near.y + _LAP}v{height}h{width}v{-height}Z"
    return node("path", class_="frame", d=outline + opening)


def _mitres() -> Node:
    """Draw the mitres where the rails of the frame meet."""
    right, bottom, inside = geometry.WIDTH, geometry.HEIGHT, geometry.FRAME
    corners = ((0, 0, 1, 1), (right, 0, -1, 1), (0, bottom, 1, -1), (right, bottom, -1, -1))
    lines = [
        f"M{x + 8 * across} {y + 8 * down}l{inside * across} {inside * down}"
        for x, y, across, down in corners
    ]
    return node("path", class_="mitre", d="".join(lines))


def _grain(box: Box, class_: str, lines: int, seed: int) -> Node:
    return node("path", class_=class_, d=grain(box, lines, seed))


def _bevel(box: Box) -> Node:
    """Draw the edge of the frame round a field: dark where it faces away from the light, else bright."""
    right, bottom = box.x + box.width, box.y + box.height
    return node(
        "g",
        node("path", class_="edge-dark", d=f"M{box.x} {bottom}V{box.y}H{right}"),
        node("path", class_="edge-bright", d=f"M{right} {box.y}V{bottom}H{box.x}"),
    )


def _point(point: int, direction: Direction) -> Node:
    left, right, tip = geometry.triangle(point, direction)
    colour = "a" if point % 2 else "b"
    path = f"M{left.x} {left.y}L{tip.x} {tip.y}L{right.x} {right.y}Z"
    return node("path", class_=f"point point-{colour}", d=path)


def _well(box: Box) -> Node:
    """Draw a tray, with the shadow of the frame on it."""
    return node("g", rect(box, "well", 12), rect(box._replace(height=22), "shade-down", 12))


def _shades(box: Box) -> Node:
    """Draw the shadow of the frame on the field: light comes from above, slightly from the left."""
    return node(
        "g",
        rect(box._replace(height=26), "shade-down"),
        rect(box._replace(width=16), "shade-right"),
        rect(Box(box.x, box.y + box.height - 3, box.width, 3), "glint"),
    )


def rect(box: Box, class_: str, radius: int = 0) -> Node:
    """Draw a box."""
    return node(
        "rect", class_=class_, x=box.x, y=box.y, width=box.width, height=box.height, rx=radius or None
    )
