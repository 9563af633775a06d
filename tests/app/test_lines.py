"""The analysis board: both sides can be moved, every play is judged and kept, and the match waits."""

from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page, new_page

from backgammon.app.commands import actions, available
from backgammon.app.update import update
from backgammon.core.match import Doubled, Phase, Played, Rolled, Took
from backgammon.core.variations import START, Variations
from backgammon.features.lines import judging
from backgammon.features.saving.saved_match import snapshot
from backgammon.features.speech.status_text import text
from backgammon.state.effects import CopyLink, Download, RestartEngine
from backgammon.state.events import (
    Command,
    EngineFailed,
    Event,
    Restored,
    SettingChanged,
    Submitted,
    Tapped,
    TextReceived,
    WorkFailed,
)
from backgammon.state.model import DialogName, Lines, Model, Tutor
from backgammon.storage.codec import dump, load
from backgammon.view.board.board_view import board_view

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"


def open_lines(text: str = XGID, plays: int = 9) -> Page:
    page = new_page((("opponent", "computer"), ("length", "3")), 3)
    page.play_on(plays)
    page.send(TextReceived(text))
    page.send(Command("line-open"))
    return page


def tree(model: Model) -> Variations:
    assert model.analysis_board
    return model.analysis_board.tree


def drag(page: Page, *places: int) -> None:
    for place in places:
        page.send(Tapped(place))


def test_a_play_becomes_a_line_as_soon_as_it_is_complete() -> None:
    page = open_lines()
    before = page.model.game_in_play
    assert tree(page.model).line == (Rolled((3, 1)),)
    drag(page, 8, 5)
    assert len(tree(page.model).nodes) == 1
    drag(page, 6, 5)
    assert tree(page.model).line == (Rolled((3, 1)), Played(((8, 5), (6, 5))))
    assert page.model.game.match.on_roll == 1
    page.send(Command("line-retry"))
    assert page.model.game.match.phase is Phase.TO_PLAY
    drag(page, 13, 10, 10, 9)
    assert tree(page.model).children(0) == (1, 2)
    assert page.model.game_in_play is before


def test_the_other_side_is_moved_too_and_the_cube_is_turned() -> None:
    page = open_lines()
    drag(page, 8, 5, 6, 5)
    for name, value in (("double", ""), ("take", ""), ("line-roll", "66")):
        page.send(Command(name, value))
    assert tree(page.model).line[2:] == (Doubled(), Took(), Rolled((6, 6)))
    assert page.model.game.match.cube_owner == 0
    drag(page, 24, 18, 24, 18, 13, 7, 13, 7)
    assert isinstance(tree(page.model).line[-1], Played)
    assert page.model.game.match.on_roll == 0


def test_other_dice_are_another_line_and_a_roll_without_a_play_is_passed() -> None:
    page = open_lines()
    page.send(Command("line-roll", "64"))
    assert tree(page.model).line == (Rolled((6, 4)),)
    assert [node.after for node in tree(page.model).nodes] == [START, START]
    page = open_lines("XGID=------N-----------cbbbbbbA:0:0:1:00:0:0:0:0:10")
    page.send(Command("line-roll", "31"))
    assert tree(page.model).line == (Rolled((3, 1)), Played(()))
    assert page.model.game.match.on_roll == 1


def test_the_dialog_to_choose_a_roll_goes_with_the_choice() -> None:
    page = open_lines()
    page.send(Command("line-dice"))
    assert page.model.dialog is DialogName.ROLL_TYPED
    page.send(Command("line-roll", "21"))
    assert page.model.dialog is None
    page.send(Command("line-dice"))
    page.send(TextReceived(XGID))
    assert page.model.dialog is None


def test_every_play_that_is_tried_is_ranked_at_two_plies() -> None:
    page = open_lines()
    page.settle()
    drag(page, 8, 5, 6, 5)
    page.settle()
    answer = judging.answer(page.model)
    assert answer
    assert answer.found
    assert answer.found.chosen is not None
    page.send(Command("line-retry"))
    drag(page, 13, 10, 10, 9)
    page.settle()
    tried = [each for each in judging.candidates(page.model) if each.node is not None]
    assert {each.node for each in tried} == {1, 2}
    losses = [each.play.behind for each in judging.candidates(page.model)]
    assert losses == sorted(losses)
    ranks = {play.steps: rank for rank, play in enumerate(answer.found.plays, 1)}
    assert all(each.place == ranks[each.play.steps] for each in judging.candidates(page.model))
    assert page.works == {}
    (other, *_) = [each for each in judging.candidates(page.model) if each.node is None]
    page.send(Command("line-try", other.value))
    assert tree(page.model).line[-1] == Played(other.play.steps)


def test_lines_start_an_engine_again_that_has_failed_for_good() -> None:
    page = new_page((("opponent", "human"), ("length", "3")))
    page.send(EngineFailed("gone", final=True))
    page.send(TextReceived(XGID))
    page.send(Command("line-open"))
    assert page.effects.count(RestartEngine()) == 1
    drag(page, 8, 5, 6, 5)
    page.settle()
    answer = judging.answer(page.model)
    assert answer
    assert answer.found


