"""Two friends and all that can go wrong between them; a visit is determined by its seed alone.

Messages are lost, duplicated, delayed, reordered, cut, altered, sent back, and repeated from this match and
from an earlier one; pages close between any two of their outputs, and open again from what they saved.
"""

import random
from collections.abc import Callable

from friend.pair import Device, answer, invitation, some_action, some_decision
from strategies import THREE

from backgammon.core.errors import IllegalAction
from backgammon.core.mirror import mirror_match
from backgammon.core.rules import PRESETS, custom
from backgammon.core.time_control import SECOND, TimeControl
from backgammon.friend.errors import FriendError
from backgammon.friend.match import FriendMatch
from backgammon.friend.outputs import Output, Violated
from backgammon.friend.stages import STAGES, Link, Stage, Violation
from backgammon.friend.standing import Need, is_double_ruled_out, next_to_act
from backgammon.friend.terms import Terms
from backgammon.friend.texts import Letter, parse

RULES = (
    THREE,
    THREE,
    THREE,
    custom(THREE, beavers=True, raccoons=True, automatic_doubles=2),
    *PRESETS.values(),
)
BY_TAMPERING = {Violation.FORGED, Violation.UNREADABLE, Violation.VERSION}
"""The violations that a channel that alters messages can cause."""
KEPT = 300
"""The number of recent texts, also of an earlier match, that may be repeated."""
EARLIER = 200
"""The number of events of the earlier match; they leave some 60 messages and a few letters."""


