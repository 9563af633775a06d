"""Carries out the effects that update returns; their results come back as events."""

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import Any

import js

from backgammon.browser import clock, files, vibration
from backgammon.browser.downloads import blob_of, download
from backgammon.browser.engines import Engines
from backgammon.browser.language import Language
from backgammon.browser.no_store import AnyStore
from backgammon.browser.parts import Parts
from backgammon.browser.sound import Sounds
from backgammon.browser.updates import Updates
from backgammon.core.fairdice import SECRET_BYTES
from backgammon.features.speech.status_text import text
from backgammon.i18n.catalogue import EnglishText
from backgammon.state.effects import (
    After,
    Announce,
    Ask,
    CancelAsk,
    Continue,
    Copy,
    CopyLink,
    Download,
    DrawSecret,
    Effect,
    FetchLanguage,
    FetchPart,
    ForgetAll,
    FriendRequest,
    InstallUpdate,
    LoadOtherTab,
    LookAtClock,
    ReadFile,
    ReadMatch,
    RequestRoll,
    RestartEngine,
    Save,
    SavePicture,
    Sound,
    StartWork,
    StopWork,
    StoreText,
)
from backgammon.state.events import Continued, Event, SecretDrawn, Ticked, TimePassed
from backgammon.state.model import Model

_REMEMBERED = 50
"""The number of announced lines that a screen reader can go back to."""


class Effects:
    """Performs effects with the browser's means."""

    def __init__(
        self,
        send: Callable[[Event], None],
        store: AnyStore,
        engines: Engines,
        language: Language,
        updates: Updates,
        parts: Parts,
        chosen: files.ChosenFiles,
    ) -> None:
        self._send = send
        self._store = store
        self._engines = engines
        self._language = language
        self._updates = updates
        self._parts = parts
        self._chosen = chosen
        self._friends_at_work: Any = None
        self._clock_timer: Any = None
        self._reading: asyncio.Future[None] | None = None
        self._sounds = Sounds()
        self._lines: list[Announce] = []
        """What is to be read out once the page shows it."""
        self._announcer = js.document.createElement("div")
        self._announcer.className = "hidden"
        self._announcer.setAttribute("role", "log")
        js.document.body.append(self._announcer)

    def perform(self, effect: Effect, model: Model) -> None:
        """Carry out one effect of an update that led to ``model``."""
        match effect:
            case Save():
                self._store.save(model)
            case StoreText(name, content):
                self._store.keep(name, content)
            case ReadFile() | ReadMatch():
                self._read(effect)
            case LoadOtherTab():
                self._store.take_other()
            case Ask(id, question):
                self._engines.ask(id, question)
            case CancelAsk():
                self._engines.cancel()
            case StartWork() | StopWork():
                self._work(effect)
            case RestartEngine():
                self._engines.start()
            case After(milliseconds, tick):
                clock.after(milliseconds / 1000, lambda: self._send(Ticked(tick)))
            case LookAtClock(milliseconds):
                self._look_at_clock(milliseconds)
            case Continue(work):
                clock.after(0, lambda: self._send(Continued(work)))
            case DrawSecret():
                self._send(SecretDrawn(random_bytes(SECRET_BYTES).hex()))
            case Sound(name):
                if model.settings.sound:
                    self._sounds.play(name, model.settings.volume / 100)
                if model.settings.vibration:
                    vibration.vibrate(name)
            case Announce():
                self._lines.append(effect)
            case InstallUpdate():
                self._updates.take()
            case FetchLanguage(tag):
                self._language.fetch(tag)
            case FetchPart(part):
                self._parts.fetch(part)
            case Copy() | CopyLink():
                self._copy(effect)
            case FriendRequest(request):
                self._friends.take(request)
            case ForgetAll():
                self._store.forget_all()
            case RequestRoll(number):
                self._friends.roll(number)
            case Download() | SavePicture():
                self._download(effect, model)

    def read_out(self) -> None:
        """Read out to screen readers what was announced since the last drawing.

        In a log each new line is read once, after the earlier ones. An open dialog has a log of its own,
        since nothing outside it is read.
        """
        lines, self._lines = self._lines, []
        if not lines:
            return
        log = js.document.querySelector("dialog[open] [role=log]") or self._announcer
        for line in lines:
            said = js.document.createElement("p")
            said.textContent = words = text(self._language.catalogue, line)
            said.lang = "en" if isinstance(words, EnglishText) else ""
            log.append(said)
            if log.childElementCount > _REMEMBERED:
                log.firstChild.remove()

    @property
    def _friends(self) -> Any:
        """The matches against friends: their part is loaded before anything is asked of them."""
        if self._friends_at_work is None:
            friends = import_module("backgammon.browser.friends")
            self._friends_at_work = friends.Friends(self._send, self._store)
        return self._friends_at_work

    def _work(self, effect: StartWork | StopWork) -> None:
        match effect:
            case StartWork(id, work, priority):
                self._engines.begin(id, work, priority)
            case StopWork(id):
                self._engines.cancel_work(id)

    def _look_at_clock(self, milliseconds: int) -> None:
        if self._clock_timer is not None:
            js.clearTimeout(self._clock_timer)
        self._clock_timer = clock.after(milliseconds / 1000, lambda: self._send(TimePassed(0)))

    def _download(self, effect: Download | SavePicture, model: Model) -> None:
        match effect:
            case Download(name, content, kind):
                download(name, blob_of(content, kind))
            case SavePicture(kind):
                pictures = import_module("backgammon.browser.pictures")
                self._saving = asyncio.ensure_future(pictures.save(model, kind, self._language.catalogue))

    def _read(self, effect: ReadFile | ReadMatch) -> None:
        match effect:
            case ReadFile():
                self._chosen.read_next()
            case ReadMatch(content):
                if self._reading:
                    self._reading.cancel()
                self._reading = asyncio.ensure_future(files.read_match(content, self._send))

    def _copy(self, effect: Copy | CopyLink) -> None:
        text = effect.text if isinstance(effect, Copy) else files.address(effect.fragment)
        self._copying = asyncio.ensure_future(files.copy(text, self._send))


def random_bytes(count: int) -> bytes:
    """Return fresh random bytes; their only source is the browser's crypto."""
    numbers = js.Uint8Array.new(count)
    js.crypto.getRandomValues(numbers)
    return bytes(numbers.to_bytes())
