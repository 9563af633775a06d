"""GNU Backgammon's SGF: one game tree for each game, a node for each play or cube action.

White is player 0, Black player 1. Of variations the first is read; analysis is passed over. Source: the
SGF FF[4] specification, "Backgammon (GM[6])"; files of GNU Backgammon 1.07.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from backgammon.core.match import (
    Action,
    Beavered,
    Doubled,
    Dropped,
    Ending,
    Match,
    OpeningRoll,
    Played,
    Player,
    Raccooned,
    Rolled,
    Took,
    new_match,
)
from backgammon.core.position import BAR, OFF
from backgammon.core.rules import STANDARD, Rules
from backgammon.notation.errors import NotationError
from backgammon.notation.lines import LONGEST_FILE, Line
from backgammon.notation.record import Comments, Game, Record
from backgammon.notation.scribe import Scribe, read_by, started
from backgammon.notation.tags import Tags, single_line, tag_lines

_COLOURS = "WB"
_TOKEN = re.compile(r"\s*+(?:([A-Za-z]{1,30}+)(?=\s*\[)|([();])|\[((?:[^\]\\]++|\\.)*+)\])", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r?\n|.)", re.DOTALL)
_MOVE = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")
_DICE = re.compile(r"([1-6])([1-6])")
_RESULT = re.compile(r"([WB])\+([0-9]{1,6})R?")
_NUMBER = re.compile(r"[0-9]{1,6}")
_EVENT = {"EV": "Event", "RO": "Round", "PC": "Site", "DT": "EventDate", "AN": "Annotator"}
_SET_UP = ("AW", "AB", "AE", "CV", "CO")
_ROOT = ("GM", "MI", "RU", "RE", "PW", "PB", "GC", *_EVENT)
_READ = frozenset((*_COLOURS, "PL", "DI", "C", *_ROOT, *_SET_UP))
"""The properties that are read; analysis, which fills most of a file, is not."""
_DEEPEST = 100
_MOST_GAMES = 5_000
_MOST_VALUES = 20_000
"""Values that are read in one game; a game of five hundred plays has some thousand."""
_WORDS: dict[type, str] = {
    Doubled: "double",
    Beavered: "double",
    Raccooned: "double",
    Took: "take",
    Dropped: "drop",
}

_Node = dict[str, list[Line]]
_Tree = list[_Node]


def parse_sgf(text: str, rules: Rules = STANDARD) -> Record:
    """Read a match or a game in SGF, played by ``rules`` unless it says otherwise.

    Raises NotationError with line and column.

    >>> parse_sgf("(;GM[6]MI[length:3]PW[Ann]PB[Bob]RU[Crawford];W[31hefe];B[double];W[drop])").end.score
    (0, 1)
    """
    if len(text) > LONGEST_FILE:
        raise NotationError(f"a file of at most {LONGEST_FILE} characters", text)
    return read_by(rules, lambda kind: _Reader(kind).read(_trees(text)))


def format_sgf(record: Record) -> str:
    """Write a match in SGF; the inverse of parse_sgf, read by gnubg with the same actions.

    Raises IllegalAction for a record that no match follows.

    >>> from backgammon.notation.record import Game
    >>> print(format_sgf(Record(("Ann", "Bob"), new_match(length=3), (Game((OpeningRoll(3, 1),)),))))
    (;FF[4]GM[6]CA[UTF-8]AP[Triktrakk]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]
    ;PL[W]DI[31])
    <BLANKLINE>
    """
    states = iter(record.states)
    state = next(states)
    trees: list[tuple[Match, Match, list[str]]] = []
    untold: list[Game] = []
    for game in record.games:
        first = state
        nodes, remarks, state = _nodes(game, state, states)
        trees.append((first, state, nodes))
        untold.append(replace(game, comments=remarks))
        state = next(states, state)
    tags = _tags(replace(record, games=tuple(untold)))
    roots = [_root(record, number, first, last, tags) for number, (first, last, _) in enumerate(trees)]
    if not roots:
        return f"({_root(record, 0, state, state, tags)})\n"
    bodies = ["\n".join([root, *nodes]) for root, (_, _, nodes) in zip(roots, trees, strict=True)]
    return "".join(f"({body})\n" for body in bodies)


@dataclass(slots=True)
class _Reader:
    """Reads the game trees of one file in order."""

    rules: Rules
    tags: Tags = field(default_factory=Tags)

    def read(self, trees: Iterator[_Tree]) -> Record:
        first = next(trees)
        root = first[0]
        start = self._start(root)
        scribe = Scribe(start, self.tags.openings)
        for tree in chain([first], trees):
            self._read_tree(tree, scribe)
        players = _text(root, "PW", "Player 1"), _text(root, "PB", "Player 2")
        with _first(root).placed("tags that fit the games"):
            return self.tags.record(players, start, scribe.games)

    def _start(self, root: _Node) -> Match:
        for key, name in _EVENT.items():
            if key in root:
                said = _text(root, key)
                self.tags.event.append((name, said.replace("-", ".") if key == "DT" else said))
        for value in root.get("GC", ()):
            with value.placed("a tag or a comment"):
                for said in _plain(value.text).split("\n"):
                    self.tags.read(said.strip())
        rules = re.split("[:,]", _text(root, "RU"))
        length = _match_info(root, "length")
        switches = {"crawford": "Crawford" in rules} if length else {"jacoby": "Jacoby" in rules}
        self.tags.rules.update(switches, **({"cube": False} if "NoCube" in rules else {}))
        if "GM" in root and _text(root, "GM") != "6":
            raise root["GM"][0].error("GM[6], a game of backgammon")
        score = _match_info(root, "ws"), _match_info(root, "bs")
        with _first(root).placed("a match that can be played"):
            start = new_match(self.tags.rules_over(self.rules, length), length)
        if length and max(score) >= length:
            raise _first(root).error(f"scores below {length}")
        return started(start, score, "CrawfordGame" not in rules) if max(score) else start

    def _read_tree(self, tree: _Tree, scribe: Scribe) -> None:
        root = tree[0]
        with _first(root).placed("a game after a finished one"):
            scribe.win_up_to((_match_info(root, "ws"), _match_info(root, "bs")))
            scribe.next_game()
        for node in tree:
            self._read_node(node, scribe)
        if "RE" in root:
            value = root["RE"][0]
            result = _RESULT.fullmatch(value.text)
            if result:
                with value.placed("a result of this game"):
                    scribe.win(_COLOURS.index(result[1]), int(result[2]))

    def _read_node(self, node: _Node, scribe: Scribe) -> None:
        for key in _SET_UP:
            if key in node:
                raise node[key][0].error(f"a game from its opening position, without {key}")
        for value in node.get("DI", ()):
            dice, turn = _DICE.fullmatch(value.text), _text(node, "PL", _COLOURS[scribe.state.on_roll])
            if dice is None or turn not in ("W", "B"):
                raise value.error("two dice from 1 to 6 after PL[W] or PL[B]")
            with value.placed("a roll in turn"):
                scribe.roll(_COLOURS.index(turn), (int(dice[1]), int(dice[2])))
        for player, colour in enumerate(_COLOURS):
            for value in node.get(colour, ()):
                self._read_action(value, player, scribe)
        for value in node.get("C", ()):
            scribe.comment(_plain(value.text))

    def _read_action(self, value: Line, player: Player, scribe: Scribe) -> None:
        word = value.text.strip()
        move = _MOVE.fullmatch(word)
        with value.placed("a legal action in turn"):
            if move:
                scribe.roll(player, (int(move[1]), int(move[2])))
                self._read_steps(scribe, " ".join(_said(player, pair) for pair in re.findall("..", move[3])))
            elif word == "double":
                scribe.double(player)
            elif word in ("take", "drop"):
                scribe.answer(player, take=word == "take")
            else:
                raise NotationError("a move such as 31hefe, or double, take, drop", word)

    def _read_steps(self, scribe: Scribe, said: str) -> None:
        try:
            scribe.play(said, whole=True)
        except NotationError as error:  # its column is one of the text made here, not of the file's
            raise NotationError(f"{error.expected}, which {said} is not", said) from None


def _trees(text: str) -> Iterator[_Tree]:
    """Yield the main line of each game tree, at least one; nodes of which nothing is read are left out."""
    at = _Places(text)
    position = depth = games = values = 0
    tree: _Tree = []
    main, key = False, ""
    while token := _TOKEN.match(text, position):
        name, sign, value = token.groups()
        if value is not None:
            if not key:
                break
            if main and tree and key in _READ:
                values += 1
                if values > _MOST_VALUES:
                    raise at(token.start(3), token.end()).error(
                        f"a file of at most {_MOST_VALUES} values a game"
                    )
                tree[-1].setdefault(key, []).append(at(*token.span(3)))
        elif name:
            key = name
        elif sign == "(":
            depth, key = depth + 1, ""
            if depth > _DEEPEST:
                break
            if depth == 1:
                tree, main, values = [], True, 0
        elif depth == 0:
            break
        elif sign == ";":
            key = ""
            if main and (not tree or tree[-1]):
                tree.append({})
        else:
            depth, main, key = depth - 1, False, ""
            if depth == 0 and tree:
                games += 1
                if games > _MOST_GAMES:
                    raise at(position, token.end()).error(f"a file of at most {_MOST_GAMES} games")
                yield tree
        position = token.end()
    rest = len(text) - len(text[position:].lstrip())
    if depth or rest < len(text) or not games:
        raise at(rest, rest + 60).error("a game tree such as (;GM[6]MI[length:5];W[31hefe])")


class _Places:
    """Cuts lines out of a text, from the front to the back, and counts the rows on the way."""

    def __init__(self, text: str) -> None:
        self._text, self._row, self._start, self._counted = text, 1, 0, 0

    def __call__(self, begin: int, end: int) -> Line:
        passed = self._text.count("\n", self._counted, begin)
        if passed:
            self._row += passed
            self._start = self._text.rindex("\n", self._counted, begin) + 1
        self._counted = begin
        return Line(self._text[begin:end], self._row, begin - self._start + 1)


def _first(root: _Node) -> Line:
    """Return the first value of a root, to say where a tree begins."""
    return next((values[0] for values in root.values()), Line("", 1))


def _text(node: _Node, key: str, default: str = "") -> str:
    return _plain(node[key][0].text) if key in node else default


def _match_info(root: _Node, key: str) -> int:
    for value in root.get("MI", ()):
        name, _, number = (part.strip() for part in value.text.partition(":"))
        if name == key:
            if not _NUMBER.fullmatch(number):
                raise value.error(f"a number after {key}:")
            return int(number)
    return 0


def _said(player: Player, pair: str) -> str:
    """Return a step as text from its two letters: a to x White's points, y the bar, z off."""
    source, target = (_place(player, letter) for letter in pair)
    return f"{source}/{target}"


