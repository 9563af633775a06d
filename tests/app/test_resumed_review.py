"""An analysis that was under way when the page was left goes on by itself after a reload."""

import pytest
from app.fake import Page, new_page
from app.test_auto_review import OVER, at_game_end
from app.test_left_review import leave_running
from app.test_review import FILE, finished_match, kept_texts

from backgammon.features.coach import review
from backgammon.features.saving.reviews import REVIEWS
from backgammon.features.saving.saved_match import snapshot
from backgammon.protocol.messages import Priority
from backgammon.state.effects import StartWork, StoreText
from backgammon.state.events import Command, EngineReady, Restored, SettingChanged, StoreLoaded, TextReceived
from backgammon.state.match_review import Review


def reload(page: Page, ready: bool = True, kept: str = "") -> Page:
    """Return a page that begins with what this one has stored, or with ``kept`` as the reviews under way."""
    again = Page(starting=False)
    again.send(Restored(snapshot(page.model), settings=page.model.settings))
    stored = {name: text for name, text in kept_texts(page).items() if text}
    stored |= {REVIEWS: kept} if kept else {}
    again.send(StoreLoaded(tuple(stored.items()), today=20_000, page="again"))
    if ready:
        again.send(EngineReady())
    return again


def analyse(page: Page, value: str = "", done: int = 25) -> Review:
    """Begin the analysis of the match that is shown, and return it after some decisions."""
    page.send(Command("review"))
    page.send(Command("analyse", value))
    for _ in range(done):
        page.send_next()
    page.send(Command("close"))
    return review_of(page)


def review_of(page: Page) -> Review:
    found = page.model.analysis.review
    assert found
    return found


def in_play() -> Page:
    """Return a page in the midst of a match against the computer."""
    page = new_page((("opponent", "computer"), ("level", "club"), ("length", "7")), seed=4)
    page.send(StoreLoaded((), today=20_000, page="first"))
    page.play_on(25)
    page.settle()
    assert not page.model.game.match.phase.is_over
    return page


@pytest.mark.parametrize("plies", [1, 2])
def test_it_goes_on_once_the_engine_is_ready(plies: int) -> None:
    page = finished_match()
    page.send(SettingChanged("auto_analysis", ""))
    before = analyse(page, review.DEEPER if plies == 2 else "")
    again = reload(page, ready=False)
    assert not again.steps, "nothing is done until the engine is ready"
    assert not again.works
    again.send(EngineReady())
    assert not again.works, "what is stored is read in steps"
    while not again.works:
        again.send_next()
    found = review_of(again)
    assert (found.running, found.plies, found.quiet) == (True, plies, False)
    assert found.count_left < len(found.keys), "what was done is kept"
    again.settle()
    found = review_of(again)
    assert (found.is_done, found.log, len(found.keys)) == (True, before.log, len(before.keys))
    assert len(again.model.analysis.history) == 1
    assert not kept_texts(again)[REVIEWS]


def test_one_that_was_stopped_or_is_done_does_not() -> None:
    page = finished_match()
    page.send(SettingChanged("auto_analysis", ""))
    analyse(page)
    page.send(Command("stop-analysis"))
    again = reload(page)
    again.settle()
    assert again.model.analysis.review is None
    again.send(Command("review"))
    again.send(Command("analyse"))
    again.settle()
    last = reload(again)
    last.settle()
    assert last.model.analysis.review is None


def test_that_of_a_running_match_goes_on_though_more_has_been_played() -> None:
    page = in_play()
    before = analyse(page, done=2)
    log = page.model.game.log
    while len(page.model.game.log) == len(log):
        event = page.player_event()
        assert event
        page.send(event)
    again = reload(page)
    while again.steps or again.works:
        again.send_next()
    assert (review_of(again).log, review_of(again).is_done) == (before.log, True)


def test_a_quiet_one_stays_quiet() -> None:
    page = at_game_end()
    for _ in range(6):
        page.send_next()
    page.send(Command("next-game"))
    assert (review_of(page).running, review_of(page).quiet) == (True, True)
    again = reload(page)
    while again.steps:
        again.send_next()
    assert review_of(again).log == review_of(page).log
    asked = {effect.priority for effect in again.effects if isinstance(effect, StartWork)}
    assert asked == {Priority.QUIET}


def test_after_the_end_of_the_game_that_followed_all_is_analysed() -> None:
    page = at_game_end()
    for _ in range(6):
        page.send_next()
    first = kept_texts(page)[REVIEWS]
    page.settle()
    page.send(Command("next-game"))
    page.play_on(3000, over=OVER)
    again = reload(page, kept=first)
    again.settle()
    assert (review_of(again).log, review_of(again).is_done) == (again.model.game.log, True)
    assert not again.model.analysis.left
    assert not kept_texts(again)[REVIEWS]


def test_the_match_goes_on_with_the_file_that_took_its_place_and_the_other_once_it_is_back() -> None:
    page = finished_match()
    page.send(SettingChanged("auto_analysis", ""))
    leave_running(page, done=9)
    page.send(Command("analyse"))
    assert review_of(page).log != page.model.game_in_play.log
    again = reload(page)
    while again.steps:
        again.send_next()
    assert (review_of(again).log, review_of(again).running) == (review_of(page).log, True)
    again.settle()
    again.send(Command("study-close"))
    assert (review_of(again).log, review_of(again).running) == (again.model.game.log, True)
    again.settle()
    assert review_of(again).is_done
    assert len(again.model.analysis.history) == 2


def test_one_whose_match_is_gone_is_dropped() -> None:
    page = finished_match()
    page.send(TextReceived(FILE))
    analyse(page, done=1)
    page.send(Command("study-close"))
    page.send(SettingChanged("auto_analysis", ""))
    again = reload(page)
    again.settle()
    assert again.model.analysis.review is None
    assert not again.model.analysis.left


def test_opening_the_review_before_the_engine_is_ready_shows_it_running() -> None:
    page = finished_match()
    page.send(SettingChanged("auto_analysis", ""))
    analyse(page)
    again = reload(page, ready=False)
    again.send(Command("review"))
    assert review_of(again).running
    again.send(EngineReady())
    again.settle()
    assert review_of(again).is_done


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"format": "triktrakk-reviews", "version": 1}',
        '{"format": "triktrakk-reviews", "version": 1, "reviews": [7]}',
        '{"format": "triktrakk-reviews", "version": 1, "reviews": '
        '[{"actions": 1, "log": "", "plies": 9, "quiet": false}]}',
    ],
)
def test_a_damaged_text_is_set_aside(text: str) -> None:
    page = finished_match()
    page.send(SettingChanged("auto_analysis", ""))
    again = reload(page, kept=text)
    again.settle()
    assert StoreText(f"{REVIEWS}.set-aside", text) in again.effects
    assert again.model.analysis.review is None
