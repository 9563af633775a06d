"""The clues shown in place of the ranked choices, and the buttons for the next one and for the answer."""

from backgammon.app.commands import available
from backgammon.features.coach import clues
from backgammon.features.speech.status_text import text
from backgammon.state.model import Model
from backgammon.view.forms import button
from backgammon.view.node import Node, node
from backgammon.view.words import Say, prevent_breaks

_WAYS = {"hint-more": "action.hint-more", "hint-answer": "action.learn-answer"}


def clue_lines(model: Model, say: Say) -> Node:
    """Draw the clues given so far."""
    there = available(model)
    ways = [button(name, say(key), class_="secondary") for name, key in _WAYS.items() if name in there]
    lines = [prevent_breaks(text(say, each)) for each in clues.clues_on_show(model)]
    return node(
        "div",
        [node("p", line, key=str(index)) for index, line in enumerate(lines)],
        node("div", ways, class_="row", key="ways"),
        class_="clues",
        key="clues",
    )
