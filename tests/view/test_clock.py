"""The time beside the names: only of players here, in digits that shift nothing; a tick redraws only it."""

import pytest
from app.fake import new_page
from app.timed import TIMED, page_at_decision, run_out_of_time
from view.models import SAY, attribute, nodes, texts

from backgammon.state.events import Command, TimePassed
from backgammon.state.model import Model
from backgammon.view.node import Node
from backgammon.view.page import page, with_time


def clocks(model: Model) -> dict[str, tuple[str, list[str]]]:
    """Return the time shown for each side: the class of its node, and the texts in it."""
    lines = [
        each
        for each in nodes(page(model, SAY))
        if each.tag == "section" and each.key in ("player0", "player1")
    ]
    found = {}
    for line in lines:
        for each in nodes(line):
            if attribute(each, "role") == "timer":
                found[line.key] = (attribute(each, "class") or "", [texts(part) for part in nodes(each)][1:])
    return found


def test_no_clock_no_time() -> None:
    assert clocks(new_page().model) == {}


def test_the_person_has_a_bank_and_a_delay_and_the_computer_nothing() -> None:
    model = page_at_decision().model
    assert clocks(model) == {"player0": ("clock", ["3:00", "+5"])}


def test_two_people_have_a_clock_each() -> None:
    shown = clocks(page_at_decision((*TIMED, ("opponent", "human"))).model)
    assert [bank for _, (bank, _) in shown.values()] == ["3:00", "3:00"]
    assert sorted(delay for _, (_, delay) in shown.values()) == ["", "+5"]


@pytest.mark.parametrize(
    ("passed", "tone", "bank", "delay"),
    [
        (400, "clock", "3:00", "+5"),
        (1000, "clock", "3:00", "+4"),
        (5000, "clock", "3:00", ""),
        (6000, "clock", "2:59", ""),
        (155_000, "clock", "0:30", ""),
        (155_001, "clock short", "0:29", ""),
        (185_000, "clock short", "0:00", ""),
    ],
)
def test_the_delay_runs_before_the_bank(passed: int, tone: str, bank: str, delay: str) -> None:
    timed_page = page_at_decision()
    timed_page.send(TimePassed(passed))
    assert clocks(timed_page.model) == {"player0": (tone, [bank, delay])}


def test_a_time_that_is_out_stands_there_beside_the_result() -> None:
    ended = page_at_decision()
    run_out_of_time(ended)
    ended.settle()
    assert clocks(ended.model) == {"player0": ("clock out", ["0:00", ""])}
    assert "The clock ran out." in texts(page(ended.model, SAY))


def test_a_tick_redraws_the_lines_of_the_players_and_no_more() -> None:
    ticking = page_at_decision()
    drawn = page(ticking.model, SAY)
    ticking.send(TimePassed(9000))
    again = with_time(drawn, ticking.model, SAY)
    assert again == page(ticking.model, SAY) != drawn
    (before,) = [each for each in drawn.children if isinstance(each, Node) and each.key == "table"]
    (table,) = [each for each in again.children if isinstance(each, Node) and each.key == "table"]
    pairs = zip(before.children, table.children, strict=True)
    changed = [new for old, new in pairs if new is not old]
    assert {each.key for each in changed if isinstance(each, Node)} <= {"player0", "player1"}


def test_the_dialog_proposes_the_clock_of_the_match() -> None:
    ticking = page_at_decision((("length", "3"), ("clock", "shows"), ("delay", "8"), ("bank", "3")))
    ticking.send(Command("new-game"))
    form = [*nodes(page(ticking.model, SAY))]
    chosen = {
        attribute(each, "value"): attribute(each, "checked") is not None
        for each in form
        if attribute(each, "name") == "clock"
    }
    assert chosen == {"off": False, "loses": False, "shows": True}
    for name, value in (("delay", "8"), ("bank", "3")):
        (select,) = [each for each in form if each.tag == "select" and attribute(each, "name") == name]
        options = [each for each in select.children if isinstance(each, Node)]
        assert [attribute(each, "value") for each in options if attribute(each, "selected") is not None] == [
            value
        ]
