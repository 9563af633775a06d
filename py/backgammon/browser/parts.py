"""Parts of the page that are loaded late (state.parts): each fetched once, imported one module per task.

``fetchPart`` in boot.js returns a part's archive: the source of each module by its path, in the order of
import, and the data that they read. It refuses an archive of another build.
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
    """Fetches parts; events report the outcome."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._tasks: dict[Part, asyncio.Task[None]] = {}

    def fetch(self, part: Part) -> None:
        """Fetch a part, unless it is being fetched or is loaded."""
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
"""The parts that are loaded."""


async def load(part: Part) -> None:
    """Fetch and import a part and the part that it needs; raise if one cannot be fetched."""
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
        if path.endswith(".py"):
            import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
            await asyncio.sleep(0)
    loaded.add(part)
