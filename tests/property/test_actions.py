"""Random legal actions through ``apply``: invariants that hold after each one, whatever the rules."""

import random
from collections import Counter

import pytest
import strategies
from hypothesis import given, settings

from backgammon import (
    PRESETS,
    IllegalAction,
    Match,
    Phase,
    Rules,
    apply,
    custom,
    legal_plays,
    new_match,
    replay,
)
from backgammon.core.match import (
    ALLOWED,
    Action,
    Beavered,
    Doubled,
    OpeningRoll,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
)

RULES: tuple[Rules, ...] = (
    *PRESETS.values(),
    custom(jacoby=True, beavers=True, raccoons=True, automatic_doubles=3),
    custom(PRESETS["leaflet"], bear_off="at-least", beavers=True, cube_limit=8),
)
SHARDS = 20
FEW, MANY = 40_000, 1_000_000
"""The number of actions by default, and in the slow run."""

# How eagerly a random player picks an action, where the rules allow it; 1 for the others.
EAGERNESS: dict[type, float] = {
    Rolled: 20,
    Doubled: 1,
    Played: 500,
    Resigned: 0.2,
    Refused: 2,
    Took: 4,
    Beavered: 2,
    Raccooned: 2,
}


def actions(state: Match, rng: random.Random) -> list[Action]:
    """Return a random action of each kind allowed in the phase, in random order, the eager ones first."""
    found: list[Action] = []
    for kind in ALLOWED[state.phase]:
        if kind is OpeningRoll:
            found.append(OpeningRoll(rng.randint(1, 6), rng.randint(1, 6)))
        elif kind is Rolled:
            found.append(Rolled((rng.randint(1, 6), rng.randint(1, 6))))
        elif kind is Resigned:
            found.append(Resigned(rng.randint(1, 3)))
        elif kind is Played:
            assert state.dice is not None
            found.append(Played(rng.choice(legal_plays(state.position, state.dice, state.rules)).steps))
        else:
            found.append(kind())
    return sorted(found, key=lambda action: -(rng.random() ** (1 / EAGERNESS.get(type(action), 1))))


def advance(state: Match, rng: random.Random) -> tuple[Match, Action]:
    """Apply the first random action that is legal; some action always is."""
    for action in actions(state, rng):
        try:
            return apply(state, action), action
        except IllegalAction:
            continue
    raise AssertionError(f"nothing can be done in {state}")


def check(before: Match, state: Match) -> None:
    """Check what one action may change."""
    position = state.position
    assert len(position.points) == 26
    each = state.rules.checkers
    assert sum(abs(count) for count in position.points) + position.off + position.opponent_off == 2 * each
    assert 0 <= position.off <= each
    assert 0 <= position.opponent_off <= each
    assert position.points[25] >= 0 >= position.points[0]
    gained = [new - old for new, old in zip(state.score, before.score, strict=True)]
    assert min(gained) == 0
    ended = state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER) and state.phase is not before.phase
    assert (sum(gained) > 0) == ended == (state.result is not None and before.result is None)
    assert (state.phase is Phase.MATCH_OVER) == (0 < state.length <= max(state.score))
    if state.phase in (Phase.TO_ROLL, Phase.TO_PLAY) or state.phase.is_cube_offer:
        assert (state.dice is not None) == (state.phase is Phase.TO_PLAY)
    assert state.cube == 2 ** (state.cube.bit_length() - 1)
    assert not state.rules.cube_limit or state.cube <= state.rules.cube_limit
    assert state.game in (before.game, before.game + 1)
    assert not (state.crawford_game and state.cube > 1)


def play(rules: Rules, length: int, seed: int, count: int) -> None:
    """Play match after match, ``count`` actions in all; replay every log."""
    rng = random.Random(seed)
    while count > 0:
        start = new_match(rules, length, white=rng.randint(0, 1))
        state, log = start, []
        while state.phase is not Phase.MATCH_OVER and state.game <= 7 and count > 0:
            before = state
            state, action = advance(state, rng)
            check(before, state)
            log.append(action)
            count -= 1
        assert replay(start, log) == state


@pytest.mark.parametrize("shard", range(len(RULES)), ids=lambda shard: RULES[shard].name)
def test_random_actions(shard: int) -> None:
    play(RULES[shard], (0, 1, 3, 7)[shard % 4], shard, FEW // len(RULES))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_million_random_actions(shard: int) -> None:
    for index, rules in enumerate(RULES):
        length = (0, 1, 3, 7, 25)[(shard + index) % 5]
        play(rules, length, 1000 * shard + index, MANY // SHARDS // len(RULES))


@settings(max_examples=30)
@given(strategies.customs, strategies.seeds)
def test_random_actions_by_rules_of_any_kind(rules: Rules, seed: int) -> None:
    play(rules, seed % 8, seed, 150)


def test_a_random_player_comes_everywhere() -> None:
    rng = random.Random(3)
    seen: Counter[type] = Counter()
    state = new_match(RULES[-2])
    for _ in range(5000):
        state, action = advance(state, rng)
        seen[type(action)] += 1
    assert set(seen) == {kind for phase in ALLOWED.values() for kind in phase}
    assert seen[Played] > 1000
