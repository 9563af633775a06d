"""Remarks on a file that cannot be followed everywhere: they are shown, kept and sent on."""

import json
from dataclasses import replace

import pytest
from app.fake import ENGLISH, replay_of, two_player_page

from backgammon.features.saving.saved_match import snapshot
from backgammon.notation.mat import parse_mat
from backgammon.notation.remarks import TEXTS, Remark
from backgammon.state.events import TextReceived
from backgammon.state.model import Replay
from backgammon.state.viewer import match_at_cursor
from backgammon.storage.codec import dump, load
from backgammon.storage.errors import StorageError
from backgammon.storage.replay_codec import dump_link, load_link, read_replay, replay_data
from backgammon.view.panels.status_line import remark_text

ODD = """\
 5 point match
 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/21
 Game 2
 Ann : 1                        Bob : 3
  1) 31: 8/5 6/5                 hello
"""


def test_a_file_that_cannot_be_followed_everywhere_opens_with_remarks() -> None:
    there = two_player_page()
    there.send(TextReceived(ODD))
    study = replay_of(there)
    assert match_at_cursor(Replay(study.start, study.log, len(study.log))).score == (1, 3)
    assert [key for key, _ in study.remarks] == ["remark.stopped", "remark.passed-over"]
    told = [remark_text(*each, ENGLISH) for each in study.remarks]
    assert told[0] == "Line 4: “52: 13/8 24/21” can’t be followed. The rest of this game is left out."
    remarks = parse_mat(ODD).remarks
    assert [line[0].upper() + line[1:] for line in map(str, remarks)] == told
    assert load(dump(snapshot(there.model))) == snapshot(there.model)
    assert load_link(dump_link(study)).remarks == study.remarks


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_every_remark_has_the_same_words_here_and_there(key: str) -> None:
    filled = {
        name: value
        for name, value in (("found", "x"), ("first", 1), ("second", 2))
        if f"{{{name}}}" in TEXTS[key]
    }
    for remark in (
        Remark(key, 7, 1, tuple(filled.items())),
        Remark(key, 0, 0, tuple(filled.items()), game=2, move=5),
    ):
        said, told = str(remark), (f"remark.{key}", (*remark.place, *remark.params))
        assert remark_text(*told, ENGLISH) == said[0].upper() + said[1:]
        there = two_player_page()
        there.send(TextReceived(ODD))
        study = replace(replay_of(there), remarks=(told,))
        assert load_link(dump_link(study)).remarks == (told,)


@pytest.mark.parametrize(
    "told",
    [
        ["remark.after", {}],
        ["remark.after", {"line": 1, "move": 1}],
        ["remark.nothing", {"line": 1}],
        ["ui.files", {}],
    ],
)
def test_a_kept_remark_that_no_reader_makes_is_refused(told: object) -> None:
    there = two_player_page()
    there.send(TextReceived(ODD))
    data = replay_data(replay_of(there)) | {"remarks": [told]}
    with pytest.raises(StorageError):
        read_replay(json.loads(json.dumps(data)))
