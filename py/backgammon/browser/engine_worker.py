"""The engine's worker: it receives messages, lets a server think in slices, and posts the replies.

It is compiled in the snapshot; py/worker.py, which is compiled at every visit, only calls it.

worker.js reports to the page what fails while this is loaded. A failure in a message or in thinking becomes
an error of the worker, which the page learns of at once: it ends that worker and starts another.
"""

import asyncio
import traceback
from functools import partial
from typing import Any

import js
from pyodide.ffi import create_proxy

from backgammon.engine.levels import player
from backgammon.protocol.analysis_worker import AnalysisWorker
from backgammon.protocol.codec import Reply, ReplyType, reply_text
from backgammon.protocol.play_worker import decide
from backgammon.protocol.server import Server

server = Server(partial(decide, players=player), work=AnalysisWorker().work)
thinking: set[asyncio.Task[None]] = set()


def post(replies: list[str]) -> None:
    for text in replies:
        js.postMessage(text)


async def think() -> None:
    """Think until every question has its answer, letting messages in between the slices.

    Nothing awaits this task, so an error that it raised would only reach the console.
    """
    try:
        while server.busy:
            post(server.step())
            await asyncio.sleep(0)
    except BaseException:
        js.reportError(js.Error.new(traceback.format_exc()))
    thinking.clear()


def on_message(event: Any) -> None:
    post(server.receive(event.data))
    if server.busy and not thinking:
        thinking.add(asyncio.ensure_future(think()))


def start() -> None:
    """Listen to the page from now on, and report to it that the worker is ready."""
    js.addEventListener("message", create_proxy(on_message))
    js.postMessage(reply_text(Reply(0, ReplyType.READY)))
