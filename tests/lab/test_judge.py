"""The judge by rollouts: the C code's estimates, positions whose value is known, and the file of facts."""

import os
import random
import shutil
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from backgammon.core.position import START, Points, flip_points
from backgammon.core.rules import STANDARD, custom
from backgammon.engine import bearoff, cube
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish
from lab.bench import strength as bench
from lab.judge import facts, gnubg_rollouts, judging, rollouts, tables
from lab.judge.facts import JudgedDecision
from lab.judge.rollouts import RolloutResult, RolloutSettings
from lab.referees import players
from lab.referees.cubes import Cube
from lab.referees.strength import Decision
from lab.train import native
from tools.errors import ToolError

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")

RULES = custom(jacoby=False, beavers=False)
CUBELESS, MONEY = Stakes(custom(cube=False)), Stakes(RULES)
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


def walk(count: int, seed: int) -> Iterator[Points]:
    """Yield ``count`` positions of random games."""
    rng, position = random.Random(seed), START
    for _ in range(count):
        position = flip_points(rng.choice(native.plays(position, rng.randint(1, 6), rng.randint(1, 6))))
        if min(position) >= 0 or max(position) <= 0:
            position = START
        yield position


def match(away: tuple[int, int], cube: int = 1, owner: int = 0) -> Stakes:
    return Stakes(RULES, cube, owner, away, crawford_done=1 in away)


ALL_STAKES = [
    *(MONEY, Stakes(RULES, 2, 1), Stakes(RULES, 4, -1), CUBELESS, match((5, 5)), match((3, 7), 2, 1)),
    *(match((3, 7), 2, -1), match((2, 1)), match((1, 4)), match((4, 1), 2, 1), match((15, 15))),
]


def any_outcomes(rng: random.Random) -> Outcomes:
    win = rng.random()
    gammon, lost_gammon = win * rng.random() * 0.6, (1 - win) * rng.random() * 0.6
    return Outcomes(win, gammon, gammon * rng.random() * 0.2, lost_gammon, lost_gammon * 0.1)


@pytest.mark.parametrize("stakes", ALL_STAKES, ids=str)
def test_the_cube_is_worth_what_play_says(stakes: Stakes) -> None:
    rng = random.Random(2)
    outcomes = [any_outcomes(rng) for _ in range(200)]
    found = rollouts.worths(stakes, outcomes)
    assert [now for now, _ in found] == pytest.approx(
        [cube.cubeful_value(each, stakes) for each in outcomes], abs=1e-5
    )
    positions = [(0, -1, number, *(0,) * 4, 1, *(0,) * 18) for number in range(1, 201)]  # any, in contact
    given = SimpleNamespace(evaluate=lambda positions, rules: outcomes)
    at_once = Search(given, stakes.rules).cubeful_worths(positions, stakes)
    assert [worth for _, worth in found] == pytest.approx(at_once, abs=1e-5)


