"""Playing, drawing and saving a session of hundreds of games costs its running game: counted, not timed."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page
from app.long import session, session_page

from backgammon.analysis import report as reports
from backgammon.analysis.decisions import decisions
from backgammon.app.commands import available
from backgammon.app.update import update
from backgammon.core.match import replay
from backgammon.features.coach import review
from backgammon.features.game import dice_check
from backgammon.features.saving.saved_match import snapshot
from backgammon.state import match_review
from backgammon.state.events import Command, Continued, LongWork, Restored, Submitted, WorkDone
from backgammon.state.model import DialogName
from backgammon.state.viewer import match_at_cursor
from backgammon.storage import log, types
from backgammon.storage.log_codec import unpack
from backgammon.storage.parts import join, split
from backgammon.view.node import to_html
from backgammon.view.page import page

GAMES, REVIEWED = 300, 60

pytestmark = pytest.mark.thorough


@pytest.fixture
def unpacked_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects each text of a finished game, or of a game's dice, that is unpacked."""
    found: list[str] = []

    def record_calls(unpack: Callable[[str], object]) -> Callable[[str], object]:
        return lambda text: found.append(text) or unpack(text)

    log.actions_of.cache_clear()
    types._unpack_dice.cache_clear()
    monkeypatch.setattr(log, "unpack", record_calls(unpack))
    monkeypatch.setattr(types, "_unpack_dice", record_calls(types._unpack_dice.__wrapped__))
    return found


def test_an_action_unpacks_no_finished_game(unpacked_texts: list[str]) -> None:
    there = session_page(GAMES)
    texts, dice, seen = there.model.game.log.finished, there.model.game.games.texts, set[str]()
    while there.model.game.match.game < GAMES + 3:
        event = there.next_event() or there.player_event()
        assert event
        unpacked_texts.clear()
        after, _ = update(there.model, event)
        available(after)
        page(after, ENGLISH)
        split(snapshot(after))
        seen.update(unpacked_texts)
        there.send(event)
    later = there.model.game.games.texts[GAMES:]
    assert seen <= {text[:-9] for text in (dice[0], *later)}, "the first: whether there is anything to check"
    finished = there.model.game.log.finished
    assert len(finished) == len(texts) + 2
    assert all(one is other for one, other in zip(texts, finished, strict=False))


def test_a_session_goes_on_after_a_reload_without_its_finished_games(unpacked_texts: list[str]) -> None:
    parts = split(session(GAMES))
    unpacked_texts.clear()
    there = Page()
    there.send(Restored(join(parts)))
    page(there.model, ENGLISH)
    assert len(set(unpacked_texts)) <= 2
    assert split(snapshot(there.model)) == parts


def test_looking_back_replays_the_game_that_is_looked_at_only(unpacked_texts: list[str]) -> None:
    there = session_page(GAMES)
    texts = there.model.game.log.finished
    unpacked_texts.clear()
    there.send(Command("explore"))
    page(there.model, ENGLISH)
    there.send(Command("study-at", str(there.model.game.log.first(99) + 5)))
    page(there.model, ENGLISH)
    for _ in range(5):
        there.send(Command("study-next"))
        page(there.model, ENGLISH)
    games = {text.partition(" ")[0] for text in (texts[0], texts[98], texts[99], texts[100])}
    assert {text for text in unpacked_texts if text.startswith("O")} <= games
    study = there.model.replay
    assert study
    assert match_at_cursor(study) == replay(study.start, study.log[: study.cursor])


def test_a_long_session_on_the_shelf_is_not_written_again_and_again(unpacked_texts: list[str]) -> None:
    there = session_page(GAMES)
    shelf = snapshot(there.model)
    there.send(Command("explore"))
    there.send(Command("study-at", str(there.model.game.log.past + 4)))
    there.send(Submitted("play-here", (("opponent", "human"),)))
    assert there.model.shelf == shelf
    there.play_on(1)
    written = split(snapshot(there.model)).shelf
    there.play_on(3)
    assert split(snapshot(there.model)).shelf is written


def test_the_dice_of_many_games_are_shown_a_few_at_a_time() -> None:
    there = session_page(GAMES)
    there.send(Command("dice"))
    assert there.model.dialog is DialogName.DICE
    drawn = to_html(page(there.model, ENGLISH))
    listed = drawn.count(ENGLISH("dialog.dice.commitment"))
    assert 3 <= listed <= 40
    assert all(game.commitment in drawn for game in there.model.game.games[-3:])
    there.send(Command("check-dice"))
    there.settle()
    assert [agrees for _, agrees in there.model.dice_checked] == [True] * GAMES
    wrong = tuple((game, game != 7) for game, _ in there.model.dice_checked)
    drawn = to_html(page(replace(there.model, dice_checked=wrong), ENGLISH))
    assert drawn.count(ENGLISH("dialog.dice.commitment")) == listed + 1
    assert drawn.count(ENGLISH("dialog.dice.wrong")) == 1


