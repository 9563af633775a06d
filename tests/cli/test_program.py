"""Calls of the program: interrupted, with a closed pipe, misspelt, under an old Python, with odd values."""

import ast
import io
import json
import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import pytest

import backgammon
from backgammon import cli
from backgammon.cli import analyse, cube, options, rollout
from backgammon.cli.errors import CommandError
from backgammon.cli.options import read_text, write_text
from backgammon.cli.processes import processes
from backgammon.core.match import OpeningRoll, Played, Rolled, new_match
from backgammon.data.file_text import LARGEST_FILE
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record
from tools import commands
from tools.paths import ROOT

CUBE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
SECONDS = 10
CHECKOUT = (sys.executable, str(ROOT / "py"))
INSTALLED = (sys.executable, "-c", "import sys; from backgammon.cli import main; sys.exit(main())")


def environ() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "py")}


def checkout() -> int:
    """Run the program from the sources, in this process; return its exit code."""
    return commands.main(sys.argv[1:])


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=environ(), capture_output=True, text=True, check=False)


def group_lives(leader: int) -> bool:
    """Return whether a process of this group is left."""
    try:
        os.killpg(leader, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.thorough
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("end", "to_all"),
    [(signal.SIGINT, True), (signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGKILL, False)],
)
def test_an_interrupted_rollout_ends_with_all_its_workers(
    tmp_path: Path, end: signal.Signals, to_all: bool
) -> None:
    state = tmp_path / "state.json"
    options = ["--workers", "2", "--trials", "100000", "--truncate", "2", "--state", str(state)]
    with subprocess.Popen(
        [*CHECKOUT, "rollout", CUBE, *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as rolling:
        begin = time.monotonic()
        while not (state.exists() and b'"spans": [[0, ' in state.read_bytes()):
            assert time.monotonic() - begin < 60, "nothing was rolled out"
            time.sleep(0.05)
        (os.killpg if to_all else os.kill)(rolling.pid, end)
        code = rolling.wait(SECONDS)
        assert rolling.stderr
        assert (code, rolling.stderr.read()) == (-9 if end is signal.SIGKILL else 130, b"")
    while group_lives(rolling.pid):
        assert time.monotonic() - begin < 60 + SECONDS, "workers are left"
        time.sleep(0.05)
    json.loads(state.read_bytes())
    if end is not signal.SIGKILL:  # SIGKILL leaves no time to clean up
        assert [file.name for file in tmp_path.iterdir()] == ["state.json"]


def test_an_interruption_is_raised_where_a_result_is_waited_for() -> None:
    reached = []

    def wait_long() -> None:
        with processes(1) as pool:
            waiting = pool.submit(time.sleep, 60)
            signal.raise_signal(signal.SIGINT)
            reached.append("the wait")  # raised before, it could leave a lock of the pool locked
            waiting.result()

    with pytest.raises(KeyboardInterrupt):
        wait_long()
    assert reached


def test_a_process_that_was_killed_is_one_line() -> None:
    with pytest.raises(CommandError, match="a process was killed"), processes(2) as pool:
        pool.submit(os._exit, 1).result()


@pytest.mark.skipif(os.name != "posix", reason="limits are set by a shell")
@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("-n 20", "rollout: so many processes cannot be started: Too many open files\n"),
        ("-f 0", "rollout: the output was not written: File too large\n"),
    ],
)
def test_a_limit_of_the_machine_is_said_in_one_line(tmp_path: Path, limit: str, said: str) -> None:
    rolling = f'rollout {CUBE} --trials 480 --truncate 2 --workers 40 >"$2"'
    command = ["sh", "-c", f'ulimit {limit}; exec "$0" "$1" {rolling}', *CHECKOUT, str(tmp_path / "out")]
    result = subprocess.run(
        command, stderr=subprocess.PIPE, text=True, check=False, timeout=60, env=environ()
    )
    assert (result.returncode, result.stderr) == (1, said)


def test_it_can_be_interrupted_before_it_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "tools.commands", Interrupted("tools.commands"))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "py/__main__.py"), run_name="__main__")
    assert ended.value.code == cli.INTERRUPTED


@pytest.mark.parametrize("step", ["write_text", "replace"])
def test_an_interrupted_write_leaves_the_file_of_before_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def interrupt(file: Path, *_: object) -> None:
        file.write_bytes(b"half")
        raise KeyboardInterrupt

    (tmp_path / "state.json").write_text("before")
    monkeypatch.setattr(Path, step, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "state.json", "after")
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"before"]


@pytest.mark.skipif(os.name != "posix", reason="there are no named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "text")
    assert os.read(reader, 9) == b"text"
    assert pipe.is_fifo()
    os.close(reader)


def test_an_input_that_does_not_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    huge = tmp_path / "huge.txt"
    huge.touch()
    os.truncate(huge, LARGEST_FILE + 1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(huge.read_bytes())))
    for name in (str(huge), "-"):
        with pytest.raises(CommandError, match=r"(huge\.txt|the standard input) is larger than 16 MB"):
            read_text(name)


