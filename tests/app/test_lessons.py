"""The lessons as a person works through them: asked, judged, hinted at, saved; the match waits."""

import json
from dataclasses import replace

import pytest
from app.fake import Page, new_page
from app.soundness import check_change, check_view

from backgammon.app.commands import actions, available
from backgammon.app.shortcuts import command_for
from backgammon.core.plays import Steps
from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.lessons.course import CUBE_ACTIONS, answer_steps
from backgammon.features.lessons.progress import TASKS, is_finished
from backgammon.features.saving import side_store
from backgammon.features.saving.backup import backup_text
from backgammon.features.saving.saved_match import snapshot
from backgammon.state.effects import Announce, StartWork, StoreText
from backgammon.state.events import Command, Dragged, Event, StoreLoaded, Tapped, TextReceived
from backgammon.state.model import Lesson
from backgammon.storage.errors import StorageError
from backgammon.storage.lessons import LONGEST_NAME, MOST, dump_solved, load_solved
from backgammon.storage.merging import merge
from backgammon.storage.types import DiceSource


def lessons(page: Page | None = None) -> Page:
    """Return a page with the list of chapters."""
    page = page or new_page()
    page.send(Command("lessons"))
    return page


def at_task(name: str) -> Page:
    """Return a page with a task on the board."""
    page = lessons()
    page.send(Command("lesson-next"))
    while lesson(page).task != name:
        solve(page)
        page.send(Command("lesson-next"))
    return page


def lesson(page: Page) -> Lesson:
    assert page.model.lesson
    return page.model.lesson


def play(page: Page, steps: Steps) -> None:
    for source, target in steps:
        page.send(Dragged(source, target))
    page.send(Command("confirm"))


def solve(page: Page) -> None:
    """Answer the task on the board correctly."""
    task = TASKS[lesson(page).task]
    if task.answer in CUBE_ACTIONS:
        page.send(Command(task.answer))
    else:
        play(page, answer_steps(task))
    assert lesson(page).right


def test_the_list_comes_first_and_the_match_waits() -> None:
    page = new_page()
    before = snapshot(page.model)
    lessons(page)
    assert lesson(page).task == ""
    assert Announce("lesson.solved", (("number", 0), ("all", len(TASKS)))) in page.effects
    assert page.model.panel_open
    assert actions(page.model) == ("lesson-next", "quiz-close")
    assert page.model.game.problem is None
    page.send(Tapped(6))
    page.send(Command("roll"))
    assert snapshot(page.model) == before
    page.send(Command("lessons"))
    assert page.model.looking is None
    assert snapshot(page.model) == before


def test_all_tasks_in_a_row_can_be_solved_and_the_list_comes_again() -> None:
    page = lessons()
    seen = []
    for _ in TASKS:
        page.send(Command("lesson-next"))
        seen.append(lesson(page).task)
        assert "lesson-next" not in available(page.model)
        page.effects.clear()
        solve(page)
        assert page.model.analysis.solved == {*seen}
        assert not [effect for effect in page.effects if isinstance(effect, StartWork)], "a rule judges it"
    assert seen == [*TASKS]
    assert is_finished(page.model)
    page.send(Command("lesson-next"))
    assert lesson(page).task == ""
    page.send(Command("lesson-open", CHAPTERS[0].name))
    assert lesson(page).task == seen[0], "they can be gone through again"


def test_once_all_are_solved_the_way_leads_on_to_the_quiz() -> None:
    """As the list then says: the quiz has more."""
    page = new_page()
    page.model = replace(page.model, analysis=replace(page.model.analysis, solved=frozenset(TASKS)))
    before = snapshot(page.model)
    lessons(page).send(Command("lesson-next"))
    assert page.model.quiz
    assert page.model.lesson is None
    page.send(Command("quiz-close"))
    assert page.model.looking is None
    assert snapshot(page.model) == before


def test_a_chapter_begins_with_its_first_task_that_is_not_solved() -> None:
    page = lessons()
    page.send(Command("lesson-open", "hitting"))
    assert lesson(page).task == "hit-cover"
    assert not page.model.panel_open
    solve(page)
    page.send(Command("lesson-open", "moving"))
    assert lesson(page).task == "move-two"
    page.send(Command("lesson-open", "hitting"))
    assert lesson(page).task == "hit-far"
    page.send(Command("lesson-open", "no such chapter"))
    assert lesson(page).task == "hit-far"


def test_of_a_chapter_the_first_task_tells_what_it_is_about() -> None:
    page = lessons()
    page.effects.clear()
    page.send(Command("lesson-next"))
    said = [effect.key for effect in page.effects if isinstance(effect, Announce)]
    assert said[:4] == ["lesson.moving.title", "lesson.moving.text", "lesson.at", "lesson.move-two.ask"]
    solve(page)
    page.effects.clear()
    page.send(Command("lesson-next"))
    said = [effect.key for effect in page.effects if isinstance(effect, Announce)]
    assert said[:2] == ["lesson.at", "lesson.move-one.ask"]


def test_what_is_wrong_is_said_and_can_be_tried_again() -> None:
    page = at_task("point-five")
    play(page, ((24, 23), (13, 10)))
    assert lesson(page).right is False
    assert actions(page.model) == ("lesson-again", "lesson-answer", "quiz-close")
    assert "point-five" not in page.model.analysis.solved
    page.send(Tapped(6))
    assert not page.model.game.moves, "it is decided"
    page.send(Command("lesson-again"))
    assert lesson(page).right is None
    assert page.model.game.match.dice
    solve(page)
    assert actions(page.model) == ("lesson-next", "quiz-close")


