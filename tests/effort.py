"""The number of examples of random tests, and the time limit for texts that are made to take long.

A test names the number for a run with ``--slow``; others take a share of it.
"""

from hypothesis import settings

EXAMPLES = {"slow": 100, "usual": 50, "quick": 20}
"""The number of examples of a test that names none, with ``--slow``, with no option and with ``--quick``."""
LINEAR = 10.0
"""Seconds of processor time, enough on any machine; time quadratic in the text's length would be hours."""


def tries(count: int) -> int:
    """Return the number of examples to take in this run, where one with ``--slow`` takes ``count``."""
    assert settings.default
    return max(1, count * settings.default.max_examples // EXAMPLES["slow"])
