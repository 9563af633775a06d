"""The dialogs: native ``<dialog>`` elements, at most one in the tree; the browser opens what appears.

Each is a file of this room, which draws all below the title, and a line of DIALOGS; its name stands in
``app.state.model.DialogName``, and a command of ``app.commands`` opens it. Forms carry the names that
``app.forms`` reads; what a person has typed stays in the page until it is submitted.
"""

from collections.abc import Callable
from dataclasses import dataclass

from backgammon.app.state.model import DialogName, Model
from backgammon.view.dialogs import (
    cube,
    dice,
    figures,
    files,
    help,
    new_game,
    other_tab,
    play_here,
    resign,
    review,
    roll_typed,
    rules,
    settings,
)
from backgammon.view.icons import icon
from backgammon.view.node import Child, Node, node
from backgammon.view.words import Say


@dataclass(frozen=True, slots=True)
class Dialog:
    """What there is to know of a dialog.

    ``title`` is the key of its title, ``content`` draws all below that; ``wide`` leaves room for tables and
    charts. ``focus``: the title takes the first focus, for a button of the content does not.
    """

    title: str
    content: Callable[[Model, Say], Child]
    wide: bool = False
    focus: bool = True


DIALOGS = {
    DialogName.NEW_GAME: Dialog("dialog.new-game.title", new_game.content),
    DialogName.SETTINGS: Dialog("ui.settings", settings.content),
    DialogName.HELP: Dialog("dialog.help.title", help.content),
    DialogName.RULES: Dialog("dialog.rules.title", rules.content, wide=True),
    DialogName.RESIGN: Dialog("dialog.resign.title", resign.content, focus=False),
    DialogName.REVIEW: Dialog("review.title", review.content, wide=True),
    DialogName.CUBE: Dialog("action.cube-scores", cube.content, wide=True),
    DialogName.FIGURES: Dialog("figures.title", figures.content, wide=True),
    DialogName.DICE: Dialog("ui.dice.check", dice.content),
    DialogName.ROLL_TYPED: Dialog("dialog.roll-typed.title", roll_typed.content),
    DialogName.FILES: Dialog("ui.files", files.content),
    DialogName.PLAY_HERE: Dialog("dialog.play-here.title", play_here.content),
    DialogName.OTHER_TAB: Dialog("dialog.other-tab.title", other_tab.content, focus=False),
}


def dialog(model: Model, say: Say) -> Node | None:
    """Draw the dialog that is open, if any: its title, a way out, and its content."""
    name = model.dialog
    if name is None:
        return None
    drawn = DIALOGS[name]
    return node(
        "dialog",
        node(
            "div",
            node(
                "header",
                node("h2", say(drawn.title), id="dialog-title", tabindex="-1", autofocus=drawn.focus),
                node(
                    "button",
                    icon("close"),
                    type="button",
                    class_="tool",
                    data_command="close",
                    aria_label=say("action.close"),
                ),
                class_="dialog-head",
            ),
            drawn.content(model, say),
            class_="sheet",
        ),
        class_="dialog wide" if drawn.wide else "dialog",
        data_dialog=name,
        aria_labelledby="dialog-title",
        key=f"dialog-{name}",
    )
