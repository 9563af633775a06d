"""One side's transcript: our entries are added, the friend's are taken in completely or not at all.

The friend can add only entries of their own side. Our own entries may come back from the friend where they
are missing here (another device of ours made them): they carry our *mark*, made with a key that nobody else
has.
"""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile

from backgammon.core.actions import NextGame, Player
from backgammon.friend.agreement import key_of
from backgammon.friend.chain import Chain, Proof, derive_secret
from backgammon.friend.entries import Entry, Sign, format_entry, parse_entry, split_entries
from backgammon.friend.errors import Breach
from backgammon.friend.kept import GameStart, Kept, game_start, restore_standing
from backgammon.friend.stages import Violation
from backgammon.friend.standing import Need, Standing, apply_entry, next_to_act
from backgammon.friend.texts import SEAL_BYTES, Letter
from backgammon.friend.wire import Entries, Status
from backgammon.storage.errors import wrap_errors


class Transcript:
    """The entries that both sides share, and what this side knows of the other, in the host's numbers."""

    def __init__(self, kept: Kept) -> None:
        """Continue from the stored state; raise StorageError where it is inconsistent."""
        self.side, self.friend = kept.side, 1 - kept.side
        self.key = key_of(kept)
        seed = bytes.fromhex(kept.seed)
        self._chain, self._mark_key = Chain(seed), derive_secret(seed, "mark")
        self._texts = split_entries(kept.entries)
        self._own_last, self._friend_last, self._friend_mark = (
            kept.own_last,
            kept.friend_last,
            kept.friend_mark,
        )
        self.friend_has = kept.friend_has
        self._game: GameStart | None = kept.game
        self.standing: Standing = restore_standing(kept)
        self._replay(bytes.fromhex(kept.link))

    @wrap_errors()
    def _replay(self, link: bytes) -> None:
        texts = self._texts[self._game.entries if self._game else 0 :]
        link_of = self._links(self.standing, link, len(texts))
        for text in texts:
            self.standing = apply_entry(self.standing, parse_entry(text), link_of)

    def __len__(self) -> int:
        return len(self._texts)

    @property
    def text(self) -> str:
        """All entries as text."""
        return "".join(self._texts)

    @property
    def need(self) -> Need:
        """What we have to do; NOTHING while the friend is to act."""
        side, need = next_to_act(self.standing)
        return need if side == self.side else Need.NOTHING

    @property
    def has_news(self) -> bool:
        """Whether the friend is not known to have our last entry."""
        return self._own_last > self.friend_has

    @property
    def is_about_end(self) -> bool:
        """Whether the latest entry is no action of the game, but ends the match, or is about ending it."""
        what = parse_entry(self._texts[-1]).what if self._texts else None
        return isinstance(what, Sign) and what is not Sign.LINK

    def common_length(self, other: "Transcript") -> int:
        """Return the number of entries that two transcripts have in common at their beginning."""
        pairs = zip(self._texts, other._texts, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    def digest(self, number: int) -> str:
        """Return the digest of the first ``number`` entries: 32 hexadecimal digits."""
        return self._digest(self._texts, number)

    def _digest(self, texts: list[str], number: int) -> str:
        content = self.key + "".join(texts[:number]).encode()
        return hashlib.sha256(b"triktrakk-friend-1|digest|" + content).hexdigest()[:32]

    def _mark(self, texts: list[str], number: int) -> bytes:
        """Return our mark under the first ``number`` entries, the last of which is ours."""
        signed = f"{number}|{self._digest(texts, number)}".encode()
        return hmac.new(self._mark_key, signed, hashlib.sha256).digest()[:SEAL_BYTES]

    def _links(self, standing: Standing, link: bytes, count: int) -> Callable[[Player, int], bytes | None]:
        """Return a function for any link that ``count`` entries can show; ``link``: the friend's latest."""
        proof = Proof(standing.links[self.friend], standing.shown[self.friend], link, 2 * count + 2)
        return lambda side, index: (self._chain if side == self.side else proof).link(index)

    def add(self, entry: Entry, rules_out: bool = False) -> None:
        """Add an entry of ours, then the link we are to show, if any; raise Breach, and change nothing."""
        if next_to_act(self.standing)[0] != self.side:
            raise Breach(Violation.NOT_YOUR_TURN, "it is the friend's turn")
        self.standing = apply_entry(self.standing, entry, lambda side, index: self._chain.link(index))
        self._texts.append(format_entry(entry))
        self._own_last = len(self)
        if isinstance(entry.what, NextGame):
            self._game = game_start(self.standing, len(self))
        self.show_links(rules_out)

    def show_links(self, rules_out: bool = False) -> None:
        """Show our next link if that is what we have to do; ``rules_out``: also rule out a double."""
        if self.need is Need.LINK:
            self.add(Entry(Sign.LINK, rules_out), rules_out)

    def new_entries(self, number: int, entries: str) -> list[Entry]:
        """Return the entries that we lack, of those after entry ``number``; raise Breach if others differ."""
        return [*map(parse_entry, self._new(number, entries))]

    def _new(self, number: int, entries: str) -> list[str]:
        texts, known = split_entries(entries), self._texts[number:]
        if number > len(self) or texts[: len(known)] != known[: len(texts)]:
            raise Breach(Violation.FORK, f"after {number} entries the two transcripts differ")
        return texts[len(known) :]

    def take_in(self, number: int, entries: str, link: bytes, mark: bytes, yours: tuple[int, bytes]) -> None:
        """Take in the entries after entry ``number``; raise Breach, and change nothing. See wire.Entries."""
        new = self._new(number, entries)
        texts, standing, game = self._texts + new, self.standing, self._game
        link_of = self._links(standing, link, len(new))
        last = {self.side: self._own_last, self.friend: self._friend_last}
        for count, text in enumerate(new, start=len(self) + 1):
            side, entry = next_to_act(standing)[0], parse_entry(text)
            if side == self.side and count > yours[0]:
                raise Breach(Violation.NOT_YOUR_TURN, f"{text!r} is ours to say")
            standing = apply_entry(standing, entry, link_of)
            if side is not None:
                last[side] = count
            if isinstance(entry.what, NextGame):
                game = game_start(standing, count)
        if new and link != standing.links[self.friend]:
            raise Breach(Violation.WRONG_LINK, "the friend's latest link is not the one that was to be shown")
        ours = last[self.side]
        if ours > self._own_last and yours != (ours, self._mark(texts, ours)):
            raise Breach(Violation.NOT_YOUR_TURN, "entries that were ours to make do not come from us")
        self._texts, self.standing, self._game = texts, standing, game
        self._own_last, self._friend_last = ours, last[self.friend]
        self.friend_has = max(self.friend_has, number + len(split_entries(entries)))
        if new:
            self._friend_mark = mark.hex()

    def status(self) -> Status:
        """Return our status: the number of entries and their digest."""
        return Status(len(self), self.digest(len(self)))

    def entries_from(self, number: int) -> Entries:
        """Return the message with the entries after entry ``number``."""
        link, mark = self.standing.links[self.side].hex(), self._own_mark().hex()
        rest = "".join(self._texts[number:])
        return Entries(number, self.digest(number), rest, link, mark, self._friend_last, self._friend_mark)

    def _own_mark(self) -> bytes:
        return self._mark(self._texts, self._own_last)

    def letter(self, id: str) -> Letter:
        """Return the whole transcript as a letter, without its seal."""
        link, theirs = self.standing.links[self.side], bytes.fromhex(self._friend_mark) or bytes(SEAL_BYTES)
        return Letter(id, self.side, self.text, link, self._own_mark(), self._friend_last, theirs)

    def update_kept(self, kept: Kept) -> Kept:
        """Return the stored state, brought up to date."""
        return replace(
            kept,
            entries=self.text,
            link=self.standing.links[self.friend].hex(),
            own_last=self._own_last,
            friend_last=self._friend_last,
            friend_mark=self._friend_mark,
            friend_has=self.friend_has,
            game=self._game,
        )
