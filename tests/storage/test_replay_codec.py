"""Replays and lines as stored: what is said belongs to an action, and lines are those of earlier builds."""

import json

import pytest

from backgammon.core.errors import BackgammonError
from backgammon.core.match import OpeningRoll, apply, new_match
from backgammon.storage.errors import StorageError
from backgammon.storage.lines import dump_lines_link, lines_data, lines_of, load_lines_link
from backgammon.storage.log import Log
from backgammon.storage.replay_codec import read_replay, replay_data, start_data
from backgammon.storage.types import Origin, Replay

START = new_match(length=3)
REPLAY = Replay(START, Log.of(START, (OpeningRoll(3, 1),)), origin=Origin.FILE)


def read(comments: object) -> Replay:
    return read_replay(json.loads(json.dumps(replay_data(REPLAY) | {"comments": comments})))


@pytest.mark.parametrize("at", [0, 1])
def test_a_comment_belongs_to_an_action_or_follows_the_last(at: int) -> None:
    assert read([[at, "Why?"]]).comments == ((at, "Why?"),)


@pytest.mark.parametrize("at", [-1, 2, True, 0.0, "0", None])
def test_a_comment_elsewhere_is_refused(at: object) -> None:
    with pytest.raises(StorageError, match="comment belongs"):
        read([[at, "Why?"]])


LINES = {
    "version": 1,
    "start": {**start_data(apply(START, OpeningRoll(3, 1))), "score": [0, 0]},
    "nodes": [[-1, "Pihgd"], [0, "R64"], [1, "Pysnj"], [-1, "Pyvyx"]],
    "at": 2,
    "names": ["Ann", "Bo"],
}


def test_lines_are_kept_as_earlier_builds_keep_them() -> None:
    lines = lines_of(LINES)
    assert (lines.tree.at, lines.names, len(lines.tree.nodes)) == (2, ("Ann", "Bo"), 4)
    assert json.loads(json.dumps(lines_data(lines))) == LINES
    assert load_lines_link(dump_lines_link(lines)) == lines


@pytest.mark.parametrize(
    "damage",
    [
        {"version": 2},
        {"at": 4},
        {"at": "2"},
        {"names": ["Ann"]},
        {"names": ["Ann", 2]},
        {"nodes": [[-1, "PihgdR64"]]},
        {"nodes": [[-1]]},
        {"nodes": [[0, "Pihgd"]]},
        {"start": None},
    ],
    ids=str,
)
def test_damaged_lines_are_refused(damage: dict[str, object]) -> None:
    with pytest.raises(BackgammonError):
        lines_of({**LINES, **damage})
