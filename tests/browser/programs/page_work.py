"""Replaces the page: asks a game's question and begins six pieces of work, shared by three workers.

Writes ``<html data-begun>`` when everything has been asked for, and ``<html data-report>`` with the results
once all work except the endless one has ended; ``window.letGo`` cancels that one.
"""

import json

import js

from backgammon.analysis.rollout_state import RolloutSettings, merge, split
from backgammon.browser.engines import Engines
from backgammon.core.match import OpeningRoll, new_match, replay
from backgammon.protocol.messages import AnalyseDecision, Answer, Choice, Priority, Rollout, grade
from backgammon.state.engine_question import question
from backgammon.state.events import EngineAnswered, WorkDone, WorkFailed, WorkProgressed

WHOLE, FIRST, SECOND, DECISION, BAD, ENDLESS = -1, -2, -3, -4, -5, -6
ASKED = question(replay(new_match(length=5), [OpeningRoll(3, 1)]), "novice")
PLAYS = (((8, 5), (6, 5)), ((24, 23), (13, 10)))
SHORT, LONG = RolloutSettings(trials=12, truncate=3), RolloutSettings(trials=10**6)
done, progressed, answered = {}, set(), []


def send(event):
    """Record what the engines send, and write the report when all results are in."""
    match event:
        case WorkProgressed(id):
            progressed.add(id)
        case WorkDone(id, result) | WorkFailed(id, result):
            done[id] = result
        case EngineAnswered():
            answered.append(WHOLE in done)
        case _:
            return
    if done.keys() >= {WHOLE, FIRST, SECOND, DECISION, BAD}:
        js.document.documentElement.dataset.report = json.dumps(
            {
                "merged": merge([done[FIRST], done[SECOND]]) == done[WHOLE],
                "trials": done[WHOLE].trials,
                "progressed": sorted(progressed & {WHOLE, FIRST, SECOND}),
                "grade": grade(done[DECISION].error),
                "refused": done[BAD],
                "work_went_first": answered[0],
                "endless": ENDLESS in done,
            }
        )


engines = Engines(send, most=3)
engines.start()
engines.begin(ENDLESS, Rollout(ASKED, PLAYS, LONG), Priority.LONG)
engines.begin(WHOLE, Rollout(ASKED, PLAYS, SHORT), Priority.NOW)
for id, span in zip((FIRST, SECOND), split(12, 2), strict=True):
    engines.begin(id, Rollout(ASKED, PLAYS, SHORT, span), Priority.NOW)
engines.begin(DECISION, AnalyseDecision(ASKED, 1, Answer(Choice.PLAY, PLAYS[1])), Priority.NOW)
engines.begin(BAD, AnalyseDecision(ASKED, 1, Answer(Choice.PLAY, ((24, 10),))), Priority.LONG)
engines.ask(1, ASKED)
js.window.letGo = lambda: engines.cancel_work(ENDLESS)
js.document.documentElement.dataset.begun = "yes"
