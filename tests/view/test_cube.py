"""The drawing of the cube at every score: signs and words, the current score marked, progress and end."""

from dataclasses import replace

from app.fake import SCORES
from view.models import SAY, after, attribute, nodes, texts

from backgammon.core.match import Match, Phase
from backgammon.notation.xgid import parse_xgid
from backgammon.state.analysis_state import CubeSheet
from backgammon.state.model import DialogName, Model
from backgammon.view.dialogs.registry import dialog
from backgammon.view.node import Node

POSITION = "XGID=a--aBAC-C---bD-b-c-dBb----:{cube}:0:1:00:0:2:0:7:10"


def match(owner: str = "0:0") -> Match:
    found = parse_xgid(POSITION.replace("{cube}:0", owner)).to_match()
    assert found.phase is Phase.TO_ROLL
    return found


def cube_dialog(sheet: CubeSheet) -> Node:
    model: Model = after(4)
    there = replace(model, dialog=DialogName.CUBE, analysis=replace(model.analysis, cube=sheet))
    found = dialog(there, SAY)
    assert found
    return found


def cells(tree: Node) -> list[list[Node]]:
    (matrix,) = [each for each in nodes(tree) if attribute(each, "class") == "cube-matrix"]
    rows = [each for each in nodes(matrix) if each.tag == "tr"]
    return [[each for each in nodes(row) if each.tag in ("th", "td")] for row in rows]


def test_a_cell_tells_its_action_by_sign_and_in_words() -> None:
    rows = cells(cube_dialog(CubeSheet("", match(), found=SCORES)))
    assert [len(row) for row in rows] == [16] * 16
    assert {(texts(each), attribute(each, "aria-label")) for row in rows[1:] for each in row[1:]} == {
        ("–", "Cube dead"),
        ("✓", "Double, take"),
        ("✕", "Double, drop"),
    }


def test_the_row_and_the_column_of_the_score_are_marked() -> None:
    """The player needs 7 points, the opponent 5."""
    rows = cells(cube_dialog(CubeSheet("", match(), found=SCORES)))
    heads = [rows[0][5], rows[7][0]]
    assert [each for row in rows for each in row if attribute(each, "class") == "here"] == heads
    marked = [
        (row, column)
        for row, line in enumerate(rows)
        for column, each in enumerate(line)
        if (attribute(each, "class") or "").endswith(" here")
    ]
    assert marked == [(7, 5)]
    beside = [each for line in rows for each in line if "beside-here" in (attribute(each, "class") or "")]
    assert len(beside) == 28


def test_a_cube_that_was_turned_is_redoubled() -> None:
    assert "Double to 2" in texts(cube_dialog(CubeSheet("", match(), found=SCORES)))
    owned = cube_dialog(CubeSheet("", match("1:1"), found=SCORES))
    assert "Redouble to 4" in texts(owned)


def test_rolls_that_lose_the_market_are_counted_both_ways_round() -> None:
    tree = cube_dialog(CubeSheet("", match(), found=SCORES))
    (grid,) = [each for each in nodes(tree) if attribute(each, "class") == "losers"]
    rows = [
        [texts(each) for each in nodes(row) if each.tag == "td"] for row in nodes(grid) if row.tag == "tr"
    ]
    counts = rows[1:]
    assert counts == [list(column) for column in zip(*counts, strict=True)]
    assert (counts[0][0], counts[1][0], counts[5][5]) == ("0", "2", "36")
    assert SAY.percent(SCORES.market_lost) in texts(tree)
    without = cube_dialog(CubeSheet("", match(), found=replace(SCORES, losers=())))
    assert not [each for each in nodes(without) if attribute(each, "class") == "losers"]


def test_while_the_engine_looks_there_is_progress_and_a_way_to_stop() -> None:
    tree = cube_dialog(CubeSheet("", match(), done=0.4))
    (bar,) = [each for each in nodes(tree) if each.tag == "progress"]
    assert attribute(bar, "value") == "0.40"
    assert [texts(each) for each in nodes(tree) if attribute(each, "data-command") == "close"][-1] == "Stop"
    assert SAY("advice.failed") in texts(cube_dialog(CubeSheet("", match(), failed=True)))


def test_take_points_and_gammon_prices_are_given_for_both() -> None:
    tree = cube_dialog(CubeSheet("", match(), found=SCORES))
    (figures,) = [each for each in nodes(tree) if attribute(each, "class") == "figures"]
    rows = [[texts(each) for each in nodes(row) if each.tag in ("th", "td")] for row in nodes(figures)]
    named = {row[0]: row[1:] for row in rows if len(row) == 3}
    keys = ("scores.take.dead", "scores.take.live", "scores.gammon", "scores.gammon.doubled")
    assert [name for name in named if name] == [SAY(key) for key in keys]
    one, other = SCORES.takes
    assert named[SAY("scores.gammon")] == [SAY.number(each.gammon, 2) for each in (one, other)]
    assert texts(tree).count(SAY("advice.thinking")) == 0
    assert texts(cube_dialog(CubeSheet("", match(), done=0.4))).count(SAY("advice.thinking")) == 1
