"""The sheets of the friend's dialog: the list, an invitation, a text to send, and the match on the board."""

from dataclasses import replace
from functools import cache

import pytest
from app.friends import start_friend_match
from view.models import FIRST, SAY, after, attribute, nodes, texts, two_people

from backgammon.core.rules import PRESETS
from backgammon.core.time_control import MINUTE, SECOND, TimeControl
from backgammon.friend.news import Invited, Kind, ListedMatch, MatchState
from backgammon.friend.outputs import RemarkMade
from backgammon.friend.remarks import REMARKS
from backgammon.friend.stages import End, Link, Stage
from backgammon.friend.terms import Terms
from backgammon.state.friend import FriendPage, Sheet
from backgammon.state.model import DialogName, Model
from backgammon.view.dialogs.registry import dialog
from backgammon.view.node import Node

LIVE = (("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("way", "live"))
SEND, OPEN = "dialog.friend.reply.submit", "dialog.friend.reply.submit.message"


def sheet(friend: FriendPage, base: Model = FIRST) -> Node:
    """Return the dialog that shows what is known about matches against friends."""
    drawn = dialog(replace(base, dialog=DialogName.FRIEND, friend=friend), SAY)
    assert drawn
    return drawn


def acts(drawn: Node) -> list[str | None]:
    """Return what the buttons about the friend do, in order, without the fixed remarks."""
    found = [each for each in nodes(drawn) if attribute(each, "data-command") == "friend-act"]
    return [act for each in found if not (act := attribute(each, "data-value") or "").startswith("say:")]


def words(drawn: Node, tag: str = "li") -> list[str]:
    return [texts(each) for each in nodes(drawn) if each.tag == tag]


def submits(drawn: Node) -> list[str]:
    return [texts(each) for each in nodes(drawn) if attribute(each, "type") == "submit"]


@pytest.mark.parametrize(
    ("stage", "mine", "end", "said"),
    [
        (Stage.PLAYING, True, None, "mine"),
        (Stage.PLAYING, False, None, "theirs"),
        (Stage.INVITING, True, None, "invited"),
        (Stage.OVER, True, End.TIME, "over"),
    ],
)
def test_the_list_says_who_has_something_to_do(stage: Stage, mine: bool, end: End | None, said: str) -> None:
    match = ListedMatch("x", "", stage, 5, (1, 0), mine, end)
    (line,) = [each for each in nodes(sheet(FriendPage(matches=(match,)))) if each.tag == "li"]
    opened = next(nodes(each) for each in line.children if isinstance(each, Node))
    button, name, _, state = [each for each in opened if each.tag in ("button", "bdi", "span")]
    assert attribute(button, "data-value") == "open:x"
    assert (texts(name), texts(state)) == (
        SAY("dialog.friend.unnamed"),
        SAY(f"dialog.friend.entry.{said}"),
    )
    assert ("mine" in (attribute(button, "class") or "").split()) is (said == "mine")


CLOCKS = (
    (None, SAY("dialog.friend.clock.none")),
    (TimeControl(12 * SECOND, 6 * MINUTE), SAY("dialog.friend.clock", delay=12, minutes="6")),
    (
        TimeControl(8 * SECOND, 90 * SECOND, loses=False),
        SAY("dialog.friend.clock.shown", delay=8, minutes="1.5"),
    ),
)


@pytest.mark.parametrize(("live", "white", "hints"), [(True, 1, True), (False, 0, False)])
@pytest.mark.parametrize(("clock", "said"), CLOCKS)
def test_an_invitation_says_what_is_proposed(
    clock: TimeControl | None, said: str, live: bool, white: int, hints: bool
) -> None:
    terms = Terms(PRESETS["ga207"], 7, white, clock, hints)
    drawn = sheet(FriendPage(sheet=Sheet.INVITED, invited=Invited("Bob", terms, live)))
    assert words(drawn) == [
        SAY("ui.match", count=7),
        SAY("rule.ga207.name"),
        SAY(f"dialog.friend.colour.{'white' if white == 1 else 'black'}"),
        said,
        SAY("dialog.friend.hints" if hints else "dialog.friend.hints.none"),
        SAY(f"dialog.friend.way.{'live' if live else 'message'}"),
    ]
    settings = [attribute(each, "data-setting") for each in nodes(drawn)]
    assert ("address_server" in settings) is live
    assert (SAY("dialog.friend.near") in texts(drawn)) is live


@pytest.mark.parametrize("name", ["Bob", ""])
def test_an_invitation_is_accepted_under_ones_own_name_or_declined(name: str) -> None:
    page = FriendPage(sheet=Sheet.INVITED, invited=Invited(name, Terms(), live=True))
    drawn = sheet(page, two_people("Ann"))
    lead = SAY("dialog.friend.invited.named", name=name) if name else SAY("dialog.friend.invited")
    assert words(drawn, "p")[0] == lead
    fields = {attribute(each, "name"): attribute(each, "value") for each in nodes(drawn)}
    assert (fields["name"], fields["accept"]) == ("Ann", "yes")
    assert submits(drawn) == [SAY("dialog.friend.accept")]
    assert acts(drawn) == ["decline"]
    for base, waits in ((FIRST, False), (after(3), True)):
        assert (SAY("dialog.play-here.about") in texts(sheet(page, base))) is waits


def test_a_copy_of_ones_match_says_which_it_is_and_can_be_left() -> None:
    match = ListedMatch("x", "Ada", Stage.PLAYING, 5, (1, 0), mine=True)
    drawn = sheet(FriendPage(sheet=Sheet.COPY, copy=match))
    name, about = words(drawn)
    assert name == "Ada"
    assert about.startswith(SAY("ui.match", count=5))
    assert acts(drawn) == ["take-copy", "decline"]
    assert acts(sheet(FriendPage(sheet=Sheet.COPY))) == []


@pytest.mark.parametrize(
    ("kind", "live", "about", "opened"),
    [
        (Kind.INVITATION, True, "invitation", SEND),
        (Kind.INVITATION, False, "invitation.message", OPEN),
        (Kind.ANSWER, True, "answer", ""),
        (Kind.ANSWER, False, "answer.message", ""),
        (Kind.CALL, True, "call", SEND),
        (Kind.LETTER, False, "letter", ""),
    ],
)
def test_a_text_says_what_to_do_with_it_and_how_the_answer_comes_back(
    kind: Kind, live: bool, about: str, opened: str
) -> None:
    page = FriendPage(sheet=Sheet.TEXT, kind=kind, live=live, text="https://example.org/#a")
    drawn = sheet(page)
    assert words(drawn, "p")[0] == SAY(f"dialog.friend.text.{about}")
    assert submits(drawn) == ([SAY(opened)] if opened else [])
    assert acts(drawn) == ["share", "copy", "code", "list"]
    (link,) = [each for each in nodes(drawn) if attribute(each, "class") == "link-text"]
    assert (attribute(link, "value"), attribute(link, "readonly")) == ("https://example.org/#a", "")
    for coded in (False, True):
        shown = sheet(replace(page, coded=coded))
        assert any(each.tag == "svg" and each.key == "qr" for each in nodes(shown)) is coded
        (code,) = [each for each in nodes(shown) if attribute(each, "data-value") == "code"]
        assert attribute(code, "aria-expanded") == str(coded).lower()
    assert words(sheet(replace(page, text="")), "p") == [SAY("dialog.friend.preparing")]


@cache
def live_match() -> tuple[Model, MatchState]:
    """Return a page in the middle of a live match, and the state of that match."""
    ann, _ = start_friend_match(LIVE)
    assert ann.model.friend
    assert ann.model.friend.state
    return ann.model, ann.model.friend.state


@pytest.mark.parametrize(
    ("link", "stage", "turn", "due", "offered"),
    [
        (Link.LIVE, Stage.PLAYING, True, False, "mute end"),
        (Link.LIVE, Stage.PLAYING, False, False, "mute"),
        (Link.CLOSED, Stage.PLAYING, True, False, "call mute keep-cube:on end own-copy"),
        (Link.CLOSED, Stage.OFFERING, False, True, "write call mute keep-cube:on own-copy"),
        (Link.CLOSED, Stage.JOINING, False, False, "answer mute"),
        (Link.CLOSED, Stage.OVER, True, False, "call mute"),
        (Link.SILENT, Stage.OVER, False, True, "write call mute"),
    ],
)
def test_the_match_offers_what_its_connection_and_stage_allow(
    link: Link, stage: Stage, turn: bool, due: bool, offered: str
) -> None:
    model, state = live_match()
    assert model.friend
    known = replace(state, link=link, stage=stage, is_our_turn=turn, letter_due=due, end_offered=False)
    drawn = sheet(replace(model.friend, sheet=Sheet.MATCH, state=known), model)
    assert acts(drawn) == [*offered.split(), "list"]
    (connection,) = [each for each in nodes(drawn) if attribute(each, "role") == "status"]
    assert texts(connection) == SAY(f"ui.friend.{link}")
    said, live = texts(drawn), link is Link.LIVE
    assert (SAY("dialog.friend.text.answer.message") in said) is (stage is Stage.JOINING)
    assert (SAY(OPEN) in submits(drawn)) is (not live and not due)
    assert (SAY("dialog.friend.say.send") in submits(drawn)) is live
    settings = [found for each in nodes(drawn) if (found := attribute(each, "data-setting"))]
    assert settings == [*["address_server"] * ("call" in acts(drawn)), "show_steps"]
    fixed = [attribute(each, "data-value") for each in nodes(drawn) if attribute(each, "class") == "chip"]
    assert fixed == [f"say:{remark}" for remark in REMARKS if live]
    asked = sheet(replace(model.friend, sheet=Sheet.MATCH, state=replace(known, end_offered=True)), model)
    assert {*acts(asked)} - {*acts(drawn)} == {"end-yes", "end-no"}


def test_what_was_said_is_listed_with_who_said_it() -> None:
    model, state = live_match()
    assert model.friend
    remarks = RemarkMade("hello", mine=True), RemarkMade("", "How are you?")
    drawn = sheet(replace(model.friend, sheet=Sheet.MATCH, state=state, remarks=remarks), model)
    said = [(texts(each), attribute(each, "class")) for each in nodes(drawn) if each.tag == "li"]
    assert said == [(SAY("friend.remark.hello"), "mine"), ("How are you?", "theirs")]
    for muted, key in ((False, "mute"), (True, "unmute")):
        shown = sheet(replace(model.friend, sheet=Sheet.MATCH, state=state, muted=muted), model)
        (button,) = [each for each in nodes(shown) if attribute(each, "data-value") == "mute"]
        assert texts(button) == SAY(f"dialog.friend.{key}")
