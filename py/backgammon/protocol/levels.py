"""The levels of play by name, for page and engine; the catalogue has their texts as ``level.<name>``."""

LEVELS: tuple[str, ...] = ("novice", "casual", "club", "advanced", "expert", "champion")
"""Weakest first."""

LOSSES = {"novice": 59.8, "casual": 22.8, "club": 8.4, "advanced": 3.1, "expert": 1.1, "champion": 0.4}
"""The average loss per move, in mEMG (thousandths of a point), on decisions of every kind judged by
rollouts: ``python3 py bench strength --judge rollouts level:novice …``."""

DEFAULT_LEVEL = "expert"

FIRST_LEVEL = "casual"
"""The level that a first-time visitor plays against: one that can be beaten."""


def adjacent_levels(level: str) -> tuple[str, ...]:
    """Return the next weaker level and the next stronger one, as far as they exist.

    >>> adjacent_levels("novice"), adjacent_levels("expert")
    (('casual',), ('advanced', 'champion'))
    """
    at = LEVELS.index(level)
    return LEVELS[max(0, at - 1) : at] + LEVELS[at + 1 : at + 2]
