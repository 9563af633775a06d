"""The levels of play by name, for page and engine alike; their words are the catalogue's ``level.<name>``."""

LEVELS: tuple[str, ...] = ("novice", "casual", "club", "advanced", "expert", "champion")
"""Weakest first."""

LOSSES = {"novice": 69.0, "casual": 45.0, "club": 21.0, "advanced": 7.2, "expert": 1.6, "champion": 0.9}
"""What a move gives away on average, in mEMG (thousandths of a point), by ``python3 py bench levels``."""

DEFAULT_LEVEL = "expert"
