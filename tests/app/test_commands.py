"""The table of commands: each has a mode, no key is used twice, and no other command is possible."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from app.fake import Page, new_page
from app.positions import page_at
from app.test_learning import start_learning
from app.test_lines import open_lines
from app.test_quiz import quiz_page

from backgammon.app.commands import COMMANDS, actions, available
from backgammon.app.conditions import Mode, mode_of
from backgammon.app.shortcuts import SHORTCUTS, command_for, key_name
from backgammon.state.events import ChangedElsewhere, Command
from backgammon.state.model import DialogName, Notice

OPENING: dict[Mode, tuple[Command | ChangedElsewhere, ...]] = {
    Mode.PLAY: (),
    Mode.REPLAY: (Command("study-at", "0"),),
    Mode.EDIT: (Command("edit"),),
    Mode.QUIZ: (Command("quiz"),),
    Mode.OTHER_TAB: (ChangedElsewhere(),),
}
"""The events that lead from a running match to each mode."""
LEAVING = {
    Mode.REPLAY: "study-close",
    Mode.EDIT: "study-close",
    Mode.QUIZ: "quiz-close",
    Mode.OTHER_TAB: "keep-mine",
}


@pytest.mark.parametrize("mode", OPENING)
def test_each_mode_is_entered_and_left(mode: Mode) -> None:
    page = new_page((("opponent", "human"), ("length", "3")))
    page.play_on(6)
    for event in OPENING[mode]:
        page.send(event)
    assert mode_of(page.model) is mode
    assert {*actions(page.model)} <= {*available(page.model)}
    assert all(mode in COMMANDS[name].modes for name in available(page.model))
    if mode in LEAVING:
        page.send(Command(LEAVING[mode]))
    assert mode_of(page.model) is Mode.PLAY


@pytest.mark.parametrize("mode", LEAVING)
def test_what_is_looked_at_gives_way_to_what_is_opened_next(mode: Mode) -> None:
    """Each mode can be followed by each other one that opens from it; the match waits meanwhile."""
    for following, events in OPENING.items():
        page = new_page((("opponent", "human"), ("length", "3")))
        page.play_on(6)
        waiting = page.model.game.match
        for event in (*OPENING[mode], *events):
            page.send(event)
        assert mode_of(page.model) in (mode, following, Mode.PLAY)
        assert page.model.game_in_play.match == waiting


def press_escape(page: Page) -> None:
    command = command_for(page.model, "Escape")
    assert command
    page.send(command)


@pytest.mark.parametrize("open_exercise", [quiz_page, start_learning])
def test_escape_leaves_an_exercise_once_nothing_else_is_open(open_exercise: Callable[[], Page]) -> None:
    page = open_exercise()
    page.send(Command("help"))
    press_escape(page)
    assert page.model.dialog is None
    page.model = replace(page.model, game=replace(page.model.game, selected=13))
    press_escape(page)
    assert page.model.game.selected is None
    assert page.model.exercise
    press_escape(page)
    assert mode_of(page.model) is Mode.PLAY


def test_escape_loses_no_lines() -> None:
    page = open_lines()
    assert command_for(page.model, "Escape") is None


def test_no_key_is_given_twice() -> None:
    assert len(SHORTCUTS) == sum(bool(spec.key) for spec in COMMANDS.values())


@pytest.mark.parametrize(
    ("key", "code", "name"),
    [
        ("r", "KeyR", "r"),
        ("R", "KeyR", "r"),
        ("к", "KeyR", "r"),  # Russian
        ("Ρ", "KeyR", "r"),  # Greek
        ("a", "KeyQ", "a"),  # French: a Latin letter counts as itself, wherever its key is
        ("ö", "Semicolon", "ö"),
        ("?", "Digit7", "?"),
        ("r", "", "r"),  # an on-screen keyboard
        ("Escape", "Escape", "Escape"),
        (";", "KeyQ", "q"),  # Greek
        (":", "KeyQ", "q"),
        (",", "KeyW", ","),  # Dvorak: a sign that is itself in the table counts as that
    ],
)
def test_a_key_of_another_alphabet_is_known_by_its_place(key: str, code: str, name: str) -> None:
    assert key_name(key, code) == name


def test_every_command_belongs_to_a_mode() -> None:
    assert all(spec.modes for spec in COMMANDS.values())


def test_the_list_of_keys_begins_with_what_is_used_most() -> None:
    names = [*SHORTCUTS.values()]
    assert names[:3] == ["roll", "confirm", "undo"]
    assert {*names[-3:]} == {"line-dice", "beaver", "raccoon"}


def test_the_dialog_of_files_begins_without_news_of_the_match_but_keeps_a_warning() -> None:
    page = new_page()
    news, warning = Notice("notice.crawford"), Notice("notice.no-storage", tone="warning")
    for notice, stays in ((news, False), (warning, True)):
        page.model = replace(page.model, notice=notice)
        page.send(Command("files"))
        assert page.model.dialog is DialogName.FILES
        assert (page.model.notice == notice) is stays
        page.send(Command("close"))


@pytest.mark.parametrize(("name", "key"), [("confirm", "notice.incomplete"), ("take", ""), ("next-game", "")])
def test_an_unfinished_play_says_why_it_is_not_made_and_what_nobody_expects_says_nothing(
    name: str, key: str
) -> None:
    page = page_at(dice=(3, 1))
    page.send(Command(name))
    assert page.notice_key == key


def test_the_same_match_is_begun_again_from_the_dialog_once_it_has_begun() -> None:
    page = new_page((("opponent", "human"), ("length", "3")))
    for has_begun in (False, True):
        page.send(Command("new-game"))
        assert ("rematch" in available(page.model)) is has_begun
        page.send(Command("close"))
        page.play_on(6)
