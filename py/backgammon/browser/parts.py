"""Parts of the page that come late (state.parts): fetched once each, and imported one module in a task.

``fetchPart`` of boot.js has a part's archive: the source of each module by its path, in the order in which
they are imported. An archive of another build is refused there.
"""

import asyncio
import json
import os
import traceback
from collections.abc import Callable
from importlib import import_module, invalidate_caches

import js

from backgammon.state.events import Event, PartFailed, PartLoaded
from backgammon.state.parts import NEEDS, Part

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))


class Parts:
    """The parts that are there; what comes of fetching another is told by events."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._tasks: dict[Part, asyncio.Task[None]] = {}

    def fetch(self, part: Part) -> None:
        """Fetch a part, unless it is coming or there."""
        if part not in self._tasks and part not in loaded:
            self._tasks[part] = asyncio.ensure_future(self._fetch(part))

    async def _fetch(self, part: Part) -> None:
        try:
            await load(part)
        except Exception:
            js.console.warn(f"part {part}: {traceback.format_exc()}")
            self._send(PartFailed(part))
        else:
            self._send(PartLoaded(part))
        del self._tasks[part]


loaded: set[Part] = set()
"""What is there."""


async def load(part: Part) -> None:
    """Fetch and import a part and what it needs; raise where one does not come."""
    if part in NEEDS:
        await load(NEEDS[part])
    if part in loaded:
        return
    files = json.loads(str(await js.fetchPart(part)))
    for path, source in files.items():
        place = f"{_ROOT}/{path}"
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write(source)
    invalidate_caches()
    for path in files:
        import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        await asyncio.sleep(0)
    loaded.add(part)
