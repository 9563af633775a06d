"""Saved matches are read back unchanged; foreign, damaged or impossible data raise only StorageError."""

import json
import random
import re
from dataclasses import asdict, replace
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from app.fake import new_page
from effort import tries
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from backgammon.core.match import Awarded, NextGame, OpeningRoll, Phase, new_match, replay
from backgammon.core.rules import PRESETS, custom
from backgammon.features.game.dice_check import check_games
from backgammon.features.saving.saved_match import snapshot
from backgammon.state.events import Command, TimePassed
from backgammon.storage import migrations
from backgammon.storage.codec import dump, dump_settings, load, load_settings
from backgammon.storage.errors import StorageError
from backgammon.storage.log import Log
from backgammon.storage.log_codec import pack, unpack
from backgammon.storage.migrations import MATCH, SETTINGS, VERSIONS
from backgammon.storage.parts import join, split
from backgammon.storage.seal import add_seal, are_whole, remove_seal
from backgammon.storage.types import DiceSource, Direction, Games, Saved, Settings, Speed, Theme

SHAPES = (
    "1 fair computer",
    "3 fair human",
    "0 typed computer",
    "5 fair human",
    "0 fair computer",
)
FORMS = [
    {"preset": preset, **dict(zip(("length", "dice", "opponent"), shape.split(), strict=True))}
    for preset, shape in zip(PRESETS, cycle(SHAPES), strict=False)
]
OLDER = sorted(Path(__file__).with_name("older").glob("*.json"))
MONEY = {"preset": "custom", "length": "0", "cube": "on", "beavers": "on", "raccoons": "on", "jacoby": "on"}


def a_match(seed: int, form: dict[str, str], events: int) -> Saved:
    """Return a match as it would be saved after ``events`` events."""
    page = new_page(tuple(form.items()), seed)
    for _ in range(events):
        event = page.next_event() or page.player_event()
        if event is None:
            break
        page.send(event)
    return snapshot(page.model)


@cache
def session() -> Saved:
    """Return a money session in its third game, after its first roll."""
    page = new_page(tuple(MONEY.items()), 4)
    while page.model.game.match.game < 3 or page.model.game.match.phase is Phase.OPENING:
        page.play_on(1)
    return snapshot(page.model)


def samples() -> st.SearchStrategy[Any]:
    """Return a strategy of saved matches of every form, as JSON data."""
    matches = [a_match(seed, form, 120 + seed) for seed, form in enumerate([*FORMS, MONEY])]
    return st.sampled_from([json.loads(dump(saved)) for saved in (session(), *matches)])


SAMPLES = st.deferred(samples)
"""The matches are played at the first use only, since every test process imports this file."""


@given(st.integers(0, 10**6), st.sampled_from([*FORMS, MONEY]), st.integers(0, 200))
@profile(max_examples=tries(25))
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
    page = new_page((("length", "1"),), 3)
    page.play_on(5000)
    saved = snapshot(page.model)
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
        one_tap=st.booleans(),
        auto_analysis=st.booleans(),
        shortcuts=st.booleans(),
        direction=st.sampled_from(Direction),
        theme=st.sampled_from(Theme),
        volume=st.integers(0, 100),
    )
)
def test_settings_come_back_the_same(settings: Settings) -> None:
    assert load_settings(dump_settings(settings)) == settings


def timed_match(events: int) -> Saved:
    """Return a match with a clock, after ``events`` events of 1.5 s each."""
    form = (("length", "3"), ("clock", "loses"), ("delay", "5"), ("bank", "1"), ("opponent", "human"))
    page = new_page(form, events)
    for _ in range(events):
        page.send(TimePassed(1500))
        page.send(page.next_event() or page.player_event() or Command("close"))
    return snapshot(page.model)


@pytest.mark.parametrize("events", [0, 1, 30, 90])
def test_a_clock_comes_back_the_same(events: int) -> None:
    saved = timed_match(events)
    assert saved.clock
    assert load(dump(saved)) == load(dump(saved), own=True) == saved
    assert join(split(saved)) == saved


def test_a_match_without_a_clock_is_written_as_before_there_were_any() -> None:
    data = json.loads(dump(a_match(1, {"length": "5"}, 60)))
    assert "clock" not in data["head"]["setup"]
    assert "clock" not in data["running"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("head", {"delay": -1, "bank": 60_000, "loses": True}),
        ("head", {"delay": 0, "bank": 1e9, "loses": True}),
        ("head", {"delay": 0, "bank": 60_000}),
        ("head", None),
        ("running", None),
        ("running", {}),
        ("running", {"bank0": 180_001, "bank1": 0, "decider": 0, "told": 0}),
        ("running", {"bank0": 0, "bank1": True, "decider": 0, "told": 0}),
        ("running", {"bank0": 0, "bank1": 0, "decider": 2, "told": 0}),
        ("running", {"bank0": 0, "bank1": 0, "decider": 0, "told": -1}),
    ],
)
def test_a_clock_that_cannot_be_is_refused(name: str, value: object) -> None:
    data = json.loads(dump(timed_match(30)))
    part = data["running"] if name == "running" else data["head"]["setup"]
    data["head"]["check"] = None
    part["clock"] = value
    with pytest.raises(StorageError):
        load(json.dumps(data))


