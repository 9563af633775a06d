"""A deeper look: at a whole match, at one decision up to a rollout; and the analysis of resignations."""

from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page, analysis_result, new_page
from app.test_hint import page_to_play
from app.test_review import analysed_match, finished_match, kept_texts
from app.test_rollouts import state

from backgammon.analysis.rollout_state import Sums
from backgammon.app.commands import available
from backgammon.core.match import Phase, Refused, Resigned
from backgammon.features.analysis import hint, rollouts
from backgammon.features.coach import review
from backgammon.features.coach.own_errors import errors_of
from backgammon.features.coach.results import blunders
from backgammon.features.saving import side_store
from backgammon.protocol.messages import AnalyseDecision, Finding, Rollout, Work, WorkResult
from backgammon.state.effects import StartWork
from backgammon.state.events import Command, StoreLoaded, TextReceived, WorkDone
from backgammon.state.viewer import mistakes_of
from backgammon.storage.figures import load_figures
from backgammon.view.dialogs.review import content as draw_review
from backgammon.view.node import node, to_html
from backgammon.view.panels.choices import best_text, choice_text


def can_analyse_deeper(page: Page) -> bool:
    return 'data-value="deeper"' in to_html(node("div", draw_review(page.model, ENGLISH)))


def test_a_match_is_analysed_deeper_and_goes_on_where_it_was() -> None:
    page = finished_match()
    page.send(Command("review"))
    assert not can_analyse_deeper(page)
    page.send(Command("analyse"))
    page.settle()
    quick = page.model.analysis.review
    assert quick
    asked = [work for effect in page.effects if isinstance(effect, StartWork) for work in [effect.work]]
    assert {work.plies for work in asked if isinstance(work, AnalyseDecision)} == {1}
    assert can_analyse_deeper(page)
    page.effects.clear()
    page.send(Command("analyse", "deeper"))
    for _ in range(9):
        page.send_next()
    page.send(Command("stop-analysis"))
    begun = page.model.analysis.review
    assert begun
    todo = quick.count_left_at(2)
    assert begun.count_left == todo - 9
    assert begun.report.players[0].all.decisions == quick.report.players[0].all.decisions, "all stays known"
    assert not can_analyse_deeper(page)
    page.send(Command("analyse"))
    page.settle()
    whole = page.model.analysis.review
    assert whole
    assert not whole.count_left_at(2)
    assert not can_analyse_deeper(page)
    asked = [work for effect in page.effects if isinstance(effect, StartWork) for work in [effect.work]]
    assert {work.plies for work in asked if isinstance(work, AnalyseDecision)} == {2}
    assert len(asked) - todo <= review.AHEAD, "only what was under way when it was stopped is asked again"
    assert whole.report.players[0].luck == quick.report.players[0].luck
    (entry,) = load_figures(kept_texts(page)[side_store.FIGURES])
    assert entry.sides[0].pr("all") == whole.report.players[0].all.pr


def test_an_engine_that_does_not_look_deeper_is_not_asked_for_ever() -> None:
    page = analysed_match()

    def look_one_ply(work: Work) -> WorkResult:
        assert isinstance(work, AnalyseDecision)
        return analysis_result(replace(work, plies=1))

    shallow = replace(page, study=look_one_ply)
    shallow.send(Command("analyse", "deeper"))
    shallow.settle()
    shown = shallow.model.analysis.review
    assert shown
    assert not shown.running


def test_a_longer_look_at_one_decision_keeps_the_luck_of_its_roll() -> None:
    page = analysed_match()
    before = page.model.analysis.review
    assert before
    one = next(each for each in before.report.worst if each.decision.is_play)
    page.send(Command("to-decision", str(one.decision.index)))
    page.send(Command("look-deeper"))
    page.settle()
    after = page.model.analysis.review
    assert after
    again = after.decision_findings[before.decisions.index(one.decision)]
    assert again
    assert hint.depth(again) == 2
    assert after.report.players[one.player].luck == before.report.players[one.player].luck


