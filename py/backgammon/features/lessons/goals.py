"""Goals that a play has to achieve to solve a task, each decided only by the points before and after it.

Points are seen by the mover. A goal states a rule for what is right, and what is missing if it is not met;
the tests check with the engine that the best play is among those that meet it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from backgammon.core.position import BAR, Points, all_home, count_checkers, is_contact
from backgammon.features.coach.ideas import exposed_blots
from backgammon.state.notice import Notice

Test = Callable[[Points, Points], bool]
"""A test on the points before and after a play: whether the play achieves the goal."""

DIRECT = 6
"""The greatest distance that a single number of the dice covers."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a play has to achieve; ``missed`` is the notice for one that does not, None if none can fail."""

    is_met: Test
    missed: Notice | None = None


def _goal(missed: str) -> Callable[[Test], Goal]:
    """Return a decorator that turns a test into a goal; ``missed`` is the last part of its notice's key."""
    return lambda is_met: Goal(is_met, Notice(f"lesson.missed.{missed}"))


def hits(checkers: int = 1) -> Goal:
    """Return the goal to hit exactly this number of checkers."""
    missed = Notice("lesson.missed.hit" if checkers == 1 else "lesson.missed.both")
    return Goal(lambda before, after: before[0] - after[0] == checkers, missed)


def makes(point: int) -> Goal:
    """Return the goal to make a point: two checkers or more hold it after the play, but not before."""
    missed = Notice("lesson.missed.point", (("point", point),))
    return Goal(lambda before, after: before[point] < 2 <= after[point], missed)


def bears_off(checkers: int) -> Goal:
    """Return the goal to bear off exactly this number of checkers."""
    missed = Notice("lesson.missed.off")
    return Goal(lambda before, after: count_checkers(before) - count_checkers(after) == checkers, missed)


@Goal
def enters(before: Points, after: Points) -> bool:
    """Goal: no checker is left on the bar."""
    return not after[BAR]


@_goal("safe")
def is_safe(before: Points, after: Points) -> bool:
    """Goal: no blot is left that an opposing checker has yet to pass."""
    return not exposed_blots(after)


@_goal("direct")
def is_out_of_direct_range(before: Points, after: Points) -> bool:
    """Goal: no blot is left within reach of a single number of the opponent's."""
    blots = exposed_blots(after)
    return not any(after[at - number] < 0 for at in blots for number in range(1, min(DIRECT, at) + 1))


@_goal("contact")
def breaks_contact(before: Points, after: Points) -> bool:
    """Goal: no contact is left, so that nothing can be hit any more."""
    return not is_contact(after)


@_goal("home")
def comes_home(before: Points, after: Points) -> bool:
    """Goal: all checkers are in the home board."""
    return all_home(after)
