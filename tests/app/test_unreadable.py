"""What cannot be read says where and why, and changes nothing."""

import pytest
from app.fake import ENGLISH, two_player_page
from effort import tries
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st
from notation.games import random_match

from backgammon.core.match import new_match
from backgammon.data.file_text import file_text
from backgammon.features.saving.saved_match import snapshot
from backgammon.features.speech import status_text
from backgammon.state.events import Command, Submitted, TextReceived
from backgammon.state.model import DialogName, Model, Origin, Replay
from backgammon.storage.errors import StorageError
from backgammon.storage.log import Log
from backgammon.storage.replay_codec import dump_link, load_link

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"


def error_text(model: Model) -> str:
    assert model.notice is not None
    assert model.notice.tone == "error"
    return status_text.text(ENGLISH, model.notice)


@given(st.data())
@profile(max_examples=tries(60))
def test_damaged_links_say_so_and_lose_nothing(data: st.DataObject) -> None:
    link = dump_link(Replay(new_match(), Log.of(new_match(), random_match(2).log[:60]), 0, Origin.FILE))
    at = data.draw(st.integers(0, len(link) - 1))
    kind = data.draw(st.sampled_from(["cut", "change", "add"]))
    scrap = data.draw(st.sampled_from("aZ09-_.=é%"))
    damaged = {"cut": link[:at], "change": link[:at] + scrap + link[at + 1 :], "add": link + scrap}[kind]
    if damaged == link:
        return
    with pytest.raises(StorageError):
        load_link(damaged)
    there = two_player_page(4)
    before = snapshot(there.model)
    there.send(TextReceived(f"#match={damaged}"))
    assert "Nothing was changed" in error_text(there.model)
    assert snapshot(there.model) == before


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "No text"),
        ("hello", "“hello”"),
        (f"A diagram\nand {XGID.replace('31', '71')}", "Line 2, column 43: found “71”"),
        (XGID.replace("31", "71"), "Character 39: found “71”"),
        ("XGID=-b----E-C---eE---c-e----P-:0:0:1:31:2:1:0:5:10", "too many"),
        (f"XGID={'-' * 26}:0:0:1:31:2:1:0:5:10", "Put checkers of both sides"),
        (XGID.replace(":2:1:0:5:", ":5:1:0:5:"), "the match is over"),
        (" 300 point match\n Game 1\n Ann : 0   Bob : 0", "Line 1, column 2: found “300 point match”"),
        ("(;GM[1])", "Line 1"),
        ("#xgid=nonsense", "Character 1"),
        ("#match=2.abc", "damaged"),
        ('{"format":"triktrakk-match","version":99}', "damaged"),
        pytest.param("x" * 17_000_000, "a shorter text", marks=pytest.mark.thorough),
    ],
)
def test_what_cannot_be_read_says_where_and_changes_nothing(text: str, wanted: str) -> None:
    there = two_player_page()
    there.send(Command("files"))
    before = snapshot(there.model)
    there.send(Submitted("import", (("text", text),)))
    assert wanted in error_text(there.model)
    assert there.model.dialog is DialogName.FILES
    assert snapshot(there.model) == before


@pytest.mark.parametrize(
    "content", [bytes(range(256)), b"RGMX\x06\x00\x00\x00" + b"\xe9\x01" * 50, b"\x1f\x8b\x08"]
)
def test_bytes_of_another_file_are_not_quoted(content: bytes) -> None:
    there = two_player_page()
    there.send(TextReceived(file_text(content)))
    assert error_text(there.model).startswith("No text. Expected an XGID")


@pytest.mark.parametrize(
    ("content", "program"),
    [
        (b'{"format":"BGF","version":"1.0","compress":true}\n\x1f\x8b\x08', "BGBlitz"),
        (b'{"version":"0.00011825","compression":"gzip","encoding":"smile"}\n\x1f\x8b\x08', "BGBlitz"),
        (b"\x7c\0\1\0\0\0\1\0\xe9", "JellyFish"),
        (b"\x7d\0\1\0\0\0\1\0\xe9", "JellyFish"),
        (b"\x7e\0\1\0\0\0\1\0\xe9", "JellyFish"),
    ],
)
def test_files_of_other_programs_are_named(content: bytes, program: str) -> None:
    there = two_player_page()
    there.send(TextReceived(file_text(content)))
    assert error_text(there.model).startswith(f"This is a binary file of {program}.")


def test_what_cannot_be_printed_is_left_out_of_a_quote() -> None:
    there = two_player_page()
    there.send(TextReceived("hello\x93 there\xad \u200bworld"))
    assert "“hello there world”" in error_text(there.model)


def test_an_error_goes_with_its_dialog() -> None:
    there = two_player_page()
    there.send(Command("files"))
    there.send(Submitted("import", (("text", "hello"),)))
    assert error_text(there.model)
    there.send(Command("close"))
    assert there.model.notice is None
