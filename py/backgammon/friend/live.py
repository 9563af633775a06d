"""One side of a match: our decisions are saved and sent, messages over a live link are taken in."""

from dataclasses import replace

from backgammon.core.actions import Action
from backgammon.core.errors import IllegalAction
from backgammon.core.match import Phase
from backgammon.core.plays import Move, Turn
from backgammon.friend.entries import Entry, Sign
from backgammon.friend.errors import Breach, FriendError
from backgammon.friend.kept import Kept
from backgammon.friend.outputs import (
    Close,
    DeletedByFriend,
    EndRefused,
    Output,
    RemarkMade,
    RematchText,
    Send,
    StepsShown,
    Violated,
)
from backgammon.friend.remarks import check_remark, remark_of
from backgammon.friend.side import Side
from backgammon.friend.stages import Link, Stage, Violation
from backgammon.friend.standing import Need
from backgammon.friend.terms import Terms
from backgammon.friend.texts import Answer, Invitation, parse
from backgammon.friend.wire import (
    Deleted,
    Entries,
    Message,
    Remark,
    Rematch,
    Status,
    Steps,
    Stop,
    Time,
    format_message,
    parse_message,
)

STORING = 5000
"""Milliseconds of a decision after which its time is stored again; a page loaded anew goes on from there."""


