"""Which language a reader gets."""

import pytest

from backgammon.i18n.languages import ENGLISH, LANGUAGES, chosen


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
    assert chosen(wanted) == language


def test_there_are_28() -> None:
    assert len(LANGUAGES) == 28
