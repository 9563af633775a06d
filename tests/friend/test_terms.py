"""Rules as friends send them: other builds read the same bytes, whatever fields Rules has gained since."""

import pytest
from strategies import THREE

from backgammon.core.errors import BackgammonError
from backgammon.core.match import MAX_LENGTH
from backgammon.core.rules import STANDARD, Backgammon, BearOff, Opening, PlayTo, Rules, SingleDie, custom
from backgammon.friend.packing import Reader
from backgammon.friend.terms import Terms, pack_terms, read_terms

START = "0f0d0f0f0f0f140f120f0f0f0a140f0f0f0c0f0a0f0f0f0f110f"

NOTHING_USUAL = Rules(
    name="custom",
    opening=Opening.REROLL,
    single_die=SingleDie.EITHER,
    bear_off=BearOff.EXACT,
    lapse=True,
    backgammon=Backgammon.BAR,
    play_to=PlayTo.MONEY,
    cube=False,
    cube_limit=4,
    crawford=False,
    jacoby=True,
    beavers=True,
    raccoons=True,
    automatic_doubles=2,
    start=THREE.start,
)


@pytest.mark.parametrize(
    ("rules", "written"),
    [
        (custom(opening="white"), "01000000000101000100000000" + START),
        (custom(opening="reroll", single_die="either"), "02010000000101000100000000" + START),
        (custom(bear_off="at-least", lapse=True), "00000101000101000100000000" + START),
        (custom(bear_off="exact", jacoby=True), "00000200000101000101000000" + START),
        (custom(backgammon="bar", play_to="money"), "00000000010001000100000000" + START),
        (custom(backgammon="not-home", play_to="tournament"), "00000000020201000100000000" + START),
        (custom(cube=False, crawford=False), "00000000000100000000000000" + START),
        (custom(cube_limit=64), "00000000000101400100000000" + START),
        (custom(beavers=True, automatic_doubles=3), "00000000000101000100010003" + START),
        (custom(beavers=True, raccoons=True), "00000000000101000100010100" + START),
        (THREE, "000000000001010001000000000f0e0e0e0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f1010100f"),
    ],
)
def test_each_rule_and_choice_keeps_its_place(rules: Rules, written: str) -> None:
    packed = bytes.fromhex("00000d" + written)
    assert pack_terms(Terms(rules, 0)) == packed
    assert read_terms(Reader(packed)) == Terms(rules, 0)


def test_no_rule_is_left_out() -> None:
    assert not [rule for rule in Rules.__slots__ if getattr(NOTHING_USUAL, rule) == getattr(STANDARD, rule)]
    terms = Terms(NOTHING_USUAL, 0)
    assert read_terms(Reader(pack_terms(terms))) == terms


@pytest.mark.parametrize(("length", "white"), [(MAX_LENGTH + 1, 0), (-1, 0), (5, 2)])
def test_a_match_has_a_length_that_can_be_played_and_two_colours(length: int, white: int) -> None:
    assert [Terms(length=most, white=1).length for most in (0, MAX_LENGTH)] == [0, MAX_LENGTH]
    with pytest.raises(BackgammonError, match="no such match"):
        Terms(length=length, white=white)
