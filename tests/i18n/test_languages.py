"""The language that a reader gets, and the number of languages stated in the documentation."""

import re
from pathlib import Path

import pytest

from backgammon.i18n.languages import ENGLISH, LANGUAGES, choose_language

ROOT = Path(__file__).resolve().parents[2]
COUNTED = re.compile(r"(\d+) (?:languages|files of `py/backgammon/i18n/locales/`)")
"""The number of languages, as the documentation states it."""
TOLD = {
    "README.md": 1,
    ".github/CONTRIBUTING.md": 1,
    "py/backgammon/README.md": 1,
    "py/backgammon/i18n/README.md": 1,
}
"""The files that state it, and how often each does."""


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ([], ENGLISH),
        (["et"], "et"),
        (["pt-BR", "pt", "en"], "pt-BR"),
        (["pt_br-x-private"], "pt-BR"),
        (["pt-PT", "pt-BR"], "pt"),
        (["pt-AO"], "pt"),
        (["pt", "pt-BR"], "pt"),
        (["br", "pt-BR"], "pt-BR"),
        (["de_AT"], "de"),
        (["no"], "nb"),
        (["no-NO", "en"], "nb"),
        (["nn-NO", "nb"], "nn"),
        (["", "fi"], "fi"),
        (["zz", "x-klingon", "zh-Hant-TW", "sl"], "sl"),
        (["EN-gb", "de"], "en"),
        (["ja"], ENGLISH),
        (["../de", "<b>"], ENGLISH),
        (["sr-Latn", "hr"], "hr"),
    ],
)
def test_the_first_tag_that_is_ours_decides(wanted: list[str], language: str) -> None:
    assert choose_language(wanted) == language


@pytest.mark.parametrize("name", TOLD)
def test_people_are_told_how_many_there_are(name: str) -> None:
    lines = enumerate(ROOT.joinpath(name).read_text("utf-8").splitlines(), 1)
    told = {number: [int(count) for count in COUNTED.findall(line)] for number, line in lines}
    assert sum(map(len, told.values())) == TOLD[name], f"{name} says how many languages in another way"
    wrong = [f"{name}:{number}" for number, counts in told.items() if {*counts} - {len(LANGUAGES)}]
    assert not wrong, f"there are {len(LANGUAGES)} languages, but another number stands in {wrong}"
