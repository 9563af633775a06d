"""Whether the friend is connected: a sign of life is sent every BEAT; SILENCE without one is a lost link."""

from backgammon.friend.stages import BEAT, LINKS, SILENCE, Link


class Pulse:
    """The state of the live link; times are milliseconds of a monotonic clock."""

    def __init__(self) -> None:
        self.link = Link.CLOSED
        self._heard = self._next = 0

    @property
    def is_open(self) -> bool:
        """Whether there is a channel in use."""
        return self.link in (Link.RESUMING, Link.LIVE, Link.SILENT)

    @property
    def due(self) -> int | None:
        """When the next thing is due; None without a channel."""
        if not self.is_open:
            return None
        return self._next if self.link is Link.SILENT else min(self._next, self.silent_from)

    def change(self, link: Link) -> bool:
        """Change the state of the link; return whether it differs from before."""
        if link is self.link:
            return False
        assert link in LINKS[self.link], f"a link that is {self.link} does not become {link}"
        self.link = link
        return True

    def open(self, now: int) -> None:
        """Begin with a new channel, which replaces any earlier one."""
        self._heard, self._next = now, now + BEAT
        self.change(Link.RESUMING)

    def hear(self, now: int) -> None:
        """Record that something was received."""
        self._heard = now

    def beats(self, now: int) -> bool:
        """Return whether a sign of life must be sent now; the next is due a BEAT later."""
        if not self.is_open or now < self._next:
            return False
        self._next = now + BEAT
        return True

    @property
    def silent_from(self) -> int:
        """The time at which the link falls silent if nothing more is heard."""
        return self._heard + SILENCE

    def falls_silent(self, now: int) -> bool:
        """Change to SILENT if nothing was heard for SILENCE; return whether that happened now."""
        speaking = self.link in (Link.RESUMING, Link.LIVE)
        return speaking and now >= self.silent_from and self.change(Link.SILENT)
