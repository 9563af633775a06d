"""What was rolled out judges its position wherever it comes up: in the match, the quiz, a later match."""

from dataclasses import replace

import pytest
from app.fake import Page
from app.positions import page_at
from app.test_hint import enter_play, page_to_play
from app.test_learning import play
from app.test_review import FILE, analysed_match, finished_match, kept_texts
from app.test_rollout_verdict import begin as begin_rollout
from app.test_rollout_verdict import begin_double, finding_on, result, review_on

from backgammon.analysis.findings import ROLLED_OUT, CubeReply, Finding
from backgammon.core.match import Match, Phase, Played
from backgammon.features.analysis import hint, rolled, rollouts
from backgammon.features.coach import review
from backgammon.features.coach.tutor import comment_on
from backgammon.features.quiz import cards
from backgammon.features.saving import side_store
from backgammon.features.saving.marks import MARKS
from backgammon.state.analysis_state import Decision
from backgammon.state.events import Command, StoreLoaded, Submitted, TextReceived, WorkDone
from backgammon.state.model import Human
from backgammon.storage.figures import load_figures
from backgammon.storage.findings import load_findings
from backgammon.storage.types import Tutor

FORM = (("trials", "144"), ("play0", "on"), ("play1", "on"), ("play2", "on"))


def judged_in_quiz(page: Page) -> Finding:
    """Return the ranking of the answer on the board."""
    asked = page.model.game.problem
    assert asked
    assert asked.found
    return asked.found


def roll_out_hint(page: Page) -> int:
    """Roll out the three best plays of the hint on the board; return the number of the job."""
    page.send(StoreLoaded((), today=20_000))
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    page.send(Submitted("roll-out", FORM))
    number, _ = page.works.popitem()
    return number


def analyse(page: Page) -> None:
    """Analyse the match on the board, as far as it has got."""
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()


def ask(page: Page, match: Match) -> None:
    """Ask the position of a decision in the quiz."""
    page.model, _ = cards.add_blunders(page.model, match)
    page.send(Command("quiz"))
    assert page.model.quiz
    page.model = replace(page.model, looking=replace(page.model.quiz, cards=(rolled.key_of(match),)))
    page.send(Command("quiz-start"))


def test_the_quiz_judges_another_answer_than_that_of_the_match_by_the_rollout() -> None:
    page = analysed_match()
    worst, number = begin_rollout(page)
    page.send(WorkDone(number, result(144, 0.2, 0.5)))
    made, best = finding_on(page).plays[:2]
    again = finished_match()
    again.send(StoreLoaded(tuple(kept_texts(page).items()), today=20_000))
    for there in (page, again):
        ask(there, worst.decision.match)
        play(there, best.steps)
        found = judged_in_quiz(there)
        assert found.plays[0].steps == made.steps
        assert abs((found.error or 0.0) - 0.3) < 1e-4
        card = there.model.analysis.deck.card(rolled.key_of(worst.decision.match))
        assert card
        assert abs(card.loss - 0.3) < 1e-4


def test_a_play_made_after_its_rollout_is_judged_by_it() -> None:
    page = page_to_play()
    number = roll_out_hint(page)
    page.send(WorkDone(number, result(144, 0.1, 0.4, 0.2)))
    index = len(page.model.game.log)
    enter_play(page, finding_on(page).plays[1].steps)
    page.send(Command("confirm"))
    analyse(page)
    check_judged(page, index)


def test_a_rollout_that_ends_after_the_play_was_made_and_analysed_judges_it() -> None:
    page = page_to_play()
    number = roll_out_hint(page)
    index = len(page.model.game.log)
    enter_play(page, finding_on(page).plays[2].steps)
    page.send(Command("confirm"))
    analyse(page)
    page.send(WorkDone(number, result(144, 0.1, 0.4, 0.2)))
    check_judged(page, index)


