"""The levels of play by name, for page and engine alike; their words are the catalogue's ``level.<name>``."""

LEVELS: tuple[str, ...] = ("novice", "casual", "club", "advanced", "expert", "champion")
"""Weakest first."""

LOSSES = {"novice": 68.0, "casual": 48.0, "club": 19.8, "advanced": 5.6, "expert": 2.5, "champion": 2.3}
"""What a move gives away on average, in mEMG (thousandths of a point), by ``python3 py bench levels``."""

DEFAULT_LEVEL = "expert"
