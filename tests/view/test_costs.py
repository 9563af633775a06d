"""The cost of a draw does not grow with the moves played or analysed: counted, not timed."""

from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page, new_page

from backgammon.analysis import report
from backgammon.app.commands import COMMANDS, available
from backgammon.core.match import Phase
from backgammon.state.events import Command, StoreLoaded, Submitted
from backgammon.state.model import Model
from backgammon.view.page import page

DRAWS = 20


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that collects, for each report that is built, the number of its decisions."""
    built: list[int] = []
    curve = report._curve
    monkeypatch.setattr(report, "_curve", lambda judged: built.append(len(judged)) or curve(judged))
    return built


def analysed_page() -> Page:
    """Return a page on which a finished match has been analysed, with the dialog still open."""
    there = new_page((("opponent", "computer"), ("level", "club"), ("length", "1")))
    there.play_on(3000)
    assert there.model.game.match.phase is Phase.MATCH_OVER
    there.send(StoreLoaded((), today=20_000))
    there.send(Command("review"))
    there.send(Command("analyse"))
    there.settle()
    return there


def test_a_report_is_built_once_however_often_it_is_drawn(reports: list[int]) -> None:
    there = analysed_page()
    assert "quiz-blunders" in available(there.model)
    reports.clear()
    for _ in range(DRAWS):
        page(there.model, ENGLISH)
    there.send(Command("close"))
    for _ in range(DRAWS):
        page(there.model, ENGLISH)
    assert len(reports) <= 1


def test_without_the_dialog_a_draw_needs_no_report_also_in_the_next_match(reports: list[int]) -> None:
    there = analysed_page()
    there.send(Command("close"))
    reports.clear()
    there.send(Submitted("new-game", (("opponent", "computer"), ("length", "3"))))
    for _ in range(10):
        page(there.model, ENGLISH)
        event = there.next_event() or there.player_event()
        assert event
        there.send(event)
    assert reports == []


def test_the_report_follows_what_is_found() -> None:
    there = analysed_page()
    review = there.model.analysis.review
    assert review
    whole = page(there.model, ENGLISH)
    last = dict([*there.model.analysis.findings.items()][-9:])
    better = {key: replace(each, error=0.0) for key, each in last.items()}
    less = replace(there.model, analysis=there.model.analysis.with_findings(better))
    assert page(less, ENGLISH) != whole
    assert page(there.model, ENGLISH) == whole


def test_what_is_possible_is_worked_out_once_for_each_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Model] = []
    always = replace(COMMANDS["help"], when=lambda model: asked.append(model) or True)
    monkeypatch.setitem(COMMANDS, "help", always)
    there = new_page((("opponent", "human"), ("length", "3")))
    for _ in range(DRAWS):
        event = there.next_event() or there.player_event()
        assert event
        there.send(event)
        asked.clear()
        drawn = replace(there.model)
        page(drawn, ENGLISH)
        page(drawn, ENGLISH)
        assert len(asked) == 1
