"""Match files of JellyFish, as GNU Backgammon, eXtreme Gammon and most servers write them (.mat, .txt).

The left column is player 0. Steps go from 25 (the bar) to 0 (off). What the columns cannot hold is written
in tags at the top. Source: files of GNU Backgammon 1.07; eXtreme Gammon's list of tags (bgonline, 16
December 2009).
"""

from collections.abc import Iterator

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
)
from backgammon.core.plays import Steps
from backgammon.core.position import Points
from backgammon.core.rules import STANDARD, Rules
from backgammon.notation.lines import file_lines
from backgammon.notation.mat_reader import MatReader
from backgammon.notation.match_builder import is_play_implied
from backgammon.notation.reading import Reading, finish, read_by
from backgammon.notation.record import Game, Record, check_writable
from backgammon.notation.tags import Pair, heading, tag_lines

_TAKES_BEAVER = " Takes "
"""Written only if no roll follows, because gnubg loses its place after it."""

_HEADING_WIDTH, _CELL_WIDTH = 31, 27


def parse_mat(text: str, rules: Rules = STANDARD) -> Record:
    """Read a match file, played by ``rules`` unless its tags say otherwise.

    If the moves are legal only without the Crawford rule, with beavers or with a second roll after the
    opening, or if the points won show whether the Jacoby rule applied, the record has such rules. Its
    remarks say which lines could not be followed or were not understood. Raises NotationError with line and
    column if no match begins in the text.

    >>> text = " 3 point match\\n Game 1\\n Ann : 0   Bob : 0\\n 1) 31: 8/5 6/5  Doubles => 2\\n 2) Drops"
    >>> record = parse_mat(text)
    >>> record.players, record.end.score
    (('Ann', 'Bob'), (0, 1))
    """
    return finish(read_mat(text, rules))


def read_mat(text: str, rules: Rules = STANDARD) -> Reading[Record]:
    """Read a match file in steps, as parse_mat does at once."""
    lines = file_lines(text)
    return (yield from read_by(rules, lambda kind, misfits: MatReader(kind, misfits).read(lines)))


def format_mat(record: Record) -> str:
    """Write a match file; the inverse of parse_mat, read by gnubg with the same actions.

    Raises IllegalAction for a record that is no legal match, NotationError for one that begins in mid-game.

    >>> from backgammon import Game, OpeningRoll, Record, new_match
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
    check_writable(record)
    plain = [heading(name, seat) for seat, name in enumerate(record.players)]
    out: list[str] = []
    left_out: list[Pair] = []
    states = iter(record.states)
    state = next(states)
    for number, game in enumerate(record.games or (Game(()),), 1):
        left = f" {plain[0]} : {state.score[0]}"
        out += [f" Game {number}", f"{left:<{_HEADING_WIDTH}} {plain[1]} : {state.score[1]}"]
        cells: list[tuple[Player, str]] = []
        standing: tuple[int, Match] | None = None
        for index, action in enumerate(game.actions):
            before, state = state, next(states)
            _write(cells, before, action, state)
            if isinstance(action, Rolled | Played):
                standing = (index, state) if isinstance(action, Rolled) else None
        if standing and is_play_implied(standing[1]):
            # gnubg would play a roll that leaves no choice, although the player resigned or stopped
            cells.pop()
            left_out.append((f"Roll {number}.{standing[0]}", "{}{}".format(*standing[1].dice or ())))
        out += [*_rows(cells, state), ""]
        state = next(states, state)
    tags = tag_lines(record, *left_out, players=tuple(plain) != record.players)
    return "\n".join([*(f"; {line}" for line in tags), "", f" {record.start.length} point match", "", *out])


def _write(cells: list[tuple[Player, str]], before: Match, action: Action, after: Match) -> None:
    """Add the text of one action to the cells of its game."""
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
    """Yield the rows of a game, with a column of cells for each player, and its result."""
    rows: list[list[str]] = []
    for player, cell in cells:
        if player == 0 or not rows or rows[-1][1]:
            rows.append(["", ""])
        rows[-1][player] = cell.rstrip()
    result = state.result
    won = f" Wins {result.points} point{'s' * (result.points != 1)}" if result else ""
    beside = result is not None and result.winner == 1 and rows and not rows[-1][1]
    if beside:
        rows[-1][1] = won
    for number, (left, right) in enumerate(rows, 1):
        yield f"{number:3}) {left:<{_CELL_WIDTH}} {right}".rstrip()
    if result and not beside:
        yield f"{won:>{len(won) + 5 + (_CELL_WIDTH + 1) * result.winner}}"
