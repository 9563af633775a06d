"""Which language a reader gets."""

import pytest

from backgammon.i18n.languages import ENGLISH, LANGUAGES, chosen


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ([], ENGLISH),
        (["et"], "et"),
        (["pt-BR", "en"], "pt"),
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
    assert chosen(wanted) == language


def test_there_are_27() -> None:
    assert len(LANGUAGES) == 27
