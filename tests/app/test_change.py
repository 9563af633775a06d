"""The effects of an update include nothing that the same update has made pointless."""

from dataclasses import replace

import pytest
from app.fake import new_page

from backgammon.state.change import tidy
from backgammon.state.effects import After, Ask, CancelAsk, Save, Sound
from backgammon.state.engine_question import question


def test_a_question_that_the_same_update_takes_back_is_not_asked() -> None:
    page = new_page((("opponent", "computer"), ("length", "3")), 3)
    while page.question is None:
        page.play_on(1)
    asked = page.question
    assert tidy((page.model, (asked,)))[1] == (asked,)
    earlier = Ask(asked.id - 1, question(page.model.game.match, "expert"))
    assert tidy((page.model, (earlier, CancelAsk())))[1] == (CancelAsk(),)


def test_one_save_comes_last_and_an_overtaken_timer_is_not_started() -> None:
    model = new_page().model
    timer, overtaken = After(100, model.ticks), After(100, model.ticks - 1)
    assert tidy((model, (Save(), overtaken, Save(), timer)))[1] == (timer, Save())


@pytest.mark.parametrize(("sound", "vibration"), [(True, True), (True, False), (False, True), (False, False)])
def test_what_sounds_is_dropped_only_if_neither_sound_nor_vibration_is_on(
    sound: bool, vibration: bool
) -> None:
    model = new_page().model
    wished = replace(model, settings=replace(model.settings, sound=sound, vibration=vibration))
    assert tidy((wished, (Sound("hit"),)))[1] == ((Sound("hit"),) if sound or vibration else ())
