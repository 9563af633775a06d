"""The automatic analysis: when it starts, how little it takes, and that it loses nothing saved."""

from copy import copy
from dataclasses import replace
from functools import cache

import pytest
from app.fake import Page, new_page

from backgammon.app.commands import available
from backgammon.core.match import Phase
from backgammon.features.analysis import hint
from backgammon.features.coach import review
from backgammon.features.saving import side_store
from backgammon.protocol.messages import Priority
from backgammon.state.analysis_state import Purpose
from backgammon.state.effects import StartWork, StoreText
from backgammon.state.events import (
    Command,
    Continued,
    EngineFailed,
    EngineReady,
    LongWork,
    SettingChanged,
    StoreLoaded,
    Submitted,
    TextReceived,
)
from backgammon.state.match_review import Review
from backgammon.state.model import DialogName
from backgammon.storage.figures import dump_figures, load_figures

OVER = (Phase.GAME_OVER, Phase.MATCH_OVER)


def at_game_end(texts: tuple[tuple[str, str], ...] = (), **form: str) -> Page:
    """Return a page whose first game has just ended; the work that continues by itself waits in ``steps``."""
    usual = {"opponent": "computer", "level": "club", "length": "7"}
    page = _at_game_end(texts, tuple({**usual, **form}.items()))
    return replace(
        page, rng=copy(page.rng), works={**page.works}, steps=[*page.steps], effects=[*page.effects]
    )


@cache
def _at_game_end(texts: tuple[tuple[str, str], ...], form: tuple[tuple[str, str], ...]) -> Page:
    page = new_page(form, seed=4)
    page.send(StoreLoaded(texts, today=20_000))
    while page.model.game.match.phase not in OVER:
        event = page.next_event() or page.player_event()
        assert event
        page.send(event)
    return page


def review_of(page: Page) -> Review:
    found = page.model.analysis.review
    assert found
    return found


def test_it_begins_when_a_game_has_ended_and_is_kept() -> None:
    page = at_game_end()
    assert page.model.analysis.review is None
    page.settle()
    review = review_of(page)
    assert (review.log, review.count_left, review.running) == (page.model.game.log, 0, False)
    kept = {effect.name: effect.text for effect in page.effects if isinstance(effect, StoreText)}
    assert load_figures(kept[side_store.FIGURES])
    assert side_store.FINDINGS in kept


def test_it_asks_for_one_decision_at_a_time_and_for_no_worker_of_its_own() -> None:
    page = at_game_end()
    while event := page.next_event():
        page.send(event)
        assert len(hint.jobs_for(page.model, Purpose.REVIEW)) <= 1
    asked = {effect.priority for effect in page.effects if isinstance(effect, StartWork)}
    assert asked == {Priority.QUIET}


def test_who_opens_the_review_hastens_it() -> None:
    page = at_game_end()
    for _ in range(4):
        page.send_next()
    page.send(Command("review"))
    hastened = [effect.priority for effect in page.effects if isinstance(effect, StartWork)][-1]
    assert hastened is Priority.LONG
    assert len(hint.jobs_for(page.model, Purpose.REVIEW)) == review.AHEAD
    page.settle()
    assert not review_of(page).count_left
    assert page.model.dialog is DialogName.REVIEW


def test_it_goes_on_through_the_next_game_and_takes_that_one_up_at_its_end() -> None:
    page = at_game_end()
    for _ in range(4):
        page.send_next()
    first = review_of(page)
    assert first.running
    page.send(Command("next-game"))
    page.play_on(3000, over=OVER)
    page.settle()
    assert set(first.keys) < set(review_of(page).keys)
    assert not review_of(page).count_left
    works = [effect.work for effect in page.effects if isinstance(effect, StartWork)]
    assert len(works) == len(set(works))


def test_after_a_rematch_the_match_before_is_still_analysed_to_its_end() -> None:
    page = at_game_end(length="1")
    assert page.model.game.match.phase is Phase.MATCH_OVER
    for _ in range(4):
        page.send_next()
    log = page.model.game.log
    page.send(Command("rematch"))
    page.settle()
    assert (review_of(page).log, review_of(page).count_left) == (log, 0)
    assert len(page.model.analysis.history) == 1


def test_figures_say_how_often_a_match_was_analysed() -> None:
    page = at_game_end(length="0")
    for count in (1, 2):
        page.settle()
        (match,) = page.model.analysis.history
        assert match.analysed == count
        page.send(Command("next-game"))
        page.play_on(3000, over=OVER)


