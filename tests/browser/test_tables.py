"""Tables on a telephone: what belongs together is seen together, in every language and with long names."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from app.fake import found
from browser.screens import Stage
from playwright.sync_api import Browser
from view.models import after, two_people
from view.screens import MINE, analysed

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


HEADS_APART = """() => {
    const words = [...document.querySelectorAll(".plays-head .three > span")].map(head => {
        const word = document.createRange();
        word.selectNodeContents(head);
        return [head.textContent, word.getBoundingClientRect()];
    });
    const close = ([, left], [, right]) => Math.abs(left.top - right.top) < 4 && right.left - left.right < 4;
    return words.slice(1).filter((word, index) => close(words[index], word)).map(([text]) => text);
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


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_heads_of_chances_stand_apart(tag: str, stage: Stage) -> None:
    for size in ("360x640", "1024x768"):
        stage.show(analysed(MINE, "hint", "hint-answer"), size=size, say=load(tag))
        assert stage.page.evaluate("document.querySelectorAll('.plays-head .three > span').length") == 6
        assert stage.page.evaluate(HEADS_APART) == [], size
