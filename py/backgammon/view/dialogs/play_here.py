"""The dialog to play on from a position: the opponent and the side."""

from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS
from backgammon.state.model import Computer, Human, Model, Seat
from backgammon.view.forms import segments, submit
from backgammon.view.node import Node, node
from backgammon.view.panels.player_line import seat_name
from backgammon.view.words import Say


def _level(seats: tuple[Seat, Seat]) -> str:
    """Return the level that the computer plays at now, else the default."""
    known = (seat.level for seat in seats if isinstance(seat, Computer) and seat.level in LEVELS)
    return next(known, DEFAULT_LEVEL)


def content(model: Model, say: Say) -> Node:
    """Ask for the opponent and the side, to play a match from the position on the board."""
    decider = model.game.match.decider or 0
    return node(
        "form",
        node(
            "div",
            node("p", say("dialog.play-here.about"), class_="note"),
            segments(
                "opponent",
                say("dialog.new-game.opponent"),
                ((kind, say(f"dialog.play-here.{kind}")) for kind in (Computer.kind, Human.kind)),
                Computer.kind,
                class_="even",
            ),
            segments(
                "level",
                say("dialog.new-game.level"),
                ((level, say(f"level.{level}")) for level in LEVELS),
                _level(model.game_in_play.setup.seats),
                class_="levels",
            ),
            segments(
                "side",
                say("dialog.play-here.side"),
                ((str(side), node("bdi", seat_name(model, side, say))) for side in (0, 1)),
                str(decider),
                class_="even sides",
            ),
            class_="body",
        ),
        node("footer", submit(say("dialog.play-here.start")), class_="dialog-foot"),
        data_form="play-here",
    )
