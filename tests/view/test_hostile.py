"""Text from outside stays text: a page full of hostile text has the same markup as a harmless one.

Every field of every format is filled with hostile text, read by the same events as in the page, and drawn.
Parsed as HTML, the result may differ from the page with a plain word instead only in its text, and in the
few attributes whose values are words for people.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from app.fake import Page, new_page
from notation.games import random_match
from view.models import SAY

from backgammon.app.embed_page import begin, reply_to
from backgammon.core.errors import BackgammonError
from backgammon.features.saving.backup import backup_text
from backgammon.features.saving.saved_match import snapshot
from backgammon.features.speech import status_text
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Game, Record
from backgammon.notation.setup import Setup
from backgammon.notation.sgf import format_sgf
from backgammon.notation.xgid import format_xgid
from backgammon.state.embed import CHOICES, NUMBERS, TEXTS, Mode, read_address
from backgammon.state.events import Command, Restored, SettingChanged, Submitted, TextReceived
from backgammon.state.model import MAX_NAME, DialogName, Model, Notice, Origin, Replay
from backgammon.storage.codec import dump, dump_settings, load, load_settings
from backgammon.storage.errors import StorageError
from backgammon.storage.figures import Part, PlayedMatch, Side
from backgammon.storage.log import Log
from backgammon.storage.replay_codec import dump_link
from backgammon.storage.types import Computer, Games, Remote, Saved, Settings
from backgammon.view.node import node, to_html
from backgammon.view.page import page

ROOT = Path(__file__).parents[2]
PLAIN = "Plainword"
HOSTILE = {
    "element": "<img src=x onerror=alert(1)>",
    "script": '"><script>alert(1)</script>',
    "attribute": '\' onmouseover=\'alert(1)" onfocus="alert(2)" autofocus x=`',
    "reference": "&lt;b&gt; &amp;lt; &#60;i&#62; &copy",
    "address": "javascript:alert(1)",
    "svg": "</text></svg><svg onload=alert(1)><!doctype x><?xml?> ]]> <![CDATA[",
    "fields": "{0.__class__} {name} {} {count!r:>99} {",
    "percent": "%s %(name)s ${name} $name }}",
    "key": "app.name",
    "bidi": "\u202eabc\u2066\u2067\u200f",
    "nul": "a\0b\x01\x7f",
    "long": "W" * 10_000,
}
match_of = cache(random_match)
WORDS = frozenset({"aria-label", "title", "value", "data-name"})
"""The attributes with words for people, or with the content of a field."""


class Build(HTMLParser):
    """The markup of an HTML text, that is its tags with their attributes; and separately its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.built: list[tuple[str, ...]] = []
        self.said: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.built.append((tag, *(name if name in WORDS else f"{name}={value}" for name, value in attrs)))
        self.said += [value or "" for name, value in attrs if name in WORDS]

    def handle_endtag(self, tag: str) -> None:
        self.built.append(("/", tag))

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def handle_comment(self, data: str) -> None:
        self.built.append(("comment", data))

    def handle_decl(self, decl: str) -> None:
        self.built.append(("declaration", decl))

    def unknown_decl(self, data: str) -> None:
        self.built.append(("declaration", data))

    def handle_pi(self, data: str) -> None:
        self.built.append(("instruction", data))


def draw_pages(model: Model, *dialogs: DialogName) -> Iterator[Build]:
    """Draw the page of a model with its own dialog, and with each of ``dialogs``."""
    for dialog in (model.dialog, *dialogs):
        yield Build(to_html(page(replace(model, dialog=dialog), SAY)))


def check(
    make: Callable[[str], Model], text: str, times: int = 1, dialogs: Iterable[DialogName] = ()
) -> None:
    """Compare the pages of a model with a hostile and a plain text, seen at least ``times`` times."""
    found, usual = [*draw_pages(make(text), *dialogs)], draw_pages(make(PLAIN), *dialogs)
    for hostile, plain in zip(found, usual, strict=True):
        assert hostile.built == plain.built
        assert "".join(hostile.said) == "".join(plain.said).replace(PLAIN, text)
    assert "".join(found[0].said).count(text) >= times