class World:
    """One match, its two devices, and the messages in transit."""

    def __init__(self, seed: int, earlier: "World | None" = None) -> None:
        """``earlier``: a match of which messages and letters are still around."""
        self.archive: list[str] = [*earlier.archive] if earlier else []
        """The latest texts sent over channels."""
        self.letters: list[str] = [*earlier.letters] if earlier else []
        self.rng, self.now = random.Random(f"{seed} {'later' if earlier else 'first'}"), seed
        rng = self.rng
        clock = TimeControl(2 * SECOND, rng.choice((5, 600)) * SECOND, rng.random() < 0.7)
        length = rng.choice((0, 0, 1, 3, 5, 9))
        terms = Terms(rng.choice(RULES), length, rng.randrange(2), clock if rng.random() < 0.2 else None)
        host = Device(*FriendMatch.host(terms, "Anna", rng.randbytes(32)))
        guest = Device(*FriendMatch.join(invitation(host.match), "Bo", rng.randbytes(32)))
        host.do(host.match.take_answer(answer(guest.match), self.now))
        host.stage = host.match.stage
        self.devices = host, guest
        self.box: list[tuple[int, str]] = []
        """The messages in transit, each with its receiver."""
        self.post: list[tuple[int, str]] = []
        self.calm = self.tampered = False
        """``tampered``: whether the channel has carried a message that the other side did not send there."""
        self.happened: list[str] = []

    @classmethod
    def after_another(cls, seed: int) -> "World":
        """Return the match of a seed, with texts of an earlier one that is of this seed too."""
        earlier = cls(seed)
        for _ in range(EARLIER):
            earlier.step()
        return cls(seed, earlier)

    def step(self) -> None:
        """Let something random happen, and check both sides."""
        name, happen = self.rng.choices(*_CHANCES)[0]
        side = self.rng.randrange(2)
        self.happened.append(f"{name} {side}")
        happen(self, side)
        self.collect()
        self.check()

    def carry_out(self, side: int, outputs: list[Output]) -> None:
        """Carry out outputs, or only some of the first: then the page is closed and opened again."""
        device = self.devices[side]
        for output in outputs:
            if isinstance(output, Violated) and output.by_friend:
                allowed = BY_TAMPERING if self.tampered else set()
                clocks = {Violation.CLOCK} if device.match.terms.clock else set()
                assert output.violation in allowed | clocks, output
        if not self.calm and self.rng.random() < 0.01:
            device.do(outputs[: self.rng.randrange(len(outputs) + 1)])
            self.collect()
            self.restart(side)
        else:
            device.do(outputs)
            assert device.match.stage in (device.stage, *STAGES[device.stage])
        device.stage = device.match.stage

    def collect(self) -> None:
        """Put sent messages in transit."""
        for side, device in enumerate(self.devices):
            for text in device.take_sent():
                self.box.append((1 - side, text))
                self.archive.append(text)
        del self.archive[:-KEPT], self.letters[:-KEPT], self.box[:-60], self.post[:-60]

    def restart(self, side: int) -> None:
        """Close a page without notice, and open it again."""
        device = self.devices[side]
        log = device.log
        device.restart()
        assert device.log[: len(log)] == log[: len(device.log)]
        device.stage = device.match.stage

    def check(self) -> None:
        """Check that one transcript begins with or equals the other, and nobody knows a roll too early."""
        commons = [device.match._common for device in self.devices]
        short, long = sorted((common.text for common in commons), key=len)
        assert long.startswith(short)
        if self.rng.random() < 0.02:
            assert all(FriendMatch.restore(each.store).saved == each.match.saved for each in self.devices)
        if short == long:
            assert commons[0].standing == commons[1].standing
            assert mirror_match(self.devices[1].match.match) == self.devices[0].match.match
        for side, common in enumerate(commons):
            standing = common.standing
            may_double = next_to_act(standing) == (side, Need.ROLL) and not is_double_ruled_out(standing)
            assert may_double == self.devices[side].match.can_double
            if may_double:
                assert commons[1 - side].standing.shown[1 - side] <= standing.index

    # The events, with their weights in _CHANCES.

    def decide(self, side: int) -> None:
        """Let the side whose turn it is make a legal decision."""
        side = next((each for each in (0, 1) if self.devices[each].match.is_our_turn), side)
        match = self.devices[side].match
        if match.is_our_turn:
            self.carry_out(side, some_decision(match, self.rng, self.now, doubles=0.3))

    def err(self, side: int) -> None:
        """Try a decision that may not be allowed."""
        match = self.devices[side].match
        before = match._common.text
        tries: list[Callable[[], list[Output]]] = [
            lambda: match.roll(self.now),
            lambda: match.offer_end(self.now),
            lambda: match.answer_end(self.rng.random() < 0.1, self.now),
            lambda: match.decide(some_action(match, self.rng), self.now, rule_out=self.rng.random() < 0.5),
        ]
        try:
            outputs = self.rng.choice(tries)()
        except IllegalAction:
            assert match._common.text == before
        else:
            self.carry_out(side, outputs)

    def speak(self, side: int) -> None:
        """Send a remark, or set whether all that is sent rules out the next double."""
        match = self.devices[side].match
        self.carry_out(side, match.say("hello") if self.rng.random() < 0.5 else match.keep_cube(side == 0))

    def deliver(self, side: int) -> None:
        """Deliver the oldest message."""
        self._deliver(next(iter(self.box), None), remove=True)

    def deliver_any(self, side: int) -> None:
        """Deliver any message, out of order, and perhaps not for the last time."""
        if self.box:
            self._deliver(self.rng.choice(self.box), remove=self.rng.random() < 0.5)

    def _deliver(self, message: tuple[int, str] | None, remove: bool) -> None:
        if message:
            if remove:
                self.box.remove(message)
            to, text = message
            self.carry_out(to, self.devices[to].match.on_message(text, self.now))

    def lose(self, side: int) -> None:
        """Lose messages."""
        self.box = [each for each in self.box if self.rng.random() < 0.5]

    def tamper(self, side: int) -> None:
        """Deliver a message that the friend has not sent to this side, or not in this form."""
        texts = [text for _, text in self.box] + self.archive
        if not texts:
            return
        text, rng = self.rng.choice(texts), self.rng
        at = rng.randrange(len(text))
        changed = rng.choice(
            (
                text[:at],
                text[at:],
                text[:at] + chr(rng.randrange(32, 300)) + text[at + 1 :],
                text[:16] + text[16:].replace("[1,", "[2,"),
                text[:at] + text[at : at + 9] * 2 + text[at + 9 :],
                text,
            )
        )
        self.tampered = True
        self.carry_out(side, self.devices[side].match.on_message(changed, self.now))

    def pass_time(self, side: int) -> None:
        """Let a random time pass, and carry out what is due."""
        self.now += self.rng.choice((10, 100, 500, 1000, 4000))
        self.tick()

    def tick(self) -> None:
        """Carry out what is due."""
        for each, device in enumerate(self.devices):
            if device.match.due is not None and device.match.due <= self.now:
                self.carry_out(each, device.match.tick(self.now))

    def close(self, side: int) -> None:
        """Lose the channel; the other side is told of it, or is not."""
        for each in {side, self.rng.randrange(2)}:
            self.carry_out(each, self.devices[each].match.on_closed(self.now))

    def reopen(self, side: int) -> None:
        """Open a new channel if there is none; nothing from the old one comes through it."""
        if any(device.match.link is not Link.LIVE for device in self.devices):
            self.connect()

    def connect(self) -> None:
        """Open a channel."""
        self.box, self.tampered = [], False
        for each, device in enumerate(self.devices):
            self.carry_out(each, device.match.on_opened(self.now))

    def write(self, side: int) -> None:
        """Write a letter, due or not."""
        letter = self.devices[side].match.letter()
        self.post.append((1 - side, letter))
        self.letters.append(letter)

    def read(self, side: int) -> None:
        """Open a letter: a new or old one, one's own, one of another match, or one cut short."""
        mine = [text for to, text in self.post if to == side]
        preferred, other = (mine, self.letters) if self.rng.random() < 0.7 else (self.letters, mine)
        text = self.rng.choice(preferred or other or [""])
        if self.rng.random() < 0.1:
            text = text[: self.rng.randrange(len(text) + 1)]
        match = self.devices[side].match
        before = match._common.text
        try:
            letter = parse(text)
            assert isinstance(letter, Letter)
            outputs = match.open_letter(letter, self.now)
        except FriendError as error:
            assert match._common.text == before
            self.happened.append(error.key)
        else:
            assert (side, text) in self.post
            self.carry_out(side, outputs)

    def mend(self) -> None:
        """Let all go well at the end, and check that both sides then know the same."""
        self.calm = True
        self.connect()
        for _ in range(20):
            self.collect()
            while self.box:
                self._deliver(self.box[0], remove=True)
                self.collect()
            self.now += 500
            self.tick()
        self.check()
        texts = {device.match._common.text for device in self.devices}
        links = {device.match.link for device in self.devices}
        assert len(texts) == 1
        assert links == {Link.LIVE} or self.devices[0].match.terms.clock
        assert Stage.JOINING not in {device.match.stage for device in self.devices}


_CHANCES: tuple[list[tuple[str, Callable[[World, int], None]]], list[int]] = (
    [
        ("decide", World.decide),
        ("deliver", World.deliver),
        ("deliver any", World.deliver_any),
        ("pass time", World.pass_time),
        ("err", World.err),
        ("speak", World.speak),
        ("lose", World.lose),
        ("tamper", World.tamper),
        ("restart", World.restart),
        ("close", World.close),
        ("reopen", World.reopen),
        ("write", World.write),
        ("read", World.read),
    ],
    [300, 400, 40, 60, 20, 10, 5, 5, 3, 3, 30, 15, 20],
)
