"""Any events in any order: update raises nothing, and every model is sound (see fuzz)."""

import random
from typing import get_args

import pytest
from app.fake import Page, new_page
from app.fuzz import Visit
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon.app.shortcuts import PRIMARY, SHORTCUTS, command_for
from backgammon.core.rules import PRESETS
from backgammon.features.game import flow
from backgammon.features.saving.saved_match import snapshot
from backgammon.state.events import Command, Event, Restored, Tapped
from backgammon.state.model import Model
from backgammon.state.stage import TRANSITIONS, Stage
from backgammon.storage.codec import dump, load

setups = st.fixed_dictionaries(
    {
        "preset": st.sampled_from([*PRESETS, "custom"]),
        "opponent": st.sampled_from(["computer", "human"]),
        "length": st.sampled_from(["0", "1", "3"]),
        "dice": st.sampled_from(["fair", "fair", "typed"]),
    },
    optional={name: st.just("on") for name in ("cube", "beavers", "raccoons", "lapse", "jacoby")},
)


VISIT = 400
"""The number of events of one visit."""


Change = tuple[type[Stage], type[Stage]]


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> set[Change]:
    """Return a set that collects each change of stage (from, to) that a page makes."""
    seen = set[Change]()
    move_to = flow._at

    def record_change(model: Model, following: Stage) -> Model:
        seen.add((type(model.game.stage), type(following)))
        return move_to(model, following)

    monkeypatch.setattr(flow, "_at", record_change)
    return seen


@pytest.mark.timeout(0)
def test_whatever_happens_the_page_stays_sound(pytestconfig: pytest.Config, changes: set[Change]) -> None:
    """The stages change in every way of the table ``TRANSITIONS``, and in no other.

    ``--steps 100000`` tries more events, ``--seed N --steps 400`` a single visit.
    """
    drawn: set[object] = set()
    steps, seed = tries(pytestconfig.getoption("--steps")), pytestconfig.getoption("--seed")
    for number, begin in enumerate(range(0, steps, VISIT), seed):
        visit = Visit(number)
        for _ in range(min(VISIT, steps - begin)):
            try:
                visit.step()
            except Exception as error:
                last = "\n".join(repr(event)[:300] for event in visit.happened[-8:])
                raise AssertionError(f"--seed {number}, event {len(visit.happened)}:\n{last}") from error
        drawn |= {*visit.drawn}
    table = {(stage, after) for stage, following in TRANSITIONS.items() for after in following}
    assert changes <= table
    assert steps < 2000 or (changes == table and {*get_args(Event)} <= drawn)


@given(setups, st.integers(0, 10**6))
@settings(max_examples=tries(8))
def test_nonsense_in_the_middle_of_matches(form: dict[str, str], seed: int) -> None:
    """Long games of sensible inputs mixed with random keys reach states that short scripts do not."""
    page = new_page(tuple(form.items()), seed)
    rng = random.Random(seed)
    keys = [*SHORTCUTS, PRIMARY, "§"]
    for _ in range(400):
        event = page.next_event() if rng.random() < 0.7 else None
        if event is None:
            event = page.player_event() if rng.random() < 0.8 else command_for(page.model, rng.choice(keys))
        page.send(event or Tapped(rng.randint(0, 25)))
        if page.model.dialog:
            page.send(Command("close"))


@given(setups, st.integers(0, 10**6))
@settings(max_examples=tries(12))
def test_closing_the_tab_at_any_moment_loses_nothing(form: dict[str, str], seed: int) -> None:
    page = new_page(tuple(form.items()), seed)
    rng = random.Random(seed)
    for _ in range(150):
        page.send(page.next_event() or page.player_event() or Tapped(rng.randint(0, 25)))
        if rng.random() < 0.1:
            before = page.model
            page = Page(rng=page.rng)
            page.send(Restored(load(dump(snapshot(before)))))
            after = page.model
            game, earlier = after.game_in_play, before.game_in_play
            assert game.log.begins_with(earlier.log)
            assert (game.games, game.setup) == (earlier.games, earlier.setup)
            if len(game.log) == len(earlier.log):
                assert game.match == earlier.match
                made = earlier.moves + earlier.moves_to_show
                assert (game.moves + game.moves_to_show)[: len(made)] == made
                assert game.swapped == earlier.swapped
                assert (game.last_moves, game.last_player) == (earlier.last_moves, earlier.last_player)
