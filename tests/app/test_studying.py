"""Whatever is studied in whichever order, nothing is lost, nothing is stuck, and all figures agree."""

import pytest
from app.studying import TODAY, Study, check_signs, runs
from effort import tries

from backgammon.features.analysis import hint, rollouts
from backgammon.features.coach import review
from backgammon.features.coach.figures import FIRST, figures_of, is_corrected
from backgammon.features.saving import side_store
from backgammon.storage.figures import load_figures
from backgammon.storage.rollouts import MOST, load_rollouts

STEPS = 200
"""The number of events of one study."""


@pytest.mark.timeout(0)
def test_nothing_is_lost_or_stuck_and_all_figures_agree(pytestconfig: pytest.Config) -> None:
    """``--steps 100000`` tries more studies, ``--seed N --steps 400`` a single one."""
    steps, seed = tries(pytestconfig.getoption("--steps")), pytestconfig.getoption("--seed")
    for number in range(seed, seed + max(1, steps // STEPS // 6)):
        study = Study(number)
        try:
            for _ in range(STEPS):
                study.step()
            check_end(study)
        except Exception as error:
            last = "\n".join(study.happened[-10:])
            raise AssertionError(f"--seed {number}, event {len(study.happened)}:\n{last}") from error


def check_end(study: Study) -> None:
    """Let all work end, and compare the review, the statistics, the store, and the match after a reload."""
    for tab in study.tabs:
        tab.settle()
        known = tab.page.model.analysis
        assert not known.jobs
        assert hint.progress(tab.page.model) != "thinking"
        asked = None if tab.page.model.lesson else tab.page.model.game.problem  # a lesson judges by rule
        assert asked is None or asked.chosen is None or asked.found or asked.failed, "never judged"
        check_signs(tab.page)
    check_rollouts(study)
    tab = study.tabs[0]
    tab.send(tab.store_loaded())  # after the reload, what the other tab has rolled out counts too
    shown = study.complete_review(tab)
    if shown is None or len(shown.keys) <= FIRST:
        return
    assert shown.is_done
    now = figures_of(shown, TODAY)
    assert now
    stored = load_figures(study.texts[side_store.FIGURES])
    for history in (tab.page.model.analysis.history, stored):
        (entry,) = [each for each in history if each.id == now.id]
        assert not is_corrected(now, entry), "the statistics differ from the review"
    again = study.reload(tab)
    anew = study.complete_review(again)
    assert anew
    assert anew.keys == shown.keys
    after = figures_of(anew, TODAY)
    assert after
    assert not is_corrected(after, now), "analysed anew, the match has other figures"
    assert review.review_of(again.page.model)


def check_rollouts(study: Study) -> None:
    """Check that the store has every rollout of both tabs, with all its trials, unless there are too many."""
    text = study.texts.get(rollouts.ROLLOUT)
    kept = {each["run"]["key"]: each["state"] for each in load_rollouts(text)} if text else {}
    if len(kept) == MOST:
        return
    for tab in study.tabs:
        for run in runs(tab.page):
            assert run.state
            assert run.key in kept, "a rollout is lost"
            is_same = kept[run.key]["key"] == run.state.key
            assert (
                not is_same or sum(end - start for start, end in kept[run.key]["spans"]) >= run.state.trials
            )
