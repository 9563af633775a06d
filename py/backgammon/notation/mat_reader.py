"""Reads match files of many programs: follows what it understands, and makes remarks about the rest.

An impossible play or cube action stops only its own game; its result and the games after it are kept.
"""

import re
from dataclasses import dataclass, field

from backgammon.core.errors import BackgammonError
from backgammon.core.match import MAX_SCORE, Match, Phase, Player, new_match
from backgammon.core.rules import Rules
from backgammon.notation.errors import NotationError
from backgammon.notation.lines import Line
from backgammon.notation.match_builder import MatchBuilder
from backgammon.notation.reading import Reading
from backgammon.notation.record import Record
from backgammon.notation.remarks import Remarks
from backgammon.notation.tags import Tags

_RIGHT = 20
"""The first entry of a line belongs to player 1 if it begins in this column or later."""

_LENGTH = re.compile(
    r"\s*([0-9]{1,4})[\s-]+points?\s+match\b.*|\s*match\s+(?:to|en)\s+([0-9]{1,4})\s+points?.*", re.IGNORECASE
)
_GAME = re.compile(r"\s*(?:game|partie)\s+([0-9]{1,4})\s*[:.]?\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\s*[0-9]{1,4}[).](?![0-9])")
_SCORE = re.compile(r":\s?([0-9]+)(?=\s|$)")
_ENTRY = re.compile(
    r"(?P<dice>[1-6]-?[1-6]):"
    r"|\b(?P<offer>(?:re)?doubles?|(?:re)?doubled|beavers?|raccoons?)\b"
    r"|\b(?P<take>takes?|accepts?|accepted)\b"
    r"|\b(?P<drop>drops?|passes|(?<!:)(?<!: )pass|rejects?|refuses?|declines?|dropped)\b"
    r"|\b(?P<win>wins?|won)\b"
    r"|\b(?P<loss>loss(?:es)?|loses?|lost)\b"
    r"|\b(?P<resign>resigns?)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"\s*(?:=>|->|=|:|to)?\s*\(?([0-9]{1,9})\b", re.IGNORECASE)
_BESIDE = re.compile(r"(?<=[0-9*)f])\s+(?![Bb]ar\b)[^\s/0-9][^/]*$")
"""Matches text beside a play that is not part of it."""
_NOTHING = re.compile(r"[?\s]*")


@dataclass(slots=True)
class MatReader:
    """Reads the lines of one file in order; ``misfits`` collects rules under which more would fit."""

    rules: Rules
    misfits: list[Rules]
    tags: Tags = field(default_factory=Tags)
    remarks: Remarks = field(default_factory=Remarks)
    players: tuple[str, str] = ("", "")
    start: Match | None = None
    builder: MatchBuilder | None = None
    number: int = 0
    """The number of the game whose heading is expected, 0 for none."""
    loss: tuple[Line, Player, int] | None = None
    """The line, the loser and the points of a loss of the current game, until a line says who has won it."""
    closed: bool = False
    """Whether the match ends before the current line."""

    def read(self, lines: tuple[Line, ...]) -> Reading[Record]:
        """Return the record of a file, in steps; raise NotationError if no match begins in it."""
        for line in lines:
            yield
            self._read_line(line)
            if self.closed:
                break
        self._lose()
        if self.start is None:
            said = (line for line in lines if line.text.lstrip()[0] not in ";#")
            raise next(said, Line("", lines[-1].number + 1 if lines else 1)).error("match")
        return self.tags.record(self.players, self.builder or MatchBuilder(self.start), self.remarks)

    def _read_line(self, line: Line) -> None:
        game = _GAME.fullmatch(line.text)
        if line.text.lstrip()[0] in ";#":
            self._read_tag(line)
        elif self.start is None:
            self._read_length(line)
        elif game:
            self.number = int(game[1])
        elif (self.number or self.builder is None) and self._read_heading(line, self.start):
            pass  # tried before the length: a player's name may look like a match heading
        elif _LENGTH.fullmatch(line.text):
            self._close(line, self.builder is not None)
        elif self._has_entries(line):
            self._read_moves(line, self.builder or self._begin(self.start, (0, 0)))
        else:
            self._pass_over(line)

    def _pass_over(self, line: Line, column: int = 0, end: int | None = None) -> None:
        self.remarks.add("passed-over", line, column, end)

    def _close(self, line: Line, closed: bool) -> None:
        """If ``closed``, end the reading at this line, with a remark."""
        if closed:
            self.remarks.add("after", line)
            self.closed = True

    def _read_tag(self, line: Line) -> None:
        column = len(line.text) - len(line.text.lstrip()) + 1
        said = line.text[column:].strip()
        if self.builder is None:
            try:
                self.tags.read(said, line)
            except BackgammonError:
                self._pass_over(line, column)
        elif said:
            self.builder.comment(said)

    def _read_length(self, line: Line) -> None:
        length = _LENGTH.fullmatch(line.text)
        if length is None:
            self.tags.comments.append(line.text.strip())
            return
        with line.locate_errors("match.playable"):
            points = int(length[1] or length[2])
            self.start = new_match(self.tags.rules_over(self.rules, points), points, self.tags.white)

    def _read_heading(self, line: Line, start: Match) -> bool:
        """Begin a game from a line with its names and scores; return whether the line has them."""
        found = list(_SCORE.finditer(line.text))
        if len(found) < 2 or line.text[found[-1].end() :].strip():
            return False
        number, self.number = self.number, 0
        before_gap = (score for score in found[:-1] if line.text[score.end() :].startswith(("  ", "\t")))
        left, right = next(before_gap, found[0]), found[-1]  # a name may hold what looks like a score
        score = int(left[1]), int(right[1])
        if self.builder is None:
            self.players = line.text[: left.start()].strip(), line.text[left.end() : right.start()].strip()
            if start.length and max(score) >= start.length:
                raise line.error("score.below", length=start.length)
            if max(score) > MAX_SCORE:
                raise line.error("score", highest=MAX_SCORE)
            self._begin(start, score)
            return True
        self._lose()
        self._close(line, number == 1 and score == (0, 0) and bool(self.builder.games))
        if self.closed:
            return True
        with line.locate_errors("result"):
            fits = self.builder.win_up_to(score)
        if not fits:
            self.remarks.add("score", line, first=score[0], second=score[1])
        self._close(line, self.builder.state.phase is Phase.MATCH_OVER)
        if not self.closed:
            self.builder.next_game()
        return True

    def _begin(self, start: Match, score: tuple[int, int]) -> MatchBuilder:
        self.start = new_match(start.rules, start.length, start.white, score, self.tags.crawford_done)
        self.builder = MatchBuilder(self.start, self.tags.openings, self.tags.awards, misfits=self.misfits)
        self.builder.next_game()
        return self.builder

    def _has_entries(self, line: Line) -> bool:
        """Return whether a line belongs to a game: it is numbered, or begins with an entry."""
        first = _ENTRY.search(line.text)
        return bool(_NUMBER.match(line.text) or (first and not line.text[: first.start()].strip()))

    def _read_moves(self, line: Line, builder: MatchBuilder) -> None:
        if self.number:  # a game without names and scores
            self.number = 0
            self._lose()
            self._close(line, builder.state.phase is Phase.MATCH_OVER)
            if self.closed:
                return
            if builder.over:
                builder.next_game()
        text, number = line.text, _NUMBER.match(line.text)
        begin = number.end() if number else 0
        entries = list(_ENTRY.finditer(text, begin))
        stray = entries[0].start() if entries else len(text)
        if text[begin:stray].strip():
            self._pass_over(line, begin, stray)
        if not entries:
            return
        player = _column(entries[0])
        ends = [entry.start() for entry in entries[1:]] + [len(text)]
        if len(entries) == 2 and builder.state.phase is Phase.OPENING and entries[1]["win"]:
            # gnubg puts a game of one roll and a resignation on the left, whoever rolled
            player = 1 - _column(entries[1])
        for entry, end in zip(entries, ends, strict=True):
            try:
                self._read_entry(line, builder, entry, end, player)
            except NotationError as error:
                found = text[entry.start() : end].strip()
                self.remarks.add("stopped", Line(found, error.line, error.column))
                builder.stop()
            player = 1 - player

    def _read_entry(
        self, line: Line, builder: MatchBuilder, entry: re.Match[str], end: int, player: Player
    ) -> None:
        if entry["win"]:
            self._read_win(line, builder, entry, end)
        elif entry["loss"]:
            amount = _AMOUNT.match(line.text, entry.end(), end)
            loser = _column(entry)
            self.loss = (line, loser, int(amount[1])) if amount else None
        elif builder.stopped or entry["resign"]:
            return
        elif entry["dice"]:
            self._read_roll(line, builder, entry, end, player)
        else:
            self._read_cube(line, builder, entry, end, player)

    def _read_roll(
        self, line: Line, builder: MatchBuilder, entry: re.Match[str], end: int, player: Player
    ) -> None:
        with line.locate_errors("roll-in-turn", entry.start(), end):
            builder.roll(player, (int(entry["dice"][0]), int(entry["dice"][-1])))
        body = line.text[entry.end() : end]
        beside = _BESIDE.search(body)
        if beside:
            body = body[: beside.start()]
            self._pass_over(line, entry.end() + beside.start(), end)
        with line.locate_errors("legal-play", entry.end(), end):
            builder.play("" if _NOTHING.fullmatch(body) else body.rstrip())

    def _read_cube(
        self, line: Line, builder: MatchBuilder, entry: re.Match[str], end: int, player: Player
    ) -> None:
        amount = _AMOUNT.match(line.text, entry.end(), end)
        with line.locate_errors("legal-play.cube", entry.start(), end):
            if not entry["offer"]:
                builder.answer(player, take=bool(entry["take"]))
                return
            builder.double(player)
        if amount and int(amount[1]) != builder.state.cube * 2:
            self._pass_over(line, entry.end(), end)

    def _read_win(self, line: Line, builder: MatchBuilder, entry: re.Match[str], end: int) -> None:
        self.loss = None
        amount = _AMOUNT.match(line.text, entry.end(), end)
        if amount is None:
            self._pass_over(line, entry.start(), end)
            return
        result = builder.state.result
        self._win(line, entry, end, result.winner if result else _column(entry), int(amount[1]))

    def _win(
        self, line: Line, entry: re.Match[str] | None, end: int | None, winner: Player, points: int
    ) -> None:
        assert self.builder is not None
        column = entry.start() if entry else 0
        with line.locate_errors("result", column, end):
            if not self.builder.win(winner, points):
                self.remarks.add("result", line, column, end)

    def _lose(self) -> None:
        """End the game by the loss that was read, if no line says who has won it."""
        loss, self.loss = self.loss, None
        if loss and self.builder and not self.builder.over:
            line, loser, points = loss
            self._win(line, None, None, 1 - loser, points)


def _column(entry: re.Match[str]) -> Player:
    return 1 if entry.start() >= _RIGHT else 0
