"""The texts of one language: English came with the program, any other is one file, fetched when wanted.

The file of the language with which a page begins is fetched by ``py/web/words.js``, before Python is there.
"""

import asyncio
from collections.abc import Awaitable, Callable

import js
from pyodide.ffi import JsException

from backgammon.browser import clock
from backgammon.core.errors import BackgammonError
from backgammon.i18n.catalogue import Catalogue, english, parse
from backgammon.i18n.languages import ENGLISH, choose_language
from backgammon.state.events import Event, LanguageFailed, LanguageLoaded

_PARAMETER = "lang"


class Language:
    """Holds the catalogue that the page speaks with; what comes of fetching another is told by events."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._fetching: set[asyncio.Future[None]] = set()
        self.catalogue = first_catalogue()
        self._wanted = self.catalogue.tag

    def start(self, saved: str) -> None:
        """Speak what the address says, else the saved choice, else what the browser prefers."""
        asked = js.URLSearchParams.new(js.location.search).get(_PARAMETER) or ""
        language = choose_language((asked, saved, *js.navigator.languages))
        if language != self.catalogue.tag:
            self._want(language, js.words.come if language == js.words.tag else None)
        elif language != ENGLISH:
            self._send(LanguageLoaded(language))

    def fetch(self, tag: str) -> None:
        """Speak the language that a person chose; the address no longer decides."""
        address = js.URL.new(js.location.href)
        if address.searchParams.has(_PARAMETER):
            address.searchParams.delete(_PARAMETER)
            js.history.replaceState(None, "", address.href)
        self._want(tag)

    def _want(self, tag: str, coming: Awaitable[str] | None = None) -> None:
        """Change over to a language; ``coming`` is its file where that was asked for, "" if it failed."""
        self._wanted = tag
        task = asyncio.ensure_future(self._fetch(tag, coming))
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)

    async def _fetch(self, tag: str, coming: Awaitable[str] | None) -> None:
        """Fetch and change over, unless another language was wanted in the meantime."""
        try:
            text = "" if coming is None else await coming
            if tag == ENGLISH:
                catalogue = english()
            else:
                catalogue = parse(tag, text or await _file(f"./locales/{tag}.json"))
        except (JsException, OSError, BackgammonError) as error:
            js.console.warn(f"language: {error}")
            if tag == self._wanted:
                # Not before the choice has been drawn: only what was drawn can be drawn back.
                clock.next_frame(lambda time: self._send(LanguageFailed(tag)))
            return
        if tag == self._wanted:
            self.catalogue = catalogue
            self._send(LanguageLoaded(tag))


def first_catalogue() -> Catalogue:
    """Return the catalogue of the page's first words, English unless another has come."""
    return parse(js.words.tag, js.words.text) if js.words.text else english()


async def _file(address: str) -> str:
    response = await js.fetch(address)
    if not response.ok:
        raise OSError(f"{response.status} {address}")
    return str(await response.text())
