"""What friends send and agree to, and what they wait for, is whole and readable, also on a phone."""

from dataclasses import replace
from functools import cache

import pytest
from app.friends import (
    FORM,
    disconnect,
    new_device,
    offer_end,
    play_to_letter,
    settle,
    start_friend_match,
    start_match_by_message,
    write_letters,
)
from app.test_friend_rematch import after_match
from browser.screens import Stage, Tags, TagsOf, at_sizes
from view.models import FIRST
from view.screens import MINE

from backgammon.friend.news import Invited, Kind
from backgammon.friend.stages import Link
from backgammon.friend.terms import Terms
from backgammon.state.events import Command, Submitted, TextReceived
from backgammon.state.friend import FriendPage, Sheet
from backgammon.state.model import DialogName, Model, Notice, Offer

pytestmark = pytest.mark.browser
SIZES = ("360x640", "390x844", "740x360", "640x360", "1280x720")
CODED = FriendPage(
    sheet=Sheet.TEXT, kind=Kind.INVITATION, text=f"https://example.org/#{'a' * 250}", coded=True
)
ROOM = """() => {
    const code = document.querySelector(".qr").getBoundingClientRect();
    const body = document.querySelector("dialog[open] .body").getBoundingClientRect();
    return body.height - code.height;
}"""
OUTSIDE = """() => {
    const list = document.querySelector(".friend ul"), box = list.getBoundingClientRect();
    return [...list.children].map(each => each.getBoundingClientRect())
        .filter(each => each.top < box.top || each.bottom > box.bottom).length;
}"""

LOST = Notice("notice.friend-lost", tone="warning")
BESIDE_ICON = """() => {
    const icon = document.querySelector(".quiet [data-command=friend]").getBoundingClientRect();
    const all = ".result :is(.said, .sum, .whose, .tally), .loud button";
    return [...document.querySelectorAll(all)].filter(e => {
        const words = document.createRange();
        words.selectNodeContents(e);
        const { left, right, top, bottom } = words.getBoundingClientRect();
        return right > icon.left && left < icon.right && bottom > icon.top + 1 && top < icon.bottom - 1;
    }).map(e => e.textContent);
}"""
HIDDEN = """() => {
    const { scrollWidth, scrollHeight } = document.scrollingElement;
    const status = document.querySelector(".status"), box = status.getBoundingClientRect();
    const lines = status.querySelectorAll(".said, .notice p");
    const cut = [...lines].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect())
        .filter(each => each.top < box.top - 1 || each.bottom > box.bottom + 1);
    return [scrollWidth - innerWidth, scrollHeight - innerHeight, cut.length].map(part => Math.max(0, part));
}"""


CUT = """() => [...document.querySelectorAll(".actions button")].filter(each => {
    const box = each.getBoundingClientRect();
    return each.scrollWidth > each.clientWidth + 1 || box.right > innerWidth || box.left < 0;
}).map(each => each.innerText)"""


@cache
def models_that_wait() -> dict[str, Model]:
    """Return pages that wait: for the host, for a letter to be made, for one, for an answer about the end."""
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.send(Submitted("new-game", (*FORM[:-1], ("way", "message"))))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
    bob.send(Command("close"))
    assert bob.model.friend
    found = {"joining": bob.model}
    found["live"] = replace(bob.model, friend=replace(bob.model.friend, live=True))
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 4)
    ann, bob = play_to_letter(ann, bob)
    found["letter"] = ann.model
    ann.send(Command("friend-act", "write"))
    ann.send(Command("close"))
    found["written"] = ann.model
    _, other = offer_end(*start_match_by_message(5))
    return found | {"ends": replace(other.model, notice=None)}


@at_sizes("320x568", *SIZES[:4], "667x375", slow=("360x640", "740x360", "667x375"))
def test_what_a_match_waits_for_fits_in_every_language(size: str, phone: Stage, tags: Tags) -> None:
    for name, model in models_that_wait().items():
        for tag in tags:
            for notice in (None, LOST):
                phone.show(model, size=size, tag=tag, notice=notice)
                assert phone.evaluate(HIDDEN) == [0, 0, 0], (name, tag, notice)


CLEAR = """() => {
    const [line, said, button] = ["", " p", " .primary"].map(e => document.querySelector(`.friend-line${e}`));
    const [frame, text, box] = [line, said, button].map(e => e.getBoundingClientRect());
    const edge = parseFloat(getComputedStyle(button).borderTopWidth);
    const below = text.right > box.left ? [box.top + edge - text.bottom] : [];
    return [box.height, Math.min(text.top - frame.top, frame.bottom - box.bottom + edge, ...below)];
}"""


