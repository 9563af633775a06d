"""Sisters, the plays of one roll, are judged by a look at all rolls; a net learns to tell them apart."""

from array import array
from pathlib import Path
from types import SimpleNamespace

import pytest

from backgammon.engine.evaluator import Outcomes
from lab.train import race_tables, sisters
from lab.train.native import SISTER, Fit, Judging, Lab, Plan, evaluate, plays
from tools.errors import ToolError

JUDGING = Judging(near=0.16, wild=0.5, midst=0.5, carry=0)


@pytest.fixture(scope="module")
def lab() -> Lab:
    race_tables.load()
    return Lab((32, 16), 7, 1, races=True)


@pytest.fixture(scope="module")
def records(lab: Lab) -> bytes:
    return lab.collect(JUDGING, 1200)


def record(found: bytes, number: int) -> tuple[tuple[int, ...], int, int, float]:
    """Return the position, its place among its sisters, their number, and the equity found."""
    one = found[SISTER * number : SISTER * (number + 1)]
    return tuple(array("b", one[:26])), one[26], one[27], Outcomes(*array("f", one[28:])).equity


def test_records_are_whole_groups_of_positions(records: bytes) -> None:
    assert 1000 < len(records) // SISTER <= 1200
    firsts = sisters.groups(records)
    assert len(firsts) > 250
    for first, following in zip(firsts, [*firsts[1:], len(records) // SISTER], strict=True):
        group = [record(records, number) for number in range(first, following)]
        assert [place for _, place, _, _ in group] == list(range(len(group)))
        assert {count for _, _, count, _ in group} == {len(group)}
        assert len({position for position, *_ in group}) == len(group)
        for position, *_ in group:
            assert sum(n for n in position if n > 0) <= 15


def test_a_sister_is_worth_the_mean_of_the_best_replies(lab: Lab, records: bytes) -> None:
    net, off = lab.net(), []
    for number in range(0, 200, 10):
        position, _, _, worth = record(records, number)
        mean = 0.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                afters = [tuple(-n for n in reversed(after)) for after in plays(position, high, low)]
                best = min(Outcomes(*found).equity for found in evaluate(net, afters))
                mean -= (1 if high == low else 2) * best / 36
        off.append(worth - mean)
    assert max(off) < 1e-5  # the pruning net may miss the best reply, never beat it
    assert sum(abs(each) < 1e-5 for each in off) > 10


def test_what_comes_later_moves_sisters_alike(lab: Lab, records: bytes) -> None:
    """In the same games with a trace and without it, all sisters of a roll move by the same amount.

    It is 0.8 times the excess of the worth found for the next play over the net's estimate of the play that
    it likes best, as the opponent sees it.
    """
    carried = Lab((32, 16), 7, 1, races=True).collect(
        Judging(near=0.16, wild=0.5, midst=0.5, carry=0.8), 1200
    )
    firsts, moved, above = sisters.groups(records), [], []
    for first in firsts:
        group = [record(records, at) for at in range(first, first + record(records, first)[2])]
        worths = [worth for *_, worth in group]
        by = [record(carried, first + at)[3] - worth for at, worth in enumerate(worths)]
        assert by == pytest.approx([by[0]] * len(by), abs=1e-5)
        moved.append(by[0])
        (word,) = evaluate(lab.net(), [group[0][0]])
        above.append(min(worths) + by[0] - Outcomes(*word).equity)
    going_on = [at for at, by in enumerate(moved) if by]
    assert len(going_on) > 0.8 * len(firsts)
    assert [moved[at] for at in going_on] == pytest.approx(
        [-0.8 * above[at + 1] for at in going_on], abs=1e-5
    )


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_order_and_threads_give_the_same_net(records: bytes, threads: int) -> None:
    firsts, nets = sisters.groups(records), []
    for _ in range(2):
        fresh = Lab((32, 16), 7, 1, races=True)
        plan = Plan(rate=1e-3, deep=0.5, memory=0.9, limit=4, points=20, batch=32)
        fresh.fit(Fit(plan=plan, sisters=1000, near=0.06, threads=threads), records, firsts)
        nets.append(fresh.net().weights)
    assert nets[0] == nets[1]
    assert nets[0] != Lab((32, 16), 7, 1, races=True).net().weights


def test_what_differs_is_learned_when_it_counts(records: bytes) -> None:
    firsts, apart = sisters.groups(records), []
    for counts in (0, 1000):
        fresh = Lab((32, 16), 8, 1, races=True)
        args = SimpleNamespace(
            seed=1, rounds=150, rate=2e-3, floor=1e-4, points=20, apart=counts, limit=4, threads=2
        )
        assert list(sisters.learn(fresh, records, firsts, args))[-1] == 1  # type: ignore[arg-type]
        apart.append(sisters.marks(fresh.net(), records, firsts).apart)
    assert apart[1] < 0.8 * apart[0]


def test_the_run_of_another_training_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sisters, "RUNTIME", tmp_path)
    home = tmp_path / "runs/main"
    home.mkdir(parents=True)
    for name in ("run.json", "checkpoint.bin"):
        (home / name).write_text("kept", "utf-8")
    with pytest.raises(ToolError, match="another training"):
        sisters.main(["main", "--sisters", "1000"])
    assert {file.read_text("utf-8") for file in home.iterdir()} == {"kept"}
