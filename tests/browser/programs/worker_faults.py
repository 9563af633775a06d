"""Faults for the engine's worker: run in py/worker.py before it listens, they break one part of it."""

import asyncio
import itertools

import js

from backgammon.browser import engine_worker
from backgammon.protocol import server as protocol_server


class Uncaught(BaseException):
    """An exception that ``except Exception`` does not catch."""


def fails(*_):
    raise RuntimeError("injected")


def fails_badly(*_):
    raise Uncaught("injected")


def fails_in_javascript(*_):
    js.JSON.parse("{")


def recurses(*_):
    recurses()


async def sleeps_badly(_):
    fails()


def thinks(then):
    """Return a decide function that calls ``then`` after its first slice."""

    def decide(_):
        yield 0.0
        return then()

    return decide


def thinks_without_end(_):
    yield from itertools.repeat(0.0)


def hangs():
    while True:
        pass


def befall(fault):
    """Break the part that ``fault`` names."""
    server = engine_worker.server
    where, _, how = fault.partition(" ")
    fail = {"": fails, "badly": fails_badly, "in-javascript": fails_in_javascript, "recursing": recurses}[how]
    match where:
        case "import":
            fail()
        case "exit":
            raise SystemExit(3)
        case "receive" | "step":
            setattr(server, where, fail)
        case "begin":
            server._decide = fail
        case "think":
            server._decide = thinks(fail)
        case "read":
            protocol_server.read_request = fail
        case "write":
            protocol_server.reply_text = fail
        case "post":
            engine_worker.post = fail
        case "answer":
            server._decide = thinks(object)
        case "sleep":
            server._decide = thinks_without_end
            asyncio.sleep = sleeps_badly
        case "cancel":
            server._decide = thinks_without_end
            server._cancel = fail
        case "hang":
            server._decide = thinks(hangs)
