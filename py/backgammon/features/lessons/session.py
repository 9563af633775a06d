"""The lessons: chapters of tasks on the board, each judged by a rule; meanwhile the match is paused.

They open with the list of chapters. A task is asked like a question of the quiz (features.quiz.question), but
is not evaluated by the engine: features.lessons.course decides whether it is solved.
"""

from dataclasses import replace

from backgammon.core.match import Played, new_match
from backgammon.features.analysis import hint
from backgammon.features.coach.ideas import begin_clue
from backgammon.features.game.opponent import wait
from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.lessons.course import CUBE_ACTIONS, Task, answer_steps, is_solved_by, match_of
from backgammon.features.lessons.progress import (
    TASKS,
    chapter_of,
    count_solved,
    first_open,
    is_finished,
    task_after,
)
from backgammon.features.quiz import question
from backgammon.features.quiz.session import open_quiz
from backgammon.features.saving import side_store
from backgammon.state.change import Change, chain
from backgammon.state.effects import Announce
from backgammon.state.model import Lesson, Model, Notice, Offer

_BY_RULE = 0
"""The search depth of a task in plies: none, as the engine does not evaluate it."""


def open_lessons(model: Model, value: str = "") -> Change:
    """Show the list of chapters, and offer the lessons no longer; or leave the lessons if they are open."""
    if model.lesson:
        return question.leave(model)
    waiting = chain(wait(model), side_store.read_kept, hint.hide_hint)
    return chain(waiting, _show_list)


def _show_list(model: Model) -> Change:
    """Show the list of chapters, without a task on the board."""
    lesson = Lesson(model.game_in_play, before=model.viewer)
    board = question.game_of(new_match())
    offer = None if model.offer is Offer.LESSONS else model.offer
    listed = replace(model, looking=lesson, game=board, ticks=model.ticks + 1, offer=offer)
    shown = replace(listed, dialog=None, notice=None, refused=None, panel_open=True)
    solved = (("number", count_solved(model)), ("all", len(TASKS)))
    return shown, (Announce("action.lessons"), Announce("lesson.solved", solved))


def open_chapter(model: Model, value: str) -> Change:
    """Show the first unsolved task of a chapter."""
    chapter = next((chapter for chapter in CHAPTERS if chapter.name == value), None)
    return _put(model, first_open(model, chapter)) if chapter else (model, ())


def go_on(model: Model, value: str = "") -> Change:
    """Show the next task, the list of chapters after the last one, or the quiz if the list is all solved."""
    lesson = _lesson(model)
    if not lesson.task and is_finished(model):
        return open_quiz(model)
    task = task_after(TASKS[lesson.task]) if lesson.task else first_open(model)
    return _put(model, task) if task else _show_list(model)


def retry(model: Model, value: str = "") -> Change:
    """Show the same task again; the hints that were given stay."""
    lesson = _lesson(model)
    return _fresh(model, replace(lesson, right=None, shown=False)), ()


def give_hint(model: Model, value: str = "") -> Change:
    """Give the next hint: first the hint in words, then where the answer begins; after that the answer."""
    lesson = _lesson(model)
    task = TASKS[lesson.task]
    hints = _hints(task)
    given = hints[: len(lesson.hints) + 1]
    if given == lesson.hints:
        return show_answer(model)
    hinted = replace(model, looking=replace(lesson, hints=given))
    steps = answer_steps(task)
    if not steps or given != hints:
        return hinted, ()
    fresh = _fresh(hinted, _lesson(hinted))
    return replace(fresh, game=replace(fresh.game, selected=steps[0][0])), ()


def _hints(task: Task) -> tuple[Notice, ...]:
    words = (Notice(task.hint_text),) if task.hint_text else ()
    steps = answer_steps(task)
    if not steps:
        return words
    return (*words, begin_clue(steps))


def show_answer(model: Model, value: str = "") -> Change:
    """Show the answer on the board; this does not count as solving the task."""
    lesson = _lesson(model)
    task = TASKS[lesson.task]
    fresh = _fresh(model, replace(lesson, right=None, shown=True))
    asked = fresh.game.problem
    assert asked is not None
    steps = answer_steps(task)
    answer = CUBE_ACTIONS.get(task.answer) or Played(steps)
    return question.hold(fresh, replace(asked, chosen=answer), steps)


def judge(model: Model) -> Change:
    """Judge the decision that was just made; a solved task is saved."""
    lesson, asked = model.lesson, model.game.problem
    if lesson is None or lesson.right is not None or lesson.shown or asked is None or asked.chosen is None:
        return model, ()
    right = is_solved_by(TASKS[lesson.task], asked.chosen)
    judged = replace(model, looking=replace(lesson, right=right))
    if not right or lesson.task in model.analysis.solved:
        return judged, ()
    solved = model.analysis.solved | {lesson.task}
    return side_store.keep_solved(replace(judged, analysis=replace(judged.analysis, solved=solved)))


def _put(model: Model, task: Task) -> Change:
    lesson = replace(_lesson(model), task=task.name, right=None, hints=(), shown=False)
    chapter = chapter_of(task)
    at = chapter.tasks.index(task) + 1
    lines = [Announce(chapter.title), Announce(chapter.text)] if at == 1 else []
    lines += [Announce("lesson.at", (("at", at), ("all", len(chapter.tasks)))), Announce(task.ask)]
    put = replace(_fresh(model, lesson), dialog=None, refused=None, panel_open=False)
    return put, tuple(lines)


def _fresh(model: Model, lesson: Lesson) -> Model:
    """Return the page with the task of a lesson on the board, before a decision is made."""
    return question.ask(model, lesson, match_of(TASKS[lesson.task]), _BY_RULE)


def _lesson(model: Model) -> Lesson:
    assert model.lesson is not None
    return model.lesson
