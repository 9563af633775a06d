"""Whether the friend is there: a sign of life goes out every BEAT; without one for SILENCE he is lost."""

from backgammon.friend.stages import BEAT, LINKS, SILENCE, Link


class Pulse:
    """The state of the live link; times are milliseconds of a steady clock."""

    def __init__(self) -> None:
        self.link = Link.CLOSED
        self._heard = self._next = 0

    @property
    def is_open(self) -> bool:
        """Whether there is a channel that is read and written."""
        return self.link in (Link.RESUMING, Link.LIVE, Link.SILENT)

    @property
    def due(self) -> int | None:
        """When something is to be done; None without a channel."""
        if not self.is_open:
            return None
        return self._next if self.link is Link.SILENT else min(self._next, self.silent_from)

    def change(self, link: Link) -> bool:
        """Go over to another state; return whether it is another."""
        if link is self.link:
            return False
        assert link in LINKS[self.link], f"a link that is {self.link} does not become {link}"
        self.link = link
        return True

    def open(self, now: int) -> None:
        """A channel is open; what there was before is gone."""
        self._heard, self._next = now, now + BEAT
        self.change(Link.RESUMING)

    def hear(self, now: int) -> None:
        """Something came."""
        self._heard = now

    def beats(self, now: int) -> bool:
        """Return whether a sign of life is to go out; the next is due a BEAT later."""
        if not self.is_open or now < self._next:
            return False
        self._next = now + BEAT
        return True

    @property
    def silent_from(self) -> int:
        """From when on the friend is lost, where nothing more is heard."""
        return self._heard + SILENCE

    def falls_silent(self, now: int) -> bool:
        """Return whether too long nothing was heard, for the first time."""
        speaking = self.link in (Link.RESUMING, Link.LIVE)
        return speaking and now >= self.silent_from and self.change(Link.SILENT)
