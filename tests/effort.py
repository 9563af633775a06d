"""How often what is random is tried: a test names what a whole run does, ``--quick`` does a share of it."""

from hypothesis import settings

WHOLE, QUICK = 100, 20
"""Examples of a test that names no number."""


def tries(count: int) -> int:
    """Return how many examples to take here, where a whole run takes so many."""
    return max(1, count * settings.default.max_examples // WHOLE)
