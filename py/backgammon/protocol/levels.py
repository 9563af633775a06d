"""The levels of play by name, for page and engine alike; their words are the catalogue's ``level.<name>``."""

LEVELS: tuple[str, ...] = ("novice", "casual", "club", "advanced", "expert", "champion")
"""Weakest first."""

LOSSES = {"novice": 66.7, "casual": 49.0, "club": 17.7, "advanced": 3.1, "expert": 1.0, "champion": 0.9}
"""What a move gives away on average, in mEMG (thousandths of a point), by ``python3 py bench levels``, over
the decisions in which the judge agrees with itself (``sure``)."""

DEFAULT_LEVEL = "expert"
