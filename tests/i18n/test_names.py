"""A name of a player stands where every name fits, and where “You” does: at a colon, or for itself."""

import re

import pytest

from backgammon.i18n.catalogue import load
from backgammon.i18n.languages import LANGUAGES
from tools.translation import forms

IN_A_ROW = re.compile(r",\s\{(?:name|by|down|across|side)\}[.;!?]?(?:\s|$)")
"""A name at the end of a sentence after a comma is read as one more thing of those before it."""


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_name_ends_a_sentence_as_one_thing_more(tag: str) -> None:
    texts = load(tag).texts
    assert [key for key, text in texts.items() if any(map(IN_A_ROW.search, forms(text)))] == []


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_scores_name_whose_rows_and_columns_they_are(tag: str) -> None:
    said = load(tag)("scores.about", down="Ana", across="Bo")
    assert re.findall(r":\s(\w+)\.", said) == ["Ana", "Bo"]
