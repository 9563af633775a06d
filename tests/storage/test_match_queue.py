"""The queue of matches to be analysed is read as it was written, bounded, joined, and refused if damaged."""

import json

import pytest

from backgammon.storage.errors import StorageError
from backgammon.storage.match_queue import MOST, MOST_LETTERS, MatchQueue, dump_queue, join, load_queue
from backgammon.storage.merging import merge
from backgammon.storage.replay_codec import LONGEST_LINK

TWO = MatchQueue({"b": "1.xyz", "a": "1.uvw"}, 3)


def test_it_is_read_as_it_was_written_in_order() -> None:
    again = load_queue(dump_queue(TWO))
    assert (again, [*again.matches]) == (TWO, ["b", "a"])
    untouched = MatchQueue({"a": "1.uvw"})
    assert load_queue(dump_queue(untouched)) == untouched
    assert dump_queue(MatchQueue()) == ""
    assert load_queue("") == MatchQueue()


def test_the_first_goes_when_it_is_done_and_with_the_last_the_count() -> None:
    assert TWO.first == ("b", "1.xyz")
    one = TWO.without_first()
    assert one == MatchQueue({"a": "1.uvw"}, 4)
    assert one.whole == TWO.whole == 5
    assert one.without_first() == MatchQueue()


def test_a_match_that_waits_keeps_its_place() -> None:
    assert TWO.with_match("b", "1.new") == TWO
    assert [*TWO.with_match("c", "1.new").matches] == ["b", "a", "c"]


def test_it_takes_so_many_matches_and_so_many_letters() -> None:
    full = MatchQueue({str(number): "1.x" for number in range(MOST)})
    assert not full.has_room("1.x")
    assert full.without_first().has_room("1.x")
    long = "1." + "x" * (LONGEST_LINK - 2)
    full = MatchQueue({str(number): long for number in range(MOST_LETTERS // LONGEST_LINK)})
    assert not full.has_room("1.x")
    assert full.without_first().has_room(long)
    assert not MatchQueue().has_room(f"{long}x")


def test_the_queues_of_two_pages_are_joined_mine_first() -> None:
    theirs = MatchQueue({"c": "1.new", "a": "1.other"}, 5)
    joined = MatchQueue({**TWO.matches, "c": "1.new"}, 5)
    assert [*join(TWO, theirs).matches] == ["b", "a", "c"]
    assert join(TWO, theirs) == joined
    assert load_queue(merge("queue", dump_queue(TWO), dump_queue(theirs))["queue"]) == joined
    assert merge("queue", dump_queue(TWO), "{}").keys() == {"queue", "queue.set-aside"}
    full = MatchQueue({str(number): "1.x" for number in range(MOST)})
    assert len(join(TWO, full).matches) == MOST


@pytest.mark.parametrize(
    "change",
    [
        {"done": -1},
        {"done": True},
        {"version": 2},
        {"matches": []},
        {"matches": {"": "1.x"}},
        {"matches": {"a": 1}},
        {"matches": {"a": "1." + "x" * LONGEST_LINK}},
    ],
)
def test_a_damaged_queue_is_refused(change: dict[str, object]) -> None:
    data = {**json.loads(dump_queue(TWO)), **change}
    with pytest.raises(StorageError):
        load_queue(json.dumps(data))
