"""Taps, drags, undo and redo, and the status line that says why something is not possible."""

from dataclasses import replace

import pytest
from app.fake import Page
from app.positions import COMPUTER, page_at, position

from backgammon.app.commands import actions, available
from backgammon.core.dice import Roll
from backgammon.core.match import Phase
from backgammon.core.plays import Move
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS, STANDARD, Rules
from backgammon.state.effects import Announce
from backgammon.state.engine_state import Loading
from backgammon.state.events import Command, Dragged, DragStarted, Tapped
from backgammon.state.legal_moves import destinations, hits, sources
from backgammon.state.model import Human, Seat, Settings, Speed

RACE = position({8: 2, 6: 3, 5: 3, 4: 3, 3: 4}, {6: 5, 5: 5, 4: 5})


def taps(page: Page, *places: int) -> None:
    for place in places:
        page.send(Tapped(place))


def test_a_tap_plays_at_once_where_the_number_is_unambiguous() -> None:
    page = page_at(position({24: 2, 6: 13}, {7: 2, 12: 5, 3: 8}), (6, 4))
    taps(page, 24)
    assert page.model.game.moves == (Move(24, 20, 4),)
    assert Announce("say.moved", (("play", "24/20"),)) in page.effects


def test_a_tap_selects_where_both_numbers_could_move_and_shows_combined_destinations() -> None:
    page = page_at(dice=(3, 1))
    taps(page, 8)
    assert page.model.game.selected == 8
    assert page.model.game.moves == ()
    assert {target: len(way) for target, way in destinations(page.model).items()} == {5: 1, 7: 1, 4: 2}
    taps(page, 4)
    assert page.model.game.moves == (Move(8, 5, 3), Move(5, 4, 1))


def test_a_second_tap_plays_the_higher_number_and_after_a_swap_the_lower() -> None:
    page = page_at(dice=(3, 1))
    taps(page, 8, 8)
    assert page.model.game.moves == (Move(8, 5, 3),)
    swapped = page_at(dice=(3, 1))
    swapped.send(Command("swap"))
    taps(swapped, 8, 8)
    assert swapped.model.game.moves == (Move(8, 7, 1),)


def test_after_a_swap_combined_moves_begin_with_the_lower_number() -> None:
    page = page_at(position({13: 5, 6: 10}, {1: 15}), (3, 1))
    page.send(Command("swap"))
    page.send(Dragged(13, 9))
    assert page.model.game.moves == (Move(13, 12, 1), Move(12, 9, 3))
    blocked = page_at(dice=(3, 1))
    blocked.send(Command("swap"))
    blocked.send(Dragged(13, 9))
    assert blocked.model.game.moves == (Move(13, 10, 3), Move(10, 9, 1)), "their midpoint bars the other way"


def test_bearing_off_by_either_number_takes_the_leading_one() -> None:
    where = position({2: 2, 1: 2}, {6: 15})
    page = page_at(where, (6, 5))
    taps(page, 2)
    assert page.model.game.moves == (Move(2, 0, 6),)
    lower = page_at(where, (6, 5))
    lower.send(Command("swap"))
    taps(lower, 2)
    assert lower.model.game.moves == (Move(2, 0, 5),)


def test_doubles_move_step_by_step_or_by_drag_all_the_way() -> None:
    page = page_at(dice=(1, 1))
    taps(page, 8, 7)
    assert page.model.game.moves == (Move(8, 7, 1), Move(7, 6, 1))
    page.send(Dragged(6, 4))
    assert len(page.model.game.moves) == 4


def test_a_drag_shows_its_destinations_and_lands() -> None:
    page = page_at(dice=(6, 1))
    page.send(DragStarted(13))
    assert page.model.game.selected == 13
    assert 7 in destinations(page.model)
    page.send(Dragged(13, 7))
    assert page.model.game.moves == (Move(13, 7, 6),)
    assert page.model.game.selected is None


@pytest.mark.parametrize("target", [None, 13])
def test_a_drag_that_goes_nowhere_lets_go_without_a_word(target: int | None) -> None:
    page = page_at(dice=(6, 1))
    page.send(DragStarted(13))
    page.send(Dragged(13, target))
    assert (page.model.game.moves, page.model.game.selected, page.model.notice) == ((), None, None)


def test_a_tap_elsewhere_lets_go_and_says_why() -> None:
    page = page_at(dice=(3, 1))
    taps(page, 8, 20)
    assert page.model.game.selected is None
    assert page.notice_key
    assert (page.model.refused, page.model.refusals) == (20, 1)
    taps(page, 20)
    assert page.model.refusals == 2


def test_a_tap_on_another_checker_selects_that_one() -> None:
    page = page_at(dice=(3, 1))
    taps(page, 8, 24)
    assert page.model.game.selected == 24
    page.send(Command("close"))
    assert page.model.game.selected is None


