"""The stored matches: read back as written, at most so many, and damaged texts are refused."""

import json

import pytest

from backgammon.storage.errors import StorageError
from backgammon.storage.past_matches import (
    MOST,
    MOST_LETTERS,
    dump_matches,
    join,
    load_matches,
    with_match,
)
from backgammon.storage.replay_codec import LONGEST_LINK

TWO = {"a": "1.xyz", "b": "1.uvw"}


def test_they_are_read_as_they_were_written() -> None:
    assert list(load_matches(dump_matches(TWO)).items()) == list(TWO.items())


def test_the_latest_comes_last_and_replaces_earlier_states_of_it() -> None:
    assert list(with_match(TWO, "a", "1.new")) == ["b", "a"]
    assert with_match(TWO, "c", "1.new", earlier=("a",)) == {"b": "1.uvw", "c": "1.new"}


def test_the_oldest_of_too_many_go() -> None:
    known = {str(number): "1.x" for number in range(MOST)}
    assert list(with_match(known, "next", "1.y")) == [*list(known)[1:], "next"]
    assert len(join(known, {"x": "1.z", "y": "1.z"})) == MOST


def test_together_they_take_so_much_room_and_one_too_long_is_left_out() -> None:
    long = "1." + "x" * (LONGEST_LINK - 2)
    known = {str(number): long for number in range(MOST_LETTERS // LONGEST_LINK)}
    assert list(with_match(known, "next", "1.y")) == [*list(known)[1:], "next"]
    assert load_matches(dump_matches(known)) == known
    assert with_match({}, "a", long) == {"a": long}
    assert with_match(TWO, "a", long + "x") == {"b": "1.uvw"}


def test_of_two_states_of_a_session_the_longer_stays_whichever_page_writes() -> None:
    longer = {"a": "1.xyz and more"}
    assert join(TWO, longer) == join(longer, TWO) == {**TWO, **longer}


@pytest.mark.parametrize("matches", [[], {"": "1.x"}, {"a": 1}, {"a": "1." + "x" * LONGEST_LINK}])
def test_damaged_matches_are_refused(matches: object) -> None:
    data = {**json.loads(dump_matches(TWO)), "matches": matches}
    with pytest.raises(StorageError):
        load_matches(json.dumps(data))
