"""The keys of the page, as the table of commands has them; the list under ``?`` is drawn from them."""

from backgammon.app.commands import COMMANDS, actions, is_available
from backgammon.app.state.events import Command
from backgammon.app.state.model import Model

PRIMARY = " "
"""The space bar, where nothing has the focus, does what comes first, or ends what is being shown."""

SHORTCUTS: dict[str, str] = {spec.key: name for name, spec in COMMANDS.items() if spec.key}


def command_for(model: Model, key: str) -> Command | None:
    """Return what a key does now, None where it does nothing."""
    name = SHORTCUTS.get(key, "")
    if key == PRIMARY:
        name = "skip" if model.busy else next(iter(actions(model)), "")
    if not name or (model.dialog and name != "close"):
        return None
    skips = model.busy and COMMANDS[name].skips
    return Command(name) if skips or is_available(model, name) else None
