"""The dialog for a match that was changed in another tab: take that version, or keep this one."""

from backgammon.state.model import Model
from backgammon.view.forms import button
from backgammon.view.node import Child, node
from backgammon.view.panels.status_line import dialog_notice
from backgammon.view.words import Say


def content(model: Model, say: Say) -> Child:
    """Ask which of the two versions of the match to keep; say if nothing can be read or saved."""
    said = None if model.storage_works else dialog_notice(model, say)
    return (
        node("div", node("p", say("dialog.other-tab.about")), said, class_="body"),
        node(
            "footer",
            button("keep-mine", say("action.keep-mine")),
            button("take-other", say("action.take-other"), class_="primary", focus=True),
            class_="dialog-foot",
        ),
    )
