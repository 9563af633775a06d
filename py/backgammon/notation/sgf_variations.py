"""Variations from a position, in SGF: the root sets up the position, and the tree branches where they do.

Dice are part of the node of their play; only a roll that has not been played has a node of its own.
"""

import re

from backgammon.core.errors import BackgammonError
from backgammon.core.match import (
    Action,
    Doubled,
    Dropped,
    Match,
    Phase,
    Played,
    Player,
    Rolled,
    Took,
)
from backgammon.core.position import BAR
from backgammon.core.variations import MOST, START, Variations
from backgammon.notation.errors import NotationError
from backgammon.notation.lines import LONGEST_FILE
from backgammon.notation.match_builder import DOUBLES
from backgammon.notation.record import Record
from backgammon.notation.sgf import action_node, own_tags, parse_sgf, root
from backgammon.notation.sgf_reader import MOVE, steps_of
from backgammon.notation.sgf_trees import COLOURS, SET_UP, Places, tokens, unescape

_PROGRAM, _LINES = "AP[Triktrakk]", "AP[Triktrakk:lines]"
_MOST_NODES = 10 * MOST
"""The most nodes of a file that are read; some repeat others, and a tree has room for MOST."""
_SET_UP = re.compile(r"\bA[WB]\s*\[")


def format_variations(players: tuple[str, str], tree: Variations) -> str:
    """Write variations; the inverse of parse_variations, except for the current node.

    Raises NotationError for variations that begin in the middle of a cube action.
    """
    start = tree.start
    if start.phase is not Phase.TO_ROLL:
        raise NotationError("match.opening", str(start.phase))
    record = Record(players, start)
    first = root(record, 0, start, start, own_tags(record)).replace(_PROGRAM, _LINES, 1)
    found = [f"({first}{_set_up(start)}"]
    waiting: list[str | int] = [")\n", START]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            found.append(item)
            continue
        following = _child_nodes(tree, item)
        parted = len(following) > 1
        for text, node in reversed(following):
            waiting += [")", node, f"\n({text}"] if parted else [node, f"\n{text}"]
    return "".join(found)


def _set_up(match: Match) -> str:
    """Write the places of the checkers and the cube, seen by White, and who is on roll."""
    points = match.position_of[0].points
    white = "".join(f"[{_letter(place)}]" * max(0, count) for place, count in enumerate(points))
    black = "".join(f"[{_letter(place or BAR)}]" * max(0, -count) for place, count in enumerate(points))
    owner = "c" if match.cube_owner is None else COLOURS[match.cube_owner].lower()
    cube = f"CV[{match.cube}]CP[{owner}]" if match.rules.cube else ""
    return f"AE[a:y]AW{white}AB{black}{cube}PL[{COLOURS[match.on_roll]}]"


def _letter(place: int) -> str:
    return chr(ord("a") + place - 1)


def _child_nodes(tree: Variations, index: int) -> list[tuple[str, int]]:
    """Return the SGF nodes after a node of the tree, each with the index of the tree node it leads to."""
    found = []
    for child in tree.children(index):
        rolled = tree.match_at(child)
        plays = tree.children(child) if rolled.phase is Phase.TO_PLAY else ()
        found += [(f";{action_node(rolled, tree.nodes[play].action)}", play) for play in plays]
        if rolled.phase is Phase.TO_PLAY and rolled.dice and not plays:
            first, second = rolled.dice
            found.append((f";PL[{COLOURS[rolled.on_roll]}]DI[{first}{second}]", child))
        elif rolled.phase is not Phase.TO_PLAY:
            found.append((f";{action_node(tree.match_at(index), tree.nodes[child].action)}", child))
    return found


def parse_variations(text: str) -> tuple[tuple[str, str], Variations] | None:
    """Read the players and the variations of a file; return None for a file without variations.

    A match has none, nor has a single line that format_variations did not write. A line ends where it breaks
    a rule. Raises NotationError if the file does not begin with a valid position.
    """
    if len(text) > LONGEST_FILE or not _SET_UP.search(text):
        return None
    head, nodes = _head(text)
    record = parse_sgf(f"{head})")
    if record.start.phase is Phase.OPENING:
        return None
    begun = Variations.of(record.start)
    reader = _Reader(begun, nodes)
    for token in tokens(text, Places(text), []):
        reader.read(*token.groups())
        if reader.is_over:
            break
    tree = reader.tree
    parts = any(len(tree.children(index)) > 1 for index in range(START, len(tree.nodes)))
    return (record.players, tree.go(begun.at)) if parts or _LINES in text else None


def _head(text: str) -> tuple[str, int]:
    """Return the text through the last leading node that sets up the position, and its number of nodes."""
    nodes, setting = 0, False
    end, number = len(text), 0
    for token in tokens(text, Places(text), []):
        name, sign, _ = token.groups()
        if sign and nodes:
            if setting:
                end, number = token.start(), nodes
            setting = False
        if name in ("W", "B") or (sign and sign != ";" and nodes):
            break
        nodes += sign == ";"
        setting = setting or (name or "") in SET_UP
    return text[:end], number


class _Reader:
    """Follows the first game tree of a file; ``_at`` is None in a line that cannot be followed further."""

    def __init__(self, tree: Variations, head: int) -> None:
        """``head``: the number of leading nodes, which only set up the start of the tree."""
        self.tree = tree
        self._head = head
        self.is_over = False
        self._at: int | None = tree.at
        self._left: list[int | None] = []
        self._node: dict[str, str] = {}
        self._key = ""
        self._nodes = 0

    def read(self, name: str | None, sign: str | None, value: str | None) -> None:
        """Read a property's name, its value, or a sign between nodes."""
        if name:
            self._key = name
        elif value is not None:
            self._node.setdefault(self._key, value)
        else:
            self._end_node()
            self._nodes += sign == ";"
            if sign == "(":
                self._left.append(self._at)
            elif sign == ")" and self._left:
                self._at = self._left.pop()
                self.is_over = not self._left
            self.is_over = self.is_over or self._nodes > _MOST_NODES

    def _end_node(self) -> None:
        node, self._node = self._node, {}
        if self._at is None or self._nodes <= self._head:
            return
        try:
            tree = self.tree.go(self._at)
            for action in _actions(tree.match, node):
                tree = tree.add(action)
        except BackgammonError:
            self._at = None
        else:
            self.tree, self._at = tree, tree.at


def _actions(match: Match, node: dict[str, str]) -> list[Action]:
    """Return the actions of a node; raise BackgammonError for one that is out of turn or not understood."""
    player: Player | None = next((side for side in (0, 1) if COLOURS[side] in node), None)
    if player is None:
        dice = node.get("DI", "")
        return [Rolled((int(dice[0]), int(dice[1])))] if re.fullmatch("[1-6]{2}", dice) else []
    if player != match.decider:
        raise BackgammonError(f"it is not {COLOURS[player]}'s turn")
    word = unescape(node[COLOURS[player]]).strip()
    if word in ("take", "drop"):
        return [Took() if word == "take" else Dropped()]
    if word == "double":
        return [DOUBLES.get(match.phase, Doubled())]
    move = MOVE.fullmatch(word)
    if move is None:
        raise BackgammonError(f"{word!r} is neither a play nor a cube action")
    play = Played(steps_of(player, move[3]))
    return [play] if match.phase is Phase.TO_PLAY else [Rolled((int(move[1]), int(move[2]))), play]