class LiveSide(Side):
    """A side that makes decisions and handles messages; its queries are in Side.

    Methods for a decision raise IllegalAction where it is not allowed now, and then change nothing.
    """

    def __init__(self, kept: Kept) -> None:
        """Continue from the stored state; raise StorageError where it is inconsistent."""
        super().__init__(kept)
        self._lagging: int | None = None
        """The number of entries the friend had at the last sign of life, None unless some were missing."""
        self._pace(0)

    # The player's decisions.

    def roll(self, now: int) -> list[Output]:
        """Decide not to double, and roll; the dice come at once, or as soon as the friend's link arrives."""
        if not self.can_roll:
            raise IllegalAction("phase", "there is nothing to roll for")
        return self._decide(Entry(Sign.LINK), now, timed=True)

    def decide(self, action: Action, now: int, *, rule_out: bool = False) -> list[Output]:
        """Play, double, answer, resign, or begin the next game; ``rule_out``: no double on our next turn."""
        can_rule_out = self._need in (Need.DECIDE, Need.NEXT)
        rule_out = rule_out or (self._kept.rules_out and can_rule_out)
        return self._decide(Entry(action, rule_out), now, timed=self._is_timed)

    def keep_cube(self, on: bool) -> list[Output]:
        """Rule out our next double with everything we send, or stop; while on, each turn takes one letter."""
        self._kept = replace(self._kept, rules_out=on)
        return [self._save(0)]

    def offer_end(self, now: int) -> list[Output]:
        """Offer to end the match at the current score; allowed while we are to act."""
        return self._decide(Entry(Sign.END_OFFERED), now, timed=self._is_timed)

    def answer_end(self, accept: bool, now: int) -> list[Output]:
        """Answer the friend's offer to end the match."""
        return self._decide(Entry(Sign.END_ACCEPTED if accept else Sign.END_REFUSED), now)

    @property
    def _is_timed(self) -> bool:
        """Whether we have to make a decision whose time counts."""
        return self._need in (Need.ROLL, Need.DECIDE)

    def _decide(self, entry: Entry, now: int, *, timed: bool = False) -> list[Output]:
        """Add our entry, with its time where it is ``timed``; once our time is out, add TIME_OUT instead."""
        common, silence = self._common, self._notice_silence(now)
        is_out = self._timing.is_out(self._kept.side, now)
        if is_out:
            entry = Entry(Sign.TIME_OUT)
        if is_out or timed:
            entry = replace(entry, spent=self._timing.ticks_spent(now))
        count = len(common)
        try:
            common.add(entry, self._kept.rules_out)
        except Breach as error:
            cause = error.__cause__
            raise cause if isinstance(cause, IllegalAction) else IllegalAction("phase", str(error)) from error
        return silence + self._save_and_send(count, now)

    def _save_and_send(self, count: int, now: int) -> list[Output]:
        """Return the outputs that save a longer transcript, and send what follows after ``count`` entries."""
        common = self._common
        self._pace(now)
        outputs: list[Output] = [self._save(now)]
        if self.link is Link.LIVE and count < len(common):
            outputs.append(self._send(common.entries_from(count)))
        return outputs

    def show_steps(self, moves: tuple[Move, ...]) -> list[Output]:
        """Show the friend the steps of our unfinished play; without a live link do nothing."""
        if self.link is not Link.LIVE or self._need is not Need.DECIDE:
            return []
        return [self._send(Steps(len(self._common), moves))]

    def say(self, remark: str = "", text: str = "") -> list[Output]:
        """Say one of REMARKS, or a text of at most LONGEST_REMARK characters; only over a live link."""
        said = remark_of(remark, text)
        return [self._send(said)] if said and self.link is Link.LIVE else []

    def send_rematch(self, text: str) -> list[Output]:
        """Send an invitation to a rematch, or the answer to one; only over a live link, after the end."""
        if self.link is not Link.LIVE or self.stage is not Stage.OVER:
            return []
        return [self._send(Rematch(text))]

    def send_deleted(self) -> list[Output]:
        """Tell the friend that the match is deleted here; only over a live link, before the end."""
        if self.link is not Link.LIVE or self.stage is Stage.OVER:
            return []
        return [self._send(Deleted())]

    def rematch_terms(self, by_us: bool) -> Terms:
        """Return the terms of a rematch, of which we or the friend are the host: those of this match."""
        same_host = by_us is self.is_host
        return self.terms if same_host else replace(self.terms, white=1 - self.terms.white)

    # The live link.

    def on_opened(self, now: int) -> list[Output]:
        """Handle the opening of a channel."""
        self._lagging = None
        self._pulse.open(now)
        self._pace(now)
        self._timing.measure_anew()
        return [self._send(self._common.status())]

    def on_closed(self, now: int) -> list[Output]:
        """Handle the loss of the channel."""
        return self._notice_silence(now) + self._change_link(Link.CLOSED, now)

    def tick(self, now: int) -> list[Output]:
        """Handle what is due by now: silence, time out, time to be stored, a sign of life with our time."""
        outputs = self._notice_silence(now)
        if self._timing.is_out(self._kept.side, now):
            outputs += self._decide(Entry(Sign.TIME_OUT), now)
        elif self._timing.is_out(1 - self._kept.side, now):
            return self._stop(Violation.CLOCK, now)
        elif self._timing.time_used(now) >= self._kept.used + STORING:
            outputs.append(self._save(now))
        if self._pulse.beats(now):
            outputs += [self._send(self._common.status()), *self._tell_time(now)]
        return outputs

    def _tell_time(self, now: int) -> list[Output]:
        """Tell the friend the time that our decision has taken, if we have to make one that is timed."""
        if self._timing.clock is None or not self._is_timed:
            return []
        return [self._send(Time(len(self._common), self._timing.ticks_spent(now)))]

    def on_message(self, text: str, now: int) -> list[Output]:
        """Handle a text that came over the channel."""
        if not self._pulse.is_open:
            return []
        silence = self._notice_silence(now)
        try:
            message = parse_message(text, self._common.key, 1 - self._kept.side)
            if isinstance(message, Stop):
                told = Violated(message.violation, False)
                return [*silence, *self._change_link(Link.STOPPED, now), told, Close()]
            outputs = self._dispatch(message, now)
        except Breach as error:
            return silence + self._stop(error.violation, now)
        self._pulse.hear(now)
        return silence + outputs

    def is_from_friend(self, text: str) -> bool:
        """Whether this is a message of the friend's that belongs to this match."""
        try:
            parse_message(text, self._common.key, 1 - self._kept.side)
        except Breach:
            return False
        return True

    def _notice_silence(self, now: int) -> list[Output]:
        """Pause the clock as of the moment of silence; a device that slept may notice it much later."""
        if not self._pulse.falls_silent(now):
            return []
        self._pace(self._pulse.silent_from)
        return [self._save(now)]

    def _dispatch(self, message: Message, now: int) -> list[Output]:
        match message:
            case Status(number, digest):
                return self._on_status(number, digest, now)
            case Entries():
                return self._on_entries(message, now)
            case Time(number, spent):
                return self._on_time(number, spent, now)
            case Steps(number, moves):
                return self._on_steps(number, moves)
            case Remark(remark, said):
                check_remark(message)
                return [RemarkMade(remark, said)]
            case Rematch(text):
                return self._on_rematch(text)
            case Deleted():
                return [*self._change_link(Link.STOPPED, now), DeletedByFriend(), Close()]
            case _:
                return []

    def _on_status(self, number: int, digest: str, now: int) -> list[Output]:
        """Answer a status: send the entries that the friend lacks, at once when the link becomes live.

        Later they are sent only once two statuses in a row lack the same ones. Raise Breach for a fork.
        """
        common = self._common
        if number > len(common):
            return [self._send(common.status())]
        if number < 0 or digest != common.digest(number):
            raise Breach(Violation.FORK, f"after {number} entries the two transcripts differ")
        outputs = self._mark_met(now)
        came = self.link is not Link.LIVE
        outputs += self._change_link(Link.LIVE, now)
        had_news = common.has_news
        common.friend_has = max(common.friend_has, number)
        if had_news and not common.has_news:
            outputs.append(self._save(now))
        lags = number < len(common)
        if lags and (came or self._lagging == number):
            outputs.append(self._send(common.entries_from(number)))
        self._lagging = number if lags else None
        return outputs + self._tell_time(now) if came else outputs

    def _mark_met(self, now: int) -> list[Output]:
        """Record that something has come from the friend."""
        before, self._kept = self.stage, replace(self._kept, met=True)
        return [] if self.stage is before else [self._save(now)]

    def _on_entries(self, message: Entries, now: int) -> list[Output]:
        common, number = self._common, message.number
        if number > len(common):
            return [self._send(common.status())]
        if number < 0 or message.digest != common.digest(number):
            raise Breach(Violation.FORK, f"after {number} entries the two transcripts differ")
        new = common.new_entries(number, message.entries)
        if new and not self._timing.is_credible(new[0].spent, now):
            raise Breach(Violation.CLOCK, f"{new[0]!r} took longer than it tells")
        link, mark, yours = _bytes(message.link), _bytes(message.mark), _bytes(message.yours)
        last = message.yours_at, yours
        outputs = self._take_in(number, message.entries, link, mark, last, now, live=True)
        # Either may leave after the end: the friend's page has to know that nothing is left to send.
        return [*outputs, self._send(common.status())] if new and self.stage is Stage.OVER else outputs

    def _take_in(
        self,
        number: int,
        entries: str,
        link: bytes,
        mark: bytes,
        yours: tuple[int, bytes],
        now: int,
        *,
        live: bool = False,
    ) -> list[Output]:
        """Take in the friend's entries, then show the links that it is our turn to show."""
        common = self._common
        offered, before = common.standing.offered, len(common)
        common.take_in(number, entries, link, mark, yours)
        outputs = self._change_link(Link.LIVE, now) if live else []
        count = len(common)
        if count == before:
            return outputs
        self._kept = replace(self._kept, met=True)
        common.show_links(self._kept.rules_out)
        outputs += self._save_and_send(count, now)
        if offered == self._kept.side and common.standing.offered is None and self.end is None:
            outputs.append(EndRefused())
        return outputs

    def _on_time(self, number: int, spent: int, now: int) -> list[Output]:
        """Take over the time that the friend's decision has taken, unless a break explains no difference."""
        if self._timing.clock is None or spent < 0:
            raise Breach(Violation.CLOCK, f"no time is {spent!r}")
        if number == len(self._common):
            if self._is_timed:
                raise Breach(Violation.NOT_YOUR_TURN, "the friend tells the time of our decision")
            self._timing.hear(spent, now)
        return []

    def _on_steps(self, number: int, moves: tuple[Move, ...]) -> list[Output]:
        common = self._common
        match = common.standing.match
        if number != len(common) or match.phase is not Phase.TO_PLAY or match.dice is None:
            return []
        if match.on_roll == self._kept.side:
            raise Breach(Violation.NOT_YOUR_TURN, "the friend moves our checkers")
        turn = Turn(match.position, match.dice, match.rules)
        if any(move not in turn.next_moves(moves[:at]) for at, move in enumerate(moves)):
            raise Breach(Violation.ILLEGAL, f"the friend's checkers cannot move so: {moves!r}")
        return [StepsShown(moves)]

    def _on_rematch(self, written: str) -> list[Output]:
        try:
            text = parse(written)
        except FriendError as error:
            raise Breach(Violation.UNREADABLE, str(error)) from error
        if not isinstance(text, Invitation | Answer) or text.sdp:
            raise Breach(Violation.UNREADABLE, f"neither an invitation nor an answer is {text!r}")
        agreed = not isinstance(text, Invitation) or text.terms == self.rematch_terms(by_us=False)
        if self.stage is not Stage.OVER or not agreed:
            raise Breach(
                Violation.NOT_AGREED, "no match after this one has other terms, or begins before its end"
            )
        return [RematchText(text)]

    def _stop(self, violation: Violation, now: int) -> list[Output]:
        """Stop the link, and tell both sides why; the match is left unchanged."""
        told = self._send(Stop(violation))
        return [told, *self._change_link(Link.STOPPED, now), Violated(violation), Close()]

    def _change_link(self, link: Link, now: int) -> list[Output]:
        """Change the state of the link; the clock runs only while it is live."""
        if not self._pulse.change(link):
            return []
        self._pace(now)
        timed = self._timing.time_used(now) and link is not Link.LIVE
        return [self._save(now)] if timed else []

    def _pace(self, now: int) -> None:
        if self._transcript:
            common = self._transcript
            self._timing.follow(common.standing, len(common), self.link is Link.LIVE, now)

    def _send(self, message: Message) -> Send:
        return Send(format_message(message, self._common.key, self._kept.side))


def _bytes(digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError as error:
        raise Breach(Violation.UNREADABLE, f"no bytes are {digits[:40]!r}") from error
