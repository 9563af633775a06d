"""Words and endings that depend on the sound of what follows: none may depend on a placeholder's value."""

import re
from collections.abc import Iterator

from backgammon.i18n.catalogue import Text
from tools.translation import forms

_ENDING = re.compile(r"\}[-’]?\w"), "an ending that follows the sound of what is filled in"
_ELISION = re.compile(r"’\{"), "a word is cut short only before a vowel"
_UNSURE = {
    "bg": (re.compile(r"\bс(?:ъс)? \{(?!dice\})", re.IGNORECASE), "с is със before 7 and 17"),
    "cs": (re.compile(r"\b[szvk]e? [„(]?\{", re.IGNORECASE), "z is ze before 4, 6, 7 and 100"),
    "fr": _ELISION,
    "hr": (re.compile(r"\bsa? \{", re.IGNORECASE), "s is sa before 6, 7, 16 and 17"),
    "hu": (re.compile(r"\baz? [„(]?\{", re.IGNORECASE), "a is az before 1, 5 and 50"),
    "it": _ELISION,
    "sk": (re.compile(r"\b[szvk]o? [„(]?\{", re.IGNORECASE), "z is zo before 4, 6, 7 and 100"),
    "sl": (re.compile(r"\b[szkh] \{", re.IGNORECASE), "s and z, k and h go by the word that follows"),
    "tr": _ENDING,
    "uk": (re.compile(r"\bз [«(]?\{", re.IGNORECASE), "з is із before 4, 6, 7 and 100"),
}
"""By language: what is right only with some values, and why; no number of the dice needs ``със``."""


def agreement(tag: str, key: str, text: Text) -> Iterator[str]:
    """Yield a problem for each form of a text that is wrong with some of the values that may fill it."""
    if tag in _UNSURE:
        pattern, why = _UNSURE[tag]
        yield from (f"{key}: {why}: {line}" for line in forms(text) if pattern.search(line))