def _place(player: Player, letter: str) -> int:
    index = ord(letter) - ord("a") + 1
    if index > 24:
        return BAR if letter == "y" else OFF
    return 25 - index if player else index


def _letter(player: Player, place: int) -> str:
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") + (25 - place if player else place) - 1)


def _node(before: Match, action: Action) -> str:
    player = before.decider
    if player is None:
        return ""
    colour = _COLOURS[player]
    if isinstance(action, Played):
        steps = "".join(_letter(player, place) for step in action.steps for place in step)
        return f"{colour}[{_dice(before)}{steps}]"
    return f"{colour}[{_WORDS[type(action)]}]" if type(action) in _WORDS else ""


def _dice(state: Match) -> str:
    assert state.dice is not None
    return f"{state.dice[0]}{state.dice[1]}"


def _nodes(game: Game, state: Match, states: Iterator[Match]) -> tuple[list[str], Comments, Match]:
    """Return the nodes of a game, the remarks that no node could take, and the match after it."""
    nodes, remarks, standing = [], list(game.comments), ""
    for index, action in enumerate(game.actions):
        before, state = state, next(states)
        if isinstance(action, OpeningRoll | Rolled | Played):
            standing = f";PL[{_COLOURS[state.on_roll]}]DI[{_dice(state)}]" if state.dice else ""
        node = _node(before, action)
        remark = next((remark for remark in remarks if remark[0] == index), None)
        if node and remark:
            remarks.remove(remark)
            node += f"C[{_escaped(remark[1])}]"
        if node:
            nodes.append(f";{node}")
    return [*nodes, *[standing] * bool(standing)], tuple(remarks), state


