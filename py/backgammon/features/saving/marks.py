"""The marks beside the moves of the match that was analysed last, kept by themselves.

They are shown as soon as the page is there, when all that is known of its decisions has not been read yet.
"""

import json
from hashlib import sha256

from backgammon.analysis.findings import Grade
from backgammon.core.match import Match
from backgammon.state.analysis_state import Marks
from backgammon.state.effects import StoreText
from backgammon.storage.errors import StorageError
from backgammon.storage.figures import open_versioned_record
from backgammon.storage.log import Log

MARKS = "marks"
FORMAT, VERSION = "triktrakk-marks", 1


def keep(marks: Marks) -> StoreText:
    """Keep marks; the match itself is kept elsewhere and known again by its log."""
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "actions": len(marks.log),
        "log": _fingerprint(marks.log),
        "grades": {str(index): named for index, named in marks.grades.items()},
    }
    return StoreText(MARKS, json.dumps(whole, separators=(",", ":")))


def read(text: str, start: Match, log: Log) -> Marks | None:
    """Return the marks that were kept, None where they are another match's; raise StorageError."""
    match open_versioned_record(text, FORMAT, VERSION):
        case {"actions": int(count), "log": str(name), "grades": dict(grades)}:
            reviewed = log.until(count)
            if count > len(log) or _fingerprint(reviewed) != name:
                return None
            return Marks(start, reviewed, _grades(grades))
    raise StorageError(f"{text[:40]!r} holds no marks of a match")


def _grades(data: dict[str, object]) -> dict[int, Grade]:
    try:
        return {int(index): Grade(str(named)) for index, named in data.items()}
    except ValueError as error:
        raise StorageError(f"a mark is no grade of an action: {error}") from error


def _fingerprint(log: Log) -> str:
    return sha256(log.text.encode()).hexdigest()[:16]