@pytest.mark.parametrize("size", ["320x568", *SIZES, "1024x768"])
def test_the_button_that_sends_is_clear_of_the_text_and_of_the_frame(size: str, phone: Stage) -> None:
    phone.show(models_that_wait()["letter"], size=size)
    height, gap = phone.evaluate(CLEAR)
    assert height >= 43.9
    assert gap >= 2.9


@pytest.mark.parametrize("size", ["640x360", "667x331"])
def test_the_state_of_a_lost_connection_is_whole_beside_the_pips_on_a_small_phone(
    size: str, phone: Stage, tags_of: TagsOf
) -> None:
    """It is the way to a new one, as high as a finger."""
    cut = """() => [...document.querySelectorAll(".doing .link")].map(each => [
        each.scrollWidth > each.clientWidth, each.getBoundingClientRect().height >= 43.9])"""
    letter = models_that_wait()["letter"]
    for tag in tags_of(letter, "player"):
        phone.show(letter, size=size, tag=tag)
        assert phone.evaluate(cut) == [[False, True]], tag


@cache
def models_with_a_clock() -> dict[Link, Model]:
    """Return pages of a match with a clock, by what has become of the connection."""
    ann, bob = start_friend_match((*FORM, ("clock", "loses"), ("delay", "12"), ("bank", "2")))
    disconnect(ann, bob)
    friend = ann.model.friend
    assert friend
    assert friend.state
    return {
        link: replace(ann.model, notice=None, friend=replace(friend, state=replace(friend.state, link=link)))
        for link in (Link.CLOSED, Link.SILENT, Link.STOPPED)
    }


@at_sizes(
    "320x568", "360x640", "375x667", "390x844", "640x360", "1280x720", slow=("360x640", "375x667", "390x844")
)
def test_the_state_of_a_lost_connection_is_whole_beside_the_pips_and_a_clock(
    size: str, phone: Stage, tags_of: TagsOf
) -> None:
    """A clock takes the room that the pips would need: their unit gives way, on a small phone all of them."""
    cut = """() => [document.querySelectorAll(".player .clock").length,
        ...[...document.querySelectorAll(".doing .link")].map(each => each.scrollWidth > each.clientWidth)]"""
    for link, model in models_with_a_clock().items():
        for tag in tags_of(model, "player"):
            phone.show(model, size=size, tag=tag)
            assert phone.evaluate(cut) == [2, False], (link, tag)


ASIDE = """() => {
    const line = document.querySelector(".friend-line").getBoundingClientRect();
    const bottom = document.querySelector(".quiet").getBoundingClientRect().bottom;
    return [bottom > innerHeight, ...[...document.querySelectorAll(".friend-line button")].map(link => {
        const { left, right, height } = link.getBoundingClientRect();
        return left < line.left || right > line.right || height < 43.9;
    })];
}"""


@at_sizes("320x568", "375x553", "390x844", "640x360", "740x304", slow=("375x553", "740x304"))
def test_both_answers_are_inside_the_line_of_a_match_in_every_language(
    size: str, phone: Stage, tags_of: TagsOf
) -> None:
    letter = models_that_wait()["letter"]
    for tag in tags_of(letter, "friend-line"):
        phone.show(letter, size=size, tag=tag)
        assert not any(phone.evaluate(ASIDE)), tag


def test_the_ways_on_stay_where_they_are_on_a_tall_phone_whatever_a_match_waits_for(phone: Stage) -> None:
    for tag in ("en", "de", "el", "hu"):
        tops = set()
        for model in (MINE, *models_that_wait().values()):
            phone.show(model, size="390x844", tag=tag)
            tops.add(phone.evaluate("() => document.querySelector('.links').getBoundingClientRect().bottom"))
        assert len(tops) == 1, tag


def test_what_a_match_waits_for_fits_beside_a_board(stage: Stage, tags: Tags) -> None:
    for name, model in models_that_wait().items():
        for tag in tags:
            stage.show(model, tag=tag)
            assert stage.evaluate(HIDDEN) == [0, 0, 0], (name, tag)


ANSWERS = """() => {
    const [one, other] = [...document.querySelectorAll(".friend-line button")].map(link => {
        const words = document.createRange();
        words.selectNodeContents(link);
        return words.getBoundingClientRect();
    });
    const box = document.querySelector(".friend-line").getBoundingClientRect();
    const text = document.querySelector(".friend-line p").getBoundingClientRect();
    return [other.left - one.right, text.top - box.top, box.bottom - text.bottom];
}"""


