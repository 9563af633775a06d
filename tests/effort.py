"""How often what is random is tried, and how long a text may take that was made to take long.

A test names what a whole run does; ``--quick`` does a share of it.
"""

from hypothesis import settings

WHOLE, QUICK = 100, 20
"""Examples of a test that names no number."""
LINEAR = 10.0
"""Seconds of processor time, enough on any machine; what grows with the square of a text takes hours."""


def tries(count: int) -> int:
    """Return how many examples to take here, where a whole run takes so many."""
    return max(1, count * settings.default.max_examples // WHOLE)
