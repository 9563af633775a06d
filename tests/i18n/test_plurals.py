"""Plural rules as in CLDR; tests/browser/test_language.py compares them with Chromium's Intl."""

import pytest

from backgammon.core.errors import BackgammonError
from backgammon.i18n.catalogue import load
from backgammon.i18n.plurals import PluralRules

SAMPLES = {
    "en": {"one": [1], "other": [0, 2, 11, 21, 101]},
    "fr": {"one": [0, 1], "many": [1_000_000], "other": [2, 21, 1_000_001]},
    "pl": {"one": [1], "few": [2, 4, 22, 104], "many": [0, 5, 11, 12, 14, 21, 112]},
    "ru": {"one": [1, 21, 101], "few": [2, 24, 103], "many": [0, 5, 11, 14, 111]},
    "cs": {"one": [1], "few": [2, 3, 4], "other": [0, 5, 22]},
    "sl": {"one": [1, 101], "two": [2, 202], "few": [3, 104], "other": [0, 5, 11]},
    "lv": {"zero": [0, 10, 11, 19, 30], "one": [1, 21, 101], "other": [2, 9, 22]},
    "lt": {"one": [1, 21], "few": [2, 9, 29], "other": [0, 10, 11, 19, 111]},
    "ro": {"one": [1], "few": [0, 2, 19, 119], "other": [20, 100]},
    "hr": {"one": [1, 21], "few": [2, 34], "other": [0, 5, 11, 112]},
}


@pytest.mark.parametrize("tag", SAMPLES)
def test_numbers_have_their_form(tag: str) -> None:
    plural = load(tag).plural
    for category, numbers in SAMPLES[tag].items():
        assert {number: plural.category(number) for number in numbers} == dict.fromkeys(numbers, category)
        assert plural.category(-numbers[0]) == category


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"one": "i = 1"},
        {"one": "i = 1", "other": "i = 2"},
        {"one": "x = 1", "other": ""},
        {"one": "i = one", "other": ""},
        {"one": "i % 10", "other": ""},
    ],
)
def test_what_is_no_rule_is_refused(rules: dict[str, str]) -> None:
    with pytest.raises(BackgammonError):
        PluralRules(rules).category(1)
