"""The mistakes that the review of a match lists, gone through one by one where they were made."""

from dataclasses import dataclass

from backgammon.storage.types import Replay


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Where the mistakes stand in the log, the worst first; ``at``: which of them is looked at, or was last.

    ``before`` is the replay above which the review was open, and is shown again afterwards; None for a match
    that is played.
    """

    places: tuple[int, ...]
    at: int = 0
    before: Replay | None = None

    @property
    def place(self) -> int:
        """Where the one that is looked at stands in the log."""
        return self.places[self.at]
