"""A rollout that has ended replaces the verdict: list, mark, PR and figures, and all of it is kept."""

import pytest
from app.fake import ENGLISH, Page, new_page
from app.test_hint import page_to_play
from app.test_learning import MATCH, current, play
from app.test_review import analysed_match, finished_match, kept_texts
from app.test_rollouts import FORM, start_rollout
from view.models import attribute, nodes, texts

from backgammon.analysis.findings import ROLLED_OUT, Finding, Grade
from backgammon.analysis.report import Judged
from backgammon.analysis.rollout_state import ROUND, SCALE, RolloutState, Sums
from backgammon.app.commands import available
from backgammon.core.match import Rolled
from backgammon.features.analysis import hint, rolled, rollouts
from backgammon.features.coach import review
from backgammon.features.coach.own_errors import errors_of
from backgammon.features.saving import side_store
from backgammon.protocol.messages import MAX_PLIES, AnalyseDecision, Rollout
from backgammon.state.analysis_state import Decision
from backgammon.state.effects import StartWork
from backgammon.state.events import (
    Command,
    Dragged,
    StoreLoaded,
    Submitted,
    TextReceived,
    WorkDone,
    WorkProgressed,
)
from backgammon.state.match_review import Review
from backgammon.storage.figures import load_figures
from backgammon.storage.types import Tutor
from backgammon.view.page import page as draw_page
from backgammon.view.panels.analysis import advice_panel
from backgammon.view.panels.moves_panel import moves_panel


def result(trials: int, *equities: float) -> RolloutState:
    """Return the state of a rollout of candidates with these equities."""
    sums = [Sums(round(trials * worth * SCALE), round(trials * worth * worth * SCALE)) for worth in equities]
    return RolloutState("key", ((0, trials),), tuple(sums))


def review_on(page: Page) -> Review:
    """Return the review of the match."""
    found = page.model.analysis.review
    assert found
    return found


def finding_on(page: Page) -> Finding:
    """Return the finding that is shown."""
    found = hint.finding_of(page.model)
    assert found
    return found


def begin(page: Page, trials: int = 144) -> tuple[Judged, int]:
    """Open the worst play of the match, and roll it and the best one out; return it, and the job's number."""
    worst = next(each for each in review_on(page).report.worst if each.decision.is_play)
    page.send(Command("to-decision", str(worst.decision.index)))
    page.settle()
    form = (("trials", str(trials)), ("play0", "on"), (f"play{worst.finding.chosen}", "on"))
    page.send(Submitted("roll-out", form))
    number, work = page.works.popitem()
    assert isinstance(work, Rollout)
    assert work.plays == (worst.finding.plays[0].steps, worst.finding.plays[worst.finding.chosen or 0].steps)
    return worst, number


def depth_shown(page: Page) -> str:
    """Return what the head of the panel says of the depth."""
    panel = advice_panel(page.model, ENGLISH)
    assert panel
    return texts(next(each for each in nodes(panel) if each.tag == "span"))


def depths_in_list(page: Page) -> list[str]:
    """Return the depths beside the plays, first that in the head of their list."""
    panel = advice_panel(page.model, ENGLISH)
    assert panel
    return [texts(each) for each in nodes(panel) if attribute(each, "class") == "depth"]