def open_text(text: str, steps: int = 0) -> Model:
    """Open a text as the page does, and step ``steps`` times through it."""
    there = Page()
    there.send(TextReceived(text))
    for _ in range(steps):
        there.send(Command("study-next"))
    return there.model


def record_with(text: str) -> Record:
    """Return a match with this text in every field that a file can hold."""
    match = match_of(3)
    game = Game(match.games[0].actions[:9], tuple((at, text) for at in (0, 3, 4, 8)))
    event = tuple((key, text) for key in ("Event", "Round", "Site", "EventDate", "Annotator", "Transcriber"))
    return Record((text, text), match.start, (game,), event, (text,))


def replay_with(text: str) -> Replay:
    record = record_with(text)
    remarks = tuple((at, text) for at in (0, 3, 4, 8))
    return Replay(
        record.start, Log.of(record.start, record.log), 3, Origin.FILE, (text, text), ((text, text),), remarks
    )


hostile = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
merged = pytest.mark.parametrize(
    "text",
    [
        pytest.param(" ".join(list(HOSTILE.values())[:-1]), id="merged"),
        *(pytest.param(HOSTILE[name], id=name, marks=pytest.mark.thorough) for name in ("key", "long")),
    ],
)


@merged
@pytest.mark.parametrize("write", [format_mat, format_sgf])
def test_match_files(write: Callable[[Record], str], text: str) -> None:
    for steps in (0, 2):
        check(lambda word, steps=steps: open_text(write(record_with(word)), steps), text, 3)  # type: ignore[misc]


@merged
def test_a_match_file_as_another_program_may_write_it(text: str) -> None:
    """The text is in the names of the headings, and in remarks, tags and their keys, wherever they occur."""

    def file(word: str) -> str:
        name = word.replace(":", "").replace("\0", "")[:200]
        key = re.sub(r'["\[\]]', "", word)[:40]
        lines = f'; [{"K" + key} "{word}"]\n; {word}\n# {word}\n 3 point match\n\n Game 1\n'
        return f"{lines} {name} : 0      {name} : 0\n 1) 31: 8/5 6/5\n; {word}\n"

    there = open_text(file(text))
    assert there.notice is None
    for one in draw_pages(there):
        assert not {tag for tag, *_ in one.built} & {"img", "script", "i", "b", "comment", "declaration"}
    assert text in "".join(next(draw_pages(there)).said)


@hostile
def test_the_names_beside_a_position(text: str) -> None:
    """The names in eXtreme Gammon's text are at most 60 characters long; longer ones are left out."""
    board = format_xgid(Setup())
    there = open_text(f"{board}\n\nX:{text}   O:{text}\n")
    assert there.replay is not None
    names = there.replay.names if len(text) < 60 else (PLAIN, PLAIN)
    assert names == ((text, text) if len(text) < 60 else (PLAIN, PLAIN))
    if len(text) < 60:
        check(lambda word: open_text(f"{board}\n\nX:{word}   O:{word}\n"), text, 2)


@merged
def test_links(text: str) -> None:
    check(lambda word: open_text(f"https://x.org/#match={dump_link(replay_with(word))}"), text, 3)


@merged
def test_what_cannot_be_read_is_quoted_as_text(text: str) -> None:
    def draw_refusal(offer: str) -> Iterator[Build]:
        model = open_text(offer)
        assert model.replay is None
        assert model.notice is not None
        return draw_pages(model)

    usual = [*draw_pages(Page().model)]
    fields_of_id = format_xgid(Setup()).split(":")
    ids = [":".join([*fields_of_id[:at], text, *fields_of_id[at + 1 :]]) for at in range(len(fields_of_id))]
    for offer in (
        text,
        f"#xgid={text}",
        f"#match={text}",
        f"#match=1.{text}",
        f"(;GM[6]MI[length:{text}]",
        f"(;GM[{text}])",
        f" 3 point match\n Game 1\n Ann : 0   Bob : 0\n 1) {text}",
        f" 3 point match\n Game 1\n {text[:99]}",
        f'; [Variation "{text}"]\n 3 point match\n Game 1\n Ann : 0   Bob : 0\n',
        *ids,
    ):
        for one, plain in zip(draw_refusal(offer), usual, strict=True):
            tags = {tag for tag, *_ in one.built}
            names = {pair.partition("=")[0] for _, *pairs in one.built for pair in pairs}
            assert tags <= {tag for tag, *_ in plain.built} | {"p", "button"}
            assert not {name for name in names if name.startswith("on")}


