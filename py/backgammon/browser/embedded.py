"""A board inside another page: it keeps nothing, and ``py/web/embed/frame.js`` carries its messages.

That script accepts messages only from the surrounding page, and sends only to that page.
"""

import json
from typing import Any

import js

from backgammon.app.embed_page import (
    begin,
    is_own_match,
    messages_between,
    own_problem,
    reply_to,
    update,
)
from backgammon.browser.language import first_catalogue
from backgammon.browser.no_store import NoStore
from backgammon.browser.page import Page
from backgammon.browser.pointer import listen
from backgammon.core.errors import BackgammonError
from backgammon.features.speech.status_text import text
from backgammon.features.viewer.open_file import error_notice
from backgammon.state.change import Change
from backgammon.state.embed import Request, read_address
from backgammon.state.events import Event
from backgammon.state.model import Model
from backgammon.view.node import Node
from backgammon.view.problem_page import problem_page


def start() -> None:
    """Start what the address asks for; report an invalid request in the frame, in the reader's language."""
    try:
        request = read_address(_parameters())
        first = begin(request)
    except BackgammonError as error:
        _dispatch("embed-refused", text(first_catalogue(), error_notice(error)))
    else:
        EmbeddedPage(request, first).start()


class EmbeddedPage(Page):
    """A page that exchanges messages with the page around it."""

    def __init__(self, request: Request, first: Model) -> None:
        super().__init__(first, NoStore)
        self._request, self._first = request, first
        self._dialog = ""
        listen(js.document, "embed-heard", lambda event: self._hear(event.detail))

    def _update(self, event: Event) -> Change:
        after, effects = update(self._model, event, self._first)
        for message in messages_between(self._model, after):
            _tell(message)
        return after, effects

    def _render(self) -> Node:
        if own_problem(self._model):
            return problem_page(self._model, self._language.catalogue)
        return super()._render()

    def _show(self) -> None:
        super()._show()
        js.document.documentElement.toggleAttribute("data-own", is_own_match(self._model, self._first))
        self._bring_dialog_into_view()

    def _bring_dialog_into_view(self) -> None:
        """Scroll the page around to a dialog that has opened, which lies in the middle of a tall frame."""
        dialog = js.document.querySelector("dialog[open]")
        opened = (dialog and dialog.getAttribute("data-dialog")) or ""  # the one of a failure has no name
        if opened and opened != self._dialog:
            nearest = js.Object.new()
            nearest.block = "nearest"
            dialog.scrollIntoView(nearest)
            dialog.querySelector("h2").scrollIntoView(nearest)  # of a dialog that is taller, the beginning
        self._dialog = opened

    def _hear(self, text: str) -> None:
        answer, event = reply_to(self._model, self._request, text, self._language.catalogue)
        if event:
            self.send(event)  # type: ignore[arg-type]  # _update takes a Begin too
        if answer:
            _tell(answer)


def _parameters() -> dict[str, str]:
    """Return the parameters in the address, from its query string and its fragment."""
    given = js.URLSearchParams.new(f"{js.location.search[1:]}&{js.location.hash[1:]}")
    return dict(js.Object.fromEntries(given).to_py())


def _tell(message: dict[str, Any]) -> None:
    _dispatch("embed-told", json.dumps(message))


def _dispatch(name: str, detail: str) -> None:
    options = js.Object.new()
    options.detail = detail
    js.document.dispatchEvent(js.CustomEvent.new(name, options))