def test_mark_error_and_figures_follow_and_survive_a_reload() -> None:
    page = analysed_match()
    before = review_on(page).report.players
    worst, number = begin(page)
    index, player = worst.decision.index, worst.player
    assert review.grades(page.model)[index] is worst.grade is not Grade.GOOD
    page.send(WorkProgressed(number, 0.5, result(72, 0.2, 0.3)))
    assert review.grades(page.model)[index] is worst.grade
    assert depth_shown(page) == "Quick"
    page.effects.clear()
    page.send(WorkDone(number, result(144, 0.2, 0.3)))
    assert depth_shown(page) == "Rollout"
    found = finding_on(page)
    assert (found.chosen, found.error, found.luck) == (0, 0.0, worst.finding.luck)
    assert [play.plies for play in found.plays[:2]] == [ROLLED_OUT, ROLLED_OUT]
    assert depths_in_list(page) == ["Rollout", *["1 ply"] * 4]
    assert index not in review.grades(page.model)
    report = review_on(page).report
    assert index not in [each.decision.index for each in report.worst]
    now = report.players[player].all
    assert (now.pr or 0.0) < (before[player].all.pr or 0.0)
    assert now.counted == before[player].all.counted
    (entry,) = page.model.analysis.history
    assert entry.sides[player].pr("all") == now.pr
    kept = kept_texts(page)
    del kept[rollouts.ROLLOUT]
    assert load_figures(kept[side_store.FIGURES]) == (entry,)
    again = finished_match()
    again.send(StoreLoaded(tuple(kept.items()), today=20_001))
    assert index not in review.grades(again.model)
    again.send(Command("review"))
    assert review_on(again).report.players[player].all.pr is not None
    assert abs((review_on(again).report.players[player].all.pr or 0.0) - (now.pr or 0.0)) < 1e-3
    again.send(Command("to-decision", str(index)))
    again.settle()
    assert depth_shown(again) == "Rollout"
    assert finding_on(again).chosen == 0
    assert "look-deeper" not in available(again.model)


def test_a_play_may_also_turn_out_worse() -> None:
    page = analysed_match()
    worst, number = begin(page)
    page.send(Command("show-play", "1"))
    page.send(WorkDone(number, result(144, 0.6, -0.4)))
    assert page.model.analysis.shown is None, "another play is in its place"
    page.send(Command("show-play", "1"))
    assert page.model.analysis.shown == 1, "it counts only once"
    found = finding_on(page)
    assert found.error == found.plays[found.chosen or 0].behind
    assert abs((found.error or 0.0) - 1.0) < 1e-6
    assert worst.decision.index in [each.decision.index for each in review_on(page).report.worst]
    assert review.grades(page.model)[worst.decision.index] is Grade.BLUNDER


def test_stopped_it_counts_from_a_round_of_all_rolls_on() -> None:
    page = analysed_match()
    worst, number = begin(page)
    page.send(WorkProgressed(number, 0.2, result(ROUND - 1, 0.2, 0.3)))
    page.send(Command("stop-rollout"))
    assert finding_on(page) == worst.finding
    page.send(Command("go-on-rollout"))
    (number,) = page.works
    page.send(WorkProgressed(number, 0.2, result(ROUND, 0.2, 0.3)))
    assert finding_on(page) == worst.finding
    page.send(Command("stop-rollout"))
    stopped = finding_on(page)
    assert (stopped.chosen, stopped.error) == (0, 0.0)
    page.send(Command("go-on-rollout"))
    (number,) = page.works
    page.send(WorkProgressed(number, 0.6, result(100, 0.6, 0.3)))
    assert finding_on(page) == stopped
    page.send(WorkDone(number, result(144, 0.6, 0.3)))
    ended = finding_on(page)
    assert abs((ended.error or 0.0) - 0.3) < 1e-6
    assert ended.plays[0].steps == worst.finding.plays[0].steps


def test_it_ends_while_another_decision_is_shown() -> None:
    page = analysed_match()
    worst, number = begin(page)
    page.send(Command("mistake-next"))
    shown = finding_on(page)
    page.send(Command("show-play", "1"))
    page.send(WorkDone(number, result(144, 0.2, 0.3)))
    assert (finding_on(page), page.model.analysis.shown) == (shown, 1)
    assert worst.decision.index not in review.grades(page.model)


