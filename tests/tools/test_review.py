"""The page on which native speakers review a language: it has every text, with a picture if there is one."""

import gzip
import re
import subprocess
import sys
from base64 import b64decode
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from view.models import FIRST
from view.screens import TO_ROLL

from backgammon.i18n.catalogue import load
from backgammon.state.model import DialogName
from backgammon.view.node import node
from tools.paths import ROOT
from tools.review import Marks, Screen, choose_screens, review

ENGLISH, POLISH = load(), load("pl")
PRIVATE = re.compile("[\U000f0000-\U0010ffff]")


class Articles(HTMLParser):
    """The articles of a page, each with its attributes and the names of its fields."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.articles: dict[str, dict[str, str | None]] = {}
        self.fields: dict[str, list[str | None]] = {}
        self.addresses: list[str | None] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.addresses += [value for name, value in attrs if name in ("src", "href")]
        if tag == "article":
            self.latest = str(found["data-key"])
            self.articles[self.latest] = found
        elif tag == "textarea":
            self.fields.setdefault(self.latest, []).append(found["name"])


@pytest.fixture(scope="module")
def html() -> str:
    """The page for Polish, which lacks a text whose form for two or three, unknown to English, is drawn."""
    texts = {key: text for key, text in POLISH.texts.items() if key != "aria.point.yours"}
    return review(replace(POLISH, texts=texts), ENGLISH)


def test_every_text_has_its_place_and_a_field_for_each_form(html: str) -> None:
    page = Articles(html)
    assert set(page.articles) == set(ENGLISH.texts)
    for key, names in page.fields.items():
        assert names == ([""] if isinstance(ENGLISH.texts[key], str) else [*POLISH.plural.categories])
    assert page.articles["action.roll"]["data-at"] == "action.roll"
    assert page.articles["action.roll"]["data-screen"]


def test_most_texts_have_a_picture(html: str) -> None:
    without = [key for key, found in Articles(html).articles.items() if not found["data-screen"]]
    assert len(without) < 0.3 * len(ENGLISH.texts), without


def test_the_page_needs_nothing_else_and_no_mark_is_left(html: str) -> None:
    assert Articles(html).addresses == []
    packed = re.search(r'id="data">([^<]*)', html)
    assert packed
    whole = html + gzip.decompress(b64decode(packed[1])).decode()
    assert not PRIVATE.search(whole)
    assert not re.search(r"<!-- \w+ -->|url\((?!\\?.?#)|@import|https?://(?!www\.w3\.org)", whole)


def test_a_python_with_nothing_installed_writes_the_page(tmp_path: Path) -> None:
    file = tmp_path / "polish.html"
    command = [sys.executable, "-S", str(ROOT / "py"), "languages", "pl", "--review", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert 'data-key="action.roll"' in file.read_text("utf-8")


def test_marks_name_the_texts_of_what_is_drawn() -> None:
    marks = Marks(ENGLISH)
    screen = marks.screen(TO_ROLL, "Board")
    assert {"action.roll", "status.roll-or-double.they"} <= screen.seen
    assert "aria.board" in screen.heard
    assert not PRIVATE.search(str(screen.tree))


def test_a_dialog_hides_what_is_behind_it() -> None:
    screen = Marks(ENGLISH).screen(replace(FIRST, dialog=DialogName.RESIGN), "Resign")
    assert screen.dialog
    assert "dialog.resign.about" in screen.seen
    assert "ui.new-game" not in screen.all


def test_few_screens_show_all_that_any_shows() -> None:
    def screen(title: str, seen: str, heard: str = "", dialog: bool = False) -> Screen:
        return Screen(node("p"), title, dialog, frozenset(seen), frozenset(heard))

    found = [
        screen("a", "xy"),
        screen("b", "xyz", dialog=True),
        screen("c", "x", "h"),
        screen("d", "x"),
    ]
    assert [each.title for each in choose_screens(found)] == ["a", "b", "c"]
