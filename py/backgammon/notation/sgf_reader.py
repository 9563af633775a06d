"""Reads SGF as GNU Backgammon and others write it: a tree for each game, from its opening or a position.

An impossible play or cube action stops only its own game; its result and the games after it are kept.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from backgammon.core.dice import Roll
from backgammon.core.errors import BackgammonError
from backgammon.core.match import MAX_SCORE, Match, Phase, Player, new_match
from backgammon.core.plays import Steps
from backgammon.core.position import BAR, OFF, flip_points
from backgammon.core.rules import Rules
from backgammon.notation.errors import NotationError
from backgammon.notation.lines import Line
from backgammon.notation.match_builder import MatchBuilder
from backgammon.notation.reading import Reading
from backgammon.notation.record import Record
from backgammon.notation.remarks import Remarks
from backgammon.notation.setup import Setup, SetupError
from backgammon.notation.sgf_trees import (
    COLOURS,
    EVENT,
    SET_UP,
    Node,
    Tree,
    first,
    info_value,
    match_info,
    text_of,
    unescape,
)
from backgammon.notation.tags import VARIATIONS, Tags, variation

MOVE = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")
_DICE = re.compile(r"([1-6])([1-6])")
_CUBE = re.compile(r"[0-9]{1,5}")
_RESULT = re.compile(r"([WB])\+([0-9]{1,9})R?")
_PLACES = re.compile(r"([a-y])(?::([a-y]))?")
_WORDS = ("double", "take", "drop")
_LETTERS = "abcdefghijklmnopqrstuvwxy"
_POINT_OF = tuple(
    [
        {letter: 25 - point if player else point for point, letter in enumerate(_LETTERS[:24], 1)}
        | {"y": BAR, "z": OFF}
        for player in (0, 1)
    ]
)
"""For each player: the player's own number of the point of a letter; a to x are White's points 1 to 24."""


@dataclass(slots=True)
class _Standing:
    """The beginning of a game as its first nodes give it; ``points`` are seen by White."""

    points: list[int]
    on_roll: Player | None = None
    dice: Roll | None = None
    cube: int = 1
    """Its value, 0 if the one that is given cannot be read."""
    owner: Player | None = None
    edited: Line | None = None
    """Where the position is set up from which the game begins; None if that is its opening."""
    turned: Line | None = None
    """Where the cube is set up."""

    def take(self, node: Node) -> Iterator[NotationError]:
        """Read a node; yield an error for each invalid value, which is passed over."""
        for key in ("AE", "AW", "AB"):
            for value in node.get(key, ()):
                places = _PLACES.fullmatch(value.text)
                if places:
                    self.edited = self.edited or value
                    self._put(key, places[1], places[2] or places[1])
                else:
                    yield value.error("places.sgf")
        if "CP" in node:
            self.turned = node["CP"][0]
            self.owner = _colour(text_of(node, "CP"))
        for value in node.get("CV", ()):
            self.turned = value
            self.cube = int(value.text) if _CUBE.fullmatch(value.text) else 0
            if not self.cube:
                yield value.error("cube.value")
        for value in node.get("DI", ()):
            dice = _DICE.fullmatch(value.text)
            if dice:
                self.dice = int(dice[1]), int(dice[2])
            else:
                yield value.error("dice")
        if "PL" in node:
            self.on_roll = _colour(text_of(node, "PL"))

    def _put(self, key: str, from_letter: str, to_letter: str) -> None:
        for index in range(_LETTERS.index(from_letter), _LETTERS.index(to_letter) + 1):
            if key == "AE":
                for point in (index + 1,) if index < 24 else (BAR, 0):
                    self.points[point] = 0
            elif key == "AW":
                self.points[min(index + 1, BAR)] += 1
            else:
                self.points[index + 1 if index < 24 else 0] -= 1

    def match(self, start: Match, root: Line) -> Match:
        """Return the match with this beginning; raise NotationError, with its place, if none begins so."""
        points, on_roll = tuple(self.points), self.on_roll or 0
        setup = replace(
            Setup.of(start),
            points=flip_points(points) if on_roll else points,
            on_roll=on_roll,
            phase=Phase.TO_PLAY if self.dice else Phase.TO_ROLL,
            dice=self.dice,
            cube=self.cube or 1,
            cube_owner=self.owner if self.cube else None,
        )
        try:
            return replace(setup.to_match(start.rules), white=start.white)
        except BackgammonError as error:
            is_cube = isinstance(error, SetupError) and error.rule.startswith("cube-")
            place = (self.turned if is_cube else self.edited) or root
            raise place.error("game.beginning", fault=str(error)) from None


@dataclass(slots=True)
class SgfReader:
    """Reads the game trees of one file in order; ``misfits`` collects rules under which more would fit."""

    rules: Rules
    misfits: list[Rules]
    tags: Tags = field(default_factory=Tags)
    remarks: Remarks = field(default_factory=Remarks)

    def read(self, trees: Iterator[Tree], faults: list[NotationError]) -> Reading[Record]:
        """Return the record of a file, in steps; raise NotationError if no match begins in it.

        ``trees`` adds errors about the text that it skips to ``faults``, as it goes.
        """
        opening = next(trees)
        root = opening[0]
        builder = MatchBuilder(self._start(root), self.tags.openings, self.tags.awards, misfits=self.misfits)
        try:
            for tree in chain([opening], trees):
                yield
                if self._is_after(tree[0], builder):
                    break
                builder = self._read_tree(tree, builder)
        except NotationError as error:
            if not builder.games:
                raise
            faults.append(error)
        for fault in faults:
            self.remarks.add_error("passed-over" if fault.found else "cut-off", fault)
        return self.tags.record((text_of(root, "PW"), text_of(root, "PB")), builder, self.remarks)

    def _start(self, root: Node) -> Match:
        for key, name in EVENT.items():
            if key in root:
                said = text_of(root, key)
                self.tags.event.append((name, said.replace("-", ".") if key == "DT" else said))
        for value in root.get("GC", ()):
            for said in unescape(value.text).split("\n"):
                try:
                    self.tags.read(said.strip(), value)
                except BackgammonError:
                    self.remarks.add("passed-over", replace(value, text=said))
        rules = re.split("[:,]", text_of(root, "RU"))
        length = match_info(root, "length")
        switches = {"crawford": "Crawford" in rules} if length else {"jacoby": "Jacoby" in rules}
        if length == 1:
            switches = {}  # gnubg omits Crawford here; the cube is dead either way
        self.tags.rules.update(switches, **({"cube": False} if "NoCube" in rules else {}))
        for name in VARIATIONS.keys() & {*map(variation, rules)}:
            self.tags.rules.setdefault("start", VARIATIONS[name])
        if "GM" in root and text_of(root, "GM") != "6":
            raise root["GM"][0].error("game.backgammon")
        score, place = _score(root)
        with (info_value(root, "length") or first(root)).locate_errors("match.playable"):
            start = new_match(self.tags.rules_over(self.rules, length), length, self.tags.white)
        if length and max(score) >= length:
            raise place.error("score.below", length=length)
        if max(score) > MAX_SCORE:
            raise place.error("score", highest=MAX_SCORE)
        if not max(score):
            return start
        begun = new_match(start.rules, length, start.white, score)
        if begun.crawford_game and "CrawfordGame" not in rules:
            return new_match(start.rules, length, start.white, score, crawford_done=True)
        return begun

    def _is_after(self, root: Node, builder: MatchBuilder) -> bool:
        """End the game before this one; return whether the match has ended too."""
        again = bool(builder.games) and match_info(root, "game", 1) == 0
        if not again:
            score, place = _score(root)
            with place.locate_errors("result"):
                fits = builder.win_up_to(score)
            if not fits:
                self.remarks.add("score", first(root), first=score[0], second=score[1])
        if again or builder.state.phase is Phase.MATCH_OVER:
            self.remarks.add("after", first(root))
            return True
        return False

    def _read_tree(self, tree: Tree, builder: MatchBuilder) -> MatchBuilder:
        """Read one game; return its builder, a new one if the match begins from a set-up position."""
        builder.next_game()
        standing = _Standing([*builder.start.rules.start])
        begun = False
        for node in tree:
            if not begun:
                self._prepare(standing, node)
                begun = any(colour in node for colour in COLOURS)
                if begun:
                    builder = self._begin(standing, tree[0], builder, node)
            elif not builder.stopped:
                self._read_set_up(node, builder)
            for player, colour in enumerate(COLOURS):
                for value in node.get(colour, ()):
                    self._read_action(value, player, builder)
            for value in node.get("C", ()):
                builder.comment(unescape(value.text))
        if not begun:
            builder = self._begin(standing, tree[0], builder, {})
        for value in tree[0].get("RE", ()):
            result = _RESULT.fullmatch(value.text)
            if result:
                with value.locate_errors("result"):
                    if not builder.win(COLOURS.index(result[1]), int(result[2])):
                        self.remarks.add("result", value)
        return builder

    def _prepare(self, standing: _Standing, node: Node) -> None:
        for error in standing.take(node):
            self.remarks.add_error("passed-over", error)

    def _begin(self, standing: _Standing, root: Node, builder: MatchBuilder, node: Node) -> MatchBuilder:
        """Begin the game as its first nodes say; ``node`` is the first one in which a player acts."""
        acting = next((player for player, colour in enumerate(COLOURS) if colour in node), 0)
        told = any(MOVE.fullmatch(value.text) for colour in COLOURS for value in node.get(colour, ()))
        if standing.on_roll is None:
            standing.on_roll = acting
        if standing.edited and builder.games:
            self._stop(builder, standing.edited, "edited")
        elif standing.edited:
            return MatchBuilder(standing.match(builder.start, first(root)), misfits=self.misfits)
        elif standing.cube > 1 and not builder.state.length:
            builder.tie(standing.cube)
        if standing.dice and not told and not builder.stopped:
            with first(root).locate_errors("roll-in-turn"):
                builder.roll(standing.on_roll, standing.dice)
        return builder

    def _read_set_up(self, node: Node, builder: MatchBuilder) -> None:
        """Read a roll without a play; stop a game in which the checkers or the cube are moved by hand."""
        for key in SET_UP:
            if key in node:
                self._stop(builder, node[key][0], "stopped" if key in ("CV", "CP") else "edited")
                return
        for value in node.get("DI", ()):
            dice, player = _DICE.fullmatch(value.text), _colour(text_of(node, "PL"))
            if dice is None:
                self.remarks.add("passed-over", value)
                continue
            try:
                with value.locate_errors("roll-in-turn"):
                    on_roll = builder.state.on_roll if player is None else player
                    builder.roll(on_roll, (int(dice[1]), int(dice[2])))
            except NotationError:
                self._stop(builder, value)

    def _read_action(self, value: Line, player: Player, builder: MatchBuilder) -> None:
        word = value.text.strip()
        move = MOVE.fullmatch(word)
        if builder.stopped:
            return
        if not move and word not in _WORDS:
            self.remarks.add("passed-over", value)
            return
        try:
            with value.locate_errors("legal-play.action"):
                if move:
                    builder.roll(player, (int(move[1]), int(move[2])))
                    builder.play_steps(steps_of(player, move[3]))
                elif word == "double":
                    builder.double(player)
                else:
                    builder.answer(player, take=word == "take")
        except NotationError:
            self._stop(builder, value)

    def _stop(self, builder: MatchBuilder, value: Line, why: str = "stopped") -> None:
        self.remarks.add(why, value)
        builder.stop()


def _score(root: Node) -> tuple[tuple[int, int], Line]:
    """Return the score at which a game begins, and the place of its higher number."""
    score = match_info(root, "ws"), match_info(root, "bs")
    return score, info_value(root, "ws" if score[0] >= score[1] else "bs") or first(root)


def _colour(text: str) -> Player | None:
    found = COLOURS.find(text.strip().upper()[:1] or "-")
    return found if found >= 0 else None


def steps_of(player: Player, letters: str) -> Steps:
    """Return the steps written in letters, two for each step, as MOVE matches them."""
    points = [_POINT_OF[player][letter] for letter in letters]
    return tuple(zip(points[::2], points[1::2], strict=True))
