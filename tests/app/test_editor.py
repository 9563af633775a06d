"""The editor shows any position on the board, says what is wrong with it, and releases only valid ones."""

from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page, new_page
from app.positions import page_at
from app.test_announcements import announcements
from hypothesis import given
from hypothesis import strategies as st
from strategies import THREE
from view.models import texts

from backgammon.app.commands import actions, available
from backgammon.core.match import Phase, new_match
from backgammon.core.position import BAR, Position, count_checkers, flip_points
from backgammon.features.saving.saved_match import snapshot
from backgammon.features.speech import status_text
from backgammon.features.viewer.editor import EDITS
from backgammon.features.viewer.open_file import read_text
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from backgammon.state.checkers import BAR_1, Layout
from backgammon.state.draft import CUBES, ROLLED, Draft
from backgammon.state.effects import Copy
from backgammon.state.events import Command, Restored, Submitted, Tapped, TextReceived
from backgammon.state.model import Human, Notice
from backgammon.state.viewer import match_at_cursor
from backgammon.storage.codec import dump, load
from backgammon.storage.types import MatchOptions, Saved
from backgammon.view.node import to_html
from backgammon.view.page import page as page_view

XGID = "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:52:2:1:0:5:10"


def open_editor(text: str = "") -> Page:
    page = new_page((("opponent", "human"), ("length", "3")), 3)
    page.play_on(9)
    if text:
        page.send(TextReceived(text))
    page.send(Command("edit"))
    return page


def draft(page: Page) -> Draft:
    assert page.model.draft is not None
    return page.model.draft


def edit(page: Page, **values: str) -> Page:
    for name, value in values.items():
        page.send(Command(f"edit-{name.replace('_', '-')}", value))
    return page


def reason(page: Page) -> str:
    return status_text.text(ENGLISH, status_text.status(page.model))


def test_an_analysis_that_was_open_is_put_away() -> None:
    page = page_at(dice=(3, 1))
    page.send(Command("hint"))
    assert page.model.analysis.open
    page.send(Command("edit"))
    assert not page.model.analysis.open
    assert page.works == {}


def test_the_editor_begins_with_what_is_shown_and_gives_it_back() -> None:
    page = open_editor(XGID)
    assert format_xgid(draft(page).setup) == XGID
    page.send(Command("edit-done"))
    assert page.model.draft is None
    assert page.model.replay is not None
    assert format_xgid(Setup.of(match_at_cursor(page.model.replay))) == XGID


def test_a_score_is_at_most_one_point_short_of_the_match() -> None:
    page = edit(open_editor(), length="7", score0="6", score1="7")
    assert draft(page).score == (6, 0)
    edit(page, score1="99")
    assert draft(page).score == (6, 0)
    edit(page, length="0", score1="99")
    assert draft(page).score[1] == 99
    edit(page, score1="100")
    assert draft(page).score[1] == 99


@pytest.mark.parametrize(
    ("edits", "cube", "owner"),
    [
        ("length=5 cube=3", 1, None),
        ("length=5 cube=4", 4, 0),
        ("length=5 on-roll=1 cube=4", 4, 1),
        ("length=5 owner=1", 2, 1),
        ("length=5 cube=8 owner=1", 8, 1),
        ("length=5 cube=8 owner=", 1, None),
        ("length=5 cube=8 cube=1", 1, None),
        ("length=0 cube=4", 4, None),
        ("length=0 cube=4 owner=0 owner=", 4, None),
    ],
)
def test_the_cube_and_its_owner_are_set_together(edits: str, cube: int, owner: int | None) -> None:
    """Only in money play, after automatic doubles, is a cube in the middle worth more than 1."""
    page = open_editor("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10")
    for name, _, value in (each.partition("=") for each in edits.split()):
        page.send(Command(f"edit-{name}", value))
    assert (draft(page).cube, draft(page).owner) == (cube, owner)


