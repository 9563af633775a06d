"""A log behaves as the tuple of its actions, and games as the tuple of their dice, however stored."""

import random
from functools import cache

import pytest
from effort import tries
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st
from notation.games import random_match

from backgammon.core.match import Action, Match, NextGame, new_match, replay
from backgammon.core.rules import PRESETS
from backgammon.storage.errors import StorageError
from backgammon.storage.log import Log
from backgammon.storage.log_codec import pack
from backgammon.storage.seal import add_seal, are_whole
from backgammon.storage.types import DiceSource, GameDice, Games


@cache
def actions_of(seed: int, preset: str, length: int) -> tuple[Match, tuple[Action, ...]]:
    """Return the start and the actions of a match of up to four games, cut off anywhere."""
    record = random_match(seed, PRESETS[preset], length, 4, strange=True)
    return record.start, record.log[: random.Random(seed).randint(0, len(record.log))]


matches = st.builds(
    actions_of, st.integers(0, 40), st.sampled_from(list(PRESETS)), st.sampled_from((0, 1, 2, 5))
)


@given(matches, st.data())
@profile(max_examples=tries(80))
def test_a_log_equals_the_tuple_it_stands_for(match: tuple[Match, tuple[Action, ...]], data: object) -> None:
    assert isinstance(data, st.DataObject)
    start, actions = match
    log = Log.of(start, actions)
    assert (tuple(log), len(log), bool(log)) == (actions, len(actions), bool(actions))
    assert tuple(reversed(log)) == actions[::-1]
    assert [log[at] for at in range(-len(actions), len(actions))] == [*actions, *actions]
    assert log.text == pack(actions)
    for at in (len(actions), -len(actions) - 1):
        with pytest.raises(IndexError):
            log[at]
    place = st.none() | st.integers(-len(actions) - 2, len(actions) + 2)
    part = slice(data.draw(place), data.draw(place), data.draw(st.sampled_from((None, 1, 2, -1))))
    assert log[part] == actions[part]
    stop = data.draw(st.integers(0, len(actions)))
    earlier = log.until(stop)
    assert earlier == Log.of(start, actions[:stop])
    assert hash(earlier) == hash(Log.of(start, actions[:stop]))
    assert (earlier == log) is (stop == len(actions))
    assert log.begins_with(earlier)
    assert earlier.begins_with(log) is (stop == len(actions))
    assert log.rolls == sum(type(action).__name__ in ("OpeningRoll", "Rolled") for action in actions)


@given(matches)
@profile(max_examples=tries(40))
def test_each_game_is_found_with_the_match_before_it(match: tuple[Match, tuple[Action, ...]]) -> None:
    start, actions = match
    log = Log.of(start, actions)
    assert are_whole(log.finished)
    assert log.past + len(log.running) == len(actions)
    assert not any(isinstance(action, NextGame) for action in log.running)
    for game in range(len(log.finished) + 1):
        first = log.first(game)
        assert log.before(game, start) == replay(start, actions[:first])
        assert log.actions(game) == actions[first : first + len(log.actions(game))]
        assert {log.game_at(first + at) for at in range(len(log.actions(game)))} <= {game}
    assert log.game_at(len(actions)) == len(log.finished)


def test_another_action_makes_another_log() -> None:
    start, actions = actions_of(3, "standard", 0)
    log = Log.of(start, actions)
    state = replay(start, actions)
    assert log.begins_with(log)
    other = Log.of(start, actions[:-1])
    assert not other.begins_with(log)
    assert tuple(log.with_action(NextGame(), state)) == (*actions, NextGame())


@pytest.mark.parametrize(
    "text", ["", "O31", "O31N", "O31N 2", "O31N 2 1 0 0 0", "O31N a 1 0 0 0 00000000", "N 1 1 0 0 2 00000000"]
)
def test_what_is_no_finished_game_is_refused_where_it_is_wanted(text: str) -> None:
    with pytest.raises(StorageError):
        Log((text,)).before(1, new_match())


DICE = st.builds(GameDice, st.just("c0" * 32), st.sampled_from(("", "5e" * 32)), st.text()) | st.builds(
    GameDice, st.just(""), st.just(""), st.text(), st.just(DiceSource.TYPED)
)


@given(st.lists(DICE, min_size=1, max_size=4), DICE)
def test_games_equal_the_tuple_of_their_dice(dice: list[GameDice], other: GameDice) -> None:
    games = Games.of(dice)
    assert tuple(games) == tuple(dice)
    assert [games[at] for at in range(-len(dice), len(dice))] == [*dice, *dice]
    assert games[1:] == Games.of(dice[1:])
    assert are_whole(games.texts)
    assert tuple(games.with_game(other)) == (*dice, other)
    assert tuple(games.with_latest(other)) == (*dice[:-1], other)
    assert games == Games.of(tuple(dice))
    assert all(text.isascii() and text.isprintable() for text in games.texts)


@pytest.mark.parametrize(
    "text", ["", "typed", "typed x", 'typed "\\ud800"', 'typed "a" ', 'ab cd "x"', "- - -"]
)
def test_what_says_nothing_about_dice_is_refused(text: str) -> None:
    with pytest.raises(StorageError):
        GameDice.unpack(text)


TEXTS = st.lists(st.text("ab1 ", max_size=5), max_size=5)


@given(TEXTS, st.integers(0, 4), st.sampled_from(("drop", "change", "swap", "double")))
def test_sealed_texts_show_what_was_done_to_them(plain: list[str], at: int, done: str) -> None:
    texts: tuple[str, ...] = ()
    for text in plain:
        texts = (*texts, add_seal(texts, text))
    assert are_whole(texts)
    if at >= len(texts) - 1:
        return
    changed = list(texts)
    match done:
        case "drop":
            del changed[at]
        case "change":
            changed[at] = f"x{changed[at]}"
        case "swap":
            changed[at : at + 2] = changed[at + 1], changed[at]
        case "double":
            changed.insert(at, changed[at])
    assert not are_whole(tuple(changed))
