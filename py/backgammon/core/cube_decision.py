"""The decision on a double, from what each cube action is worth: the same for a search and for a rollout.

The worths are of one kind (points, equity or chances of winning the match), seen by the player on roll.
"""

from typing import NamedTuple

SAME = 1e-9
"""Worths that differ by no more than this count as equal."""


class CubeDecision(NamedTuple):
    """The worth of each cube action."""

    no_double: float
    double_take: float
    double_drop: float
    beavered: bool
    """Whether the opponent does best to beaver; ``double_take`` then is the worth after the beaver."""
    taken: float
    """The worth of a plain take."""

    @classmethod
    def of(cls, no_double: float, taken: float, drop: float, beaver_drop: float | None) -> "CubeDecision":
        """Return the decision; ``beaver_drop``: the worth of dropping a beaver, None if none is allowed."""
        turned = taken if beaver_drop is None else max(2 * taken, beaver_drop)
        return cls(no_double, min(turned, taken), drop, turned < taken, taken)

    @property
    def takes(self) -> bool:
        """Whether the opponent should take."""
        return self.double_take <= self.double_drop

    @property
    def doubled(self) -> float:
        """The worth of a double that gets the best answer."""
        return min(self.double_take, self.double_drop)

    @property
    def doubles(self) -> bool:
        """Whether the player on roll should double; where it makes no difference, they should."""
        return self.doubled >= self.no_double - SAME
