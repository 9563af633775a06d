"""The running page: one model, one place that changes it, one that shows it; drawn at most once a frame.

Events that arrive while one is being handled wait their turn. An action that settles something is drawn once
it is kept. An error here is logged and shown in a dialog; the match is safe, since every action saves it.
"""

import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import replace

import js

from backgammon.app.shortcuts import command_for
from backgammon.app.update import update
from backgammon.browser import clock
from backgammon.browser.cube_drag import CubeDrag
from backgammon.browser.dom import Tree
from backgammon.browser.double_tap import DoubleTapGuard
from backgammon.browser.effects import Effects
from backgammon.browser.engines import Engines
from backgammon.browser.failure import show_failure
from backgammon.browser.files import ChosenFiles, Files
from backgammon.browser.input import Input, bring_into_view, prefers_reduced_motion
from backgammon.browser.language import Language
from backgammon.browser.no_store import AnyStore
from backgammon.browser.parts import Parts, loaded
from backgammon.browser.pointer import listen
from backgammon.browser.sheet_drag import SheetDrag
from backgammon.browser.store import Store
from backgammon.browser.updates import Updates
from backgammon.browser.vibration import can_vibrate
from backgammon.features.game.start import first_visit
from backgammon.i18n.languages import ENGLISH
from backgammon.state.change import Change
from backgammon.state.engine_state import WORKS, Failed
from backgammon.state.events import ChangedElsewhere, Event, FriendTime, MotionReduced, TimePassed
from backgammon.state.model import Appearance, Model, Speed, Theme
from backgammon.state.parts import Part
from backgammon.view.node import Node
from backgammon.view.page import first_page, page, with_time

_PREFETCH_SECONDS = 1.5
"""The delay from showing the board to fetching the dialogs, before anyone is likely to open one."""


class Page:
    """Holds the model and shows it."""

    def __init__(
        self, first: Model | None = None, store: Callable[[Callable[[Event], None]], AnyStore] = Store
    ) -> None:
        """``first`` is the model that the page begins with, by default that of a first visit."""
        self._root = root = js.document.getElementById("app")
        self._language = Language(self.send)
        self._model = replace(first or first_visit(), parts=frozenset(loaded))
        self._tree = Tree(root)
        is_first = first is None and self._language.catalogue.tag == ENGLISH
        self._shown = first_page() if is_first else self._render()
        self._tree.take_over(self._shown)
        self._store = store(self.send)
        self._engines = Engines(self.send)
        self._updates = Updates(self.send)
        self._parts = Parts(self.send)
        self._chosen = ChosenFiles(self.send)
        self._effects = Effects(
            self.send, self._store, self._engines, self._language, self._updates, self._parts, self._chosen
        )
        self._events: deque[Event] = deque()
        self._handling = False
        self._drawing = clock.Once(self._ask_for_frame, self._show_changes)
        self._failed = False
        self._watch = clock.Watch()
        self._only_time = False
        """Whether only the passed time has changed since the last drawing."""

    def start(self) -> None:
        """Show the stored match, once it has been read."""
        self._store.restore(self._begin)

    def _begin(self, *restored: Event) -> None:
        """Accept input from now on; the engine starts after the board has been painted."""
        self._double_taps = DoubleTapGuard(self._root)
        self._input = Input(self._root, self.send, lambda key: command_for(self._model, key))
        js.document.documentElement.toggleAttribute("data-vibrates", can_vibrate())
        self._cube_drag = CubeDrag(self._root, self.send)
        self._sheet_drag = SheetDrag(self._root, self.send)
        self._files = Files(self._root, self.send, self._chosen)
        for event in (MotionReduced(prefers_reduced_motion()), *restored):
            self.send(event)
        self._language.start(self._model.settings.language)
        self._files.open_link()
        js.applyWholeSheet()  # boot.js
        self._show()
        js.document.getElementById("loading").hidden = True
        listen(js, "beforeprint", lambda event: _dress(Appearance.LIGHT, Theme.PAPER))
        listen(js, "afterprint", lambda event: self._show())
        listen(js.document, "visibilitychange", lambda event: self._on_seen())
        clock.next_frame(lambda time: clock.after(0, self._engines.start))
        clock.after(_PREFETCH_SECONDS, lambda: self._parts.fetch(Part.DIALOGS))

    def send(self, event: Event) -> None:
        """Handle an event at once, or after the one that is being handled and those that wait.

        ChangedElsewhere, that another page wrote its match, goes first, so that nothing is saved over it.
        """
        if isinstance(event, ChangedElsewhere):
            self._events.appendleft(event)
        else:
            self._events.append(event)
        if self._handling or self._failed:
            return
        self._handling = True
        try:
            while self._events:
                passed = self._watch.lap()
                if passed and self._model.game.clock:
                    self._handle(TimePassed(passed))
                self._handle(self._events.popleft())
        except Exception:
            self._fail()
        finally:
            self._handling = False
        self._drawing.ask()

    def _handle(self, event: Event) -> None:
        log = self._model.game.log
        self._model, effects = self._update(event)
        of_time = isinstance(event, TimePassed | FriendTime) and self._model.game.log is log
        self._only_time = self._only_time and of_time
        for effect in effects:
            self._effects.perform(effect, self._model)

    def _on_seen(self) -> None:
        """Handle a change of the visibility of the page; its time is stopped while it is hidden."""
        self.send(TimePassed(0))
        self._watch.is_stopped = bool(js.document.hidden)

    def _update(self, event: Event) -> Change:
        return update(self._model, event)

    def _render(self) -> Node:
        return page(self._model, self._language.catalogue)

    def _ask_for_frame(self, draw: Callable[[], None]) -> None:
        clock.next_frame(lambda time: self._store.when_kept(draw))

    def _show_changes(self) -> None:
        if self._failed or not self._only_time:
            self._show()
        else:
            self._shown = with_time(self._shown, self._model, self._language.catalogue)
            self._tree.show(self._shown)
        self._effects.read_out()

    def _show(self) -> None:
        if self._failed:
            return
        try:
            focus = self._input.before_show()
            self._shown = self._render()
            self._tree.show(self._shown)
            self._only_time = True
            self._input.after_show(focus)
            if self._model.replay or self._model.lesson or self._model.analysis_board:
                bring_into_view(self._root)
        except Exception:
            self._fail()
            return
        model, html = self._model, js.document.documentElement
        if html.lang != self._language.catalogue.tag:  # setting it makes the browser recompute all styles
            html.lang, html.dir = self._language.catalogue.tag, self._language.catalogue.direction
        js.document.title = self._language.catalogue("app.title")
        _dress(model.settings.appearance, model.settings.theme)
        html.dataset.speed = model.settings.speed
        html.dataset.motion = "off" if model.reduced_motion or model.settings.speed is Speed.OFF else "on"
        html.dataset.ready = "engine" if isinstance(model.engine, WORKS) else "board"
        if isinstance(model.engine, WORKS | Failed):
            self._updates.start()

    def _fail(self) -> None:
        self._failed = True
        report = traceback.format_exc()
        js.console.error(report)
        show_failure(self._language.catalogue, self._store, report)


def _dress(appearance: Appearance, theme: Theme) -> None:
    """Set the colours of the page; before Python runs, boot.js applies a saved choice."""
    html = js.document.documentElement
    html.dataset.appearance = appearance
    html.dataset.theme = theme
