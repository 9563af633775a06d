"""A release has one version: in the package, in the page's settings and in the changelog."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

from view.models import FIRST, SAY

import backgammon
from backgammon.state.model import DialogName
from backgammon.view.node import to_html
from backgammon.view.page import page

ROOT = Path(__file__).resolve().parents[1]
TO_COME = "To come"
"""The heading of the changes that are not released yet."""


def test_the_build_takes_the_version_of_the_package() -> None:
    made_by = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in made_by["project"]
    assert "version" in made_by["project"]["dynamic"]
    assert made_by["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "backgammon.__version__"}


def test_the_newest_changes_are_those_of_the_version() -> None:
    changes = (ROOT / ".github" / "CHANGELOG.md").read_text("utf-8")
    releases = [heading for heading in re.findall("^## (.+)$", changes, re.MULTILINE) if heading != TO_COME]
    assert releases[0] == backgammon.__version__


def test_the_settings_show_the_version() -> None:
    shown = to_html(page(replace(FIRST, dialog=DialogName.SETTINGS), SAY))
    assert f">Version {backgammon.__version__}<" in shown
