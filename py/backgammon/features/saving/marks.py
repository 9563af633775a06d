"""The marks beside the moves of the match that was analysed last, stored separately.

They can be shown as soon as the page has loaded, before the findings about the match's decisions are read.
"""

from hashlib import sha256

from backgammon.analysis.findings import Grade
from backgammon.core.match import Match
from backgammon.state.analysis_state import Marks
from backgammon.state.effects import StoreText
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import json_text, open_versioned_record
from backgammon.storage.log import Log

MARKS = "marks"
FORMAT, VERSION = "triktrakk-marks", 1


def keep(marks: Marks) -> StoreText:
    """Store marks; the match itself is stored elsewhere and recognised by its log."""
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "actions": len(marks.log),
        "log": fingerprint(marks.log),
        "grades": {str(index): named for index, named in marks.grades.items()},
    }
    return StoreText(MARKS, json_text(whole))


def read(text: str, start: Match, log: Log) -> Marks | None:
    """Return the stored marks, None if they belong to another match; raise StorageError if damaged."""
    match open_versioned_record(text, FORMAT, VERSION):
        case {"actions": int(count), "log": str(name), "grades": dict(grades)}:
            reviewed = log.until(count)
            if fingerprint(reviewed) != name:
                return None
            return Marks(start, reviewed, _grades(grades))
    raise StorageError(f"{text[:40]!r} holds no marks of a match")


def _grades(data: dict[str, object]) -> dict[int, Grade]:
    try:
        return {int(index): Grade(str(named)) for index, named in data.items()}
    except ValueError as error:
        raise StorageError(f"a mark is no grade of an action: {error}") from error


def fingerprint(log: Log) -> str:
    """Return a short text by which a log is recognised."""
    return sha256(log.text.encode()).hexdigest()[:16]
