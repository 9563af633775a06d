"""The error of a command that its user can mend."""


class CommandError(Exception):
    """What went wrong and what to do about it, in one line: it is printed, and the command ends with 1."""
