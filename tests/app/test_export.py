"""What is shown can be saved at every stage of a match."""

import pytest
from app.fake import new_page, replay_of
from app.positions import page_at

from backgammon.core.match import Phase
from backgammon.features.viewer.open_file import read_text
from backgammon.state.effects import Download
from backgammon.state.events import Command, TextReceived
from backgammon.state.model import Human
from backgammon.state.viewer import match_at_cursor


def test_a_position_is_saved_while_a_resignation_awaits_its_answer() -> None:
    there = page_at(opponent=Human("Ada"))
    there.send(Command("resign-offer", "1"))
    match = there.model.game.match
    assert match.phase is Phase.RESIGNED
    there.effects.clear()
    there.send(Command("save-as", "txt"))
    (file,) = [effect for effect in there.effects if isinstance(effect, Download)]
    assert match_at_cursor(read_text(file.text)).position == match.position


FROM_GAME_3 = """ 5 point match

 Game 3
 Berta : 2                          Carl : 1
  1)                             31: 8/5 6/5
"""
FROM_ONE_MOVE = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0];W[31heye])"
POSITION = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"


@pytest.mark.parametrize("text", [FROM_GAME_3, FROM_ONE_MOVE, POSITION])
def test_a_file_is_saved_from_where_it_begins(text: str) -> None:
    there = new_page()
    there.send(TextReceived(text))
    before = replay_of(there)
    there.send(Command("save-as", "json"))
    (file,) = [effect for effect in there.effects if isinstance(effect, Download)]
    again = read_text(file.text)
    assert (again.start, again.log, again.names) == (before.start, before.log, before.names)
