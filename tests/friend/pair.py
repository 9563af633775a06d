"""Two friends at two devices, without browsers: the store and the news of each, and messages in transit."""

import random
from collections.abc import Callable
from pathlib import Path

from backgammon.core.actions import (
    Accepted,
    Action,
    Doubled,
    Dropped,
    NextGame,
    Played,
    Refused,
    Resigned,
    Took,
)
from backgammon.core.errors import IllegalAction
from backgammon.core.match import Phase, refusal_error
from backgammon.core.plays import Turn
from backgammon.friend.match import FriendMatch
from backgammon.friend.outputs import Output, Save, Send, Violated
from backgammon.friend.stages import Violation
from backgammon.friend.terms import Terms
from backgammon.friend.texts import Answer, Invitation, parse

SDP = {path.stem: path.read_bytes().decode() for path in (Path(__file__).parent / "sdp").glob("*.sdp")}
OFFER, ANSWER = SDP["chromium-156-offer"], SDP["chromium-156-answer"]


def invitation(host: FriendMatch, sdp: str = "") -> Invitation:
    """Return the invitation that the guest reads."""
    read = parse(f"https://example.org/triktrakk/{host.invitation(sdp)}")
    assert isinstance(read, Invitation)
    return read


def answer(guest: FriendMatch, sdp: str = "") -> Answer:
    """Return the answer that the host reads."""
    read = parse(guest.answer(sdp))
    assert isinstance(read, Answer)
    return read


class Device:
    """One side: its match, its store, the outputs for its page, and the messages it has sent."""

    def __init__(self, match: FriendMatch, outputs: list[Output]) -> None:
        self.match, self.store = match, ""
        self.stage = match.stage
        self.sent: list[str] = []
        self.told: list[Output] = []
        self.do(outputs)

    def do(self, outputs: list[Output]) -> list[Output]:
        """Carry out outputs of the match in order, and return them."""
        for output in outputs:
            self._do(output)
        return outputs

    def _do(self, output: Output) -> None:
        match output:
            case Save(id, text):
                assert id == self.match.id
                self.store = text
            case Send(text):
                self.sent.append(text)
            case _:
                self.told.append(output)

    def restart(self) -> None:
        """Close the page without notice, and open it again."""
        self.match = FriendMatch.restore(self.store)
        self.sent = []

    @property
    def log(self) -> list[Action]:
        """The actions of the match."""
        return list(self.match.saved.log) if self.match.has_begun else []

    def take_sent(self) -> list[str]:
        """Return the messages to send over the channel, and clear them."""
        sent, self.sent = self.sent, []
        return sent

    @property
    def violations(self) -> list[Violation]:
        """The violations by the friend that the page was told of."""
        return [each.violation for each in self.told if isinstance(each, Violated) and each.by_friend]


class Pair:
    """A host and a guest on a channel that loses nothing; ``now`` is in milliseconds."""

    def __init__(self, terms: Terms | None = None, seed: int = 1) -> None:
        self.rng, self.now = random.Random(seed), 1000
        secrets = self.rng.randbytes(32), self.rng.randbytes(32)
        self.host = Device(*FriendMatch.host(terms or Terms(), "Anna", secrets[0]))
        self.guest = Device(*FriendMatch.join(invitation(self.host.match), "Bo", secrets[1]))
        self.devices = self.host, self.guest
        self.host.do(self.host.match.take_answer(answer(self.guest.match), self.now))

    def connect(self) -> "Pair":
        """Open a channel, and let both report their progress."""
        for device in self.devices:
            device.do(device.match.on_opened(self.now))
        self.settle()
        return self

    def disconnect(self) -> None:
        """Close the channel at both ends."""
        for device in self.devices:
            device.do(device.match.on_closed(self.now))

    def settle(self) -> None:
        """Deliver all messages in transit."""
        while any(device.sent for device in self.devices):
            for device, other in (self.devices, self.devices[::-1]):
                for text in device.take_sent():
                    other.do(other.match.on_message(text, self.now))

    def wait(self, milliseconds: int) -> None:
        """Let time pass, from one due time of the devices to the next."""
        end = self.now + milliseconds
        while (due := min(each for each in (*self._dues(), end))) < end:
            self.now = max(self.now, due)
            self._tick()
        self.now = end
        self._tick()

    def _dues(self) -> list[int]:
        return [device.match.due for device in self.devices if device.match.due is not None]

    def _tick(self) -> None:
        for device in self.devices:
            device.do(device.match.tick(self.now))
        self.settle()

    def play(self, decide: Callable[[FriendMatch, random.Random, int], list[Output]] | None = None) -> None:
        """Let the side whose turn it is make one decision."""
        device = next(device for device in self.devices if device.match.is_our_turn)
        device.do((decide or some_decision)(device.match, self.rng, self.now))
        self.settle()

    def play_to_the_end(self, most: int = 20_000) -> None:
        """Play until the match is over."""
        while self.host.match.end is None:
            self.play()
            most -= 1
            assert most


def some_decision(match: FriendMatch, rng: random.Random, now: int, doubles: float = 0.1) -> list[Output]:
    """Make a random decision, and return its outputs."""
    if match.can_roll:
        if match.can_double and rng.random() < doubles:
            return match.decide(Doubled(), now)
        return match.roll(now)
    if match.end_offered:
        return match.answer_end(False, now)
    rule_out = match.can_rule_out and rng.random() < 0.3
    return match.decide(some_action(match, rng), now, rule_out=rule_out)


def some_action(match: FriendMatch, rng: random.Random) -> Action:
    """Return a random action that the phase allows."""
    state = match.match
    match state.phase:
        case Phase.TO_PLAY:
            if rng.random() < 0.01:
                return Resigned(1)
            assert state.dice is not None
            turn = Turn(state.position, state.dice, state.rules)
            return Played(rng.choice(list(turn.results.values())))
        case Phase.GAME_OVER:
            return NextGame()
        case Phase.RESIGNED:
            return Accepted() if refusal_error(state) or rng.random() < 0.5 else Refused()
        case _:
            return rng.choice((Took(), Took(), Dropped()))


def refusal(decide: Callable[[], list[Output]]) -> str:
    """Return the rule that one's own decision breaks."""
    try:
        decide()
    except IllegalAction as error:
        return error.rule
    raise AssertionError("it was allowed")
