"""Plays shown by arrows: where, only to those who may get advice, and no more than needed."""

import json
from dataclasses import replace

import pytest
from app.fake import Page
from app.test_hint import TWO, enter_play, page_to_play, steps_of
from app.test_problem import CHANCES, PLAY_31, START, decide, problem
from view.models import SAY, attribute, nodes

from backgammon.app.embed_page import begin, reply_to, update
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Played
from backgammon.core.plays import Steps
from backgammon.features.analysis import hint
from backgammon.protocol.messages import Finding, RankedPlay
from backgammon.state.embed import Mode, Request
from backgammon.state.events import Command, Tapped, WorkDone
from backgammon.state.model import Model
from backgammon.storage.types import Tutor
from backgammon.view.board.board_view import board_view
from backgammon.view.board.shown_plays import Kind, shown_plays
from backgammon.view.page import page as draw

PLAYED_31: Steps = ((8, 5), (6, 5))
OTHER: Steps = ((24, 23), (13, 10))


def visible_plays(page: Page | Model) -> list[tuple[Kind, Steps]]:
    """Return the plays that are always shown, not only while a row is pointed at."""
    model = page.model if isinstance(page, Page) else page
    return [(play.kind, play.steps) for play in shown_plays(model) if not play.row]


def rows(page: Page) -> list[tuple[int, Kind, Steps]]:
    return [(play.row, play.kind, play.steps) for play in shown_plays(page.model) if play.row]


def ask_for_hint(page: Page) -> Finding:
    """Ask for a hint, and return its finding."""
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    known = hint.finding_of(page.model)
    assert known
    return known


def test_a_hint_shows_the_best_play_and_each_row_its_own() -> None:
    page = page_to_play()
    assert visible_plays(page) == []
    page.send(Command("hint"))
    assert visible_plays(page) == [], "nothing is known yet"
    page.settle()
    page.send(Command("hint-answer"))
    known = hint.finding_of(page.model)
    assert known
    assert visible_plays(page) == [(Kind.BEST, known.plays[0].steps)]
    listed = hint.listed_indices(known)
    assert [(row, steps) for row, _, steps in rows(page)] == [
        (row, known.plays[index].steps) for row, index in enumerate(listed, 1)
    ]
    assert [kind for _, kind, _ in rows(page)] == [Kind.BEST] + [Kind.OTHER] * (len(listed) - 1)
    page.send(Command("hint"))
    assert shown_plays(page.model) == ()


def test_the_rows_on_the_board_are_those_of_the_list() -> None:
    page = page_to_play()
    ask_for_hint(page)
    drawn = [*nodes(draw(page.model, SAY))]
    listed = [node for node in drawn if attribute(node, "data-command") == "show-play"]
    classes = [attribute(node, "class") or "" for node in drawn]
    on_board = [name for name in classes if "listed-play" in name]
    assert [name.rpartition("row-")[2] for name in on_board] == [str(row) for row, _ in enumerate(listed, 1)]


def test_a_play_that_is_previewed_is_shown_alone_and_its_end_is_not_marked_twice() -> None:
    page = page_to_play()
    known = ask_for_hint(page)
    page.send(Command("show-play", "1"))
    assert visible_plays(page) == [(Kind.OTHER, known.plays[1].steps)]
    assert rows(page) == []
    assert board_view(page.model).last == ()
    assert board_view(page.model).plays == shown_plays(page.model)
    page.send(Command("show-play", "0"))
    assert visible_plays(page) == [(Kind.BEST, known.plays[0].steps)]


def test_a_hint_is_shown_from_where_the_turn_began() -> None:
    page = page_to_play()
    known = ask_for_hint(page)
    before = shown_plays(page.model)
    first = known.plays[2].steps[0]
    page.send(Tapped(first[0]))
    if page.model.game.selected is not None:
        page.send(Tapped(first[1]))
    assert page.model.game.moves
    assert shown_plays(page.model) == before


def confirm_play(rank: int, tutor: Tutor) -> Page:
    """Return a page on which the play of this rank (0 the best) has been confirmed under a tutor."""
    page = page_to_play(tutor=tutor)
    page.settle()
    enter_play(page, steps_of(page, rank))
    page.send(Command("confirm"))
    return page


