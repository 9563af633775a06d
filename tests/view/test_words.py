"""Texts on every screen are set as their reader's language sets them: a line ends between words."""

import re
from dataclasses import replace

import pytest
from browser.screens import language
from view.models import attribute, nodes, texts
from view.screens import every

from backgammon.view.node import node
from backgammon.view.page import page
from backgammon.view.words import prevent_breaks

BREAKABLE = re.compile(r"[\d%]-(?=[^\W\d])")
"""A dash after which browsers would end a line, within a word that begins with a number."""


@pytest.mark.thorough
@pytest.mark.parametrize("tag", ["nb", "hu"])
def test_no_line_ends_within_a_word_that_begins_with_a_number(tag: str) -> None:
    """In these languages such words are the most frequent: 6-punktet, a 6-tal."""
    say = language(tag)
    said = {
        texts(each)
        for model in every()
        for each in nodes(page(model, say))
        if each.tag in {"p", "figcaption", "th"} and "XGID" not in texts(each)
    }
    assert any("-\N{WORD JOINER}" in line for line in said)
    assert sorted(line for line in said if BREAKABLE.search(line)) == []


def test_an_element_in_english_for_want_of_a_translation_says_so() -> None:
    say = replace(language("et"), texts={"ui.rules": "Reeglid"})
    lacked, known = say("ui.settings"), say("ui.rules")
    english = [node("p", lacked), node("p", node("b"), prevent_breaks(lacked)), node("input", title=lacked)]
    assert [attribute(each, "lang") for each in english] == ["en"] * 3
    others = [node("p", known), node("p", known, title=lacked), node("p", node("b"), title=lacked)]
    assert [attribute(each, "lang") for each in others] == [None] * 3
    assert attribute(node("p", lacked, lang="de"), "lang") == "de"


def test_what_begins_with_a_number_is_one_word() -> None:
    joined = "-\N{WORD JOINER}"
    assert prevent_breaks("from your 5-point") == f"from your 5{joined}point"
    assert prevent_breaks("95%-os tartomány") == f"95%{joined}os tartomány"
    assert prevent_breaks("fra 5- eller 4-punktet") == f"fra 5- eller 4{joined}punktet"