def test_turning_the_board_exchanges_all_that_belongs_to_a_side() -> None:
    page = edit(open_editor(XGID), turn="")
    turned = draft(page)
    assert (turned.on_roll, turned.owner, turned.score) == (0, 0, (1, 2))
    assert draft(edit(page, turn="")).setup == draft(open_editor(XGID)).setup


def test_a_position_is_made_from_an_empty_board() -> None:
    page = open_editor()
    log = page.model.game.log
    edit(page, clear="", length="7", on_roll="1", rolled="64", score0="2", score1="6", crawford="on")
    assert "checkers" in reason(page)
    assert "play-here" not in actions(page.model)
    for tool, places in (("0", (6, 6, 5, 25, 13)), ("1", (24, 24, 20, 26))):
        edit(page, tool=tool)
        for place in places:
            page.send(Tapped(place))
    assert not draft(page).reason
    assert format_xgid(draft(page).setup) == "XGID=a----AB------A------a---bA:0:0:-1:64:2:6:1:7:10"
    before = draft(page).points
    edit(page, tool="2")
    page.send(Tapped(13))
    edit(page, remove="26")
    assert draft(page).points[13] == draft(page).points[0] == 0
    edit(page, undo="", turn="")
    edit(page, turn="", undo="")
    page.send(Command("edit-undo"))
    page.send(Command("edit-undo"))
    assert draft(page).points in (before, flip_points(before))
    assert page.model.game.log == log


def test_no_side_gets_a_sixteenth_checker_and_the_others_leave_the_point() -> None:
    page = edit(open_editor(), start="", tool="0")
    page.send(Tapped(6))
    assert page.model.notice is not None
    assert draft(page).points == Position.start().points
    edit(page, remove="13")
    page.send(Tapped(12))
    assert draft(page).points[12] == 1
    assert count_checkers(flip_points(draft(page).points)) == 10
    page.send(Tapped(0))
    page.send(Tapped(27))
    assert count_checkers(draft(page).points) == 15


def test_rules_of_three_checkers_set_up_three_and_allow_no_fourth() -> None:
    page = Page()
    page.send(Restored(Saved(MatchOptions((Human(), Human()), THREE), new_match(THREE))))
    page.send(Command("edit"))
    edit(page, clear="", start="", tool="0")
    assert draft(page).points == THREE.start
    assert not draft(page).reason
    page.send(Tapped(20))
    assert page.model.notice == Notice("notice.no-more-checkers")
    edit(page, remove="24")
    page.send(Tapped(20))
    assert draft(page).points == (*THREE.start[:20], 1, *THREE.start[21:24], 0, 0)
    assert Layout.of(draft(page).match.position).stacks[20] == (2,)


@pytest.mark.parametrize("phase", [Phase.GAME_OVER, Phase.MATCH_OVER])
def test_where_nothing_is_left_to_decide_the_editor_begins_with_the_rules_start(phase: Phase) -> None:
    over = replace(new_match(THREE, 3), phase=phase)
    assert Draft.of(over).match.position == Position(THREE.start, 3)


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ({"clear": ""}, "both sides"),
        ({"length": "5", "crawford": "on"}, "Crawford"),
        ({"length": "5", "rolled": "D", "cube": "2", "owner": "1", "on_roll": "0"}, "cube owner"),
        ({"length": "3", "score0": "2", "crawford": "on", "cube": "4"}, "Crawford"),
    ],
)
def test_what_no_game_allows_says_why_and_does_not_get_out(edits: dict[str, str], said: str) -> None:
    page = edit(open_editor(), **edits)
    assert said in reason(page)
    assert actions(page.model) == ("study-close",)
    assert "copy-id" not in available(page.model)
    again = Page()
    again.send(Restored(load(dump(snapshot(page.model)))))
    assert again.model.replay == page.model.replay


