"""The entries of a transcript as text: a side's decision, or that it showed its next link.

An entry is a sign of storage.log_codec or of Sign, then ``!`` if it also rules out the next double, then with
a clock ``~`` and the tenths of a second that the decision took: ``Pihgd!~57``. Rolls have no entry.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from backgammon.core.actions import Action
from backgammon.friend.errors import Breach
from backgammon.friend.stages import Violation
from backgammon.storage.log_codec import pack, unpack

TICK = 100
"""The unit of reported thinking time, in milliseconds."""


class Sign(StrEnum):
    """An entry that is not an action of the game."""

    LINK = "L"
    """Its side shows its next link; from the player on roll it means that they roll."""
    END_OFFERED = "E"
    END_ACCEPTED = "Y"
    END_REFUSED = "G"
    TIME_OUT = "V"
    """The time of its own side has run out."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; ``rule_out``: its side will not double on its next turn; ``spent``: in TICKs."""

    what: Action | Sign
    rule_out: bool = False
    spent: int = 0


_ENTRY = re.compile(r"([LEYGV]|P(?:[a-z]{2}){0,4}|S[1-3]|[DTXBCAFN])(!?)(?:~([1-9][0-9]{0,6}))?")


def format_entry(entry: Entry) -> str:
    """Write an entry."""
    sign = entry.what.value if isinstance(entry.what, Sign) else pack((entry.what,))
    return f"{sign}{'!' * entry.rule_out}{f'~{entry.spent}' if entry.spent else ''}"


def split_entries(text: str) -> list[str]:
    """Return the text of each entry, in order; raise Breach for anything else."""
    found, at = list[str](), 0
    while at < len(text):
        entry = _ENTRY.match(text, at)
        if entry is None:
            raise Breach(Violation.UNREADABLE, f"character {at + 1}: no entry is {text[at : at + 9]!r}")
        found.append(entry[0])
        at = entry.end()
    return found


def parse_entry(text: str) -> Entry:
    """Read an entry, the inverse of format_entry; raise Breach."""
    found = _ENTRY.fullmatch(text)
    if found is None:
        raise Breach(Violation.UNREADABLE, f"no entry is {text[:20]!r}")
    sign, rule_out, spent = found.groups()
    what = Sign(sign) if sign in list(Sign) else unpack(sign)[0]
    return Entry(what, bool(rule_out), int(spent or 0))
