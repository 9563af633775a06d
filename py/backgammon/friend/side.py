"""The state of one side of a match against a friend, in that player's own numbers."""

from dataclasses import replace

from backgammon.core.errors import IllegalAction
from backgammon.core.match import Match, Phase, new_match
from backgammon.core.mirror import mirror_match
from backgammon.core.time_control import Clock
from backgammon.friend import kept as storage
from backgammon.friend.kept import Kept, Listing
from backgammon.friend.mirror import mirror_clock, mirror_games, mirror_log
from backgammon.friend.outputs import Save
from backgammon.friend.pulse import Pulse
from backgammon.friend.stages import End, Link, Stage
from backgammon.friend.standing import Need, is_double_ruled_out
from backgammon.friend.terms import Terms
from backgammon.friend.timing import Timing
from backgammon.friend.transcript import Transcript
from backgammon.storage.log import Log
from backgammon.storage.types import DiceSource, Games, Human, MatchOptions, Remote, Saved

_OFFERS = (Phase.DOUBLED, Phase.BEAVERED, Phase.RACCOONED, Phase.RESIGNED)


class Side:
    """The state of one side; its subclasses in friend.live and friend.match change it."""

    def __init__(self, kept: Kept) -> None:
        """Continue from the stored state; raise StorageError where it is inconsistent."""
        self._kept = kept
        self._pulse = Pulse()
        self._timing = Timing(kept.side, kept.used)
        self._transcript = Transcript(kept) if kept.guest else None
        self._saved: Saved | None = None
        """The last result of ``saved``, valid while the transcript has ``_saved_entries`` entries."""
        self._saved_entries = -1

    @property
    def id(self) -> str:
        """The match's id, 16 hexadecimal digits."""
        return self._kept.id

    @property
    def is_host(self) -> bool:
        """Whether we proposed the match."""
        return self._kept.side == 0

    @property
    def terms(self) -> Terms:
        """The terms of the match; ``white`` in the host's numbers."""
        return self._kept.terms

    @property
    def names(self) -> tuple[str, str]:
        """Our name and the friend's, "" while it is unknown."""
        host, guest, listed = self._kept.host.name, self._kept.guest, self._kept.listed
        if guest is None:
            friend = listed.names[1] if listed else ""
            return (host, friend) if self.is_host else ("", host)
        return (host, guest.name) if self.is_host else (guest.name, host)

    @property
    def made(self) -> int:
        """When the invitation was made here, until it is answered; see Kept."""
        return self._kept.made

    @property
    def stage(self) -> Stage:
        """The stage of the match."""
        if self._kept.end is not None:
            return Stage.OVER
        if self._transcript is None:
            return Stage.INVITING
        standing = self._transcript.standing
        if standing.end is not None:
            return Stage.OVER
        if not self.is_host and not self._kept.met:
            return Stage.JOINING
        offered = standing.match.phase in _OFFERS or standing.offered is not None
        return Stage.OFFERING if offered else Stage.PLAYING

    @property
    def end(self) -> End | None:
        """Why the match is over, None while it is not over."""
        return self._kept.end or (self._transcript.standing.end if self._transcript else None)

    @property
    def link(self) -> Link:
        """The state of the live link."""
        return self._pulse.link

    @property
    def due(self) -> int | None:
        """When ``tick`` must be called next, None for never."""
        times = [time for time in (self._pulse.due, self._timing.due()) if time is not None]
        return min(times, default=None)

    @property
    def has_begun(self) -> bool:
        """Whether both have agreed, so that there is a match to show."""
        return self._transcript is not None

    @property
    def is_declined_here(self) -> bool:
        """Whether this is only an invitation that we declined."""
        return not self.is_host and not self.has_begun

    @property
    def match(self) -> Match:
        """The match after all entries; player 0 is the player here."""
        terms = self.terms
        start = new_match(terms.rules, terms.length, terms.white)
        match = self._transcript.standing.match if self._transcript else start
        return match if self.is_host else mirror_match(match)

    @property
    def saved(self) -> Saved:
        """The match as the page stores it: seats Human and Remote, the log, dice that can be checked."""
        entries = len(self._common)
        if self._saved is None or entries != self._saved_entries:
            self._saved, self._saved_entries = self._build_saved(self._saved), entries
        return self._saved

    def _build_saved(self, before: Saved | None) -> Saved:
        """Return the value of ``saved`` now; ``before`` is an earlier value, to reuse its finished games."""
        terms, standing, (mine, friend) = self.terms, self._common.standing, self.names
        log, games, white = standing.log, standing.games, terms.white
        if not self.is_host:
            start = new_match(terms.rules, terms.length, terms.white)
            log = mirror_log(log, start, before.log if before else Log())
            games, white = mirror_games(games, before.games if before else Games()), 1 - white
        seats = Human(mine), Remote(self.id, friend)
        dice = DiceSource.SHARED
        options = MatchOptions(seats, terms.rules, terms.length, white, dice, self.id, terms.hints)
        return Saved(options, self.match, log, games)

    @property
    def is_our_turn(self) -> bool:
        """Whether we are to act: roll, play, answer, or begin the next game."""
        return self._need is not Need.NOTHING

    @property
    def can_roll(self) -> bool:
        """Whether we may roll now."""
        return self._need is Need.ROLL

    @property
    def can_double(self) -> bool:
        """Whether we may double now; not after "no double", nor with a dead cube."""
        return self.can_roll and not is_double_ruled_out(self._common.standing)

    @property
    def can_rule_out(self) -> bool:
        """Whether ruling out a double with the play now due can save a message."""
        standing = self._transcript.standing if self._transcript else None
        if standing is None or self._need is not Need.DECIDE or standing.match.phase is not Phase.TO_PLAY:
            return False
        match = standing.match
        return not is_double_ruled_out(replace(standing, match=replace(match, phase=Phase.TO_ROLL)))

    @property
    def keeps_cube(self) -> bool:
        """Whether everything we send rules out our next double."""
        return self._kept.rules_out

    @property
    def end_offered(self) -> bool:
        """Whether the friend has offered to end the match, and we have not answered."""
        return self._need is Need.END

    @property
    def is_about_end(self) -> bool:
        """Whether what was done last is to offer to end the match, to answer that, or to run out of time."""
        return self._transcript is not None and self._transcript.is_about_end

    @property
    def clock(self) -> Clock | None:
        """Both players' time, None without a clock; it is paused while there is no live link."""
        clock = self._timing.clock
        return clock if clock is None or self.is_host else mirror_clock(clock)

    @property
    def _need(self) -> Need:
        return self._transcript.need if self._transcript and not self._kept.end else Need.NOTHING

    @property
    def _common(self) -> Transcript:
        if self._transcript is None:
            raise IllegalAction("phase", "nobody has answered the invitation")
        return self._transcript

    def _save(self, now: int) -> Save:
        """Bring the stored state up to date, and return the output that saves it."""
        used = self._timing.time_used(now)
        kept = replace(self._kept, used=used, listed=self._listing())
        self._kept = self._transcript.update_kept(kept) if self._transcript else kept
        return Save(self.id, storage.dump(self._kept))

    def _listing(self) -> Listing:
        match = self.match
        return Listing(self.stage, self.is_our_turn, self.names, match.score, match.length)
