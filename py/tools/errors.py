"""The one error that a command's user can mend."""

import subprocess

from backgammon.cli.errors import CommandError


class ToolError(CommandError):
    """What went wrong and what to do about it, in one line: `python3 py` prints it and ends with 1."""


def failure(result: subprocess.CompletedProcess[str]) -> str:
    """What of a failed program's output says most: pip's, npm's or apt's first error, else the last."""
    lines = [line.strip() for line in (result.stdout + result.stderr).splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith(("error", "npm error", "e: "))]
    return [*errors[:1], *lines[-1:], f"exit code {result.returncode}"][0][:200]
