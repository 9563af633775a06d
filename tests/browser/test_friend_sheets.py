"""What friends send and agree to is whole and readable, also on a phone on its side."""

from dataclasses import replace

import pytest
from browser.screens import Stage
from view.models import FIRST

from backgammon.friend.news import Invited, Kind
from backgammon.friend.terms import Terms
from backgammon.state.friend import FriendPage, Sheet
from backgammon.state.model import DialogName

pytestmark = pytest.mark.browser
SIZES = ("360x640", "390x844", "740x360", "640x360", "1280x720")
CODED = FriendPage(
    sheet=Sheet.TEXT, kind=Kind.INVITATION, link=f"https://example.org/#{'a' * 250}", coded=True
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


@pytest.mark.parametrize("size", SIZES)
def test_a_qr_code_fits_into_its_sheet(size: str, phone: Stage) -> None:
    phone.show(replace(FIRST, dialog=DialogName.FRIEND, friend=CODED), size=size)
    assert phone.evaluate(ROOM) >= 0


@pytest.mark.parametrize("size", SIZES)
def test_the_terms_of_an_invitation_lie_inside_their_frame(size: str, phone: Stage) -> None:
    friend = FriendPage(sheet=Sheet.INVITED, invited=Invited("Ann", Terms(), live=True))
    phone.show(replace(FIRST, dialog=DialogName.FRIEND, friend=friend), size=size)
    assert phone.evaluate(OUTSIDE) == 0
