"""The texts of views, by key and parameters, and names composed from them."""

import re
from datetime import datetime, timedelta

from backgammon.core.dice import Roll
from backgammon.core.plays import Steps, format_steps
from backgammon.core.position import Points
from backgammon.i18n.catalogue import Catalogue

Say = Catalogue
"""What a view gets to say its texts in the reader's language."""


def play_name(before: Points, steps: Steps, say: Say) -> str:
    """Name a play in notation; one without a step in words, as notation has only English ones for it."""
    return format_steps(before, steps) if steps else say("ui.no-move")


def roll_name(dice: Roll) -> str:
    """Name a roll as in notation, the higher number first: 31."""
    return f"{max(dice)}{min(dice)}"


def fraction(part: int, whole: int, say: Say) -> str:
    """Write how many of how many: 3/8."""
    return f"{say.number(part)}/{say.number(whole)}"


def figure(value: float | None, digits: int, say: Say, signed: bool = False) -> str:
    """Write a figure; a dash where there is none."""
    return say("review.none") if value is None else say.number(value, digits, signed=signed)


def length_name(length: int, say: Say) -> str:
    """Name the length of a match, or money play."""
    return say("ui.match", count=length) if length else say("ui.money")


def score_name(score: tuple[int, int], say: Say) -> str:
    """Write the score of a match."""
    return prevent_breaks(say("ui.score.both", first=say.number(score[0]), second=say.number(score[1])))


def moment_name(minutes: int, say: Say) -> str:
    """Write a date and its time of day, given in minutes since 1 January 1970; "" for 0, an unknown time."""
    if not minutes:
        return ""
    at = datetime(1970, 1, 1) + timedelta(minutes=minutes)
    return prevent_breaks(f"{say.date(at.year, at.month, at.day)} {say.time(at.hour, at.minute)}")


def prevent_breaks(line: str) -> str:
    """Prevent line breaks within scores, rolls and words such as 5-point, after whose dash browsers break."""
    return type(line)(re.sub(r"(?<=[\d%])[-–](?=\w)", "\\g<0>\N{WORD JOINER}", line))
