"""Every screen there is, as models; and a stage that shows them in a browser without running any Python."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page, Route
from view.models import FIRST, SAY, after, graded, lessons, moments, quizzes, two_people

from backgammon.app.state.legal_moves import sources
from backgammon.app.state.link import Failed, Loading
from backgammon.app.state.model import DialogName, Model, Notice, Offer
from backgammon.core.match import Doubled, Ending, Phase, Resigned, Result, apply
from backgammon.i18n.catalogue import Catalogue
from backgammon.view.node import to_html
from backgammon.view.page import page

_SHOW = """([html, theme, look]) => {
    const root = document.documentElement;
    Object.assign(root.dataset, { ready: "engine", theme, appearance: look, motion: "off" });
    document.getElementById("app").innerHTML = html;
    document.querySelector("dialog")?.showModal();
    document.getAnimations().forEach(
        one => one.effect.getComputedTiming().endTime === Infinity ? one.cancel() : one.finish());
}"""
_AXE = """rules => axe.run(document, { resultTypes: ["violations"], ...rules }).then(found =>
    found.violations.map(({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(node => `${node.target} ${node.any.map(any => any.message)}`)}`))
"""


def phases() -> Iterator[tuple[str, Model]]:
    """The board in every phase of a match, and what may stand round it."""
    table = two_people("Aleksandra", "Þór")
    playing, waiting = after(6, base=table), _to_roll(after(6, base=table))
    over = replace(playing.game.match, dice=None, result=Result(0, 2, 2, Ending.BORNE_OFF))
    yield "opening", FIRST
    yield "loading", replace(FIRST, link=Loading())
    yield "failed", replace(FIRST, link=Failed(4), notice=Notice("notice.engine-lost", tone="error"))
    yield "to-play", playing
    yield "selected", replace(playing, game=replace(playing.game, selected=sources(playing)[0]))
    yield "to-roll", waiting
    yield "doubled", replace(waiting, game=replace(waiting.game, match=apply(waiting.game.match, Doubled())))
    yield (
        "resigned",
        replace(waiting, game=replace(waiting.game, match=apply(waiting.game.match, Resigned(2)))),
    )
    yield (
        "game-over",
        replace(playing, game=replace(playing.game, match=replace(over, phase=Phase.GAME_OVER))),
    )
    won = replace(playing, game=replace(playing.game, match=replace(over, phase=Phase.MATCH_OVER)))
    yield "match-over", won
    yield "sound offered", replace(playing, offer=Offer.SOUND)
    yield "fewer taps offered", replace(won, offer=Offer.TAPS)
    yield from results()
    yield "moves", replace(after(30, base=table), panel_open=True)
    yield "graded", replace(graded(after(30, base=table)), panel_open=True)
    for number, model in enumerate(quizzes()):
        yield f"quiz-{number}", model
    for number, model in enumerate(lessons()):
        yield f"lesson-{number}", model
    yield "warning", replace(playing, notice=Notice("notice.no-storage", tone="warning"))


def results() -> Iterator[tuple[str, Model]]:
    """A match against the computer that is over: not analysed, while it is, and after that."""
    model = after(9)
    won = replace(model.game.match, phase=Phase.MATCH_OVER, dice=None, score=(3, 1), cube=2)
    match = replace(won, result=Result(0, 1, 2, Ending.BORNE_OFF))
    over = replace(model, game=replace(model.game, match=match))
    yield "match-won", over
    done = graded(over)
    assert done.analysis.review
    running = replace(done.analysis.review, running=True, findings={})
    yield "match-analysing", replace(over, analysis=replace(over.analysis, review=running))
    yield "match-analysed", done


def _to_roll(model: Model) -> Model:
    """The same moment before the roll."""
    before = model.game.log.until(len(model.game.log) - 1)
    return replace(
        model,
        game=replace(model.game, match=replace(model.game.match, phase=Phase.TO_ROLL, dice=None), log=before),
    )


def dialogs() -> Iterator[tuple[str, Model]]:
    """Every dialog that the program knows."""
    shown = {model.dialog: model for model in moments() if model.dialog}
    assert set(shown) == set(DialogName)
    return ((str(name), model) for name, model in shown.items())


_TARGETS = """() => {
    const root = document.querySelector("dialog[open]") ?? document;
    const all = root.querySelectorAll("a, button, input, select, textarea, summary, svg [role=button]");
    return [...all].filter(e => e.checkVisibility({ visibilityProperty: true })).map(e => {
        const box = (e.closest("label") ?? e).getBoundingClientRect();
        const name = e.ariaLabel ?? `${e.tagName} ${e.name ?? ""} ${e.dataset.command ?? e.value ?? ""}`;
        return [name, box.width, box.height, e.closest('.board, .moves') !== null];
    });
}"""


class Stage:
    """A page with the site's style sheets, on which models are put."""

    def __init__(self, page: Page, address: str) -> None:
        def silent(route: Route) -> None:
            route.fulfill(body="", content_type="text/javascript")

        self.page = page
        page.route("**/*.js", silent)
        page.goto(address)

    def show(
        self,
        model: Model,
        theme: str = "wood",
        look: str = "light",
        size: str = "1280x720",
        say: Catalogue = SAY,
    ) -> None:
        """Show a model in a theme, light or dark, at a size in CSS pixels, in a language."""
        width, height = map(int, size.split("x"))
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(_SHOW, [to_html(page(model, say)), theme, look])

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
