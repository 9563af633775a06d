"""The desk's one connection: its reports, and the passing of time, are turned into orders.

At most one match is on the board; the connection, if any, belongs to it or to a match about to be put there.
"""

from collections.abc import Collection, Mapping

from backgammon.friend import outputs
from backgammon.friend.calls import Connection, call_text
from backgammon.friend.match import FriendMatch
from backgammon.friend.matches import Matches
from backgammon.friend.news import (
    Kind,
    MatchState,
    Preparing,
    RematchState,
    StateChanged,
    Unreached,
    Written,
    news_of,
)
from backgammon.friend.orders import Dial, HangUp, Keep, Order, Tell, Transmit
from backgammon.friend.outputs import Output
from backgammon.friend.stages import Link, Stage
from backgammon.friend.texts import Invitation

Orders = list[Order]


class LiveDesk:
    """The matches of this device and its connection; Desk handles the page's requests."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """``texts``: the stored texts by match id."""
        self._matches = Matches(texts)
        self._board: FriendMatch | None = None
        self._connection: Connection | None = None
        self._letter = ""
        self._proposals: dict[str, FriendMatch] = {}
        """Our unanswered rematches, by the id of the match before."""
        self._offers: dict[str, Invitation] = {}
        """The friend's, likewise."""
        self._refused: set[str] = set()
        """The matches after which the friend has declined our rematch."""
        self._calls = 0

    @property
    def due(self) -> int | None:
        """When ``tick`` must be called next, None for never."""
        times = [match.due for match in self._active_matches() if match.due is not None]
        return min(times, default=None)

    def on_description(self, number: int, sdp: str) -> Orders:
        """Write the text for the description that connection ``number`` now has."""
        connection = self._current(number)
        if connection is None:
            return []
        connection.text = call_text(connection.match, connection.kind, sdp)
        return [Tell(Written(connection.kind, connection.text, live=True))]

    def on_opened(self, number: int, now: int) -> Orders:
        """Handle the opening of connection ``number``."""
        connection = self._current(number)
        if connection is None:
            return []
        connection.opened = True
        match = connection.match
        return [*self._put(match, now), *self._carry_out(match, match.on_opened(now))]

    def on_closed(self, number: int, now: int) -> Orders:
        """Handle the loss of connection ``number``, or that it could not be made."""
        connection = self._current(number)
        if connection is None:
            return []
        self._connection = None
        if not connection.opened:
            return [HangUp(number), Tell(Unreached())]
        return [HangUp(number), *self._carry_out(connection.match, connection.match.on_closed(now))]

    def tick(self, now: int) -> Orders:
        """Let every active match whose time has come do what is due."""
        orders: Orders = []
        for match in self._active_matches():
            if match.due is not None and match.due <= now:
                orders += self._carry_out(match, match.tick(now))
        return orders

    # Shared helpers.

    def _current(self, number: int) -> Connection | None:
        """Return the connection if it has this number, else None: reports on earlier ones are ignored."""
        connection = self._connection
        return connection if connection and connection.number == number else None

    def _active_matches(self) -> list[FriendMatch]:
        talking = self._connection.match if self._connection else self._board
        return [match for match in dict.fromkeys((self._board, talking)) if match]

    def _dials(self, id: str) -> bool:
        connection = self._connection
        return connection is not None and connection.match.id == id and not connection.opened

    def _talks_about(self, id: str) -> bool:
        """Whether the connection, opened or not, belongs to this match."""
        return self._connection is not None and self._connection.match.id == id

    def _tell_state(self, refused: bool = False) -> Orders:
        match = self._board
        if match is None:
            return []
        written = match.letter_due and match.letter() == self._letter
        return [Tell(StateChanged(MatchState.of(match, written, self._rematch_state(match)), refused))]

    def _rematch_state(self, match: FriendMatch) -> RematchState:
        """Return who has asked for a rematch."""
        if match.id in self._offers:
            return RematchState.OFFERED
        if self._proposal(match):
            return RematchState.PROPOSED if match.link is Link.LIVE else RematchState.INVITED
        return RematchState.DECLINED if match.id in self._refused else RematchState.NONE

    def _proposal(self, match: FriendMatch) -> FriendMatch | None:
        """Return the rematch that we have asked for, and that is neither answered nor deleted."""
        asked = self._proposals.get(match.id)
        known = asked is not None and asked.stage is Stage.INVITING and asked.id in self._matches.texts
        return asked if known else None

    def _put(self, match: FriendMatch, now: int) -> Orders:
        """Put a match on the board; a connection of another match ends."""
        other = self._connection is not None and self._connection.match is not match
        orders = self._hang_up(now) if other else []
        self._board = match
        return [*orders, *self._tell_state()]

    def _outdate(self, ids: Collection[str]) -> Orders:
        """Take outdated matches, stored in a newer version, off the board, and end their connection.

        Their ``on_closed`` is not called: its save would overwrite the newer version.
        """
        if self._board and self._board.id in ids:
            self._board = None
        return self._drop() if self._connection and self._connection.match.id in ids else []

    def _dial(
        self, match: FriendMatch, kind: Kind, servers: bool, offer: str = "", now: int | None = None
    ) -> Orders:
        """Start a connection for a match; an earlier connection ends."""
        orders = self._hang_up(now) if now is not None else self._drop()
        self._calls += 1
        self._connection = Connection(self._calls, match, kind)
        return [*orders, Tell(Preparing(kind)), Dial(self._calls, offer, servers)]

    def _drop(self) -> Orders:
        connection, self._connection = self._connection, None
        return [HangUp(connection.number)] if connection else []

    def _hang_up(self, now: int) -> Orders:
        """End the connection; its match goes on without one."""
        connection = self._connection
        orders = self._drop()
        if connection and connection.opened:
            orders += self._carry_out(connection.match, connection.match.on_closed(now))
        return orders

    def _carry_out(self, match: FriendMatch, done: list[Output], told: bool = True) -> Orders:
        """Turn a match's outputs into orders; if it is on the board and ``told``, tell the page its state."""
        orders: Orders = []
        for output in done:
            orders += self._orders(match, output)
        if told and match is self._board:
            orders += self._tell_state()
        return orders

    def _orders(self, match: FriendMatch, output: Output) -> Orders:
        number = self._connection.number if self._connection and self._connection.match is match else 0
        match output:
            case outputs.Save(id, text):
                self._matches.keep(id, text)
                return [Keep(id, text)]
            case outputs.Send(text):
                return [Transmit(number, text)] if number else []
            case outputs.Close():
                return [HangUp(number)] if number else []
            case outputs.Asked():
                return []
            case _:
                return [Tell(news_of(output))]
