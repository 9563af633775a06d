"""Match files that a page gives to its board as bytes: binary ones, and texts that are not UTF-8."""

from base64 import b64encode
from random import Random

import pytest

from backgammon.app.embed_page import begin
from backgammon.core.errors import BackgammonError
from backgammon.core.match import new_match
from backgammon.notation.errors import DamagedFile
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record
from backgammon.state.embed import Mode, Request
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