def test_a_hit_is_seen_before_it_is_made_and_undone_exactly() -> None:
    page = page_at(position({10: 2, 6: 13}, {21: 1, 1: 14}), (6, 1))
    layout = page.model.game.layout
    page.send(DragStarted(10))
    ways = destinations(page.model)
    assert hits(page.model, ways[4])
    assert not hits(page.model, ways[9])
    page.send(Dragged(10, 4))
    assert page.model.game.layout.stacks[26]
    page.send(Command("undo"))
    assert page.model.game.layout == layout


def test_undo_and_redo_go_step_by_step_and_a_new_move_forgets_what_was_undone() -> None:
    page = page_at(dice=(3, 1))
    page.send(Dragged(13, 9))
    made = page.model
    page.send(Command("undo"))
    page.send(Command("undo"))
    assert page.model.game.moves == ()
    assert "undo" not in actions(page.model)
    page.send(Command("redo"))
    page.send(Command("redo"))
    assert (page.model.game.moves, page.model.game.layout) == (made.game.moves, made.game.layout)
    page.send(Command("undo"))
    taps(page, 6)
    assert page.model.game.undone == ()


def test_confirm_is_possible_when_the_play_is_complete_and_not_before() -> None:
    page = page_at(dice=(3, 1))
    assert "confirm" not in actions(page.model)
    page.send(Command("confirm"))
    assert page.notice_key == "notice.incomplete"
    page.send(Dragged(8, 5))
    page.send(Dragged(6, 5))
    assert actions(page.model)[0] == "confirm"
    page.send(Command("confirm"))
    assert page.model.game.match.on_roll == 1
    assert page.model.game.last_moves == (Move(8, 5, 3), Move(6, 5, 1))


def test_a_complete_play_confirms_itself_if_one_wishes() -> None:
    page = page_at(dice=(3, 1), settings=Settings(speed=Speed.OFF, auto_confirm=True))
    page.send(Dragged(8, 5))
    assert page.model.game.match.phase is Phase.TO_PLAY
    page.send(Dragged(6, 5))
    assert page.model.game.match.on_roll == 1


def test_a_number_may_lapse_by_the_leaflet_and_nothing_confirms_itself_before_it_is_decided() -> None:
    where = position({5: 2, 4: 2, 1: 1}, {6: 15})
    settings = Settings(speed=Speed.OFF, auto_confirm=True)
    page = page_at(where, (6, 1), PRESETS["leaflet"], settings=settings)
    assert page.model.game.moves == ()
    assert "confirm" not in actions(page.model)
    taps(page, 1)
    assert page.model.game.match.on_roll == 1, "the six lapses, nothing can follow"
    choice = page_at(where, (3, 1), PRESETS["leaflet"], settings=settings)
    taps(choice, 1)
    assert choice.model.game.match.on_roll == 0, "the three can lapse or move a checker"
    assert {"confirm", "undo"} <= set(actions(choice.model))
    assert sources(choice.model)
    choice.send(Command("confirm"))
    assert choice.model.game.match.on_roll == 1


BLOCKED = position({13: 2, 6: 13}, {16: 2, 1: 13})
HOME = position({5: 3, 2: 3}, {6: 15})
REASONS: tuple[tuple[str, Position, Roll, Rules, tuple[int, int | None]], ...] = (
    ("notice.bar-first", position({25: 1, 6: 14}, {6: 2, 1: 13}), (4, 3), STANDARD, (6, None)),
    ("notice.no-checker", RACE, (4, 3), STANDARD, (12, None)),
    ("notice.no-checker", RACE, (4, 3), STANDARD, (25, 21)),
    ("notice.not-yours", RACE, (4, 3), STANDARD, (19, None)),
    ("notice.blocked", BLOCKED, (4, 3), STANDARD, (13, 9)),
    ("notice.blocked", BLOCKED, (6, 3), STANDARD, (13, 9)),
    ("notice.blocked", BLOCKED, (4, 4), STANDARD, (13, None)),
    ("notice.wrong-way", RACE, (4, 3), STANDARD, (6, 8)),
    ("notice.no-number", RACE, (4, 3), STANDARD, (8, 6)),
    ("notice.not-home", RACE, (6, 3), STANDARD, (6, 0)),
    ("notice.highest-first", HOME, (3, 1), STANDARD, (2, 0)),
    ("notice.highest-first", HOME, (3, 3), STANDARD, (2, None)),
    ("notice.exact", HOME, (3, 1), PRESETS["leaflet"], (2, 0)),
    ("notice.play-all", position({13: 1, 8: 1}, {18: 2, 1: 13}), (6, 5), STANDARD, (8, 3)),
)


