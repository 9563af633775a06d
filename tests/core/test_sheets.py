"""The rule sheets, row by row: small positions by ID in which the presets differ, or must not.

Each row of the rules' table that concerns plays or the value of a game is tested here, for every preset;
openings and matches are in test_match, the cube in test_cube. The expected plays were found by hand.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from backgammon import PRESETS, Position, Roll, Rules, legal_plays
from backgammon.core.position import CHECKERS, Points
from backgammon.core.rules import points_won

NO_PLAY = ""
NAMES = {25: "bar"}
NUMBERS = {"bar": 25, **{str(point): point for point in range(1, 25)}}


@dataclass(frozen=True)
class Row:
    """One position and roll; ``plays`` are those of every preset that is not in ``but``."""

    shows: str
    id: str
    board: str
    dice: Roll
    plays: tuple[str, ...]
    but: dict[str, tuple[str, ...]] = field(default_factory=dict)


ROWS = (
    # Both dice, or only one of them.
    Row("both, in either order", "AAAAAAAQAAAAAA", "20 / -", (6, 5), ("20/9",)),
    Row("both, as one order allows", "gAEDAAABQAAAAA", "bar 12 / 17 17 10 10", (6, 2), ("bar/23 12/6",)),
    Row(
        "either but not both: the higher",
        *("AIABAABAAAAAAA", "20 / 9 9", (6, 5), ("20/14",)),
        {"ga207": ("20/14", "20/15")},
    ),
    Row("only the lower can be", "AAwGAAAAAQAAAA", "20 / 14 14 9 9", (6, 5), ("20/15",)),
    Row("neither", "ADYAAAAAAQAAAA", "20 / 15 15 14 14", (6, 5), (NO_PLAY,)),
    # Doubles.
    Row("all four", "AAAAAAAAAQAAAA", "24 / -", (5, 5), ("24/4",)),
    Row("as many as possible", "AIABAAAABAAAAA", "24 / 9 9", (5, 5), ("24/14",)),
    Row("bar, then freely", "ADAAAIAAMAAAAA", "bar bar 13 / 12 12", (1, 1), ("bar/23(2)", "bar/22 bar/24")),
    # Entering and hitting.
    Row("the bar first", "AAAAAAQABAAAAA", "bar 10 / -", (4, 1), ("bar/20", "bar/21 10/9", "bar/24 10/6")),
    Row("two on the bar, one number open", "GAAAABAAMAAAAA", "bar bar 10 / 21 21", (4, 1), ("bar/24",)),
    Row("hit, or hit twice", "AAASABAAAAAAAA", "10 / 7 5", (3, 2), ("10/8/5*", "10/7*/5*")),
    Row("hit to go on", "AACCQTAAAAAAAA", "8 8 3 / 7 2 2", (6, 1), ("8/7*/1",)),
    # Bearing off.
    Row(
        "a larger number bears off the highest",
        *("AAAARAAAAAAAAA", "5 2 / -", (6, 3), ("5/off 2/off", "5/2 2/off")),
        {"leaflet": (NO_PLAY, "5/2")},
    ),
    Row(
        "a higher checker is moved, another play may be chosen",
        *("AAAAJAAAAAAAAA", "4 2 / -", (3, 1), ("4/1 2/1", "4/3/off")),
        {
            "ga207": ("4/1 2/1", "4/3/off", "4/3 2/off", "2/1/off"),
            "leaflet": (NO_PLAY, "4/3", "2/1", "4/1", "4/1 2/1", "4/3/off"),
        },
    ),
    Row(
        "the exact number",
        *("AAAAYAAAAAAAAA", "5 5 / -", (5, 2), ("5/3 5/off",)),
        {"ga207": ("5/3 5/off", "5/3/off"), "leaflet": ("5/3 5/off", "5/off")},
    ),
    Row(
        "nothing moves but by bearing off from below",
        *("AAAYgxEAAAAAAA", "6 3 3 / 5 5 2 2", (4, 1), (NO_PLAY,)),
        {"ga207": ("3/off",)},
    ),
    Row("the last outside comes home first", "AAAAwAIAAAAAAA", "7 6 6 / -", (6, 1), ("7/1 6/5", "7/6/off")),
    Row("not before all are home", "AAAAAAUAAAAAAA", "9 8 / -", (6, 1), ("9/8 8/2", "9/3 8/7", "9/2", "8/1")),
    Row(
        "a double from three points",
        *("AAAAkgAAAAAAAA", "5 3 1 / -", (4, 4), ("5/1/off 3/off 1/off",)),
        {"leaflet": (NO_PLAY, "5/1")},
    ),
    Row("sixes on the two", "AAAADAAAAAAAAA", "2 2 / -", (6, 6), ("2/off(2)",), {"leaflet": (NO_PLAY,)}),
    Row(
        "let lapse between two bear-offs",
        *("AAAAJAAAAAAAAA", "4 2 / -", (2, 2), ("4/2/off 2/off",)),
        {"leaflet": ("2/off", "2/off 4/2", "4/2/off 2/off")},
    ),
    Row(
        "let lapse where the opponent holds the point",
        *("AABgiAAAAAAAAA", "4 1 / 3 3", (3, 1), ("1/off 4/1",)),
        {"leaflet": ("1/off", "1/off 4/1")},
    ),
    Row("the last checker", "AAAABAAAAAAAAA", "2 / -", (6, 1), ("2/off",), {"leaflet": (NO_PLAY, "2/1")}),
)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.shows.replace(" ", "-"))
def test_plays(row: Row, rules: Rules) -> None:
    position = Position.from_gnu_id(row.id)
    assert board_text(position.points) == row.board
    expected = {points_after(position.points, text) for text in row.but.get(rules.name, row.plays)}
    assert {play.after for play in legal_plays(position, row.dice, rules)} == expected


def board_text(points: Points) -> str:
    """Return where the checkers are, as the table has it: the mover's, then the opponent's, from the back."""
    sides = [
        [NAMES.get(point, str(point)) for point in range(25, 0, -1) for _ in range(sign * points[point])]
        for sign in (1, -1)
    ]
    return " / ".join(" ".join(side) or "-" for side in sides)


def points_after(points: Points, text: str) -> Points:
    """Return the points after a play whose notation writes out every stop where it hits."""
    board = list(points)
    for body, count in re.findall(r"(\S+?)(?:\((\d)\))?(?: |$)", text):
        stops = [NUMBERS.get(stop.rstrip("*"), 0) for stop in body.split("/")]
        for source, target in list(pairwise(stops)) * int(count or 1):
            board[source] -= 1
            if target and board[target] == -1:
                board[target] = 0
                board[0] -= 1
            if target:
                board[target] += 1
    return tuple(board)


FULL = {name: rules for name, rules in PRESETS.items() if rules.checkers == CHECKERS}

# The value of a game: the loser's checkers, and the points by the presets with fifteen checkers a side.
VALUES: tuple[tuple[str, dict[int, int], int, dict[str, int]], ...] = (
    ("some borne off, the rest home", {6: 5}, 1, {}),
    ("some borne off, one outside", {6: 4, 10: 1}, 1, {"ga207": 2}),
    ("some borne off, one in the winner's home", {6: 3, 24: 1}, 1, {"ga207": 2}),
    ("some borne off, one on the bar", {6: 3, 25: 1}, 1, {"ga207": 2}),
    ("none borne off, all home", {6: 15}, 2, {}),
    ("none borne off, one just outside", {6: 14, 7: 1}, 2, {"ga207": 3}),
    ("none borne off, one before the winner's home", {6: 14, 18: 1}, 2, {"ga207": 3}),
    ("none borne off, one in the winner's home", {6: 14, 19: 1}, 3, {"tryktrak": 2}),
    ("none borne off, one on the bar", {6: 14, 25: 1}, 3, {}),
)


@pytest.mark.parametrize("rules", FULL.values(), ids=FULL)
@pytest.mark.parametrize(("shows", "checkers", "usual", "but"), VALUES, ids=[row[0] for row in VALUES])
def test_value_of_a_game(
    shows: str, checkers: dict[int, int], usual: int, but: dict[str, int], rules: Rules
) -> None:
    loser = tuple(checkers.get(point, 0) for point in range(26))
    assert points_won(loser, rules) == but.get(rules.name, usual)
