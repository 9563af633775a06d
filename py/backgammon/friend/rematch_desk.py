"""A rematch: the same match once more, without links where both are connected.

The one who asks draws a secret, and invites over the live link; the friend's acceptance comes back over it,
and the new match takes over the connection. Without a link the invitation is a text to send, as for a first
match. A rematch has the terms of the match before, so nothing has to be read before it is accepted.
"""

from collections.abc import Collection

from backgammon.friend.active import UNKNOWN, ActiveMatches, Orders
from backgammon.friend.agreement import decline
from backgammon.friend.errors import FriendError
from backgammon.friend.match import FriendMatch
from backgammon.friend.matches import Matches
from backgammon.friend.news import Kind, Problem, Written
from backgammon.friend.orders import Keep, Tell
from backgammon.friend.rematches import Rematches
from backgammon.friend.stages import Link, Stage
from backgammon.friend.texts import Answer, Invitation


class RematchDesk:
    """Asks for rematches, and answers them."""

    def __init__(self, matches: Matches, rematches: Rematches, active: ActiveMatches) -> None:
        self._matches, self._rematches, self._active = matches, rematches, active

    # What the page requests, for the match on the board.

    def ask(self, now: int) -> Orders:
        """Ask for a rematch of the match on the board, or accept the friend's."""
        match = self._active.match
        if match.stage is not Stage.OVER:
            return []
        if offer := self._rematches.offer(match):
            return self._accept(match, offer, now)
        orders, rematch = Orders(), self._rematches.proposal(match)
        if rematch is None:
            rematch, done = self._rematches.propose(match)
            orders = self._active.carry_out(rematch, done) + self._invite(match, rematch)
        return orders if match.link is Link.LIVE else [*orders, Tell(self._active.invitation(rematch))]

    def decline(self) -> Orders:
        """Decline the friend's rematch."""
        match = self._active.match
        offer = self._rematches.offer(match)
        if offer is None:
            return []
        self._rematches.remove_offer(match)
        return self._active.carry_out(match, match.send_rematch(decline(offer)))

    def take_back(self, ids: Collection[str]) -> Orders:
        """Tell a friend who is connected that our rematch, one of these matches, is no longer asked for."""
        match = self._active.connection.match if self._active.connection else None
        ours = self._rematches.proposal(match) if match else None
        if match is None or ours is None or ours.id not in ids:
            return []
        return self._active.carry_out(match, match.send_rematch(decline(ours.proposed)), told=False)

    # What comes over the live link of a match that is over.

    def on_live(self, match: FriendMatch) -> Orders:
        """Invite again: the invitation may have been lost with a connection, or there was none."""
        ours = self._rematches.proposal(match)
        return self._invite(match, ours) if ours else []

    def on_asked(self, match: FriendMatch, text: Invitation | Answer, now: int) -> Orders:
        """Handle the friend's invitation to a rematch, or the answer to ours."""
        if isinstance(text, Answer):
            return self._on_answered(match, text, now)
        known, ours = self._matches.find_agreed(text.id), self._rematches.proposal(match)
        if known:
            # Our answer may never have come.
            return self._begin(match, known, now) if known.stage is Stage.JOINING else []
        if ours and match.is_host:
            # Both have asked at once: the guest's page accepts ours.
            return []
        if ours:
            return [*self._withdraw(ours), *self._accept(match, text, now)]
        self._rematches.add_offer(match, text)
        return self._active.tell_state()

    def _on_answered(self, match: FriendMatch, answer: Answer, now: int) -> Orders:
        ours, offer = self._rematches.proposal(match), self._rematches.offer(match)
        if offer and offer.id == answer.id and not answer.accepted:
            # The friend has taken it back.
            self._rematches.remove_offer(match)
            return self._active.tell_state()
        if ours is None:
            # We have taken it back, but the friend's page goes on with it.
            return [*self._active.hang_up(now), Tell(Problem(UNKNOWN))] if answer.accepted else []
        try:
            done = ours.take_answer(answer, now)
        except FriendError as error:
            return [Tell(Problem(error.key))]
        if answer.accepted:
            return [*self._active.carry_out(ours, done), *self._go_over(match, ours, now)]
        self._rematches.refuse(match)
        return [*self._withdraw(ours), *self._active.tell_state()]

    def _invite(self, match: FriendMatch, rematch: FriendMatch) -> Orders:
        return self._active.carry_out(match, match.send_rematch(rematch.invitation()))

    def _withdraw(self, rematch: FriendMatch) -> Orders:
        self._matches.forget(rematch.id)
        return [Keep(rematch.id, "")]

    def _accept(self, match: FriendMatch, offer: Invitation, now: int) -> Orders:
        self._rematches.remove_offer(match)
        rematch, done = self._matches.join(offer, match.names[0])
        orders = self._active.carry_out(rematch, done)
        if match.link is not Link.LIVE:
            answer = Written(Kind.ANSWER, rematch.answer(), live=False)
            return [*orders, *self._active.put(rematch, now), Tell(answer)]
        return [*orders, *self._begin(match, rematch, now)]

    def _begin(self, match: FriendMatch, rematch: FriendMatch, now: int) -> Orders:
        """Accept a rematch over the live link of the match before, and begin it there."""
        answered = self._active.carry_out(match, match.send_rematch(rematch.answer()), told=False)
        return [*answered, *self._go_over(match, rematch, now)]

    def _go_over(self, match: FriendMatch, rematch: FriendMatch, now: int) -> Orders:
        """Let a rematch that has begun take over the connection of the match before."""
        connection = self._active.connection
        assert connection is not None
        orders = self._active.carry_out(match, match.on_closed(now), told=False)
        connection.match, connection.before = rematch, match
        orders += self._active.put(rematch, now)
        return [*orders, *self._active.carry_out(rematch, rematch.on_opened(now))]