def test_what_is_tried_without_an_engine_is_said_not_to_be_judged() -> None:
    page = open_lines()
    page.settle()
    page.send(EngineFailed("gone", final=True))
    drag(page, 8, 5)
    drag(page, 6, 5)
    page.send(EngineFailed("gone", final=True))
    while page.works:
        number = next(iter(page.works))
        page.works.pop(number)
        page.send(WorkFailed(number, "gone"))
    answer = judging.answer(page.model)
    assert answer
    assert answer.failed


def test_no_arrow_stays_while_checkers_are_moved() -> None:
    page = open_lines()
    page.settle()
    assert board_view(page.model).plays
    drag(page, 8, 5)
    assert board_view(page.model).plays == ()
    drag(page, 6, 5)
    assert board_view(page.model).plays == ()


def test_what_was_played_in_a_match_is_the_first_line_and_closing_goes_back_there() -> None:
    page = new_page((("opponent", "human"), ("length", "3"), ("advice", "on")), 3)
    page.play_on(30)
    page.send(Command("explore"))
    assert page.model.replay
    page.send(Command("study-first"))
    while page.model.game.match.phase is not Phase.TO_PLAY:
        page.send(Command("study-next"))
    replay = page.model.replay
    assert replay
    page.send(Command("line-open"))
    first = tree(page.model)
    assert first.nodes[1].action == replay.log[replay.cursor]
    assert first.at == 0
    page.settle()
    assert judging.finding_at(page.model, first, 1)  # it has its mark at once
    page.send(Command("line-close"))
    assert page.model.replay == replay


def test_lines_come_back_after_a_reload_and_by_a_link_and_a_file() -> None:
    page = open_lines()
    drag(page, 8, 5, 6, 5)
    page.send(Command("line-roll", "64"))
    lines = page.model.analysis_board and page.model.analysis_board.lines
    assert lines
    again = Page(rng=page.rng)
    again.send(Restored(load(dump(snapshot(page.model)))))
    assert again.model.analysis_board
    assert again.model.analysis_board.lines == lines
    assert again.model.game_in_play.log == page.model.game_in_play.log
    for command, value in (("copy-link", "lines"), ("save-as", "lines")):
        effect = update(page.model, Command(command, value))[1][-1]
        assert isinstance(effect, CopyLink | Download)
        other = new_page()
        other.send(TextReceived(effect.fragment if isinstance(effect, CopyLink) else effect.text))
        assert other.model.analysis_board
        assert tree(other.model).nodes == lines.tree.nodes


@pytest.mark.parametrize("link", ["#lines=1.x", "#lines=2.", "#lines=", "#lines=1.eJyrrgUAAXUA+Q"])
def test_a_damaged_link_says_so_and_changes_nothing(link: str) -> None:
    page = new_page()
    page.send(TextReceived(link))
    assert page.model.looking is None
    assert page.model.notice
    assert page.model.notice.tone == "error"


def test_a_paste_can_be_analysed_at_once() -> None:
    page = new_page()
    page.send(Submitted("import", (("text", XGID), ("analyse", "on"))))
    assert page.model.analysis_board
    page.send(Command("line-close"))
    assert page.model.replay


def test_a_line_can_be_cut_off_and_one_steps_through_the_rest() -> None:
    page = open_lines()
    drag(page, 8, 5, 6, 5)
    page.send(Command("line-prune"))
    assert tree(page.model).nodes == (tree(page.model).nodes[0],)
    drag(page, 13, 10, 10, 9)
    for name, at in (("study-first", START), ("study-next", 0), ("study-last", 1), ("study-previous", 0)):
        page.send(Command(name))
        assert tree(page.model).at == at
    drag(page, 8, 5)
    page.send(Command("study-previous"))
    assert (tree(page.model).at, page.model.game.moves) == (0, ())


def test_a_line_that_was_cut_off_by_mistake_comes_back() -> None:
    page = open_lines()
    drag(page, 8, 5, 6, 5)
    page.send(Command("line-roll", "46"))
    page.send(Command("line-prune"))
    assert page.model.notice
    assert text(ENGLISH, page.model.notice) == "Deleted: 64."
    page.send(Command("line-restore"))
    page.send(Command("line-to", "1"))
    before = tree(page.model)
    page.send(Command("line-prune"))
    assert page.model.notice
    assert text(ENGLISH, page.model.notice) == "Deleted: 8/5 6/5."
    page.send(Command("line-restore"))
    assert tree(page.model) == before
    assert page.model.game.match == before.match
    assert page.model.notice is None
    page.send(Command("line-prune"))
    drag(page, 13, 10, 10, 9)
    assert "line-restore" not in available(page.model), "it would undo what was tried since"


def test_lines_that_were_left_by_mistake_come_back_until_the_notice_is_gone() -> None:
    page = open_lines()
    page.send(Command("line-close"))
    assert page.model.notice is None, "opened again they would be the same"
    page.send(Command("line-open"))
    drag(page, 8, 5, 6, 5)
    looking = page.model.analysis_board
    page.send(Command("line-close"))
    assert page.model.replay
    assert page.model.notice
    assert text(ENGLISH, page.model.notice) == "Deleted: Lines."
    page.send(Command("line-restore"))
    assert page.model.analysis_board
    assert looking
    assert page.model.analysis_board.lines == looking.lines
    assert page.model.analysis_board.before == looking.before
    page.send(Command("line-close"))
    page.send(Command("dismiss"))
    assert "line-restore" not in available(page.model)


