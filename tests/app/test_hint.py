"""Hints and the tutor: who is advised, on what, and what happens to a choice that is held back."""

from dataclasses import replace

import pytest
from app.fake import LOSS, Page, analysis_result, new_page

from backgammon.analysis.reasons import explain
from backgammon.app.commands import actions, available
from backgammon.app.shortcuts import command_for
from backgammon.core.match import Phase, Played
from backgammon.core.plays import Steps, legal_plays
from backgammon.features.analysis import hint, rolled
from backgammon.features.coach import tutor as coach
from backgammon.protocol.messages import Chances, Finding, RankedPlay, Work, WorkResult
from backgammon.state.analysis_state import Decision
from backgammon.state.effects import StartWork, StopWork
from backgammon.state.events import Command, SettingChanged, Tapped, WorkFailed
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Model
from backgammon.state.seats import plays_here
from backgammon.storage.types import Tutor

COMPUTER = (("opponent", "computer"), ("level", "club"), ("length", "5"))
TWO = (("opponent", "human"), ("length", "5"))


def page_to_play(form: tuple[tuple[str, str], ...] = COMPUTER, tutor: Tutor = Tutor.OFF) -> Page:
    """Return a page on which a person has a choice of plays, and has not moved yet."""
    page = new_page(form)
    page.send(SettingChanged("tutor", tutor))
    while not (_has_choice(page.model) and not page.model.is_busy):
        page.settle()
        if _has_choice(page.model):
            break
        event = page.player_event()
        assert event
        page.send(event)
    return page


def _has_choice(model: Model) -> bool:
    turn = turn_of(model.game.match)
    return (
        turn is not None
        and len(turn.results) > 3
        and not model.game.moves
        and plays_here(model.game, model.game.match.on_roll)
    )


def steps_of(page: Page, rank: int) -> Steps:
    """Return the steps of the play at this rank (0 the best) of the fake finding."""
    turn = turn_of(page.model.game.match)
    assert turn is not None
    return sorted(turn.results.values())[rank]


def enter_play(page: Page, steps: Steps) -> None:
    """Make these steps on the board, and leave the play unconfirmed."""
    for move in turn_of(page.model.game.match).read(steps):  # type: ignore[union-attr]
        page.send(Tapped(move.source))
        if page.model.game.selected is not None:
            page.send(Tapped(move.target))


def test_a_hint_lists_the_plays_and_shows_one_on_the_board() -> None:
    page = page_to_play()
    page.send(Command("hint"))
    assert page.model.analysis.open
    assert hint.finding_of(page.model) is None
    page.settle()
    page.send(Command("hint-answer"))
    known = hint.finding_of(page.model)
    assert known is not None
    page.send(Command("show-play", "1"))
    preview = hint.preview(page.model)
    assert preview is not None
    assert preview[1] == known.plays[1].steps
    assert preview[0] != page.model.game.layout
    page.send(Tapped(0))
    assert hint.preview(page.model) is None


def test_escape_puts_a_hint_away() -> None:
    page = page_to_play()
    page.send(Command("hint"))
    assert command_for(page.model, "Escape") == Command("close")
    page.send(Command("close"))
    assert not page.model.analysis.open
    assert not page.works
    assert command_for(page.model, "Escape") is None


def test_a_play_is_shown_from_where_the_turn_began() -> None:
    page = page_to_play()
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    page.send(Command("show-play", "0"))
    before = hint.preview(page.model)
    page.send(Command("show-play", "0"))
    turn = turn_of(page.model.game.match)
    assert turn
    page.send(Tapped(turn.next_moves()[0].source))
    if page.model.game.selected is not None:
        page.send(Tapped(page.model.game.selected))
    assert page.model.game.moves
    page.send(Command("show-play", "0"))
    after = hint.preview(page.model)
    assert before
    assert after
    assert [len(stack) for stack in before[0].stacks] == [len(stack) for stack in after[0].stacks]


def test_a_hint_goes_when_the_decision_is_made() -> None:
    page = page_to_play()
    page.send(Command("hint"))
    assert page.works
    enter_play(page, steps_of(page, 0))
    page.send(Command("confirm"))
    assert not page.model.analysis.open
    assert not page.works
    assert not page.model.analysis.jobs


def test_no_hint_in_the_computers_turn() -> None:
    page = page_to_play()
    enter_play(page, steps_of(page, 0))
    page.send(Command("confirm"))
    assert "hint" not in available(page.model)


def test_two_people_are_advised_only_if_both_wanted_it() -> None:
    assert "hint" not in available(page_to_play(TWO).model)
    page = page_to_play((*TWO, ("advice", "on")))
    assert "hint" in available(page.model)


