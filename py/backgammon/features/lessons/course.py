"""The parts of the lessons: chapters of tasks, each a decision on the board and a test for its solution.

The chapters themselves are data (features.lessons.chapters); their texts are in the catalogue:
``lesson.CHAPTER.title`` and ``.text``, ``lesson.TASK.ask`` and ``.why``, ``lesson.HINT.hint``.
"""

from dataclasses import dataclass
from functools import cache

from backgammon.core.match import Action, Doubled, Dropped, Match, Played, Took
from backgammon.core.plays import Steps, Turn
from backgammon.core.rules import PRESETS
from backgammon.features.lessons.goals import Goal
from backgammon.features.quiz.problem import NO_DOUBLE
from backgammon.notation.play import parse_play
from backgammon.notation.xgid import parse_xgid
from backgammon.state.notice import Notice

CUBE_ACTIONS: dict[str, Action] = {"double": Doubled(), "roll": NO_DOUBLE, "take": Took(), "drop": Dropped()}
"""The actions that answer a cube task, by name."""


@dataclass(frozen=True, slots=True)
class Task:
    """A decision for the user to make; White decides and is at the bottom.

    ``name`` never changes, because solved tasks are stored by it. ``xgid``: the position with its roll, cube
    and score, played by the preset ``rules``. ``answer``: the answer to show, a play in notation or one of
    CUBE_ACTIONS. ``goal``: what a play has to achieve; without one only the answer is right. ``hint`` names
    the text of the hint; without one the hint is where the answer begins.
    """

    name: str
    xgid: str
    answer: str
    goal: Goal | None = None
    hint: str = ""
    rules: str = "standard"

    @property
    def ask(self) -> str:
        """The catalogue key of the question."""
        return f"lesson.{self.name}.ask"

    @property
    def why(self) -> str:
        """The catalogue key of the explanation of the answer."""
        return f"lesson.{self.name}.why"

    @property
    def miss_notice(self) -> Notice | None:
        """The notice for a play that misses the goal, None if there is no rule to state."""
        return self.goal.missed if self.goal else None

    @property
    def hint_text(self) -> str:
        """The catalogue key of the hint in words, "" if there is none."""
        return self.hint and f"lesson.{self.hint}.hint"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Tasks about one topic; ``name`` is part of the keys of its texts."""

    name: str
    tasks: tuple[Task, ...]

    @property
    def title(self) -> str:
        """The catalogue key of the title."""
        return f"lesson.{self.name}.title"

    @property
    def text(self) -> str:
        """The catalogue key of the introduction, given before the first task."""
        return f"lesson.{self.name}.text"


@cache
def match_of(task: Task) -> Match:
    """Return the state of the match that a task asks about, with player 0 to decide."""
    return parse_xgid(f"XGID={task.xgid}").to_match(PRESETS[task.rules])


@cache
def answer_steps(task: Task) -> Steps:
    """Return the steps of the answer, () if it is a cube action."""
    match = match_of(task)
    if match.dice is None:
        return ()
    return parse_play(task.answer, match.position, match.dice, match.rules).steps


def is_solved_by(task: Task, action: Action) -> bool:
    """Whether a decision is right; a play may reach its final position in any way."""
    if not isinstance(action, Played):
        return type(action) is type(CUBE_ACTIONS.get(task.answer))
    match = match_of(task)
    assert match.dice is not None
    turn = Turn(match.position, match.dice, match.rules)
    after = turn.after(action.steps)
    if task.goal is None:
        return after == turn.after(answer_steps(task))
    return task.goal.is_met(match.position.points, after)