@at_sizes("390x844", "360x640", "844x390", "740x360", slow=("844x390",))
def test_the_answers_to_what_a_match_waits_for_are_apart(size: str, phone: Stage, tags: Tags) -> None:
    """On a tall phone its words keep clear of its frame too."""
    for tag in tags:
        for name, model in models_that_wait().items():
            phone.show(model, size=size, tag=tag)
            apart, *edges = phone.evaluate(ANSWERS)
            assert apart >= 15, (tag, name)
            assert size != "390x844" or min(edges) >= 5, (tag, name)


ROOM_OF_ANSWERS = """() => {
    const line = document.querySelector(".friend-line"), buttons = [...line.querySelectorAll("button")];
    const words = e => {
        const range = document.createRange();
        range.selectNodeContents(e);
        return range.getBoundingClientRect();
    };
    const text = words(line.querySelector("p")), first = buttons[0].getBoundingClientRect();
    const within = buttons.every(each => {
        const { left, right, top, bottom } = words(each), box = each.getBoundingClientRect();
        return left > box.left - 1 && right < box.right + 1 && top > box.top - 1 && bottom < box.bottom + 1;
    });
    const { top } = line.getBoundingClientRect();
    return [buttons[0].className, within, text.top - top, first.top - text.bottom];
}"""


@at_sizes("360x640", "740x360", "640x360", "568x320", slow=("740x360", "640x360"))
def test_to_send_is_a_button_below_what_is_said_on_a_small_phone(
    size: str, phone: Stage, tags_of: TagsOf
) -> None:
    """The words of every answer are inside it; where there is any room, the lines are apart."""
    for name, model in models_that_wait().items():
        for tag in tags_of(model, "friend-line"):
            phone.show(model, size=size, tag=tag)
            look, within, above, between = phone.evaluate(ROOM_OF_ANSWERS)
            assert look == ("link" if name in ("written", "ends") else "primary"), (tag, name)
            assert within, (tag, name)
            least = 0 if size == "568x320" else 4
            assert min(above, between) >= least, (tag, name)


@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_matches_begins_right_below_its_title(size: str, phone: Stage) -> None:
    ann, _ = start_match_by_message(5)
    ann.send(Command("friend-act", "list"))
    phone.show(ann.model, size=size)
    body, list_of = (phone.page.locator(name).bounding_box() for name in (".body.friend", ".matches"))
    assert body
    assert list_of
    assert list_of["y"] - body["y"] <= 8


@pytest.mark.parametrize("notice", ["error.phase", "notice.friend-lost"])
def test_a_question_on_a_small_phone_on_its_side_waits_for_a_notice(notice: str, phone: Stage) -> None:
    for offer in Offer:
        phone.show(replace(MINE, offer=offer), size="640x360", notice=Notice(notice))
        assert phone.evaluate(HIDDEN) == [0, 0, 0], offer


@pytest.mark.parametrize("size", ["320x568", *SIZES, "1024x768"])
def test_a_finger_finds_the_state_of_a_lost_connection_which_takes_no_more_room(
    size: str, phone: Stage
) -> None:
    ann, bob = after_match()
    live = ann.model
    disconnect(ann, bob)
    found = []
    for model in (live, replace(ann.model, notice=None)):
        phone.show(model, size=size)
        found.append(phone.evaluate("document.querySelector('.top-side').getBoundingClientRect().height"))
    assert found[0] == found[1]
    link = "document.querySelector('.top-side .link')"
    left, top, width, height = phone.evaluate(
        f"(({{ x, y, width, height }}) => [x, y, width, height])({link}.getBoundingClientRect())"
    )
    assert min(width, height) >= 44
    middle = left + width / 2
    for at in (0.1, 0.5, 0.9):
        assert phone.evaluate(f"document.elementFromPoint({middle}, {top + at * height}) === {link}")


@cache
def models_of_a_rematch() -> dict[str, Model]:
    """Return a page after a match, one that has asked for a rematch, one that is asked, one declined."""
    ann, bob = after_match()
    found = {"over": ann.model}
    ann.send(Command("rematch"))
    settle(ann, bob)
    found |= {"proposed": ann.model, "offered": bob.model}
    bob.send(Command("rematch-no"))
    settle(ann, bob)
    return found | {"declined": ann.model}


