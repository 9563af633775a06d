"""Any program that speaks the Universal Backgammon Interface, as a player of the lab.

Rule kept: the program runs in its own process and receives only commands of the protocol; if it makes an
illegal play, reports an error or ends, a ToolError says so and quotes it.
"""

from __future__ import annotations

import shlex
import subprocess
from contextlib import suppress

from backgammon.core.errors import BackgammonError
from backgammon.core.position import Position as Core
from backgammon.notation.play import parse_play
from lab.train.native import Position
from tools.errors import ToolError


class UbgiPlayer:
    """Plays cubeless money games; call it with a position (view of the player on roll) and a roll."""

    def __init__(self, command: str) -> None:
        self._command = command
        try:
            self._program = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except (OSError, ValueError) as error:
            raise ToolError(f"{command!r} could not be started: {error}") from error
        try:
            self._ask("ubgi", until="ubgiok")
            self._tell("setoption name EvalMode value cubeless")
            self._tell("newsession type money jacoby off")
            self._ask("isready", until="readyok")
        except ToolError:
            self.close()
            raise

    def __call__(self, position: Position, a: int, b: int) -> Position:
        """Return the position after its play, still seen by the player who moved."""
        here = Core(position)
        self._tell(f"position gnubgid {here.gnu_id}")
        self._tell(f"dice {a} {b}")
        text = self._ask("go role chequer", until="bestmove").removeprefix("bestmove").strip()
        try:
            return parse_play(text or "cannot move", here, (a, b)).after
        except BackgammonError as error:
            raise ToolError(f"{self._command!r} played {text!r}: {error}") from error

    def close(self) -> None:
        """End the program."""
        self._tell("quit")
        with suppress(BrokenPipeError):
            self._program.communicate()

    def _tell(self, line: str) -> None:
        assert self._program.stdin
        with suppress(BrokenPipeError):  # _ask reports a program that has ended
            self._program.stdin.write(line + "\n")
            self._program.stdin.flush()

    def _ask(self, line: str, until: str) -> str:
        """Send a line; return the first answer that begins with `until`, or raise ToolError."""
        assert self._program.stdout
        self._tell(line)
        for answer in self._program.stdout:
            if answer.startswith(until):
                return answer.strip()
            if answer.startswith("error"):
                raise ToolError(f"{self._command!r} answered {line!r} with {answer.strip()!r}")
        raise ToolError(f"{self._command!r} ended without an answer to {line!r}")
