"""The typography of each language: what a rule accepts and what it reports."""

import pytest

from backgammon.i18n.catalogue import load
from backgammon.i18n.languages import LANGUAGES
from tools.typography import NARROW, NO_BREAK, QUOTES, typography

RIGHT = {
    "en": ("It’s “x”: 13/7, −0.120, 95% (8 – 9).", "{first}–{second}", "a - and b".replace(" - ", " – ")),
    "de": ("Zeile 3: „x“ – 0,020, 95" + NO_BREAK + "%", "Matchdatei (.mat, .txt, .sgf)"),
    "fr": (f"Quoi{NARROW}? «{NO_BREAK}x{NO_BREAK}»{NO_BREAK}: 0,020{NARROW}; oui", "7:30"),
    "es": ("¿Sí? ¡No! «x»",),
    "el": ("Τι;", "«x»"),
    "ru": ("«{value}» — не XGID.",),
    "fi": ("”x” ja ”y”",),
    "sl": ("»x«",),
    "tr": ("%95 “x”",),
}
WRONG = {
    "en": (
        '"x"',
        "It's",
        "Wait...",
        "a - b",
        "two  spaces",
        "-5",
        "„x“",
        "”x”",
        "a — b",
        "0,020",
        "95 %",
        "Who ?",
    ),
    "de": ("“x”", "„x”", "0.020", "95%", "95 %", "So !"),
    "fr": (
        "Quoi ?",
        "Quoi?",
        f"Oui{NO_BREAK}!",
        "a : b",
        "a: b",
        "« x »",
        f"«{NO_BREAK}x»",
        f"«x{NO_BREAK}»",
        "“x”",
    ),
    "es": ("Sí?", "No!"),
    "el": ("Τι?",),
    "ru": ("a – b", "„x“"),
    "fi": ("”x", "“x”"),
    "sl": ("«x»",),
    "tr": ("95%",),
}


@pytest.mark.parametrize("tag", RIGHT)
def test_what_is_set_right_passes(tag: str) -> None:
    assert [wrong for text in RIGHT[tag] for wrong in typography(load(tag), "k", text)] == []


@pytest.mark.parametrize(("tag", "text"), [(tag, text) for tag, texts in WRONG.items() for text in texts])
def test_what_is_set_wrong_is_named(tag: str, text: str) -> None:
    found = [*typography(load(tag), "k", text)]
    assert found
    assert all(line.startswith("k: ") and line.endswith(text) for line in found)
    assert [*typography(load(tag), "k", {"one": "x", "other": text})] == found


def test_every_language_has_its_quotation_marks() -> None:
    assert set(QUOTES) == set(LANGUAGES)
