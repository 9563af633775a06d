"""A tree of lines tried out from a match: each node is an action, after another node or at the start.

Every node has a higher index than the one it follows, so a tree is built in order. Rolls are nodes of their
own, and two plays of a roll that lead to the same position share one node.
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
"""The index that means the beginning, before any action."""
MOST = 500
"""The maximum number of nodes in a tree."""


class TooManyVariations(BackgammonError):
    """The tree has no room for another node."""


class Variation(NamedTuple):
    """An action, and the index of the node that it follows."""

    after: int
    action: Action


@dataclass(frozen=True, slots=True)
class Variations:
    """A tree of lines from ``start``; ``at`` is the current node, START at the beginning."""

    start: Match
    nodes: tuple[Variation, ...] = ()
    at: int = START

    @classmethod
    def of(cls, match: Match) -> "Variations":
        """Return the tree of a decision; it begins before the roll or double, which is its first node."""
        before = replace(match, phase=Phase.TO_ROLL, dice=None)
        if match.phase is Phase.TO_PLAY and match.dice is not None:
            return cls(before).add(Rolled(match.dice))
        if match.phase is Phase.DOUBLED and cube_action_error(before) is None:
            return cls(before).add(Doubled())
        return cls(match)

    @classmethod
    def read(cls, start: Match, nodes: Iterable[Variation], at: int) -> "Variations":
        """Return a stored tree; raise BackgammonError if it is malformed or breaks a rule."""
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
        """The state of the match at the current node."""
        return self.match_at(self.at)

    @property
    def line(self) -> tuple[Action, ...]:
        """The actions that lead to the current node."""
        return tuple([self.nodes[index].action for index in self.path(self.at)])

    @property
    def parent(self) -> int:
        """The node that the current one follows; START at the beginning."""
        return self.nodes[self.at].after if self.at != START else START

    def path(self, index: int) -> tuple[int, ...]:
        """Return the nodes that lead to a node, itself last."""
        found = []
        while index != START:
            found.append(index)
            index = self.nodes[index].after
        return tuple(reversed(found))

    def match_at(self, index: int) -> Match:
        """Return the state of the match at a node; raise IllegalAction if the tree breaks the rules."""
        return self.start if index == START else matches(self.start, self.nodes)[index]

    def children(self, index: int) -> tuple[int, ...]:
        """Return the nodes that follow a node, the earliest first."""
        return tuple([child for child, node in enumerate(self.nodes) if node.after == index])

    def go(self, index: int) -> "Variations":
        """Make another node the current one, START for the beginning."""
        return replace(self, at=index)

    def add(self, action: Action) -> "Variations":
        """Follow an action from the current node; a new action adds a node.

        Raises IllegalAction, or TooManyVariations if the tree is full.
        """
        after = _after(self.match, action)
        for child in self.children(self.at):
            if self.match_at(child) == after:
                return self.go(child)
        if len(self.nodes) >= MOST:
            raise TooManyVariations(f"a tree has at most {MOST} nodes")
        return Variations(self.start, (*self.nodes, Variation(self.at, action)), len(self.nodes))

    def prune(self, index: int) -> "Variations":
        """Remove a node and all that follow it; go to the node before it if the current one is removed."""
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
    """Return the state of the match at each node; raise IllegalAction if they break the rules."""
    found: list[Match] = []
    for after, action in nodes:
        found.append(_after(start if after == START else found[after], action))
    return tuple(found)


@lru_cache(maxsize=2 * MOST)
def _after(match: Match, action: Action) -> Match:
    if not isinstance(action, _TRIED):
        raise IllegalAction("phase", f"{action!r} is no decision within a game that can be tried out")
    return apply(match, action)
