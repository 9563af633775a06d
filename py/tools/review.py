"""``python3 py languages TAG --review FILE``: an HTML file for native speakers to review a language's texts.

Each text is shown with its English, its note and a picture of the screen it is on; corrections are saved as a
file that ``--merge`` takes. The screens are those that the views' tests draw; private characters round each
text mark where it appears. A text that is on no screen is shown in place of another of its kind.
"""

import gzip
import json
import re
import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from backgammon.i18n.catalogue import Catalogue, Text
from backgammon.i18n.plurals import PluralRules
from backgammon.state.model import Model
from backgammon.view.dialogs.registry import DIALOGS
from backgammon.view.node import Node, node, to_html
from backgammon.view.page import page
from tools.glossary import why, words_of
from tools.handover import numbers_of
from tools.notes import notes
from tools.paths import ROOT
from tools.runtime import libraries
from tools.translation import forms

_WEB = ROOT / "py" / "web" / "review"
_STAND_INS = {
    **dict.fromkeys(("notice", "error", "remark"), "notice.no-storage"),
    "status": "status.play.you",
    "reason": "tutor.loses",
    "rating": "rating.distracted",
    "cube": "cube.verdict.double-take",
}
"""For texts on no screen, by the first part of their keys: the key of a text on a screen."""
_FIRST, _END = 0xF0000, chr(0x10FFFD)
"""Private-use code points: the first of those that begin the texts, one per key, and the end of any text."""
_SEEN, _HEARD = "data-seen", "data-heard"


@dataclass(frozen=True, slots=True)
class Screen:
    """A picture of a screen, its title, and the keys of the texts that are seen or only heard there."""

    tree: Node
    title: str
    dialog: bool
    seen: frozenset[str]
    heard: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        """The keys of all its texts."""
        return self.seen | self.heard


def review(language: Catalogue, english: Catalogue) -> str:
    """Return the page: self-contained HTML, with no address in it."""
    in_english = {key: _with_forms(text, language.plural) for key, text in english.texts.items()}
    say = replace(language, texts=in_english | dict(language.texts))
    lacking = english.texts.keys() - language.texts.keys()
    shown = choose_screens(screens(Marks(say), english))
    data = {
        "language": language.tag,
        "direction": language.direction,
        "sheet": "".join(file.read_text("utf-8") for file in _sheets()),
        "screens": [to_html(screen.tree) for screen in shown],
    }
    template = (_WEB / "review.html").read_text("utf-8")
    parts = {
        "sheet": (_WEB / "review.css").read_text("utf-8"),
        "script": (_WEB / "review.js").read_text("utf-8"),
        "data": b64encode(gzip.compress(json.dumps(data).encode(), mtime=0)).decode(),
        "texts": "".join(map(to_html, _sections(say, english, lacking, shown))),
        "name": to_html(language.name),
        "tag": language.tag,
        "words": "".join(to_html(node("p", line)) for line in (words_of(language.tag), why(language.tag))),
    }
    for name, part in parts.items():
        template = template.replace(f"<!-- {name} -->", part)
    return template


def _with_forms(text: Text, plural: PluralRules) -> Text:
    """Return an English text with the plural forms of another language."""
    if isinstance(text, str):
        return text
    return {form: text.get(form, text["other"]) for form in plural.categories}


def screens(marks: "Marks", english: Catalogue) -> Iterator[Screen]:
    """Draw every screen of the views' tests; the page's own libraries need not be installed."""
    sys.path += map(str, (ROOT / "tests", *libraries()))
    for model in import_module("view.screens").every():
        yield marks.screen(model, english(_title(model)))


def choose_screens(found: Iterable[Screen]) -> list[Screen]:
    """Return screens that cover all texts on any: pages, then dialogs, then heard texts; fullest first."""
    every, chosen = list(found), list[Screen]()
    _cover([(screen, screen.seen) for screen in every if not screen.dialog], chosen)
    _cover([(screen, screen.seen) for screen in every], chosen)
    _cover([(screen, screen.all) for screen in every], chosen)
    return chosen


def _cover(left: list[tuple[Screen, frozenset[str]]], chosen: list[Screen]) -> None:
    """Choose more screens, each with the most new keys, until all keys are covered."""
    known = set[str]().union(*(keys for screen, keys in left if screen in chosen))
    while left:
        screen, keys = max(left, key=lambda each: len(each[1] - known))
        if keys <= known:
            return
        known |= keys
        chosen.append(screen)


