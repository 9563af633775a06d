"""Replaces the page: starts one engine after another, with the faults listed in the address after ``#``.

Writes ``<html data-report>``: for each fault the seconds until it was noticed, or None if it never was. It
stops at the first that never was, so that the report names it before the test's patience ends.
"""

import asyncio
import json

import js

from backgammon.browser import clock, engines
from backgammon.core.match import OpeningRoll, new_match, replay
from backgammon.protocol.client import Failed, Ready
from backgammon.state.engine_question import question

LONGEST = 60.0
ASKED = question(replay(new_match(length=5), [OpeningRoll(3, 1)]), "novice")


async def time_to_failure(fault):
    """Return the seconds from the worker's start, or from its being ready, to the first failure, or None."""
    loop = asyncio.get_running_loop()
    happened, begun = loop.create_future(), clock.now()

    def tell(output):
        nonlocal begun
        if isinstance(output, Ready):
            begun = clock.now()
        elif isinstance(output, Failed) and not happened.done():
            happened.set_result(round(clock.now() - begun, 1))

    engines._SOURCE = f"./py/worker.js?{js.encodeURIComponent(fault)}"
    engine = engines.Engine(tell)
    engine.start()
    engine.ask(1, ASKED)
    if fault == "cancel":
        clock.after(3, engine.cancel)
    try:
        return await asyncio.wait_for(happened, LONGEST)
    except TimeoutError:
        return None
    finally:
        engine.end()


async def report():
    """Try each fault, and write the report."""
    faults = json.loads(js.decodeURIComponent(js.location.hash[1:]))
    found = {}
    for fault in faults:
        found[fault] = await time_to_failure(fault)
        if found[fault] is None:
            break
    js.document.documentElement.dataset.report = json.dumps(found)


reporting = {asyncio.ensure_future(report())}
