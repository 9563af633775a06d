"""Stepping through the mistakes listed in the review of a match, each shown where it was made."""

from dataclasses import dataclass

from backgammon.storage.types import Replay


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The indices in the log of the mistakes, the worst first; ``at``: which is viewed, or was viewed last.

    ``before`` is the replay over which the review was open, and is shown again afterwards; None if that was
    the match being played.
    """

    places: tuple[int, ...]
    at: int = 0
    before: Replay | None = None

    @property
    def place(self) -> int:
        """The index in the log of the mistake being viewed."""
        return self.places[self.at]