def check_judged(page: Page, index: int) -> None:
    """Check that the play at this index, second in its rollout, is judged by that, and that it is stored."""
    shown = review_on(page)
    at = next(at for at, each in enumerate(shown.decisions) if each.index == index)
    found = shown.decision_findings[at]
    assert found
    assert (found.chosen, hint.depth(found)) == (1, ROLLED_OUT)
    assert abs((found.error or 0.0) - 0.2) < 1e-6
    stored = load_findings(kept_texts(page)[side_store.FINDINGS])
    assert {shown.keys[at], rolled.key_of(shown.decisions[at].match)} <= stored.keys()


def test_a_hint_on_the_same_position_in_a_later_visit_is_rolled_out_and_complete() -> None:
    page = page_to_play()
    number = roll_out_hint(page)
    page.send(WorkDone(number, result(144, 0.1, 0.4, 0.2)))
    best, count = finding_on(page).plays[0].steps, len(finding_on(page).plays)
    kept = kept_texts(page)
    del kept[rollouts.ROLLOUT]
    again = page_to_play(tutor=Tutor.WARN)
    again.send(StoreLoaded(tuple(kept.items()), today=20_001))
    again.send(Command("hint"))
    again.settle()
    found = finding_on(again)
    assert (found.plays[0].steps, len(found.plays)) == (best, count)
    assert hint.depth(found) == ROLLED_OUT
    worst = found.plays[-1]
    remark = comment_on(again.model, Played(worst.steps))
    assert remark
    assert remark.error == worst.behind


def test_the_answer_to_a_double_is_judged_by_the_rollout_of_the_double() -> None:
    page = page_at(length=0, opponent=Human(), advice=True)
    page.send(StoreLoaded((), today=20_000))
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    page.send(Submitted("roll-out", (("trials", "144"),)))
    number, _ = page.works.popitem()
    page.send(WorkDone(number, result(144, 0.6, 1.2)))
    page.send(Command("double"))
    page.settle()
    assert page.model.game.match.phase is Phase.DOUBLED
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    found = finding_on(page)
    assert found.cube
    assert (found.cube.plies, found.cube.reply, found.equity) == (ROLLED_OUT, CubeReply.DROP, -1.0)


def test_a_double_answered_otherwise_in_the_quiz_is_judged_by_the_rollout() -> None:
    page, missed, number = begin_double()
    page.send(WorkDone(number, result(144, 0.1, 0.6)))
    ask(page, missed.decision.match)
    for command, loss in (("double", 0.0), ("roll", 0.5)):
        page.send(Command(command))
        page.settle()
        assert abs((judged_in_quiz(page).error or 0.0) - loss) < 1e-6
        page.send(Command("quiz-again"))


def test_what_is_read_after_its_match_was_analysed_judges_it_too() -> None:
    page = analysed_match()
    worst, number = begin_rollout(page)
    page.send(WorkDone(number, result(144, 0.2, 0.5)))
    kept = tuple(kept_texts(page).items())
    late = analysed_match()
    late.send(StoreLoaded(kept, today=20_000))
    late.send(Command("quiz"))
    (found,) = [
        found
        for each, found in zip(review_on(late).decisions, review_on(late).decision_findings, strict=True)
        if each.index == worst.decision.index
    ]
    assert found
    assert (hint.depth(found), found.error) == (ROLLED_OUT, 0.0)


def test_what_an_earlier_build_stored_with_one_choice_counts_once_its_match_is_opened() -> None:
    page = analysed_match()
    worst, number = begin_rollout(page)
    page.send(WorkDone(number, result(144, 0.2, 0.5)))
    text = side_store.findings_text(page.model.analysis.findings)
    again = finished_match()
    again.send(StoreLoaded(((side_store.FINDINGS, text),), today=20_000))
    again.send(Command("review"))
    again.settle()
    part = rolled.part_of(again.model, worst.decision.match)
    assert part
    assert [round(each.equity, 5) for each in part.plays] == [0.5, 0.2]