def test_no_later_analysis_takes_it_back() -> None:
    page = analysed_match()
    worst, number = begin(page)
    page.send(WorkDone(number, result(144, 0.2, 0.3)))
    page.effects.clear()
    page.send(Command("review"))
    page.send(Command("analyse", "deeper"))
    asked = [work for work in page.works.values() if isinstance(work, AnalyseDecision)]
    assert asked
    key = hint.decision_key(Decision(worst.decision.match, worst.decision.action))
    assert key not in [job.key for job in page.model.analysis.jobs], "nothing looks deeper than a rollout"
    page.settle()
    (found,) = [each.finding for each in judged_plays(page) if each.decision.index == worst.decision.index]
    assert (found.chosen, found.error, hint.depth(found)) == (0, 0.0, ROLLED_OUT)
    request = hint.analysis_request(Decision(worst.decision.match, worst.decision.action), hint.depth(found))
    assert request.plies == MAX_PLIES
    looked = rolled.store(page.model, key, page.study(request)).analysis.findings[key]
    assert (looked.chosen, looked.error, hint.depth(looked)) == (0, 0.0, ROLLED_OUT)


def judged_plays(page: Page) -> list[Judged]:
    """Return the plays of the match with their findings."""
    shown = review_on(page)
    return [
        Judged(decision, found, 0)
        for decision, found in zip(shown.decisions, shown.decision_findings, strict=True)
        if found and decision.is_play
    ]


def test_a_hint_that_was_rolled_out_is_so_again_after_a_reload() -> None:
    page = start_rollout()
    ((number, work),) = page.works.items()
    assert isinstance(work, Rollout)
    page.send(WorkDone(number, result(144, 0.1, 0.4)))
    assert finding_on(page).plays[0].steps == work.plays[1]
    assert not rollouts.may_deepen(page.model)
    kept = kept_texts(page)[rollouts.ROLLOUT]
    again = page_to_play()
    again.send(StoreLoaded(((rollouts.ROLLOUT, kept),)))
    again.send(Command("hint"))
    again.settle()
    assert finding_on(again).plays[0].steps == work.plays[1]
    assert hint.depth(finding_on(again)) == ROLLED_OUT


def test_a_play_beside_those_rolled_out_is_looked_into_once_and_made() -> None:
    page = page_to_play(tutor=Tutor.COMMENT)
    page.send(StoreLoaded(()))
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    page.send(Submitted("roll-out", FORM))
    number, _ = page.works.popitem()
    page.send(WorkDone(number, result(144, 0.5, 0.4)))
    log, other = page.model.game.log, finding_on(page).plays[3]
    assert other.plies < MAX_PLIES
    page.effects.clear()
    for source, target in other.steps:
        page.send(Dragged(source, target))
    page.send(Command("confirm"))
    assert len(page.works) == 1
    page.send(page.next_event() or Command("confirm"))
    assert len(page.model.game.log) > len(log)


def test_an_answer_in_practice_is_judged_as_the_match_was() -> None:
    page = analysed_match()
    worst = next(each for each in errors_of(review_on(page)) if each.decision.is_play)
    page.send(Command("to-decision", str(worst.decision.index)))
    page.settle()
    best, good, made = (worst.finding.plays[at or 0].steps for at in (0, 1, worst.finding.chosen))
    assert made not in (best, good)
    form = (("play0", "on"), ("play1", "on"), (f"play{worst.finding.chosen}", "on"))
    page.send(Submitted("roll-out", form))
    number, _ = page.works.popitem()
    page.send(WorkDone(number, result(144, 0.2, 0.5, -0.4)))
    page.send(Command("review"))
    page.send(Command("learn"))
    put(page, worst)
    for steps, is_found in ((best, False), (good, True)):
        play(page, steps)
        asked, learning = page.model.game.problem, page.model.learning
        assert asked
        assert asked.found
        assert learning
        assert asked.found.plays[0].steps == good
        assert (worst.decision.index in learning.found) is is_found
        assert {work.plies for work in asked_works(page)} == {1, 2}
        page.send(Command("learn-again"))


def put(page: Page, judged: Judged) -> None:
    """Have an error asked in the practice that is open."""
    while current(page).decision.index != judged.decision.index:
        page.send(Command("learn-next"))


