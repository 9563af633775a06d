"""Progress in the lessons: the next task, and the number of solved tasks in each chapter."""

from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.lessons.course import Chapter, Task
from backgammon.state.model import Lesson, Model

TASKS = {task.name: task for chapter in CHAPTERS for task in chapter.tasks}
"""All tasks by name, in lesson order."""
_CHAPTER_OF = {task.name: chapter for chapter in CHAPTERS for task in chapter.tasks}


def task_of(lesson: Lesson) -> Task | None:
    """Return the task on the board, None while the list of chapters is shown."""
    return TASKS.get(lesson.task)


def chapter_of(task: Task) -> Chapter:
    """Return the chapter of a task."""
    return _CHAPTER_OF[task.name]


def count_solved_in(model: Model, chapter: Chapter) -> int:
    """Return the number of solved tasks in a chapter."""
    return sum(task.name in model.analysis.solved for task in chapter.tasks)


def count_solved(model: Model) -> int:
    """Return the number of solved tasks in all chapters."""
    return len(model.analysis.solved & TASKS.keys())


def is_finished(model: Model) -> bool:
    """Whether every task is solved."""
    return count_solved(model) == len(TASKS)


def first_open(model: Model, chapter: Chapter | None = None) -> Task:
    """Return the first unsolved task, of a chapter or of all; the very first if every task is solved."""
    tasks = chapter.tasks if chapter else tuple(TASKS.values())
    return next((task for task in tasks if task.name not in model.analysis.solved), tasks[0])


def task_after(task: Task) -> Task | None:
    """Return the next task, None after the last one."""
    names = list(TASKS)
    at = names.index(task.name) + 1
    return TASKS[names[at]] if at < len(names) else None