@pytest.mark.parametrize("analysed", [False, True])
def test_what_an_earlier_build_stored_counts_however_late_it_is_read(analysed: bool) -> None:
    page = analysed_match()
    worst, number = begin_rollout(page)
    page.send(WorkDone(number, result(144, 0.2, 0.5)))
    text = side_store.findings_text(page.model.analysis.findings)
    late = analysed_match() if analysed else finished_match()
    late.send(StoreLoaded((), today=20_000))
    late.send(Command("review"))
    late.send(StoreLoaded(((side_store.FINDINGS, text),), today=20_000))
    late.send(Command("quiz" if analysed else "analyse"))
    late.settle()
    assert rolled.part_of(late.model, worst.decision.match)
    name = hint.decision_key(Decision(worst.decision.match, worst.decision.action))
    assert hint.depth(late.model.analysis.findings[name]) == ROLLED_OUT


@pytest.mark.parametrize("analysed", [False, True])
def test_a_rollout_that_ends_beside_the_review_of_another_match_counts_in_the_statistics(
    analysed: bool,
) -> None:
    page = analysed_match()
    worst, number = begin_rollout(page)
    page.send(Command("replay-close"))
    page.send(TextReceived(f'; [EventDate "2011.03.04"]\n{FILE}'))
    page.send(Command("review"))
    if analysed:
        page.send(Command("analyse"))
    page.send(WorkDone(number, result(144, 0.2, 0.3)))
    page.works.pop(number, None)
    page.settle()
    page.send(Command("close"))
    page.send(Command("study-close"))
    before = page.model.analysis.history
    page.send(Command("review"))
    page.settle()
    history = page.model.analysis.history
    assert len(history) == len(before) == 1 + analysed
    ((old, entry),) = [pair for pair in zip(before, history, strict=True) if pair[0] != pair[1]]
    assert entry.sides[worst.player].pr("all") == review_on(page).report.players[worst.player].all.pr
    assert entry.sides[worst.player].pr("all") != old.sides[worst.player].pr("all")
    assert load_figures(kept_texts(page)[side_store.FIGURES]) == history
    again = finished_match()
    again.send(StoreLoaded(tuple(kept_texts(page).items()), today=20_001))
    again.send(Command("review"))
    again.settle()
    assert again.model.analysis.history == history, "what was only rounded is no correction"


def test_the_statistics_follow_what_is_read_when_an_analysis_ends() -> None:
    page = analysed_match()
    worst, number = begin_rollout(page)
    page.send(WorkDone(number, result(144, 0.2, 0.5)))
    late = finished_match()
    late.send(Command("review"))
    late.send(Command("analyse"))
    while review_on(late).count_left > 1:
        late.send(late.next_event() or Command("close"))
    late.send(StoreLoaded(tuple(kept_texts(page).items()), today=20_000))
    late.settle()
    (entry,) = late.model.analysis.history
    assert kept_texts(late)[MARKS] == kept_texts(page)[MARKS]
    side = review_on(late).report.players[worst.player]
    assert entry.sides[worst.player].pr("all") == side.all.pr


def test_an_analysis_stopped_when_a_rollout_has_judged_its_last_decision_counts() -> None:
    page = analysed_match()
    worst, number = begin_rollout(page)
    page.send(Command("review"))
    page.send(Command("analyse", review.DEEPER))
    key = hint.decision_key(Decision(worst.decision.match, worst.decision.action))
    while review_on(page).count_left > 1:
        jobs = [job for job in page.model.analysis.jobs if job.id in page.works and job.key != key]
        page.send(WorkDone(jobs[0].id, page.study(page.works.pop(jobs[0].id))))
    page.send(WorkDone(number, result(144, 0.2, 0.5)))
    assert review_on(page).running
    page.send(Command("stop-analysis"))
    assert review_on(page).is_done
    (entry,) = page.model.analysis.history
    side = review_on(page).report.players[worst.player]
    assert entry.sides[worst.player].pr("all") == side.all.pr
