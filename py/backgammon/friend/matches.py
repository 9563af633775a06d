"""The matches against friends stored on this device, each parsed when it is first needed."""

from collections.abc import Callable, Collection, Iterator, Mapping

from backgammon.friend.calls import copied_match
from backgammon.friend.errors import FriendError
from backgammon.friend.match import FriendMatch
from backgammon.friend.outputs import Output
from backgammon.friend.terms import Terms
from backgammon.friend.texts import Invitation, OwnCopy
from backgammon.storage.errors import StorageError


class Matches:
    """Matches by their ids; each is stored as a text."""

    def __init__(
        self, texts: Mapping[str, str], draw: Callable[[], bytes], minute: Callable[[], int]
    ) -> None:
        """``texts``: the stored texts by match id, "" for a forgotten one; ``draw``: draws a fresh seed.

        ``minute``: returns the time in minutes since 1970 by the clock on the wall.
        """
        self._read: dict[str, FriendMatch] = {}
        self._draw, self._minute = draw, minute
        self.refresh(texts)

    @property
    def texts(self) -> dict[str, str]:
        """The stored text of each match."""
        return {id: text for id, text in self._texts.items() if text}

    def refresh(self, texts: Mapping[str, str], but: Collection[str] = ()) -> None:
        """Take over the texts that another page wrote; drop the parsed matches, except the ids in ``but``."""
        self._texts = dict(texts)
        self._read = {id: match for id, match in self._read.items() if id in but}

    def find(self, id: str) -> FriendMatch | None:
        """Return a match, None where it is unknown or cannot be read."""
        if id not in self._read and self._texts.get(id):
            try:
                self._read[id] = FriendMatch.restore(self._texts[id])
            except StorageError:
                return None
        return self._read.get(id)

    def find_agreed(self, id: str) -> FriendMatch | None:
        """Return a match that is not only an invitation declined here, None where there is none."""
        match = self.find(id)
        return None if match and match.is_declined_here else match

    def host(self, terms: Terms, name: str, friend: str = "") -> tuple[FriendMatch, list[Output]]:
        """Add a match that we propose, with a fresh seed."""
        match, done = FriendMatch.host(terms, name, self._draw(), friend, self._minute())
        self.add(match)
        return match, done

    def join(self, invitation: Invitation, name: str) -> tuple[FriendMatch, list[Output]]:
        """Add a match that we are invited to, with a fresh seed."""
        match, done = FriendMatch.join(invitation, name, self._draw())
        self.add(match)
        return match, done

    def refuse(self, invitation: Invitation) -> tuple[FriendMatch, list[Output]]:
        """Add an invitation that we decline; until the friend knows, it can still be accepted."""
        match, done = FriendMatch.refuse(invitation, self._draw())
        self.add(match)
        return match, done

    def add(self, match: FriendMatch) -> None:
        """Add a match, or replace it with a version that is further on."""
        self._read[match.id] = match

    def keep(self, id: str, text: str) -> None:
        """Record the stored text of a match."""
        self._texts[id] = text

    def forget(self, id: str) -> None:
        """Remove a match."""
        self._texts.pop(id, None)
        self._read.pop(id, None)

    def latest_first(self) -> Iterator[FriendMatch]:
        """Return all matches that can be read, the latest first."""
        return filter(None, map(self.find, reversed(self._texts)))

    def import_matches(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Import matches from another device of ours; return the texts of those new here or further on.

        Skipped are texts that are no match, and matches that have not begun or have another seed than here.
        """
        taken = {}
        for text in texts.values():
            try:
                match = copied_match(OwnCopy(text), self.find_agreed)
            except FriendError:
                continue
            self.add(match)
            self.keep(match.id, text)
            taken[match.id] = text
        return taken
