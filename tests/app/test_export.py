"""What is shown can be saved at every stage of a match."""

import re

import pytest
from app.fake import ENGLISH, new_page, replay_of
from app.positions import page_at
from app.test_review import analysed_match
from app.test_rollout_verdict import begin
from strategies import THREE

from backgammon.analysis.finding_text import finding_lines
from backgammon.analysis.rollout_state import SCALE, RolloutState, Sums
from backgammon.app.commands import available
from backgammon.core.match import Accepted, Action, OpeningRoll, Phase, Played, Resigned, new_match
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.features.analysis.hint import LISTED, finding_of
from backgammon.features.viewer.export import KINDS
from backgammon.features.viewer.open_file import read_text
from backgammon.notation.record import Record
from backgammon.notation.sgf import format_sgf
from backgammon.state.effects import Copy, Download, SavePicture
from backgammon.state.events import Command, TextReceived, WorkDone
from backgammon.state.model import Human
from backgammon.state.viewer import match_at_cursor
from backgammon.view.node import to_html
from backgammon.view.page import page as draw_page


def test_a_position_is_saved_while_a_resignation_awaits_its_answer() -> None:
    there = page_at(opponent=Human("Ada"))
    there.send(Command("resign-offer", "1"))
    match = there.model.game.match
    assert match.phase is Phase.RESIGNED
    there.effects.clear()
    there.send(Command("save-as", "txt"))
    (file,) = [effect for effect in there.effects if isinstance(effect, Download)]
    assert match_at_cursor(read_text(file.text)).position == match.position


def test_each_button_that_saves_gives_a_file() -> None:
    match, lines = new_page(), new_page()
    lines.send(TextReceived(POSITION))
    lines.send(Command("line-open"))
    saved = set[str]()
    for there in (match, lines):
        there.send(Command("files"))
        drawn = to_html(draw_page(there.model, ENGLISH))
        for kind in re.findall('data-command="save-as" data-value="(.*?)"', drawn):
            there.effects.clear()
            there.send(Command("save-as", kind))
            assert [effect for effect in there.effects if isinstance(effect, Download | SavePicture)], kind
            saved.add(kind)
    assert saved == set(KINDS)


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


def test_the_analysis_on_show_is_copied_and_saved_as_text() -> None:
    there = new_page()
    there.send(TextReceived(POSITION))
    assert "copy-analysis" not in available(there.model)
    there.send(Command("save-as", "txt"))
    there.send(Command("hint"))
    there.settle()
    assert 'data-command="copy-analysis"' in to_html(draw_page(there.model, ENGLISH))
    for command in (
        Command("copy-analysis"),
        Command("save-as", "txt"),
        Command("hint"),
        Command("save-as", "txt"),
    ):
        there.send(command)
    bare, copied, saved, closed = [
        effect.text for effect in there.effects if isinstance(effect, Copy | Download)
    ]
    assert closed == bare
    assert copied == saved
    assert copied.startswith(bare)
    assert copied.count(POSITION) == 1
    assert match_at_cursor(read_text(copied)).position == there.model.game.match.position
    found = finding_of(there.model)
    assert found
    assert copied.removeprefix(bare).splitlines()[1:] == finding_lines(there.model.game.match, found, LISTED)


def test_in_a_copied_analysis_the_player_on_roll_is_x_as_the_plays_are_numbered() -> None:
    there = new_page()
    there.send(TextReceived(POSITION.replace(":1:31:", ":-1:31:")))
    there.send(Command("hint"))
    there.settle()
    there.send(Command("copy-analysis"))
    (copied,) = [effect.text for effect in there.effects if isinstance(effect, Copy)]
    first, second = there.model.game.setup.seats
    assert copied.startswith(POSITION)
    assert f"X:{second.name or 'Player 2'}   O:{first.name or 'Player 1'}" in copied


@pytest.mark.parametrize("answered", [False, True])
def test_the_analysis_of_the_decision_that_a_resignation_interrupts_is_copied(answered: bool) -> None:
    log: list[Action] = [OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Resigned(1), Accepted()]
    there = new_page()
    there.send(TextReceived(format_sgf(Record.of(("Ann", "Bob"), new_match(length=5), log))))
    there.send(Command("study-at", str(3 if answered else 2)))
    there.send(Command("hint"))
    there.settle()
    match = there.model.game.match
    assert (match.phase is Phase.RESIGNED) == answered
    there.effects.clear()
    there.send(Command("copy-analysis"))
    (copied,) = [effect.text for effect in there.effects if isinstance(effect, Copy)]
    assert "\nno double     " in copied
    assert "the player who doubled" not in copied
    told = copied.splitlines()[-1]
    assert told.startswith(f"played: {'accept' if answered else 'resign'} a single game")


def spread(trials: int, *equities: float) -> RolloutState:
    """Return the state of a rollout whose trials end 0.3 above or below the mean."""
    sums = [
        Sums(round(trials * worth * SCALE), round(trials * (worth**2 + 0.3**2) * SCALE)) for worth in equities
    ]
    return RolloutState("key", ((0, trials),), tuple(sums))


def test_a_copied_rollout_tells_its_trials_and_how_sure_it_is() -> None:
    page = analysed_match()
    _, number = begin(page)
    page.send(Command("copy-analysis"))
    page.send(WorkDone(number, spread(144, 0.2, 0.3)))
    page.send(Command("copy-analysis"))
    before, after = [effect.text for effect in page.effects if isinstance(effect, Copy)]
    assert "rollout" not in before
    assert after.splitlines()[-1] == "rollout: 144 trials, 95% within ±0.049"
    assert [line.split()[1] for line in after.splitlines() if " eq:" in line][:2] == ["rollout"] * 2


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (STANDARD, None),
        (custom(jacoby=True), "Rules: Standard, Jacoby rule"),
        (PRESETS["leaflet"], "Rules: Leaflet"),
        (
            custom(THREE, lapse=True),
            "Rules: Custom; Skipping a number: Allowed when all checkers are home and the number’s point is "
            "empty; Starting position: 24(1) 23(1) 22(1)",
        ),
    ],
)
def test_a_copied_analysis_names_rules_that_are_not_the_standard(rules: Rules, told: str | None) -> None:
    log: list[Action] = [OpeningRoll(3, 1)]
    there = new_page()
    there.send(TextReceived(format_sgf(Record.of(("Ann", "Bob"), new_match(rules), log))))
    there.send(Command("study-at", "1"))
    there.send(Command("hint"))
    there.settle()
    there.send(Command("copy-analysis"))
    (copied,) = [effect.text for effect in there.effects if isinstance(effect, Copy)]
    assert [line for line in copied.splitlines() if line.startswith("Rules")] == ([told] if told else [])
    assert match_at_cursor(read_text(copied)).position.points == there.model.game.match.position.points
