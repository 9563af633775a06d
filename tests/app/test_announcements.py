"""Announcements: plays in words, offers and results as they happen, and nothing twice."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from app.fake import ENGLISH, new_page
from app.positions import page_at, position
from app.test_learning import start_learning

from backgammon.analysis.reasons import Reason
from backgammon.core.rules import PRESETS
from backgammon.features.coach.comments import comment, effects_after
from backgammon.features.speech.announcements import lines_after
from backgammon.features.speech.status_text import in_words, mirror_play, status, text
from backgammon.protocol.messages import Answer, Choice
from backgammon.state.analysis_state import HeldAction, TutorComment
from backgammon.state.effects import Announce, Sound
from backgammon.state.events import (
    Command,
    Dragged,
    EngineReady,
    SettingChanged,
    Tapped,
    TextReceived,
    UpdateReady,
    WorkFailed,
)
from backgammon.state.model import Human, MoveText, Offer, Settings, Speed

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def announcements(effects: Iterable[object]) -> list[str]:
    """Return the texts that were announced."""
    return [text(ENGLISH, effect) for effect in effects if isinstance(effect, Announce)]


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("8/5 6/5", "8 to 5, 6 to 5"),
        ("24/18*/12", "24 to 18 with a hit to 12"),
        ("bar/22*", "bar to 22 with a hit"),
        ("6/off(2) 3/1(4)", "6 off twice, 3 to 1 four times"),
        ("8/5*(2)", "8 to 5 with a hit, 8 to 5"),
        ("bar/22*(3)", "bar to 22 with a hit, bar to 22 twice"),
        ("13 8* off", "13, 8 with a hit, off"),
    ],
)
def test_notation_is_read_in_words(notation: str, words: str) -> None:
    assert in_words(ENGLISH, notation) == words


def test_a_selected_checker_says_where_it_can_go_and_a_step_what_it_was() -> None:
    page = page_at(position({8: 2, 6: 2}, {20: 1}), (3, 1))
    page.effects.clear()
    for place in (8, 5):
        page.send(Tapped(place))
    page.send(Command("undo"))
    assert announcements(page.effects) == [
        "From 8 to 7, 5 with a hit, 4.",
        "8 to 5 with a hit",
        "Undone: 8 to 5.",
    ]


def test_dice_that_are_swapped_are_said_in_their_new_order() -> None:
    page = page_at(position({8: 2, 6: 2}, {20: 1}), (3, 1))
    page.effects.clear()
    for _ in range(2):
        page.send(Command("swap"))
    assert announcements(page.effects) == ["Dice: 1 and 3", "Dice: 3 and 1"]


def test_each_step_of_a_play_is_said_once_and_then_that_it_is_whole() -> None:
    settings = Settings(speed=Speed.OFF, sound_offered=True)
    page = page_at(position({8: 2, 6: 2}, {20: 1}), (3, 1), settings=settings)
    page.effects.clear()
    for source, target in ((8, 5), (6, 5)):
        page.send(Dragged(source, target))
    page.send(Command("confirm"))
    assert status(page.model).key == "status.thinking", "which is not said"
    assert announcements(page.effects) == [
        "8 to 5 with a hit",
        "6 to 5",
        "Confirm your play, or undo a move.",
    ]


def test_the_computers_play_is_said_in_the_numbers_of_the_listeners_board() -> None:
    """The computer's bar/22* 8/5 is, in the listener's numbering, bar to 3 and 17 to 20."""
    page = page_at(position({25: 1, 8: 2}, {3: 1, 6: 2}), (3, 3), on_roll=1)
    page.decide = lambda question, rng: Answer(Choice.PLAY, ((25, 22), (8, 5), (8, 5), (5, 2)))
    page.effects.clear()
    page.send(EngineReady())
    page.settle()
    line = "The computer rolled 3-3 and played bar to 3 with a hit, 17 to 20, 17 to 23 (your numbering)."
    assert line in announcements(page.effects)


def test_between_two_at_one_device_a_play_is_said_in_the_numbers_of_who_made_it() -> None:
    page = page_at(position({8: 2, 6: 2}, {20: 1}), (3, 1), opponent=Human("Ada"))
    for source, target in ((8, 5), (6, 5)):
        page.send(Dragged(source, target))
    page.effects.clear()
    page.send(Command("confirm"))
    assert announcements(page.effects)[0] == "White rolled 3-1 and played 8 to 5 with a hit, 6 to 5."


def test_a_play_in_the_other_sides_numbers() -> None:
    assert mirror_play(MoveText("bar/22*(2) 13/8*/off 6/5(2)")) == "bar/3*(2) 12/17*/off 19/20(2)"


def test_a_refusal_is_said_each_time() -> None:
    page = page_at(position({8: 2}, {1: 2}), (3, 1))
    page.effects.clear()
    for _ in range(2):
        page.send(Tapped(20))
    first, second = announcements(page.effects)
    assert first == second


def test_the_end_is_said_with_the_score() -> None:
    page = page_at(position({1: 1}, {1: 2}), (6, 5), length=1)
    page.effects.clear()
    page.send(EngineReady())
    page.settle()
    assert announcements(page.effects) == [
        "Only one legal play with 6-5: 1 off.",
        "You win the match 1–0.",
        "Single game = 1 point",
        "Score: 1–0.",
    ]


def test_numbers_that_the_computer_lets_lapse_are_said() -> None:
    where = position({5: 2, 2: 1}, {2: 3})
    page = page_at(where, (4, 3), PRESETS["leaflet"], on_roll=1)
    page.decide = lambda question, rng: Answer(Choice.PLAY, ())
    page.send(EngineReady())
    page.settle()
    assert announcements(page.effects)[:1] == ["The computer skips 4-3."]


@pytest.mark.parametrize("answer", ["take", "drop"])
def test_what_would_follow_the_answer_to_a_question_is_not_said(answer: str) -> None:
    page = new_page()
    page.send(SettingChanged("sound", "on"))
    page.send(Command("lessons"))
    page.send(Command("lesson-open", "take"))
    page.effects.clear()
    page.send(Command(answer))
    assert announcements(page.effects) == []
    assert Sound("win") not in page.effects


def test_a_question_is_said_though_the_last_was_alike_and_again_where_it_is_tried_anew() -> None:
    page = new_page()
    page.send(Command("lessons"))
    page.send(Command("lesson-open", "take"))
    asked = "The computer doubles to\N{NO-BREAK SPACE}2: take or drop?"
    assert announcements(page.effects)[-1] == asked
    for commands in (("take", "lesson-next"), ("take", "lesson-again")):
        page.effects.clear()
        for command in commands:
            page.send(Command(command))
        assert announcements(page.effects)[-1:] == [asked]
    page.effects.clear()
    page.send(Command("hint"))
    assert announcements(page.effects) == []


def test_a_comment_of_the_tutor_is_said_once_with_its_reason() -> None:
    page = page_at(position({8: 2, 6: 2}, {20: 1}), (3, 1))
    remark = TutorComment(
        0.1234, MoveText("8/5* 6/5"), reason=Reason("wins", (("more", 0.62), ("less", 0.5)))
    )
    before, state = page.model, page.model.analysis
    waits = replace(before, analysis=replace(state, caution=HeldAction("confirm")))
    warned = replace(before, analysis=replace(state, caution=HeldAction("confirm", (), remark)))
    done = replace(before, analysis=replace(state, remark=remark))
    said = [announcements([*effects_after(*two)]) for two in pairwise((before, waits, warned, done, done))]
    assert said[0] == ["The tutor is checking…"]
    assert said[1][0] == "Blunder (−0.123). Are you sure?"
    assert said[2][0] == "Blunder (−0.123). Best: 8 to 5 with a hit, 6 to 5."
    assert said[1][1] == said[2][1] == ENGLISH("reason.wins", more="62%", less="50%")
    assert said[3] == []
    good = replace(before, analysis=replace(state, remark=replace(remark, error=0.0)))
    assert len(comment(good)) == 1, "what was right needs no reason"


def test_an_analysis_says_that_it_begins_and_that_it_failed_and_neither_twice() -> None:
    page = page_at(position({8: 2, 6: 2}, {20: 1}), (3, 1))
    page.effects.clear()
    page.send(Command("hint"))
    assert announcements(page.effects) == [ENGLISH("advice.thinking")]
    (number,) = page.works
    page.effects.clear()
    page.send(WorkFailed(number, "broken"))
    page.send(Command("swap"))
    assert announcements(page.effects) == [ENGLISH("advice.failed"), "Dice: 1 and 3"]


def test_an_offer_is_said_when_it_comes_into_view() -> None:
    page = new_page()
    page.effects.clear()
    page.send(UpdateReady())
    assert announcements(page.effects) == [ENGLISH("update.ready")]
    offered = replace(page.model, offer=Offer.SOUND)
    assert announcements([*lines_after(replace(offered, offer=None), offered)]) == [ENGLISH("offer.sound")]
    assert announcements([*lines_after(offered, offered)]) == []


def test_a_mistake_is_put_with_what_was_played_and_then_the_roll() -> None:
    page = start_learning()
    page.effects.clear()
    page.send(Command("learn-next"))
    at, played, task, prompt = announcements(page.effects)
    assert at.startswith("Mistake 2 of ")
    assert re.fullmatch(r"Played in the match: .* to .* \(−\d\.\d+\)", played)
    assert task == "Find something better."
    assert "play" in prompt


def test_remarks_on_a_file_are_said_when_it_is_opened() -> None:
    page = new_page()
    page.effects.clear()
    page.send(TextReceived(f"{XGID}\n or {XGID.replace(':31:', ':52:')}"))
    assert announcements(page.effects)[0] == "1 remark on this file"
