"""A catalogue fills texts, chooses plural forms and writes numbers; a missing text or value is an error."""

from dataclasses import replace

import pytest

from backgammon.core.errors import BackgammonError
from backgammon.i18n.catalogue import EnglishText, Name, load, parse

ENGLISH, GERMAN, POLISH, TURKISH = map(load, ("en", "de", "pl", "tr"))
TEXTS: dict[str, str | dict[str, str]] = {
    "plain": "Roll",
    "named": "{name} takes",
    "counted": {"one": "{count} punkt", "few": "{count} punkty", "many": "{count} punktów", "other": "…"},
    "half": {"one": "{count}"},
}
SAY = replace(POLISH, texts=TEXTS)


def test_texts_are_filled_and_plural_forms_chosen() -> None:
    assert SAY("plain") == "Roll"
    assert SAY("named", name="{x} <b>") == "{x} <b> takes"
    assert [SAY("counted", count=count) for count in (1, 3, 5)] == ["1 punkt", "3 punkty", "5 punktów"]
    assert SAY("counted", count=12345) == "12\u00a0345 punktów"
    assert SAY("named", name=Name("Ann")) == "\u2068Ann\u2069 takes"


@pytest.mark.parametrize(
    ("key", "params", "told"),
    [
        ("x", {}, r"^i18n/locales/en\.json has no text 'x'$"),
        ("named", {}, "^pl: the text 'named' has no value or no form 'name'$"),
        ("counted", {}, "^pl: the text 'counted' has no value or no form 'count'$"),
        ("half", {"count": 2}, "^pl: the text 'half' has no value or no form 'few'$"),
    ],
)
def test_what_is_missing_is_an_error(key: str, params: dict[str, int], told: str) -> None:
    with pytest.raises(BackgammonError, match=told):
        SAY(key, **params)


def test_what_a_language_lacks_is_english() -> None:
    english = ENGLISH("quiz.streak", count=3)
    assert SAY("quiz.streak", count=3) == english
    assert SAY("status.thinking", name=Name("Ann")) == ENGLISH("status.thinking", name=Name("Ann"))
    assert isinstance(SAY("quiz.streak", count=3), EnglishText)
    assert type(SAY("named", name="Ann")) is type(english) is str


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert [ENGLISH.number(value) for value in (0, 999, -1000)] == ["0", "999", "−1,000"]
    assert GERMAN.number(-1234.5678, decimals=2) == "−1.234,57"
    assert POLISH.number(1234.5, decimals=1) == "1234,5"
    assert [ENGLISH.number(value, 3, signed=True) for value in (0.1234, -0.5, 0, -0.0001)] == [
        "+0.123",
        "−0.500",
        "0.000",
        "0.000",
    ]
    assert [language.percent(0.123, 1) for language in (ENGLISH, GERMAN, TURKISH)] == [
        "12.3%",
        "12,3\u00a0%",
        "%12,3",
    ]


def test_whole_percents_are_rounded_from_the_tenths_beside_them() -> None:
    assert [ENGLISH.percent(share, 1) for share in (0.6146, 0.3854)] == ["61.5%", "38.5%"]
    assert [ENGLISH.percent(share) for share in (0.6146, 0.3854)] == ["62%", "38%"]


def test_dates_are_written_as_the_language_writes_them() -> None:
    assert [language.date(2026, 3, 5) for language in (ENGLISH, GERMAN)] == ["2026-03-05", "05.03.2026"]
    assert load("fi").time(9, 7) == "9.07"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"name": "x"}', "null", '{"name": 1, "texts": 2}'])
def test_what_is_no_file_of_a_language_is_refused(text: str) -> None:
    with pytest.raises(BackgammonError, match="xx"):
        parse("xx", text)