@at_sizes(*SIZES, slow=("390x844", "740x360"))
def test_what_is_said_of_a_rematch_takes_no_more_room_than_the_result(
    size: str, stage: Stage, tags: Tags
) -> None:
    for tag in tags:
        found = {}
        for name, model in models_of_a_rematch().items():
            stage.show(model, size=size, tag=tag)
            found[name] = stage.evaluate(HIDDEN)
        assert all(each == found["over"] for each in found.values()), (tag, found)


def test_the_end_of_a_match_is_whole_on_the_smallest_phone_on_its_side(phone: Stage, tags: Tags) -> None:
    """Also the friend's icon, which covers neither a name nor a score."""
    for tag in (*tags, "el"):
        for name, model in models_of_a_rematch().items():
            phone.show(model, size="568x320", tag=tag)
            assert phone.evaluate(HIDDEN) == [0, 0, 0], (tag, name)
            assert phone.evaluate(BESIDE_ICON) == [], (tag, name)


@at_sizes("320x568", "360x640", "375x667", slow=("360x640",))
def test_the_end_of_a_match_fits_on_a_small_phone(size: str, phone: Stage, tags: Tags) -> None:
    for tag in tags:
        for name, model in models_of_a_rematch().items():
            phone.show(model, size=size, tag=tag)
            assert phone.evaluate(HIDDEN) == [0, 0, 0], (tag, name)


@pytest.mark.parametrize("size", ["360x640", "375x667"])
def test_the_friend_s_icon_leaves_the_buttons_beside_it_their_room(
    size: str, phone: Stage, tags: Tags
) -> None:
    for tag in tags:
        for name, model in models_of_a_rematch().items():
            phone.show(model, size=size, tag=tag)
            assert phone.evaluate(CUT) == [], (tag, name)


@pytest.mark.parametrize("size", ["640x360", "667x331", "740x304"])
def test_the_friend_s_icon_is_in_sight_between_the_bars_of_a_browser(size: str, phone: Stage) -> None:
    below = "document.querySelector('[data-command=friend]').getBoundingClientRect().bottom - innerHeight"
    for tag in ("en", "de", "el"):
        for name, model in models_of_a_rematch().items():
            phone.show(model, size=size, tag=tag)
            assert phone.evaluate(below) <= 0, (tag, name)


ANSWERS_AND_LEARN = """() => ["rematch", "rematch-no", "learn"].map(name => {
    const button = document.querySelector(`.loud [data-command=${name}]`), words = document.createRange();
    words.selectNodeContents(button.querySelector(".label").firstChild);
    const box = button.getBoundingClientRect(), text = words.getBoundingClientRect();
    const space = Math.min(text.left - box.left, box.right - text.right, text.top - box.top);
    return [box.left, box.right, box.top, space];
})"""


@pytest.mark.parametrize("size", ["360x640", "390x844", "740x360", "1024x768", "1366x768"])
def test_the_two_answers_to_a_rematch_are_beside_each_other(size: str, stage: Stage, tags: Tags) -> None:
    """What else can be done is below them, and each text is inside its button."""
    offered = models_of_a_rematch()["offered"]
    for tag in tags:
        stage.show(offered, size=size, tag=tag)
        accept, decline, learn = stage.evaluate(ANSWERS_AND_LEARN)
        assert accept[2] == decline[2] < learn[2], tag
        assert 0 < decline[0] - accept[1] <= 12, tag
        assert min(accept[3], decline[3], learn[3]) > 1, tag


@pytest.mark.parametrize("size", ["1024x768", "1100x760"])
def test_a_notice_beside_a_result_on_a_nearly_square_screen_is_whole(size: str, stage: Stage) -> None:
    stage.show(models_of_a_rematch()["over"], size=size, notice=LOST)
    assert stage.evaluate(HIDDEN) == [0, 0, 0]


@pytest.mark.parametrize("size", SIZES)
def test_a_qr_code_fits_into_its_sheet(size: str, phone: Stage) -> None:
    phone.show(replace(FIRST, dialog=DialogName.FRIEND, friend=CODED), size=size)
    assert phone.evaluate(ROOM) >= 0


@pytest.mark.parametrize("size", SIZES)
def test_the_terms_of_an_invitation_lie_inside_their_frame(size: str, phone: Stage) -> None:
    friend = FriendPage(sheet=Sheet.INVITED, invited=Invited("Ann", Terms(), live=True))
    phone.show(replace(FIRST, dialog=DialogName.FRIEND, friend=friend), size=size)
    assert phone.evaluate(OUTSIDE) == 0
