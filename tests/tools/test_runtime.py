"""The runtime's pins: any file but the pinned one is refused, and a failed fetch changes nothing."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import environment, runtime
from tools.errors import ToolError
from tools.paths import ROOT

PINNED = "pyodide/pyodide.mjs"


def fake_fetch(work: Path, content: bytes) -> None:
    source = work / runtime.SOURCES["pyodide"] / "pyodide.mjs"
    source.parent.mkdir(parents=True)
    source.write_bytes(content)


def test_the_pages_own_python_is_one_that_the_library_declares() -> None:
    (version,) = {tag.partition("=")[2] for tag in runtime.WHEEL_TAGS if tag.startswith("--python-version")}
    assert f'"Programming Language :: Python :: {version}"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_a_wrong_checksum_is_refused_and_nothing_stamped(tmp_path: Path) -> None:
    fake_fetch(tmp_path, b"something else")
    with pytest.raises(ToolError, match=r"pyodide\.mjs has the sha256 [0-9a-f]{64}, not the pinned"):
        runtime.collect(tmp_path, tmp_path / "runtime", {PINNED: "0" * 64})
    assert not (tmp_path / "runtime" / runtime.STAMP).exists()


def test_a_part_that_did_not_come_is_named(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"pyodide\.mjs was not fetched"):
        runtime.collect(tmp_path, tmp_path / "runtime", {PINNED: "0" * 64})


def test_a_failed_fetch_leaves_the_runtime_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "fetch", lambda work: fake_fetch(work, b"tampered"))
    (tmp_path / "runtime").mkdir()
    (tmp_path / "runtime" / "old").write_text("kept")
    with pytest.raises(ToolError):
        runtime.ensure(tmp_path / "runtime")
    assert [path.name for path in tmp_path.iterdir()] == ["runtime"]
    assert (tmp_path / "runtime" / "old").read_text() == "kept"


def test_a_folder_that_takes_nothing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"could not be put into .*nowhere.*No such file"):
        runtime.ensure(tmp_path / "nowhere" / "runtime")


def test_a_second_start_fetches_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "LIBRARIES", {})
    (tmp_path / runtime.STAMP).write_text(json.dumps(runtime.FILES))
    monkeypatch.setattr(runtime, "fetch", lambda work: pytest.fail("it fetched"))
    assert runtime.ensure(tmp_path) == tmp_path


def test_other_pins_fetch_again_and_leave_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"export const loadPyodide = 1"
    monkeypatch.setattr(runtime, "LIBRARIES", {})
    monkeypatch.setattr(runtime, "FILES", {PINNED: hashlib.sha256(content).hexdigest()})
    monkeypatch.setattr(runtime, "fetch", lambda work: fake_fetch(work, content))
    target = tmp_path / "runtime"
    for name in ("pyodide/older.mjs", "lab/net.bin", runtime.STAMP):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text("older")
    runtime.ensure(target)
    files = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert files == {PINNED, "lab/net.bin", runtime.STAMP}
    assert (target / PINNED).read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["runtime"]


def test_while_files_are_replaced_the_runtime_has_no_stamp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, moved = tmp_path / "runtime", list[str]()
    for folder in (target, tmp_path / "fresh"):
        for name in ("a.js", runtime.STAMP, "z.js"):
            folder.mkdir(exist_ok=True)
            (folder / name).touch()
    rename = Path.rename

    def move(self: Path, to: Path) -> Path:
        moved.append(f"{self.parent.name}/{self.name}")
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", move)
    runtime.replace(target, tmp_path / "fresh", tmp_path / "previous")
    assert (moved[0], moved[-1]) == (f"runtime/{runtime.STAMP}", f"fresh/{runtime.STAMP}")
    assert len(moved) == 6


LIBRARY = "segno-1.0-py3-none-any.whl"


def pip_brings(content: bytes) -> Callable[..., None]:
    def pip(venv: Path, *arguments: str) -> None:
        (work,) = [option.removeprefix("--dest=") for option in arguments if option.startswith("--dest=")]
        assert arguments[-1] == "segno==1.0"
        (Path(work) / LIBRARY).write_bytes(content)

    return pip


def test_a_library_is_fetched_by_itself_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "LIBRARIES", {LIBRARY: hashlib.sha256(b"wheel").hexdigest()})
    monkeypatch.setattr(environment, "create", lambda venv: None)
    monkeypatch.setattr(environment, "pip", pip_brings(b"wheel"))
    (tmp_path / "runtime").mkdir()
    (tmp_path / "runtime" / runtime.STAMP).write_text(json.dumps(runtime.FILES))
    for there in (None, b"of another version"):
        if there:
            (tmp_path / "runtime" / LIBRARY).write_bytes(there)
        runtime.ensure(tmp_path / "runtime")
        assert (tmp_path / "runtime" / LIBRARY).read_bytes() == b"wheel"
    monkeypatch.setattr(environment, "pip", lambda *arguments: pytest.fail("it fetched"))
    runtime.ensure(tmp_path / "runtime")


def test_a_library_that_is_another_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "create", lambda venv: None)
    monkeypatch.setattr(environment, "pip", pip_brings(b"tampered"))
    (tmp_path / "runtime").mkdir()
    with pytest.raises(ToolError, match="not the pinned"):
        runtime.fetch_library(tmp_path / "runtime", LIBRARY, "0" * 64)
    assert [*(tmp_path / "runtime").iterdir()] == []