def _tags(record: Record) -> str:
    """Return the tags and comments that have no property of their own."""
    known = set(_EVENT.values())
    event = tuple(pair for pair in record.event if pair[0] not in known)
    lines = tag_lines(replace(record, event=event), players=False)
    return "\n".join(line for line in lines if not line.startswith(("[Crawford ", "[Jacoby ")))


def _root(record: Record, number: int, first: Match, last: Match, general: str) -> str:
    rules, event = record.start.rules, dict(record.event)
    properties = {
        "PW": record.players[0],
        "PB": record.players[1],
    }
    if number == 0:
        for key, name in _EVENT.items():
            if name in event:
                said = single_line(event[name])
                properties[key] = said.replace(".", "-") if key == "DT" else said
        if general:
            properties["GC"] = general
    said_rules = [
        *["NoCube"] * (not rules.cube),
        *["Crawford"] * (rules.crawford and first.length > 0),
        *["CrawfordGame"] * (first.crawford_game and first.length > 1),
        *["Jacoby"] * (rules.jacoby and not first.length),
    ]
    if said_rules:
        properties["RU"] = ":".join(said_rules)
    if last.result:
        resigned = "R" if last.result.ending is Ending.RESIGNED else ""
        properties["RE"] = f"{_COLOURS[last.result.winner]}+{last.result.points}{resigned}"
    info = f"MI[length:{first.length}][game:{number}][ws:{first.score[0]}][bs:{first.score[1]}]"
    said = "".join(f"{key}[{_escaped(value)}]" for key, value in properties.items())
    return f";FF[4]GM[6]CA[UTF-8]AP[Triktrakk]{info}{said}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _plain(text: str) -> str:
    return _ESCAPE.sub(lambda match: "" if match[1][-1] == "\n" else match[1], text)
