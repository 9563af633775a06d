"""The stored rollouts: the current one, which earlier builds read alone, and ``others``, the latest first.

``{"format": "triktrakk-rollout", "version": 1, "run": {…}, "state": {…}, "others": [{"run": …}, …]}``; a run
and its state are read and written in features.analysis.rollouts.
"""

from backgammon.storage.errors import StorageError
from backgammon.storage.fields import Data, field, json_text, open_versioned_record, value_of

ROLLOUTS, VERSION = "triktrakk-rollout", 1
MOST = 8
"""The most rollouts that are kept, with the current one."""


def load_rollouts(text: str) -> list[Data]:
    """Return the data of rollouts, ``run`` and ``state``, the current one first; raise StorageError."""
    data = open_versioned_record(text, ROLLOUTS, VERSION)
    others = data.get("others", [])
    if not isinstance(others, list):
        raise StorageError(f"no list of rollouts: {others!r:.200}")
    return [{name: value_of(each, name) for name in ("run", "state")} for each in (data, *others[: MOST - 1])]


def dump_rollouts(rollouts: list[Data]) -> str:
    """Write the data of one or more rollouts, the inverse of load_rollouts."""
    first, *others = rollouts
    return json_text({"format": ROLLOUTS, "version": VERSION, **first, "others": others})


def join(mine: str, theirs: str) -> str:
    """Join the rollouts of two texts, mine first; of the same one keep more trials. Raise StorageError."""
    known = {_key(each): each for each in load_rollouts(mine)}
    for each in load_rollouts(theirs):
        one = known.setdefault(_key(each), each)
        if _kind(each) == _kind(one) and _trials(each) > _trials(one):
            known[_key(each)] = each
    return dump_rollouts([*known.values()][:MOST])


def _key(rollout: Data) -> str:
    key: str = field(rollout["run"], "key", str)
    return key


def _kind(rollout: Data) -> str:
    """Return what rollouts of one decision have in common if they differ in no more than their trials."""
    key: str = field(rollout["state"], "key", str)
    return key


def _trials(rollout: Data) -> int:
    """Return the number of trials that are done."""
    try:
        return sum(end - begin for begin, end in field(rollout["state"], "spans", list))
    except (TypeError, ValueError) as error:
        raise StorageError(f"no ranges of trials: {rollout['state']!r:.200}") from error
