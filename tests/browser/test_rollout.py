"""A running rollout shows its progress and can be stopped, wherever the analysis is scrolled to."""

from dataclasses import replace

import pytest
from browser.hands import PATIENCE, Hands
from browser.screens import Stage, at_sizes
from playwright.sync_api import Page
from view.models import analysis_boards, mistake, studies
from view.screens import MINE, answers, run_commands

from backgammon.analysis.rollout_state import RolloutSettings
from backgammon.state.analysis_state import RolloutRun
from backgammon.state.model import Model

pytestmark = pytest.mark.browser

IN_SIGHT = """selector => {
    const found = document.querySelector(selector), box = found?.getBoundingClientRect();
    return Boolean(box) && found.contains(
        document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}"""
WHOLE = """() => {
    const panel = document.querySelector(".panel"), bar = panel.querySelector(":scope > .running");
    const row = panel.querySelector(".chosen").getBoundingClientRect();
    return row.top >= panel.getBoundingClientRect().top && row.bottom <= bar.getBoundingClientRect().top + 1;
}"""
FURTHER = 'document.querySelector(".advice progress")?.value > 0'


@pytest.mark.parametrize(
    ("size", "length"),
    [
        pytest.param("1280x720", "3", marks=pytest.mark.slow),
        ("360x640", "5"),
        pytest.param("740x360", "7", marks=pytest.mark.slow),
    ],
)
def test_a_rollout_shows_how_far_it_is_and_can_be_stopped(size: str, length: str, shared_page: Page) -> None:
    """The match length differs each time, since a decision already rolled out is not started afresh."""
    page, hands = shared_page, Hands(shared_page)
    page.set_viewport_size({"width": 1280, "height": 720})  # where no hint covers the button
    hands.new_game(opponent="computer", level="novice", length=length)
    width, height = map(int, size.split("x"))
    page.set_viewport_size({"width": width, "height": height})
    hands.roll()
    hands.click("hint")
    page.click('[data-command="hint-answer"]', timeout=PATIENCE)
    page.click(".roll-out-form summary", timeout=PATIENCE)
    page.click(".roll-out [type=submit]")
    hands.see()
    page.wait_for_function(FURTHER, timeout=PATIENCE)
    assert page.evaluate(IN_SIGHT, ".advice progress")
    assert page.evaluate(IN_SIGHT, '[data-command="stop-rollout"]')
    page.click('[data-command="stop-rollout"]')
    page.locator('[data-command="go-on-rollout"]').wait_for(timeout=PATIENCE)


def with_rollout(model: Model) -> Model:
    """Return a model beside which a rollout runs on."""
    run = RolloutRun("", (), RolloutSettings(), running=True)
    return replace(model, analysis=replace(model.analysis, rollout=run))


@pytest.mark.parametrize("size", ["360x640", "740x360", "768x1024", "1280x600", "1280x800"])
def test_a_rollout_can_be_stopped_wherever_the_fields_of_the_editor_are_scrolled_to(
    size: str, stage: Stage
) -> None:
    *_, editor, _ = studies()
    stage.show(with_rollout(editor), size=size)
    assert stage.evaluate(IN_SIGHT, '[data-command="stop-rollout"]')


def test_the_tried_play_is_whole_above_a_running_rollout_on_a_small_phone(stage: Stage) -> None:
    stage.show(with_rollout([*analysis_boards()][3]), size="360x640")
    assert stage.evaluate(WHOLE)


SEEN = """selector => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return [0.2, 0.5, 0.8].every(at => document.elementFromPoint(
        box.left + box.width / 2, box.top + box.height * at)?.closest(selector));
}"""


@at_sizes(
    *("320x568", "360x640", "375x667", "390x844", "640x360", "667x375", "740x360"),
    slow=("360x640", "375x667", "667x375"),
)
def test_what_was_found_stays_in_sight_while_a_rollout_runs_on_a_phone(size: str, phone: Stage) -> None:
    """The best play, one's own play, or what doubling is worth; beside it the rollout can be stopped."""
    for model, found in (
        (run_commands(MINE, "hint", "hint-answer"), ".plays > :first-child"),
        (mistake(), ".plays > :first-child"),
        (mistake(), ".plays > .chosen"),
        (run_commands(dict(answers())["to roll"], "hint", "hint-answer"), ".cube-figures tr:has(td)"),
    ):
        for tag in ("en", "de", "el", "hu"):
            phone.show(with_rollout(model), size=size, tag=tag)
            assert phone.evaluate(SEEN, found), (found, tag)
            for part in (".advice progress", '[data-command="stop-rollout"]', '[data-command="sheet"]'):
                assert phone.evaluate(IN_SIGHT, part), (part, tag)
