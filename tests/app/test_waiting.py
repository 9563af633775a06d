"""An event that needs a missing part of the page waits for it, and is handled once it is loaded."""

from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page, new_page
from app.friends import start_match_by_message
from app.test_announcements import announcements
from app.timed import page_at_decision

from backgammon.state.effects import Download, FetchPart
from backgammon.state.events import Command, PartFailed, PartLoaded, TextReceived
from backgammon.state.model import DialogName, Notice
from backgammon.state.parts import Part, PartMissing, late, part_of
from backgammon.view.dialogs.registry import DIALOGS, dialog

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
COMING = Notice("notice.part-coming")


@pytest.fixture
def page() -> Page:
    """Return a page as it starts in the browser, without any part."""
    found = new_page((("opponent", "human"), ("length", "3")))
    found.model = replace(found.model, parts=frozenset())
    return found


def fetched_parts(page: Page) -> list[Part]:
    return [effect.part for effect in page.effects if isinstance(effect, FetchPart)]


def test_a_dialog_opens_when_its_part_has_come(page: Page) -> None:
    page.send(Command("settings"))
    assert (page.model.dialog, page.model.notice) == (None, COMING)
    assert fetched_parts(page) == [Part.DIALOGS]
    page.send(PartLoaded(Part.DIALOGS))
    assert (page.model.dialog, page.model.notice) == (DialogName.SETTINGS, None)
    page.send(Command("close"))
    page.send(Command("help"))
    assert page.model.dialog is DialogName.HELP
    assert fetched_parts(page) == [Part.DIALOGS]


def test_a_command_is_carried_out_once_its_part_has_come(page: Page) -> None:
    for _ in range(2):
        page.send(Command("save-as", "mat"))
    assert not [effect for effect in page.effects if isinstance(effect, Download)]
    page.send(PartLoaded(Part.FILES))
    assert [effect.name for effect in page.effects if isinstance(effect, Download)] == ["triktrakk-match.mat"]
    assert page.model.waiting == ()


def test_what_waited_is_read_out_once(page: Page) -> None:
    page.send(Command("edit"))
    page.send(Command("line-open"))
    page.effects.clear()
    page.send(PartLoaded(Part.LINES))
    assert announcements(page.effects) == ["White to roll or double."]


def test_what_came_from_outside_is_opened_once_it_can_be_read(page: Page) -> None:
    page.send(TextReceived(XGID))
    page.send(Command("roll"))
    assert page.model.replay is None
    page.send(PartLoaded(Part.DIALOGS))
    assert page.model.replay is None
    page.send(PartLoaded(Part.FILES))
    assert page.model.replay is not None


def test_what_is_not_possible_any_more_is_not_done(page: Page) -> None:
    page.send(Command("resign"))
    page.send(TextReceived(XGID))
    page.send(PartLoaded(Part.FILES))
    page.send(PartLoaded(Part.DIALOGS))
    assert page.model.replay is not None
    assert page.model.dialog is None


def test_a_part_that_does_not_come_is_told_and_asked_for_again(page: Page) -> None:
    page.send(Command("settings"))
    page.send(PartFailed(Part.DIALOGS))
    assert page.model.notice == Notice("error.part", tone="error")
    assert (page.model.dialog, page.model.waiting) == (None, ())
    page.send(Command("settings"))
    assert fetched_parts(page) == [Part.DIALOGS, Part.DIALOGS]
    page.send(PartLoaded(Part.DIALOGS))
    assert page.model.dialog is DialogName.SETTINGS


def test_nothing_is_said_of_a_part_that_nobody_waits_for(page: Page) -> None:
    page.send(PartFailed(Part.DIALOGS))
    assert page.model.notice is None
    page.send(PartLoaded(Part.FILES))
    assert page.model.parts == {Part.FILES}


@pytest.mark.parametrize("part", [Part.CLOCK, Part.FRIEND])
def test_what_the_match_itself_needs_and_does_not_come_is_told(part: Part) -> None:
    page: Page = page_at_decision() if part is Part.CLOCK else start_match_by_message(1)[0]
    page.model = replace(page.model, parts=page.model.parts - {part}, notice=None)
    page.send(PartFailed(part))
    assert page.model.notice == Notice("error.part", tone="error")
    page.effects.clear()
    page.send(Command("help"))
    assert fetched_parts(page) == [part]
    page.send(PartLoaded(part))
    assert page.model.notice is None


def test_a_new_match_changes_nothing_of_what_is_there_and_what_waits(page: Page) -> None:
    page.send(PartLoaded(Part.DIALOGS))
    page.send(Command("copy-id", "xgid"))
    page.send(Command("new-game"))
    page.send(Command("rematch"))
    assert page.model.parts == {Part.DIALOGS}
    assert [event for _, event in page.model.waiting] == [Command("copy-id", "xgid")]


@pytest.mark.parametrize("name", DialogName)
def test_a_dialog_is_drawn_by_the_file_of_its_name(name: DialogName) -> None:
    """The page finds the part that a dialog needs by the dialog's name."""
    module = DIALOGS[name].content.__module__.removeprefix("backgammon.")
    part = part_of(f"view.dialogs.{name.replace('-', '_')}")
    if part:
        assert DIALOGS[name].content == late(f"view.dialogs.{name.replace('-', '_')}:content")
        model = replace(Page().model, dialog=name, parts=frozenset(Part) - {part})
        with pytest.raises(PartMissing):
            dialog(model, ENGLISH)
    else:
        assert module == f"view.dialogs.{name.replace('-', '_')}"


def test_only_what_comes_late_is_named_so() -> None:
    with pytest.raises(ValueError, match=r"list it in PARTS of state/parts\.py, or import it"):
        late("features.game.flow:proceed")


def test_what_copies_is_fetched_with_what_can_be_copied(page: Page) -> None:
    """A browser may refuse to copy when the click that asked for it is too long ago."""
    page.send(Command("edit"))
    assert fetched_parts(page) == [Part.FILES]
    page.send(Command("edit-clear"))
    assert fetched_parts(page) == [Part.FILES]
    page.send(PartLoaded(Part.FILES))
    page.send(Command("study-close"))
    page.send(Command("edit"))
    assert fetched_parts(page) == [Part.FILES]
