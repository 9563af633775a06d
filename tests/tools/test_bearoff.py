"""``python3 py bearoff``: the tables it writes; their contents are tested by tests/engine/test_bearoff.py."""

from pathlib import Path

import pytest

from backgammon.core.rules import Rules
from tools import bearoff


@pytest.mark.parametrize(
    ("named", "kinds"), [([], ["at-least", "exact", "highest"]), (["exact"], ["exact"])], ids=["all", "one"]
)
def test_the_tables_that_are_named_or_all(
    named: list[str], kinds: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def table(rules: Rules) -> bytes:
        return str(rules.bear_off).encode()

    monkeypatch.setattr(bearoff, "DATA", tmp_path)
    monkeypatch.setattr(bearoff, "table", table)
    monkeypatch.setattr(bearoff, "chances", lambda means: b"chances")
    monkeypatch.setattr(bearoff, "CHANCE_CHECKERS", 1)
    assert bearoff.main(named) == 0
    written = {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert written == {f"bearoff-{kind}.bin": kind for kind in [*kinds, "chances"]}