def test_two_people_after_it_open_no_empty_review_that_ends_it() -> None:
    page = at_game_end(length="1")
    for _ in range(4):
        page.send_next()
    log = page.model.game.log
    page.send(Submitted("new-game", (("opponent", "human"), ("length", "3"))))
    assert review_of(page).running
    assert "review" not in available(page.model)
    page.send(Command("review"))
    page.settle()
    assert page.model.dialog is None
    assert (review_of(page).log, review_of(page).count_left) == (log, 0)


def test_stopped_it_stays_so() -> None:
    page = at_game_end()
    for _ in range(4):
        page.send_next()
    page.send(Command("stop-analysis"))
    page.settle()
    assert review_of(page).count_left
    assert not page.model.analysis.jobs


@pytest.mark.thorough
@pytest.mark.parametrize(
    "form", [{"opponent": "human", "preset": "ga207"}, {"opponent": "human", "length": "0"}]
)
def test_two_people_who_have_not_agreed_to_it_are_left_alone_until_the_match_is_over(
    form: dict[str, str],
) -> None:
    page = at_game_end((), **form)
    page.settle()
    assert page.model.analysis.review is None


def test_the_analysis_of_a_file_that_somebody_has_asked_for_is_not_given_up() -> None:
    page = at_game_end()
    page.send(TextReceived(" 3 point match\n\n Game 1\n a : 0    b : 0\n  1) 31: 8/5 6/5   52: 13/8 13/11\n"))
    page.send(Command("analyse"))
    page.send(Command("study-close"))
    asked = review_of(page)
    assert asked.running
    page.settle()
    assert (review_of(page).log, review_of(page).count_left) == (asked.log, 0)


def test_it_can_be_switched_off() -> None:
    usual = (("opponent", "computer"), ("level", "club"), ("length", "1"))
    page = new_page(usual)
    page.send(StoreLoaded((), today=20_000))
    page.send(SettingChanged("auto_analysis", ""))
    page.play_on(3000)
    page.settle()
    assert page.model.analysis.review is None


def test_a_board_in_another_page_does_not_begin() -> None:
    """An embedded board saves nothing, and is not told the day."""
    page = new_page((("opponent", "computer"), ("length", "1")))
    page.play_on(3000)
    page.settle()
    assert page.model.analysis.review is None


def test_what_was_kept_is_read_before_and_a_part_at_a_time() -> None:
    """Otherwise the new results would overwrite it."""
    before = at_game_end()
    before.settle()
    before.send(Submitted("new-game", (("opponent", "computer"), ("length", "7"))))
    while before.model.game.match.phase not in OVER:
        event = before.next_event() or before.player_event()
        assert event
        before.send(event)
    before.settle()
    known, history = before.model.analysis.findings, before.model.analysis.history
    graded = {name for name, each in known.items() if each.error is not None}
    assert len(graded) > 2 * side_store.PART
    texts = (
        (side_store.FINDINGS, side_store.findings_text(known)),
        (side_store.FIGURES, dump_figures(history)),
    )
    page = at_game_end(texts, level="casual", length="5")
    most = 0
    while event := page.next_event():
        count = len(page.model.analysis.findings)
        page.send(event)
        most = max(most, len(page.model.analysis.findings) - count)
    assert most <= side_store.PART
    assert graded <= page.model.analysis.findings.keys()
    assert {match.id for match in history} <= {match.id for match in page.model.analysis.history}


def test_damaged_findings_are_set_aside() -> None:
    page = at_game_end(((side_store.FINDINGS, "{"),))
    page.settle()
    kept = {effect.name: effect.text for effect in page.effects if isinstance(effect, StoreText)}
    assert kept[f"{side_store.FINDINGS}.set-aside"] == "{"
    assert not review_of(page).count_left


def test_kept_findings_are_written_the_same_whether_at_once_or_in_parts() -> None:
    page = at_game_end()
    page.settle()
    text = side_store.findings_text(page.model.analysis.findings)
    unread = replace(page.model.analysis, findings={}, unread=((side_store.FINDINGS, text),))
    whole, _ = side_store.read_kept(replace(page.model, analysis=unread))
    in_parts = replace(page.model, analysis=unread)
    while in_parts.analysis.unread:
        in_parts, _ = side_store.read_part(in_parts)
    assert in_parts.analysis.findings == whole.analysis.findings
    assert side_store.findings_text(in_parts.analysis.findings) == text


def test_an_engine_that_comes_back_leaves_an_analysis_that_was_asked_for_as_fast_as_it_was() -> None:
    page = at_game_end()
    page.steps.clear()
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.send(EngineFailed("gone"))
    page.send(EngineReady())
    assert LongWork.AUTO_REVIEW in page.steps
    while page.steps:
        page.send(Continued(page.steps.pop(0)))
    shown = review_of(page)
    assert (shown.running, shown.quiet) == (True, False)
