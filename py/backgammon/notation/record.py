"""A record is a match as files store it: the players, the event, and the actions of each game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from backgammon.core.errors import check_kind
from backgammon.core.match import Action, Match, NextGame, Phase, apply, new_match
from backgammon.notation.errors import NotationError
from backgammon.notation.remarks import Remark

Comments = tuple[tuple[int, str], ...]
"""Comments, each as the index of the action it belongs to and its text."""

UNNAMED = ("Player 1", "Player 2")


def fill_names(players: tuple[str, str]) -> tuple[str, str]:
    """Return the names of two players, with "Player 1" or "Player 2" in place of one that is missing."""
    first, second = players
    return first or UNNAMED[0], second or UNNAMED[1]


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its core actions from the opening roll on, and comments on them.

    ``before``: the match before its first action, where a reader has found that out on its way.
    """

    actions: tuple[Action, ...]
    comments: Comments = ()
    before: Match | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A match or a money session, complete or broken off.

    ``start`` is the match before its first action: its rules and length and, if the file begins later, the
    score or the position at its beginning. ``event`` holds pairs such as ("Site", "Tallinn"), ``comments``
    texts about the whole match; names and pairs are single lines. ``remarks`` say where the file could not
    be followed or was not understood; they are not part of the match, so records that differ only in
    remarks are equal.

    >>> from backgammon import Game, OpeningRoll, new_match
    >>> Record(("Ann", "Bob"), new_match(length=5), (Game((OpeningRoll(3, 1),)),)).end.dice
    (3, 1)
    """

    players: tuple[str, str] = UNNAMED
    start: Match = field(default_factory=new_match)
    games: tuple[Game, ...] = ()
    event: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, players: tuple[str, str], start: Match, log: Iterable[Action]) -> "Record":
        """Return the record of a match's action log, cut into games at each NextGame."""
        games: list[list[Action]] = [[]]
        for action in log:
            if isinstance(action, NextGame):
                games.append([])
            else:
                games[-1].append(action)
        return cls(players, start, tuple(Game(tuple(actions)) for actions in games if actions))

    @property
    def log(self) -> tuple[Action, ...]:
        """All actions in order, a NextGame between games, for core.match.replay to fold from ``start``."""
        log: list[Action] = []
        for game in self.games:
            if log:
                log.append(NextGame())
            log.extend(game.actions)
        return tuple(log)

    @property
    def comments_on_log(self) -> Comments:
        """All comments, each with the index of its action in ``log``, 0 for those on the whole match."""
        comments = [(0, text) for text in self.comments]
        begin = 0
        for game in self.games:
            comments += [(begin + index, text) for index, text in game.comments]
            begin += len(game.actions) + 1
        return tuple(comments)

    @property
    def states(self) -> Iterator[Match]:
        """The match before and after each action of ``log``, in order; raises IllegalAction as apply does."""
        state = self.start
        yield state
        for action in self.log:
            state = apply(state, action)
            yield state

    @property
    def end(self) -> Match:
        """The match after its last action; raises IllegalAction as apply does."""
        *_, last = self.states
        return last


def check_writable(record: Record) -> None:
    """Raise NotationError for a record that begins in mid-game, BackgammonError for what is no record."""
    check_kind(record, Record, "a Record is written, such as Record.of(players, start, log)")
    if record.start.phase is not Phase.OPENING:
        raise NotationError("match.opening", str(record.start.phase))