def test_a_roll_that_was_looked_into_by_itself_has_its_luck_in_the_review() -> None:
    page = finished_match()
    page.send(Command("explore"))
    page.send(Command("study-first"))
    page.send(Command("study-next"))
    page.send(Command("hint"))
    page.settle()
    for _ in range(9):
        page.send(Command("study-next"))
        page.settle()
    assert hint.finding_of(page.model)
    page.send(Command("look-deeper"))
    page.settle()
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    shown = page.model.analysis.review
    assert shown
    assert not shown.count_left
    rolls = [
        each
        for each, decision in zip(shown.decision_findings, shown.decisions, strict=True)
        if decision.is_play
    ]
    assert {each.luck for each in rolls if each} == {0.1}
    assert 2 in [hint.depth(each) for each in rolls if each], "a longer look is not thrown away"


def test_ones_own_errors_are_weighed_again_as_deep_as_the_analysis_was() -> None:
    for looks, plies in ((("",), 1), (("", "deeper"), 2)):
        page = finished_match()
        page.send(Command("review"))
        for look in looks:
            page.send(Command("analyse", look))
            page.settle()
        page.send(Command("learn"))
        shown = page.model.learning
        assert shown
        while not shown.current.decision.is_play:
            page.send(Command("learn-next"))
            shown = page.model.learning
            assert shown
        assert page.model.game.problem
        assert page.model.game.problem.plies == hint.depth(shown.current.finding) == plies


def test_resignations_are_graded_and_are_nothing_to_practise() -> None:
    page = new_page((("opponent", "human"), ("length", "1")))
    page.play_on(12)
    page.settle()
    page.send(Command("resign-offer", "1"))
    page.send(Command("refuse"))
    page.send(Command("resign-offer", "2"))
    page.send(Command("accept"))
    assert page.model.game.match.phase is Phase.MATCH_OVER
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    shown = page.model.analysis.review
    assert shown
    given_up = [each for each in shown.report.worst if each.decision.is_resignation]
    assert [(type(each.decision.action), each.error) for each in given_up] == [
        (Resigned, 0.3),
        (Refused, 0.3),
        (Resigned, 0.3),
    ]
    for each in given_up:
        assert each.decision.match not in blunders(shown, 0, 1)
        assert each not in errors_of(shown)
    texts = [(choice_text(each, ENGLISH), best_text(each, ENGLISH)) for each in given_up]
    assert texts == [("Resign", "Play on"), ("Reject", "Accept"), ("Resign", "Play on")]
    *_, third, second, first = [
        each
        for each in to_html(node("div", draw_review(page.model, ENGLISH))).split("<li")
        if "to-decision" in each and "choice-row" in each
    ]
    assert all("Resign" in each or "Reject" in each for each in (first, second, third))
    assert not any("sign " in each for each in (first, second, third))
    rest = [each.decision.index for each in shown.report.worst if each not in given_up]
    for each in given_up:
        page.send(Command("review"))
        page.send(Command("to-decision", str(each.decision.index)))
        assert page.model.replay
        assert page.model.replay.cursor == each.decision.index
        mistakes = mistakes_of(page.model)
        assert mistakes
        assert {*mistakes.places} == {*rest, each.decision.index}
    page.send(Command("review"))
    page.send(Command("to-decision", str(rest[0])))
    mistakes = mistakes_of(page.model)
    assert mistakes
    assert [*mistakes.places] == rest


def test_a_decision_has_the_depth_of_its_best_play() -> None:
    """The others are looked at less deeply where that shows that they are worse."""
    page = analysed_match()
    shown, known = page.model.analysis.review, page.model.analysis.findings
    assert shown
    key = next(key for key in shown.keys if len(known[key].plays) > 2)
    best, *others = known[key].plays
    deep = replace(known[key], plays=(replace(best, plies=2), *others))
    deeper = shown.with_findings({key: deep})
    assert shown.count_left_at(2) - deeper.count_left_at(2) == 1


