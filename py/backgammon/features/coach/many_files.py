"""Several files chosen or dropped together: their matches join the queue (features.coach.queue), one by one.

Each is read by itself and in steps, so that the page never stops for long. The others go on without a file
that holds no match: opened on its own, it says what is wrong with it.
"""

from dataclasses import replace

from backgammon.features.coach import queue
from backgammon.state.change import Change, show_notice
from backgammon.state.effects import ReadFile
from backgammon.state.events import FileRead, FilesChosen
from backgammon.state.model import Model, Notice, Origin, Replay

_NAMED = 5
"""The number of files that a notice names at most."""
_LONGEST = 30


def on_chosen(model: Model, event: FilesChosen) -> Change:
    """Begin to read the files."""
    return model, (ReadFile(),)


def on_read(model: Model, file: FileRead) -> Change:
    """Let the match of a file wait for its analysis, and read the next file; after the last, say so."""
    added = _add(model, file.found)
    if added is None:
        names = (*model.analysis.not_added, file.name)
        added = replace(model, analysis=replace(model.analysis, not_added=names))
    return (added, (ReadFile(),)) if file.rest else _tell(added)


def _add(model: Model, found: Replay | Exception) -> Model | None:
    """Return the model with the match of a file in the queue; None if it holds none or there is no room."""
    match found:
        case Replay(origin=Origin.FILE) if found.log:
            return queue.add(model, found)
    return None


def _tell(model: Model) -> Change:
    """Say that the matches are analysed, or which files were left out."""
    left_out = model.analysis.not_added
    told = replace(model, analysis=replace(model.analysis, not_added=()))
    if not left_out:
        return show_notice(told, Notice("notice.queue"))
    names = [name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…" for name in left_out[:_NAMED]]
    more = ["…"] if len(left_out) > _NAMED else []
    return show_notice(told, Notice("error.files", (("names", ", ".join(names + more)),), "error"))
