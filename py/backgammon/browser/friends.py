"""Matches against friends in the browser: carries out the desk's orders, and reports to it what happens.

Nothing is sent before everything ordered earlier is kept. The pages of one device share a channel, by which
an answer that was opened in one of them reaches the one that waits for it, and a match deleted in one of them
is deleted in all: a page that is connected tells the friend.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import js
from pyodide.ffi import JsException, create_proxy, to_js

from backgammon.browser import clock, files
from backgammon.browser.date import this_minute
from backgammon.browser.effects import random_bytes
from backgammon.browser.no_store import AnyStore
from backgammon.browser.peer import Peer, Reports, State, named_servers
from backgammon.friend.desk import Desk
from backgammon.friend.match import SEED_BYTES
from backgammon.friend.news import News, Passed, StateChanged, Written
from backgammon.friend.orders import Connect, Dial, HangUp, Keep, Order, PassOn, Tell, Transmit
from backgammon.friend.requests import Request, Roll, Share, TakeText
from backgammon.state.events import Command, Event, FriendNews, FriendTime

_CHANNEL = "triktrakk.friends"
_ASKING_SECONDS = 0.7
"""How long the other pages of this device have to report that they wait for a text."""
_LINGERING_SECONDS = 0.3
"""How long a connection stays open at its end, so that the last message can arrive."""


class Friends:
    """The desk of this page, with its connections, timer and channel."""

    def __init__(self, send: Callable[[Event], None], store: AnyStore) -> None:
        self._send = send
        self._store = store
        self._desk = Desk(store.friends, lambda: random_bytes(SEED_BYTES), this_minute)
        self._peers: dict[int, Peer] = {}
        self._timer: Any = None
        self._shows_clock = False
        self._passing: set[str] = set()
        self._sharing: asyncio.Future[None] | None = None
        self._channel = js.BroadcastChannel.new(_CHANNEL)
        self._channel.onmessage = create_proxy(lambda event: self._on_word(str(event.data)))
        store.on_friends = lambda texts: self._carry_out(self._desk.refresh(texts))
        js.document.documentElement.toggleAttribute("data-shares", hasattr(js.navigator, "share"))

    def take(self, request: Request | Share) -> None:
        """Carry out a request of the page."""
        if isinstance(request, Share):
            self._sharing = asyncio.ensure_future(share(request.link))
        else:
            self._carry_out(self._desk.take(request, now()))

    def roll(self, number: int) -> None:
        """Ask for the next roll; ``number``: the length of the log before."""
        self.take(Roll(number))

    def _carry_out(self, orders: list[Order]) -> None:
        for order in orders:
            self._perform(order)
        self._set_timer()

    def _perform(self, order: Order) -> None:
        match order:
            case Keep(id, text):
                self._store.keep_friend(id, text)
                if not text:
                    self._channel.postMessage(f"deleted {id}")
            case Dial(number, offer, servers):
                self._dial(number, offer, servers)
            case Connect(number, answer):
                self._peers[number].connect(answer)
            case Transmit(number, text):
                self._store.when_kept(lambda: self._transmit(number, text))
            case HangUp(number):
                self._store.when_kept(lambda: clock.after(_LINGERING_SECONDS, lambda: self._hang_up(number)))
            case PassOn(text):
                self._pass_on(text)
            case Tell(Written() as written):
                address = replace(written, text=files.address(written.text))
                self._store.when_kept(lambda: self._tell(address))
            case Tell(news):
                self._tell(news)

    def _tell(self, news: News) -> None:
        self._send(FriendNews(news))
        if isinstance(news, StateChanged):
            timed = news.state.clock
            self._shows_clock = timed is not None and timed.decider is not None and timed.since is not None
            self._send(FriendTime(now()))

    def _dial(self, number: int, offer: str, servers: bool) -> None:
        reports = Reports(
            lambda sdp: self._carry_out(self._desk.on_description(number, sdp, now())),
            lambda state: self._on_state(number, state),
            lambda data: self._carry_out(self._desk.on_message(number, data, now())),
        )
        self._peers[number] = peer = Peer(reports, named_servers() if servers else ())
        if offer:
            peer.answer(offer)
        else:
            peer.invite()

    def _on_state(self, number: int, state: State) -> None:
        if state is State.OPEN:
            self._carry_out(self._desk.on_opened(number, now()))
        elif state in (State.CLOSED, State.FAILED):
            self._carry_out(self._desk.on_closed(number, now()))

    def _transmit(self, number: int, text: str) -> None:
        if number in self._peers:
            self._peers[number].send(text.encode())

    def _hang_up(self, number: int) -> None:
        if number in self._peers:
            self._peers.pop(number).close()

    def _set_timer(self) -> None:
        """Tick when the desk is due, and every second while a clock is shown."""
        if self._timer is not None:
            js.clearTimeout(self._timer)
            self._timer = None
        due = self._desk.due
        waits = [due - now()] if due is not None else []
        waits += [1000 - now() % 1000] if self._shows_clock else []
        if waits:
            self._timer = clock.after(max(0, min(waits)) / 1000, self._tick)

    def _tick(self) -> None:
        self._timer = None
        if self._shows_clock:
            self._send(FriendTime(now()))
        self._carry_out(self._desk.tick(now()))

    def _pass_on(self, text: str) -> None:
        """Ask the other pages of this device whether one of them waits for this text."""
        self._passing.add(text)
        self._channel.postMessage(f"text {text}")
        clock.after(_ASKING_SECONDS, lambda: self._take_alone(text))

    def _take_alone(self, text: str) -> None:
        if text in self._passing:
            self._passing.discard(text)
            self.take(TakeText(text, alone=True))

    def _on_word(self, word: str) -> None:
        """Handle a message of another page here: it offers a text, has taken ours, or has deleted a match."""
        kind, _, text = word.partition(" ")
        if kind == "text" and self._desk.waits_for(text):
            self._channel.postMessage(f"taken {text}")
            self.take(TakeText(text, alone=True))
        elif kind == "taken" and text in self._passing:
            self._passing.discard(text)
            self._send(FriendNews(Passed()))
        elif kind == "deleted":
            self._send(Command("friend-act", f"forget:{text}"))


def now() -> int:
    """Return the time in milliseconds since 1970; while the page is open this clock never goes back."""
    return int(js.performance.timeOrigin + js.performance.now())


async def share(link: str) -> None:
    """Open the device's share sheet; dismissing it is not an error."""
    try:
        await js.navigator.share(to_js({"url": link}, dict_converter=js.Object.fromEntries))
    except JsException as error:
        js.console.info(f"not shared: {error}")