@pytest.mark.parametrize(("key", "where", "dice", "rules", "move"), REASONS)
def test_what_cannot_be_done_says_why(
    key: str, where: Position, dice: Roll, rules: Rules, move: tuple[int, int | None]
) -> None:
    source, target = move
    page = page_at(where, dice, rules, settings=Settings(speed=Speed.NORMAL))
    page.send(Tapped(source) if target is None else Dragged(source, target))
    assert page.notice_key == key
    assert page.model.game.moves == ()


def test_after_a_whole_play_another_checker_says_that_all_is_played() -> None:
    page = page_at(RACE, (4, 3), settings=Settings(speed=Speed.NORMAL))
    for source, target in ((8, 4), (8, 5)):
        page.send(Dragged(source, target))
    page.send(Tapped(6))
    assert page.notice_key == "notice.all-played"
    assert len(page.model.game.moves) == 2


def test_a_second_tap_where_a_checker_has_just_moved_says_nothing() -> None:
    page = page_at(position({24: 2, 13: 2, 6: 11}, {7: 2, 11: 2, 10: 5, 3: 6}), (6, 4))
    taps(page, 24)
    assert page.model.game.moves == (Move(24, 20, 4),)
    for place in (24, 20):
        page.send(Tapped(place))
        assert (page.model.notice, page.model.refused, len(page.model.game.moves)) == (None, None, 1)
    taps(page, 15)
    assert page.notice_key, "another place still says why"
    page.send(Dragged(20, 14))
    assert page.notice_key, "and so does a drag"


@pytest.mark.parametrize("opponent", [COMPUTER, Human()])
def test_nor_does_it_after_a_play_that_confirmed_itself(opponent: Seat) -> None:
    page = page_at(dice=(3, 1), opponent=opponent, settings=Settings(speed=Speed.OFF, auto_confirm=True))
    page.send(Dragged(8, 5))
    page.send(Tapped(6))
    assert page.model.game.match.on_roll == 1
    for place in (6, 5):
        page.send(Tapped(25 - place))
        assert (page.model.notice, page.model.refused) == (None, None)
    page.send(Tapped(25 - 8))
    assert page.notice_key


def test_taps_out_of_turn_say_what_is_waited_for() -> None:
    to_roll = page_at()
    taps(to_roll, 6)
    assert to_roll.notice_key == "notice.roll-first"
    theirs = page_at(dice=(3, 1), on_roll=1)
    theirs.model = replace(theirs.model, engine=Loading())
    theirs.send(Tapped(6))
    assert theirs.notice_key == "notice.not-your-turn"
    doubled = page_at(on_roll=1)
    doubled.model = replace(
        doubled.model,
        game=replace(doubled.model.game, match=replace(doubled.model.game.match, phase=Phase.DOUBLED)),
    )
    doubled.send(Tapped(6))
    assert doubled.notice_key == "notice.answer-first"


def test_swapping_is_possible_while_both_numbers_are_open() -> None:
    page = page_at(dice=(3, 1))
    assert "swap" in available(page.model)
    page.send(Dragged(8, 5))
    assert "swap" not in available(page.model)
    assert "swap" not in available(page_at(dice=(2, 2)).model)


ONE_TAP = Settings(speed=Speed.OFF, one_tap=True)


def test_with_one_tap_a_checker_plays_the_number_shown_first_at_once() -> None:
    page = page_at(dice=(3, 1), settings=ONE_TAP)
    taps(page, 8)
    assert page.model.game.moves == (Move(8, 5, 3),)
    page.send(Command("undo"))
    page.send(Command("swap"))
    taps(page, 8)
    assert page.model.game.moves == (Move(8, 7, 1),)
    assert page.model.game.selected is None


def test_with_one_tap_the_only_number_that_fits_is_played() -> None:
    page = page_at(position({24: 2, 6: 13}, {7: 2, 12: 5, 3: 8}), (6, 4), settings=ONE_TAP)
    taps(page, 24)
    assert page.model.game.moves == (Move(24, 20, 4),), "the six is blocked"


def test_with_one_tap_a_second_one_at_the_landing_goes_on_and_a_drag_goes_all_the_way() -> None:
    page = page_at(dice=(3, 1), settings=ONE_TAP)
    taps(page, 13, 10)
    assert page.model.game.moves == (Move(13, 10, 3), Move(10, 9, 1))
    dragged = page_at(dice=(3, 1), settings=ONE_TAP)
    dragged.send(DragStarted(13))
    assert set(destinations(dragged.model)) == {10, 9}
    dragged.send(Dragged(13, 9))
    assert len(dragged.model.game.moves) == 2


def test_with_one_tap_the_second_of_two_taps_where_nothing_more_goes_says_nothing() -> None:
    page = page_at(position({24: 2, 13: 2, 6: 11}, {7: 2, 11: 2, 10: 5, 3: 6}), (6, 4), settings=ONE_TAP)
    taps(page, 24, 24, 20)
    assert (len(page.model.game.moves), page.model.notice) == (1, None)
