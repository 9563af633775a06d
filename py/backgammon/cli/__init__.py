"""The commands of the package: ``triktrakk COMMAND``, or ``python3 py COMMAND`` in the source tree.

Each is a module with ``main(argv) -> exit code``, imported only when called. The page contains none of them.
"""

import errno
import io
import os
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from backgammon import __version__
from backgammon.cli.errors import CommandError

INTERRUPTED, BROKEN_PIPE = 130, 141
"""Exit codes, as a shell reports them for programs ended by SIGINT and SIGPIPE."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a disk, a quota or a file that takes no more."""

COMMANDS = {
    "analyse": (
        "backgammon.cli.analyse",
        "errors, luck and PR of a match, or the best of a position",
    ),
    "cube": ("backgammon.cli.cube", "the cube action of a position at every score"),
    "rollout": ("backgammon.cli.rollout", "play a position on many times, and say what it is worth"),
    "ubgi": (
        "backgammon.cli.ubgi",
        "the Universal Backgammon Interface over standard input and output",
    ),
    "external": ("backgammon.cli.external", "a socket on which gnubg can play against this engine"),
}


def run(argv: list[str], commands: Mapping[str, tuple[str, str]], program: str) -> int:
    """Run the command that the first words of ``argv`` name; return its exit code.

    ``commands``: for each name, the module and a description. A CommandError is a problem that the user can
    fix, printed as one line; any other exception is a bug and keeps its traceback. The command finds its own
    name in ``sys.argv[0]``. Characters that the standard output cannot encode are written as escapes, as on
    the standard error. A closed standard stream is treated as empty.
    """
    _open_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    words = next((count for count in (2, 1) if " ".join(argv[:count]) in commands), 0)
    name = " ".join(argv[:words])
    try:
        try:
            if not words:
                return _without_command(argv, commands, program)
            sys.argv = [f"{program} {name}", *argv[words:]]
            return int(import_module(commands[name][0]).main(argv[words:]))
        finally:
            sys.stdout.flush()
    except CommandError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()  # the reader has seen enough
        return BROKEN_PIPE
    except OSError as error:
        if error.errno not in FULL:
            raise
        _drop_output()
        print(f"{name or program}: the output was not written: {error.strerror}", file=sys.stderr)
        return 1


def _open_streams() -> None:
    """Replace closed standard streams: output to them is discarded, input from them is empty."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            nothing = Path(os.devnull).open("r" if name == "stdin" else "w")  # noqa: SIM115 - to the end
            setattr(sys, name, nothing)


def _drop_output() -> None:
    """Discard the rest of the standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _without_command(argv: list[str], commands: Mapping[str, tuple[str, str]], program: str) -> int:
    """Print the version, the list of commands or an error about the arguments; return the exit code.

    The list is of all commands, or of those that begin with a word such as ``bench``.
    """
    if argv[:1] == ["--version"]:
        print(f"Triktrakk {__version__}")
        return 0
    family = [name for name in commands if name.split()[0] == argv[0]] if argv else []
    rest = argv[1:] if family else argv
    asked = rest[:1] in (["-h"], ["--help"])
    if asked or not rest:
        lines = [f"  {name:16}{commands[name][1]}" for name in family or commands]
        tells = "COMMAND --help tells more" + ("" if family else ", --version the version")
        print(
            f"usage: {program} COMMAND [options]; {tells}",
            "",
            "commands:",
            *lines,
            sep="\n",
            file=sys.stdout if asked else sys.stderr,
        )
        return 0 if asked else 2
    name = " ".join(argv[:2]) if family else argv[0]
    near = family or get_close_matches(name, commands, 1)
    meant = f"; there is {', '.join(near)}" if near else ""
    print(f"{program}: there is no command {name!r:.60}{meant} ({program} --help lists all)", file=sys.stderr)
    return 2


def main() -> int:
    """Run the program ``triktrakk`` of an installed package; return its exit code."""
    return run(sys.argv[1:], COMMANDS, "triktrakk")
