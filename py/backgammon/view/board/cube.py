"""The doubling cube: in the middle, at its owner's side, or offered."""

from functools import lru_cache

from backgammon.core.match import Player
from backgammon.features.speech.status_text import cube_action
from backgammon.state.model import Direction
from backgammon.view import geometry
from backgammon.view.board.board_view import BoardView, Cube
from backgammon.view.board.svg import shift_to
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_CENTRED_CUBE = 64
"""The number shown on a cube that nobody has turned."""


def cube(view: BoardView, say: Say) -> Node | None:
    """Draw the cube; None if the game is played without one."""
    if view.cube is None:
        return None
    action = say(f"action.{cube_action(view.cube.command, view.cube.owner)}") if view.cube.command else ""
    return _cube(view.cube, view.direction, _cube_label(view.cube, view.you, say), action)


def _cube_label(cube: Cube, you: Player, say: Say) -> str:
    if cube.answering is not None:
        return say("aria.cube.offered", value=cube.value)
    if cube.owner is None:
        return say("aria.cube.centred", value=cube.value)
    return say("aria.cube.yours" if cube.owner == you else "aria.cube.theirs", value=cube.value)


@lru_cache(maxsize=64)
def _cube(cube: Cube, direction: Direction, label: str, action: str) -> Node:
    """Draw the cube; in a narrow crop the style sheet shifts a cube in its tray (class ``lane``)."""
    half = geometry.CUBE // 2
    offered = cube.answering is not None
    if cube.answering is not None:
        spot = geometry.cube_offered(cube.answering, direction)
    else:
        spot = geometry.cube(cube.owner, direction)
    shown = str(cube.value if cube.value > 1 else _CENTRED_CUBE)
    return node(
        "g",
        node(
            "g",
            _touch(cube.command, label, action) if cube.command else None,
            node("rect", class_="die-shadow", x=-half, y=-half + 7, width=2 * half, height=2 * half, rx=14),
            node("rect", class_="cube-face", x=-half, y=-half, width=2 * half, height=2 * half, rx=14),
            node(
                "text", shown, class_=f"cube-value digits-{min(len(shown), 5)}", x=0, y=0, aria_hidden="true"
            ),
            class_="cube-body",
            transform=shift_to(spot),
            key="cube-body",
        ),
        class_="cube offered" if offered else "cube lane",
        role=None if cube.command else "img",
        aria_label=None if cube.command else label,
        key="cube",
    )


def _touch(command: str, label: str, action: str) -> Node:
    """Draw the touch area around the cube; the rest of the cube lets touches through."""
    size = geometry.TOUCH
    return node(
        "rect",
        class_="touch",
        x=-size // 2,
        y=-size // 2,
        width=size,
        height=size,
        role="button",
        tabindex="0",
        data_command=command,
        aria_label=label,
        aria_description=action,
        key="touch",
    )
