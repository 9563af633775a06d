"""An analysis that gives way to that of another match goes on once its match is back, from where it was."""

from dataclasses import replace

import pytest
from app.fake import Page
from app.test_review import FILE, finished_match, kept_texts

from backgammon.features.coach import review
from backgammon.features.saving import side_store
from backgammon.state.events import Command, TextReceived, WorkFailed
from backgammon.storage.figures import load_figures
from backgammon.storage.findings import load_findings


def leave_running(page: Page, value: str = "", done: int = 7) -> int:
    """Analyse the match, and open the review of a file meanwhile; return the number of decisions left."""
    page.send(Command("review"))
    page.send(Command("analyse", value))
    for _ in range(done):
        page.send_next()
    shown = page.model.analysis.review
    assert shown
    page.send(Command("close"))
    page.send(TextReceived(FILE))
    page.send(Command("review"))
    return shown.count_left


@pytest.mark.parametrize("plies", [1, 2])
def test_it_goes_on_from_where_it_was(plies: int) -> None:
    page = finished_match()
    left = leave_running(page, review.DEEPER if plies == 2 else "")
    other = page.model.analysis.review
    assert other
    assert not other.running, "nobody has asked for the analysis of the file"
    stored = load_findings(kept_texts(page)[side_store.FINDINGS])
    assert stored.keys() == page.model.analysis.findings.keys(), "a reload loses nothing"
    page.works.clear()
    page.model, _ = review.stop(page.model)
    page.send(Command("close"))
    page.send(Command("study-close"))
    page.send(Command("review"))
    back = page.model.analysis.review
    assert back
    assert (back.running, back.plies) == (True, plies)
    assert back.count_left == left
    page.settle()
    done = page.model.analysis.review
    assert done
    assert done.is_done
    (entry,) = load_figures(kept_texts(page)[side_store.FIGURES])
    assert entry.sides[0].name == "=Ann"


def test_one_that_was_stopped_stays_so() -> None:
    page = finished_match()
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.send(Command("stop-analysis"))
    page.send(Command("close"))
    page.send(TextReceived(FILE))
    page.send(Command("review"))
    page.send(Command("close"))
    page.send(Command("study-close"))
    page.send(Command("review"))
    back = page.model.analysis.review
    assert back
    assert not back.running


def test_it_goes_on_once_its_match_is_back_on_the_board() -> None:
    page = finished_match()
    left = leave_running(page)
    page.works.clear()
    page.model = replace(page.model, analysis=replace(page.model.analysis, jobs=()))
    page.send(Command("close"))
    assert not page.works, "the match on the board is that of the file"
    page.send(Command("study-close"))
    back = page.model.analysis.review
    assert back
    assert back.running
    assert back.count_left == left
    page.settle()
    done = review.done_review(page.model)
    assert done
    assert page.model.dialog is None


def test_one_that_runs_does_not_give_way_to_it() -> None:
    page = finished_match()
    leave_running(page)
    page.send(Command("analyse"))
    page.send(Command("close"))
    page.send(Command("study-close"))
    running = page.model.analysis.review
    assert running
    assert running.running
    assert running.log != page.model.game.log
    page.settle()
    done = review.done_review(page.model)
    assert done
    assert done.log == page.model.game.log


def test_a_decision_of_it_that_fails_does_not_complete_the_other_analysis() -> None:
    page = finished_match()
    leave_running(page)
    number = next(iter(page.works))
    page.send(Command("analyse"))
    page.works.pop(number)
    page.send(WorkFailed(number, "no"))
    while (other := page.model.analysis.review) and other.count_left > 1:
        page.send_next()
    page.send(Command("stop-analysis"))
    stopped = page.model.analysis.review
    assert stopped
    assert stopped.count_left == 1
    assert not stopped.is_done
