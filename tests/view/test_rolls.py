"""A roll is chosen from a triangle of all 21; before a game each side's die is chosen by itself."""

from dataclasses import replace

from app.test_lines import open_lines
from view.models import FIRST, SAY, attribute, nodes, texts

from backgammon.core.dice import ROLLS
from backgammon.state.events import Command
from backgammon.state.model import DialogName, DiceSource, GameDice, Games, Model
from backgammon.view.dialogs.registry import dialog
from backgammon.view.node import Node
from backgammon.view.rolls import face

TYPED = replace(FIRST, game=replace(FIRST.game, games=Games.of([GameDice("", "", "", DiceSource.TYPED)])))


def roll_dialog(model: Model) -> Node:
    found = dialog(replace(model, dialog=DialogName.ROLL_TYPED), SAY)
    assert found
    return found


def rolls(model: Model, command: str) -> set[str | None]:
    buttons = [each for each in nodes(roll_dialog(model)) if attribute(each, "data-command") == command]
    return {attribute(each, "data-value") for each in buttons}


def test_every_roll_can_be_chosen_where_one_analyses_and_sets_up() -> None:
    every = {f"{high}{low}" for high, low in ROLLS}
    page = open_lines()
    assert rolls(page.model, "line-roll") == every
    pressed = [each for each in nodes(roll_dialog(page.model)) if attribute(each, "aria-pressed") == "true"]
    assert [attribute(each, "data-value") for each in pressed] == ["31"]
    page.send(Command("line-close"))
    page.send(Command("edit"))
    assert rolls(page.model, "edit-rolled") == {*every, None, "D"}
    page.send(Command("edit-dice"))
    page.send(Command("edit-rolled", "64"))
    assert page.model.dialog is None
    assert page.model.draft
    assert page.model.draft.rolled == "64"


def test_a_face_has_its_pips_apart_inside_and_about_the_middle() -> None:
    for value in range(1, 7):
        pips = [each for each in nodes(face(value)) if each.tag == "circle"]
        spots = {(int(attribute(pip, "cx") or ""), int(attribute(pip, "cy") or "")) for pip in pips}
        assert len(spots) == len(pips) == value
        assert all(3 <= at <= 21 for spot in spots for at in spot)
        assert spots == {(24 - x, 24 - y) for x, y in spots}


def test_before_the_game_each_sides_die_is_asked_for_by_its_colour() -> None:
    said = texts(roll_dialog(TYPED))
    assert said.index(SAY("dialog.roll-typed.white")) < said.index(SAY("dialog.roll-typed.black"))
    black = replace(TYPED, game=replace(TYPED.game, match=replace(TYPED.game.match, white=1)))
    said = texts(roll_dialog(black))
    assert said.index(SAY("dialog.roll-typed.black")) < said.index(SAY("dialog.roll-typed.white"))
