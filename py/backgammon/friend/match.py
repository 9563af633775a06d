"""One side of a match against a friend (see the package's docstring), in the local player's own numbers.

A live match: the host calls ``host`` and sends ``invitation(sdp)``; the guest reads it with ``texts.parse``,
shows its terms, calls ``join`` and sends ``answer(sdp)``; the host passes that to ``take_answer``. Once the
channel is open both call ``on_opened``, ``on_message``, ``on_closed``, and ``tick`` at the time ``due``. To
restore a lost link, one side sends ``call(sdp)``; the other reads it with ``call_sdp`` and sends ``call(sdp,
is_answer=True)``. By message: send ``letter()`` whenever ``letter_due``, and read the friend's with
``open_letter``.
"""

from dataclasses import replace

from backgammon.core.errors import IllegalAction
from backgammon.friend import agreement
from backgammon.friend.entries import Sign
from backgammon.friend.errors import Breach, FriendError, Known
from backgammon.friend.kept import load
from backgammon.friend.live import LiveSide
from backgammon.friend.outputs import Output
from backgammon.friend.stages import End, Link, Stage, Violation
from backgammon.friend.standing import Need
from backgammon.friend.terms import Terms
from backgammon.friend.texts import (
    Answer,
    Call,
    Invitation,
    Letter,
    OwnCopy,
    add_seal,
    format_text,
    is_sealed,
)
from backgammon.friend.transcript import Transcript
from backgammon.storage.errors import wrap_errors

SEED_BYTES = 32


class FriendMatch(LiveSide):
    """One side of a match. A method that raises FriendError, about a text received, has changed nothing."""

    @classmethod
    def host(
        cls, terms: Terms, name: str, seed: bytes, friend: str = "", made: int = 0
    ) -> "tuple[FriendMatch, list[Output]]":
        """Propose a match; ``friend``: the friend's name, where it is known before there is an answer.

        ``seed``: SEED_BYTES from the browser's crypto, never used for another match. ``made``: see Kept.
        """
        match = cls(agreement.propose(terms, name, seed, friend, made))
        return match, [match._save(0)]

    @classmethod
    def join(cls, invitation: Invitation, name: str, seed: bytes) -> "tuple[FriendMatch, list[Output]]":
        """Accept an invitation."""
        match = cls(agreement.accept(invitation, name, seed))
        match._common.show_links()
        return match, [match._save(0)]

    @classmethod
    def refuse(cls, invitation: Invitation, seed: bytes) -> "tuple[FriendMatch, list[Output]]":
        """Decline an invitation; ``agreement.decline`` writes the answer."""
        match = cls(agreement.refuse(invitation, seed))
        return match, [match._save(0)]

    @classmethod
    @wrap_errors()
    def restore(cls, text: str) -> "FriendMatch":
        """Restore a match from the text of a Save; raise StorageError for a damaged one."""
        return cls(load(text))

    @property
    def proposed(self) -> Invitation:
        """The invitation to this match, without a connection."""
        return agreement.invitation_of(self._kept)

    def invitation(self, sdp: str = "") -> str:
        """Return the fragment that invites; ``sdp``: the browser's offer with all its candidates."""
        return format_text(replace(self.proposed, sdp=sdp))

    def answer(self, sdp: str = "") -> str:
        """Return the fragment that accepts the invitation; ``sdp``: the browser's answer."""
        return agreement.answer_text(self._kept, sdp)

    def take_answer(self, answer: Answer, now: int) -> list[Output]:
        """Handle the guest's answer; raise FriendError where it does not answer this invitation."""
        agreed = agreement.with_answer(self._kept, answer)
        if agreed.guest is None:
            self._kept = agreed
            return [self._save(0)]
        common = Transcript(agreed)
        common.take_in(0, Sign.LINK, answer.link, b"", (0, b""))
        self._kept, self._transcript = agreed, common
        common.show_links()
        return self._save_and_send(1, now)

    def give_up(self) -> list[Output]:
        """Withdraw an invitation that nobody has answered; raise IllegalAction otherwise."""
        if self.stage is not Stage.INVITING:
            raise IllegalAction("phase", "the invitation has been answered")
        self._kept = replace(self._kept, end=End.GIVEN_UP)
        return [self._save(0)]

    # Calls for a live link, letters, and copies.

    def call(self, sdp: str, *, is_answer: bool = False) -> str:
        """Return the fragment that offers a live link for this match (again), or answers such an offer."""
        return format_text(add_seal(Call(self.id, self._kept.side, sdp, is_answer), self._common.key))

    def call_sdp(self, call: Call) -> str:
        """Return the SDP of the friend's call, or of the friend's answer to ours; raise FriendError."""
        self._check_text(call)
        return call.sdp

    @property
    def letter_due(self) -> bool:
        """Whether a letter should be sent: the friend lacks an entry of ours, and we need not decide first.

        Beginning the next game does not count as a decision here. Never while the link is live.
        """
        if self._transcript is None or self.stage is Stage.JOINING or self.link is Link.LIVE:
            return False
        return self._transcript.has_news and self._need in (Need.NOTHING, Need.NEXT)

    def letter(self) -> str:
        """Return the fragment with the whole transcript; it may be sent any number of times."""
        common = self._common
        return format_text(add_seal(common.letter(self.id), common.key))

    def open_letter(self, letter: Letter, now: int) -> list[Output]:
        """Take in the new entries of a letter; raise FriendError for one that is old, forged …"""
        self._check_text(letter)
        common = self._common
        if not common.new_entries(0, letter.entries):
            raise Known(self.id, "friend.text.nothing-new", "the letter has nothing that is not here")
        yours = letter.yours_at, letter.yours
        return self._take_in(0, letter.entries, letter.link, letter.mark, yours, now)

    def _check_text(self, text: Call | Letter) -> None:
        """Raise FriendError unless a text belongs to this match and comes from the friend."""
        if text.id != self.id:
            raise Breach(Violation.OTHER_MATCH, f"it belongs to {text.id}, not to {self.id}")
        if self._transcript is None:
            raise FriendError("friend.text.unknown-match", "nobody has answered the invitation here")
        if not is_sealed(text, self._transcript.key):
            raise Breach(Violation.FORGED, "its seal is not made with the key of this match")
        if text.side == self._kept.side:
            raise Known(self.id, "friend.text.own", "it was sent from here")

    def copy_for_own_device(self) -> str:
        """Return a private text with which another device of the same player can continue the match."""
        return format_text(OwnCopy(self._save(0).text))

    def check_copy(self, copy: "FriendMatch") -> None:
        """Raise Known for a copy of this side that is no further on than this one, or has other entries.

        One with other entries is no error where the friend has some of them, and none of ours: they count.
        """
        ours, theirs = self._common, copy._common
        common = ours.common_length(theirs)
        if common == len(theirs):
            raise Known(self.id, "friend.text.nothing-new", "this device knows as much")
        counts = ours.friend_has <= common < theirs.friend_has
        if common < len(ours) and not counts:
            raise Known(self.id, "friend.text.copy-differs", f"after {common} entries the two differ")

    def is_same_side(self, other: "FriendMatch") -> bool:
        """Whether ``other`` is this side of this match too: only its player's own devices have its seed."""
        return self.id == other.id and self._kept.seed == other._kept.seed
