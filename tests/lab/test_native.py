"""The lab's C code against the Python that ships: the same plays, the same inputs, the same net."""

import random
import shutil
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from statistics import mean, variance
from typing import Any

import pytest

from backgammon.core.position import START, Points, flip_points
from backgammon.engine import features
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.races import races, sides
from lab.referees import players
from lab.train import export, native, race_tables, widen

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")
HIDDEN = (64, 32, 16)


def walk(count: int, seed: int) -> Iterator[Points]:
    """Yield ``count`` positions of random games."""
    rng = random.Random(seed)
    position = START
    for _ in range(count):
        position = flip_points(rng.choice(native.plays(position, rng.randint(1, 6), rng.randint(1, 6))))
        if min(position) >= 0 or max(position) <= 0:
            position = START
        yield position


@pytest.fixture(scope="module")
def trained_lab() -> native.Lab:
    lab = native.Lab(HIDDEN, seed=3, room=4096)
    lab.run(native.Plan(deep=0.25, rate=2e-3, trace=0.7, memory=0.99, replay=1, games=150, batch=256))
    return lab


@pytest.fixture(scope="module")
def quantised_net(trained_lab: native.Lab) -> list[export.Layer]:
    return export.quantise(trained_lab.net())


def test_plays_count_as_perft_says() -> None:
    rolls = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
    first = [flip_points(play) for roll in rolls for play in native.plays(START, *roll)]
    assert len(first) == 447
    assert sum(len(native.plays(position, *roll)) for position in first for roll in rolls) == 202_782


def test_inputs_agree_byte_for_byte() -> None:
    positions = list(walk(20_000, seed=1))
    assert native.encode(positions) == b"".join(map(features.encode, positions))


@pytest.mark.parametrize("exact", [0, 0.5])
def test_the_same_seed_gives_the_same_net(exact: float) -> None:
    weights = []
    for _ in range(2):
        lab = native.Lab(HIDDEN, seed=5, room=2048)
        plan = native.Plan(
            deep=0.25,
            rate=2e-3,
            trace=0.7,
            memory=0.99,
            replay=1,
            games=40,
            batch=128,
            exact=exact,
            carry=0.9,
        )
        lab.run(plan)
        weights.append(lab.save())
    assert weights[0] == weights[1]


def test_a_checkpoint_brings_everything_back(trained_lab: native.Lab) -> None:
    other = native.Lab(HIDDEN, seed=9)
    other.load(trained_lab.save())
    assert other.save() == trained_lab.save()
    assert (other.games, other.steps) == (trained_lab.games, trained_lab.steps)
    with pytest.raises(ValueError, match="does not fit"):
        native.Lab((32,), seed=1).load(trained_lab.save())


@pytest.mark.parametrize("hidden", [(1032, 8), (8, 8, 8, 8)])
def test_a_net_that_the_c_code_has_no_room_for_is_refused(hidden: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="the most"):
        native.Lab(hidden, seed=1)


def test_a_plan_without_a_batch_is_refused() -> None:
    with pytest.raises(ValueError, match="a batch of 0"):
        native.Lab(HIDDEN, seed=1, room=64).run(native.Plan(games=1))


def shipped_net() -> native.Net:
    net = players.net("shipped")
    assert net
    return net


def opening_targets(**plan: Any) -> list[float]:
    """Return the equities that games of the shipped net teach for the first position."""
    lab = widen.from_net(shipped_net(), seed=3, games=0)
    lab.run(native.Plan(memory=0.99, batch=256, **plan))
    first = features.encode(START)
    return [Outcomes(*target).equity for row, target in lab.training_samples() if row == first]


@pytest.mark.slow
def test_targets_without_luck_have_the_mean_of_the_results_and_less_noise() -> None:
    results = opening_targets(trace=1, games=600)
    without_luck = opening_targets(exact=1, carry=1, games=30)
    noise = sqrt(variance(results) / len(results) + variance(without_luck) / len(without_luck))
    assert mean(without_luck) == pytest.approx(mean(results), abs=3 * noise)
    assert variance(without_luck) < variance(results) / 10


@pytest.mark.slow
def test_games_begin_in_the_midst_of_others_in_every_kind_of_position_alike() -> None:
    lab = widen.from_net(shipped_net(), seed=7, games=0, room=1 << 18)
    lab.run(native.Plan(games=600, batch=256))
    before = lab.training_samples()
    lab.run(native.Plan(games=200, midst=1, batch=256))
    after = lab.training_samples()[len(before) :]
    start = features.encode(START)
    assert start in {row for row, _ in before}
    assert start not in {row for row, _ in after}
    assert share_of_two_anchors(after) > 1.5 * share_of_two_anchors(before)
    lab.run(native.Plan(games=200, midst=1, back=1, batch=256))
    back_games = lab.training_samples()[len(before) + len(after) :]
    assert share_of_two_anchors(back_games) > 1.5 * share_of_two_anchors(after)


