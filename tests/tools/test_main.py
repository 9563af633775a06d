"""``python3 py``: our own errors are one line and exit code 1."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tools.paths import ROOT


def run(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "py"), *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_help_lists_the_commands() -> None:
    shown = run("--help")
    assert shown.returncode == 0
    assert all(f"\n  {name} " in shown.stdout for name in ("play", "test", "build"))


def test_each_command_that_a_file_names_exists() -> None:
    names = set(re.findall(r"^  ([a-z]+(?: [a-z]+)?) ", run("--help").stdout, re.MULTILINE))
    families = {name.partition(" ")[0] for name in names if " " in name}
    for file in (
        *ROOT.glob("*.md"),
        *ROOT.glob(".github/*.md"),
        *ROOT.glob("py/**/*.py"),
        *ROOT.glob("tests/**/*.py"),
    ):
        for name, second in re.findall(r"`python3 py ([a-z]+)(?: ([a-z]+))?", file.read_text("utf-8")):
            whole = f"{name} {second}" if second and name in families else name
            assert whole in names | families, f"{file}: python3 py {whole}"


def test_without_a_command_those_there_are_are_shown() -> None:
    result = run()
    assert result.returncode == 2
    assert "\n  play " in result.stderr


def test_the_first_word_alone_shows_the_commands_that_begin_with_it() -> None:
    result = run("bench")
    assert (result.returncode, result.stdout) == (2, "")
    assert "\n  bench pr        PR of matches" in result.stderr
    assert "  play " not in result.stderr
    asked = run("bench", "--help")
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, result.stderr, "")


def test_an_error_of_ours_is_one_line_from_anywhere(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    result = run("build", ".", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "thesis.txt" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.usefixtures("interruptible")
def test_play_prints_its_address_and_ends_without_a_trace(tmp_path: Path, end: signal.Signals) -> None:
    command = [sys.executable, str(ROOT / "py"), "play", "--port=0", "--no-browser"]
    environ = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as playing:
        assert playing.stdout
        address = playing.stdout.readline().split()[0]
        with urllib.request.urlopen(address) as response:
            assert b"<!doctype html>" in response.read().lower()
        playing.send_signal(end)
        rest, errors = playing.communicate(timeout=30)
    assert (playing.returncode, rest, errors) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