def test_an_analysis_that_fails_is_said_to_have_failed() -> None:
    page = page_to_play()
    page.send(Command("hint"))
    (number,) = page.works
    page.works.clear()
    page.send(WorkFailed(number, "broken"))
    assert page.model.analysis.failed == page.model.analysis.at
    assert not page.model.analysis.jobs


def test_looking_deeper_asks_anew() -> None:
    page = page_to_play()
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    page.send(Command("look-deeper"))
    page.settle()
    known = hint.finding_of(page.model)
    assert known
    assert hint.depth(known) == hint.DEEPER
    assert "look-deeper" in available(page.model), "a rollout comes next"


def test_the_tutor_warns_before_a_blunder_and_lets_it_be_made() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.settle()
    enter_play(page, steps_of(page, 3))
    log = page.model.game.log
    page.send(Command("confirm"))
    assert actions(page.model) == ("think-again", "play-anyway", "show-better")
    assert page.model.game.log == log
    assert page.model.analysis.caution
    assert page.model.analysis.caution.remark
    assert page.model.analysis.caution.remark.error == pytest.approx(3 * LOSS)
    page.send(Command("play-anyway"))
    assert len(page.model.game.log) > len(log)
    assert page.model.analysis.remark


def test_the_tutor_knows_why_a_play_is_worse() -> None:
    page = page_to_play(tutor=Tutor.COMMENT)
    match = page.model.game.match
    assert match.dice
    plays = legal_plays(match.position, match.dice)
    even = Chances(0.5, 0.1, 0.0, 0.5, 0.1, 0.0)
    told = 0
    for best in plays:
        listed = [best, *[play for play in plays if play != best]]
        ranked = [
            RankedPlay(play.steps, -0.1 * at, 0.1 * at, None, even, 1) for at, play in enumerate(listed)
        ]
        known = Finding(tuple(ranked), None, 0.0, 0.5, True)
        model = rolled.store(page.model, hint.decision_key(Decision(match)), known)
        for index in (0, 1, len(plays) - 1):
            remark = coach.comment_on(model, Played(ranked[index].steps))
            assert remark
            assert remark.reason == (explain(match, known, index) if index else None)
            told += remark.reason is not None
    assert told


def test_a_play_taken_back_begins_again() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.settle()
    enter_play(page, steps_of(page, 3))
    page.send(Command("confirm"))
    page.send(Command("think-again"))
    assert not page.model.game.moves
    assert "think-again" not in actions(page.model)
    enter_play(page, steps_of(page, 3))
    page.send(Command("confirm"))
    page.send(Command("show-better"))
    assert page.model.analysis.open
    assert not page.model.game.moves


def test_a_touch_on_the_board_ends_the_warning() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.settle()
    enter_play(page, steps_of(page, 3))
    page.send(Command("confirm"))
    moves = page.model.game.moves
    page.send(Tapped(0))
    assert "confirm" in actions(page.model)
    assert page.model.game.moves == moves


def test_a_good_play_passes_the_tutor_and_is_called_good() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.settle()
    enter_play(page, steps_of(page, 0))
    log = page.model.game.log
    page.send(Command("confirm"))
    assert len(page.model.game.log) > len(log)
    assert page.model.analysis.remark
    assert page.model.analysis.remark.error == 0


def test_a_warning_goes_when_the_tutor_is_switched_off() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.settle()
    enter_play(page, steps_of(page, 3))
    page.send(Command("confirm"))
    assert page.model.analysis.caution
    page.send(SettingChanged("tutor", "off"))
    assert page.model.analysis.caution is None
    assert "confirm" in actions(page.model)


def test_a_choice_waits_for_the_tutor_until_it_is_confirmed_again() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.model = replace(page.model, analysis=replace(page.model.analysis, findings={}))
    page.send(Tapped(0))
    enter_play(page, steps_of(page, 3))
    log = page.model.game.log
    page.send(Command("confirm"))
    assert page.model.game.log == log
    assert page.model.analysis.caution
    page.send(Command("confirm"))
    assert len(page.model.game.log) > len(log)


def test_a_choice_that_waits_is_made_or_held_when_the_tutor_knows() -> None:
    for rank, made in ((0, True), (3, False)):
        page = page_to_play(tutor=Tutor.WARN)
        page.model = replace(page.model, analysis=replace(page.model.analysis, findings={}))
        page.send(Tapped(0))
        enter_play(page, steps_of(page, rank))
        log = page.model.game.log
        page.send(Command("confirm"))
        assert page.model.game.log == log
        page.send_next()
        assert (len(page.model.game.log) > len(log)) is made