def test_a_roll_given_up_by_a_resignation_is_in_the_luck_and_in_the_dice() -> None:
    page = new_page((("opponent", "human"), ("length", "1")))
    page.send(StoreLoaded((), today=20_000))
    page.play_on(12)
    page.settle()
    page.play_on(20, over=(Phase.TO_PLAY,))
    match = page.model.game.match
    for command, value in ("resign-offer", "1"), ("accept", ""), ("review", ""), ("analyse", ""):
        page.send(Command(command, value))
    page.settle()
    shown = page.model.analysis.review
    assert shown
    assert not shown.count_left
    lucky = [each for each in shown.decisions if each.has_luck and each.player == match.on_roll]
    assert (lucky[-1].match, lucky[-1].is_play) == (match, False)
    (entry,) = load_figures(kept_texts(page)[side_store.FIGURES])
    assert entry.sides[match.on_roll].luck == pytest.approx(0.1 * len(lucky))  # the fake luck of a roll
    assert entry.sides[match.on_roll].rolls == sum(not each.opening for each in lucky)


def test_a_resignation_is_counted_as_a_mistake_nowhere() -> None:
    page = new_page((("opponent", "human"), ("length", "1")))
    page.play_on(12)
    page.settle()
    page.send(Command("resign-offer", "2"))
    page.send(Command("accept"))
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    shown = page.model.analysis.review
    assert shown
    counted = [player.all for player in shown.report.players]
    many = sum(each.doubtful + each.errors + each.blunders for each in counted)
    assert len(shown.report.worst) > many == len(shown.grades)
    drawn = to_html(node("div", draw_review(page.model, ENGLISH)))
    assert drawn.count('class="mark-on') == sum(each.blunders for each in counted)


@pytest.mark.parametrize(("behind", "count"), [(0.01, 5), (0.05, 2), (0.5, 2)])
def test_a_look_deeper_goes_from_quick_to_thorough_to_a_rollout(behind: float, count: int) -> None:
    """It rolls out the plays that may be the best, but two at least."""

    def study(work: Work) -> WorkResult:
        found = analysis_result(work)
        assert isinstance(found, Finding)
        plays = [replace(play, behind=behind * at) for at, play in enumerate(found.plays)]
        return replace(found, plays=tuple(plays))

    page = page_to_play()
    page.study = study
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    page.send(Command("look-deeper"))
    page.settle()
    known = hint.finding_of(page.model)
    assert known
    assert hint.depth(known) == hint.DEEPER
    page.send(Command("look-deeper"))
    ((number, work),) = page.works.items()
    assert isinstance(work, Rollout)
    assert work.settings == rollouts.UNTIL_SURE
    assert work.plays == tuple(play.steps for play in known.plays[:count])
    assert "look-deeper" not in available(page.model)
    early = replace(state(0, 72), sums=(Sums(72 * 2**29, 72 * 2**28),) + (Sums(),) * (count - 1))
    page.send(WorkDone(number, early))
    assert not {"look-deeper", "go-on-rollout"}.intersection(available(page.model))


@pytest.mark.parametrize(
    ("place", "has_choice"),
    [
        ("-b----E-C---eE---c-e----B-:0:0:1:31", True),
        ("-b----E-C---eE---c-e----B-:0:0:1:00", True),
        ("-A----------------------a-:0:0:1:21", False),
    ],
)
def test_a_rollout_is_offered_where_there_is_a_choice(place: str, has_choice: bool) -> None:
    page = page_to_play()
    page.send(TextReceived(f"XGID={place}:0:0:0:0:10"))
    for command in ("hint", "look-deeper"):
        page.send(Command(command))
        page.settle()
    assert ("look-deeper" in available(page.model)) is has_choice