@cache
def match_with(text: str) -> Saved:
    """Return a saved match with this text for every name and word."""
    there = new_page((("opponent", "human"), ("length", "3")), 4)
    there.play_on(12)
    saved = snapshot(there.model)
    first, second = Remote(text, text), Computer(text, text)
    games = Games.of(replace(game, word=text) for game in saved.games)
    return replace(
        saved,
        setup=replace(saved.setup, seats=(first, second), word=text),
        games=games,
        replay=replay_with(text),
    )


@merged
def test_kept_matches(text: str) -> None:
    def restore_match(word: str, replay: bool) -> Model:
        saved = match_with(word)
        there = Page()
        there.send(Restored(load(dump(saved if replay else replace(saved, replay=None, shelf=saved)))))
        return there.model

    check(lambda word: restore_match(word, replay=False), text, 2, DialogName)
    check(lambda word: restore_match(word, replay=True), text, 2, (DialogName.PLAY_HERE, DialogName.FILES))
    check(lambda word: open_text(dump(match_with(word), public=True)), text, 2)


@merged
def test_a_file_of_everything(text: str) -> None:
    """The names are in the match, and in the figures of earlier ones."""

    def open_backup(word: str) -> Model:
        there = Page()
        there.send(Restored(load(dump(replace(match_with(word), replay=None)))))
        sides = Side(word, 0.0, (Part("all", 9, 1.0),)), Side(word)
        analysis = replace(there.model.analysis, history=(PlayedMatch("ab", 20_000, 3, (3, 1), 0, sides),))
        return open_text(backup_text(replace(there.model, analysis=analysis)))

    check(open_backup, text, 2, (DialogName.FIGURES,))


@merged
def test_no_other_field_of_a_kept_match_takes_any_text(text: str) -> None:
    """A match with a changed text is refused, unless the text is a name or a word."""
    whole = json.loads(dump(match_with(PLAIN)))
    whole["head"]["check"] = None  # otherwise it would refuse all of them
    free = {"name", "word", "level", "peer"}
    for path in _paths(whole):
        if path[0] == "shelf" or path[:2] == ("head", "study") or path[-1] in free:
            continue
        changed = json.loads(json.dumps(whole))
        place = changed
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = text
        with pytest.raises(StorageError):
            load(json.dumps(changed))


def _paths(data: object, *above: str | int) -> Iterator[tuple[str | int, ...]]:
    """Yield the paths to all texts of a JSON value."""
    if isinstance(data, str):
        yield above
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in steps:
        yield from _paths(value, *above, step)


@merged
def test_settings(text: str) -> None:
    for one in fields(Settings):
        usual = json.loads(dump_settings(Settings()))
        usual["settings"][one.name] = text
        if one.name == "language":
            check(lambda word: replace(Page().model, settings=Settings(language=word)), text, 0)
            continue
        with pytest.raises(StorageError):
            load_settings(json.dumps(usual))
        there = Page()
        there.send(SettingChanged(one.name, text))
        if not isinstance(getattr(Settings(), one.name), bool):
            assert there.model.settings == Settings()
    there = Page()
    there.send(SettingChanged("language", text))
    there.send(SettingChanged(text, text))
    assert there.model.settings == Settings()


