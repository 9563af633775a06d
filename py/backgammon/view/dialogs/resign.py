"""The offer to resign: a single game, a gammon or a backgammon, multiplied by the cube."""

from backgammon.state.model import Model
from backgammon.view.forms import button
from backgammon.view.node import Child, node
from backgammon.view.words import Say


def content(model: Model, say: Say) -> Child:
    """Draw a button for each size of resignation."""
    cube = model.game.match.cube
    return (
        node(
            "div",
            node("p", say("dialog.resign.about")),
            node(
                "div",
                [
                    node(
                        "button",
                        node("span", say(f"dialog.resign.{times}"), class_="option-name"),
                        node("span", say("dialog.resign.points", count=times * cube), class_="note"),
                        type="button",
                        class_="secondary tall",
                        data_command="resign-offer",
                        data_value=times,
                        key=str(times),
                    )
                    for times in (1, 2, 3)
                ],
                class_="stack",
            ),
            class_="body",
        ),
        node("footer", button("close", say("dialog.resign.cancel"), focus=True), class_="dialog-foot"),
    )
