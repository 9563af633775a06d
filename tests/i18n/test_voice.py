"""The voice of the texts: English in a player’s words, each language with one form of address."""

import re

import pytest

from backgammon.i18n.catalogue import load
from tools.translation import forms

UNSAID = {
    r"anew|once more|at last|by itself|goes on|whoever|lapses?|hereby|in per cent": "say it as at a club",
    r"throws?|threw|thrown": "dice are rolled",
    r"pieces?|stones?": "they are checkers",
    r"passes": "a double is dropped",
    r"the other side": "that is the opponent",
    r"cannot|(do|does|did|could|would|will) not": "can’t, don’t, doesn’t …",
    r"please (wait|try|enter|choose|select)": "a verb alone is polite enough",
}

OTHER_ADDRESS = {
    "cs": r"(?!váš|příliš)\w+[aáeěií]š|ty|tv(ůj|oje|ého|ou|ých)|tobě|tebe|tebou|ti|tě",
    "de": r"(?-i:Ihre[mnrs]?|Ihnen|(?<=[a-zäöüß,] )(Sie|Ihr))",
    "es": r"usted",
    "fr": r"tu|ton|tes|toi",
    "it": r"(?-i:Lei|Suo|Sua)",
    "lt": r"tu|tavo|tave|tau|tavęs",
    "lv": r"tu|tav(s|a|u|as|am|ai)|tev(i|is)?",
    "nl": r"u|uw",
    "pt": r"você",
    "pt-BR": r"tu|teus?|tuas?|ti|contigo",
    "ro": r"dumneavoastră|dvs",
    "ru": r"ты|тебя|тебе|тобой|тво(й|я|ё|и|его|ей|ему|их|им)|\w+(ешь|ёшь)",
    "sk": r"(?!váš|príliš)\w+[aáeií]š|ty|tvoj\w*|tebe|tebou|ti|ťa",
    "uk": r"ти|тебе|тобі|тобою|тво(й|я|є|ї|го|єї)|\w+(єш|їш)",
}
"""By language: words of the address it does not use, the familiar one if it is polite and vice versa."""

GENDERED = {
    "bg": r"ти си (?!на)\w+",
    "hr": r"\w+(o|la) si",
    "pl": r"\w+ł[ae](m|ś|byś)",
    "sl": r"\w+(l|la) si",
}
"""By language: past tenses that say whether the reader is a man or a woman."""

UNSAID_ELSEWHERE = {
    "de": {r"mit einem anderen Stein": "the same checker may begin with the other number"},
    "lv": {r"(?i)uz (24 lauciņiem|{point}\. lauciņa)": "checkers stand in a point, as in „{point}. lauciņā”"},
    "nb": {r"er gått": "har gått, as in the other texts"},
    "nl": {r"en slaat": "a play read out goes on after a hit: “13 naar 7 met slag naar 3”"},
    "pt": {r"todos os seus dados": "that would be data: lançamentos"},
    "pt-BR": {r"jogada dos dados|todos os seus dados": "a roll is a rolagem"},
    "tr": {r"{place}\skap": "kapı is a point with two checkers or more; any point is hane"},
}
"""By language: words that say something else, or are not the term, and why."""


@pytest.mark.parametrize("tag", OTHER_ADDRESS)
def test_a_reader_is_addressed_in_one_way(tag: str) -> None:
    said = re.compile(rf"\b({OTHER_ADDRESS[tag]})\b", re.IGNORECASE)
    texts = load(tag).texts
    assert {key: line for key, text in texts.items() for line in forms(text) if said.search(line)} == {}


@pytest.mark.parametrize("tag", GENDERED)
def test_a_reader_may_be_a_man_or_a_woman(tag: str) -> None:
    said = re.compile(rf"\b({GENDERED[tag]})\b", re.IGNORECASE)
    texts = load(tag).texts
    assert [line for text in texts.values() for line in forms(text) if said.search(line)] == []


@pytest.mark.parametrize("tag", UNSAID_ELSEWHERE)
def test_a_text_says_what_it_means(tag: str) -> None:
    texts = load(tag).texts
    lines = [line for text in texts.values() for line in forms(text)]
    for words, why in UNSAID_ELSEWHERE[tag].items():
        assert [line for line in lines if re.search(words, line)] == [], why


def test_english_is_what_a_player_would_say() -> None:
    found = {
        (key, why): line
        for key, text in load().texts.items()
        for line in forms(text)
        for words, why in UNSAID.items()
        if re.search(rf"\b({words})\b", line, re.IGNORECASE)
    }
    assert found == {}
