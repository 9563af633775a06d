"""The stored record of the lesson tasks that were solved.

Written as ``{"format": "triktrakk-lessons", "version": 1, "solved": […]}``. Tasks are stored by name; a name
that this build does not know is kept, because a newer build wrote it.
"""

from collections.abc import Iterable

from backgammon.storage.errors import StorageError
from backgammon.storage.fields import json_text, open_versioned_record

LESSONS, VERSION = "triktrakk-lessons", 1
MOST, LONGEST_NAME = 1000, 40


def dump_solved(solved: Iterable[str]) -> str:
    """Write the names of the tasks that were solved."""
    data = {"format": LESSONS, "version": VERSION, "solved": sorted(solved)}
    return json_text(data)


def load_solved(text: str) -> frozenset[str]:
    """Read the names of the tasks that were solved, the inverse of dump_solved; raise StorageError."""
    names = open_versioned_record(text, LESSONS, VERSION).get("solved", [])
    if not isinstance(names, list) or len(names) > MOST:
        raise StorageError(f"no list of solved tasks: {names!r:.200}")
    for name in names:
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
            raise StorageError(f"no name of a task: {name!r:.200}")
    return frozenset(names)
