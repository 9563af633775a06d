"""English sounds as players speak: words that no club uses, or that sound translated, are found."""

import re

from backgammon.i18n.catalogue import load
from tools.translation import forms

UNSAID = {
    r"anew|once more|at last|by itself|goes on|whoever|lapses?|hereby|in per cent": "say it as at a club",
    r"throws?|threw|thrown": "dice are rolled",
    r"pieces?|stones?": "they are checkers",
    r"passes": "a double is dropped",
    r"the other side": "that is the opponent",
    r"cannot|(do|does|did|could|would|will) not": "can’t, don’t, doesn’t …",
    r"please (wait|try|enter|choose|select)": "a verb alone is polite enough",
}


def test_english_is_what_a_player_would_say() -> None:
    found = {
        (key, why): line
        for key, text in load().texts.items()
        for line in forms(text)
        for words, why in UNSAID.items()
        if re.search(rf"\b({words})\b", line, re.IGNORECASE)
    }
    assert found == {}
