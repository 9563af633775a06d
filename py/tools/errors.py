"""The error that the user of a command can fix."""

import subprocess

from backgammon.cli.errors import CommandError


class ToolError(CommandError):
    """Says in one line what went wrong and what to do about it; ``python3 py`` prints it and exits with 1."""


def failure(result: subprocess.CompletedProcess[str]) -> str:
    """Return the most telling line of a failed program: pip's, npm's or apt's first error, else its last."""
    lines = [line.strip() for line in (result.stdout + result.stderr).splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith(("error", "npm error", "e: "))]
    return [*errors[:1], *lines[-1:], f"exit code {result.returncode}"][0][:200]