def test_a_tutor_that_fails_holds_nothing_back() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.model = replace(page.model, analysis=replace(page.model.analysis, findings={}))
    page.send(Tapped(0))
    enter_play(page, steps_of(page, 3))
    log = page.model.game.log
    page.send(Command("confirm"))
    (number,) = page.works
    page.works.clear()
    page.send(WorkFailed(number, "broken"))
    assert len(page.model.game.log) > len(log)


@pytest.mark.parametrize("tutor", [Tutor.WARN, Tutor.COMMENT])
def test_a_play_that_was_only_glimpsed_is_looked_into_before_it_is_called_a_blunder(tutor: Tutor) -> None:
    """It seemed to lose 0.3 in a shallower look than the best play's; in fact it loses 0.01."""

    def study(work: Work) -> WorkResult:
        result = analysis_result(work)
        assert isinstance(result, Finding)
        index = result.chosen
        plays = [
            replace(each, behind=0.3 + 0.01 * number, plies=0) if number else each
            for number, each in enumerate(result.plays)
        ]
        if index is None:
            return replace(result, plays=tuple(plays))
        first, chosen, *others = plays[0], replace(result.plays[index], behind=0.01), *plays[1:index]
        return replace(result, plays=(first, chosen, *others, *plays[index + 1 :]), chosen=1, error=0.01)

    page = page_to_play(tutor=tutor)
    page.study = study
    page.model = replace(page.model, analysis=replace(page.model.analysis, findings={}))
    page.send(Tapped(0))
    page.settle()
    enter_play(page, steps_of(page, 3))
    log = page.model.game.log
    page.send(Command("confirm"))
    assert page.model.game.log == log
    page.send_next()
    assert len(page.model.game.log) > len(log)
    assert page.model.analysis.remark
    assert page.model.analysis.remark.error == pytest.approx(0.01)
    kept = page.model.analysis.findings.values()
    assert all((each.chosen, each.error) == (None, None) for each in kept)


def test_the_tutor_only_comments_where_that_is_wanted() -> None:
    page = page_to_play(tutor=Tutor.COMMENT)
    page.settle()
    enter_play(page, steps_of(page, 3))
    log = page.model.game.log
    page.send(Command("confirm"))
    assert len(page.model.game.log) > len(log)
    assert page.model.analysis.remark
    assert page.model.analysis.remark.error == pytest.approx(3 * LOSS)


def test_the_tutor_is_silent_between_two_people_and_when_it_is_off() -> None:
    for form, tutor in ((TWO, Tutor.WARN), (COMPUTER, Tutor.OFF)):
        page = page_to_play(form, tutor)
        assert not any(isinstance(effect, StartWork) for effect in page.effects)


def test_a_match_with_the_tutor_comes_to_its_end() -> None:
    page = new_page((("opponent", "computer"), ("level", "club"), ("length", "3")))
    page.send(SettingChanged("tutor", Tutor.WARN))
    page.play_on(3000)
    assert page.model.game.match.phase is Phase.MATCH_OVER
    asked = {effect.id for effect in page.effects if isinstance(effect, StartWork)}
    assert len(asked) > 10
    assert {effect.id for effect in page.effects if isinstance(effect, StopWork)} <= asked


def test_earlier_decisions_are_analysed_as_one_steps_through_them() -> None:
    page = page_to_play()
    enter_play(page, steps_of(page, 2))
    page.send(Command("confirm"))
    page.settle()
    page.send(Command("explore"))
    page.send(Command("study-first"))
    for _ in range(10):
        if page.model.replay and hint.is_available(page.model):
            break
        page.send(Command("study-next"))
    page.send(Command("hint"))
    page.settle()
    first = page.model.analysis.at
    known = hint.finding_of(page.model)
    assert known
    assert known.error is not None
    page.send(Command("study-next"))
    page.settle()
    assert page.model.analysis.open
    assert page.model.analysis.at != first


def test_an_analysis_of_nothing_ends_with_the_study_in_which_it_was_open() -> None:
    page = page_to_play()
    enter_play(page, steps_of(page, 0))
    page.send(Command("confirm"))
    for name in ("explore", "study-previous", "hint", "study-first"):
        page.send(Command(name))
    assert page.model.analysis.open
    assert page.model.analysis.at == ""
    page.send(Command("study-close"))
    assert page.model.game.match.decider == 1
    assert not page.model.analysis.open


def test_two_people_get_no_advice_on_what_they_have_played_of_a_match_that_runs() -> None:
    page = page_to_play(TWO)
    page.send(Command("explore"))
    assert "hint" not in available(page.model)
