"""A position as a picture: the page's own board, showing a set-up that nobody plays, also as an SVG file.

The player at the bottom has the light checkers. Blank dice lie on the side of the player to roll.
"""

from dataclasses import replace

from backgammon.core.match import Player
from backgammon.core.plays import Steps
from backgammon.core.position import CHECKERS, Position, flip_points
from backgammon.notation.setup import NO_CUBE, Setup
from backgammon.state.checkers import Layout
from backgammon.state.model import Direction
from backgammon.view import geometry
from backgammon.view.board.board import board
from backgammon.view.board.board_view import BoardView, Cube, Dice, Die
from backgammon.view.board.shown_plays import Kind, ShownPlay
from backgammon.view.node import Node, node, to_html
from backgammon.view.words import Say, length_name

_UNSEEN = frozenset({"places", "rings", "ghosts"})
"""Keys of the board's parts that only a player needs, and a picture does not."""


def setup_view(
    setup: Setup,
    direction: Direction = Direction.RIGHT,
    numbers: bool = True,
    play: Steps = (),
    checkers: int = CHECKERS,
) -> BoardView:
    """Return the board view of a set-up, with arrows for ``play``, a play of its roll.

    ``checkers``: the number of each side; those that are not on the board are borne off.

    Raises PositionError for checkers that no game can have.
    """
    position = Position(setup.points, checkers)
    return BoardView(
        layout=Layout.of(position if setup.on_roll == 0 else position.flip()),
        direction=direction,
        mover=setup.decider,
        interactive=False,
        numbers=numbers,
        dice=_dice(setup),
        cube=_cube(setup),
        plays=(ShownPlay(Kind.OTHER, play, position, setup.on_roll),) if play else (),
    )


def _dice(setup: Setup) -> tuple[Dice, ...]:
    if setup.phase.is_cube_offer or setup.resigned:
        return ()
    return (Dice(setup.on_roll, tuple(Die(value) for value in setup.dice or (0, 0))),)


def _cube(setup: Setup) -> Cube | None:
    if setup.crawford or setup.cube_limit == NO_CUBE or setup.length == 1:
        return None
    if setup.phase.is_cube_offer:
        return Cube(setup.cube * 2, setup.cube_owner, setup.decider)
    return Cube(setup.cube, setup.cube_owner)


def static_board(view: BoardView, say: Say) -> Node:
    """Draw a board without the parts that are only there for interaction."""
    drawn = board(view, say)
    return replace(drawn, children=tuple(child for child in drawn.children if _is_seen(child)))


def _is_seen(child: Node | str) -> bool:
    return not (isinstance(child, Node) and child.key in _UNSEEN)


def caption(setup: Setup, say: Say, light: Player = 0) -> str:
    """Describe the decision, such as "White to play 3-1"; ``light`` is the player who is White."""
    answers = 1 - setup.decider if setup.resigned else setup.decider
    side = say("ui.white" if answers == light else "ui.black")
    if setup.resigned:
        return say("embed.caption.resigned", side=side)
    if setup.phase.is_cube_offer:
        return say("embed.caption.answer", side=side)
    if setup.dice:
        return say("embed.caption.play", side=side, dice=f"{setup.dice[0]}-{setup.dice[1]}")
    return say("embed.caption.roll", side=side)


def facts(setup: Setup, say: Say) -> str:
    """Describe the match, each side's score and pips: "5-point match · White 3 (167 pips) · …"."""
    found = [length_name(setup.length, say)]
    if setup.crawford:
        found.append(say("ui.crawford"))
    for side, name in enumerate(("ui.white", "ui.black")):
        own = setup.points if side == setup.on_roll else flip_points(setup.points)
        pips = sum([number * count for number, count in enumerate(own) if count > 0])
        score = f" {setup.score[side]}" if setup.length else ""
        found.append(f"{say(name)}{score} ({say('ui.pips', count=pips)})")
    return " · ".join(found)


def svg_document(view: BoardView, say: Say, style: str, title: str, identity: str) -> str:
    """Return a board as a standalone SVG file that includes its style sheet.

    ``title`` is read out by screen readers; ``identity`` is the ID of what is drawn, "" for none.
    """
    drawn = static_board(view, say)
    head = (node("title", title), node("desc", identity) if identity else None, node("style", style))
    attributes = (
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("width", str(geometry.WIDTH // 2)),
        ("height", str(geometry.HEIGHT // 2)),
        *[(name, value) for name, value in drawn.attributes if name != "aria-label"],
        ("aria-label", title),
    )
    return to_html(Node("svg", attributes, (*filter(None, head), *drawn.children))) + "\n"