def test_hints_say_more_and_more_and_the_last_is_the_answer() -> None:
    page = at_task("hit-twice")
    page.send(Command("hint"))
    assert [hint.key for hint in lesson(page).hints] == ["lesson.hit-twice.hint"]
    page.send(Command("hint"))
    assert [hint.key for hint in lesson(page).hints][1:] == ["learn.begins"]
    assert page.model.game.selected == 8
    page.send(Command("hint"))
    assert lesson(page).shown
    assert page.model.game.last_moves
    assert "hit-twice" not in page.model.analysis.solved, "it was told"
    assert actions(page.model) == ("lesson-next", "lesson-again", "quiz-close")
    page.send(Command("lesson-again"))
    assert not lesson(page).shown
    solve(page)
    assert "hit-twice" in page.model.analysis.solved


def test_the_answer_about_the_cube_is_shown_too() -> None:
    page = at_task("take-seven")
    page.send(Command("hint"))
    assert page.model.game.selected is None
    page.send(Command("hint"))
    assert lesson(page).shown
    page.send(Command("lesson-next"))
    page.send(Command("drop"))
    assert lesson(page).right is False
    page.send(Command("lesson-answer"))
    assert lesson(page).shown


def test_a_number_may_be_skipped_where_the_rules_say_so() -> None:
    page = at_task("off-skip")
    page.send(Dragged(4, 0))
    assert "confirm" in available(page.model)
    page.send(Command("confirm"))
    assert lesson(page).right


def test_escape_closes_the_list_and_then_the_lessons() -> None:
    page = lessons()
    for expected in (True, False):
        command = command_for(page.model, "Escape")
        assert command
        page.send(command)
        assert (page.model.lesson is not None) is expected
    page = at_task("move-two")
    page.send(Tapped(13))
    page.send(Command("close"))
    assert page.model.lesson, "only the selection was let go"
    page.send(Command("close"))
    assert page.model.lesson is None


def test_a_match_with_typed_dice_goes_on_where_it_was() -> None:
    page = new_page((("dice", "typed"), ("opponent", "human")))
    page.send(Command("typed-roll", "31"))
    page.settle()
    before = page.model.game
    lessons(page)
    page.send(Command("lesson-next"))
    solve(page)
    page.send(Command("quiz-close"))
    assert page.model.game.setup.dice is DiceSource.TYPED
    assert page.model.game == before


def test_what_was_solved_is_kept_read_and_deleted() -> None:
    page = lessons()
    page.send(Command("lesson-next"))
    page.effects.clear()
    solve(page)
    (kept,) = [effect.text for effect in page.effects if isinstance(effect, StoreText)]
    assert load_solved(kept) == {"move-two"}
    later = new_page()
    later.send(StoreLoaded(((side_store.LESSONS, kept),), 20_000))
    lessons(later)
    assert later.model.analysis.solved == {"move-two"}
    later.send(Command("lesson-next"))
    assert lesson(later).task == "move-one"
    elsewhere = new_page()
    elsewhere.send(TextReceived(backup_text(later.model)))
    assert elsewhere.model.analysis.solved == {"move-two"}
    later.effects.clear()
    later.send(Command("delete-everything"))
    assert StoreText(side_store.LESSONS, "") in later.effects
    assert not later.model.analysis.solved


def test_what_is_found_later_than_at_the_start_is_there_at_once() -> None:
    """It may come from a slow database or from another page; the lessons need not be reopened for it."""
    page = new_page()
    page.send(StoreLoaded((), 20_000, "page"))
    lessons(page)
    page.send(Command("lesson-next"))
    solve(page)
    kept = ((side_store.LESSONS, dump_solved({"hit-far"})), (side_store.FINDINGS, "{"))
    page.send(StoreLoaded(kept, 20_000, "page"))
    assert page.model.analysis.solved == {"move-two", "hit-far"}
    assert page.model.analysis.unread == ((side_store.FINDINGS, "{"),), "these take long to read"


def test_what_two_tabs_have_solved_is_put_together() -> None:
    found = merge("lessons", dump_solved({"move-two"}), dump_solved({"hit-far"}))
    assert load_solved(found["lessons"]) == {"move-two", "hit-far"}
    assert merge("lessons", dump_solved({"a"}), "{}").keys() == {"lessons", "lessons.set-aside"}


@pytest.mark.parametrize("solved", ["move-two", [1], [""], ["x" * (LONGEST_NAME + 1)], ["a"] * (MOST + 1)])
def test_damaged_progress_is_refused_and_set_aside(solved: object) -> None:
    text = json.dumps({"format": "triktrakk-lessons", "version": 1, "solved": solved})
    with pytest.raises(StorageError):
        load_solved(text)
    page = new_page()
    page.send(StoreLoaded(((side_store.LESSONS, text),), 20_000))
    lessons(page)
    assert StoreText("lessons.set-aside", text) in page.effects


def test_nothing_that_is_done_in_the_lessons_touches_the_match() -> None:
    """The first task of each chapter is tapped, hinted at, answered and tried again."""
    page = lessons(new_page((("opponent", "human"),)))
    for chapter in CHAPTERS:
        page.send(Command("lesson-open", chapter.name))
        events: list[Event] = [Tapped(6), Command("hint"), Command("lesson-answer"), Command("lesson-again")]
        for event in events:
            before = page.model
            page.send(event)
            check_change(before, event, page.model)
            check_view(page.model)
