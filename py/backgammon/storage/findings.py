"""The stored findings: ``{"format": "triktrakk-findings", "version": 1, "findings": {…}}``, each by its name.

What a finding holds is read and written by features.saving.side_store.
"""

import json

from backgammon.storage.errors import StorageError
from backgammon.storage.figures import open_versioned_record

FINDINGS, VERSION = "triktrakk-findings", 1
MOST = 600
"""About three matches to seven points; older decisions are analysed again when needed."""


def join(mine: str, theirs: str) -> str:
    """Join the findings of two texts; of the same decision mine are kept. Raise StorageError."""
    known = {**_findings_in(theirs), **_findings_in(mine)}
    data = {"format": FINDINGS, "version": VERSION, "findings": dict([*known.items()][-MOST:])}
    return json.dumps(data, separators=(",", ":"))


def _findings_in(text: str) -> dict[str, object]:
    found = open_versioned_record(text, FINDINGS, VERSION).get("findings", {})
    if not isinstance(found, dict):
        raise StorageError(f"no findings by name: {found!r:.200}")
    return found