def test_the_tutor_shows_what_was_played_and_what_is_better_until_a_checker_moves() -> None:
    page = page_to_play(tutor=Tutor.COMMENT)
    page.settle()
    best, made, position = steps_of(page, 0), steps_of(page, 3), page.model.game.match.position
    enter_play(page, made)
    assert visible_plays(page) == []
    page.send(Command("confirm"))
    assert visible_plays(page) == [(Kind.BEST, best), (Kind.MADE, made)]
    assert {(play.before, play.player) for play in shown_plays(page.model)} == {(position, 0)}
    assert board_view(page.model).last == ()
    while not page.model.game.moves:
        event = page.next_event()
        assert event
        page.send(event)
    assert page.model.analysis.remark, "its words still stand"
    assert visible_plays(page) == []


def test_a_remark_is_about_the_match_that_is_played_and_not_about_what_is_looked_at() -> None:
    page = page_to_play(tutor=Tutor.COMMENT)
    page.settle()
    enter_play(page, steps_of(page, 3))
    page.send(Command("confirm"))
    assert visible_plays(page)
    page.send(Command("explore"))
    assert page.model.analysis.remark
    assert page.model.game.last_moves
    assert visible_plays(page) == []


def test_the_tutor_shows_nothing_of_a_good_play() -> None:
    page = confirm_play(0, Tutor.COMMENT)
    assert page.model.analysis.remark
    assert visible_plays(page) == []


def test_a_warning_shows_what_was_played_and_does_not_tell_what_is_better() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.settle()
    best, made = steps_of(page, 0), steps_of(page, 3)
    enter_play(page, made)
    page.send(Command("confirm"))
    assert "show-better" in page_actions(page)
    ((kind, steps),) = visible_plays(page)
    assert (kind, sorted(steps)) == (Kind.MADE, sorted(made))
    page.send(Command("show-better"))
    assert visible_plays(page) == [(Kind.BEST, best)]


def page_actions(page: Page) -> tuple[str, ...]:
    return tuple(
        attribute(node, "data-command") or "" for node in nodes(draw(page.model, SAY)) if node.tag == "button"
    )


def open_study(form: tuple[tuple[str, str], ...] = (), rank: int = 3) -> Page:
    """Return a running match in replay, at a play of this rank (0 the best)."""
    page = page_to_play(form) if form else page_to_play()
    enter_play(page, steps_of(page, rank))
    page.send(Command("confirm"))
    page.send(Command("explore"))
    page.send(Command("study-first"))
    while not isinstance(next_action(page.model), Played):
        page.send(Command("study-next"))
    return page


def next_action(model: Model) -> object:
    study = model.replay
    assert study
    return study.log[study.cursor] if study.cursor < len(study.log) else None


def test_a_replay_shows_what_is_played_next_and_what_was_best_where_that_is_known() -> None:
    page = open_study()
    made = next_action(page.model)
    assert isinstance(made, Played)
    assert visible_plays(page) == [(Kind.MADE, made.steps)]
    known = ask_for_hint(page)
    if known.chosen == 0:
        assert visible_plays(page) == [(Kind.BEST, known.plays[0].steps)]
    else:
        assert visible_plays(page) == [(Kind.BEST, known.plays[0].steps), (Kind.MADE, made.steps)]
    page.send(Command("hint"))
    assert visible_plays(page)[0] == (Kind.BEST, known.plays[0].steps), "what is found stays found"
    assert rows(page) == []
    page.send(Command("study-last"))
    assert visible_plays(page) == []


def test_two_people_who_want_no_advice_see_what_was_played_and_no_more() -> None:
    page = open_study(TWO)
    made = next_action(page.model)
    assert isinstance(made, Played)
    known = RankedPlay(made.steps, 0.0, 0.0, None, CHANCES, 1)
    found = Finding((known,), None, 0.0, 0.5, True, 0, 0.0)
    decision = hint.current_decision(page.model)
    assert decision
    findings = {hint.decision_key(decision): found}
    page.model = replace(page.model, analysis=page.model.analysis.with_findings(findings))
    assert visible_plays(page) == [(Kind.MADE, made.steps)]


