"""The commands that come with the package: ``triktrakk COMMAND``, and ``python3 py COMMAND`` in the sources.

Each is a module with ``main(argv) -> exit code``, imported only when it is called. The page has none of them.
"""

import sys
from collections.abc import Mapping
from importlib import import_module

from backgammon.commands.errors import CommandError

COMMANDS = {
    "analyse": (
        "backgammon.commands.analyse",
        "errors, luck and PR of a match, or the best of a position",
    ),
    "rollout": ("backgammon.commands.rollout", "play a position on many times, and say what it is worth"),
    "ubgi": (
        "backgammon.commands.ubgi",
        "the Universal Backgammon Interface over standard input and output",
    ),
    "external": ("backgammon.commands.external", "a socket on which gnubg can play against this engine"),
}


def run(argv: list[str], commands: Mapping[str, tuple[str, str]], program: str) -> int:
    """Run the command that the first words of ``argv`` name; return its exit code.

    ``commands``: by name the module and what it does. A CommandError is what a user can mend, printed as one
    line; anything else is a bug and keeps its traceback.
    """
    words = next((count for count in (2, 1) if " ".join(argv[:count]) in commands), 0)
    if not words:
        asked = argv[:1] in (["-h"], ["--help"])
        lines = [f"  {name:16}{text}" for name, (_, text) in commands.items()]
        usage = f"usage: {program} COMMAND [options]; COMMAND --help tells more\n\ncommands:"
        print(usage, *lines, sep="\n", file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    name = " ".join(argv[:words])
    try:
        return int(import_module(commands[name][0]).main(argv[words:]))
    except CommandError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def main() -> int:
    """The program ``triktrakk`` that an installed package has."""
    return run(sys.argv[1:], COMMANDS, "triktrakk")
