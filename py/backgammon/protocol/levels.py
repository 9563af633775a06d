"""The levels of play by name, for page and engine alike; their words are the catalogue's ``level.<name>``."""

LEVELS: tuple[str, ...] = ("novice", "casual", "club", "advanced", "expert", "champion")
"""Weakest first."""

LOSSES = {"novice": 67.5, "casual": 47.3, "club": 19.8, "advanced": 3.8, "expert": 1.9, "champion": 1.9}
"""What a move gives away on average, in mEMG (thousandths of a point), by ``python3 py bench levels``."""

DEFAULT_LEVEL = "expert"
