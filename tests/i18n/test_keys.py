"""Every key that the code uses has a text, and every text is used.

Keys are found in the sources: strings and f-strings that begin like a key. A replacement field of an f-string
stands for one or more parts of a key; CHOICES has what fills it where a person can add a choice.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from backgammon.core.rules import PRESETS
from backgammon.i18n.catalogue import load
from backgammon.protocol.levels import LEVELS
from backgammon.storage.types import Theme
from tools.handover import all_problems
from tools.notes import notes
from tools.translation import forms, placeholders

PACKAGE = Path(__file__).parents[2] / "py" / "backgammon"
ROOMS = ("state", "features", "app", "view", "browser", "friend", "i18n")
KEYS = set(load().texts)
CHOICES: dict[str, Iterable[str]] = {
    **dict.fromkeys(("rule.{}.name", "rule.{}.about"), (*PRESETS, "custom")),
    **dict.fromkeys(("level.{}", "level.{}.note"), LEVELS),
    "setting.theme.{}": Theme,
}
"""Families of keys, with all that has a text in each."""
SPOKEN_TO = ("", ".you", ".they")
"""``features.speech.status_text.line_about`` adds one of these: whether a line addresses or names a side."""


def strings(path: Path) -> Iterator[str]:
    """Yield each string of a file, except docstrings, as a pattern of its possible values."""
    tree = ast.parse(path.read_text("utf-8"))
    passed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    passed |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            pieces = [
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_.-]+"
                for part in node.values
            ]
            yield "".join(pieces)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            yield re.escape(node.value)


FAMILIES = {key.partition(".")[0] for key in KEYS}
KEY = re.compile(rf"(?:{'|'.join(sorted(FAMILIES))})\\\.(?:[a-z0-9_]|\\[-.]|\[a-z0-9_\.-\]\+)+")
MODULES = PACKAGE / "state" / "parts.py"
"""Not searched: it names modules, which look like keys."""
FILES = [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py")) if path != MODULES]


@cache
def key_patterns() -> dict[str, str]:
    """Return each pattern of keys that the code uses, with a file that uses it."""
    return {text: path.name for path in FILES for text in strings(path) if KEY.fullmatch(text)}


@cache
def matching_keys(pattern: str) -> set[str]:
    """Return the keys of the catalogue that a pattern can mean."""
    whole = re.compile(f"(?:{pattern})(?:{'|'.join(map(re.escape, SPOKEN_TO))})")
    return {key for key in KEYS if whole.fullmatch(key)}


def test_every_key_in_the_code_has_its_text() -> None:
    unknown = {
        pattern.replace("\\", ""): file
        for pattern, file in key_patterns().items()
        if not matching_keys(pattern)
    }
    assert unknown == {}, "add these texts, which these files ask for, to i18n/locales/en.json"


def test_every_choice_has_its_texts() -> None:
    wanted = {family.format(choice) for family, choices in CHOICES.items() for choice in choices}
    assert sorted(wanted - KEYS) == [], "add these texts to i18n/locales/en.json"


def test_every_text_is_asked_for() -> None:
    unused = sorted(KEYS - set().union(*map(matching_keys, key_patterns())))
    assert unused == [], "no code asks for these texts: take them out of i18n/locales"


def test_every_text_has_its_note_for_translators() -> None:
    """By its key or a pattern for its family: ``place: note``."""
    without = [key for key in sorted(KEYS) if notes().pattern(key) is None]
    assert without == [], "give these a note in `texts` of i18n/notes.json"
    assert notes().unused_patterns(KEYS) == set(), "no text has this note any more"


def test_every_placeholder_is_explained_to_translators() -> None:
    used = {name for text in load().texts.values() for line in forms(text) for name in placeholders(line)}
    assert used - notes().fills.keys() == set(), "explain these in `fills` of i18n/notes.json"
    assert notes().fills.keys() - used == set(), "no text has this placeholder any more"


def test_english_fits_its_places_and_is_set_as_english_is() -> None:
    assert all_problems(load(), load()) == []


def test_every_rule_that_a_set_up_breaks_has_its_text() -> None:
    rules = {"checkers", "empty"}  # those of PositionError
    for call in ast.walk(ast.parse((PACKAGE / "notation" / "setup.py").read_text("utf-8"))):
        match call:
            case ast.Call(func=ast.Name("SetupError"), args=[ast.Constant(str(rule)), *_]):
                rules.add(rule)
    assert {f"error.setup.{rule}" for rule in rules} == {
        key for key in KEYS if key.startswith("error.setup.")
    }


def test_the_search_sees_what_it_looks_for(tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text('"""ui.help"""\nsay("ui.nothing")\nsay(f"ui.did.{name}")\nprint("ui is text.")\n')
    patterns = [text for text in strings(file) if KEY.fullmatch(text)]
    assert [bool(matching_keys(pattern)) for pattern in patterns] == [False, True]