def test_a_session_is_gone_through_in_steps_and_its_decisions_are_all_found(
    unpacked_texts: list[str],
) -> None:
    there = session_page(REVIEWED)
    log, start = there.model.game.log, there.model.game.beginning
    longest = max(log.first(game + 1) - log.first(game) for game in range(REVIEWED))
    there.send(Command("review"))
    at = count = 0
    while there.steps:
        shown = there.model.analysis.review
        assert shown
        count_read = len(shown.games)
        assert 0 < log.first(count_read) - at < review.STEP + longest
        at = log.first(count_read)
        assert f'value="{count_read}"' in to_html(page(there.model, ENGLISH))
        unpacked_texts.clear()
        there.send(Continued(there.steps.pop()))
        assert len(unpacked_texts) < review.STEP / 10
        count += 1
    assert count > REVIEWED / 20
    shown = there.model.analysis.review
    assert shown
    assert shown.is_whole
    assert shown.decisions == tuple(decisions(start, log))
    assert len(shown.keys) == len(shown.decisions)


def test_to_close_the_dialog_ends_it_and_to_open_it_goes_on() -> None:
    there = session_page(REVIEWED)
    there.send(Command("review"))
    there.send(Command("close"))
    there.settle()
    shown = there.model.analysis.review
    assert shown
    assert 0 < len(shown.games) < REVIEWED
    assert "quiz-blunders" not in available(there.model)
    assert not review.grades(there.model)
    there.send(Command("review"))
    again = there.model.analysis.review
    assert again
    assert again.games[: len(shown.games)] == shown.games
    there.settle()
    assert there.model.analysis.review
    assert there.model.analysis.review.is_whole


def test_what_is_to_be_analysed_is_first_gone_through() -> None:
    there = session_page(REVIEWED)
    there.send(Command("analyse"))
    assert not there.works
    while there.steps:
        assert not there.works
        there.send(Continued(there.steps.pop()))
    assert there.works
    there.send(Command("stop-analysis"))
    assert not there.works


def test_a_finding_concerns_only_the_games_that_have_its_decision() -> None:
    there = session_page(REVIEWED)
    there.send(Command("analyse"))
    while there.steps:
        there.send(Continued(there.steps.pop()))
    for _ in range(5):
        event, before = there.next_event(), there.model.analysis.review
        assert isinstance(event, WorkDone)
        assert before
        key = next(job.key for job in there.model.analysis.jobs if job.id == event.id)
        there.send(event)
        after = there.model.analysis.review
        assert after
        for one, other in zip(before.games, after.games, strict=True):
            assert (one is other) is (key not in one.keys)


def test_at_the_end_of_an_analysis_only_its_last_game_is_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    there, added_up = session_page(5), list[int]()
    count = reports.report
    monkeypatch.setattr(match_review, "report", lambda judged: added_up.append(len(judged)) or count(judged))
    there.send(Command("analyse"))
    while len(there.model.analysis.jobs) != 1:
        there.send_next()
    added_up.clear()
    there.settle()
    shown = there.model.analysis.review
    assert shown
    assert shown.is_done
    assert len(added_up) < 3, "a game that has the same decision is added up too"


def test_the_dice_of_a_session_are_checked_in_steps(unpacked_texts: list[str]) -> None:
    there = session_page(GAMES)
    there.send(Command("dice"))
    there.send(Command("check-dice"))
    while there.steps:
        assert there.model.notice is None
        number = there.model.dice_checked[-1][0]
        assert f'value="{number}"' in to_html(page(there.model, ENGLISH))
        unpacked_texts.clear()
        there.send(Continued(there.steps.pop()))
        assert len(there.model.dice_checked) - number <= dice_check.STEP
        assert len(unpacked_texts) <= 2 * dice_check.STEP + 2
    assert [number for number, _ in there.model.dice_checked] == [*range(1, GAMES + 1)]
    assert there.notice_key == "notice.dice-agree"
    assert "<progress" not in to_html(page(there.model, ENGLISH))


def test_to_close_the_dialog_ends_the_checking_of_dice() -> None:
    there = session_page(GAMES)
    there.send(Command("dice"))
    there.send(Command("check-dice"))
    there.send(Command("close"))
    there.send(Continued(LongWork.DICE))
    there.settle()
    assert len(there.model.dice_checked) == dice_check.STEP
    assert there.model.notice is None
