"""The buttons of what can be done on the board: words for what goes on, signs for what helps."""

from collections.abc import Iterable
from functools import lru_cache

from backgammon.app.commands import actions, available
from backgammon.app.state.model import Model
from backgammon.view.icons import has_icon, icon
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_QUIET = (
    "study-first",
    "study-previous",
    "study-next",
    "study-last",
    "undo",
    "redo",
    "swap",
    "hint",
    "shelf-return",
    "resign",
    "quiz-close",
)
"""Commands whose button is a sign with a name; they keep their place and order."""
_WORDS = {"review": "action.analyse"}
"""What commands are called that have a longer name elsewhere."""
_QUIZ_WORDS = {"roll": "problem.no-double", "quiz-again": "problem.again"}
"""What commands are called in the quiz, in which nothing is rolled."""


def action_bar(model: Model, say: Say) -> Node:
    """Draw the buttons of what can be done on the board now; the first is the primary one."""
    commands = available(model)
    loud = [name for name in actions(model) if name not in _QUIET]
    quiet = [name for name in _QUIET if name in commands]
    words = _QUIZ_WORDS if model.quiz else _WORDS
    return _action_bar(
        *[tuple((name, say(words.get(name, f"action.{name}"))) for name in names) for names in (loud, quiet)]
    )


@lru_cache(maxsize=64)
def _action_bar(loud: tuple[tuple[str, str], ...], quiet: tuple[tuple[str, str], ...]) -> Node:
    return node(
        "div",
        node("div", _buttons(loud), class_="loud", key="loud"),
        node("div", _buttons(quiet), class_="quiet", key="quiet"),
        class_="actions",
        key="actions",
    )


def _buttons(pairs: Iterable[tuple[str, str]]) -> list[Node]:
    found = []
    for index, (name, words) in enumerate(pairs):
        quiet = name in _QUIET
        found.append(
            node(
                "button",
                icon(name) if quiet and has_icon(name) else None,
                node("span", words, class_="label"),
                type="button",
                class_="quiet-button" if quiet else "primary" if index == 0 else "secondary",
                data_command=name,
                data_primary=not quiet and index == 0,
                title=words if quiet else None,
                key=name,
            )
        )
    return found
