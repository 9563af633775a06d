"""A player's name is only used where any name fits, and “You” too: next to a colon, or on its own."""

import re

import pytest

from backgammon.i18n.catalogue import load
from backgammon.i18n.languages import LANGUAGES
from tools.translation import forms

IN_A_ROW = re.compile(r",\s\{(?:name|by|down|across|side)\}[.;!?]?(?:\s|$)")
"""A name after a comma at the end of a sentence, which reads as one more item of a list."""


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_name_ends_a_sentence_as_one_thing_more(tag: str) -> None:
    texts = load(tag).texts
    assert [key for key, text in texts.items() if any(map(IN_A_ROW.search, forms(text)))] == []


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_scores_name_whose_rows_and_columns_they_are(tag: str) -> None:
    said = load(tag)("scores.about", down="Ana", across="Bo")
    assert re.findall(r":\s(\w+)\.", said) == ["Ana", "Bo"]


def test_no_name_in_english_takes_an_apostrophe_which_you_does_not() -> None:
    texts = load("en").texts
    own = re.compile(r"\{(?:name|by|down|across|side)\}[’']")
    assert [key for key, text in texts.items() if any(map(own.search, forms(text)))] == []
