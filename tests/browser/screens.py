"""A stage that shows models in a browser without running any Python, and judges what it shows."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, Route
from view.models import SAY

from backgammon.i18n.catalogue import Catalogue
from backgammon.state.model import Model
from backgammon.view.node import to_html
from backgammon.view.page import page

_SHOW = """([html, theme, look]) => {
    const root = document.documentElement;
    Object.assign(root.dataset, { ready: "engine", painted: "", theme, appearance: look, motion: "off" });
    document.getElementById("app").innerHTML = html;
    document.querySelector("dialog")?.showModal();
    document.getAnimations().forEach(
        one => one.effect.getComputedTiming().endTime === Infinity ? one.cancel() : one.finish());
}"""
_DRESS = """() => new Promise(done => {
    const { content } = document.getElementById("program"), sheet = content.firstElementChild;
    sheet.addEventListener("load", done);
    sheet.media = "all";
    document.head.append(content);
})"""
_HAS = "([width, height]) => matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches"
_FINGER = {"is_mobile": True, "has_touch": True}
_AXE = """rules => axe.run(document, { resultTypes: ["violations"], ...rules }).then(found =>
    found.violations.map(({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(node => `${node.target} ${node.any.map(any => any.message)}`)}`))
"""


_TARGETS = """() => {
    const root = document.querySelector("dialog[open]") ?? document;
    const all = root.querySelectorAll("a, button, input, select, textarea, summary, svg [role=button]");
    return [...all].filter(e => e.checkVisibility({ visibilityProperty: true })).map(e => {
        const box = (e.closest("label") ?? e).getBoundingClientRect();
        const name = e.ariaLabel ?? `${e.tagName} ${e.name ?? ""} ${e.dataset.command ?? e.value ?? ""}`;
        return [name, box.width, box.height, e.closest('.board, .moves') !== null];
    });
}"""


@contextmanager
def still_page(chromium: Browser, **options: Any) -> Iterator[Page]:
    """A page in a profile of its own, laid out but never drawn: pictures nobody sees are half of the work.

    No frame comes, so what waits for one, as a click of Playwright's does, waits in vain. A Chromium that can
    show windows draws all the same.
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
    """A page with the site's style sheets, on which models are put."""

    def __init__(self, page: Page, address: str) -> None:
        def silent(route: Route) -> None:
            route.fulfill(body="", content_type="text/javascript")

        self.page = page
        self._size = 0, 0
        page.route("**/*.js", silent)
        page.goto(address)
        page.evaluate(_DRESS)  # boot.js would wait for a first picture

    def show(
        self,
        model: Model,
        theme: str = "wood",
        look: str = "light",
        size: str = "1280x720",
        say: Catalogue = SAY,
    ) -> None:
        """Show a model in a theme, light or dark, at a size in CSS pixels, in a language."""
        self.resize(*map(int, size.split("x")))
        self.page.evaluate(_SHOW, [to_html(page(model, say)), theme, look])

    def resize(self, width: int, height: int) -> None:
        """Have a size, in CSS pixels; Chromium takes as long to set one as to show most models."""
        if (width, height) != self._size:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_function(_HAS, arg=[width, height], polling=10)
            self._size = width, height

    def check(self, choice: str) -> None:
        """Choose what a selector names, as a click would."""
        self.page.locator(choice).evaluate("choice => choice.click()")

    def targets(self) -> list[tuple[str, float, float, bool]]:
        """What a finger may meet: name, width, height in CSS pixels, and whether it lies close to others:
        on the board or in the list of moves."""
        return [tuple(target) for target in self.page.evaluate(_TARGETS)]

    def violations(self, script: str, *rules: str) -> list[str]:
        """What axe-core objects to, by these rules or by all."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(script)
        chosen: dict[str, Any] = {"runOnly": list(rules)} if rules else {}
        return list(self.page.evaluate(_AXE, chosen))


class PointerStage(Stage):
    """A stage with the pointer of each size: a finger on what is held in a hand, a mouse on a desk."""

    def __init__(self, pointed: Page, touched: Page, address: str) -> None:
        self.pages = pointed, touched
        for each in self.pages:
            super().__init__(each, address)

    def resize(self, width: int, height: int) -> None:
        """Have a size, on the page for its pointer."""
        self.page = self.pages[width < 1000]
        super().resize(width, height)


@contextmanager
def staged(chromium: Browser, address: str, touch: bool = False) -> Iterator[Stage]:
    """A stage used by a mouse, or by a finger."""
    with still_page(chromium, **(_FINGER if touch else {})) as page:
        yield Stage(page, address)


@contextmanager
def staged_by_size(chromium: Browser, address: str) -> Iterator[PointerStage]:
    """A stage used as each size is."""
    with still_page(chromium) as pointed, still_page(chromium, **_FINGER) as touched:
        yield PointerStage(pointed, touched, address)
