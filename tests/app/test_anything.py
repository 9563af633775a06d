"""Whatever happens, in whatever order: update raises nothing, and every model is sound (see fake.check)."""

import random
from typing import Any

from app.fake import Page, started
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon.app.commands import ACTIONS, EDITS, HASTENING, STEPS
from backgammon.app.events import (
    ChangedElsewhere,
    Command,
    Dragged,
    EngineAnswered,
    EngineFailed,
    EngineReady,
    MotionReduced,
    Picked,
    Restored,
    SecretDrawn,
    SettingChanged,
    StorageFailed,
    Submitted,
    Tapped,
    Ticked,
)
from backgammon.app.keeping import kept
from backgammon.app.shortcuts import PRIMARY, SHORTCUTS, command_for
from backgammon.core.rules import PRESETS, Rules
from backgammon.protocol.messages import Answer, Choice
from backgammon.storage.codec import dump, load
from backgammon.storage.record import Settings

NAMES = sorted({*ACTIONS, *HASTENING, *SHORTCUTS.values(), "check-dice", "download", "take-other", *STEPS})
NAMES += ["study-at", "study-close", "play-here", "shelf-return"]
NAMES += ["edit-done", *EDITS]
NAMES += ["keep-mine", "retry-engine", "dismiss", "no such command", ""]
VALUES = ["", "1", "2", "3", "63", "11", "07", "on", "standard", "leaflet", "custom", "off", "fair", "typed"]
VALUES += ["D", "64", "25", "26", "-1", "²", "x" * 200, "\ud800"]
FIELDS = ["opponent", "level", "length", "preset", "white", "name0", "name1", "dice", "word", "direction"]
FIELDS += ["first", "second", "side", *Rules.__slots__]

places = st.integers(-2, 28)
values = st.sampled_from(VALUES) | st.text(max_size=8)
filled = st.lists(st.tuples(st.sampled_from(FIELDS), values), max_size=6).map(tuple)
answers = st.builds(
    Answer,
    st.sampled_from(Choice),
    st.lists(st.tuples(places, places), max_size=4).map(tuple),
    st.integers(-1, 4),
)
events = st.one_of(
    st.builds(Tapped, places),
    st.builds(Picked, places),
    st.builds(Dragged, places, st.none() | places),
    st.builds(Command, st.sampled_from(NAMES), values),
    st.builds(Submitted, st.sampled_from(["new-game", "play-here", "typed-roll", "word", "other"]), filled),
    st.builds(SettingChanged, st.sampled_from([*Settings.__slots__, "other"]), values),
    st.builds(Ticked, st.integers(0, 40)),
    st.builds(SecretDrawn, st.text(max_size=4) | st.just("ab" * 32)),
    st.builds(EngineAnswered, st.integers(0, 20), answers),
    st.builds(EngineFailed, st.text(max_size=4), st.booleans()),
    st.builds(MotionReduced, st.booleans()),
    st.sampled_from([EngineReady(), Restored(None), StorageFailed(), ChangedElsewhere()]),
)
setups = st.fixed_dictionaries(
    {
        "preset": st.sampled_from([*PRESETS, "custom"]),
        "opponent": st.sampled_from(["computer", "human"]),
        "length": st.sampled_from(["0", "1", "3"]),
        "dice": st.sampled_from(["fair", "fair", "typed"]),
    },
    optional={name: st.just("on") for name in ("cube", "beavers", "raccoons", "lapse", "jacoby")},
)


@given(setups, st.lists(st.sampled_from(["world", "person"]) | events, max_size=120), st.integers(0, 99))
@settings(max_examples=200)
def test_no_sequence_of_events_breaks_the_model(form: dict[str, str], script: list[Any], seed: int) -> None:
    page = started(tuple(form.items()), seed)
    for step in script:
        match step:
            case "world" | "person":
                event = getattr(page, step)()
            case event:
                pass
        if event:
            page.send(event)
    assert load(dump(kept(page.model))) == kept(page.model)


@given(setups, st.integers(0, 10**6))
@settings(max_examples=8)
def test_nonsense_in_the_middle_of_matches(form: dict[str, str], seed: int) -> None:
    """Long games with a mix of sense and random keys reach states that short scripts do not."""
    page = started(tuple(form.items()), seed)
    rng = random.Random(seed)
    keys = [*SHORTCUTS, PRIMARY, "§"]
    for _ in range(400):
        event = page.world() if rng.random() < 0.7 else None
        if event is None:
            event = page.person() if rng.random() < 0.8 else command_for(page.model, rng.choice(keys))
        page.send(event or Tapped(rng.randint(0, 25)))
        if page.model.dialog:
            page.send(Command("close"))


@given(setups, st.integers(0, 10**6))
@settings(max_examples=12)
def test_closing_the_tab_at_any_moment_loses_nothing(form: dict[str, str], seed: int) -> None:
    page = started(tuple(form.items()), seed)
    rng = random.Random(seed)
    for _ in range(150):
        page.send(page.world() or page.person() or Tapped(rng.randint(0, 25)))
        if rng.random() < 0.1:
            before = page.model
            page = Page(rng=page.rng)
            page.send(Restored(load(dump(kept(before)))))
            after = page.model
            assert after.log.begins_with(before.log)
            assert (after.games, after.setup) == (before.games, before.setup)
            if len(after.log) == len(before.log):
                assert after.match == before.match
                made = before.moves + before.showing
                assert (after.moves + after.showing)[: len(made)] == made
                assert after.swapped == before.swapped
                assert (after.last_moves, after.last_player) == (before.last_moves, before.last_player)
