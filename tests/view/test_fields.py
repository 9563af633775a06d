"""A form shows what is chosen now: sent unchanged it changes nothing, and every choice has one value."""

from collections import Counter
from dataclasses import fields, replace

import pytest
from app.positions import page_at
from view.models import FIRST, SAY, after, attribute, nodes, show_replay, texts, two_people
from view.screens import MINE, run_commands

from backgammon.app.forms import read_setup
from backgammon.core.rules import PRESETS, Backgammon, BearOff, Opening, SingleDie, custom
from backgammon.core.time_control import control_for
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS, LOSSES
from backgammon.state.draft import Draft
from backgammon.state.model import (
    Appearance,
    Computer,
    DialogName,
    DiceSource,
    Direction,
    Editing,
    Human,
    MatchOptions,
    Model,
    Remote,
    Replay,
    Settings,
    Speed,
    Theme,
    Tutor,
)
from backgammon.state.viewer import replay_of, show
from backgammon.view.dialogs.registry import dialog
from backgammon.view.node import Node
from backgammon.view.page import page


def dialog_of(name: DialogName, model: Model) -> Node:
    found = dialog(replace(model, dialog=name), SAY)
    assert found
    return found


def chosen_values(tree: Node, name_of: str = "name") -> dict[str, str]:
    """Return what a form would send, as a browser does; ``name_of`` is the attribute with a field's name."""
    values: dict[str, str] = {}
    for field in nodes(tree):
        name = attribute(field, name_of)
        if not name or field.tag not in ("input", "select", "textarea"):
            continue
        kind, value = attribute(field, "type"), attribute(field, "value")
        if field.tag == "select":
            options = [option for option in nodes(field) if option.tag == "option"]
            (value,) = [
                attribute(each, "value") for each in options if attribute(each, "selected") is not None
            ]
        elif kind in ("radio", "checkbox"):
            if attribute(field, "checked") is None:
                continue
            value = value or "on"
        assert name not in values, f"{name} has two values"
        values[name] = value or ""
    return values


RULES = custom(
    opening=Opening.REROLL,
    single_die=SingleDie.HIGHER,
    bear_off=BearOff.EXACT,
    backgammon=Backgammon.NOT_HOME,
    cube_limit=64,
    automatic_doubles=2,
    beavers=True,
    raccoons=True,
)
SETUPS = (
    MatchOptions((Human(""), Computer("novice")), length=0),
    MatchOptions((Human("Ann"), Computer("champion")), PRESETS["ga207"], 4, white=1, word="luck"),
    MatchOptions((Human(""), Human("Bob")), RULES, 25, advice=True, clock=control_for(25)),
    MatchOptions((Human("Ann"), Human("")), clock=control_for(5, 9000, 240_000, loses=False)),
    MatchOptions((Human(""), Computer("expert")), dice=DiceSource.TYPED),
    MatchOptions((Human("Ann"), Remote("")), length=7, dice=DiceSource.SHARED),
)


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("direction", Direction)
def test_a_new_game_is_like_the_last_one_unless_something_is_changed(
    setup: MatchOptions, direction: Direction
) -> None:
    settings = replace(FIRST.settings, direction=direction, face_to_face=direction is Direction.LEFT)
    model = replace(FIRST, settings=settings, game=replace(FIRST.game, setup=setup))
    values = chosen_values(dialog_of(DialogName.NEW_GAME, model))
    assert read_setup(values) == setup
    assert values["direction"] == direction
    assert ("face_to_face" in values) is settings.face_to_face
    assert values["way"] == "live"
    assert "hints" not in values


def test_a_level_that_the_new_game_does_not_know_leaves_the_usual_one() -> None:
    setup = replace(FIRST.game.setup, seats=(Human(""), Computer("unheard-of")))
    model = replace(FIRST, game=replace(FIRST.game, setup=setup))
    assert chosen_values(dialog_of(DialogName.NEW_GAME, model))["level"] == DEFAULT_LEVEL
    assert chosen_values(dialog_of(DialogName.PLAY_HERE, model))["level"] == DEFAULT_LEVEL


def test_every_level_is_offered_with_its_bar_its_name_and_what_it_loses() -> None:
    drawn = dialog_of(DialogName.NEW_GAME, FIRST)
    (row,) = [each for each in nodes(drawn) if attribute(each, "class") == "strengths"]
    offered = [each for each in nodes(row) if attribute(each, "name") == "level"]
    assert [attribute(each, "value") for each in offered] == [*LEVELS]
    assert [attribute(each, "aria-label") for each in offered] == [SAY(f"level.{name}") for name in LEVELS]
    bars = [each for each in nodes(row) if each.tag == "rect"]
    heights = [float(attribute(bar, "height") or "") for bar in bars]
    assert heights == sorted({*heights})
    assert {float(attribute(bar, "y") or "") + height for bar, height in zip(bars, heights, strict=True)} == {
        29
    }
    told = [texts(each) for each in nodes(row) if attribute(each, "class") == "about-level"]
    for name, said in zip(LEVELS, told, strict=True):
        pr = LOSSES[name] / 2
        shown = SAY("level.pr", pr=SAY.number(pr, 1 if pr < 5 else 0))
        assert said == f"{SAY(f'level.{name}')}{shown}{SAY(f'level.{name}.note')}"


@pytest.mark.parametrize("decider", [0, 1])
def test_to_play_on_from_a_position_is_to_play_the_side_that_decides(decider: int) -> None:
    model = after(9)
    other = replace(model.game.match, on_roll=decider, position=model.game.match.position)
    looked_at = show_replay(model, Replay(other))
    values = chosen_values(dialog_of(DialogName.PLAY_HERE, looked_at))
    level = model.game.setup.seats[1]
    assert isinstance(level, Computer)
    assert values == {"opponent": "computer", "level": level.level, "side": str(decider)}


