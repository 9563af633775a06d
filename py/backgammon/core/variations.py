"""Lines that are tried out from a match, as a tree: each node is an action, after another or at the start.

A node comes after the one it follows, so that a tree is built from the front. Dice are nodes of their own,
and two plays of a roll that lead to the same position are one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.match import (
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    Phase,
    Played,
    Raccooned,
    Rolled,
    Took,
    apply,
    cube_action_error,
)

_TRIED = (Rolled, Played, Doubled, Took, Dropped, Beavered, Raccooned)
START = -1
"""Stands for the beginning, which no action leads to."""
MOST = 500
"""A tree has at most so many nodes."""


class TooManyVariations(BackgammonError):
    """A tree is full."""


class Variation(NamedTuple):
    """An action, and the index of the node that it follows."""

    after: int
    action: Action


@dataclass(frozen=True, slots=True)
class Variations:
    """A tree of lines from ``start``; ``at`` is the node that is looked at, START for the beginning."""

    start: Match
    nodes: tuple[Variation, ...] = ()
    at: int = START

    @classmethod
    def of(cls, match: Match) -> "Variations":
        """Begin at a decision: before its roll or its double, which then is the first node."""
        before = replace(match, phase=Phase.TO_ROLL, dice=None)
        if match.phase is Phase.TO_PLAY and match.dice is not None:
            return cls(before).add(Rolled(match.dice))
        if match.phase is Phase.DOUBLED and cube_action_error(before) is None:
            return cls(before).add(Doubled())
        return cls(match)

    @classmethod
    def read(cls, start: Match, nodes: Iterable[Variation], at: int) -> "Variations":
        """Return a tree as it was kept; raise BackgammonError where it is none, or breaks a rule."""
        tree = cls(start, tuple(nodes))
        if len(tree.nodes) > MOST:
            raise TooManyVariations(f"a tree has at most {MOST} nodes, not {len(tree.nodes)}")
        for index, node in enumerate(tree.nodes):
            if not START <= node.after < index:
                raise BackgammonError(f"node {index} cannot follow node {node.after}")
        matches(start, tree.nodes)
        if not START <= at < len(tree.nodes):
            raise BackgammonError(f"a tree of {len(tree.nodes)} nodes has no node {at}")
        return replace(tree, at=at)

    @property
    def match(self) -> Match:
        """Where the match stands at the node that is looked at."""
        return self.match_at(self.at)

    @property
    def line(self) -> tuple[Action, ...]:
        """The actions that lead to the node that is looked at."""
        return tuple([self.nodes[index].action for index in self.path(self.at)])

    @property
    def parent(self) -> int:
        """The node before the one that is looked at; START stays where it is."""
        return self.nodes[self.at].after if self.at != START else START

    def path(self, index: int) -> tuple[int, ...]:
        """Return the nodes that lead to one, itself the last."""
        found = []
        while index != START:
            found.append(index)
            index = self.nodes[index].after
        return tuple(reversed(found))

    def match_at(self, index: int) -> Match:
        """Return where the match stands at a node; raise IllegalAction where the tree breaks the rules."""
        return self.start if index == START else matches(self.start, self.nodes)[index]

    def children(self, index: int) -> tuple[int, ...]:
        """Return the nodes that follow one, the earliest first."""
        return tuple([child for child, node in enumerate(self.nodes) if node.after == index])

    def go(self, index: int) -> "Variations":
        """Look at another node, START for the beginning."""
        return replace(self, at=index)

    def add(self, action: Action) -> "Variations":
        """Follow an action from here, one that has been tried or a new one.

        Raises IllegalAction, or TooManyVariations where there is no more room.
        """
        after = _after(self.match, action)
        for child in self.children(self.at):
            if self.match_at(child) == after:
                return self.go(child)
        if len(self.nodes) >= MOST:
            raise TooManyVariations(f"a tree has at most {MOST} nodes")
        return Variations(self.start, (*self.nodes, Variation(self.at, action)), len(self.nodes))

    def prune(self, index: int) -> "Variations":
        """Cut a node off with all that follows it; who looked at that looks at the node before."""
        gone = {index}
        for child in range(index + 1, len(self.nodes)):
            if self.nodes[child].after in gone:
                gone.add(child)
        kept = [child for child in range(len(self.nodes)) if child not in gone]
        new = {old: place for place, old in enumerate(kept)} | {START: START}
        nodes = tuple([Variation(new[self.nodes[old].after], self.nodes[old].action) for old in kept])
        return Variations(self.start, nodes, new[self.nodes[index].after if self.at in gone else self.at])


@lru_cache(maxsize=4)
def matches(start: Match, nodes: tuple[Variation, ...]) -> tuple[Match, ...]:
    """Return where the match stands at each node; raise IllegalAction where they break the rules."""
    found: list[Match] = []
    for after, action in nodes:
        found.append(_after(start if after == START else found[after], action))
    return tuple(found)


@lru_cache(maxsize=2 * MOST)
def _after(match: Match, action: Action) -> Match:
    if not isinstance(action, _TRIED):
        raise IllegalAction("phase", f"{action!r} is no decision within a game that can be tried out")
    return apply(match, action)
