"""The lines tried are drawn in rows, indented where they branch; each step leads to its position."""

from app.test_lines import drag, open_lines
from view.models import SAY, attribute, nodes, texts

from backgammon.state.events import Command
from backgammon.state.model import Model
from backgammon.view.node import Node
from backgammon.view.panels.lines import lines_panel, lines_status


def steps(model: Model) -> list[Node]:
    return [each for each in nodes(lines_panel(model, SAY)) if attribute(each, "class") == "line-step"]


def test_lines_part_where_another_play_was_tried() -> None:
    page = open_lines()
    drag(page, 8, 5, 6, 5)
    page.send(Command("line-roll", "64"))
    page.send(Command("line-to", "0"))
    drag(page, 13, 10, 10, 9)
    page.settle()
    names = [texts(each).split(" ")[0].rstrip("?!") for each in steps(page.model)]
    assert names == [SAY("lines.start"), "31", "8/5", "13/9", "64…"]
    drawn = nodes(lines_panel(page.model, SAY))
    rows = [each for each in drawn if (attribute(each, "class") or "").startswith("ply ")]
    assert [attribute(row, "class") for row in rows] == ["ply depth-0", "ply depth-1", "ply depth-0"]
    assert [texts(row)[:5] for row in rows] == ["318/5", "3113/", "64…"]
    marks = [(attribute(each, "class") or "").split() for row in rows for each in nodes(row)]
    assert [mark[-1] for mark in marks if mark[:1] == ["mark"]] == ["light", "light", "dark"]
    (here,) = [each for each in steps(page.model) if attribute(each, "aria-current")]
    assert attribute(here, "data-value") == "3"
    for each in steps(page.model):
        page.send(Command("line-to", attribute(each, "data-value") or ""))
        assert page.model.analysis_board
        assert str(page.model.analysis_board.tree.at) == attribute(each, "data-value")


def test_the_line_that_was_tried_says_how_it_ranks() -> None:
    page = open_lines()
    drag(page, 8, 5, 6, 5)
    assert SAY("problem.weighing") in texts(lines_status(page.model, SAY))
    page.settle()
    said = texts(lines_status(page.model, SAY))
    assert SAY("problem.weighing") not in said
    rows = [each for each in nodes(lines_panel(page.model, SAY)) if attribute(each, "class") == "listed"]
    assert {attribute(each, "data-command") for each in rows} == {"line-try", "line-to"}
