"""A rematch: the same match once more, without links where both are connected.

The one who asks draws a secret, and invites over the live link; the friend's acceptance comes back over it,
and the new match takes over the connection. Without a link the invitation is a text to send, as for a first
match. A rematch has the terms of the match before, so nothing has to be read before it is accepted.
"""

from collections.abc import Callable, Collection, Mapping

from backgammon.friend import requests
from backgammon.friend.errors import FriendError
from backgammon.friend.live_desk import LiveDesk, Orders
from backgammon.friend.match import FriendMatch
from backgammon.friend.news import Kind, Problem, Written
from backgammon.friend.orders import Keep, Tell
from backgammon.friend.outputs import Asked
from backgammon.friend.stages import Link, Stage
from backgammon.friend.texts import Answer, Invitation

UNKNOWN = "friend.text.unknown-match"


class RematchDesk(LiveDesk):
    """The desk as far as it asks for rematches, and answers them."""

    def __init__(self, texts: Mapping[str, str], draw: Callable[[], bytes]) -> None:
        """``texts``: the stored texts by match id; ``draw``: draws a fresh seed from the browser's crypto."""
        super().__init__(texts)
        self._draw = draw

    def ask_again(self, request: requests.AskAgain, now: int) -> Orders:
        match = self._mine()
        if match.stage is not Stage.OVER:
            return []
        if match.id in self._offers:
            return self._accept_again(match, now)
        orders, again = Orders(), self._proposal(match)
        if again is None:
            again, orders = self._propose(match)
            orders += self._carry_out(match, match.ask_again(again.invitation()))
        return orders if match.link is Link.LIVE else [*orders, Tell(self._invitation(again))]

    def _propose(self, match: FriendMatch) -> tuple[FriendMatch, Orders]:
        """Return a new invitation to a rematch, or the waiting one from before the page was loaded anew.

        An invitation that knows the friend's name is to a rematch.
        """
        terms, (mine, friend) = match.rematch_terms(by_us=True), match.names
        for known in self._matches.latest_first() if friend else ():
            if (known.stage, known.terms, known.names) == (Stage.INVITING, terms, match.names):
                self._proposals[match.id] = known
                return known, []
        again, done = FriendMatch.host(terms, mine, self._draw(), friend)
        self._proposals[match.id] = self._matches.add(again)
        self._refused.discard(match.id)
        return again, self._carry_out(again, done)

    def decline_again(self, request: requests.DeclineAgain, now: int) -> Orders:
        match = self._mine()
        offer = self._offers.pop(match.id, None)
        return self._carry_out(match, match.ask_again(FriendMatch.decline(offer))) if offer else []

    def on_message(self, number: int, data: bytes, now: int) -> Orders:
        """Handle a message over connection ``number``; one that is not UTF-8 is a violation."""
        connection, text = self._current(number), data.decode("utf-8", "replace")
        if connection is None:
            return []
        if connection.before and connection.before.is_from_friend(text):
            return []
        connection.before, match = None, connection.match
        came = match.link is not Link.LIVE
        done = match.on_message(text, now)
        orders = self._carry_out(match, done)
        if came and (ours := self._proposal(match)):
            # It may never have come: the connection was lost, or there was none.
            orders += self._carry_out(match, match.ask_again(ours.invitation()))
        for output in done:
            if isinstance(output, Asked):
                orders += self._on_asked(match, output.text, now)
        return orders

    def _on_asked(self, match: FriendMatch, text: Invitation | Answer, now: int) -> Orders:
        if isinstance(text, Answer):
            return self._on_answered(match, text, now)
        known, ours = self._matches.find(text.id), self._proposal(match)
        if known:
            # Our answer may never have come.
            return self._begin_again(match, known, now) if known.stage is Stage.JOINING else []
        if ours and match.is_host:
            # Both have asked at once: the guest's page accepts ours.
            return []
        self._offers[match.id] = text
        if ours is None:
            return self._tell_state()
        return [*self._withdraw(ours), *self._accept_again(match, now)]

    def _on_answered(self, match: FriendMatch, answer: Answer, now: int) -> Orders:
        ours, offer = self._proposal(match), self._offers.get(match.id)
        if offer and offer.id == answer.id and not answer.accepted:
            # The friend has taken it back.
            del self._offers[match.id]
            return self._tell_state()
        if ours is None:
            # We have taken it back, but the friend's page goes on with it.
            return [*self._hang_up(now), Tell(Problem(UNKNOWN))] if answer.accepted else []
        try:
            done = ours.take_answer(answer, now)
        except FriendError as error:
            return [Tell(Problem(error.key))]
        if answer.accepted:
            return [*self._carry_out(ours, done), *self._go_over(match, ours, now)]
        self._refused.add(match.id)
        return [*self._withdraw(ours), *self._tell_state()]

    def _withdraw(self, again: FriendMatch) -> Orders:
        self._matches.forget(again.id)
        return [Keep(again.id, "")]

    def _take_back(self, ids: Collection[str]) -> Orders:
        """Tell a friend who is connected that our rematch, one of these matches, is no longer asked for."""
        match = self._connection.match if self._connection else None
        ours = self._proposal(match) if match else None
        if match is None or ours is None or ours.id not in ids:
            return []
        return self._carry_out(match, match.ask_again(FriendMatch.decline(ours.proposed)), told=False)

    def _accept_again(self, match: FriendMatch, now: int) -> Orders:
        again, done = FriendMatch.join(self._offers.pop(match.id), match.names[0], self._draw())
        self._matches.add(again)
        orders = self._carry_out(again, done)
        if match.link is not Link.LIVE:
            answer = Written(Kind.ANSWER, again.answer(), live=False)
            return [*orders, *self._put(again, now), Tell(answer)]
        return [*orders, *self._begin_again(match, again, now)]

    def _begin_again(self, match: FriendMatch, again: FriendMatch, now: int) -> Orders:
        """Accept a rematch over the live link of the match before, and begin it there."""
        answered = self._carry_out(match, match.ask_again(again.answer()), told=False)
        return [*answered, *self._go_over(match, again, now)]

    def _go_over(self, match: FriendMatch, again: FriendMatch, now: int) -> Orders:
        """Let a rematch that has begun take over the connection of the match before."""
        connection = self._connection
        assert connection is not None
        orders = self._carry_out(match, match.on_closed(now), told=False)
        connection.match, connection.before = again, match
        return [*orders, *self._put(again, now), *self._carry_out(again, again.on_opened(now))]

    # Shared helpers.

    def _mine(self) -> FriendMatch:
        """Return the match on the board; raise FriendError where there is none."""
        if self._board is None:
            raise FriendError(UNKNOWN, "no match against a friend is on the board")
        return self._board

    def _invitation(self, match: FriendMatch) -> Written:
        """Return the invitation whose connection waits for an answer, else one to play by message."""
        if self._connection and self._dials(match.id) and self._connection.text:
            return Written(Kind.INVITATION, self._connection.text, live=True)
        return Written(Kind.INVITATION, match.invitation(), live=False)
