"""The help: how checkers are moved, and what each key does."""

from backgammon.app.shortcuts import SHORTCUTS, is_shortcut
from backgammon.state.model import Model
from backgammon.view.forms import group, scrollable_body
from backgammon.view.node import Node, node
from backgammon.view.words import Say


def content(model: Model, say: Say) -> Node:
    """Draw how to move checkers, and the list of keys that work."""
    return scrollable_body(
        group(
            say("dialog.help.moving"),
            [node("p", say(f"dialog.help.moving.{part}")) for part in ("tap", "drag", "dice")],
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


def _key_name(key: str, say: Say) -> str:
    named = {" ": "space", "Enter": "enter", "Escape": "escape", "Home": "home", "End": "end"}.get(key)
    return say(f"ui.key.{named}") if named else _ARROWS.get(key, key.upper())


_ARROWS = {"ArrowLeft": "←", "ArrowRight": "→"}
