"""A record is a match as files keep it: who played, what is known of the event, the actions of each game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from backgammon.core.match import Action, Match, NextGame, apply, new_match
from backgammon.notation.remarks import Remark

Comments = tuple[tuple[int, str], ...]
"""Comments: the index of the action each belongs to, and its text."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its core actions from the opening roll on, and comments on them."""

    actions: tuple[Action, ...]
    comments: Comments = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A match or a money session, whole or broken off.

    ``start`` is the match before its first action: rules, length and, where a file begins later, the
    score, or a position it begins from. ``event`` holds pairs such as ("Site", "Tallinn"), ``comments``
    texts about the whole; names and pairs are single lines. ``remarks`` say where the file that was read
    could not be followed or was not understood; they are no part of the match, so records that differ in
    nothing else are equal.

    >>> from backgammon.core.match import OpeningRoll
    >>> Record(("Ann", "Bob"), new_match(length=5), (Game((OpeningRoll(3, 1),)),)).end.dice
    (3, 1)
    """

    players: tuple[str, str] = ("Player 1", "Player 2")
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
        """All actions in order, a NextGame between games: what core.match.replay folds from ``start``."""
        log: list[Action] = []
        for game in self.games:
            if log:
                log.append(NextGame())
            log.extend(game.actions)
        return tuple(log)

    @property
    def comments_on_log(self) -> Comments:
        """All comments, each with the index in ``log`` of its action; those on the whole are on the first."""
        comments = [(0, text) for text in self.comments]
        begin = 0
        for game in self.games:
            comments += [(begin + index, text) for index, text in game.comments]
            begin += len(game.actions) + 1
        return tuple(comments)

    @property
    def states(self) -> Iterator[Match]:
        """The match before the first action of ``log`` and after each; raises IllegalAction as apply does."""
        state = self.start
        yield state
        for action in self.log:
            state = apply(state, action)
            yield state

    @property
    def end(self) -> Match:
        """Where the match stands after its last action; raises IllegalAction as apply does."""
        *_, last = self.states
        return last
