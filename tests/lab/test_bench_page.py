"""The measure of clicks: all sessions continue one game, which the browser gets whole; tasks by page."""

import json
from dataclasses import replace

from backgammon.features.game.start import FIRST_VISIT
from backgammon.storage.journal import match_in
from backgammon.storage.parts import join
from lab.bench import page, page_browser

MONEY = replace(FIRST_VISIT, length=0)


def test_every_session_goes_on_in_the_same_game() -> None:
    one, many = page.session(MONEY, 1), page.session(MONEY, 30)
    assert len(many.log.finished) == 29
    assert many.log.running == one.log.running
    assert many.games[-1].secret == one.games[-1].secret
    assert page.resume(many).game.match.decider == 0


def test_the_browser_reads_the_session() -> None:
    saved = page.session(MONEY, 3)
    parts = match_in(page_browser.stored_texts(saved))
    assert parts
    assert (join(parts).log, join(parts).games) == (saved.log, saved.games)


def test_the_review_beside_a_match_is_that_of_an_open_file() -> None:
    case = page.browser_case(page.with_analysis(page.resume(page.session(MONEY, 1))))
    parts = match_in(case.texts)
    assert parts
    replay = join(parts).replay
    assert replay
    assert replay.start.length == 25
    assert len(json.loads(case.texts["findings"])["findings"]) > 300


def test_tasks_are_those_of_the_main_thread_of_each_page() -> None:
    def event(name: str, pid: int, tid: int, **more: int) -> dict[str, object]:
        return {"name": name, "pid": pid, "tid": tid, **more}

    task = "ThreadControllerImpl::RunTask"
    events = [
        event("late", 1, 1),
        event("fresh", 2, 1),
        event(task, 1, 1, tdur=7000),
        event(task, 1, 2, tdur=90_000),
        event(task, 2, 1, tdur=3000),
        event("FunctionCall", 2, 1, tdur=80_000),
        event(task, 2, 1),
    ]
    found = page_browser.busy_times(json.dumps({"traceEvents": events}).encode(), {"fresh", "late"})
    assert found == {"fresh": [3.0], "late": [7.0]}
