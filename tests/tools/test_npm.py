"""The npm packages for the tests: pinned by one lock file, fetched once, all of them or none."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tools import environment, npm
from tools.errors import ToolError


def test_the_lock_pins_every_package_and_names_no_address() -> None:
    lock = json.loads(npm.LOCK.read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert all("integrity" in entry and "resolved" not in entry for entry in packages.values())
    named = json.loads(npm.LOCK.with_name("package.json").read_text())
    wanted = named["dependencies"] | named["devDependencies"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted


def test_they_are_fetched_once_and_anew_for_another_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[str] = []

    def install(work: Path, which: str) -> None:
        (work / "node_modules").mkdir()
        (work / "node_modules" / f"package-{len(fetched)}.js").touch()
        fetched.append(which)

    monkeypatch.setattr(npm, "install", install)
    lock = tmp_path / "lock.json"
    for content in ("one", "one", "two"):
        lock.write_text(content)
        monkeypatch.setattr(npm, "LOCK", lock)
        npm.ensure(tmp_path / "packages" / "node_modules")
    assert fetched == ["--include=dev"] * 2
    assert [path.name for path in (tmp_path / "packages").iterdir()] == ["node_modules"]
    assert [path.name for path in (tmp_path / "packages").rglob("*.js")] == ["package-1.js"]


def test_a_failed_fetch_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def install(work: Path, which: str) -> None:
        (work / "node_modules").mkdir()
        raise ToolError("no network")

    monkeypatch.setattr(npm, "install", install)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "old.js").touch()
    with pytest.raises(ToolError, match="no network"):
        npm.ensure(tmp_path / "node_modules")
    assert [path.name for path in tmp_path.rglob("*")] == ["node_modules", "old.js"]


def test_what_is_locked_is_installed_and_runs_nothing_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(environment, "create", lambda venv: None)
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(subprocess, "run", run)
    npm.install(tmp_path, "--omit=dev")
    (command,) = commands
    assert command[:3] == ["/bin/npm", "ci", "--omit=dev"]
    assert "--ignore-scripts" in command
    assert {path.name for path in tmp_path.iterdir()} == {source.name for source in npm.PINNED}
