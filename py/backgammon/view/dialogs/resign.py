"""The offer to resign: a single game, a gammon or a backgammon, by the names of the rules, times the cube."""

from backgammon.features.speech.result_line import concession
from backgammon.state.model import Model
from backgammon.view.forms import button
from backgammon.view.node import Child, node
from backgammon.view.words import Say


def content(model: Model, say: Say) -> Child:
    """Draw a button for each size of resignation."""
    match = model.game.match
    return (
        node(
            "div",
            node("p", say("dialog.resign.about")),
            node(
                "div",
                [
                    button(
                        "resign-offer",
                        (
                            node("span", say(_option(model, times)), class_="option-name"),
                            node(
                                "span", say("dialog.resign.points", count=times * match.cube), class_="note"
                            ),
                        ),
                        str(times),
                        class_="secondary tall",
                    )
                    for times in (1, 2, 3)
                ],
                class_="stack",
            ),
            class_="body",
        ),
        node("footer", button("close", say("dialog.resign.cancel"), focus=True), class_="dialog-foot"),
    )


def _option(model: Model, times: int) -> str:
    """Return the catalogue key of a size of resignation."""
    match = model.game.match
    # Nobody decides any more where the game has ended behind the open dialog, as when time runs out.
    name = str(times) if match.decider is None else concession(match, match.decider, times)
    return f"dialog.resign.{name}" if name == str(times) else f"result.{name}"
