"""A stage that shows models in a browser without running any Python there, and checks what it shows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page, Route
from view.models import SAY

from backgammon.i18n.catalogue import LOCALES, Catalogue, load
from backgammon.i18n.languages import ENGLISH, LANGUAGES
from backgammon.state.model import Model
from backgammon.view.node import Node, to_html
from backgammon.view.page import page

Tags = Sequence[str]
"""The tags of languages."""
TagsOf = Callable[..., Tags]
"""A function of a model and of parts of its page, named by class."""
NARROW, WIDE = " fijlrtı.,:;'’!()", "mwMW"
"""Letters half and more than usually wide; Cyrillic ones (from U+0400) are wide too."""

_SHOW = """void (globalThis.show = ([number, html, theme, look, width, height]) => {
    const root = document.documentElement;
    const texts = globalThis.texts ??= [];
    texts[number] ??= html;
    Object.assign(frameElement, { width, height });
    Object.assign(root.dataset, { ready: "engine", painted: "", theme, appearance: look, motion: "off" });
    document.getElementById("app").innerHTML = texts[number];
    document.querySelector("dialog")?.showModal();
    document.getAnimations().forEach(
        one => one.effect.getComputedTiming().endTime === Infinity ? one.cancel() : one.finish());
})"""
_ASK = """([shown, script, value]) => {
    if (shown) show(shown);
    const asked = eval(script);
    return asked instanceof Function ? asked(value) : asked;
}"""
_DRESS = """() => new Promise(done => {
    const { content } = document.getElementById("program"), sheet = content.firstElementChild;
    sheet.addEventListener("load", done);
    sheet.media = "all";
    document.head.append(content);
})"""
_WINDOW = """<!DOCTYPE html><meta name="viewport" content="width=device-width">
<style>iframe { position: fixed; inset: 0; border: 0; }</style><iframe src="."></iframe>"""
_FINGER = {"is_mobile": True, "has_touch": True}
_AXE = """async rules => {
    if (document.querySelector("dialog[open]")) document.querySelector(".board")?.remove();
    const { violations } = await axe.run(document, { resultTypes: ["violations"], ...rules });
    return violations.map(({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(node => `${node.target} ${node.any.map(any => any.message)}`)}`);
}"""
"""Lists what axe-core finds. The board behind a dialog is inert, and half of the work."""


_TARGETS = """() => {
    const root = document.querySelector("dialog[open]") ?? document;
    const all = root.querySelectorAll("a, button, input, select, textarea, summary, svg [role=button]");
    return [...all].filter(e => e.checkVisibility({ visibilityProperty: true })).map(e => {
        const box = (e.closest("label") ?? e).getBoundingClientRect();
        const name = e.ariaLabel ?? `${e.tagName} ${e.name ?? ""} ${e.dataset.command ?? e.value ?? ""}`;
        return [name, box.width, box.height, e.closest('.board, .moves') !== null];
    });
}"""


def at_sizes(*sizes: str, slow: Sequence[str]) -> pytest.MarkDecorator:
    """Parametrize a test by sizes; nearly each fault at one in ``slow`` shows at another too."""
    marks = dict.fromkeys(slow, pytest.mark.slow)
    params = [pytest.param(size, marks=marks.get(size, ())) for size in sizes]
    return pytest.mark.parametrize("size", params)


@cache
def language(tag: str) -> Catalogue:
    """Return the catalogue of a language; texts not translated yet are in English."""
    found = load(tag)
    return replace(found, texts={**SAY.texts, **found.texts})


def longest(count: int) -> list[str]:
    """Return the ``count`` languages with the longest texts."""
    return sorted(LANGUAGES, key=lambda tag: -len((LOCALES / f"{tag}.json").read_text("utf-8")))[:count]


def longest_in(model: Model, *parts: str, count: int = 3) -> list[str]:
    """Return the languages whose texts are the ``count`` longest anywhere in parts of a page, named by class.

    For each text, these are the languages in which it has most letters, is widest, or has the longest word.
    """
    texts = {tag: _texts(page(model, language(tag)), parts) for tag in LANGUAGES}
    found = set[str]()
    for same in zip(*texts.values(), strict=True):
        said = dict(zip(texts, same, strict=True))
        for measure in (len, _width, lambda text: max(map(len, text.split()), default=0)):
            found.update(sorted(said, key=lambda tag: -measure(said[tag]))[:count])
    return [tag for tag in LANGUAGES if tag in found]


def _width(text: str) -> float:
    """Return about how many usual letters wide a text is."""
    return sum(0.5 if sign in NARROW else 1.1 if sign in WIDE or sign > "\u0400" else 1 for sign in text)


def _texts(tree: Node | str, parts: Sequence[str], inside: bool = False) -> list[str]:
    """Return the texts in the elements that have one of these classes."""
    if isinstance(tree, str):
        return [tree] if inside else []
    inside |= not {*dict(tree.attributes).get("class", "").split()}.isdisjoint(parts)
    return [text for child in tree.children for text in _texts(child, parts, inside)]


@contextmanager
def still_page(chromium: Browser, **options: Any) -> Iterator[Page]:
    """A page in a profile of its own, laid out but never drawn: drawing would be half of the work.

    There are no frames, so anything that waits for one, such as Playwright's click, waits forever. A Chromium
    that can show windows draws all the same.
    """
    session = chromium.new_browser_cdp_session()

    def profiles() -> set[str]:
        return {*session.send("Target.getBrowserContexts")["browserContextIds"]}

    others = profiles()
    with chromium.new_context(bypass_csp=True, **options) as context:
        (own,) = profiles() - others
        target = {"url": "about:blank", "browserContextId": own, "width": 1280, "height": 720}
        with context.expect_page() as page:
            session.send("Target.createTarget", {**target, "enableBeginFrameControl": True})
        yield page.value
    session.detach()


class Stage:
    """A page with the site's style sheets that shows models; one per kind of pointer, or one for both."""

    def __init__(self, pointed: Frame, touched: Frame) -> None:
        """``pointed`` shows the sizes of desktops, ``touched`` those of telephones and tablets."""
        self._page = pointed
        self._pages = pointed, touched
        self._texts: dict[tuple[object, ...], tuple[int, str]] = {}
        self._sent = set[tuple[Frame, int]]()
        self._kept: list[Model] = []
        self._unsent: list[object] | None = None
        """The argument for ``_SHOW``, until something is asked of the page."""

    @property
    def page(self) -> Frame:
        """The page that shows the model."""
        self._send()
        return self._page

    def show(
        self,
        model: Model,
        theme: str = "wood",
        look: str = "light",
        size: str = "1280x720",
        tag: str = ENGLISH,
        **changes: object,
    ) -> None:
        """Show a model in a theme, a look (light or dark), a size in CSS pixels and a language.

        changes: fields of the model to replace. The model is sent to the page with the first query about it,
        since a message takes as long as a layout.
        """
        self._send()
        width, height = map(int, size.split("x"))
        self._page = self._pages[width < 1000]
        number, html = self._text(model, tag, changes)
        is_there = (self._page, number) in self._sent
        self._sent.add((self._page, number))
        self._unsent = [number, None if is_there else html, theme, look, width, height]

    def evaluate(self, script: str, value: object = None) -> Any:
        """Return the value on the page of an expression, or of a function called with ``value``."""
        shown, self._unsent = self._unsent, None
        return self._page.evaluate(_ASK, [shown, script, value])

    def check(self, choice: str) -> None:
        """Choose the option that a selector names, as a click would."""
        self.page.locator(choice).evaluate("choice => choice.click()")

    def targets(self) -> list[tuple[str, float, float, bool]]:
        """Return what a finger can touch: name, width and height in CSS pixels, and whether it may be small.

        Targets that lie close to others, on the board or in the list of moves, may be small.
        """
        return [tuple(target) for target in self.evaluate(_TARGETS)]

    def violations(self, script: str, *rules: str) -> list[str]:
        """Return axe-core's objections, by these rules or by all."""
        if not self.evaluate("'axe' in window"):
            self._page.evaluate(script)
        chosen: dict[str, Any] = {"runOnly": list(rules)} if rules else {}
        return list(self.evaluate(_AXE, chosen))

    def _send(self) -> None:
        if self._unsent:
            self.evaluate("null")

    def _text(self, model: Model, tag: str, changes: Mapping[str, Any]) -> tuple[int, str]:
        """Return a number and the HTML of a model, generated only once: most are shown at many sizes.

        The model is kept, so that no other model gets its ``id``.
        """
        key = id(model), tag, *changes.items()
        if key not in self._texts:
            self._kept.append(model)
            html = to_html(page(replace(model, **changes), language(tag)))
            self._texts[key] = len(self._texts), html
        return self._texts[key]


def empty_stage(page: Page, address: str) -> Frame:
    """Open the site without its programs, in a frame, whose size can be changed at once.

    Resizing a page takes Chromium as long as showing most models.
    """

    def silent(route: Route) -> None:
        route.fulfill(body="", content_type="text/javascript")

    def window(route: Route) -> None:
        route.fulfill(body=_WINDOW, content_type="text/html")

    page.route("**/*.js", silent)
    page.route(f"{address}window", window)
    page.goto(f"{address}window")
    _, frame = page.frames
    frame.evaluate(_SHOW)
    frame.evaluate(_DRESS)  # boot.js would wait for the first picture
    return frame


@contextmanager
def open_stage(chromium: Browser, address: str, touch: bool = False) -> Iterator[Stage]:
    """A stage used with a mouse, or with a finger."""
    with still_page(chromium, **(_FINGER if touch else {})) as page:
        frame = empty_stage(page, address)
        yield Stage(frame, frame)


@contextmanager
def open_stage_by_size(chromium: Browser, address: str) -> Iterator[Stage]:
    """A stage used with a mouse or with a finger, depending on the size."""
    with still_page(chromium) as pointed, still_page(chromium, **_FINGER) as touched:
        yield Stage(empty_stage(pointed, address), empty_stage(touched, address))
