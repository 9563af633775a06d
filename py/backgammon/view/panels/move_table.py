"""The list of moves as a table: two plays to a row, each entry a button that shows its decision."""

from functools import lru_cache

from backgammon.core.match import Player
from backgammon.protocol.messages import Grade
from backgammon.view.forms import mark
from backgammon.view.grades import sign
from backgammon.view.node import Node, node
from backgammon.view.panels.move_list import Entry
from backgammon.view.words import roll_name

Marks = tuple[tuple[Grade, str, bool], ...]
"""Grades of the decisions behind an entry, the name of each, and whether it is about the cube."""
_Cell = tuple[str, str, int, Marks]
"""The roll, the play or other action, its index in the log, and the marks of its mistakes."""


def move_table(
    entries: tuple[Entry, ...],
    names: tuple[str, str],
    white: Player,
    said: dict[str, str],
    cannot: str,
    current: int | None,
    marks: dict[int, Marks],
) -> Node:
    """Draw entries under the players' names.

    ``said`` names actions other than plays, ``cannot`` an empty play; ``current`` is the index of the entry
    that is shown on the board, None to mark the last row instead; ``marks`` are by index.
    """
    return node(
        "table", _head(names, white), _body(_rows(entries), said, cannot, current, marks), class_="moves"
    )


def _rows(entries: tuple[Entry, ...]) -> list[tuple[Entry | None, Entry | None]]:
    """Pair entries into rows in order of time: player 0 on the left, player 1 on the right."""
    rows: list[tuple[Entry | None, Entry | None]] = []
    for entry in entries:
        if entry.player == 0:
            rows.append((entry, None))
        elif rows and rows[-1][1] is None:
            rows[-1] = (rows[-1][0], entry)
        else:
            rows.append((None, entry))
    return rows


def _head(names: tuple[str, str], white: Player) -> Node:
    return node(
        "thead",
        node(
            "tr",
            node("td"),
            [
                node(
                    "th",
                    mark(player == white),
                    node("bdi", names[player]),
                    scope="col",
                )
                for player in (0, 1)
            ],
        ),
        key="head",
    )


def _body(
    rows: list[tuple[Entry | None, Entry | None]],
    said: dict[str, str],
    cannot: str,
    current: int | None,
    marks: dict[int, Marks],
) -> Node:
    last = len(rows) - 1
    return node(
        "tbody",
        [
            _row(
                index + 1,
                _cell(row[0], said, cannot, marks),
                _cell(row[1], said, cannot, marks),
                index == last and current is None,
                next((side for side, entry in enumerate(row) if entry and entry.index == current), None),
            )
            for index, row in enumerate(rows)
        ],
        key="body",
    )


def _cell(entry: Entry | None, said: dict[str, str], cannot: str, marks: dict[int, Marks]) -> _Cell:
    if entry is None:
        return "", "", -1, ()
    own = marks.get(entry.index, ())
    if entry.said:
        return "", said[entry.said], entry.index, own
    return roll_name(entry.dice) if entry.dice else "", entry.play or cannot, entry.index, own


@lru_cache(maxsize=512)
def _row(number: int, left: _Cell, right: _Cell, last: bool, current: int | None) -> Node:
    """Draw a row; each entry is a button that shows the decision before it.

    A mark about the cube is boxed; it comes before the dice if the mistake was not to double.
    """
    return node(
        "tr",
        node("td", str(number), class_="number"),
        [
            node(
                "td",
                node(
                    "button",
                    [sign(*each) for each in own if dice and each[2]],
                    node("span", dice, class_="rolled") if dice else None,
                    node(
                        "span", done, [sign(*each) for each in own if not (dice and each[2])], class_="done"
                    ),
                    type="button",
                    class_="entry" if dice else "entry other",
                    data_command="study-at",
                    data_value=index,
                    tabindex="-1",
                    aria_current="step" if side == current else None,
                )
                if done
                else None,
            )
            for side, (dice, done, index, own) in enumerate((left, right))
        ],
        class_="latest" if last else None,
        key=f"r{number}",
    )
