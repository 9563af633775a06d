"""Tables on a telephone: what belongs together is seen together, in every language and with long names."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from app.fake import found
from browser.screens import Stage
from playwright.sync_api import Browser
from view.models import after, two_people

from backgammon.features.analysis import hint
from backgammon.features.coach.review import prepare
from backgammon.i18n.catalogue import load
from backgammon.i18n.languages import LANGUAGES
from backgammon.protocol.messages import Finding
from backgammon.state.analysis_state import Decision
from backgammon.state.model import DialogName, Model

pytestmark = pytest.mark.browser

CUT = """() => {
    const table = document.querySelector(".both"), edge = table.getBoundingClientRect();
    const cut = cell => cell.scrollWidth > cell.clientWidth + 1;
    const cells = [...table.querySelectorAll("th, td")].filter(cut);
    const over = edge.right > innerWidth || table.scrollWidth > table.clientWidth;
    return [...cells.map(cell => cell.textContent), ...(over ? ["the table"] : [])];
}"""


def reviewed(one: str, other: str) -> Model:
    """A match that has been analysed, with its report open."""
    model, _ = prepare(after(30, base=two_people(one, other)))
    assert model.analysis.review
    known: dict[str, Finding] = {}
    for decision, key in zip(model.analysis.review.decisions, model.analysis.review.keys, strict=True):
        result = found(hint.analysis_request(Decision(decision.match, decision.action)))
        assert isinstance(result, Finding)
        known[key] = replace(result, luck=0.05)
    return replace(model, dialog=DialogName.REVIEW, analysis=replace(model.analysis, findings=known))


@pytest.fixture(scope="module")
def stage(chromium: Browser, address: str) -> Iterator[Stage]:
    with chromium.new_context(bypass_csp=True) as context:
        yield Stage(context.new_page(), address)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_both_players_figures_are_seen_side_by_side(tag: str, stage: Stage) -> None:
    say = load(tag)
    for model in (reviewed("", ""), reviewed("Aleksandra Konstantinopoulou", "Þór")):
        for size in ("320x568", "360x640"):
            stage.show(model, size=size, say=say)
            assert stage.page.evaluate(CUT) == []
