"""The texts of the page's language: English comes with the program, any other is a file fetched on demand.

``py/web/words.js`` fetches the file of the language that a page starts with, before Python is running.
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
    """Holds the page's catalogue; events report the outcome of fetching another."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._fetching: set[asyncio.Future[None]] = set()
        self.catalogue = first_catalogue()
        self._wanted = self.catalogue.tag

    def start(self, saved: str) -> None:
        """Choose the language of the address, else the saved choice, else the one the browser prefers."""
        asked = js.URLSearchParams.new(js.location.search).get(_PARAMETER) or ""
        language = choose_language((asked, saved, *js.navigator.languages))
        if language != self.catalogue.tag:
            self._want(language, js.words.come if language == js.words.tag else None)
        elif language != ENGLISH:
            self._send(LanguageLoaded(language))

    def fetch(self, tag: str) -> None:
        """Change to the language that the player chose; the address no longer decides."""
        address = js.URL.new(js.location.href)
        if address.searchParams.has(_PARAMETER):
            address.searchParams.delete(_PARAMETER)
            js.history.replaceState(None, "", address.href)
        self._want(tag)

    def _want(self, tag: str, coming: Awaitable[str] | None = None) -> None:
        """Change to a language; ``coming`` is its file if already being fetched, "" if that failed."""
        self._wanted = tag
        task = asyncio.ensure_future(self._fetch(tag, coming))
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)

    async def _fetch(self, tag: str, coming: Awaitable[str] | None) -> None:
        """Fetch a language and change to it, unless another was chosen in the meantime."""
        try:
            text = "" if coming is None else await coming
            if tag == ENGLISH:
                catalogue = english()
            else:
                catalogue = parse(tag, text or await _file(f"./locales/{tag}.json"))
        except (JsException, OSError, BackgammonError) as error:
            js.console.warn(f"language: {error}")
            if tag == self._wanted:
                # Once the choice is drawn: else the tree sees no change, and the control keeps it.
                clock.next_frame(lambda time: self._send(LanguageFailed(tag)))
            return
        if tag == self._wanted:
            self.catalogue = catalogue
            self._send(LanguageLoaded(tag))


def first_catalogue() -> Catalogue:
    """Return the catalogue of the page's first words: English, unless another has arrived."""
    return parse(js.words.tag, js.words.text) if js.words.text else english()


async def _file(address: str) -> str:
    response = await js.fetch(address)
    if not response.ok:
        raise OSError(f"{response.status} {address}")
    return str(await response.text())
