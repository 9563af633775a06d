"""The checkbox that puts the position on the board into the quiz, or takes it out."""

from backgammon.app.commands import available
from backgammon.features.quiz import collection
from backgammon.state.model import Model
from backgammon.view.node import Node, node
from backgammon.view.words import Say


def in_quiz(model: Model, say: Say) -> Node | None:
    """Draw the checkbox where the position can be put into the quiz or taken out of it."""
    if "in-quiz" not in available(model):
        return None
    box = node("input", type="checkbox", checked=collection.is_in_quiz(model), data_command="in-quiz")
    return node("label", box, node("span", say("action.in-quiz")), class_="tick in-quiz", key="in-quiz")
