"""Two pages and a connection between them: the part of browser/friends.py, without a browser."""

import random
from collections import deque
from dataclasses import dataclass, field

from app.fake import Page

from backgammon.features.game.start import first_visit
from backgammon.features.saving.saved_match import snapshot
from backgammon.friend.desk import Desk
from backgammon.friend.mirror import mirror_action
from backgammon.friend.news import Kind, Written
from backgammon.friend.orders import Connect, Dial, HangUp, Keep, Order, PassOn, Tell, Transmit
from backgammon.friend.requests import Roll, TakeText
from backgammon.friend.stages import BEAT
from backgammon.state.effects import Effect, ForgetAll, FriendRequest, RequestRoll
from backgammon.state.events import (
    Command,
    EngineReady,
    Event,
    FriendNews,
    Restored,
    Submitted,
    TextReceived,
)
from backgammon.state.friend import Sheet
from backgammon.storage.codec import dump, load

OFFER = (
    "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0\r\na=extmap-allow-mixed\r\n"
    "a=msid-semantic: WMS\r\nm=application 50000 UDP/DTLS/SCTP webrtc-datachannel\r\n"
    "c=IN IP4 192.0.2.2\r\na=candidate:1 1 udp 2113937151 192.0.2.2 50000 typ host generation 0\r\n"
    "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\na=ice-options:trickle\r\n"
    f"a=fingerprint:sha-256 {':'.join(['AB'] * 32)}\r\na=setup:actpass\r\na=mid:0\r\n"
    "a=sctp-port:5000\r\na=max-message-size:262144\r\n"
)
ANSWER = OFFER.replace("actpass", "active")


