"""The matches that go on here now: the one on the board, and the one of the device's one connection.

At most one match is on the board; the connection, if any, belongs to it or to a match about to be put there.
What a match has to say is turned into orders by ``carry_out``.
"""

from collections.abc import Collection, Iterator, Mapping

from backgammon.friend import outputs
from backgammon.friend.calls import Connection
from backgammon.friend.errors import FriendError
from backgammon.friend.match import FriendMatch
from backgammon.friend.matches import Matches
from backgammon.friend.news import Kind, MatchState, Preparing, StateChanged, Written, news_of
from backgammon.friend.orders import Dial, HangUp, Keep, Order, Tell, Transmit
from backgammon.friend.outputs import Output
from backgammon.friend.rematches import Rematches
from backgammon.friend.stages import Link

Orders = list[Order]
UNKNOWN = "friend.text.unknown-match"


class ActiveMatches:
    """The board and the connection; a method that changes them returns the orders to carry out."""

    def __init__(self, matches: Matches, rematches: Rematches) -> None:
        self._matches, self._rematches = matches, rematches
        self._board: FriendMatch | None = None
        self.connection: Connection | None = None
        self._letter = ""
        self._calls = 0

    def __iter__(self) -> Iterator[FriendMatch]:
        """Return the match on the board and that of the connection, each once."""
        talking = self.connection.match if self.connection else None
        return filter(None, dict.fromkeys((self._board, talking)))

    @property
    def match(self) -> FriendMatch:
        """The match on the board; raise FriendError where there is none."""
        if self._board is None:
            raise FriendError(UNKNOWN, "no match against a friend is on the board")
        return self._board

    # The board.

    def put(self, match: FriendMatch, now: int) -> Orders:
        """Put a match on the board; a connection of another match ends."""
        other = self.connection is not None and self.connection.match is not match
        orders = self.hang_up(now) if other else []
        self._board = match
        return [*orders, *self.tell_state()]

    def clear_board(self, now: int) -> Orders:
        """Clear the board; a connection not opened yet goes on waiting, and then brings its match back."""
        self._board = None
        return self.hang_up(now) if self.connection and self.connection.opened else []

    def tell_state(self, refused: bool = False) -> Orders:
        """Tell the page the state of the match on the board; ``refused``: see StateChanged."""
        match = self._board
        if match is None:
            return []
        written = match.letter_due and match.letter() == self._letter
        return [Tell(StateChanged(MatchState.of(match, written, self._rematches.state(match)), refused))]

    def write_letter(self) -> Orders:
        """Write the letter of the match on the board."""
        self._letter = self.match.letter()
        return [Tell(Written(Kind.LETTER, self._letter, live=False)), *self.tell_state()]

    # The connection.

    def connection_of(self, number: int) -> Connection | None:
        """Return the connection if it has this number, else None: reports on earlier ones are ignored."""
        connection = self.connection
        return connection if connection and connection.number == number else None

    def talks_about(self, id: str) -> bool:
        """Whether the connection, opened or not, belongs to this match."""
        return self.connection is not None and self.connection.match.id == id

    def dials(self, id: str) -> bool:
        """Whether the connection belongs to this match, and is not opened yet."""
        return self.connection is not None and self.talks_about(id) and not self.connection.opened

    def dial(self, match: FriendMatch, kind: Kind, servers: bool, now: int, offer: str = "") -> Orders:
        """Start a connection for a match; an earlier connection ends."""
        orders = self.hang_up(now)
        self._calls += 1
        self.connection = Connection(self._calls, match, kind)
        return [*orders, Tell(Preparing(kind)), Dial(self._calls, offer, servers)]

    def hang_up(self, now: int) -> Orders:
        """End the connection; its match goes on without one."""
        connection = self.connection
        orders = self._drop()
        if connection and connection.opened:
            orders += self.carry_out(connection.match, connection.match.on_closed(now))
        return orders

    def _drop(self) -> Orders:
        connection, self.connection = self.connection, None
        return [HangUp(connection.number)] if connection else []

    def invitation(self, match: FriendMatch) -> Written:
        """Return the invitation whose connection waits for an answer, else one to play by message."""
        if self.connection and self.dials(match.id) and self.connection.text:
            return Written(Kind.INVITATION, self.connection.text, live=True)
        return Written(Kind.INVITATION, match.invitation(), live=False)

    # Both.

    def refresh(self, texts: Mapping[str, str]) -> Orders:
        """Take over the texts that are stored now; what is outdated is dropped.

        A match is outdated where it is no longer stored, or where its link is not live and its stored text
        has changed. Another page has deleted a match that is no longer stored: only this one, if it is
        connected, can tell the friend.
        """
        outdated = [match.id for match in self if not self._is_current(match, texts)]
        at_hand = {match.id for match in self}
        deleted = [id for id in outdated if not texts.get(id)]
        orders = [*self.tell_deleted(deleted), *self.drop(outdated)]
        self._matches.refresh(texts, at_hand - {*outdated})
        return orders

    def _is_current(self, match: FriendMatch, texts: Mapping[str, str]) -> bool:
        """Whether a match is stored, and its link is live or its stored text is the one known here."""
        kept = texts.get(match.id, "")
        return bool(kept) and (match.link is Link.LIVE or kept == self._matches.texts.get(match.id))

    def tell_deleted(self, ids: Collection[str]) -> Orders:
        """Tell a friend who is connected that the match is one of these, which are deleted."""
        match = self.connection.match if self.connection else None
        if match is None or match.id not in ids:
            return []
        return self.carry_out(match, match.send_deleted(), told=False)

    def drop(self, ids: Collection[str]) -> Orders:
        """Take matches that are deleted, or stored in a newer version, off the board; end their connection.

        Their ``on_closed`` is not called: its save would bring back what was stored before.
        """
        if self._board and self._board.id in ids:
            self._board = None
        return self._drop() if self.connection and self.connection.match.id in ids else []

    def carry_out(self, match: FriendMatch, done: list[Output], told: bool = True) -> Orders:
        """Turn a match's outputs into orders; if it is on the board and ``told``, tell the page its state."""
        orders: Orders = []
        for output in done:
            orders += self._orders(match, output)
        if told and match is self._board:
            orders += self.tell_state()
        return orders

    def _orders(self, match: FriendMatch, output: Output) -> Orders:
        number = self.connection.number if self.connection and self.connection.match is match else 0
        match output:
            case outputs.Save(id, text):
                self._matches.keep(id, text)
                return [Keep(id, text)]
            case outputs.Send(text):
                return [Transmit(number, text)] if number else []
            case outputs.Close():
                return [HangUp(number)] if number else []
            case outputs.RematchText():
                return []
            case _:
                return [Tell(news_of(output))]
