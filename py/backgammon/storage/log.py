"""The log of a match: its finished games as packed texts, the running one as actions.

A match may have thousands of games, but new actions only concern the running one: appending costs no more in
the last game than in the first, and a finished game is unpacked only when it is needed. The text of such a
game is ``O31Pihgd…N 57 3 2 0 1 0b5f1c9e``: its actions (storage.log_codec) up to the NextGame that ended it;
the number of actions in the match by then; the score; who has White; whether the Crawford game has been
played; a seal (storage.seal). The start of the next game follows from it without the games before.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import overload

from backgammon.core.match import Action, Match, NextGame, OpeningRoll, Phase, Rolled, apply
from backgammon.storage.errors import StorageError
from backgammon.storage.log_codec import pack, unpack
from backgammon.storage.seal import add_seal

_FINISHED = re.compile(r"([A-Za-z0-9.-]*N) (\d{1,9}) (\d{1,999}) (\d{1,999}) ([01]) ([01]) [0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Log(Sequence[Action]):
    """The actions of a match, in order; equal logs hold equal actions of matches with equal starts.

    ``finished``: the text of each game that was followed by another, ``running``: the actions since the last
    NextGame.
    """

    finished: tuple[str, ...] = ()
    running: tuple[Action, ...] = ()

    @classmethod
    def of(cls, start: Match, actions: Iterable[Action]) -> "Log":
        """Return the log of a match that began with ``start``; raise IllegalAction like core.match.apply."""
        log, match = cls(), start
        for action in actions:
            match = apply(match, action)
            log = log.with_action(action, match)
        return log

    def with_action(self, action: Action, after: Match) -> "Log":
        """Return the log with one more action; ``after`` is the match after it."""
        if not isinstance(action, NextGame):
            return Log(self.finished, (*self.running, action))
        return self.with_game(self.running, after)

    def with_game(self, actions: tuple[Action, ...], after: Match) -> "Log":
        """Return the log of the finished games and another; ``after`` is the match before the next one."""
        played = (*actions, NextGame())
        end, (first, second) = self.past + len(played), after.score
        text = f"{pack(played)} {end} {first} {second} {after.white} {after.crawford_done:d}"
        return Log((*self.finished, add_seal(self.finished, text)))

    @property
    def past(self) -> int:
        """The number of actions in the finished games: the index of the running game's first action."""
        return _end(self.finished[-1]) if self.finished else 0

    @property
    def rolls(self) -> int:
        """The number of rolls among the actions, opening rolls included."""
        return _rolls(self.finished) + sum(isinstance(each, (OpeningRoll, Rolled)) for each in self.running)

    @property
    def text(self) -> str:
        """All actions as one text; see storage.log_codec."""
        return "".join([*(game.partition(" ")[0] for game in self.finished), pack(self.running)])

    def __len__(self) -> int:
        return self.past + len(self.running)

    def __bool__(self) -> bool:
        return bool(self.finished or self.running)

    def __iter__(self) -> Iterator[Action]:
        return chain(*map(actions_of, self.finished), self.running)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"a log of {len(self)} actions has none at {index}")
        game = self.game_at(at)
        return self.actions(game)[at - self.first(game)]

    def until(self, stop: int) -> "Log":
        """Return the log of the first ``stop`` actions."""
        game = self.game_at(stop)
        return Log(self.finished[:game], self.actions(game)[: max(0, stop - self.first(game))])

    def game_at(self, index: int) -> int:
        """Return the number (from 0) of the game in which the action at ``index`` is or would be."""
        return bisect_right(self.finished, index, key=_end) if index < self.past else len(self.finished)

    def first(self, game: int) -> int:
        """Return the index of a game's first action."""
        return _end(self.finished[game - 1]) if game else 0

    def actions(self, game: int) -> tuple[Action, ...]:
        """Return the actions of one game; the last of a finished game is NextGame."""
        return self.running if game == len(self.finished) else actions_of(self.finished[game])

    def before(self, game: int, start: Match) -> Match:
        """Return the match at the beginning of a game; ``start`` is the match before the log."""
        if not game:
            return start
        _, _, first, second, white, crawford_done = _fields(self.finished[game - 1])
        ended = Match(
            start.rules,
            start.length,
            int(white),
            (int(first), int(second)),
            start.game + game - 1,
            crawford_done=crawford_done == "1",
            phase=Phase.GAME_OVER,
        )
        return apply(ended, NextGame())

    def begins_with(self, other: "Log") -> bool:
        """Whether this log starts with the actions of the other."""
        game = len(other.finished)
        if len(self.finished) < game or self.finished[:game] != other.finished:
            return False
        return self.actions(game)[: len(other.running)] == other.running


@lru_cache(maxsize=64)
def actions_of(finished: str) -> tuple[Action, ...]:
    """Return the actions of a finished game; raise StorageError if the text is not one."""
    return unpack(finished.partition(" ")[0])


@lru_cache(maxsize=4)
def _rolls(finished: tuple[str, ...]) -> int:
    return sum(text.count("O") + text.count("R") for text in finished)


@lru_cache(maxsize=64)
def _fields(finished: str) -> tuple[str, ...]:
    found = _FINISHED.fullmatch(finished)
    if found is None:
        raise StorageError(f"{finished[-40:]!r} does not end the text of a finished game")
    return found.groups()


def _end(finished: str) -> int:
    return int(_fields(finished)[1])