@dataclass
class Device(Page):
    """A page with a desk: ``kept`` holds its store's texts, ``written`` the links to be sent, by kind."""

    name: str = ""
    now: int = 1_000
    kept: dict[str, str] = field(default_factory=dict)
    written: dict[Kind, str] = field(default_factory=dict)
    outbox: deque[str] = field(default_factory=deque)
    dialled: int = 0
    met: bool = False
    open: int = 0
    waiting: deque[Event] = field(default_factory=deque)
    handling: bool = False

    def __post_init__(self) -> None:
        self.desk = Desk(self.kept, lambda: self.rng.randbytes(32), lambda: self.now // 60_000)

    def send(self, event: Event) -> None:
        """Apply an event; events that arrive meanwhile are queued, as in the real page."""
        self.waiting.append(event)
        if self.handling:
            return
        self.handling = True
        try:
            while self.waiting:
                Page.send(self, self.waiting.popleft())
        finally:
            self.handling = False

    def _check_not_stuck(self) -> None:
        if not self.waiting:
            Page._check_not_stuck(self)

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case FriendRequest(request):
                self.carry_out(self.desk.take(request, self.now))  # type: ignore[arg-type]
            case RequestRoll(number):
                self.carry_out(self.desk.take(Roll(number), self.now))
            case ForgetAll():
                self.kept.update(dict.fromkeys(self.kept, ""))
                self.carry_out(self.desk.refresh({}))
            case _:
                Page._carry_out(self, effect)

    def carry_out(self, orders: list[Order]) -> None:
        """Carry out the desk's orders; the description of a connection is available at once."""
        for order in orders:
            self._perform(order)

    def _perform(self, order: Order) -> None:
        match order:
            case Keep(id, text):
                self.kept[id] = text
            case Dial(number, offer):
                self.dialled, self.met = number, bool(offer)
                self.carry_out(self.desk.on_description(number, ANSWER if offer else OFFER, self.now))
            case Connect(number):
                assert number == self.dialled
                self.met = True
            case Transmit(number, text) if number == self.open:
                self.outbox.append(text)
            case HangUp(number):
                self.open = 0 if number == self.open else self.open
            case PassOn(text):
                self.carry_out(self.desk.take(TakeText(text, alone=True), self.now))
            case Tell(news):
                if isinstance(news, Written):
                    self.written[news.kind] = news.text
                self.send(FriendNews(news))

    def restart(self) -> "Device":
        """Close the page and return a new one that has only what was saved."""
        saved = load(dump(snapshot(self.model)), own=True)
        fresh = Device(first_visit(), self.rng, name=self.name, now=self.now, kept=self.kept)
        fresh.starting = False
        fresh.send(Restored(saved, settings=self.model.settings))
        fresh.send(EngineReady())
        return fresh


def new_device(name: str, seed: int) -> Device:
    """Return a page that has started."""
    page = Device(first_visit(), random.Random(seed), name=name)
    page.starting = False
    page.send(Restored(None))
    page.send(EngineReady())
    return page


def connect(one: Device, two: Device) -> None:
    """Open the connection between two devices that have exchanged their descriptions."""
    assert one.met
    assert two.met
    for each in (one, two):
        each.open = each.dialled
        each.carry_out(each.desk.on_opened(each.dialled, each.now))


def disconnect(*devices: Device) -> None:
    """Cut the connection; messages in transit are lost."""
    for each in devices:
        number, each.open = each.open, 0
        each.outbox.clear()
        each.carry_out(each.desk.on_closed(number, each.now))


def receive(receiver: Device, data: bytes) -> None:
    """Hand a message from the connection to its receiver."""
    receiver.carry_out(receiver.desk.on_message(receiver.open, data, receiver.now))


def deliver(one: Device, two: Device) -> bool:
    """Deliver all sent messages; return whether there were any."""
    before = len(one.outbox) + len(two.outbox)
    for sender, receiver in ((one, two), (two, one)):
        while sender.outbox and receiver.open:
            receive(receiver, sender.outbox.popleft().encode())
    return before > 0


def wait(one: Device, two: Device, milliseconds: int) -> None:
    """Let time pass while both devices are connected and send their signs of life."""
    for _ in range(milliseconds // BEAT):
        for each in (one, two):
            each.now += BEAT
            each.carry_out(each.desk.tick(each.now))
        settle(one, two)


def settle(one: Device, two: Device) -> None:
    """Run messages, timers and animations until both pages wait for a player."""
    for _ in range(500):
        moved = deliver(one, two)
        for each in (one, two):
            while event := each.next_event():
                each.send(event)
                moved = True
        if not moved:
            return
    raise AssertionError("the two pages never come to rest")


FORM = (("opponent", "remote"), ("length", "1"), ("host", "Ann"), ("way", "live"))


def start_friend_match(form: tuple[tuple[str, str], ...] = FORM, seed: int = 1) -> tuple[Device, Device]:
    """Return two pages, of which the first has invited the second and received the answer."""
    ann, bob = new_device("Ann", seed), new_device("Bob", seed + 1)
    join(ann, bob, form)
    return ann, bob


def join(ann: Device, bob: Device, form: tuple[tuple[str, str], ...] = FORM) -> None:
    """Let ``ann`` invite ``bob``, and receive the answer."""
    ann.send(Submitted("new-game", form))
    bob.send(TextReceived(f"https://example.org/{ann.written[Kind.INVITATION]}"))
    assert bob.model.friend
    assert bob.model.friend.sheet is Sheet.INVITED
    assert not bob.model.game_in_play.log
    bob.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    if ("way", "live") in form:
        connect(ann, bob)
    settle(ann, bob)


def reconnect(one: Device, two: Device) -> None:
    """Restore the connection with a new call and its answer."""
    one.send(Command("friend-act", "call"))
    two.send(TextReceived(one.written[Kind.CALL]))
    one.send(TextReceived(two.written[Kind.CALL_ANSWER]))
    connect(one, two)
    settle(one, two)


LEFT_OUT = ("undo", "redo", "new-game", "rematch", "review", "friend")


def player_event(each: Device) -> Event | None:
    """Return an input of this device's player that continues the match, None where there is none."""
    if each.model.dialog:
        return Command("close")
    for _ in range(30):
        event = each.player_event()
        if event and not (isinstance(event, Command) and event.name in LEFT_OUT):
            return event
    return None


def check_agreement(ann: Device, bob: Device) -> None:
    """Check that both pages have the same match, each seen from its own side."""
    one, two = ann.model.game_in_play, bob.model.game_in_play
    assert [*map(mirror_action, one.log)] == [*two.log]
    assert one.match.score == two.match.score[::-1]
    assert one.match.phase == two.match.phase


def exchange(one: Device, two: Device) -> bool:
    """Send the first device's letter to the second if one is due; return whether it was."""
    state = one.model.friend.state if one.model.friend else None
    if state is None or not state.letter_due or state.letter_written:
        return False
    one.send(Command("friend-act", "write"))
    one.send(Command("close"))
    two.send(TextReceived(one.written[Kind.LETTER]))
    return True


def start_match_by_message(seed: int) -> tuple[Device, Device]:
    """Return two pages in a match by message."""
    form = (("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("way", "message"))
    return start_friend_match(form, seed)


def write_letters(one: Device, two: Device, number: int = 12) -> None:
    """Play by message until ``number`` letters have been exchanged."""
    while number:
        settle(one, two)
        event = next(((each, found) for each in (one, two) if (found := player_event(each))), None)
        if event:
            event[0].send(event[1])
        else:
            assert exchange(one, two) or exchange(two, one)
            number -= 1
    settle(one, two)


def offer_end(one: Device, two: Device) -> tuple[Device, Device]:
    """Let the one who is to act offer to end the match; return that one first."""
    if not (one.model.friend and one.model.friend.state and one.model.friend.state.is_our_turn):
        one, two = two, one
    one.send(Command("friend-act", "end"))
    settle(one, two)
    if exchange(one, two):
        settle(one, two)
    return one, two


def play_to_letter(one: Device, two: Device) -> tuple[Device, Device]:
    """Play by message until one of the two has a letter to write; return that one first."""
    while not (one.model.friend and one.model.friend.state and one.model.friend.state.letter_due):
        if event := player_event(one):
            one.send(event)
        else:
            one, two = two, one
        settle(one, two)
    return one, two
