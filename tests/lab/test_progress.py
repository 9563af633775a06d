"""Progress: updated in place on a terminal, a line a minute elsewhere."""

import sys
import time

import pytest

from lab.progress import Progress


def test_a_terminal_shows_it_in_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    progress = Progress()
    progress.show("9 of 10")
    progress.show("10")
    progress.end()
    assert capsys.readouterr() == ("", "\r9 of 10\r10     \n")


def test_elsewhere_a_minute_passes_between_two_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    progress = Progress()
    for now in (0, 59, 61, 100, 122):
        progress.show(f"{now} s")
    progress.end()
    assert capsys.readouterr() == ("", "61 s\n122 s\n")


def test_nothing_is_said_where_nothing_was_shown(capsys: pytest.CaptureFixture[str]) -> None:
    Progress().end()
    assert capsys.readouterr() == ("", "")
