"""The documents name only files that exist, wherever a path begins."""

import re
from pathlib import Path

import pytest

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
