"""Work in real workers: beside the game's questions, shared between lanes, and let go of."""

import json

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SCRIPT = """
import json

import js
from backgammon.app.events import EngineAnswered, WorkDone, WorkFailed, WorkProgressed
from backgammon.app.questions import question
from backgammon.browser.worker import Engines
from backgammon.core.match import OpeningRoll, new_match, replay
from backgammon.protocol.messages import (
    Answer, Choice, Finding, Rollout, RolloutSettings, Study, grade, merge, split
)

WHOLE, FIRST, SECOND, STUDY, BAD, ENDLESS = -1, -2, -3, -4, -5, -6
match = replay(new_match(length=5), [OpeningRoll(3, 1)])
asked = question(match, "novice")
plays = (((8, 5), (6, 5)), ((24, 23), (13, 10)))
settings = RolloutSettings(trials=4, truncate=3)
done, progressed, answered = {}, set(), []

def send(event):
    match event:
        case WorkProgressed(id, part, state):
            progressed.add(id)
        case WorkDone(id, result) | WorkFailed(id, result):
            done[id] = result
        case EngineAnswered():
            answered.append(WHOLE in done)
        case _:
            return
    if done.keys() >= {WHOLE, FIRST, SECOND, STUDY, BAD}:
        js.document.documentElement.dataset.report = json.dumps({
            "merged": merge([done[FIRST], done[SECOND]]) == done[WHOLE],
            "trials": done[WHOLE].trials,
            "progressed": sorted(progressed & {WHOLE, FIRST, SECOND}),
            "grade": grade(done[STUDY].error),
            "refused": done[BAD],
            "work_went_first": answered[0],
            "endless": ENDLESS in done,
        })

engines = Engines(send)
engines.player.start()
engines.begin(ENDLESS, Rollout(asked, plays, RolloutSettings(trials=10**6)), 0)
engines.begin(WHOLE, Rollout(asked, plays, settings), 0)
for lane, (id, span) in enumerate(zip((FIRST, SECOND), split(4, 2)), 1):
    engines.begin(id, Rollout(asked, plays, settings, span), lane)
engines.begin(STUDY, Study(asked, 1, Answer(Choice.PLAY, plays[1])), 1)
engines.begin(BAD, Study(asked, 1, Answer(Choice.PLAY, ((24, 10),))), 2)
engines.player.ask(1, asked)
js.window.letGo = lambda: engines.let_go(ENDLESS)
js.document.documentElement.dataset.begun = "yes"
"""


def test_work_beside_the_game_and_in_lanes(page: Page, address: str) -> None:
    page.route("**/py/main.py", lambda route: route.fulfill(body=SCRIPT, content_type="text/x-python"))
    page.goto(address)
    page.wait_for_function("document.documentElement?.dataset.begun", timeout=120_000)
    page.evaluate("setTimeout(() => window.letGo(), 3000)")
    page.wait_for_function("document.documentElement?.dataset.report", timeout=120_000)
    assert json.loads(page.evaluate("document.documentElement?.dataset.report")) == {
        "merged": True,
        "trials": 4,
        "progressed": [-3, -2, -1],
        "grade": "blunder",
        "refused": "24/10 is not a legal play of 3-1",
        "work_went_first": False,
        "endless": False,
    }