def share_of_two_anchors(remembered: list[tuple[bytes, native.Outputs]]) -> float:
    """Return the share of positions where the player on roll holds two anchors in the opponent's home."""
    behind = 2 * (len(features._PIPS[0]) + len(features._OFF[0]) + len(features._TIME[0])) + len(
        features._LEAD[0]
    )
    second = features.INPUTS - behind - 2 * len(features._ANCHOR[0]) + 1
    return mean(row[second] > 0 for row, _ in remembered)


@pytest.mark.slow
def test_weights_that_stand_out_are_drawn_back() -> None:
    def farthest_out(limit: float) -> float:
        lab = native.Lab(HIDDEN, seed=3, room=4096)
        plan: dict[str, Any] = {
            "deep": 0.25,
            "rate": 1e-5,
            "trace": 0.7,
            "memory": 0.9,
            "replay": 20,
            "batch": 64,
        }
        lab.run(native.Plan(games=120, limit=limit, **plan))
        units = native.hidden_units(lab.net(), list(walk(2000, seed=2)))
        tops: list[float] = [max(column) for column in zip(*units, strict=True)][: HIDDEN[0]]
        (rows, _) = export._layers(HIDDEN, lab.net().weights)[1]
        high = [[abs(w * top) for w, top in zip(row, tops, strict=True)] for row in rows]
        return mean(max(row) / sqrt(mean(x * x for x in row)) for row in high)

    assert farthest_out(1.5) < 0.7 * farthest_out(0)


def test_errors_in_points_pull_wins_one_way_and_losses_the_other() -> None:
    def first_step(points: float) -> list[bool]:
        lab = native.Lab(HIDDEN, seed=4, room=256)
        before = array("f", lab.save()[32:])
        lab.run(native.Plan(rate=1e-3, deep=1, trace=1, replay=0.2, games=1, batch=16, points=points))
        assert lab.steps == 1
        after = array("f", lab.save()[32:])
        biases = slice(native.count_weights(HIDDEN) - 8, native.count_weights(HIDDEN) - 3)
        return [new < old for new, old in zip(after[biases], before[biases], strict=True)]

    won, *others = first_step(1000)
    assert others == [won, won, not won, not won]
    assert first_step(0) == [won, *[True] * 4]  # by the chances alone: every gammon is less likely than 1/2


def test_races_are_judged_as_in_play(trained_lab: native.Lab) -> None:
    race_tables.load()
    rng = random.Random(8)
    positions = [race(rng) for _ in range(500)]
    judged = races().evaluate([both for position in positions if (both := sides(position))])
    net = replace(trained_lab.net(), races=True)
    assert farthest(judged, native.evaluate(net, positions)) < 2e-3
    assert farthest(judged, native.evaluate(trained_lab.net(), positions)) > 0.1


def race(rng: random.Random) -> Points:
    """Return a race, perhaps with some checkers borne off."""
    board, meet = [0] * 26, rng.randint(7, 18)
    for _ in range(rng.choice((15, 15, rng.randint(1, 15)))):
        board[min(rng.randint(1, meet), rng.randint(1, meet))] += 1
    for _ in range(rng.choice((15, 15, rng.randint(1, 15)))):
        board[max(rng.randint(meet + 1, 24), rng.randint(meet + 1, 24))] -= 1
    return tuple(board)


@pytest.mark.slow
@pytest.mark.parametrize("exact", [0, 0.25])
def test_learning_beats_chance(exact: float) -> None:
    lab = native.Lab(HIDDEN, seed=3)
    fresh = lab.net()
    plan = native.Plan(
        deep=0.25, rate=2e-3, trace=0.7, memory=0.99, replay=2, games=3000, batch=256, exact=exact, carry=0.9
    )
    lab.run(plan)
    assert sum(native.duel(lab.net(), fresh, 100, 1)) > 50


def test_a_net_against_itself_is_exactly_even(trained_lab: native.Lab) -> None:
    assert set(native.duel(trained_lab.net(), trained_lab.net(), 50, 2)) == {0.0}


def test_learning_lowers_the_cross_entropy() -> None:
    lab = native.Lab(HIDDEN, seed=11, room=4096)
    plan = native.Plan(deep=0.25, rate=2e-3, trace=0.7, memory=0.99, replay=2, games=50, batch=256)
    losses = [lab.run(plan) for _ in range(12)]
    assert sum(losses[-4:]) < sum(losses[1:5])


