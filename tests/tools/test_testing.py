"""``python3 py test``: what it runs, its exit code, and where it finds its Chromium."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from effort import tries
from hypothesis import settings

from tools import environment, npm, runtime, snapshot, testing
from tools.errors import ToolError
from tools.paths import ROOT

Runs = list[Sequence[str]]
COMPILE_TESTS, BUILD_SITE = testing.compile_tests, testing.build_site
ALL = ["ruff", "ruff", "mypy", "node", "node", "node", "node", "pytest"]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Runs:
    """The programs that would have run; each succeeds."""
    called: Runs = []

    def run(command: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        called.append([command[0].rpartition("/")[2], *command[1:]])
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    for begin in ("compile_tests", "build_site"):
        monkeypatch.setattr(testing, begin, lambda: SimpleNamespace(wait=lambda: 0))
    monkeypatch.setattr(testing, "prepare", lambda: None)
    monkeypatch.setattr(runtime, "ensure", lambda: None)
    monkeypatch.setattr(npm, "ensure", lambda: None)
    monkeypatch.setattr(snapshot, "node", lambda: "/bin/node")
    monkeypatch.setenv(testing.CHROMIUM_VARIABLE, "/chromium")
    return called


def test_without_arguments_all_is_run(runs: Runs) -> None:
    assert testing.main([]) == 0
    assert [run[0] for run in runs] == ALL
    assert runs[3][1:3] == [str(npm.PACKAGES / npm.TSC), "--project"]


def test_what_was_compiled_is_kept_whatever_the_shell_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setitem(testing.COMPILED, "PYTHONPYCACHEPREFIX", str(tmp_path / "kept"))
    monkeypatch.setattr(testing, "prepare", lambda: None)
    monkeypatch.setattr(testing, "ROOT", tmp_path)
    monkeypatch.setattr(testing, "program", lambda name: [sys.executable, "-c", "import one"])
    (tmp_path / "one.py").touch()
    assert testing.main(["tests/core"]) == 0
    assert [*(tmp_path / "kept").rglob("one.*.pyc")]


def test_before_all_is_run_the_tests_are_compiled_once(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Beside the other checks, and after them: each of pytest's processes would do it again."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setitem(testing.COMPILED, "PYTHONPYCACHEPREFIX", str(tmp_path / "kept"))
    monkeypatch.setattr(testing, "ROOT", tmp_path)
    monkeypatch.setattr(testing, "program", lambda name: [sys.executable, "-m", "pytest"])
    (tmp_path / "test_one.py").write_text("def test_it():\n    raise SystemExit\n")
    priorities: list[int] = []

    def compile_tests() -> subprocess.Popen[bytes]:
        process = COMPILE_TESTS()
        priorities.append(os.getpriority(os.PRIO_PROCESS, process.pid))
        return process

    monkeypatch.setattr(testing, "compile_tests", compile_tests)
    assert testing.main([]) == 0
    assert priorities == [min(os.nice(0) + testing.LATER, 19)]
    assert [*(tmp_path / "kept").rglob("test_one.*.pyc")]
    assert len(runs) == len(ALL)


def test_before_all_is_run_the_site_is_built_once(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Beside the other checks, since what takes longest is kept for the tests."""
    monkeypatch.setattr(testing, "VENV", tmp_path)
    monkeypatch.setattr(testing, "build_site", BUILD_SITE)
    assert testing.main([]) == 0
    assert (tmp_path / "site" / "index.html").is_file()
    assert len(runs) == len(ALL)


