"""Texts that identify values in the keys of stored data; they never change, whatever the code is called.

They are the ``repr`` of an earlier build, so that what it stored is still found. A field that is added to a
value is left out of its text as long as it has its default.
"""

from enum import StrEnum

from backgammon.core.rules import Rules

_RULES = {
    "name": "",
    "opening": "Opening",
    "single_die": "SingleDie",
    "bear_off": "BearOff",
    "lapse": "",
    "backgammon": "Backgammon",
    "play_to": "PlayTo",
    **dict.fromkeys(
        ("cube", "cube_limit", "crawford", "jacoby", "beavers", "raccoons", "automatic_doubles", "start"), ""
    ),
}
"""The fields of rules in their order, each with the name of its enumeration, if it has one."""


def identity(kind: str, /, **fields: object) -> str:
    """Return the text of a value from its fields, in their order; a field that is a text is not quoted."""
    return f"{kind}({', '.join([f'{name}={field}' for name, field in fields.items()])})"


def member_identity(kind: str, member: StrEnum) -> str:
    """Return the text of a member of an enumeration."""
    return f"<{kind}.{member.replace('-', '_').upper()}: '{member}'>"


def rules_identity(rules: Rules) -> str:
    """Return the text of rules."""
    values = {name: getattr(rules, name) for name in _RULES}
    texts = {
        name: member_identity(kind, values[name]) if kind else repr(values[name])
        for name, kind in _RULES.items()
    }
    return identity("Rules", **texts)
