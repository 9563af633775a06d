"""What is known about a decision counts only if it fits, and a play is known however it was entered."""

from dataclasses import replace

import pytest
from app.fake import LOSS, Page, new_page

from backgammon.app.commands import available
from backgammon.core.match import Played
from backgammon.core.plays import Steps
from backgammon.features.analysis import hint
from backgammon.protocol.messages import Finding
from backgammon.state.events import Command, TextReceived


def asking_page() -> Page:
    """Return a page on which a position is being analysed."""
    page = new_page()
    page.send(TextReceived("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"))
    page.send(Command("hint"))
    return page


def page_with_finding() -> tuple[Page, Finding]:
    """Return that page once the analysis is done, and what is known then."""
    page = asking_page()
    page.settle()
    known = hint.finding_of(page.model)
    assert known
    return page, known


def test_nothing_is_listed_before_the_analysis_is_done() -> None:
    page = asking_page()
    assert "show-play" not in available(page.model)
    page.settle()
    assert "show-play" in available(page.model)


@pytest.mark.parametrize("plays", [(), (((24, 1), (24, 2)),)])
def test_a_stored_finding_of_no_legal_plays_is_ignored(plays: tuple[Steps, ...]) -> None:
    page, known = page_with_finding()
    wrong = replace(known, plays=tuple(replace(known.plays[0], steps=steps) for steps in plays))
    findings = {page.model.analysis.at: wrong}
    model = replace(page.model, analysis=page.model.analysis.with_findings(findings))
    assert hint.finding_of(model) is None


def test_a_play_in_another_order_loses_the_same() -> None:
    page, known = page_with_finding()
    ranked = [play.steps for play in known.plays]
    for steps in (((8, 5), (6, 5)), ((6, 5), (8, 5))):
        error = hint.error_of(known, page.model.game.match, Played(steps))
        assert error == pytest.approx(LOSS * ranked.index(((8, 5), (6, 5)))) != 0.0
