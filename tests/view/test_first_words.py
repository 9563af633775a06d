"""The first words: every English text on the page before the program starts has a translation."""

from dataclasses import replace
from pathlib import Path

import pytest
from view.models import attribute, nodes, texts

from backgammon.features.game.start import first_visit
from backgammon.i18n.catalogue import LOCALES, Catalogue, english, load
from backgammon.i18n.languages import LANGUAGES
from backgammon.view.first_words import BESIDE, first_words, no_script_lines
from backgammon.view.frame import content
from backgammon.view.node import Node
from backgammon.view.page import page
from tools.notes import finished_languages

ROOT = Path(__file__).parents[2]
SPOKEN = ("aria-label", "title")


def page_texts(say: Catalogue) -> list[str]:
    """Return all texts of the page and of the frame that are seen or read out, in order."""
    found = []
    for tree in (page(first_visit(), say), content(say)):
        for element in nodes(tree):
            found += [value for name, value in element.attributes if name in SPOKEN]
            found += [child for child in element.children if not isinstance(child, Node)]
    return found


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_words_of_the_first_page_become_those_of_the_language(tag: str) -> None:
    say = load(tag)
    first = first_words(say)
    assert [first.get(text, text) for text in page_texts(english())] == page_texts(say)
    assert [first.get(english()(key), english()(key)) for key in BESIDE] == [say(key) for key in BESIDE]
    assert len(str(first)) < 0.15 * (LOCALES / f"{tag}.json").stat().st_size


def test_a_text_that_a_language_lacks_stays_english() -> None:
    whole = load("de")
    for key in ("action.lessons", "aria.menu"):  # one is seen, the other read out
        lacking = replace(whole, texts={name: text for name, text in whole.texts.items() if name != key})
        assert first_words(whole).items() - first_words(lacking).items() == {(english()(key), whole(key))}


def test_english_stands_there_already() -> None:
    assert first_words(english()) == {}
    template = (ROOT / "index.html").read_text("utf-8") + (ROOT / "py/web/boot.js").read_text("utf-8")
    assert [key for key in BESIDE if english()(key) not in template] == []


def test_without_scripts_every_language_has_its_line() -> None:
    lines = no_script_lines(map(load, finished_languages()))
    assert [attribute(line, "lang") for line in lines] == finished_languages()
    assert all("JavaScript" in texts(line) for line in lines)
