"""The levels of play by name, for page and engine alike; their words are the catalogue's ``level.<name>``."""

LEVELS: tuple[str, ...] = ("novice", "casual", "club", "advanced", "expert", "champion")
"""Weakest first."""

LOSSES = {"novice": 67.5, "casual": 49.1, "club": 18.3, "advanced": 4.3, "expert": 1.9, "champion": 1.8}
"""What a move gives away on average, in mEMG (thousandths of a point), by ``python3 py bench levels``."""

DEFAULT_LEVEL = "expert"
