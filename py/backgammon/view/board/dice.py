"""The dice on the board: their values, which are used, and the effect of a tap on them.

On a telephone the style sheet enlarges them about the middle of their half (class ``left`` or ``right``).
"""

from functools import lru_cache

from backgammon.state.model import Direction
from backgammon.view import geometry
from backgammon.view.board.board_view import BoardView, Dice, Die
from backgammon.view.board.svg import shift_to
from backgammon.view.geometry import Spot
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_PIP_STEP = 23


def dice(view: BoardView, say: Say) -> list[Node]:
    """Draw all dice on the board."""
    return [
        _dice(each, view.colours[each.player], view.direction, *_dice_words(each, say)) for each in view.dice
    ]


def _dice_words(dice: Dice, say: Say) -> tuple[str, str]:
    """Return the label of the dice, and the action of a tap, "" where the label already names it."""
    values = [die.value for die in dice.faces]
    action = say(f"action.{dice.command}") if dice.command else ""
    if not any(values):
        return action or say("aria.dice.none"), ""
    if len(values) == 1:
        return say("aria.die", value=values[0]), action
    left = [die.value for die in dice.faces if not die.used]
    if 0 < len(left) < len(values):
        shown = ", ".join(map(str, left))
        return say("aria.dice.left", first=values[0], second=values[-1], left=shown), action
    return say("aria.dice", first=values[0], second=values[-1]), action


@lru_cache(maxsize=256)
def _dice(dice: Dice, side: str, direction: Direction, label: str, action: str) -> Node:
    touch = geometry.dice(dice.player, len(dice.faces), direction)
    half = "right" if geometry.rolls_right(dice.player, direction) else "left"
    return node(
        "g",
        node("rect", class_="touch", key="touch", **touch._asdict()) if dice.command else None,
        [
            _die(die, side, geometry.die(dice.player, index, len(dice.faces), direction), index)
            for index, die in enumerate(dice.faces)
        ],
        key=f"dice{dice.player}",
        class_=f"dice {half} rolling" if dice.rolling else f"dice {half}",
        role="button" if dice.command else "img",
        tabindex="0" if dice.command else None,
        data_command=dice.command or None,
        aria_label=label,
        aria_description=action or None,
    )


@lru_cache(maxsize=256)
def _die(die: Die, side: str, spot: Spot, index: int) -> Node:
    half = geometry.DIE // 2
    classes = ["die", side, "used" if die.used else "", "" if die.value else "blank"]
    return node(
        "g",
        node(
            "g",
            node("rect", class_="die-shadow", x=-half, y=-half + 7, width=2 * half, height=2 * half, rx=18),
            node("rect", class_="die-face", x=-half, y=-half, width=2 * half, height=2 * half, rx=18),
            [
                node("circle", class_="pip", cx=x * _PIP_STEP, cy=y * _PIP_STEP, r=8)
                for x, y in geometry.PIPS.get(die.value, ())
            ],
            class_="body",
        ),
        class_=" ".join(filter(None, classes)),
        transform=shift_to(spot),
        key=f"d{index}",
    )
