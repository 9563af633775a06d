"""The marks beside the moves of the match that was analysed last, after a reload."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from app.fake import Page
from app.test_review import analysed_match, kept_texts

from backgammon.features.coach import review
from backgammon.features.saving import side_store
from backgammon.features.saving.marks import MARKS
from backgammon.state.analysis_state import AnalysisState
from backgammon.state.effects import StoreText
from backgammon.state.events import StoreLoaded
from backgammon.state.model import Model


@cache
def marked_match() -> tuple[Page, Model, tuple[tuple[str, str], ...]]:
    """Return a page with an analysed match, the model after a reload, and the texts that are stored."""
    page = analysed_match()
    assert review.grades(page.model)
    return page, replace(page.model, analysis=AnalysisState()), tuple(kept_texts(page).items())


def test_they_are_there_at_once_before_the_findings_have_been_read() -> None:
    page, again, texts = marked_match()
    reloaded, _ = side_store.on_loaded(again, StoreLoaded(texts))
    assert review.grades(reloaded) == review.grades(page.model)
    assert not reloaded.analysis.findings


def test_those_of_another_match_are_not_shown_and_do_not_take_the_place_of_others() -> None:
    _, again, texts = marked_match()
    begun = replace(again, game=replace(again.game, log=again.game.log.until(5)))
    other, _ = side_store.on_loaded(begun, StoreLoaded(texts))
    assert review.grades(other) == {}
    reloaded, _ = side_store.on_loaded(again, StoreLoaded(texts))
    of_another = json.loads(dict(texts)[MARKS]) | {"log": "0" * 16}
    late, _ = side_store.on_loaded(reloaded, StoreLoaded(((MARKS, json.dumps(of_another)),)))
    assert late.analysis.marks == reloaded.analysis.marks


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: {"format": data["format"], "version": data["version"]},
        lambda data: {**data, "grades": {"3": "excellent"}},
        lambda data: {**data, "grades": {"first": "blunder"}},
        lambda data: {**data, "actions": "5"},
    ],
)
def test_damaged_ones_are_set_aside(damage: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    _, again, texts = marked_match()
    damaged = json.dumps(damage(json.loads(dict(texts)[MARKS])))
    after, effects = side_store.on_loaded(again, StoreLoaded(((MARKS, damaged),)))
    assert review.grades(after) == {}
    assert effects == (StoreText(f"{MARKS}.set-aside", damaged),)
