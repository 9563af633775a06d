"""How far the lessons have come: which task is next, and what is solved of each chapter."""

from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.lessons.course import Chapter, Task
from backgammon.state.model import Lesson, Model

TASKS = {task.name: task for chapter in CHAPTERS for task in chapter.tasks}
"""By name, in their order."""
_CHAPTER_OF = {task.name: chapter for chapter in CHAPTERS for task in chapter.tasks}


def task_of(lesson: Lesson) -> Task | None:
    """Return the task on the board, None where that is the list of chapters."""
    return TASKS.get(lesson.task)


def chapter_of(task: Task) -> Chapter:
    """Return the chapter that a task is in."""
    return _CHAPTER_OF[task.name]


def count_solved_in(model: Model, chapter: Chapter) -> int:
    """Return how many tasks of a chapter were solved."""
    return sum(task.name in model.analysis.solved for task in chapter.tasks)


def count_solved(model: Model) -> int:
    """Return how many tasks of all chapters were solved."""
    return len(model.analysis.solved & TASKS.keys())


def is_finished(model: Model) -> bool:
    """Whether every task is solved."""
    return count_solved(model) == len(TASKS)


def first_open(model: Model, chapter: Chapter | None = None) -> Task:
    """Return the first task that is not solved yet, of a chapter or of all; the very first where all are."""
    tasks = chapter.tasks if chapter else tuple(TASKS.values())
    return next((task for task in tasks if task.name not in model.analysis.solved), tasks[0])


def task_after(task: Task) -> Task | None:
    """Return the next task, None after the last of all."""
    names = list(TASKS)
    at = names.index(task.name) + 1
    return TASKS[names[at]] if at < len(names) else None
