"""The lessons on the page: the task and its explanation, and the chapters with the tasks solved."""

from backgammon.core.rules import PRESETS, STANDARD
from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.lessons.course import Chapter, Task
from backgammon.features.lessons.progress import (
    TASKS,
    chapter_of,
    count_solved,
    count_solved_in,
    first_open,
    is_finished,
    task_of,
)
from backgammon.features.speech.status_text import text
from backgammon.i18n.rule_names import rules_name
from backgammon.state.model import Lesson, Model
from backgammon.view.forms import button, panel_close, tool
from backgammon.view.icons import icon
from backgammon.view.node import Node, node
from backgammon.view.panels.status_line import notice_line, title_line
from backgammon.view.words import Say, fraction, prevent_breaks


def lesson_status(model: Model, say: Say) -> Node:
    """Draw the task, or how good the decision was; without a task, an introduction to the lessons."""
    lesson = model.lesson
    assert lesson is not None
    task = task_of(lesson)
    return node(
        "div",
        title_line(
            model,
            say,
            tool("quiz-close", say, say("action.close")),
            node("p", _heading(task, say), class_="looking"),
        ),
        notice_line(model.notice, say),
        _words(model, lesson, task, say),
        node("div", _verdict(lesson, task, say), class_="outcome", role="status", key="verdict"),
        class_="status",
        key="status",
    )


def _heading(task: Task | None, say: Say) -> str:
    if task is None:
        return say("action.lessons")
    chapter = chapter_of(task)
    at = fraction(chapter.tasks.index(task) + 1, len(chapter.tasks), say)
    parts = [_line(chapter.title, say), at]
    if task.rules != STANDARD.name:
        parts.append(rules_name(PRESETS[task.rules], say))
    return " · ".join(parts)


def _words(model: Model, lesson: Lesson, task: Task | None, say: Say) -> Node | None:
    """Draw the question; on a chapter's first task below its introduction, until a hint or verdict comes."""
    if task is None:
        return node("p", say("lesson.finished" if is_finished(model) else "lesson.about"), key="about")
    if lesson.right or lesson.shown:
        return None
    chapter = chapter_of(task)
    begins = task is chapter.tasks[0] and lesson.right is None and not lesson.hints
    return node(
        "div",
        node("p", _line(chapter.text, say)) if begins else None,
        node("p", _line(task.ask, say), class_="said"),
        class_="task",
        key="task",
    )


def _verdict(lesson: Lesson, task: Task | None, say: Say) -> list[Node]:
    """Draw how good the decision was and why, or the hints; it is read out when it appears."""
    if task is None:
        return []
    if lesson.shown:
        return [_verdict_line("lesson.shown", say), node("p", _line(task.why, say))]
    if lesson.right:
        return [_verdict_line("lesson.right", say, "good"), node("p", _line(task.why, say))]
    hints = [node("p", prevent_breaks(text(say, each))) for each in lesson.hints]
    if lesson.right is None:
        return hints
    if not hints and task.hint_text:
        hints = [node("p", _line(task.hint_text, say))]
    missed = [node("p", prevent_breaks(text(say, task.miss_notice)))] if task.miss_notice else []
    return [_verdict_line("lesson.wrong", say), *missed, *hints]


def _line(key: str, say: Say) -> str:
    """Return a text of a lesson, whose rolls, scores and points are not broken over two lines."""
    return prevent_breaks(say(key))


def _verdict_line(key: str, say: Say, kind: str = "") -> Node:
    return node("p", say(key), class_=f"said {kind}".strip())


def lesson_panel(model: Model, say: Say) -> Node:
    """Draw the list of chapters; it is a drawer where there is no room beside the board."""
    assert model.lesson is not None
    task = task_of(model.lesson)
    done = is_finished(model)
    current = chapter_of(task or first_open(model)) if task or not done else None
    return node(
        "aside",
        node(
            "div",
            node("h2", say("action.lessons"), class_="panel-title", key="title"),
            node(
                "span",
                say("lesson.solved", number=count_solved(model), all=len(TASKS)),
                class_="note",
                key="solved",
            ),
            panel_close(say("action.close")),
            class_="panel-head",
            key="head",
        ),
        None if task else _way_in(model, done, say),
        node(
            "ol",
            [_chapter(model, number, each, current, say) for number, each in enumerate(CHAPTERS, 1)],
            class_="chapters",
            key="chapters",
        ),
        class_="panel lessons",
        id="panel",
        key="panel",
    )


def _way_in(model: Model, done: bool, say: Say) -> Node:
    """Draw the introduction and the start button; for phones, where the list covers status and buttons."""
    begins = "action.lesson-next" if model.analysis.solved else "action.quiz-start"
    return node(
        "div",
        node("p", say("lesson.finished" if done else "lesson.about")),
        button("lesson-next", say(begins), class_="primary"),
        class_="way-in",
        key="way-in",
    )


def _chapter(model: Model, number: int, chapter: Chapter, current: Chapter | None, say: Say) -> Node:
    """Draw a chapter: its number or a tick, its title, and how many of its tasks are solved."""
    solved, tasks = count_solved_in(model, chapter), len(chapter.tasks)
    whole = solved == tasks
    return node(
        "li",
        button(
            "lesson-open",
            (
                node("span", icon("solved") if whole else say.number(number), class_="number"),
                node("span", say(chapter.title), class_="label"),
                node("span", fraction(solved, tasks, say), class_="note"),
            ),
            chapter.name,
            class_="chapter solved" if whole else "chapter",
            aria_current="true" if chapter is current else None,
        ),
        key=chapter.name,
    )
