"""Positions: both views, positions that no game can reach, and IDs as gnubg prints them."""

import base64

import pytest
import strategies
from core.states import board
from hypothesis import given

from backgammon import Position, PositionError
from backgammon.core.position import count_checkers, is_contact

# Printed by gnubg 1.07 after "set board simple" with the mover's bar, points 1 to 24, the opponent's bar.
PRINTED_BY_GNUBG = {
    "4HPwATDgc/ABMA": Position.start().points,
    "XkzkASSir+ABUA": (0, -1, 1, -1, 0, 1, 5, 1, 1, 0, 0, 0, -4, 4, -1, 0, 0, -1, 0, -2, 0, 0, -1, -4, 1, 1),
    "+yQxAQbdwQeAYA": (0, 1, 3, 3, -2, 0, 0, 0, 5, 0, 0, 0, -1, 0, -2, 0, 0, -1, 0, -1, 1, -1, 0, -5, -2, 2),
    "jD8gYgbfAI4EQw": (0, 5, 2, 0, -2, 0, -2, 0, 0, -1, 0, 3, -1, 0, 1, 0, 1, 0, 0, -7, 0, 2, -2, 0, 0, 1),
    "744BAOC3CwAAAA": (0, 6, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, 0, 0, -3, -3, -4, 0),
    "PfYAZAHuBwAAAA": (0, 0, 3, 6, 0, 0, -1, -2, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -4, -2, 0, 0, -4, -1, 0),
    "J+WRARFclnAQSQ": (0, 0, -1, 3, 1, -1, 2, 1, 0, 1, 0, 0, -2, 3, -1, 0, 0, -4, 1, -1, -1, 1, -1, 1, -3, 1),
}


@pytest.mark.parametrize(("text", "points"), PRINTED_BY_GNUBG.items())
def test_ids_are_those_of_gnubg(text: str, points: tuple[int, ...]) -> None:
    assert Position(points).gnu_id == text
    assert Position.from_gnu_id(text).points == points


@given(strategies.positions)
def test_an_id_and_its_position_are_inverse(position: Position) -> None:
    assert Position.from_gnu_id(position.gnu_id) == position


@given(strategies.positions)
def test_turning_round_twice_changes_nothing(position: Position) -> None:
    other = position.flip()
    assert other.flip() == position
    assert (other.off, other.opponent_off) == (position.opponent_off, position.off)
    assert (other.pips, other.opponent_pips) == (position.opponent_pips, position.pips)


def test_the_opening_position() -> None:
    start = Position.start()
    assert start.flip() == start
    assert (start.pips, start.opponent_pips, start.off, start.opponent_off) == (167, 167, 0, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABM",  # too short
        "4HPwATDgc/ABMAA",  # too long
        "4HPwATDgc/ABMB",  # spare bits that gnubg never sets
        "4HPwATDgc!ABMA",
        "äHPwATDgc/ABMA",
        "//////////////",  # no point ends
        "AAAAAAAAAAAAAA",  # both sides have borne off everything
        "4HPwATDgc/ABMA==",
    ],
)
def test_what_is_no_id_is_quoted(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.from_gnu_id(text)
    assert repr(text) in str(caught.value) or "both sides" in str(caught.value)


def test_a_list_makes_the_same_position_as_a_tuple() -> None:
    listed = Position(list(Position.start().points))  # type: ignore[arg-type]
    assert listed == Position.start()
    assert hash(listed) == hash(Position.start())


@pytest.mark.parametrize(
    "points",
    [
        (),
        (0,) * 25,
        (0,) * 26,
        (*board({6: 2})[:25], True),
        board({6: 16}),
        board({6: 2, 3: -16}),
        board({6: 2, 0: 1}),
        board({6: 2, 25: -1}),
    ],
)
def test_what_no_game_can_reach(points: tuple[int, ...]) -> None:
    with pytest.raises(PositionError):
        Position(points)


def test_an_id_with_both_sides_on_one_point() -> None:
    mover, opponent = [0] * 25, [0] * 25
    mover[5], opponent[18] = 2, 2  # the mover's 6 is the opponent's 19
    bits = "".join("1" * count + "0" for side in (opponent, mover) for count in side)
    data = int(bits.ljust(80, "0")[::-1], 2).to_bytes(10, "little")
    with pytest.raises(PositionError, match="point 6"):
        Position.from_gnu_id(base64.b64encode(data).decode().rstrip("="))


def test_contact_lasts_until_the_last_checkers_have_passed() -> None:
    passing, passed = [0] * 26, [0] * 26
    passing[13], passing[12] = 15, -15
    passed[12], passed[13] = 15, -15
    assert is_contact(passing)
    assert not is_contact(passed)
    assert not is_contact([0] * 26)
    assert (count_checkers(passed), count_checkers([0] * 26)) == (15, 0)
