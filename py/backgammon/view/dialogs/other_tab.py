"""The dialog for a match that was changed in another tab: take that version, or keep this one."""

from backgammon.state.model import Model
from backgammon.view.forms import button
from backgammon.view.node import Child, node
from backgammon.view.panels.status_line import dialog_notice
from backgammon.view.words import Say

_PASSED = "notice.friend-passed"


def content(model: Model, say: Say) -> Child:
    """Ask which of the two versions of the match to keep; say if nothing can be read or saved.

    A page whose link another tab has taken has nothing of its own to keep.
    """
    passed = model.notice is not None and model.notice.key == _PASSED
    said = None if model.storage_works or passed else dialog_notice(model, say)
    return (
        node("div", node("p", say(_PASSED if passed else "dialog.other-tab.about")), said, class_="body"),
        node(
            "footer",
            None if passed else button("keep-mine", say("action.keep-mine")),
            button("take-other", say("action.take-other"), class_="primary", focus=True),
            class_="dialog-foot",
        ),
    )
