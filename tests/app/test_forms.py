"""The forms (new game, typed dice, the word, settings) are read exactly or rejected as a whole."""

import pytest
from app.fake import Page, new_page
from app.positions import page_at

from backgammon.app.commands import available
from backgammon.app.forms import read_setup
from backgammon.core.errors import BackgammonError
from backgammon.core.rules import PRESETS, BearOff, custom
from backgammon.features.game.permissions import may_change_word
from backgammon.state.events import Command, SettingChanged, Submitted
from backgammon.state.model import MAX_DICE_WORD, MAX_NAME, DialogName, Direction, Human, Speed, Theme
from backgammon.storage.types import DiceSource, Settings


def test_a_full_form_is_read_field_by_field() -> None:
    setup = read_setup(
        {
            "opponent": "human",
            "level": "novice",
            "length": "7",
            "preset": "custom",
            "bear_off": "exact",
            "cube": "on",
            "cube_limit": "64",
            "raccoons": "on",
            "automatic_doubles": "2",
            "white": "1",
            "name0": "  Ada   Lovelace ",
            "name1": "x" * 100,
            "dice": "typed",
            "word": "w" * 200,
        }
    )
    assert all(isinstance(seat, Human) for seat in setup.seats)
    assert setup.seats[0].name == "Ada Lovelace"
    assert setup.seats[1].name == "x" * MAX_NAME
    assert (setup.length, setup.white, setup.dice) == (7, 1, DiceSource.TYPED)
    assert setup.word == "w" * MAX_DICE_WORD
    wanted = custom(
        bear_off=BearOff.EXACT,
        cube_limit=64,
        beavers=True,
        raccoons=True,
        crawford=False,
        automatic_doubles=2,
    )
    assert setup.rules == wanted


def test_raccoons_bring_the_beavers_they_need() -> None:
    assert read_setup({"preset": "custom", "raccoons": "on"}).rules.beavers


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_taken_whole_whatever_the_hidden_fields_say(preset: str) -> None:
    assert read_setup({"preset": preset, "bear_off": "exact", "cube": "on"}).rules is PRESETS[preset]


@pytest.mark.parametrize(
    "values",
    [
        {"opponent": "nobody"},
        {"level": "world champion"},
        {"length": "26"},
        {"length": "-1"},
        {"length": "many"},
        {"white": "2"},
        {"preset": "chess"},
        {"preset": "custom", "bear_off": "sometimes"},
        {"preset": "custom", "cube_limit": "3"},
        {"dice": "loaded"},
        {"direction": "up"},
    ],
)
def test_what_no_form_of_ours_contains_is_refused_and_the_match_goes_on(values: dict[str, str]) -> None:
    page = new_page()
    page.send(Command("new-game"))
    before = page.model
    page.send(Submitted("new-game", tuple(values.items())))
    assert page.model.game.match == before.game.match
    assert page.model.dialog is DialogName.NEW_GAME
    assert page.model.notice
    assert page.model.notice.tone == "error"
    if "direction" not in values:
        with pytest.raises(ValueError, match=r".+"):
            read_setup(values)


def test_a_new_match_closes_the_dialog_keeps_the_settings_and_takes_the_direction() -> None:
    page = new_page()
    page.send(SettingChanged("speed", "fast"))
    page.send(Command("new-game"))
    page.send(Submitted("new-game", (("direction", "left"), ("length", "1"))))
    model = page.model
    assert model.dialog is None
    assert (model.settings.speed, model.settings.direction) == (Speed.FAST, Direction.LEFT)
    assert (model.game.match.length, len(model.game.log)) == (1, 0)
    assert model.game.games[0].secret


def test_two_people_say_whether_they_sit_face_to_face_and_a_match_with_the_computer_leaves_that() -> None:
    page = new_page()
    for values, expected in (
        ({"opponent": "human", "face_to_face": "on"}, True),
        ({"opponent": "computer"}, True),
        ({"opponent": "human"}, False),
    ):
        page.send(Command("new-game"))
        page.send(Submitted("new-game", tuple(values.items())))
        assert page.model.settings.face_to_face is expected


def typed_page() -> Page:
    page = new_page((("dice", "typed"), ("opponent", "human")))
    page.send(Command("roll"))
    return page


def test_typed_dice_are_taken_as_they_fell() -> None:
    page = typed_page()
    assert page.model.dialog is DialogName.ROLL_TYPED
    page.send(Submitted("typed-roll", (("first", "2"), ("second", "5"))))
    assert page.model.game.opening_roll == (2, 5)
    assert page.model.game.match.on_roll == 1
    assert not page.model.game.is_rolling
    assert "typed-roll" not in available(page.model)
    page.send(Command("typed-roll", "66"))
    assert page.model.game.opening_roll == (2, 5)


@pytest.mark.parametrize("text", ["", "6", "70", "666", "ab", "²³"])
def test_dice_that_are_none_are_refused(text: str) -> None:
    page = typed_page()
    page.send(Command("typed-roll", text))
    assert not page.model.game.log
    assert page.notice_key == "error.typed-roll"


def test_a_word_is_taken_after_the_commitment_and_before_the_first_roll() -> None:
    page = new_page()
    first = page.model.game.games[0]
    page.send(Submitted("word", (("word", "acorn"),)))
    assert page.model.game.games[0].word == page.model.game.setup.word == "acorn"
    assert page.model.game.games[0].commitment == first.commitment
    page.send(Command("roll"))
    assert not may_change_word(page.model)
    page.send(Submitted("word", (("word", "oak"),)))
    assert page.model.game.games[0].word == "acorn"


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("speed", "slow", Speed.SLOW),
        ("auto_roll", "on", True),
        ("pips", "", False),
        ("volume", "250", 100),
        ("volume", "-3", 0),
        ("theme", "slate", Theme.SLATE),
    ],
)
def test_a_setting_is_changed(name: str, value: str, wanted: object) -> None:
    page = page_at()
    page.send(SettingChanged(name, value))
    assert getattr(page.model.settings, name) == wanted


@pytest.mark.parametrize(
    ("name", "value"),
    [("speed", "sideways"), ("theme", "glass"), ("volume", "loud"), ("__doc__", "x"), ("", "")],
)
def test_what_is_no_setting_changes_nothing(name: str, value: str) -> None:
    page = page_at()
    before = page.model.settings
    page.send(SettingChanged(name, value))
    assert page.model.settings == before != Settings()


def test_the_reason_quotes_what_was_wrong() -> None:
    with pytest.raises(BackgammonError, match="chess"):
        read_setup({"preset": "chess"})
