"""The rematches that we and our friends ask for, by the match before; nothing of it is stored.

A rematch of ours is stored as any other match, so an invitation that waits is found again (``propose``).
"""

from backgammon.friend.match import FriendMatch
from backgammon.friend.matches import Matches
from backgammon.friend.news import RematchState
from backgammon.friend.outputs import Output
from backgammon.friend.stages import Link, Stage
from backgammon.friend.texts import Invitation


class Rematches:
    """Our proposals, the friends' offers, and their refusals."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._proposals: dict[str, FriendMatch] = {}
        self._offers: dict[str, Invitation] = {}
        self._refused: set[str] = set()
        """The matches after which the friend has declined our rematch."""

    def state(self, match: FriendMatch) -> RematchState:
        """Return who has asked for a rematch."""
        if match.id in self._offers:
            return RematchState.OFFERED
        if self.proposal(match):
            return RematchState.PROPOSED if match.link is Link.LIVE else RematchState.INVITED
        return RematchState.DECLINED if match.id in self._refused else RematchState.NONE

    def proposal(self, match: FriendMatch) -> FriendMatch | None:
        """Return the rematch that we have asked for, and that is neither answered nor deleted."""
        asked = self._proposals.get(match.id)
        known = asked is not None and asked.stage is Stage.INVITING and asked.id in self._matches.texts
        return asked if known else None

    def propose(self, match: FriendMatch) -> tuple[FriendMatch, list[Output]]:
        """Return a new invitation to a rematch, or the waiting one from before the page was loaded anew.

        An invitation that knows the friend's name is to a rematch.
        """
        self._refused.discard(match.id)
        terms, (mine, friend) = match.rematch_terms(by_us=True), match.names
        for known in self._matches.latest_first() if friend else ():
            if (known.stage, known.terms, known.names) == (Stage.INVITING, terms, match.names):
                self._proposals[match.id] = known
                return known, []
        rematch, done = self._matches.host(terms, mine, friend)
        self._proposals[match.id] = rematch
        return rematch, done

    def refuse(self, match: FriendMatch) -> None:
        """Record that the friend has declined our proposal."""
        self._refused.add(match.id)

    def offer(self, match: FriendMatch) -> Invitation | None:
        """Return the friend's invitation to a rematch that we have not answered yet."""
        return self._offers.get(match.id)

    def add_offer(self, match: FriendMatch, invitation: Invitation) -> None:
        """Record that the friend has asked for a rematch."""
        self._offers[match.id] = invitation

    def remove_offer(self, match: FriendMatch) -> None:
        """Forget the friend's invitation: it is answered, or taken back."""
        self._offers.pop(match.id, None)
