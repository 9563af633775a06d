"""What is written is read back the same; foreign, damaged or impossible data raise StorageError only."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from app.fake import started
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from backgammon.app.keeping import kept
from backgammon.core.match import Awarded, NextGame, OpeningRoll, Phase, replay
from backgammon.core.rules import PRESETS, custom
from backgammon.storage.actions import pack, unpack
from backgammon.storage.codec import VERSION, dump, dump_settings, load, load_settings
from backgammon.storage.errors import StorageError
from backgammon.storage.record import Direction, Saved, Settings, Speed, Theme

SHAPES = (
    "1 fair computer",
    "3 fair human",
    "0 typed computer",
    "5 fair human",
    "0 fair computer",
    "3 fair human",
)
FORMS = [
    {"preset": preset, **dict(zip(("length", "dice", "opponent"), shape.split(), strict=True))}
    for preset, shape in zip(PRESETS, SHAPES, strict=True)
]
MONEY = {"preset": "custom", "length": "0", "cube": "on", "beavers": "on", "raccoons": "on", "jacoby": "on"}


def a_match(seed: int, form: dict[str, str], events: int) -> Saved:
    """Return a match as it would be kept after so many events."""
    page = started(tuple(form.items()), seed)
    for _ in range(events):
        event = page.world() or page.person()
        if event is None:
            break
        page.send(event)
    return kept(page.model)


SAMPLES = [json.loads(dump(a_match(seed, form, 120 + seed))) for seed, form in enumerate([*FORMS, MONEY])]


@given(st.integers(0, 10**6), st.sampled_from([*FORMS, MONEY]), st.integers(0, 200))
@profile(max_examples=25)
def test_whatever_is_kept_comes_back_the_same(seed: int, form: dict[str, str], events: int) -> None:
    saved = a_match(seed, form, events)
    assert load(dump(saved)) == saved


def test_a_public_record_has_no_secret_of_a_running_game_and_cannot_be_continued() -> None:
    saved = a_match(1, {"length": "5"}, 60)
    text = dump(saved, public=True)
    assert saved.games[-1].secret not in text
    with pytest.raises(StorageError, match="secret"):
        load(text)
    assert load(text, to_continue=False).match == saved.match


def test_a_public_record_of_a_finished_match_is_complete() -> None:
    page = started((("length", "1"),), 3)
    page.play_on(5000)
    saved = kept(page.model)
    assert saved.match.phase is Phase.MATCH_OVER
    assert load(dump(saved, public=True)) == saved


def test_custom_rules_and_names_in_any_script_come_back() -> None:
    saved = a_match(2, {**MONEY, "name0": "Ünsal 山田 🎲", "word": "žluť"}, 0)
    rules = custom(saved.setup.rules, bear_off="exact", lapse=True)
    fresh = replace(saved, setup=replace(saved.setup, rules=rules), match=replace(saved.match, rules=rules))
    assert load(dump(fresh)) == fresh


@given(
    st.builds(
        Settings,
        speed=st.sampled_from(Speed),
        auto_confirm=st.booleans(),
        direction=st.sampled_from(Direction),
        theme=st.sampled_from(Theme),
        volume=st.integers(0, 100),
    )
)
def test_settings_come_back_the_same(settings: Settings) -> None:
    assert load_settings(dump_settings(settings)) == settings


DAMAGED: dict[str, Any] = {
    "format": ["", None, "triktrakk-settings"],
    "version": [0, 3, "1", None, True, 1.0, [], -1],
    "setup": [None, {}, [], "x"],
    "log": [None, {}, [{}], [{"do": "fly"}], [{"do": "roll", "dice": [6, 1]}], [["do"]], [{"do": ["roll"]}]],
    "games": [None, [], {}, [None], [{"commitment": "ab", "secret": "", "word": "", "source": "fair"}]],
    "moves": [None, [[1]], [[6, 5, 1, 0]], [["6", "5", "1"]], [[99, 5, 1]], [[True, 0, 1]]],
    "showing": [None, 3, [[25, 24, 1]]],
    "swapped": [None, 0, "no"],
    "start": [3, [], {}, {"xgid": ""}],
    "study": [3, [], {}, {"origin": "match"}, {"origin": "file", "start": None}],
    "shelf": ["x", [], {}, {"setup": {}}],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in DAMAGED for value in DAMAGED[name]])
def test_each_part_is_checked(name: str, value: object) -> None:
    data = json.loads(dump(a_match(1, {"length": "5"}, 40)))
    data[name] = value
    with pytest.raises(StorageError):
        load(json.dumps(data))
    del data[name]
    with pytest.raises(StorageError):
        load(json.dumps(data))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "3",
        "NaN",
        '"x"',
        "[" * 10_000,
        '{"format":' * 5_000,
        "9" * 5_000,
        "{}",
        "\ud800",
    ],
)
def test_what_is_no_record_of_ours_is_refused(text: str) -> None:
    for read in (load, load_settings):
        with pytest.raises(StorageError):
            read(text)


def test_the_error_quotes_what_stood_there() -> None:
    with pytest.raises(StorageError, match="half a tea cup"):
        load("half a tea cup")


def test_an_illegal_action_in_the_log_is_refused_with_its_rule() -> None:
    data = json.loads(dump(a_match(1, {"length": "5"}, 60)))
    index = next(
        index for index, action in enumerate(data["log"]) if action["do"] == "play" and action["steps"]
    )
    data["log"][index]["steps"] = [[24, 1]]
    with pytest.raises(StorageError, match="legal play"):
        load(json.dumps(data))


def test_moves_that_the_roll_does_not_allow_are_refused() -> None:
    saved = next(
        saved for saved in (a_match(seed, {"length": "5"}, 60 + seed) for seed in range(99)) if saved.moves
    )
    data = json.loads(dump(saved))
    data["moves"] = [[24, 18, 5]]
    with pytest.raises(StorageError, match="does not fit"):
        load(json.dumps(data))


def test_older_versions_are_carried_over() -> None:
    saved = a_match(1, {"length": "5"}, 40)
    data = json.loads(dump(saved))
    first = {name: value for name, value in data.items() if name not in ("start", "study", "shelf")}
    assert load(json.dumps({**first, "version": 1})) == saved
    settings = dump_settings(Settings()).replace(f'"version":{VERSION}', '"version":1')
    assert load_settings(settings) == Settings()
    with pytest.raises(StorageError, match="version"):
        load(json.dumps({**data, "version": 0}))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 30) | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def mutated(data: Any, rng: random.Random, value: Any) -> Any:
    """Put a value somewhere into a tree of JSON, or take something out of it."""
    if isinstance(data, dict) and data and rng.random() < 0.95:
        key = rng.choice(list(data))
        if rng.random() < 0.1:
            return {name: item for name, item in data.items() if name != key}
        return {**data, key: mutated(data[key], rng, value)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        index = rng.randrange(len(data))
        if rng.random() < 0.2:
            return data[:index] + data[index + rng.choice((0, 1)) :] + data[:1]
        return [*data[:index], mutated(data[index], rng, value), *data[index + 1 :]]
    return value


@given(st.sampled_from(SAMPLES), st.lists(json_values, min_size=1, max_size=3), st.integers(0, 10**6))
@profile(max_examples=250)
def test_mutated_records_are_read_as_sound_matches_or_refused(
    data: Any, values: list[Any], seed: int
) -> None:
    rng = random.Random(seed)
    for value in values:
        data = mutated(data, rng, value)
    try:
        saved = load(json.dumps(data))
    except StorageError:
        return
    assert load(dump(saved)) == saved


@given(st.sampled_from(SAMPLES), st.integers(0, 10**6), st.text(max_size=3))
@profile(max_examples=100)
def test_torn_and_overwritten_text_raises_nothing_else(data: Any, position: int, scrap: str) -> None:
    text = json.dumps(data)
    position %= len(text)
    for torn in (text[:position], text[:position] + scrap + text[position + len(scrap) :]):
        try:
            load(torn)
        except StorageError:
            continue


def test_an_awarded_game_is_kept_in_logs_and_in_public_records() -> None:
    log = (OpeningRoll(3, 1), Awarded(1, (0, 12)), NextGame())
    assert unpack(pack(log)) == log
    saved = a_match(1, FORMS[1], 0)
    match = replay(saved.match, log[:2])
    public = dump(replace(saved, match=match, log=log[:2]), public=True)
    assert load(public, to_continue=False).log == log[:2]