OTHERS = Settings(
    speed=Speed.OFF,
    auto_confirm=True,
    auto_roll=True,
    one_tap=True,
    direction=Direction.LEFT,
    face_to_face=True,
    pips=False,
    numbers=False,
    appearance=Appearance.DARK,
    theme=Theme.FELT,
    sound=True,
    volume=30,
    vibration=True,
    shortcuts=False,
    tutor=Tutor.COMMENT,
    auto_analysis=False,
)
ELSEWHERE = {
    "show_steps",
    "address_server",
    *(each.name for each in fields(Settings) if "offered" in each.name),
}


@pytest.mark.parametrize("settings", [Settings(), OTHERS])
def test_the_settings_show_what_is_set(settings: Settings) -> None:
    drawn = dialog_of(DialogName.SETTINGS, replace(two_people(), settings=settings))
    values = chosen_values(drawn, "data-setting")
    assert values.pop("language") == "en"
    for each in fields(Settings):
        wanted = getattr(settings, each.name)
        if each.name in ELSEWHERE | {"language"}:
            assert each.name not in values
        elif isinstance(wanted, bool):
            assert values.get(each.name, "") == ("on" if wanted else ""), each.name
        else:
            assert values[each.name] == str(wanted), each.name
    assert any(attribute(each, "disabled") is not None for each in nodes(drawn)) is not settings.sound
    assert "face_to_face" not in chosen_values(
        dialog_of(DialogName.SETTINGS, replace(FIRST, settings=settings))
    )


DRAFTS: tuple[tuple[Draft, dict[str, str]], ...] = (
    (Draft(), {}),
    (Draft(length=7, score=(3, 6), crawford=True, on_roll=1, cube=4, owner=1), {"crawford": "on"}),
    (Draft(length=33, cube=2, owner=0), {}),
    (Draft(jacoby=True, beavers=True), {"jacoby": "on", "beavers": "on"}),
)


@pytest.mark.parametrize(("draft", "switches"), DRAFTS)
def test_the_editor_shows_the_position_that_is_set_up(draft: Draft, switches: dict[str, str]) -> None:
    drawn = page(show(FIRST, Editing(FIRST.game, replay_of(FIRST.game), draft)), SAY)
    assert chosen_values(drawn, "data-edit") == {
        "on-roll": str(draft.on_roll),
        "cube": str(draft.cube),
        "owner": "" if draft.owner is None else str(draft.owner),
        "length": str(draft.length),
        "score0": str(draft.score[0]),
        "score1": str(draft.score[1]),
        **switches,
    }
    offered = {attribute(each, "data-edit") for each in nodes(drawn)}
    assert ("crawford" in offered) is (draft.length > 1)
    assert ("jacoby" in offered) is ("beavers" in offered) is (not draft.length)


def test_a_tool_of_the_editor_has_the_colour_of_its_side() -> None:
    for white, tool in ((0, 1), (1, 2)):
        draft = Draft(white=white, tool=tool)
        drawn = page(show(FIRST, Editing(FIRST.game, replay_of(FIRST.game), draft)), SAY)
        tools = [each for each in nodes(drawn) if attribute(each, "data-command") == "edit-tool"]
        marks = [
            next(attribute(part, "class") for part in nodes(each) if part.tag == "span") for each in tools
        ]
        sides = ["mark light", "mark dark"][:: -1 if white else 1]
        assert marks == [*sides, "mark minus"]
        colours = [SAY("ui.white"), SAY("ui.black")][:: -1 if white else 1]
        assert [texts(each) for each in tools] == [*colours, SAY("editor.remove")]
        names = [texts(each) for each in nodes(drawn) if each.tag == "option" and texts(each) in colours]
        assert names == 2 * colours, "whose roll and whose cube it is, White's and Black's"
        pressed = [attribute(each, "aria-pressed") == "true" for each in tools]
        assert pressed == [at == tool for at in range(3)]


def test_every_form_has_its_name_and_the_button_that_sends_it() -> None:
    forms = [each for name in DialogName for each in nodes(dialog_of(name, FIRST)) if each.tag == "form"]
    named = {attribute(form, "data-form"): submit_words(form) for form in forms}
    assert named["new-game"] == [SAY("dialog.new-game.start")]
    assert named["play-here"] == [SAY("dialog.play-here.start")]
    assert named["typed-roll"] == [SAY("action.typed-roll")]
    assert named["import"] == [SAY("dialog.files.submit"), SAY("action.line-open")]
    assert named["word"] == [SAY("dialog.dice.set-word")]
    assert len(named) == len(forms) == 6


def submit_words(form: Node) -> list[str]:
    return [texts(each) for each in nodes(form) if attribute(each, "type") == "submit"]


def test_a_choice_has_different_values_and_one_of_them_is_taken() -> None:
    """The faces of the dice before a game are the exception: nothing is rolled yet."""
    shown = [dialog_of(name, after(4)) for name in DialogName]
    shown += [page(run_commands(MINE, "hint", "hint-answer"), SAY)]
    for tree in shown:
        radios = [each for each in nodes(tree) if attribute(each, "type") == "radio"]
        groups = Counter(attribute(each, "name") for each in radios)
        taken = [attribute(each, "name") for each in radios if attribute(each, "checked") is not None]
        assert sorted(map(str, taken)) == sorted(map(str, groups))
        pairs = Counter((attribute(each, "name"), attribute(each, "value")) for each in radios)
        assert {*pairs.values()} <= {1}
        chosen_values(tree)
    dice = chosen_values(dialog_of(DialogName.ROLL_TYPED, page_at().model))
    assert dice == {}
