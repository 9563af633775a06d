"""The help: how checkers are moved, the way to the rules and the lessons, and what each key does."""

from backgammon.app.commands import is_available
from backgammon.app.shortcuts import SHORTCUTS, is_shortcut
from backgammon.state.model import Model
from backgammon.view.forms import button, group, scrollable_body
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_ARROWS = {"ArrowLeft": "←", "ArrowRight": "→"}


def content(model: Model, say: Say) -> Node:
    """Draw how to move checkers, where to learn more, and the list of keys that work."""
    return scrollable_body(
        group(
            say("dialog.help.moving"),
            [node("p", say(f"dialog.help.moving.{part}")) for part in ("tap", "drag", "dice")],
            _ways_on(model, say),
        ),
        group(
            say("dialog.help.shortcuts"),
            node("p", say("dialog.help.moving.keys")),
            node(
                "dl",
                [
                    node(
                        "div",
                        node("dt", node("kbd", _key_name(key, say))),
                        node("dd", say(f"action.{command}")),
                        key=key,
                    )
                    for key, command in SHORTCUTS.items()
                    if is_shortcut(model, key)
                ],
                class_="shortcuts",
            ),
        ),
    )


def _ways_on(model: Model, say: Say) -> Node:
    """Draw the links for a reader who needs the rules, not the controls: to read or to learn by doing."""
    learns = model.lesson is None and is_available(model, "lessons")
    return node(
        "div",
        button("rules", say("ui.rules"), class_="link"),
        button("lessons", say("action.lessons"), class_="link") if learns else None,
        class_="ways-on",
    )


def _key_name(key: str, say: Say) -> str:
    named = {" ": "space", "Enter": "enter", "Escape": "escape", "Home": "home", "End": "end"}.get(key)
    return say(f"ui.key.{named}") if named else _ARROWS.get(key, key.upper())
