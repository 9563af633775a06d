"""The handcrafted inputs against a slow, obvious second version, and their bounds."""

import random

import pytest

from backgammon.core.position import START, Points, flip_points
from backgammon.engine import features

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
SHOTS_AT, PRIME_AT, HELD_AT, CONTACT_AT = 200, 212, 236, 240


def random_position(rng: random.Random) -> Points:
    """Return a position of up to fifteen checkers a side, anywhere, but never both on one point."""
    position = [0] * 26
    for sign, bar in ((1, 25), (-1, 0)):
        for _ in range(rng.randint(1, 15)):
            while True:
                i = rng.choice((bar, *range(1, 25), *range(1, 25)))
                if position[i] * sign >= 0 and i != 25 - bar:
                    position[i] += sign
                    break
    return tuple(position)


@pytest.fixture(scope="module")
def positions() -> list[Points]:
    rng = random.Random(7)
    return [random_position(rng) for _ in range(1500)] + [START]


def blots_hit(position: Points, roll: tuple[int, int]) -> set[int]:
    """Return the points of the opponent's blots that one checker can hit with the roll, tried step by step.

    A checker on the bar is the only one that moves; points more than six away from the blot never stop it.
    """
    hit = set()
    starts = [25] if position[25] else [i for i in range(1, 25) if position[i] > 0]
    a, b = roll
    orders = [[a] * 4] if a == b else [[a, b], [b, a]]
    for target in range(1, 25):
        if position[target] != -1:
            continue
        for start in starts:
            for order in orders:
                at = start
                for die in order:
                    at -= die
                    if at == target and start - target <= 12:
                        hit.add(target)
                    if at <= target or (position[at] <= -2 and at - target <= 6):
                        break
    return hit


def shots_slowly(position: Points) -> list[int]:
    hits = [blots_hit(position, roll) for roll in ROLLS]
    return [
        sum(len(hit) >= 1 for hit in hits),
        sum(len(hit) >= 2 for hit in hits),
        sum(any(target > 12 for target in hit) for hit in hits),
    ]


def escapes_slowly(blocked: list[int]) -> int:
    """Return how many of 36 rolls bring a checker past all of ``blocked`` (1 to 12 away), touching none."""
    if not blocked:
        return 36
    count = 0
    for a, b in ROLLS:
        for order in [[a] * 4] if a == b else [[a, b], [b, a]]:
            at = 0
            for die in order:
                at += die
                if at in blocked:
                    break
            if at > max(blocked) and at not in blocked:
                count += 1
                break
    return count


def rear_of(position: Points) -> int:
    return max(i for i in range(26) if position[i] > 0)


def encode_count(n: int) -> list[int]:
    return [min(n, 12) * 4, max(n - 12, 0) * 4]


def test_rows_are_fixed_point_int8(positions: list[Points]) -> None:
    rows = [features.encode(position) for position in positions]
    assert {len(row) for row in rows} == {features.INPUTS}
    assert max(map(max, rows)) <= 127


def test_points_say_what_stands_where(positions: list[Points]) -> None:
    for position in positions:
        row = features.encode(position)
        for i in range(1, 25):
            ours, theirs = row[8 * i - 4 : 8 * i], row[8 * i : 8 * i + 4]
            for group, count in ((ours, position[i]), (theirs, -position[i])):
                expected = [32 * (count == 1), 32 * (count >= 2), 32 * (count >= 3), 10 * max(count - 3, 0)]
                assert list(group) == expected


@pytest.mark.thorough
def test_shots_against_walking_every_roll(positions: list[Points]) -> None:
    for position in positions:
        row = features.encode(position)
        for start, side in ((SHOTS_AT, position), (SHOTS_AT + 6, flip_points(position))):
            expected = [byte for n in shots_slowly(side) for byte in encode_count(n)]
            assert list(row[start : start + 6]) == expected, side


def test_primes_hold_as_many_rolls_as_they_do(positions: list[Points]) -> None:
    for position in positions:
        row = features.encode(position)
        for start, side in ((PRIME_AT, position), (PRIME_AT + 12, flip_points(position))):
            made = [i for i in range(1, 13) if side[i] >= 2]
            held = [2 * escapes_slowly([i - q for i in made if i > q]) for q in range(6)]
            assert list(row[start : start + 6]) == held
            runs = [n for n in range(1, 13) for i in range(1, 14 - n) if set(range(i, i + n)) <= set(made)]
            longest = max(runs, default=0)
            assert list(row[start + 6 : start + 10]) == [32 * (longest >= n) for n in (3, 4, 5, 6)]


def test_the_rearmost_checkers_escapes(positions: list[Points]) -> None:
    for position in positions:
        row = features.encode(position)
        for start, side in ((HELD_AT, position), (HELD_AT + 2, flip_points(position))):
            rear = rear_of(side)
            blocked = [d for d in range(1, 13) if rear - d >= 1 and side[rear - d] <= -2]
            assert list(row[start : start + 2]) == encode_count(escapes_slowly(blocked))


def test_contact_is_what_the_rearmost_checkers_still_have_to_pass(positions: list[Points]) -> None:
    for position in positions:
        row = features.encode(position)
        passing = rear_of(position) - (25 - rear_of(flip_points(position)))
        expected = [32 * (passing <= 0), 4 * min(max(passing, 0), 12), 4 * max(passing - 12, 0)]
        assert list(row[CONTACT_AT : CONTACT_AT + 3]) == expected


def test_the_groups_of_both_sides_change_places_when_the_board_is_turned(positions: list[Points]) -> None:
    for position in positions:
        row, other = features.encode(position), features.encode(flip_points(position))
        assert row[SHOTS_AT : SHOTS_AT + 6] == other[SHOTS_AT + 6 : SHOTS_AT + 12]
        assert row[PRIME_AT : PRIME_AT + 12] == other[PRIME_AT + 12 : PRIME_AT + 24]
        assert row[CONTACT_AT : CONTACT_AT + 3] == other[CONTACT_AT : CONTACT_AT + 3]
