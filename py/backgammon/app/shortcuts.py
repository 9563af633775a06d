"""The keys of the page, taken from the table of commands; the list under ``?`` is drawn from them."""

from backgammon.app.commands import COMMANDS, actions, is_available
from backgammon.state.events import Command
from backgammon.state.model import Model

PRIMARY = " "
"""The space bar, while nothing has the focus: it does the first action, or ends the running animation."""

_BACK = ("undo", "quiz-close", "line-close", "study-close")
"""Actions that the space bar never does, since they take back or leave what the player is doing."""

_MOST = ("roll", "confirm", "undo", "redo", "swap", "hint", "double", "take", "drop", "new-game", "panel")
_LEAST = ("line-dice", "beaver", "raccoon")


def _use(name: str) -> int:
    """Return a command's sort key by frequency of use; most commands keep the order of the table."""
    return _MOST.index(name) - len(_MOST) if name in _MOST else 1 + (name in _LEAST)


SHORTCUTS: dict[str, str] = {
    COMMANDS[name].key: name for name in sorted(COMMANDS, key=_use) if COMMANDS[name].key
}
"""The commands by key, the most used first."""


def key_name(key: str, code: str) -> str:
    """Return a key's name in the table: a letter in lower case, one of another alphabet by its position.

    ``code``: the key's position, named by the letters of an English keyboard, such as ``KeyR``. A sign that
    no command uses is named by its position too: a Greek keyboard has a semicolon where Q is.
    """
    if len(key) > 1:
        return key
    is_own = key.isascii() and (key.isalpha() or key in SHORTCUTS)
    return code[-1].lower() if code.startswith("Key") and not is_own else key.lower()


def is_shortcut(model: Model, key: str) -> bool:
    """Whether the settings let a key be a shortcut: speech input may type signs by chance (WCAG 2.1.4)."""
    return model.settings.shortcuts or key == PRIMARY or len(key) > 1


def command_for(model: Model, key: str) -> Command | None:
    """Return the command of a key now, None where it does nothing."""
    name = SHORTCUTS.get(key, "") if is_shortcut(model, key) else ""
    if key == PRIMARY:
        name = "skip" if model.is_busy else next((each for each in actions(model) if each not in _BACK), "")
    if not name or (model.dialog and name != "close"):
        return None
    skips = model.is_busy and COMMANDS[name].skips
    return Command(name) if skips or is_available(model, name) else None
