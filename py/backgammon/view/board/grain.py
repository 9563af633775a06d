"""The grain of the wood: a few long, gently curved lines, the same every time and sharp at any size."""

from collections.abc import Callable

from backgammon.view.geometry import Box

_DRIFT = 5
"""The largest distance of a line from its course."""


def grain(box: Box, lines: int, seed: int) -> str:
    """Return the path of ``lines`` lines along a box's longer side, unevenly spaced like annual rings."""
    upright = box.height > box.width
    length, breadth = (box.height, box.width) if upright else (box.width, box.height)
    chance = _chance(seed)
    parts = []
    for line in range(lines):
        course = _DRIFT + (breadth - 2 * _DRIFT) * (line + chance() * 0.9) / lines
        points = [(length * part // 3, round(course + (chance() - 0.5) * 2 * _DRIFT)) for part in range(4)]
        placed = [
            f"{box.x + across} {box.y + along}" if upright else f"{box.x + along} {box.y + across}"
            for along, across in points
        ]
        parts.append(f"M{placed[0]}C{placed[1]} {placed[2]} {placed[3]}")
    return "".join(parts)


def _chance(seed: int) -> Callable[[], float]:
    state = seed

    def draw() -> float:
        nonlocal state
        state = (1103515245 * state + 12345) % 2**31
        return state / 2**31

    return draw
