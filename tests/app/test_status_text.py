"""The lines that update shows and announces say who does what, and every key of the table has an effect."""

import re
from dataclasses import replace

import pytest
from app.fake import ENGLISH, new_page
from app.positions import page_at, position

from backgammon.app.commands import actions, available
from backgammon.app.shortcuts import PRIMARY, SHORTCUTS, command_for
from backgammon.core.errors import BackgammonError
from backgammon.core.match import (
    Accepted,
    Action,
    Awarded,
    Beavered,
    Doubled,
    Dropped,
    OpeningRoll,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Took,
    new_match,
    replay,
)
from backgammon.core.plays import legal_plays
from backgammon.core.rules import STANDARD, custom
from backgammon.features.speech.status_text import line_about, player, status, text
from backgammon.i18n.catalogue import load
from backgammon.i18n.languages import LANGUAGES
from backgammon.state.events import Command, Dragged, SettingChanged
from backgammon.state.model import Computer, Human, MessageKey, Notice, Replay, Replaying
from backgammon.state.viewer import show
from backgammon.storage.log import Log


def test_words_in_a_line_are_looked_up_and_names_are_not() -> None:
    line = Notice("notice.took", (("name", MessageKey("say.computer")), ("cube", "2")))
    assert text(ENGLISH, line) == "The computer takes: the cube is at 2."
    assert text(ENGLISH, Notice(line.key, (("name", "say.computer"), ("cube", "2")))).startswith(
        "say.computer"
    )


def test_a_name_that_runs_the_other_way_turns_nothing_round_it() -> None:
    """Without the isolating marks the "1" and "0" of a score would swap beside Hebrew or Arabic letters."""
    name = "דוד (1)"
    two = new_page((("opponent", "human"), ("white", "1"))).model
    model = replace(two, game=replace(two.game, setup=replace(two.game.setup, seats=(Human(), Human(name)))))
    line = line_about(model, "status.match-won", 1, won=1, lost=0)
    for tag in LANGUAGES:
        said = text(load(tag), line)
        assert said.count(f"\u2068{name}\u2069") == 1
        assert "\u2068" not in text(load(tag), line_about(model, "status.match-won", 0, won=1, lost=0))


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(BackgammonError):
        text(ENGLISH, Notice("notice.nothing-of-the-kind"))


def test_sides_without_a_name_are_you_and_the_computer_or_the_colours() -> None:
    model = page_at().model
    assert [player(model, side) for side in (0, 1)] == [MessageKey("say.you"), MessageKey("say.computer")]
    two = new_page((("opponent", "human"), ("white", "1"))).model
    assert [player(two, side) for side in (0, 1)] == [MessageKey("say.black"), MessageKey("say.white")]


OFFERS = (Doubled(), Took()), (Doubled(), Beavered(), Raccooned(), Took()), (Doubled(), Dropped())
MORE = (Resigned(1), Refused()), (Resigned(2), Accepted()), (Doubled(), Beavered(), Dropped())


@pytest.mark.parametrize("you", [0, 1])
@pytest.mark.parametrize("actions", [*OFFERS, *MORE])
@pytest.mark.parametrize("first", [(3, 1), (1, 3)])
@pytest.mark.parametrize("name", ["", "Ann"])
def test_who_looks_back_is_spoken_to(
    actions: tuple[Action, ...], first: tuple[int, int], you: int, name: str
) -> None:
    """This holds also if the record ends with an unanswered offer: no "You offers", and no "Ann: Double"."""
    start = new_match(custom(STANDARD, beavers=True, raccoons=True))
    log: tuple[Action, ...] = (OpeningRoll(*first),)
    match = replay(start, log)
    assert match.dice
    steps = legal_plays(match.position, match.dice, match.rules)[0].steps
    log = (*log, Played(steps), *actions)
    human, computer = Human(name), Computer("club")
    seats = (human, computer) if you == 0 else (computer, human)
    page = new_page().model
    model = replace(page, game=replace(page.game, setup=replace(page.game.setup, seats=seats)))
    for end in range(2, len(log) + 1):
        for cursor in range(end + 1):
            looking = Replaying(model.game, Replay(start, Log.of(start, log[:end]), cursor))
            said = text(ENGLISH, status(show(model, looking)))
            assert not re.search(r"You:? \w+s\b", said)
            assert not re.search(r"(Ann\u2069|computer): \w*[^s]\.$", said)


@pytest.mark.parametrize(
    ("score", "said"), [((3, 0), "3 points"), ((0, 0), "0 points"), ((2, 5), "2 points")]
)
def test_an_award_in_a_record_is_told_by_what_the_winner_gets(score: tuple[int, int], said: str) -> None:
    start, page = new_match(score=(0, 4)), new_page().model
    log = (OpeningRoll(3, 1), Awarded(0, score))
    model = show(page, Replaying(page.game, Replay(start, Log.of(start, log), 1)))
    assert said in text(ENGLISH, status(model))


def test_in_the_middle_of_a_play_it_says_which_numbers_are_left() -> None:
    page = page_at(position({8: 2, 6: 2}, {20: 1}), (3, 1))
    said = []
    for event in (None, Dragged(8, 5), Dragged(6, 5), Command("undo"), Command("undo")):
        if event:
            page.send(event)
        said.append(text(ENGLISH, status(page.model)))
    whole, rest = "Your turn: play 3-1.", "Still to play: 1."
    assert said == [whole, rest, "Confirm your play, or undo a move.", rest, whole]
    double = page_at(position({24: 4}, {6: 2}), (2, 2))
    double.send(Dragged(24, 22))
    assert text(ENGLISH, status(double.model)) == "Still to play: 2-2-2."


def test_shortcuts_do_what_is_possible_and_nothing_else() -> None:
    model = new_page().model
    assert command_for(model, "r") == Command("roll")
    assert command_for(model, PRIMARY) == Command("roll")
    assert command_for(model, "c") is None
    assert command_for(model, "§") is None
    assert set(actions(model)) <= set(available(model))


def test_signs_are_no_shortcuts_where_the_player_switched_them_off() -> None:
    page = new_page()
    page.send(SettingChanged("shortcuts", ""))
    assert command_for(page.model, "r") is None
    assert command_for(page.model, "?") is None
    assert command_for(page.model, PRIMARY) == Command("roll")
    page.send(Command("help"))
    assert command_for(page.model, "Escape") == Command("close")


def test_the_space_bar_takes_no_move_back() -> None:
    page = page_at(position({8: 2, 6: 2}, {20: 1}), (3, 1))
    page.send(Dragged(8, 5))
    assert "undo" in actions(page.model)
    assert command_for(page.model, PRIMARY) is None
    page.send(Dragged(6, 5))
    assert command_for(page.model, PRIMARY) == Command("confirm")


def test_in_a_dialog_only_escape_counts() -> None:
    page = new_page()
    page.send(Command("help"))
    assert command_for(page.model, "r") is None
    assert command_for(page.model, PRIMARY) is None
    assert command_for(page.model, "Escape") == Command("close")
    page.send(Command("close"))
    assert page.model.dialog is None


def test_no_command_has_two_keys() -> None:
    assert len(set(SHORTCUTS.values())) == len(SHORTCUTS)
