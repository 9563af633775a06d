"""The drawing of the lessons: the list with the button to go on, and the text on a wrong answer."""

from dataclasses import replace

from view.models import FIRST, SAY, answer_task, attribute, nodes, texts

from backgammon.app.update import update
from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.lessons.progress import TASKS
from backgammon.state.events import Command
from backgammon.state.model import Model
from backgammon.view.panels.lesson import lesson_panel, lesson_status
from backgammon.view.words import prevent_breaks


def chapter_list(solved: int) -> Model:
    """Return the list of chapters with the first ``solved`` of them solved."""
    names = frozenset(task.name for chapter in CHAPTERS[:solved] for task in chapter.tasks)
    there = replace(FIRST, analysis=replace(FIRST.analysis, solved=names))
    return update(there, Command("lessons"))[0]


def current(model: Model) -> list[str | None]:
    drawn = nodes(lesson_panel(model, SAY))
    return [attribute(each, "data-value") for each in drawn if attribute(each, "aria-current")]


def test_the_list_marks_the_first_chapter_that_is_not_solved() -> None:
    assert current(chapter_list(0)) == [CHAPTERS[0].name]
    assert current(chapter_list(3)) == [CHAPTERS[3].name]
    assert current(chapter_list(len(CHAPTERS))) == []


def test_the_list_says_what_it_is_and_leads_on() -> None:
    for solved, said, words in (
        (0, "lesson.about", "action.quiz-start"),
        (2, "lesson.about", "action.lesson-next"),
        (len(CHAPTERS), "lesson.finished", "action.lesson-next"),
    ):
        (lead,) = (
            each
            for each in nodes(lesson_panel(chapter_list(solved), SAY))
            if attribute(each, "class") == "way-in"
        )
        assert texts(lead) == f"{SAY(said)}{SAY(words)}"
        (way,) = (each for each in nodes(lead) if each.tag == "button")
        assert attribute(way, "data-command") == "lesson-next"
    task, _ = update(chapter_list(0), Command("lesson-next"))
    assert "way-in" not in {attribute(each, "class") for each in nodes(lesson_panel(task, SAY))}


def test_a_wrong_answer_says_what_the_rule_misses() -> None:
    model, _ = update(chapter_list(0), Command("lesson-open", "points"))
    missed = prevent_breaks(SAY("lesson.missed.point", point=5))
    assert missed not in texts(lesson_status(model, SAY))
    assert missed in texts(lesson_status(answer_task(model, right=False), SAY))
    assert missed not in texts(lesson_status(answer_task(model, right=True), SAY))


def test_rolls_and_scores_in_a_lesson_are_not_broken_over_two_lines() -> None:
    model, _ = update(chapter_list(0), Command("lesson-next"))
    for _ in TASKS:
        answered = answer_task(model, right=True)
        for said in (texts(lesson_status(each, SAY)) for each in (model, answered)):
            assert said == prevent_breaks(said.replace("\N{WORD JOINER}", ""))
        model, _ = update(answered, Command("lesson-next"))