def make_finding(best: Steps, chosen: int) -> Finding:
    plays = (RankedPlay(best, 0.2, 0.0, None, CHANCES, 2), RankedPlay(PLAYED_31, 0.1, 0.1, None, CHANCES, 2))
    return Finding(plays[1 - chosen :], None, 0.2, 0.5, True, chosen, 0.1 * chosen)


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [(1, [(Kind.BEST, OTHER), (Kind.MADE, PLAYED_31)]), (0, [(Kind.BEST, PLAYED_31)])],
)
def test_a_problem_shows_best_and_own_after_the_answer_and_nothing_before(
    chosen: int, expected: list[tuple[Kind, Steps]]
) -> None:
    assert visible_plays(problem(PLAY_31)) == []
    model, work = decide(PLAY_31, Tapped(8), Tapped(8), Tapped(6), Command("confirm"))
    assert visible_plays(model) == []
    answered, _ = update(model, WorkDone(work.id, make_finding(OTHER, chosen)))
    assert visible_plays(answered) == expected
    assert board_view(answered).last == ()
    assert board_view(model).layout == model.game.layout
    assert board_view(answered).layout == problem(PLAY_31).game.layout, "arrows begin where checkers lie"
    again, _ = update(answered, Command("again"))
    assert visible_plays(again) == []


def test_a_quiz_shows_best_and_own_after_the_answer_and_nothing_before() -> None:
    page = page_to_play()
    page.send(Command("quiz"))
    page.send(Command("quiz-start"))
    assert visible_plays(page) == []
    made = steps_of(page, 3)
    enter_play(page, made)
    assert visible_plays(page) == []
    page.send(Command("confirm"))
    page.settle()
    asked = page.model.game.problem
    assert asked
    assert asked.found
    assert isinstance(asked.chosen, Played)
    assert visible_plays(page) == [(Kind.BEST, asked.found.plays[0].steps), (Kind.MADE, asked.chosen.steps)]


def test_a_cube_decision_has_no_arrows() -> None:
    model, work = decide(START, Command("double"))
    found = Finding((), None, 0.2, 0.5, True, None, 0.0)
    assert visible_plays(update(model, WorkDone(work.id, found))[0]) == []


@pytest.mark.parametrize("mode", [Mode.POSITION, Mode.PLAY, Mode.PROBLEM])
def test_another_page_may_ask_for_a_play_until_something_is_moved(mode: Mode) -> None:
    model = begin(Request(mode=mode, position=PLAY_31, play="24/23 13/10"))
    assert visible_plays(model) == [(Kind.OTHER, OTHER)]
    if mode is Mode.PROBLEM:
        ready = problem(PLAY_31, play="24/23 13/10")
        moved, _ = update(ready, Tapped(8))
        moved, _ = update(moved, Tapped(5)) if moved.game.selected is not None else (moved, ())
        assert moved.game.moves
        assert visible_plays(moved) == []


def test_a_play_that_was_asked_for_is_there_again_when_the_problem_is_put_anew() -> None:
    ready = problem(PLAY_31, play="24/23 13/10")
    for event in (Tapped(8), Tapped(8), Tapped(6), Command("confirm"), Command("again")):
        ready, _ = update(ready, event)
    assert visible_plays(ready) == [(Kind.OTHER, OTHER)]


def test_a_position_that_is_set_has_not_the_play_of_the_one_before() -> None:
    request = Request(position=PLAY_31, play="24/23 13/10")
    for message, expected in (("set", []), ("reset", [(Kind.OTHER, OTHER)])):
        text = json.dumps({"triktrakk": 1, "id": 1, "type": message, "position": PLAY_31})
        _, event = reply_to(begin(request), request, text, SAY)
        assert event
        assert visible_plays(event.model) == expected


@pytest.mark.parametrize(
    ("position", "play", "words"),
    [
        (PLAY_31, "8/4 6/5", "a legal play of 3-1"),
        (PLAY_31, "24/23", "a legal play of 3-1"),
        (PLAY_31, "hello", "a step such as 13/7"),
        (PLAY_31, "8/5 6/9", "from a higher to a lower point"),
        (START, "8/5 6/5", "no dice are rolled"),
        ("", "8/5 6/5", "the ID of a position"),
    ],
)
def test_a_play_that_cannot_be_is_refused_with_a_reason(position: str, play: str, words: str) -> None:
    with pytest.raises(BackgammonError, match=words):
        begin(Request(position=position, play=play))