@pytest.mark.thorough
def test_positions_are_judged_as_in_play() -> None:
    """The chances are those of play, within small tolerances.

    Floats summed in another order can turn a rounding of the int8 net, and the tables for races are coarser.
    """
    positions = list(walk(300, seed=5))
    net = players.net("shipped")
    assert net
    apart = sorted(
        max(abs(x - y) for x, y in zip(ours, theirs, strict=True))
        for ours, theirs in zip(
            native.evaluate(net, positions), judge().evaluate(positions, STANDARD), strict=True
        )
    )
    assert apart[len(apart) * 3 // 4] < 1e-5
    assert apart[-1] < 2e-3


@pytest.mark.parametrize("stakes", [CUBELESS, MONEY, match((5, 3))], ids=str)
def test_one_ply_is_the_look_of_one_ply(stakes: Stakes) -> None:
    search = Search(judge(), stakes.rules)
    for position in list(walk(60, seed=6))[::20]:
        ((_, (worth,)),) = finish(search.evaluate([position], 1, [stakes]))
        found = rollouts.roll_out(position, stakes, RolloutSettings(1, 1, 1, 1), 1, doubles=False)
        points = worth if stakes.money else (worth - cube.game_value(stakes, 1)) / cube.emg_unit(stakes) + 1
        assert found.equity == pytest.approx(points, abs=3e-3)
        assert found.error < 1e-6


def test_a_gammon_is_saved() -> None:
    """With the six doubles, which bear off three checkers, the player on roll wins a gammon, else a game."""
    position = (0, 3, *[0] * 16, -1, *[-2] * 4, -3, -3, 0)
    found = rollouts.roll_out(position, CUBELESS, RolloutSettings(8, 0.001), seed=1)
    assert found.equity == pytest.approx(1 + 1 / 6, abs=1e-3)


def bear_off(mine: Sequence[int], theirs: Sequence[int]) -> Points:
    """Return a board with these home boards, each from the ace point on."""
    board = [0] * 26
    for point, count in enumerate(mine, 1):
        board[point] = count
    for point, count in enumerate(theirs, 1):
        board[25 - point] = -count
    return tuple(board)


@cache
def exact(position: Points) -> float:
    """Return the equity of a bear-off without gammons or cube; the tables know up to ten checkers a side."""
    homes = bearoff.homes(position)
    assert homes
    if max(map(sum, homes)) <= bearoff.CHANCE_CHECKERS:
        known = bearoff.win_chance(position)
        assert known is not None
        return 2 * known - 1
    best = [
        (2 - (a == b)) * max(-exact(flip_points(play)) for play in native.plays(position, a, b))
        for a, b in ROLLS
    ]
    return sum(best) / 36


@pytest.mark.parametrize(
    "position", [bear_off((6, 4, 2), (7, 5)), bear_off((4, 4, 0, 3), (8, 2, 1)), bear_off((9, 3), (5, 5, 1))]
)
def test_what_the_tables_know_is_found(position: Points) -> None:
    found = rollouts.roll_out(position, CUBELESS, RolloutSettings(12, 0.001), seed=3)
    assert found.equity == pytest.approx(exact(position), abs=4 * found.error + 5e-4)


@cache
def aces(mine: int, theirs: int, owner: int, doubles: bool = True) -> float:
    """Return the money equity, at a cube of 1, of checkers on the ace points, by the cube's rules alone."""

    def equity_after_roll(owner: int) -> float:
        either = []
        for off in (2, 4):
            either.append(1.0 if mine <= off else -aces(theirs, mine - off, -owner))
        return (30 * either[0] + 6 * either[1]) / 36

    held = equity_after_roll(owner)
    return max(held, min(2 * equity_after_roll(-1), 1.0)) if doubles and owner >= 0 else held


@pytest.mark.parametrize(("mine", "theirs"), [(2, 2), (4, 2), (4, 4), (6, 4), (6, 6), (3, 6)])
def test_the_cube_turns_as_it_should_at_the_end(mine: int, theirs: int) -> None:
    position = bear_off((mine,), (theirs,))
    for owner in (0, 1, -1):
        stakes = Stakes(RULES, 2, owner)
        found = rollouts.roll_out(
            position, stakes, RolloutSettings(100, 0.003, most=30), seed=4, doubles=False
        )
        known = aces(mine, theirs, owner, doubles=False)
        assert found.equity == pytest.approx(known, abs=4 * found.error + 1e-4)


@pytest.mark.thorough
def test_luck_taken_off_changes_no_mean() -> None:
    """Rollouts played to the end, or truncated and then judged by the net, agree within their errors.

    The errors shrink as they should.
    """
    position = START
    short = rollouts.roll_out(position, CUBELESS, RolloutSettings(4, 0.004), seed=1)
    long = rollouts.roll_out(position, CUBELESS, RolloutSettings(2000, 0.015), seed=2)
    assert long.equity == pytest.approx(short.equity, abs=4 * (short.error + long.error))
    assert short.error < 0.004
    assert long.error < 0.015


def test_the_seed_says_everything() -> None:
    once, again, other = (
        rollouts.roll_out(START, MONEY, RolloutSettings(4, 1.0), seed=seed, doubles=False)
        for seed in (1, 1, 2)
    )
    assert once == again != other
    assert once.trials == 72


def test_rules_that_are_not_known_are_refused() -> None:
    with pytest.raises(ValueError, match="Jacoby"):
        rollouts.roll_out(START, Stakes(custom(jacoby=True)), RolloutSettings(1, 1), 1)


PLAYS = tuple(native.plays(START, 3, 1)) if shutil.which("cc") else ()
DECISION = Decision("contact", START, (3, 1), PLAYS, {})
CUBE = Cube(START, 2, 1, (0, 0), {})


def test_facts_are_read_back_and_completed(tmp_path: Path) -> None:
    path = tmp_path / "facts.jsonl"
    best = facts.name_of(DECISION.plays[0])
    facts.add(path, JudgedDecision(DECISION, {"own": {best: RolloutResult(0.16, 0.004, 108)}}))
    facts.add(path, JudgedDecision(DECISION, chosen={"gnubg:0": best}))
    with path.open("a") as file:
        file.write('{"key": "cut o')
    facts.add(path, JudgedDecision(CUBE, {"own": {"take": RolloutResult(0.1, 0.005, 720)}}))
    play, double = facts.read(path).values()
    assert play.decision == DECISION
    assert play.rolled == {"own": {best: RolloutResult(0.16, 0.004, 108)}}
    assert play.chosen == {"gnubg:0": best}
    assert double.decision == CUBE
    assert double.rolled["own"]["take"].trials == 720


def test_judging_is_taken_up_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, asked = tmp_path / "facts.jsonl", []

    def roll_plays(
        decision: Decision, choices: Sequence[Points], manner: RolloutSettings | None = None
    ) -> dict[str, RolloutResult]:
        asked.append((decision.dice, len(choices)))
        return {facts.name_of(play): RolloutResult(0.0, 0.0, 36) for play in choices}

    monkeypatch.setattr(judging, "roll_plays", roll_plays)
    monkeypatch.setattr(judging, "near", lambda decision: decision.plays[:2])
    decisions = [
        Decision("opening", START, (a, b), tuple(native.plays(START, a, b)), {}) for a, b in ROLLS[:6]
    ]
    assert list(judging.judge(path, decisions, 2)) == [1, 2]
    assert list(judging.judge(path, decisions, 5)) == [3, 4, 5]
    assert list(judging.judge(path, decisions, 5)) == []
    assert asked[::2] == [(decision.dice, 2) for decision in decisions[:5]]
    assert len(facts.read(path)) == 5


def test_the_best_play_is_among_those_judged() -> None:
    near = judging.near(DECISION)
    assert [play[5:9] for play in near] == [(2, 4, 0, 2)]
    assert len(judging.near(DECISION, gap=0.3)) > 1


def test_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plays, doubles = tmp_path / "plays.jsonl", tmp_path / "cubes.jsonl"
    names = [facts.name_of(play) for play in DECISION.plays]
    rolled = {name: RolloutResult(0.1 - 0.02 * at, 0.004, 108) for at, name in enumerate(names)}
    facts.add(
        plays, JudgedDecision(DECISION, {"own": rolled}, dict.fromkeys(("gnubg:0", "gnubg:1"), names[1]))
    )
    facts.add(plays, JudgedDecision(DECISION, chosen={"gnubg:2": names[0]}))
    take = {"no double": RolloutResult(0.7, 0.0, 36), "take": RolloutResult(0.8, 0.0, 36)}
    values = {"0": (0.7, 1.1, 1.0), "1": (0.9, 0.8, 1.0), "2": (0.7, 0.8, 1.0)}
    facts.add(doubles, JudgedDecision(CUBE, {"own": take}, values))
    monkeypatch.setattr(facts, "PLAYS", plays)
    monkeypatch.setattr(facts, "CUBES", doubles)
    monkeypatch.setattr(os, "nice", lambda by: None)
    assert bench.main(["--judge", "rollouts", "shipped", "--again"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    found = [line for line in lines if line and line[0] in ("gnubg:0", "gnubg:2", "gnubg:1")]
    assert found[0][:6] == ["gnubg:0", "20.00", "±", "0.00", "10.00", "0.0%"]
    assert found[2][:6] == ["gnubg:2", "0.00", "±", "0.00", "0.00", "100.0%"]
    assert found[3][:3] + found[3][4:6] == ["gnubg:0", "0.00", "±", "200.00", "±"]
    assert found[4][:2] == ["gnubg:1", "100.00"]


def test_what_a_player_chose_is_rolled_out_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plays = tmp_path / "plays.jsonl"
    monkeypatch.setattr(facts, "PLAYS", plays)
    monkeypatch.setattr(
        judging, "roll_plays", lambda decision, choices: {facts.name_of(choices[0]): RolloutResult(0.3, 0, 1)}
    )
    facts.add(
        plays, JudgedDecision(DECISION, {"own": {facts.name_of(DECISION.plays[0]): RolloutResult(0.5, 0, 1)}})
    )
    known = list(facts.read(plays).values())
    tables.complete(known, [DECISION.plays[1]])
    (again,) = facts.read(plays).values()
    assert tables.losses([again], [DECISION.plays[1]])["contact"] == pytest.approx([200])


def test_other_dice_compare_the_same_two_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plays, asked = tmp_path / "plays.jsonl", list[Points]()

    def roll_plays(decision: Decision, choices: Sequence[Points], dice: int) -> dict[str, RolloutResult]:
        asked.extend(choices)
        return {
            facts.name_of(play): RolloutResult(0.4 - 0.05 * decision.plays.index(play), 0, 1)
            for play in choices
        }

    monkeypatch.setattr(facts, "PLAYS", plays)
    monkeypatch.setattr(judging, "roll_plays", roll_plays)
    best, lucky, other = DECISION.plays[1], DECISION.plays[0], DECISION.plays[2]
    rolled = {facts.name_of(play): RolloutResult(0.3, 0, 1) for play in (best, other)}
    facts.add(
        plays, JudgedDecision(DECISION, {"own": rolled | {facts.name_of(lucky): RolloutResult(0.5, 0, 1)}})
    )
    for _ in range(2):
        known = list(facts.read(plays).values())
        assert tables.losses_again(known, [lucky]) == [0]
        assert tables.losses_again(known, [other]) == pytest.approx([100])
        assert asked == [lucky, other]


def test_other_dice_bring_other_games() -> None:
    first, same, other = [
        judging.roll_plays(DECISION, DECISION.plays[:1], RolloutSettings(4, 1, 1, 1), dice)
        for dice in (0, 0, 1)
    ]
    assert first == same
    assert first != other


def test_a_net_that_looks_ahead_is_a_player() -> None:
    found = players.player("shipped@1")(START, 3, 1)
    assert found[5] == 2


SAID = """
  0.261 0.025 0.000 - 0.739 0.068 0.001 CL -0.522
 [0.005 0.002 0.000 - 0.005 0.005 0.000 CL  0.013] 1r
24 games, Mersenne Twister dice gen. with seed 4
Rollout done. Printing final results.
Current Position:
  0.265 0.026 0.000 - 0.735 0.071 0.001 CL -0.516
 [0.005 0.001 0.000 - 0.005 0.005 0.000 CL  0.012] 1s
Truncated cubeless rollout (depth 8) with variance reduction
36 games, Mersenne Twister dice gen. with seed 4
"""


def test_what_gnubg_prints_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnubg_rollouts, "_run_gnubg", lambda commands: SAID)
    assert gnubg_rollouts.roll_out([START]) == [RolloutResult(-0.516, 0.012, 36)]
    with pytest.raises(ToolError, match="1 of 2"):
        gnubg_rollouts.roll_out([START, START])


def test_gnubg_rolls_out_what_it_differs_on_and_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "PLAYS", tmp_path / "plays.jsonl")
    best, other, third = (facts.name_of(play) for play in DECISION.plays[:3])
    own = {
        best: RolloutResult(0.1, 0.004, 72),
        other: RolloutResult(0.05, 0.004, 72),
        third: RolloutResult(0.095, 0.004, 72),
    }
    facts.add(facts.PLAYS, JudgedDecision(DECISION, {"own": own}, {"gnubg:2": other}))
    monkeypatch.setattr(
        gnubg_rollouts,
        "roll_out",
        lambda found: [RolloutResult(-0.03, 0.005, 72), RolloutResult(0.01, 0.005, 72)],
    )
    gnubg_rollouts.judge(tables.known_plays())
    (known,) = tables.known_plays()
    assert known.rolled["gnubg"][best].equity == 0.03
    said = gnubg_rollouts.report([known])
    assert "in 1 of 1 plays" in said
    assert "too in 1, are not sure in 0, contradict in 0; it loses 50.0 mEMG there by ours, 40.0" in said
    known.chosen["gnubg:2"] = third
    assert gnubg_rollouts.differing_plays([known]) == []
