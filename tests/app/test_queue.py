"""Several match files opened together are analysed one after another in the background."""

from collections.abc import Iterable

import pytest
from app.fake import Page, match_or_error, new_page
from app.test_resumed_review import reload
from app.test_review import finished_match, kept_texts
from notation.games import random_match
from view.models import SAY, attribute, nodes

from backgammon.analysis.rollout_state import RolloutState, Sums
from backgammon.features.analysis import hint
from backgammon.features.coach import review
from backgammon.features.saving import side_store
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record
from backgammon.notation.sgf import format_sgf
from backgammon.protocol.messages import Priority
from backgammon.state.analysis_state import Purpose
from backgammon.state.effects import Announce, ReadFile, StartWork, StoreText
from backgammon.state.events import (
    Command,
    EngineFailed,
    EngineReady,
    FileRead,
    FilesChosen,
    StoreLoaded,
    WorkFailed,
)
from backgammon.state.model import Model, Notice
from backgammon.storage.figures import load_figures
from backgammon.storage.match_queue import MatchQueue, dump_queue, load_queue
from backgammon.view.page import page as view

SHORT = " 3 point match\n\n Game 1\n {name} : 0    Bob : 0\n  1) {roll}: {play}   62: 24/18 13/11\n"
FILES = {
    "a.mat": SHORT.format(name="Ann", roll="31", play="8/5 6/5"),
    "b.mat": SHORT.format(name="Bea", roll="42", play="8/4 6/4"),
    "c.mat": SHORT.format(name="Cid", roll="61", play="13/7 8/7"),
}


def new_visit(texts: tuple[tuple[str, str], ...] = ()) -> Page:
    """Return a page in the midst of a match, with an engine that is ready."""
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded(texts, today=20_000, page="first"))
    return page


def choose(page: Page, files: Iterable[tuple[str, str]]) -> None:
    """Choose these files, and read one after another as the page asks for them."""
    left = list(files)
    asked = page.effects.count(ReadFile())
    page.send(FilesChosen())
    while page.effects.count(ReadFile()) > asked:
        asked += 1
        name, text = left.pop(0)
        page.send(FileRead(name, match_or_error(text), len(left)))
    assert not left


def with_files(files: Iterable[tuple[str, str]] = FILES.items()) -> Page:
    page = new_visit()
    choose(page, files)
    return page


def names_in(model: Model) -> list[str]:
    return [match.sides[0].name for match in model.analysis.history]


def test_all_end_up_in_the_statistics_in_turn_and_can_be_opened_again() -> None:
    page = with_files()
    game = page.model.game
    assert page.model.notice == Notice("notice.queue")
    page.settle()
    assert page.model.game is game, "the match on the board stays"
    assert (page.model.replay, page.model.dialog, page.model.analysis.review) == (None, None, None)
    assert names_in(page.model) == ["Ann", "Bea", "Cid"]
    assert [match.place for match in page.model.analysis.history] == [1, 2, 3]
    assert [match.you for match in page.model.analysis.history] == [-1] * 3, "nobody knows who played where"
    assert len(load_figures(kept_texts(page)[side_store.FIGURES])) == 3
    assert Announce("figures.progress", (("done", 3), ("all", 3))) in page.effects
    assert kept_texts(page)[side_store.QUEUE] == ""
    page.send(Command("figures"))
    page.send(Command("past-match", page.model.analysis.history[1].id))
    assert page.model.replay
    assert page.model.replay.names == ("Bea", "Bob")


def test_they_use_idle_time_only_a_decision_at_a_time() -> None:
    page = with_files()
    while event := page.next_event():
        page.send(event)
        assert len(hint.jobs_for(page.model, Purpose.QUEUE)) <= 1
    asked = [effect for effect in page.effects if isinstance(effect, StartWork)]
    assert {effect.priority for effect in asked} == {Priority.QUIET}


def test_what_is_found_drives_nothing_out() -> None:
    page = with_files()
    page.settle()
    assert not page.model.analysis.findings
    assert side_store.FINDINGS not in kept_texts(page)


def test_files_without_a_match_are_named_and_the_others_go_on() -> None:
    bad = {
        "gone.mat": "",
        "notes.txt": "hello",
        "id.txt": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    }
    page = with_files([*bad.items(), *FILES.items()])
    assert page.model.notice == Notice("error.files", (("names", "gone.mat, notes.txt, id.txt"),), "error")
    page.settle()
    assert len(page.model.analysis.history) == 3
    choose(page, [(f"{'x' * 50}{number}", "") for number in range(9)])
    assert page.model.notice
    named = str(dict(page.model.notice.params)["names"])
    assert len(named) < 170
    assert named.endswith("…, …")


def test_the_same_match_counts_once_even_in_another_format() -> None:
    record = random_match(5)
    page = with_files([("a.mat", format_mat(record)), ("b.mat", format_mat(record))])
    assert len(page.model.analysis.queue.matches) == 1
    choose(page, [("c.sgf", format_sgf(record)), ("d.mat", FILES["a.mat"])])
    page.settle()
    assert len(page.model.analysis.history) == 2


def test_a_match_that_the_statistics_know_is_not_analysed_again() -> None:
    page = with_files()
    page.settle()
    before, page.effects = page.model.analysis.history, []
    again = reload_with(page)
    choose(again, FILES.items())
    again.settle()
    assert not [effect for effect in again.effects if isinstance(effect, StartWork)]
    assert again.model.analysis.history == before