def test_time_may_be_overdrawn_where_the_clock_only_shows() -> None:
    saved = timed_match(30)
    assert saved.clock
    late = replace(saved, clock=replace(saved.clock, banks=(-1, -(10**9))))
    assert load(dump(late)) == late


DAMAGED: dict[str, list[Any]] = {
    "format": ["", None, "triktrakk-settings"],
    "version": [0, VERSIONS[MATCH] + 1, "1", None, True, 1.0, [], -1],
    "games": [None, {}, [None], [""], ["O31N 2 1 0 0 0 00000000"], ["x"]],
    "shelf": ["x", [], {}, {"head": {}}],
    "head": [None, {}, []],
    "head setup": [None, {}, [], "x"],
    "head start": [3, [], {}, {"xgid": ""}],
    "head finished": [None, -1, 1, 3, True, "2"],
    "head check": [0, "", {}, True, 1.5],
    "head study": [3, [], {}, {"origin": "match"}, {"origin": "file", "start": None}],
    "running": [None, {}, []],
    "running game": [None, 0, 1, 2, 4, "3"],
    "running log": [None, {}, [], "O", "O11R", "R61", "O31N", "?", "O31Pihgd "],
    "running dice": [None, "", "x", 'ab - "x"', f'{"ab" * 32} - "x"', "typed", 'typed "\\ud800"'],
    "running moves": [None, [[1]], [[6, 5, 1, 0]], [["6", "5", "1"]], [[99, 5, 1]], [[True, 0, 1]]],
    "running showing": [None, 3, [[25, 24, 1]]],
    "running swapped": [None, 0, "no"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in DAMAGED for value in DAMAGED[name]])
@pytest.mark.parametrize("own", [True, False])
def test_each_part_is_checked(name: str, value: object, own: bool) -> None:
    data = json.loads(dump(session()))
    *path, last = name.split()
    part = data[path[0]] if path else data
    part[last] = value
    with pytest.raises(StorageError):
        load(json.dumps(data), own=own)
    del part[last]
    with pytest.raises(StorageError):
        load(json.dumps(data), own=own)


def test_finished_games_are_replayed_where_another_program_may_have_written_them() -> None:
    """The checksum detects damage, not intent: whoever rewrites a game can rewrite the checksum too."""
    saved = session()
    text = remove_seal(saved.log.finished[0])
    for wrong in (
        text.replace("R", "D", 1),
        re.sub(r" \d+ \d+ (. .)$", r" 7 7 \1", text),
        re.sub(r"N \d+", "N 9", text),
        "O31N 2 1 0 0 0",
        text.partition(" ")[0],
    ):
        written = dump(replace(saved, log=Log(seal_all([wrong, remove_seal(saved.log.finished[1])]), ())))
        with pytest.raises(StorageError):
            load(written)
    for dice in ('typed "', f"{'ab' * 32} - {json.dumps('x')}", ""):
        texts = seal_all([dice, *(remove_seal(text) for text in saved.games.texts[1:])])
        with pytest.raises(StorageError):
            load(dump(replace(saved, games=Games(texts))))


def seal_all(texts: list[str]) -> tuple[str, ...]:
    """Return texts with their seals, so that the checksums are right."""
    found: tuple[str, ...] = ()
    for text in texts:
        found = (*found, add_seal(found, text))
    assert are_whole(found)
    return found


@pytest.mark.parametrize(("dice", "other"), [("fair", "typed"), ("typed", "fair")])
def test_a_game_has_the_dice_that_its_match_was_set_up_with(dice: str, other: str) -> None:
    saved = a_match(1, {"length": "5", "dice": dice}, 40)
    mixed = replace(saved, setup=replace(saved.setup, dice=DiceSource(other)))
    with pytest.raises(StorageError, match="dice"):
        load(dump(mixed))


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
    running = data["running"]
    running["log"] = re.sub("P[a-z]{4}", "Pxaxa", running["log"], count=1)
    with pytest.raises(StorageError, match="legal play"):
        load(json.dumps(data))