def slow_outputs(played: list[export.Layer], position: Points) -> list[float]:
    own = sum(n for n in position if n > 0)
    opponent = -sum(n for n in position if n < 0)
    return export.outputs(played, features.encode(position), own, opponent)


def farthest(left: Iterable[Sequence[float]], right: Iterable[Sequence[float]]) -> float:
    pairs = [pair for rows in zip(left, right, strict=True) for pair in zip(*rows, strict=True)]
    return max(abs(x - y) for x, y in pairs)


def test_the_net_file_keeps_what_the_net_knows(
    trained_lab: native.Lab, quantised_net: list[export.Layer]
) -> None:
    data = export.write(quantised_net)
    played = export.read(data)
    assert export.write(played) == data
    positions = list(walk(200, seed=4))
    outputs = [slow_outputs(played, position) for position in positions]
    assert farthest(outputs, native.evaluate(trained_lab.net(), positions)) < 0.05
    assert farthest(outputs, native.evaluate(export.as_net(played), positions)) < 0.005


def test_rounding_weights_together_changes_a_layer_less_than_each_alone() -> None:
    rng = random.Random(13)
    hidden = [[rng.random() for _ in range(4)] for _ in range(300)]
    units = [[a + b, a, b + c, c, c + d, d] for a, b, c, d in hidden]
    rows = [[rng.gauss(0, 1) for _ in range(6)] for _ in range(20)]
    grains = [max(map(abs, row)) / 7 for row in rows]
    together, means = native.round_rows(units, rows, grains)
    alone = [[float(round(w / grain)) for w in row] for row, grain in zip(rows, grains, strict=True)]

    def change(rounded: Sequence[Sequence[float]]) -> float:
        errors = [
            [grain * k - w for k, w in zip(ints, row, strict=True)]
            for ints, row, grain in zip(rounded, rows, grains, strict=True)
        ]
        centred = [[x - mean for x, mean in zip(vector, means, strict=True)] for vector in units]
        return sum(
            sum(e * x for e, x in zip(error, vector, strict=True)) ** 2
            for error in errors
            for vector in centred
        )

    assert change(together) < 0.8 * change(alone)


def test_the_best_play_is_the_one_that_leaves_the_opponent_least(trained_lab: native.Lab) -> None:
    rng = random.Random(8)
    for position in walk(100, seed=8):
        roll = (rng.randint(1, 6), rng.randint(1, 6))
        plays = native.plays(position, *roll)
        if any(max(play) <= 0 for play in plays):
            continue
        found = native.evaluate(trained_lab.net(), [*map(flip_points, plays)])
        values = [Outcomes(*outputs).equity for outputs in found]
        chosen = plays.index(native.best_play(trained_lab.net(), position, *roll))
        assert values[chosen] == pytest.approx(min(values), abs=1e-5)


def test_a_damaged_net_file_is_refused(quantised_net: list[export.Layer]) -> None:
    data = bytearray(export.write(quantised_net))
    data[40] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        export.read(bytes(data))


def test_a_widened_net_knows_what_it_knew(trained_lab: native.Lab) -> None:
    wider = widen.widen(trained_lab, (72, 48, 16), seed=2)
    positions = list(walk(100, seed=10))
    before, after = (native.evaluate(lab.net(), positions) for lab in (trained_lab, wider))
    apart = [abs(x[0] - y[0]) for x, y in zip(before, after, strict=True)]
    assert sum(apart) / len(apart) < 0.02
    assert len(widen.dead_units(wider.net())[0]) <= 3
    with pytest.raises(ValueError, match="not wider"):
        widen.widen(trained_lab, (32, 32, 16), seed=2)


def test_a_lab_begun_with_a_net_file_knows_what_it_knew(quantised_net: list[export.Layer]) -> None:
    net = export.as_net(quantised_net)
    begun = widen.from_net(net, seed=4, games=1000)
    positions = list(walk(100, seed=12))
    assert begun.games == 1000
    assert farthest(native.evaluate(begun.net(), positions), native.evaluate(net, positions)) < 0.02


def test_a_net_whose_sums_play_could_not_hold_is_not_written() -> None:
    def layers(count: int) -> list[export.Layer]:
        return [
            export.Layer([[127.0] * count], [1.0], [0.0]),
            export.Layer([[1.0]] * 5, [], [0.0] * 5),
        ]

    assert export.write(layers(258))
    with pytest.raises(ValueError, match="beyond"):
        export.write(layers(259))