def test_types_that_are_not_checked_are_told(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    for asked, told in (["--quick"], True), (["tests/core"], True), ([], False), (["--slow"], False):
        testing.main(asked)
        assert ("not checked" in capsys.readouterr().out) == told


def test_every_script_is_type_checked() -> None:
    programs = [ROOT / name for *_, name in testing.TSC]
    checked = {
        (program.parent / file).resolve()
        for program in programs
        for file in json.loads(program.read_text("utf-8"))["files"]
    }
    scripts = {
        path
        for room in ("py", "tests")
        for kind in ("*.js", "*.mjs", "*.ts")
        for path in (ROOT / room).rglob(kind)
    }
    assert len(scripts) > 10
    assert scripts == checked


def test_a_file_is_tested_by_one_process_in_its_order(tmp_path: Path) -> None:
    noted = """
import os, pathlib, pytest
@pytest.mark.parametrize("number", range(6))
def test_it(number):
    note = f"{os.environ['PYTEST_XDIST_WORKER']} {number}"
    with pathlib.Path(__file__).with_suffix(".log").open("a") as log:
        log.write(note + "\\n")
"""
    names = ("test_first.py", "test_second.py", "test_third.py")
    for name in names:
        (tmp_path / name).write_text(noted)
    command = [sys.executable, "-m", "pytest", *testing.EVERYTHING, "-p", "no:cacheprovider", str(tmp_path)]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    for name in names:
        notes = (tmp_path / name).with_suffix(".log").read_text()
        workers, numbers = zip(*map(str.split, notes.splitlines()), strict=True)
        assert len(set(workers)) == 1
        assert numbers == tuple("012345")


def test_slow_adds_to_all(runs: Runs) -> None:
    testing.main(["--slow"])
    assert [run[0] for run in runs] == ALL
    assert "--slow" in runs[-1]


def test_the_other_browsers_are_added_to_all_and_installed_where_they_are_missing(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    there = {"apt-get": "/usr/bin/apt-get", "xvfb-run": "/usr/bin/xvfb-run"}
    monkeypatch.setattr(shutil, "which", there.get)
    assert testing.main(["--browsers"]) == 0
    assert [run[0] for run in runs] == ["apt-get", "apt-get", *ALL]
    assert runs[1][-2:] == ["firefox-esr", "webkit2gtk-driver"]
    assert "--browsers" in runs[-1]


def test_who_may_not_install_runs_what_is_there(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(shutil, "which", {"apt-get": "/usr/bin/apt-get"}.get)
    assert testing.main(["--browsers"]) == 0
    assert [run[0] for run in runs] == ALL


@pytest.fixture
def without_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which every search for a browser fails."""

    def find(**_: bool) -> None:
        raise ToolError("no Chromium was found")

    monkeypatch.setattr(testing, "prepare_browsers", find)
    monkeypatch.setattr(testing, "chromium", find)


@pytest.mark.usefixtures("without_browser")
def test_any_other_argument_is_for_pytest_alone_and_needs_no_browser(runs: Runs) -> None:
    testing.main(["tests/core", "-k", "bar"])
    assert runs == [["pytest", "tests/core", "-k", "bar"]]


@pytest.mark.usefixtures("without_browser")
def test_quickly_the_package_is_tested_without_a_browser(runs: Runs) -> None:
    assert testing.main(["--quick"]) == 0
    assert [run[0] for run in runs] == ["ruff", "ruff", "pytest"]
    assert {"--quick", "--ignore=tests/browser", "--ignore=tests/tools"} <= set(runs[-1])


@pytest.mark.parametrize("quick", [[], ["--quick"]])
def test_quickly_nothing_thorough_is_run(quick: list[str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "tests/data/test_json_text.py", *quick]
    found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert "is_read" in found
    assert ("takes_little_time" in found) is not bool(quick)


def test_most_is_tried_at_random_with_slow_tests(request: pytest.FixtureRequest) -> None:
    current = settings.get_current_profile_name()
    request.addfinalizer(lambda: settings.load_profile(current))
    for profile, counts in {"slow": [150, 2], "usual": [75, 1], "quick": [30, 1]}.items():
        settings.load_profile(profile)
        assert [tries(count) for count in (150, 2)] == counts


@pytest.mark.parametrize("asked", [["--help"], ["-h"], ["tests/core", "--help"]])
def test_help_says_which_to_use_when_and_prepares_nothing(
    runs: Runs, asked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def prepare() -> None:
        raise AssertionError("something was installed")

    monkeypatch.setattr(testing, "prepare", prepare)
    assert testing.main(asked) == 0
    said = capsys.readouterr().out
    assert all(word in said for word in ("--slow", "--browsers", "--quick", "PATH"))
    assert runs == []


@pytest.mark.parametrize("failing", ["ruff", "mypy", "tsc", "pytest"])
def test_one_failure_fails_all_and_stops_nothing(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, failing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    succeed = subprocess.run

    def run(command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
        succeed(command, **options)
        fails = any(part.endswith(failing) for part in command[:2])
        return subprocess.CompletedProcess(command, 3 if fails else 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    assert testing.main([]) == 3
    assert len(runs) == len(ALL)
    assert f"failed: {failing}" in capsys.readouterr().err


def test_a_named_chromium_is_taken(runs: Runs) -> None:
    assert testing.chromium() == "/chromium"
    assert runs == []


def test_an_installed_chromium_is_taken(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(testing.CHROMIUM_VARIABLE)
    monkeypatch.setattr(shutil, "which", {"google-chrome": "/usr/bin/google-chrome"}.get)
    assert testing.chromium() == "/usr/bin/google-chrome"
    assert runs == []


def test_for_tests_one_that_shows_nothing_is_preferred(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(testing.CHROMIUM_VARIABLE)
    there = {"chromium": "/usr/bin/chromium"}
    monkeypatch.setattr(shutil, "which", there.get)
    assert testing.chromium(headless=True) == "/usr/bin/chromium"
    there[testing.HEADLESS] = "/usr/bin/shell"
    assert testing.chromium(headless=True) == "/usr/bin/shell"
    assert testing.chromium() == "/usr/bin/chromium"
    assert runs == []


@pytest.mark.parametrize(("headless", "package"), [(False, "chromium"), (True, testing.HEADLESS)])
def test_root_installs_one_where_none_is(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, headless: bool, package: str
) -> None:
    monkeypatch.delenv(testing.CHROMIUM_VARIABLE)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    installed = {"apt-get": "/usr/bin/apt-get"}

    def which(name: str) -> str | None:
        return f"/usr/bin/{name}" if len(runs) == 2 and name == package else installed.get(name)

    monkeypatch.setattr(shutil, "which", which)
    assert testing.chromium(headless) == f"/usr/bin/{package}"
    assert [run[2] for run in runs] == ["update", "install"]
    assert runs[1][-1] == package


def test_anyone_else_is_told_what_to_install(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(testing.CHROMIUM_VARIABLE)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(shutil, "which", {"apt-get": "/usr/bin/apt-get"}.get)
    with pytest.raises(ToolError, match=r"install one .*CHROMIUM"):
        testing.chromium()
    assert runs == []


def test_only_dependencies_with_the_pinned_hashes_are_installed_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[tuple[str, ...]] = []
    monkeypatch.setattr(testing, "VENV", tmp_path)
    monkeypatch.setattr(environment, "create", lambda venv: None)
    monkeypatch.setattr(environment, "pip", lambda venv, *arguments: installed.append(arguments))
    testing.prepare()
    testing.prepare()
    assert installed == [("install", "--require-hashes", f"--requirement={testing.REQUIREMENTS}")]