@given(
    st.lists(
        st.tuples(
            st.sampled_from([f"edit-{name}" for name in EDITS]),
            st.sampled_from(["", "0", "1", "2", "3", "25", "26", "27", "D", "on", "x", "-1", "²", "4096"])
            | st.sampled_from(ROLLED)
            | st.sampled_from([str(cube) for cube in CUBES]),
        )
        | st.integers(-1, 28),
        max_size=60,
    )
)
def test_whatever_is_done_a_valid_draft_is_what_a_reload_brings_back(script: list[object]) -> None:
    page = open_editor()
    for step in script:
        page.send(Command(*step) if isinstance(step, tuple) else Tapped(step))  # type: ignore[arg-type]
        found = draft(page)
        assert max(map(count_checkers, (found.points, flip_points(found.points)))) <= 15
        assert reason(page)
        if not found.reason:
            assert page.model.replay is not None
            assert format_xgid(Setup.of(match_at_cursor(page.model.replay))) == format_xgid(found.setup)
    assert page.model.game.match == draft(page).match
    again = Page()
    again.send(Restored(load(dump(snapshot(page.model)))))
    assert again.model.replay == page.model.replay


def test_a_position_that_was_set_up_is_copied_and_played_from_and_the_match_returned_to() -> None:
    page = edit(open_editor(), start="", on_roll="1", rolled="31", length="5", score1="3")
    log = page.model.game_in_play.log
    page.effects.clear()
    page.send(Command("copy-id", "xgid"))
    (copied,) = [effect for effect in page.effects if isinstance(effect, Copy)]
    assert Setup.of(match_at_cursor(read_text(copied.text))) == draft(page).setup
    page.send(Command("play-here"))
    page.send(Submitted("play-here", (("opponent", "computer"), ("side", "0"))))
    assert page.model.draft is page.model.replay is None
    assert (page.model.game.match.dice, page.model.game.match.score) == ((3, 1), (0, 3))
    page.play_on(10)
    page.send(Command("shelf-return"))
    assert page.model.game.log == log


def test_closing_the_editor_goes_back_to_the_match() -> None:
    page = open_editor()
    page.send(Command("study-close"))
    assert page.model.draft is page.model.replay is None
    page.settle()
    assert page.player_event()


@pytest.mark.parametrize(("offer", "word"), [("B", "Beaver"), ("R", "Raccoon")])
def test_the_answer_to_a_beaver_or_a_raccoon_stays_to_be_given(offer: str, word: str) -> None:
    text = f"XGID=-b----E-C---eE---c-e----B-:2:-1:1:{offer}:0:0:2:0:10"
    page = new_page()
    page.send(TextReceived(text))
    looked_at = page.model.game.match
    page.send(Command("edit"))
    assert page.model.game.match.phase is looked_at.phase
    assert word in texts(page_view(page.model, ENGLISH))
    page.send(Command("edit-done"))
    assert page.model.game.match == looked_at
    page.send(Command("edit"))
    assert draft(edit(page, rolled="31")).setup.dice == (3, 1)


def test_what_lies_on_a_place_after_a_change_is_said_by_the_name_that_it_has_on_the_board() -> None:
    page = edit(open_editor(), start="")
    page.effects.clear()
    for tool, place in (("2", 24), ("2", 24), ("0", BAR), ("2", BAR), ("2", 19), ("1", BAR_1), ("0", 1)):
        edit(page, tool=tool)
        page.send(Tapped(place))
        assert f'aria-label="{announcements(page.effects)[-1]}"' in to_html(page_view(page.model, ENGLISH))
    edit(page, undo="", turn="", start="")
    assert announcements(page.effects) == [
        "Point 24, one of your checkers",
        "Point 24, empty",
        "Your bar, one checker",
        "Your bar, empty",
        "Point 19, 4 opposing checkers",
        "Opponent’s bar, one checker",
        "Point 1, one of your checkers",
        "Point 1, 2 opposing checkers",
    ]
