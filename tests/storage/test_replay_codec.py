"""A replay as stored: what is said in it belongs to an action of its log, or follows the last one."""

import json

import pytest

from backgammon.core.match import OpeningRoll, new_match
from backgammon.storage.errors import StorageError
from backgammon.storage.log import Log
from backgammon.storage.replay_codec import read_replay, replay_data
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
