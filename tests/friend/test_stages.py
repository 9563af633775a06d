"""The tables of which state follows which, and the page .github/FRIEND.md that lists them."""

import re
from pathlib import Path

import pytest

from backgammon.friend.pulse import Pulse
from backgammon.friend.stages import LINKS, STAGES, End, Link, Violation

PAGE = (Path(__file__).parents[2] / ".github" / "FRIEND.md").read_text("utf-8")
ROW = re.compile(r"^\| ([a-z]+) \| ?([a-z, -]*)\|$", re.MULTILINE)


def test_the_page_has_both_tables() -> None:
    rows = {
        name: {each.strip() for each in rest.split(",") if each.strip()} for name, rest in ROW.findall(PAGE)
    }
    tables = (*STAGES.items(), *LINKS.items())
    assert rows == {name: set(following) for name, following in tables}


def test_the_page_names_every_violation_and_every_end() -> None:
    named = set(re.findall(r"`([a-z-]+)`", PAGE))
    assert {*Violation, *End} <= named


def test_a_link_becomes_only_what_the_table_says() -> None:
    pulse = Pulse()
    with pytest.raises(AssertionError, match="closed does not become live"):
        pulse.change(Link.LIVE)
    pulse.open(0)
    assert pulse.change(Link.LIVE)
    assert not pulse.change(Link.LIVE)
