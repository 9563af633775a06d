"""The levels of play by name, for page and engine alike; their words are the catalogue's ``level.<name>``."""

LEVELS: tuple[str, ...] = ("novice", "casual", "club", "advanced", "expert", "champion")
"""Weakest first."""

LOSSES = {"novice": 72.7, "casual": 45.8, "club": 18.4, "advanced": 3.3, "expert": 0.9, "champion": 0.8}
"""What a move gives away on average, in mEMG (thousandths of a point), by ``python3 py bench levels``, over
the decisions in which the judge agrees with itself (``sure``)."""

DEFAULT_LEVEL = "expert"
