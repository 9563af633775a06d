"""The levels of play by name, for page and engine alike; their words are the catalogue's ``level.<name>``."""

LEVELS: tuple[str, ...] = ("novice", "casual", "club", "advanced", "expert", "champion")
"""Weakest first."""

LOSSES = {"novice": 68.1, "casual": 46.5, "club": 19.0, "advanced": 4.9, "expert": 2.2, "champion": 1.7}
"""What a move gives away on average, in mEMG (thousandths of a point), by ``python3 py bench levels``."""

DEFAULT_LEVEL = "expert"
