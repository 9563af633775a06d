"""Match files of JellyFish, as GNU Backgammon, eXtreme Gammon and most servers write them (.mat, .txt).

The left column is player 0. Steps go from 25 (the bar) to 0 (off). What the columns cannot hold stands in
tags at the top. Source: files of GNU Backgammon 1.07; eXtreme Gammon's list of tags (bgonline, 16
December 2009).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from backgammon.core.match import (
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    OpeningRoll,
    Phase,
    Played,
    Player,
    Raccooned,
    Rolled,
    Took,
    new_match,
)
from backgammon.core.plays import Steps
from backgammon.core.position import Points
from backgammon.core.rules import STANDARD, Rules
from backgammon.notation.lines import Line, file_lines
from backgammon.notation.record import Record
from backgammon.notation.scribe import Scribe, plays_itself, read_by, started
from backgammon.notation.tags import Pair, Tags, single_line, tag_lines

_RIGHT = 20
"""What begins in this column or later, with nothing before it, belongs to player 1."""

_TAKES_BEAVER = " Takes "
"""Written only where no roll follows: gnubg loses its place after it."""

_HEADING_WIDTH, _CELL_WIDTH = 31, 27
_LONGEST_NAME = 100
"""So much of a name stands in the headings; a tag has the whole of a longer one."""

_LENGTH = re.compile(r"\s*([0-9]{1,4})\s+points?\s+match\s*", re.IGNORECASE)
_GAME = re.compile(r"\s*game\s+[0-9]{1,4}\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\s*[0-9]{1,4}\)")
_SCORE = re.compile(r":\s?([0-9]{1,5})(?=\s|$)")
_ENTRY = re.compile(
    r"(?P<dice>[1-6]-?[1-6]):"
    r"|\b(?P<word>redoubles|doubles|beavers|raccoons|takes|accepts|drops|passes|rejects|wins)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"\s*(?:=>)?\s*([0-9]{1,6})\b")
_NOTHING = re.compile(r"[?\s]*")
_OFFERS = frozenset(("doubles", "redoubles", "beavers", "raccoons"))
_TAKES = frozenset(("takes", "accepts"))


def parse_mat(text: str, rules: Rules = STANDARD) -> Record:
    """Read a match file, played by ``rules`` unless its tags say otherwise.

    Where the moves are legal only without the Crawford rule, with beavers or with a roll anew after the
    opening, or the points won tell of the Jacoby rule, the record has such rules. Raises NotationError
    with line and column.

    >>> text = " 3 point match\\n Game 1\\n Ann : 0   Bob : 0\\n 1) 31: 8/5 6/5  Doubles => 2\\n 2) Drops"
    >>> record = parse_mat(text)
    >>> record.players, record.end.score
    (('Ann', 'Bob'), (0, 1))
    """
    lines = file_lines(text)
    return read_by(rules, lambda kind: _Reader(kind).read(lines))


def format_mat(record: Record) -> str:
    """Write a match file; the inverse of parse_mat, read by gnubg with the same actions.

    Raises IllegalAction for a record that no match follows.

    >>> from backgammon.notation.record import Game
    >>> print(format_mat(Record(("Ann", "Bob"), new_match(length=3), (Game((OpeningRoll(3, 1),)),))))
    ; [Crawford "On"]
    <BLANKLINE>
     3 point match
    <BLANKLINE>
     Game 1
     Ann : 0                        Bob : 0
      1) 31:
    <BLANKLINE>
    """
    plain = [
        single_line(name.replace(":", " ")[:_LONGEST_NAME]) or f"Player {seat}"
        for seat, name in enumerate(record.players, 1)
    ]
    out: list[str] = []
    left_out: list[Pair] = []
    states = iter(record.states)
    state = next(states)
    for number, game in enumerate(record.games, 1):
        left = f" {plain[0]} : {state.score[0]}"
        out += [f" Game {number}", f"{left:<{_HEADING_WIDTH}} {plain[1]} : {state.score[1]}"]
        cells: list[tuple[Player, str]] = []
        standing: tuple[int, Match] | None = None
        for index, action in enumerate(game.actions):
            before, state = state, next(states)
            _write(cells, before, action, state)
            if isinstance(action, Rolled | Played):
                standing = (index, state) if isinstance(action, Rolled) else None
        if standing and plays_itself(standing[1]):
            # gnubg would play a roll that leaves no choice, though the player resigned or stopped
            cells.pop()
            left_out.append((f"Roll {number}.{standing[0]}", "{}{}".format(*standing[1].dice or ())))
        out += [*_rows(cells, state), ""]
        state = next(states, state)
    tags = tag_lines(record, *left_out, players=tuple(plain) != record.players)
    return "\n".join([*(f"; {line}" for line in tags), "", f" {record.start.length} point match", "", *out])


@dataclass(slots=True)
class _Reader:
    """Reads the lines of one file in order."""

    rules: Rules
    tags: Tags = field(default_factory=Tags)
    players: tuple[str, str] = ("Player 1", "Player 2")
    start: Match | None = None
    scribe: Scribe | None = None
    heading: bool = False

    def read(self, lines: tuple[Line, ...]) -> Record:
        for line in lines:
            if line.text.lstrip()[0] in ";#":
                self._read_tag(line)
            elif self.start is None:
                self._read_length(line)
            elif _GAME.fullmatch(line.text):
                self.heading = True
            elif self.heading:
                self._read_heading(line, self.start)
            elif self.scribe is None:
                raise line.error("a line such as ' Game 1'")
            else:
                self._read_moves(line, self.scribe)
        end = Line("", lines[-1].number + 1 if lines else 1)
        if self.start is None:
            raise end.error("a line such as ' 7 point match'")
        with end.placed("tags that fit the games"):
            return self.tags.record(self.players, self.start, self.scribe.games if self.scribe else ())

    def _read_tag(self, line: Line) -> None:
        column = len(line.text) - len(line.text.lstrip()) + 1
        said = line.text[column:].strip()
        if self.scribe is None:
            with line.placed("a tag or a comment", column):
                self.tags.read(said)
        elif said:
            self.scribe.comment(said)

    def _read_length(self, line: Line) -> None:
        length = _LENGTH.fullmatch(line.text)
        if length is None:
            self.tags.comments.append(line.text.strip())
            return
        with line.placed("a match that can be played"):
            points = int(length[1])
            self.start = new_match(self.tags.rules_over(self.rules, points), points)

    def _read_heading(self, line: Line, start: Match) -> None:
        self.heading = False
        found = list(_SCORE.finditer(line.text))
        if len(found) < 2 or line.text[found[-1].end() :].strip():
            raise line.error("both names and scores such as ' Ann : 0    Bob : 2'")
        left, right = found[0], found[-1]
        score = int(left[1]), int(right[1])
        if self.scribe is None:
            self.players = line.text[: left.start()].strip(), line.text[left.end() : right.start()].strip()
            if start.length and max(score) >= start.length:
                raise line.error(f"scores below {start.length}")
            self.start = started(start, score)
            self.scribe = Scribe(self.start, self.tags.openings)
            return
        with line.placed("a game after a finished one"):
            self.scribe.win_up_to(score)
            self.scribe.next_game()

    def _read_moves(self, line: Line, scribe: Scribe) -> None:
        text, number = line.text, _NUMBER.match(line.text)
        begin = number.end() if number else 0
        entries = list(_ENTRY.finditer(text, begin))
        stray = text[begin : entries[0].start()] if entries else text[begin:]
        if stray.strip() or (not entries and not number):
            raise line.error("a move such as '31: 8/5 6/5', or Doubles, Takes, Drops, Wins", begin)
        if not entries:
            return
        player = _column(entries[0])
        ends = [entry.start() for entry in entries[1:]] + [len(text)]
        if len(entries) == 2 and scribe.state.phase is Phase.OPENING and _is_win(entries[1]):
            # gnubg puts a game that is one roll and a resignation on the left, whoever rolled
            player = 1 - _column(entries[1])
        for entry, end in zip(entries, ends, strict=True):
            if _is_win(entry):
                self._read_result(line, scribe, entry, end, alone=len(entries) == 1)
            elif entry["dice"]:
                self._read_roll(line, scribe, entry, end, player)
            else:
                self._read_cube(line, scribe, entry, end, player)
            player = 1 - player

    def _read_roll(self, line: Line, scribe: Scribe, entry: re.Match[str], end: int, player: Player) -> None:
        with line.placed("a roll in turn", entry.start(), end):
            scribe.roll(player, (int(entry["dice"][0]), int(entry["dice"][-1])))
        body = line.text[entry.end() : end]
        with line.placed("a legal play", entry.end(), end):
            scribe.play("" if _NOTHING.fullmatch(body) else body.rstrip())

    def _read_cube(self, line: Line, scribe: Scribe, entry: re.Match[str], end: int, player: Player) -> None:
        word, amount = entry["word"].lower(), _AMOUNT.match(line.text, entry.end(), end)
        with line.placed("a cube action in turn", entry.start(), end):
            if word not in _OFFERS:
                scribe.answer(player, take=word in _TAKES)
                return
            scribe.double(player)
        turned = scribe.state.cube * 2
        if amount and int(amount[1]) != turned:
            raise line.error(f"the cube turned to {turned}", entry.end(), end)

    def _read_result(
        self, line: Line, scribe: Scribe, entry: re.Match[str], end: int, *, alone: bool
    ) -> None:
        amount = _AMOUNT.match(line.text, entry.end(), end)
        if amount is None:
            raise line.error("points such as 'Wins 2 points'", entry.end(), end)
        result = scribe.state.result
        winner = result.winner if result and not alone else _column(entry)
        with line.placed("a result of this game", entry.start(), end):
            scribe.win(winner, int(amount[1]))


def _column(entry: re.Match[str]) -> Player:
    return 1 if entry.start() >= _RIGHT else 0


def _is_win(entry: re.Match[str]) -> bool:
    return (entry["word"] or "").lower() == "wins"


def _write(cells: list[tuple[Player, str]], before: Match, action: Action, after: Match) -> None:
    """Add what one action says to the cells of its game."""
    if isinstance(action, Played):
        player, roll = cells.pop()
        cells.append((player, f"{roll} {_steps(before.position.points, action.steps)}".rstrip()))
        return
    if isinstance(action, Rolled) and cells[-1:] == [(after.on_roll, _TAKES_BEAVER)]:
        cells.pop()
    if isinstance(action, OpeningRoll | Rolled) and after.dice and after.phase is Phase.TO_PLAY:
        cells.append((after.on_roll, f"{after.dice[0]}{after.dice[1]}:"))
    elif before.decider is not None:
        words = {
            Doubled: f" Doubles => {before.cube * 2}",
            Beavered: f" Beavers => {before.cube * 4}",
            Raccooned: f" Raccoons => {before.cube * 4}",
            Took: _TAKES_BEAVER if before.phase is Phase.BEAVERED else " Takes",
            Dropped: " Drops",
        }
        if type(action) in words:
            cells.append((before.decider, words[type(action)]))


def _steps(points: Points, steps: Steps) -> str:
    blots = {point for point in range(1, 25) if points[point] == -1}
    words = []
    for source, target in steps:
        words.append(f"{source}/{target}{'*' * (target in blots)}")
        blots.discard(target)
    return " ".join(words)


def _rows(cells: list[tuple[Player, str]], state: Match) -> Iterator[str]:
    """Yield the rows of a game, each player's cells in his column, and its result."""
    rows: list[list[str]] = []
    for player, cell in cells:
        if player == 0 or not rows or rows[-1][1]:
            rows.append(["", ""])
        rows[-1][player] = cell.rstrip()
    result = state.result
    won = f" Wins {result.points} point{'s' * (result.points > 1)}" if result else ""
    beside = result is not None and result.winner == 1 and rows and not rows[-1][1]
    if beside:
        rows[-1][1] = won
    for number, (left, right) in enumerate(rows, 1):
        yield f"{number:3}) {left:<{_CELL_WIDTH}} {right}".rstrip()
    if result and not beside:
        yield f"{won:>{len(won) + 5 + (_CELL_WIDTH + 1) * result.winner}}"
