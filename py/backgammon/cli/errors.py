"""The error of a command that its user can fix."""


class CommandError(Exception):
    """One line on what went wrong and how to fix it: it is printed, and the exit code is 1."""