class Marks:
    """A catalogue whose texts are enclosed in private signs, which identify their keys in a drawing."""

    def __init__(self, say: Catalogue) -> None:
        self.keys = sorted(say.texts)
        marked = {key: _mark_text(index, say.texts[key]) for index, key in enumerate(self.keys)}
        self.say = replace(say, texts=marked)

    def read(self, text: str) -> tuple[str, list[str]]:
        """Return a drawn text without its marks, and the keys that they identify."""
        signs = [sign for sign in text if ord(sign) >= _FIRST]
        keys = [self.keys[ord(sign) - _FIRST] for sign in signs if sign != _END]
        return "".join(sign for sign in text if ord(sign) < _FIRST), keys

    def screen(self, model: Model, title: str) -> Screen:
        """Draw a model; each element names the keys of the texts in it."""
        tree = self._annotate(page(model, self.say))
        dialogs = [child for child in tree.children if isinstance(child, Node) and child.tag == "dialog"]
        root = dialogs[0] if dialogs else tree  # it covers the page
        seen, heard = (frozenset(_keys(root, name)) for name in (_SEEN, _HEARD))
        return Screen(tree, title, bool(dialogs), seen, heard - seen)

    def _annotate(self, tree: Node) -> Node:
        children, seen, heard = list[Node | str](), list[str](), list[str]()
        for child in tree.children:
            if isinstance(child, Node):
                children.append(self._annotate(child))
            else:
                text, keys = self.read(child)
                children.append(text)
                seen += keys
        attributes = []
        for name, value in tree.attributes:
            text, keys = self.read(value)
            attributes.append((name, text))
            heard += keys
        named = [(name, " ".join(keys)) for name, keys in ((_SEEN, seen), (_HEARD, heard)) if keys]
        return Node(tree.tag, (*attributes, *named), tuple(children), tree.key)


def _mark_text(index: int, text: Text) -> Text:
    """Return a text enclosed in private signs that identify its key, by the key's index."""
    sign = chr(_FIRST + index)
    if isinstance(text, str):
        return f"{sign}{text}{_END}"
    return {form: f"{sign}{line}{_END}" for form, line in text.items()}


def _keys(tree: Node, name: str) -> Iterator[str]:
    yield from dict(tree.attributes).get(name, "").split()
    for child in tree.children:
        if isinstance(child, Node):
            yield from _keys(child, name)


def _title(model: Model) -> str:
    """Return the key of the title of a screen."""
    if model.dialog:
        return DIALOGS[model.dialog].title
    modes = (model.learning, "learn"), (model.quiz, "quiz"), (model.draft, "edit"), (model.replay, "explore")
    return next((f"action.{name}" for there, name in modes if there), "aria.board")


def _sheets() -> list[Path]:
    template = (ROOT / "index.html").read_text("utf-8")
    return [ROOT / name for name in re.findall(r'<link rel="stylesheet" href="\./([^"]*)"', template)]


def _sections(
    say: Catalogue, english: Catalogue, lacking: Set[str], shown: Sequence[Screen]
) -> Iterator[Node]:
    """Write the texts screen by screen, then those that are on no screen, by kind."""

    def article(key: str, screen: int | None, at: str) -> Node:
        return _article(key, say, english, key in lacking, screen, at)

    left = dict.fromkeys(sorted(english.texts))
    for number, screen in enumerate(shown):
        keys = [key for key in left if key in screen.seen]
        if keys:
            yield _section(screen.title, [article(key, number, key) for key in keys])
        for key in keys:
            del left[key]
    places = {key: notes().of(key).place for key in left}
    for place in sorted(set(places.values())):
        yield _section(
            str(notes().places[place]["note"]),
            [article(key, *_where(key, shown)) for key in left if places[key] == place],
        )


def _where(key: str, shown: Sequence[Screen]) -> tuple[int | None, str]:
    """Return the number of the screen to show for a text seen on none, and the key to look for there."""
    for wanted in (key, _STAND_INS.get(key.partition(".")[0])):
        for number, screen in enumerate(shown):
            if wanted in screen.all:
                return number, str(wanted)
    return None, key


def _section(title: str, articles: list[Node]) -> Node:
    return node("section", node("h2", title), articles)


def _article(key: str, say: Catalogue, english: Catalogue, lacks: bool, screen: int | None, at: str) -> Node:
    """Write a text with all information on it, and the fields to correct it in."""
    source, text, note = english.texts[key], say.texts[key], notes().of(key)
    numbers = {} if isinstance(text, str) else numbers_of(say.plural)
    fields = {"": text} if isinstance(text, str) else text
    return node(
        "article",
        node("p", key, class_="key"),
        [node("p", line, class_="english", lang="en") for line in dict.fromkeys(forms(source))],
        node("p", "Not translated yet.", class_="lacks") if lacks else None,
        node("p", str(note), class_="note"),
        node(
            "dl",
            [
                node("div", node("dt", "{", name, "} "), node("dd", about))
                for name, about in notes().fills_of(source).items()
            ],
        ),
        [
            node(
                "label",
                f"{form}: {numbers[form]}" if form else None,
                node("textarea", line, name=form, rows=1, lang=say.tag, dir="auto", spellcheck="true"),
            )
            for form, line in fields.items()
        ],
        node("label", "Why (if it needs to be said)", node("input", type="text"), class_="why"),
        data_key=key,
        data_screen="" if screen is None else str(screen),
        data_at=at,
        data_said=_caption(key, at, note.place, screen),
        key=key,
    )


def _caption(key: str, at: str, place: str, screen: int | None) -> str:
    """Return a caption on how the picture shows a text."""
    if screen is None:
        return "This text has no picture: see its note."
    if at != key:
        return "Shown in the place of another text of its kind."
    return "Only read out, or shown under the pointer." if place in ("spoken", "icon") else ""
