"""The cube at every score: offered at a cube decision, computed by the worker, stopped by closing."""

import pytest
from app.fake import Page, new_page

from backgammon.app.commands import available
from backgammon.features.quiz.positions import kind_of
from backgammon.protocol.messages import AnalyseScores
from backgammon.state.effects import StopWork
from backgammon.state.events import Command, Dragged, TextReceived, WorkDone, WorkFailed, WorkProgressed
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import DialogName

CUBE = "XGID=a--aBAC-C---bD-b-c-dBb----:0:0:1:00:0:2:0:7:10"
PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
OFFERED = "XGID=aa--BBC-B-BacB---b-cbb--B-:0:0:1:D:0:0:0:7:10"


def analyse_position(text: str) -> Page:
    """Return a page with a position on its board, and the analysis of it shown."""
    page = new_page()
    page.send(TextReceived(text))
    page.send(Command("hint"))
    page.settle()
    return page


@pytest.mark.parametrize(("text", "offered"), [(CUBE, True), (OFFERED, True), (PLAY, False)])
def test_it_is_offered_for_cube_decisions(text: str, offered: bool) -> None:
    page = analyse_position(text)
    assert ("cube-scores" in available(page.model)) is offered
    page.send(Command("hint"))
    assert "cube-scores" not in available(page.model)


def test_the_worker_looks_into_it_once() -> None:
    page = analyse_position(CUBE)
    page.send(Command("cube-scores"))
    ((number, work),) = page.works.items()
    assert isinstance(work, AnalyseScores)
    assert work.question.away == (7, 5)
    page.send(WorkProgressed(number, 0.5))
    sheet = page.model.analysis.cube
    assert sheet
    assert (sheet.done, sheet.found) == (0.5, None)
    page.settle()
    assert page.model.analysis.cube
    assert page.model.analysis.cube.found
    page.send(Command("close"))
    page.send(Command("cube-scores"))
    assert (page.works, page.model.dialog) == ({}, DialogName.CUBE)


def test_another_decision_is_looked_into_anew() -> None:
    page = analyse_position(CUBE)
    page.send(Command("cube-scores"))
    page.settle()
    page.send(Command("close"))
    page.send(TextReceived(OFFERED))
    page.settle()
    page.send(Command("cube-scores"))
    (work,) = page.works.values()
    assert isinstance(work, AnalyseScores)
    assert page.model.analysis.cube
    assert page.model.analysis.cube.found is None


def test_to_close_the_dialog_ends_the_work() -> None:
    page = analyse_position(CUBE)
    page.send(Command("cube-scores"))
    ((number, _),) = page.works.items()
    page.send(Command("close"))
    assert StopWork(number) in page.effects
    assert not page.works
    page.send(Command("cube-scores"))
    assert [*page.works] != [number]
    page.settle()
    assert page.model.analysis.cube
    assert page.model.analysis.cube.found


def test_what_the_engine_cannot_do_is_said() -> None:
    page = analyse_position(CUBE)
    page.send(Command("cube-scores"))
    ((number, work),) = page.works.items()
    page.works.clear()
    page.send(WorkFailed(number, "no"))
    assert page.model.analysis.cube
    assert page.model.analysis.cube.failed
    page.send(WorkDone(number, page.study(work)))
    assert page.model.analysis.cube.failed


def test_an_answered_question_of_the_quiz_has_it_too() -> None:
    page = new_page()
    page.send(Command("quiz"))
    page.send(Command("quiz-start"))
    while page.model.quiz and kind_of(page.model.quiz.card) != "cube":
        _answer(page)
        page.send(Command("quiz-next"))
    assert "cube-scores" not in available(page.model)
    _answer(page)
    assert "cube-scores" in available(page.model)
    page.send(Command("cube-scores"))
    page.settle()
    assert page.model.analysis.cube
    assert page.model.analysis.cube.found


def _answer(page: Page) -> None:
    """Give any answer to the question of the quiz."""
    turn = turn_of(page.model.game.match)
    if turn is None:
        page.send(Command("roll" if "roll" in available(page.model) else "take"))
    else:
        for source, target in next(iter(turn.results.values())):
            page.send(Dragged(source, target))
        page.send(Command("confirm"))
    page.settle()
