"""What is shown can be saved at every stage of a match."""

from app.positions import page_at

from backgammon.core.match import Phase
from backgammon.features.viewer.open_file import read_text
from backgammon.state.effects import Download
from backgammon.state.events import Command
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
