"""Errors of the project: each is a ValueError that quotes what it was given and says what was expected."""


class BackgammonError(ValueError):
    """Base of all errors about input: a text, a position, a rule value or an action."""


class PositionError(BackgammonError):
    """A position that no game can reach, or a position ID that cannot be read.

    ``rule`` is "empty" where there is no checker, otherwise "checkers".
    """

    def __init__(self, message: str, rule: str = "checkers") -> None:
        super().__init__(message)
        self.rule = rule


class RulesError(BackgammonError):
    """A rule value that is unknown or contradicts another."""


class IllegalAction(BackgammonError):
    """An action that the rules do not allow in this state.

    ``rule`` is the stable key of the broken rule (``"turn"``, ``"play"``, ``"cube-owner"`` …), which a front
    end can translate; the message is the same in English.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
