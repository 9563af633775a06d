"""What two friends can say to each other over a live link: a fixed remark, or a short text of their own."""

from backgammon.friend.errors import Breach
from backgammon.friend.stages import Violation
from backgammon.friend.terms import clean_text
from backgammon.friend.wire import Remark

REMARKS = ("hello", "good-luck", "well-played", "lucky", "sorry", "thanks", "moment", "again", "bye")
"""The fixed remarks; each has a text in every language."""
LONGEST_REMARK = 200


def remark_key(remark: str) -> str:
    """Return the key of a fixed remark's text."""
    return f"friend.remark.{remark}"


def remark_of(name: str, text: str) -> Remark | None:
    """Return the message for one of REMARKS, or else for a text, cut to LONGEST_REMARK; None for nothing."""
    said = "" if name else clean_text(text, LONGEST_REMARK)
    return Remark(name, said) if name or said else None


def check_remark(remark: Remark) -> None:
    """Raise Breach unless this is one of REMARKS, or a text of at most LONGEST_REMARK characters."""
    name, text = remark.remark, remark.text
    if (name and name not in REMARKS) or bool(name) == bool(text) or len(text) > LONGEST_REMARK:
        raise Breach(Violation.UNREADABLE, f"no remark is {name[:40]!r}, {text[:40]!r}")
