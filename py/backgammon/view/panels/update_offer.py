"""The quiet notice that a newer version of the program is ready."""

from backgammon.state.model import Model
from backgammon.view.forms import button, icon_button
from backgammon.view.node import Node, node
from backgammon.view.words import Say


def update_offer(model: Model, say: Say) -> Node | None:
    """Draw the offer to switch to the newer version; None if there is none."""
    if not model.update_ready:
        return None
    return node(
        "aside",
        node(
            "div",
            node("p", say("update.ready")),
            button("update-now", say("update.now"), class_="link"),
        ),
        icon_button("update-later", say("update.later"), "close"),
        class_="newer",
        aria_label=say("update.ready"),
        key="newer",
    )