@pytest.mark.parametrize("opened", ["lines", "position"])
def test_lines_that_a_link_or_file_replaces_come_back_with_their_names(opened: str) -> None:
    other = open_lines()
    drag(other, 8, 5, 6, 5)
    link = update(other.model, Command("copy-link", "lines"))[1][-1]
    assert isinstance(link, CopyLink)
    received = link.fragment if opened == "lines" else XGID
    page = open_lines()
    page.send(TextReceived(received))
    assert "line-restore" not in available(page.model), "what was replaced comes by opening the board again"
    page = open_lines()
    looking = page.model.analysis_board
    assert looking
    page.model = replace(
        page.model, looking=replace(looking, lines=replace(looking.lines, names=("Ann", "Bo")))
    )
    drag(page, 24, 21, 24, 23)
    mine = page.model.analysis_board
    assert mine
    page.send(TextReceived(received))
    assert page.model.notice
    assert text(ENGLISH, page.model.notice) == "Deleted: Lines."
    assert bool(page.model.analysis_board) is (opened == "lines")
    page.send(Command("line-restore"))
    assert page.model.analysis_board
    assert page.model.analysis_board.lines == mine.lines
    assert page.model.notice is None
    same = update(page.model, Command("copy-link", "lines"))[1][-1]
    assert isinstance(same, CopyLink)
    page.send(TextReceived(same.fragment))
    assert page.model.notice is None, "the same lines replace nothing"


@pytest.mark.parametrize("begun", [Submitted("new-game", ()), Command("rematch")])
def test_lines_that_a_new_game_takes_from_the_board_come_back(begun: Event) -> None:
    page = new_page((("opponent", "computer"), ("length", "3")), 3)
    page.play_on(9)
    page.send(TextReceived(XGID))
    page.send(Command("line-open"))
    drag(page, 8, 5, 6, 5)
    lines = page.model.analysis_board
    assert lines
    page.send(Command("new-game"))
    page.send(begun)
    assert page.model.looking is None
    assert len(page.model.game.log) < 9
    assert page.model.notice
    assert text(ENGLISH, page.model.notice) == "Deleted: Lines."
    page.send(Command("line-restore"))
    assert page.model.analysis_board
    assert page.model.analysis_board.lines == lines.lines
    page.send(Command("line-close"))
    assert page.model.looking is None


def test_lines_that_another_tab_or_a_reload_has_ended_are_not_offered_again() -> None:
    page = open_lines()
    drag(page, 8, 5, 6, 5)
    page.send(Command("line-close"))
    saved = load(dump(snapshot(page.model)))
    for there in (page, Page(rng=page.rng)):
        there.send(Restored(saved))
        assert there.model.analysis_board is None
        assert "line-restore" not in available(there.model)


def test_a_match_goes_on_behind_lines_that_were_left_and_brought_back() -> None:
    link = update(open_lines().model, Command("copy-link", "lines"))[1][-1]
    assert isinstance(link, CopyLink)
    page = new_page((("opponent", "computer"), ("length", "3")), 3)
    page.play_on(9)
    log = page.model.game.log
    page.send(TextReceived(link.fragment))
    held = page.model.analysis_board
    assert held
    for _ in range(2):
        page.send(Command("line-close"))
        page.settle()
        assert page.model.looking is None
        assert page.model.game.log.begins_with(log)
        page.send(Command("line-restore"))
        assert page.model.analysis_board
        assert page.model.analysis_board.lines == held.lines


def test_neither_the_tutor_nor_settings_of_the_match_have_a_say() -> None:
    page = open_lines()
    settings = {"tutor": Tutor.WARN, "auto_roll": "on", "auto_confirm": ""}
    for name, value in settings.items():
        page.send(Command("close"))
        page.send(SettingChanged(name, value))
    drag(page, 24, 23, 24, 21)
    page.settle()
    assert page.model.analysis.caution is None
    assert len(tree(page.model).nodes) == 2
    assert page.model.game.match.phase is Phase.TO_ROLL
    assert actions(page.model)[0] == "line-dice"


def test_whose_match_may_not_be_looked_into_is_not() -> None:
    page = new_page((("opponent", "human"), ("length", "3")), 3)
    page.play_on(9)
    page.send(Command("explore"))
    assert "line-open" not in available(page.model)


def test_names_are_those_of_the_file() -> None:
    page = new_page()
    page.send(TextReceived("(;FF[4]GM[6]PW[Ann]PB[Bob]MI[length:3][game:0][ws:0][bs:0];W[31hedi];B[52mhmk])"))
    page.send(Command("line-open"))
    lines = page.model.analysis_board and page.model.analysis_board.lines
    assert isinstance(lines, Lines)
    assert lines.names == ("Ann", "Bob")
