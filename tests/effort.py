"""The number of examples of random tests, and the time limit for texts that are made to take long.

A test names the number for a whole run; ``--quick`` takes a share of it.
"""

from hypothesis import settings

WHOLE, QUICK = 100, 20
"""The number of examples of a test that names none, in a whole run and with ``--quick``."""
LINEAR = 10.0
"""Seconds of processor time, enough on any machine; time quadratic in the text's length would be hours."""


def tries(count: int) -> int:
    """Return the number of examples to take in this run, where a whole run takes ``count``."""
    assert settings.default
    return max(1, count * settings.default.max_examples // WHOLE)
