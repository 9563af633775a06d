"""axe-core for the tests: a file that is not the pinned one is refused, a good one is fetched once."""

import hashlib
from pathlib import Path

import pytest

from tools import axe, runtime
from tools.errors import ToolError

SCRIPT = b"axe = 1"


def installs(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let npm install this script."""

    def npm_ci(work: Path, pinned: Path) -> Path:
        (work / axe.SOURCE).parent.mkdir(parents=True)
        (work / axe.SOURCE).write_bytes(content)
        return work

    monkeypatch.setattr(runtime, "npm_ci", npm_ci)


def test_another_script_than_the_pinned_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installs(SCRIPT, monkeypatch)
    with pytest.raises(ToolError, match="not the pinned"):
        axe.ensure(tmp_path / "axe.js")
    assert list(tmp_path.iterdir()) == []


def test_the_pinned_script_is_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(axe, "SHA256", hashlib.sha256(SCRIPT).hexdigest())
    installs(SCRIPT, monkeypatch)
    assert axe.ensure(tmp_path / "axe.js").read_bytes() == SCRIPT
    monkeypatch.setattr(runtime, "npm_ci", lambda work, pinned: pytest.fail("it fetched again"))
    assert axe.ensure(tmp_path / "axe.js").read_bytes() == SCRIPT
    assert [path.name for path in tmp_path.iterdir()] == ["axe.js"]
