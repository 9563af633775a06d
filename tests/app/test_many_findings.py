"""However much is analysed in one visit, only the latest is kept, and nothing of what is shown is lost."""

from dataclasses import replace

from app.fake import Page
from app.long import session_page
from app.test_review import FILE, analysed_match, finished_match

from backgammon.analysis.findings import Finding
from backgammon.features.analysis import hint
from backgammon.features.saving import side_store
from backgammon.state.analysis_state import MOST_FINDINGS
from backgammon.state.events import Command, TextReceived
from backgammon.storage import findings

GOOD = Finding((), None, 0.0, 0.5, True, error=0.0, luck=0.0)


def analyse_elsewhere(page: Page) -> None:
    """Find out about more other decisions than are kept."""
    for name in range(MOST_FINDINGS + 1):
        page.model = replace(page.model, analysis=page.model.analysis.with_findings({f"other {name}": GOOD}))


def test_only_the_latest_are_kept() -> None:
    page = analysed_match()
    analyse_elsewhere(page)
    names = [*page.model.analysis.findings]
    assert len(names) == MOST_FINDINGS
    assert names[-1] == f"other {MOST_FINDINGS}"
    side_store.keep_findings(page.model)
    assert len(side_store._written) == findings.MOST


def test_one_that_is_found_again_is_among_the_latest() -> None:
    page = analysed_match()
    first = next(iter(page.model.analysis.findings))
    page.model = replace(page.model, analysis=page.model.analysis.with_findings({first: GOOD}))
    assert [*page.model.analysis.findings][-1] == first


def test_the_review_keeps_its_own() -> None:
    page = analysed_match()
    before = page.model.analysis.review
    assert before
    analyse_elsewhere(page)
    assert page.model.analysis.review is before
    worst = before.report.worst[0]
    page.send(Command("to-decision", str(worst.decision.index)))
    assert hint.finding_of(page.model) == worst.finding
    assert not page.works


def test_what_is_shown_stays() -> None:
    page = finished_match()
    for command in ("explore", "study-first", "study-next", "hint"):
        page.send(Command(command))
    page.settle()
    shown = hint.finding_of(page.model)
    assert shown
    analyse_elsewhere(page)
    assert hint.finding_of(page.model) == shown
    assert len(page.model.analysis.findings) == MOST_FINDINGS + 1


def test_an_analysis_that_gave_way_to_another_keeps_its_own() -> None:
    page = finished_match()
    page.send(Command("review"))
    page.send(Command("analyse"))
    for _ in range(7):
        page.send_next()
    before = page.model.analysis.review
    page.send(Command("close"))
    page.send(TextReceived(FILE))
    page.send(Command("review"))
    analyse_elsewhere(page)
    page.send(Command("close"))
    page.send(Command("study-close"))
    page.send(Command("review"))
    back = page.model.analysis.review
    assert before
    assert back
    assert (back.running, back.games) == (True, before.games)


def test_the_finished_games_of_a_session_keep_their_own_while_it_goes_on() -> None:
    page = session_page(3)
    page.send(Command("review"))
    page.settle()
    unknown = page.model.analysis.review
    assert unknown
    known = page.model.analysis.with_findings(dict.fromkeys(unknown.keys, GOOD))
    page.model, before = replace(page.model, analysis=known), known.review
    assert before
    analyse_elsewhere(page)
    page.send(Command("close"))
    page.play_on(5)
    page.send(Command("review"))
    page.settle()
    after = page.model.analysis.review
    assert after
    assert len(after.log) > len(before.log)
    assert after.is_whole
    assert after.games[:3] == before.games[:3]
    assert after.games[0].count_left(1) == 0
