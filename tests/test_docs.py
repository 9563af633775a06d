"""The documents name only files that exist, and all that a board in another page can be given."""

import re
from pathlib import Path

import pytest

from backgammon.core.rules import STANDARD
from backgammon.protocol.levels import DEFAULT_LEVEL
from backgammon.state.embed import CHOICES
from tools import places

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    path
    for glob in ("*.md", ".github/*.md", "py/backgammon/**/*.md", "py/web/**/*.md", "py/lab/**/*.md")
    for path in sorted(ROOT.glob(glob))
    if path.name != "CHANGELOG.md"  # which also names what was there once
]
BASES = ("", "py", "py/backgammon")
"""Where the paths in a document may begin, besides its own directory."""
NAMED = re.compile(r"`([\w.-]+/[\w./-]+\.(?:py|js|mjs|css|json|md|html|toml|yml))`")
LINKED = re.compile(r"\]\((?!https?:|#)([^)#]+)")
SEVERAL = {"locales/TAG.json"}
"""A name that stands for several files."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_names_files_that_exist(document: Path) -> None:
    text = document.read_text("utf-8")
    assert [link for link in LINKED.findall(text) if not (document.parent / link).exists()] == []
    bases = [document.parent, *(ROOT / base for base in BASES)]
    named = {*NAMED.findall(text)} - SEVERAL
    assert [name for name in sorted(named) if not any((base / name).is_file() for base in bases)] == []


def test_the_guide_to_boards_names_every_attribute_and_value() -> None:
    guide = (ROOT / places.WEB / places.GUIDE).read_text("utf-8")
    named = set(re.findall("<code>([^<]+)</code>", guide))
    headings = ", ".join(re.findall('<th scope="row">([^<]+)</th>', guide)).split(", ")
    script = (ROOT / places.WEB / "embed.js").read_text("utf-8")
    read = {*re.findall(r'"(\w+)"', script.split("PASSED = [")[1].split("]")[0])}
    read |= set(re.findall(r'getAttribute\("(\w+)"\)', script))
    assert read - {*headings} == set()
    choices = {value for name, values in CHOICES.items() if name != "lang" for value in values}
    assert choices - named == set(), "list these in py/web/embed/index.html"
    rows = dict(re.findall('<th scope="row">(.+?)</th><td>(.+?)</td>', guide))
    assert f"<code>{DEFAULT_LEVEL}</code> (default)" in rows["level"]
    assert f"<code>{STANDARD.name}</code> (default)" in rows["preset"]
