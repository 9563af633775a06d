"""The keys of the page, as the table of commands has them; the list under ``?`` is drawn from them."""

from backgammon.app.commands import COMMANDS, actions, is_available
from backgammon.state.events import Command
from backgammon.state.model import Model

PRIMARY = " "
"""The space bar, where nothing has the focus, does what comes first, or ends what is being shown."""

_MOST = ("roll", "confirm", "undo", "redo", "swap", "hint", "double", "take", "drop", "new-game", "panel")
_LEAST = ("line-dice", "beaver", "raccoon")


def _use(name: str) -> int:
    """Say where a command belongs in a list by use; most keep the order of the table."""
    return _MOST.index(name) - len(_MOST) if name in _MOST else 1 + (name in _LEAST)


SHORTCUTS: dict[str, str] = {
    COMMANDS[name].key: name for name in sorted(COMMANDS, key=_use) if COMMANDS[name].key
}
"""The commands by key, those in use most often first."""


def key_name(key: str, code: str) -> str:
    """Name a key as the table does: a letter in lower case, one of another alphabet by its place.

    ``code``: where the key lies, by the letters of an English keyboard, such as ``KeyR``. A sign that no
    command has goes by its place too: a Greek keyboard has a semicolon where Q is.
    """
    if len(key) > 1:
        return key
    is_own = key.isascii() and (key.isalpha() or key in SHORTCUTS)
    return code[-1].lower() if code.startswith("Key") and not is_own else key.lower()


def command_for(model: Model, key: str) -> Command | None:
    """Return what a key does now, None where it does nothing."""
    name = SHORTCUTS.get(key, "")
    if key == PRIMARY:
        name = "skip" if model.is_busy else next(iter(actions(model)), "")
    if not name or (model.dialog and name != "close"):
        return None
    skips = model.is_busy and COMMANDS[name].skips
    return Command(name) if skips or is_available(model, name) else None
