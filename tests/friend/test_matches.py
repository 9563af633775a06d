"""The matches on one device: which are there, where something is to be done, which one is a rematch."""

import random

from friend.pair import Pair, answer, invitation

from backgammon.friend.match import FriendMatch
from backgammon.friend.matches import Matches
from backgammon.friend.news import ListedMatch
from backgammon.friend.rematches import Rematches
from backgammon.friend.stages import Stage
from backgammon.friend.terms import Terms

DRAW = random.Random(1)


def no_matches() -> Matches:
    return Matches({"forgotten": "", "damaged": "{"}, lambda: DRAW.randbytes(32), lambda: 0)


def agreed_match(matches: Matches, friend: str) -> FriendMatch:
    """Return a match that we have proposed and this friend has accepted."""
    match, _ = matches.host(Terms(), "Anna")
    guest, _ = FriendMatch.join(invitation(match), friend, DRAW.randbytes(32))
    match.take_answer(answer(guest), 0)
    return match


def test_what_is_forgotten_or_damaged_is_not_in_the_list() -> None:
    matches = no_matches()
    assert matches.texts == {"damaged": "{"}
    match = agreed_match(matches, "Bo")
    matches.keep(match.id, "text")
    assert [*matches.latest_first()] == [match]


def test_a_match_is_marked_while_something_is_to_be_done() -> None:
    pair = Pair(Terms(length=5)).connect()
    for _ in range(30):
        mine = [ListedMatch.of(device.match).mine for device in pair.devices]
        assert mine == [device.match.is_our_turn for device in pair.devices]
        assert sorted(mine) == [False, True]
        pair.play()
    for device in pair.devices:
        device.match.on_closed(pair.now)
    pair.play()
    (one,) = [device.match for device in pair.devices if device.match.letter_due]
    assert one.stage is not Stage.OVER
    assert ListedMatch.of(one).mine, "a letter is to be sent"


def test_only_an_invitation_to_the_same_friend_is_the_rematch_that_waits() -> None:
    for friend in ("Bo", ""):
        matches = no_matches()
        match = agreed_match(matches, friend)
        other, _ = matches.host(match.terms, "Anna")
        for number, known in enumerate((other, match)):
            matches.keep(known.id, f"stored {number}")
        rematch, _ = Rematches(matches).propose(match)
        assert rematch.names == ("Anna", friend)
        assert rematch.id != other.id, "somebody else may answer that one"
