"""The keys of the page, in one table; the list under ``?`` is drawn from it."""

from backgammon.app.commands import HASTENING, actions, available
from backgammon.app.state.events import Command
from backgammon.app.state.model import Model

PRIMARY = " "
"""The space bar, where nothing has the focus, does what comes first, or ends what is being shown."""

SHORTCUTS: dict[str, str] = {
    "r": "roll",
    "c": "confirm",
    "u": "undo",
    "y": "redo",
    "s": "swap",
    "d": "double",
    "t": "take",
    "p": "drop",
    "b": "beaver",
    "o": "raccoon",
    "a": "accept",
    "f": "refuse",
    "n": "next-game",
    "g": "new-game",
    "x": "resign",
    "m": "panel",
    "k": "hint",
    ",": "settings",
    "e": "explore",
    "l": "files",
    "w": "edit",
    "q": "quiz",
    "ArrowLeft": "study-previous",
    "ArrowRight": "study-next",
    "Home": "study-first",
    "End": "study-last",
    "i": "rules",
    "h": "dice",
    "?": "help",
    "Escape": "close",
}


def command_for(model: Model, key: str) -> Command | None:
    """Return what a key does now, None where it does nothing."""
    name = SHORTCUTS.get(key, "")
    if key == PRIMARY:
        name = "skip" if model.busy else next(iter(actions(model)), "")
    if model.dialog and name != "close":
        return None
    possible = name in available(model) or (model.busy and name in HASTENING)
    return Command(name) if possible else None