def test_more_of_a_match_is_analysed() -> None:
    whole = random_match(5)
    log = whole.log
    page = with_files([("a.mat", format_mat(Record.of(whole.players, whole.start, log[:60])))])
    page.settle()
    (before,) = page.model.analysis.history
    choose(page, [("a.mat", format_mat(Record.of(whole.players, whole.start, log[:90])))])
    page.settle()
    (after,) = page.model.analysis.history
    assert (after.id, after.analysed) == (before.id, before.analysed + 1)
    assert sum(after.sides[0].dice) > sum(before.sides[0].dice)


def reload_with(page: Page) -> Page:
    """Return a fresh page that knows of this one's figures."""
    figures = side_store.keep_figures(page.model)[1]
    texts = tuple((each.name, each.text) for each in figures if isinstance(each, StoreText))
    return new_visit(texts)


def test_every_other_analysis_of_a_match_goes_first() -> None:
    page = finished_match()
    choose(page, FILES.items())
    while not page.works:
        page.send_next()
    page.send(Command("review"))
    page.send(Command("analyse"))
    asked = page.model.analysis.review
    assert asked
    while (now := page.model.analysis.review) and now.running:
        page.send_next()
        assert len(hint.jobs_for(page.model, Purpose.QUEUE)) <= 1
    assert [match.sides[0].name for match in page.model.analysis.history] == ["=Ann"]
    page.settle()
    assert sorted(names_in(page.model)) == ["=Ann", "Ann", "Bea", "Cid"]
    shown = review.done_review(page.model)
    assert shown
    assert shown.log == asked.log, "what was asked for is still shown"


def test_it_is_stopped() -> None:
    page = with_files()
    while not page.works:
        page.send_next()
    page.send(Command("stop-queue"))
    assert not page.works
    page.settle()
    assert page.model.analysis.history == ()
    assert kept_texts(page)[side_store.QUEUE] == ""
    choose(page, FILES.items())
    page.settle()
    assert len(page.model.analysis.history) == 3


def test_a_reload_goes_on_once_the_engine_is_ready() -> None:
    page = with_files()
    while not page.model.analysis.history:
        page.send_next()
    again = reload(page, ready=False)
    assert not again.steps
    assert load_queue(kept_texts(page)[side_store.QUEUE]).done == 1
    again.send(EngineReady())
    assert not again.works, "what is stored is read in steps"
    again.settle()
    assert names_in(again.model) == ["Ann", "Bea", "Cid"]
    assert Announce("figures.progress", (("done", 3), ("all", 3))) in again.effects


def test_an_engine_that_comes_back_goes_on_and_what_failed_is_left_out() -> None:
    page = with_files()
    while not page.works:
        page.send_next()
    (number,) = page.works
    page.works.clear()
    page.send(EngineFailed("gone"))
    page.send(WorkFailed(number, "gone"))
    assert not page.works
    page.starting = True
    page.settle()
    assert len(page.model.analysis.history) == 3


def test_a_decision_that_cannot_be_analysed_is_not_tried_again_and_again() -> None:
    page = with_files()
    page.study = lambda work: RolloutState("k", ((0, 36),), (Sums(36), Sums()))
    for _ in range(100):
        if event := page.next_event():
            page.send(event)
    assert not page.works
    assert len(page.model.analysis.history) == 3


def test_what_another_page_adds_comes_to_this_one() -> None:
    theirs = dump_queue(with_files([("c.mat", FILES["c.mat"])]).model.analysis.queue)
    page = with_files([("a.mat", FILES["a.mat"]), ("b.mat", FILES["b.mat"])])
    while not page.works:
        page.send_next()
    page.send(StoreLoaded(((side_store.QUEUE, theirs),), today=20_000, page="first"))
    page.settle()
    assert names_in(page.model) == ["Ann", "Bea", "Cid"]


@pytest.mark.parametrize("text", ["{", dump_queue(MatchQueue({"x": "1.damaged"}))])
def test_a_damaged_queue_or_match_is_passed_over(text: str) -> None:
    page = new_visit(((side_store.QUEUE, text),))
    page.settle()
    choose(page, FILES.items())
    page.settle()
    assert len(page.model.analysis.history) == 3
    assert (StoreText("queue.set-aside", "{") in page.effects) is (text == "{")


def test_everything_deleted_goes_with_it() -> None:
    page = with_files()
    while not page.works:
        page.send_next()
    page.send(Command("delete-everything"))
    assert page.model.analysis.queue == MatchQueue()
    assert kept_texts(page)[side_store.QUEUE] == ""
    assert not page.works


def test_the_statistics_show_how_far_it_is() -> None:
    page = with_files()
    page.send(Command("figures"))
    shown, values = [], []
    while event := page.next_event():
        page.send(event)
        for each in nodes(view(page.model, SAY)):
            if each.tag == "progress":
                shown.append(attribute(each, "aria-label"))
                values.append(float(attribute(each, "value") or 0))
    assert list(dict.fromkeys(shown)) == [f"Analysed matches: {done} of 3" for done in range(3)]
    assert values == sorted(values)
    assert values[-1] > 2
    assert "stop-queue" not in [attribute(each, "data-command") for each in nodes(view(page.model, SAY))]


def test_its_progress_does_not_draw_hundreds_of_matches_again() -> None:
    page = with_files()
    while len(page.model.analysis.history) < 2:
        page.send_next()
    page.send(Command("figures"))
    drawn = []
    while len(page.model.analysis.history) < 3:
        drawn += [each for each in nodes(view(page.model, SAY)) if each.tag == "table"]
        page.send_next()
    assert len(drawn) > 2
    assert all(each is drawn[0] for each in drawn)
