"""The matches against friends that this device keeps, each read when it is first wanted."""

from collections.abc import Collection, Iterator, Mapping

from backgammon.friend.calls import copied_match
from backgammon.friend.errors import FriendError
from backgammon.friend.match import FriendMatch
from backgammon.friend.texts import OwnCopy
from backgammon.storage.errors import StorageError


class Matches:
    """Matches by their ids; what is kept of each is a text."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """``texts``: what was kept, by the match's id; "" of one that was forgotten."""
        self._read: dict[str, FriendMatch] = {}
        self.refresh(texts)

    @property
    def texts(self) -> dict[str, str]:
        """What is kept of each match."""
        return {id: text for id, text in self._texts.items() if text}

    def refresh(self, texts: Mapping[str, str], but: Collection[str] = ()) -> None:
        """Another page wrote these; of matches read here only those with these ids are up to date."""
        self._texts = dict(texts)
        self._read = {id: match for id, match in self._read.items() if id in but}

    def find(self, id: str) -> FriendMatch | None:
        """Return a match, None where it is not here or cannot be read."""
        if id not in self._read and self._texts.get(id):
            try:
                self._read[id] = FriendMatch.restore(self._texts[id])
            except StorageError:
                return None
        return self._read.get(id)

    def add(self, match: FriendMatch) -> FriendMatch:
        """Have a match here that is not, or was not as far."""
        self._read[match.id] = match
        return match

    def keep(self, id: str, text: str) -> None:
        """Note what is kept of a match."""
        self._texts[id] = text

    def forget(self, id: str) -> None:
        """Have this match here no more."""
        self._texts.pop(id, None)
        self._read.pop(id, None)

    def latest_first(self) -> Iterator[FriendMatch]:
        """Return all that can be read."""
        return filter(None, map(self.find, reversed(self._texts)))

    def import_matches(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Take in matches from another device of ours; return those that were not here, or not as far.

        What is no match, one that has not begun, or one with another seed is passed over.
        """
        taken = {}
        for text in texts.values():
            try:
                match = copied_match(OwnCopy(text), self.find)
            except FriendError:
                continue
            self.add(match)
            self.keep(match.id, text)
            taken[match.id] = text
        return taken