def test_moves_that_the_roll_does_not_allow_are_refused() -> None:
    saved = next(
        saved for saved in (a_match(seed, {"length": "5"}, 60 + seed) for seed in range(99)) if saved.moves
    )
    data = json.loads(dump(saved))
    data["running"]["moves"] = [[24, 18, 5]]
    with pytest.raises(StorageError, match="does not fit"):
        load(json.dumps(data))


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_what_older_versions_wrote_is_carried_over(file: Path) -> None:
    """Version 2: a money session in its third game, a branch, a study; version 1: typed dice."""
    text = file.read_text("utf-8")
    saved, data = load(text), json.loads(text)
    actions = migrations.match_3({**migrations.match_2(data)})
    assert [len(saved.log), len(saved.games)] == [len(data["log"]), len(data["games"])]
    assert [asdict(dice) for dice in saved.games] == data["games"]
    assert [list(move) for move in saved.moves] == data["moves"]
    assert saved.match == replay(saved.beginning, saved.log)
    assert saved.setup.seats[0].name == data["setup"]["seats"][0]["name"]
    assert bool(saved.shelf) == bool(data.get("shelf"))
    assert bool(saved.replay) == bool(data.get("study"))
    assert actions["head"]["finished"] == len(saved.log.finished)
    assert load(dump(saved)) == load(dump(saved), own=True) == saved
    if data["games"][-1]["source"] == "fair":
        rolls = check_games(saved.log, saved.games)
        assert rolls
        assert all(game.agrees for game in rolls)


def test_settings_of_older_versions_are_carried_over() -> None:
    settings = dump_settings(Settings()).replace(f'"version":{VERSIONS[SETTINGS]}', '"version":1')
    assert load_settings(settings) == Settings()
    with pytest.raises(StorageError, match="version"):
        load_settings(settings.replace('"version":1', '"version":0'))


@pytest.mark.parametrize("version", [0, VERSIONS[MATCH] + 1])
def test_versions_that_never_were_are_refused(version: int) -> None:
    data = json.loads(dump(a_match(1, {"length": "5"}, 40)))
    with pytest.raises(StorageError, match="version"):
        load(json.dumps({**data, "version": version}))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 30) | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def mutate(data: Any, rng: random.Random, value: Any) -> Any:
    """Return a JSON tree with ``value`` put in somewhere, or with something removed."""
    if isinstance(data, dict) and data and rng.random() < 0.95:
        key = rng.choice(list(data))
        if rng.random() < 0.1:
            return {name: item for name, item in data.items() if name != key}
        return {**data, key: mutate(data[key], rng, value)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        index = rng.randrange(len(data))
        if rng.random() < 0.2:
            return data[:index] + data[index + rng.choice((0, 1)) :] + data[:1]
        return [*data[:index], mutate(data[index], rng, value), *data[index + 1 :]]
    return value


@given(SAMPLES, st.lists(json_values, min_size=1, max_size=3), st.integers(0, 10**6))
@profile(max_examples=tries(250))
def test_mutated_records_are_read_as_sound_matches_or_refused(
    data: Any, values: list[Any], seed: int
) -> None:
    rng = random.Random(seed)
    for value in values:
        data = mutate(data, rng, value)
    if isinstance(data, dict) and isinstance(data.get("head"), dict) and rng.random() < 0.7:
        data = {**data, "head": {**data["head"], "check": None}}
    try:
        saved = load(json.dumps(data))
    except StorageError:
        return
    assert load(dump(saved)) == saved


@given(SAMPLES, st.integers(0, 10**6), st.text(max_size=3))
@profile(max_examples=tries(100))
def test_torn_and_overwritten_text_raises_nothing_else(data: Any, position: int, scrap: str) -> None:
    text = json.dumps(data)
    position %= len(text)
    for torn in (text[:position], text[:position] + scrap + text[position + len(scrap) :]):
        try:
            load(torn)
        except StorageError:
            continue


def test_an_awarded_game_is_kept_in_logs_and_in_public_records() -> None:
    log = (OpeningRoll(3, 1), Awarded(1, (0, 4016)), NextGame())
    assert unpack(pack(log)) == log
    saved = a_match(1, FORMS[1], 0)
    match = replay(saved.match, log[:2])
    public = dump(replace(saved, match=match, log=Log.of(saved.match, log[:2])), public=True)
    assert tuple(load(public, to_continue=False).log) == log[:2]


def test_a_log_goes_on_after_an_awarded_game() -> None:
    actions = (OpeningRoll(3, 1), Awarded(1, (0, 3)), NextGame(), OpeningRoll(2, 6))
    log = Log.of(new_match(length=5), actions)
    assert tuple(log) == actions
    assert (len(log), log.past, log.rolls) == (4, 3, 2)