@hostile
def test_what_is_typed(text: str) -> None:
    """Forms keep names and words short, on one line."""

    def play_with_name(word: str) -> Model:
        there = new_page((("opponent", "human"), ("name0", word), ("name1", word)), 4)
        there.play_on(12)
        return there.model

    short = play_with_name(text).game.setup.seats[0].name
    assert short == " ".join(text.split())[:MAX_NAME]
    if short == text:
        check(play_with_name, text, 2)
        check(lambda word: new_page((("word", word),)).model, text, 0, (DialogName.DICE,))
    there = Page()
    for name in ("new-game", "play-here", "typed-roll", "word", "roll-out", text):
        there.send(
            Submitted(name, tuple((key, text) for key in ("first", "second", "preset", "level", "side")))
        )
    there.send(Command(text, text))
    for one in draw_pages(there.model):
        assert not {tag for tag, *_ in one.built} & {"img", "script", "comment", "declaration"}


@merged
def test_addresses_of_embedded_boards(text: str) -> None:
    for name in (*CHOICES, *NUMBERS):
        with pytest.raises(BackgammonError):
            read_address({name: text})
    wanted = read_address(dict.fromkeys(TEXTS, text))
    for mode in (Mode.MATCH, Mode.PLAY, Mode.PROBLEM):
        with pytest.raises(BackgammonError):
            begin(replace(wanted, mode=mode))

    def match(word: str) -> Model:
        return begin(read_address({"embed": "match", "match": format_mat(record_with(word)), "host": word}))

    check(match, text, 3)
    model = match(PLAIN)
    for said in (text, json.dumps({"triktrakk": 1, "id": 1, "type": text, "position": text})):
        assert reply_to(model, wanted, said, SAY) == (None, None)
    board = read_address({"embed": "play"})
    message = json.dumps({"triktrakk": 1, "id": 1, "type": "set", "position": text})
    answer, event = reply_to(begin(board), board, message, SAY)
    assert event is None
    assert answer is None or "error" in answer


@hostile
def test_every_text_with_a_name_takes_any_name(text: str) -> None:
    for key, pattern in SAY.texts.items():
        for form in [pattern] if isinstance(pattern, str) else pattern.values():
            names = set(re.findall(r"\{(\w+)\}", form)) - {"count"}
            params = tuple((name, text) for name in names)
            written = status_text.text(SAY, Notice(key, (*params, ("count", 2))))
            assert text in written or not names or not isinstance(pattern, str)


@merged
def test_halves_of_characters_are_dropped(text: str) -> None:
    """They cannot be stored or hashed: a match opened with them would be refused at the next visit."""
    there = open_text(format_mat(record_with(f"{text}\ud800")))
    assert there.replay is not None
    assert there.replay.names == (text, text)
    assert load(dump(snapshot(there))).replay == there.replay


@hostile
def test_nodes_are_escaped(text: str) -> None:
    html = to_html(node("p", text, node("b", title=text, data_name=text, value=text), text, "x"))
    assert html.count("<") == 4
    found = Build(html)
    assert found.built == [("p",), ("b", "title", "data-name", "value"), ("/", "b"), ("/", "p")]
    assert found.said == [text, text, text, text, f"{text}x"]


_MARKUP = re.compile(
    r"innerHTML|outerHTML\s*\+?=|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|setHTML"
    r"|\beval\(|new Function|js\.Function|run_js|\bexec\(|\.cssText"
)


def test_nothing_in_the_browser_makes_markup_or_programs_of_text() -> None:
    places = [
        *(ROOT / "py/backgammon").rglob("*.py"),
        *[one for one in (ROOT / "py").glob("*.*") if one.is_file()],  # pip leaves a folder with a dot there
        *[one for one in (ROOT / "py/web").rglob("*.js") if one.parent.name != "review"],  # not in the site
    ]
    assert {"dom.py", "boot.js", "embed.js", "sw.js", "frame.js", "start.js"} <= {one.name for one in places}
    found = {one.name: _MARKUP.findall(one.read_text("utf-8")) for one in places}
    assert {name: hits for name, hits in found.items() if hits} == {}
