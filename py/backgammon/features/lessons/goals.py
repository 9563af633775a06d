"""What a play has to achieve to solve a task: each goal is told by the points before and after it alone.

Points are the mover's. A goal says what is right by rule, and what is missing where it is not met; that the
best play is among those that meet it is tested with the engine.
"""

from collections.abc import Callable
from dataclasses import dataclass

from backgammon.analysis.report import is_contact
from backgammon.core.position import BAR, Points
from backgammon.features.coach.ideas import exposed_blots
from backgammon.state.notice import Notice

Test = Callable[[Points, Points], bool]
"""Of the points before and after a play, whether it is what was asked for."""

DIRECT = 6
"""A single number reaches so far."""
_HOME = 6


@dataclass(frozen=True, slots=True)
class Goal:
    """What a play has to achieve; ``missed`` is said of one that does not, None where none can fail."""

    is_met: Test
    missed: Notice | None = None


def _goal(missed: str) -> Callable[[Test], Goal]:
    """Make a goal of a test: ``missed`` ends the key of what is said of a play that fails it."""
    return lambda is_met: Goal(is_met, Notice(f"lesson.missed.{missed}"))


def hits(checkers: int = 1) -> Goal:
    """So many checkers are hit."""
    missed = Notice("lesson.missed.hit" if checkers == 1 else "lesson.missed.both")
    return Goal(lambda before, after: before[0] - after[0] == checkers, missed)


def makes(point: int) -> Goal:
    """The point is held by two checkers or more, and was not."""
    missed = Notice("lesson.missed.point", (("point", point),))
    return Goal(lambda before, after: before[point] < 2 <= after[point], missed)


def bears_off(checkers: int) -> Goal:
    """So many checkers are borne off."""
    missed = Notice("lesson.missed.off")
    return Goal(lambda before, after: _count_checkers(before) - _count_checkers(after) == checkers, missed)


def _count_checkers(points: Points) -> int:
    return sum([count for count in points if count > 0])


@Goal
def enters(before: Points, after: Points) -> bool:
    """No checker is left on the bar."""
    return not after[BAR]


@_goal("safe")
def is_safe(before: Points, after: Points) -> bool:
    """No blot is left that an opposing checker has yet to pass."""
    return not exposed_blots(after)


@_goal("direct")
def is_out_of_direct_range(before: Points, after: Points) -> bool:
    """No blot is left that a single number of the opponent's reaches."""
    blots = exposed_blots(after)
    return not any(after[at - number] < 0 for at in blots for number in range(1, min(DIRECT, at) + 1))


@_goal("contact")
def breaks_contact(before: Points, after: Points) -> bool:
    """Nothing can be hit any more."""
    return not is_contact(after)


@_goal("home")
def comes_home(before: Points, after: Points) -> bool:
    """All checkers are in the home board."""
    return max(after[_HOME + 1 :]) <= 0
