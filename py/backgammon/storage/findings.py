"""The stored findings, by name: ``{"format": "triktrakk-findings", "version": 1, "findings": {…}}``.

The content of a finding is read and written in features.saving.side_store.
"""

import json
from collections.abc import Iterable
from typing import Any

from backgammon.storage.errors import StorageError
from backgammon.storage.fields import json_text, open_versioned_record

FINDINGS, VERSION = "triktrakk-findings", 1
MOST = 600
"""About three matches to seven points; older decisions are analysed again when needed."""
MOST_ROLLED = 200
"""The most that is kept of what was rolled out; it comes last, so that it outlives other findings."""


def load_findings(text: str) -> dict[str, Any]:
    """Return the data of findings by name; raise StorageError."""
    data = open_versioned_record(text, FINDINGS, VERSION).get("findings", {})
    if not isinstance(data, dict):
        raise StorageError(f"no findings by name: {data!r:.200}")
    return data


def dump_findings(texts: Iterable[tuple[str, str]]) -> str:
    """Join names and JSON texts of findings into one text, the inverse of load_findings."""
    held = ",".join([f"{json.dumps(name)}:{text}" for name, text in texts])
    return f'{{"format":"{FINDINGS}","version":{VERSION},"findings":{{{held}}}}}'


def join(mine: str, theirs: str) -> str:
    """Join the findings of two texts; for the same decision, keep mine. Raise StorageError.

    What was rolled out of a position comes last, as in each of them: it grades no choice, so has no error.
    """
    known = {**load_findings(theirs), **load_findings(mine)}.items()
    parts = [(name, each) for name, each in known if _is_part(each)][-MOST_ROLLED:]
    graded = [(name, each) for name, each in known if not _is_part(each)][len(parts) - MOST :]
    return dump_findings((name, json_text(each)) for name, each in (*graded, *parts))


def _is_part(data: Any) -> bool:
    return isinstance(data, dict) and data.get("error") is None
