"""What a page gives to its board: match files as bytes, also ones that are not UTF-8; links of friends."""

from base64 import b64encode
from random import Random

import pytest

from backgammon.app.embed_page import begin, update
from backgammon.core.errors import BackgammonError
from backgammon.core.match import new_match
from backgammon.notation.errors import DamagedFile
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record
from backgammon.state.effects import FriendRequest
from backgammon.state.embed import Mode, Request
from backgammon.state.events import Submitted, TextReceived
from lab.fuzz.seeds import random_log
from lab.fuzz.xg_files import xg_file

START = new_match(length=3)
RECORD = Record.of(("Zoë", "Bob"), START, random_log(Random(1), START, 4))


def request_for(content: bytes) -> Request:
    return Request(mode=Mode.MATCH, match=f"data:;base64,{b64encode(content).decode()}")


@pytest.mark.parametrize(
    "content",
    [xg_file(RECORD), format_mat(RECORD).encode("latin-1"), format_mat(RECORD).encode("utf-16")],
    ids=["xg", "latin-1", "utf-16"],
)
def test_a_file_is_given_as_bytes(content: bytes) -> None:
    replay = begin(request_for(content)).replay
    assert replay
    assert replay.names == ("Zoë", "Bob")
    assert len(replay.log) == len(RECORD.log)


def test_a_damaged_one_is_refused() -> None:
    with pytest.raises(DamagedFile):
        begin(request_for(xg_file(RECORD)[:-5]))
    with pytest.raises(BackgammonError):
        begin(Request(mode=Mode.MATCH, match="data:;base64,????x"))


XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


@pytest.mark.parametrize(
    "request_",
    [Request(mode=Mode.PLAY), Request(mode=Mode.PROBLEM, position=XGID), request_for(xg_file(RECORD))],
    ids=["play", "problem", "match"],
)
@pytest.mark.parametrize("text", ["#friend=1iabc", "Let us play: https://example.org/#friend=1iabc"])
def test_a_link_of_a_friend_begins_nothing_and_the_board_says_where_to_open_it(
    request_: Request, text: str
) -> None:
    first = begin(request_)
    for event in (TextReceived(text), Submitted("import", (("text", text),))):
        after, effects = update(first, event, first)
        assert after.notice
        assert after.notice.key == "friend.text.framed"
        assert not [effect for effect in effects if isinstance(effect, FriendRequest)]
        assert (after.game, after.looking, after.dialog) == (first.game, first.looking, None)