@pytest.mark.parametrize("arguments", [["--help"], ["analyse", "--help"], ["analyse", CUBE, "--ply", "0"]])
def test_who_reads_no_further_is_no_error(arguments: Sequence[str]) -> None:
    with subprocess.Popen([*CHECKOUT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(SECONDS) in (0, 141)  # argparse ignores the closed pipe


def test_a_sign_that_the_output_cannot_show_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    page = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(page, encoding="cp1252"))
    monkeypatch.setattr(cube, "main", lambda argv: print("Łukasz ± 2") or 0)
    assert cli.run(["cube"], cli.COMMANDS, "triktrakk") == 0
    assert page.getvalue().split() == [rb"\u0141ukasz", b"\xb1", b"2"]


@pytest.mark.skipif(os.name != "posix", reason="streams are closed by a shell")
@pytest.mark.parametrize(("words", "code"), [("--help >&-", 0), ("ubgi <&-", 0), ("diagram - <&-", 1)])
def test_a_closed_stream_is_empty(words: str, code: int) -> None:
    command = ["sh", "-c", f'exec "$0" "$1" {words}', *CHECKOUT]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (result.returncode, result.stdout) == (code, "")
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk")
def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*CHECKOUT, "diagram", CUBE], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (result.returncode, result.stderr) == (
        1,
        "diagram: the output was not written: No space left on device\n",
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["analise"], "there is no command 'analise'; there is analyse"),
        (["fly", "--high"], "there is no command 'fly' ("),
        (["bench", "fly"], "there is no command 'bench fly'; there is bench "),
    ],
)
def test_a_misspelt_command_is_named_in_one_line(words: Sequence[str], said: str) -> None:
    result = run(*CHECKOUT, *words)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr


@pytest.mark.parametrize("program", [CHECKOUT, INSTALLED])
def test_the_version_is_that_of_the_package(program: Sequence[str]) -> None:
    result = run(*program, "--version")
    assert (result.returncode, result.stdout) == (0, f"Triktrakk {backgammon.__version__}\n")


@pytest.mark.parametrize("command", ["analyse", "rollout", "ubgi", "external"])
@pytest.mark.parametrize(("program", "name"), [(checkout, "python3 py"), (cli.main, "triktrakk")])
def test_a_command_knows_by_which_name_it_was_called(
    program: Callable[[], int],
    name: str,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["", command, "--help"])
    with pytest.raises(SystemExit):
        program()
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: {name} {command} ")
    assert "python3 py" not in shown.replace(name, "")
    assert "`" not in shown


def test_an_older_python_is_told_what_it_lacks() -> None:
    program = ROOT / "py" / "__main__.py"
    ast.parse(program.read_text("utf-8"), feature_version=(3, 7))
    older = "sys.version_info, sys.version = (3, 10, 13, 'final', 0), '3.10.13 (main)'"
    result = run(sys.executable, "-c", f"import runpy, sys; {older}; runpy.run_path({str(program)!r})")
    assert result.returncode == 1
    assert result.stderr == "python3 py: Python 3.11 or later is needed; this is 3.10.13\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rollout", CUBE, "--trials", "-5"], "--trials: a whole number from 1 to 1000000, not '-5'"),
        (["rollout", CUBE, "--trials", "many"], "--trials: a whole number from 1 to 1000000, not 'many'"),
        (["rollout", CUBE, "--truncate", "1001"], "--truncate: a whole number from 0 to 1000, not '1001'"),
        (["rollout", CUBE, "--workers", "0"], "--workers: a whole number from 1 to "),
        (["rollout", CUBE, "--best", "0"], "--best: a whole number from 1 to "),
        (["analyse", CUBE, "--worst", "-1"], "--worst: a whole number from 0 to "),
        (["external", "--port", "99999"], "--port: a whole number from 0 to 65535, not '99999'"),
        (["play", "--port", "-1"], "--port: a whole number from 0 to 65535, not '-1'"),
        (["duel", "novice", "advanced", "--games", "0"], "--games: a whole number from 2 to "),
    ],
)
def test_a_number_out_of_bounds_is_named(
    arguments: Sequence[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["", *arguments])
    with pytest.raises(SystemExit) as end:
        checkout()
    assert end.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["diagram", CUBE, "--theme", "glass"], "'glass' (choose from 'wood', 'felt', "),
        (["diagram", CUBE, "--direction", "up"], "'up' (choose from 'right', 'left')"),
        (["bench", "friends", "--site", "none"], "none has no index.html; name the folder that py build"),
        (["bearoff", "lowest"], "'lowest' is none of highest, at-least, exact"),
    ],
)
def test_choices_are_named_as_they_are_typed(
    arguments: Sequence[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["", *arguments])
    with pytest.raises(SystemExit):
        checkout()
    assert said.replace("'", "") in capsys.readouterr().err.replace("'", "")  # not quoted by Python 3.14


def test_a_match_of_the_readme_is_analysed_by_the_installed_program(tmp_path: Path) -> None:
    record = Record.of(
        ("Ann", "Bob"), new_match(length=5), (OpeningRoll(3, 1), Played(((24, 23), (13, 10))), Rolled((6, 1)))
    )
    (tmp_path / "match.mat").write_text(format_mat(record), "utf-8")
    result = run(*INSTALLED, "analyse", str(tmp_path / "match.mat"), "--ply", "0")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Ann: 24/23 13/10 loses 0.2" in result.stdout


@pytest.mark.parametrize(
    ("program", "arguments"),
    [(analyse, ["--ply", "0"]), (cube, ["--ply", "0"]), (rollout, ["--trials", "1"])],
)
def test_a_terminal_is_told_what_makes_the_engine_fast(
    program: ModuleType,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    truncated = ["--truncate", "2"] if program is rollout else []
    for terminal, known, told in ((True, None, True), (True, object(), False), (False, None, False)):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        monkeypatch.setattr(options, "find_spec", lambda name, known=known: known)
        program.main([CUBE, *arguments, *truncated])
        assert (options.SLOW in capsys.readouterr().err) is told
