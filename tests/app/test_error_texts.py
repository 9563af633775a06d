"""Notation errors: each key has one English text, and a text in every language."""

import ast
import tracemalloc
from pathlib import Path
from random import Random

import pytest
from notation.test_fuzz import READERS, mutate, refusal

import backgammon
from backgammon.features.speech import status_text
from backgammon.features.viewer.open_file import error_notice
from backgammon.i18n.catalogue import english
from backgammon.i18n.catalogue import load as load_language
from backgammon.i18n.languages import LANGUAGES as TAGS
from backgammon.notation.errors import EXPECTED, NotationError
from tools.translation import placeholders

CALLS = ("NotationError", "error", "locate_errors", "number")
"""The functions whose first argument is the key of a notation error."""
LANGUAGES = [load_language(tag) for tag in TAGS]


def test_every_key_of_an_error_is_in_the_table_and_every_line_of_it_is_used() -> None:
    asked = {"anything.text", "anything.xg"}  # used by ForeignFile and DamagedFile
    package = Path(backgammon.__file__).parent
    rooms = ("notation", "state", "features", "app")
    for path in (path for room in rooms for path in package.glob(f"{room}/**/*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            match call:
                case ast.Call(
                    func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(str(key)), *_]
                ) if name in CALLS:
                    asked.add(key)
    assert asked == set(EXPECTED), "EXPECTED is in notation/errors.py"


def test_every_kind_of_error_has_a_text_that_each_key_of_it_can_fill_in_every_language() -> None:
    kinds = {f"error.expected.{key.partition('.')[0]}" for key in EXPECTED}
    told = {key for key in english().texts if key.startswith("error.expected.")}
    assert sorted(kinds - told) == [], "add these texts to i18n/locales/en.json"
    assert sorted(told - kinds) == [], "no key of EXPECTED has these: take them out of i18n/locales"
    for language in LANGUAGES:
        for key, line in EXPECTED.items():
            text = language.texts.get(f"error.expected.{key.partition('.')[0]}", "")
            assert placeholders(text) <= placeholders(line), (language.tag, key)


@pytest.mark.parametrize("name", sorted(READERS))
def test_every_error_about_a_spoilt_text_is_told_in_every_language(name: str) -> None:
    read, make = READERS[name]
    texts, random = make(), Random(name)
    told = set[str]()
    for _ in range(400):
        error, _ = refusal(read, mutate(random, random.choice(texts), texts))
        if error is None or error.key in told:
            continue
        told.add(error.key)
        for language in LANGUAGES:
            assert status_text.text(language, error_notice(error)).strip()
            assert status_text.text(language, error_notice(error, quotable=False)).strip()
    assert told


def test_of_a_huge_file_no_more_is_looked_at_than_is_quoted() -> None:
    error = NotationError("anything", "\n" * 1_000_000 + "word " * 400_000)
    tracemalloc.start()
    try:
        notice = error_notice(error)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert dict(notice.params)["found"] == "word word word word word word word word…"
    assert peak < 5_000_000, "one copy of the text at most"