def asked_works(page: Page) -> list[AnalyseDecision]:
    """Return all decisions that the engine was asked about."""
    works = [effect.work for effect in page.effects if isinstance(effect, StartWork)]
    return [work for work in works if isinstance(work, AnalyseDecision)]


def begin_double() -> tuple[Page, Judged, int]:
    """Return a page on which a double that was missed is rolled out, and the number of the job."""
    page = new_page()
    page.send(TextReceived(MATCH))
    page.send(StoreLoaded((), today=20_000))
    page = analysed_match(page)
    missed = next(each for each in errors_of(review_on(page)) if not each.decision.is_play)
    assert isinstance(missed.decision.action, Rolled)
    page.send(Command("to-decision", str(missed.decision.index)))
    page.settle()
    page.send(Submitted("roll-out", (("trials", "144"),)))
    number, _ = page.works.popitem()
    return page, missed, number


def test_a_double_that_was_missed_is_judged_by_the_rollout() -> None:
    page, missed, number = begin_double()
    page.send(WorkDone(number, result(144, 0.1, 0.6)))
    assert depth_shown(page) == "Rollout"
    assert abs((finding_on(page).error or 0.0) - 0.5) < 1e-6
    page.send(Command("review"))
    page.send(Command("learn"))
    put(page, missed)
    for command, loss in (("roll", 0.5), ("double", 0.0)):
        page.send(Command(command))
        page.settle()
        asked = page.model.game.problem
        assert asked
        assert asked.found
        assert abs((asked.found.error or 0.0) - loss) < 1e-6
        page.send(Command("learn-again"))


def test_a_double_that_the_rollout_finds_wrong_was_not_missed() -> None:
    page, missed, number = begin_double()
    assert missed.decision.index in review.grades(page.model)
    page.send(WorkDone(number, result(144, 0.5, 0.2)))
    assert finding_on(page).error == 0.0
    assert missed.decision.index not in review.grades(page.model)


def test_impossible_results_change_nothing() -> None:
    page = analysed_match()
    worst, number = begin(page)
    page.send(WorkDone(number, result(144, 1e6, -1e6)))
    assert finding_on(page) == worst.finding


def test_a_rollout_left_behind_is_seen_beside_the_moves_and_can_be_stopped() -> None:
    page = start_rollout()
    (number,) = page.works
    page.send(WorkProgressed(number, 0.2, result(30, 0.1, 0.4)))
    page.send(Command("hint"))
    assert not page.model.analysis.open
    panel = moves_panel(page.model, ENGLISH)
    (running,) = [each for each in nodes(panel) if attribute(each, "class") == "running"]
    assert "Rollout · 30 of 144 games" in texts(running)
    (stop,) = [each for each in nodes(running) if attribute(each, "data-command")]
    page.send(Command(attribute(stop, "data-command") or ""))
    assert not page.works
    assert not [each for each in nodes(moves_panel(page.model, ENGLISH)) if each.tag == "progress"]
    page.send(Command("hint"))
    page.send(Command("hint-answer"))
    assert "go-on-rollout" in available(page.model)
    assert not [each for each in nodes(moves_panel(page.model, ENGLISH)) if each.tag == "progress"]


@pytest.mark.parametrize("elsewhere", ["quiz", "lessons", "edit", "line-open", "learn"])
def test_a_rollout_shows_its_progress_wherever_one_goes_and_can_be_stopped_there(elsewhere: str) -> None:
    page = analysed_match()
    _, number = begin(page)
    page.send(WorkProgressed(number, 0.2, result(30, 0.2, 0.3)))
    page.send(Command(elsewhere))
    drawn = [each for each in nodes(draw_page(page.model, ENGLISH)) if attribute(each, "class") == "running"]
    (running,) = drawn
    assert "30 of 144 games" in texts(running)
    page.send(Command("stop-rollout"))
    assert number not in page.works
    assert "running" not in [attribute(each, "class") for each in nodes(draw_page(page.model, ENGLISH))]
