"""The choice of a roll: that of real dice, or one to try out; before a game, one die for each side."""

from backgammon.app.commands import available
from backgammon.core.match import Phase
from backgammon.state.draft import DOUBLED
from backgammon.state.model import Model
from backgammon.view.forms import button, submit
from backgammon.view.node import Node, node
from backgammon.view.rolls import face, triangle
from backgammon.view.words import Say


def content(model: Model, say: Say) -> Node:
    """Draw the 21 rolls, or before a game the six faces of each side's die."""
    match, draft = model.game.match, model.draft
    if match.phase is Phase.OPENING:
        return _opening_form(match.white, say)
    if draft is None:
        command = "line-roll" if model.analysis_board else "typed-roll"
        chosen = "".join(map(str, sorted(match.dice or (), reverse=True))) if model.analysis_board else ""
        possible = command if command in available(model) else None
        return node("div", triangle(possible, chosen, say), class_="body roll-body")
    others = (("", say("editor.not-rolled")), (DOUBLED, say("editor.doubled")))
    return node(
        "div",
        triangle("edit-rolled", draft.rolled, say),
        node("div", [button("edit-rolled", words, value or None) for value, words in others], class_="row"),
        class_="body roll-body",
    )


def _opening_form(white: int, say: Say) -> Node:
    sides = ("white", "black") if white == 0 else ("black", "white")
    rows = zip(("first", "second"), sides, strict=True)
    return node(
        "form",
        node(
            "div",
            [_faces(name, say(f"dialog.roll-typed.{side}")) for name, side in rows],
            class_="body",
        ),
        node("footer", submit(say("action.typed-roll")), class_="dialog-foot"),
        data_form="typed-roll",
    )


def _faces(name: str, legend: str) -> Node:
    return node(
        "fieldset",
        node("legend", legend),
        node(
            "div",
            [
                node(
                    "label",
                    node("input", type="radio", name=name, value=value, required=True, aria_label=str(value)),
                    face(value),
                    key=str(value),
                )
                for value in range(1, 7)
            ],
            class_="faces",
        ),
        class_="choice",
        key=name,
    )
