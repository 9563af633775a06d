"""How bad a choice was, by a sign and in words, never by colour alone."""

from backgammon.protocol.messages import Grade
from backgammon.view.node import Node, node
from backgammon.view.words import Say

SIGNS = {Grade.DOUBTFUL: "?!", Grade.ERROR: "?", Grade.BLUNDER: "??"}
"""As commentators write them behind a play."""


def mark(named: Grade, say: Say) -> list[Node]:
    """Draw the sign of a grade with its name, nothing for a good choice."""
    return [sign(named, say(f"grade.{named}"))] if named in SIGNS else []


def sign(named: Grade, label: str, boxed: bool = False) -> Node:
    """Draw the sign of a grade under a name; ``boxed`` is about the cube."""
    class_ = f"sign {named} boxed" if boxed else f"sign {named}"
    return node("span", SIGNS[named], class_=class_, role="img", aria_label=label, title=label)
