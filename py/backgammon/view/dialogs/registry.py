"""The dialogs: native ``<dialog>`` elements, at most one in the tree; the browser opens it when it appears.

Each is a file of this folder, named like the dialog, which draws everything below the title, and an entry in
DIALOGS; its name is in ``state.dialogs.DialogName``, its file belongs to a part of the page
(``state.parts``), and a command of ``app.commands`` opens it. The two imported here are there from the start.
Forms use the names that ``app.forms`` reads; what a person has typed stays in the page until it is submitted.
"""

from collections.abc import Callable
from dataclasses import dataclass

from backgammon.state.model import DialogName, Model
from backgammon.state.parts import late
from backgammon.view.dialogs import other_tab, roll_typed
from backgammon.view.forms import tool
from backgammon.view.node import Child, Node, node
from backgammon.view.words import Say


@dataclass(frozen=True, slots=True)
class Dialog:
    """The description of a dialog.

    ``title`` is the text key of its title, ``content`` draws everything below that; ``wide`` leaves room for
    tables and charts. ``focus``: the title takes the initial focus; False if a button of the content does.
    ``closes``: it has a button to close it; False if it waits for an answer.
    """

    title: str
    content: Callable[[Model, Say], Child]
    wide: bool = False
    focus: bool = True
    closes: bool = True


DIALOGS = {
    DialogName.NEW_GAME: Dialog("dialog.new-game.title", late("view.dialogs.new_game:content")),
    DialogName.SETTINGS: Dialog("ui.settings", late("view.dialogs.settings:content")),
    DialogName.HELP: Dialog("dialog.help.title", late("view.dialogs.help:content")),
    DialogName.RULES: Dialog("dialog.rules.title", late("view.dialogs.rules:content"), wide=True),
    DialogName.RESIGN: Dialog("dialog.resign.title", late("view.dialogs.resign:content"), focus=False),
    DialogName.REVIEW: Dialog("review.title", late("view.dialogs.review:content"), wide=True),
    DialogName.CUBE: Dialog("action.cube-scores", late("view.dialogs.cube:content"), wide=True),
    DialogName.FIGURES: Dialog("figures.title", late("view.dialogs.figures:content"), wide=True),
    DialogName.DICE: Dialog("ui.dice.check", late("view.dialogs.dice:content")),
    DialogName.ROLL_TYPED: Dialog("dialog.roll-typed.choose", roll_typed.content),
    DialogName.FILES: Dialog("ui.files", late("view.dialogs.files:content"), wide=True),
    DialogName.PLAY_HERE: Dialog("dialog.play-here.title", late("view.dialogs.play_here:content")),
    DialogName.FRIEND: Dialog("dialog.friend.title", late("view.dialogs.friend:content")),
    DialogName.OTHER_TAB: Dialog("dialog.other-tab.title", other_tab.content, focus=False, closes=False),
}


def dialog(model: Model, say: Say) -> Node | None:
    """Draw the open dialog, if any: its title, a button to close it, its content, a log to be read out."""
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
                tool("close", say) if drawn.closes else None,
                class_="dialog-head",
            ),
            drawn.content(model, say),
            class_="sheet",
        ),
        node("div", class_="hidden", role="log", key="log"),
        class_="dialog wide" if drawn.wide else "dialog",
        data_dialog=name,
        aria_labelledby="dialog-title",
        key=f"dialog-{name}",
    )
