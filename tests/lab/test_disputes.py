"""Disputed cube decisions: which ones they are, what the choices lose, and who is right by rollouts."""

import json
import os
import shutil
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from backgammon.analysis.decisions import decisions
from backgammon.analysis.findings import Finding
from backgammon.analysis.report import Judged, pair_findings
from backgammon.core.actions import Action
from backgammon.core.match import Doubled, Match, OpeningRoll, Played, Resigned, Rolled, Took, new_match
from backgammon.core.position import START, flip_points
from lab.bench import gnubg_analysis, pr
from lab.judge import disputes, facts, judging, tables
from lab.judge.disputes import Choice
from lab.judge.facts import JudgedDecision
from lab.judge.rollouts import RolloutResult as Result
from lab.judge.rollouts import RolloutSettings
from lab.referees import strength
from lab.referees.cubes import Cube
from lab.train import native
from tools.errors import ToolError

CUBE = Cube(START, 2, 1, (3, 5), {})
LOG: list[Action] = [
    *(OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Rolled((6, 5)), Played(((24, 18), (18, 13)))),
    *(Doubled(), Took(), Rolled((2, 1)), Played(((13, 11), (6, 5))), Resigned(1)),
]


def choice(made: str = "double", ours: float = 0.0, gnubg: float = 0.1, cube: Cube = CUBE) -> Choice:
    return Choice(1, "Ann", made, cube, ours, gnubg)


def rollout_results(no_double: float = 0.5, take: float = 0.5, error: float = 0.005) -> dict[str, Result]:
    return {"no double": Result(no_double, error, 72), "take": Result(take, error, 72)}


def judged_cube(**values: float) -> JudgedDecision:
    return JudgedDecision(CUBE, {"own": rollout_results(**values)}, {})


def analysed_decisions() -> list[Judged]:
    """Return the log's decisions, each losing 0.01 more than the one before."""
    todo = decisions(new_match(length=5), LOG)
    findings = [Finding((), None, 0.0, 0.5, True, error=0.01 * number) for number in range(len(todo))]
    return pair_findings(todo, findings)


def test_the_cube_decisions_of_a_match_are_its_choices() -> None:
    found = disputes.choices(4, ("Ann", "Bob"), analysed_decisions())
    assert [(each.match, each.player, each.made, each.ours) for each in found] == [
        *((4, "Bob", "no double", 0.01), (4, "Ann", "double", 0.03), (4, "Bob", "take", 0.04)),
        # Ann's roll after the take is no decision, as Bob owns the cube; nor is resigning a cube decision
    ]
    no_double, double, take = [each.cube for each in found]
    assert double == take
    assert (double.cube, double.owner, double.away) == (1, 0, (5, 5))
    assert sum(n for n in double.position if n > 0) == 15
    assert flip_points(no_double.position)[5] == 2, "seen by who is on roll"


@pytest.mark.parametrize(
    ("made", "lost"), [("double", -0.2), ("no double", 0.2), ("take", -0.1), ("drop", 0.1)]
)
def test_a_choice_is_behind_the_other(made: str, lost: float) -> None:
    assert disputes.behind(made, (0.7, 0.9, 1.0)) == pytest.approx(lost)


def test_a_double_is_worth_no_more_than_a_drop() -> None:
    assert disputes.behind("no double", (0.7, 1.4, 1.0)) == pytest.approx(0.3)
    assert disputes.behind("double", (1.2, 1.4, 1.0)) == pytest.approx(0.2)
    assert disputes.behind("take", (0.7, 1.4, 1.0)) == pytest.approx(0.4)


def test_gnubg_is_asked_at_the_plies_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def fake(settings: dict[str, str]) -> None:
        asked.append(settings["plies"])
        lines = Path(settings["cubes"]).read_text().splitlines()
        values = [{**json.loads(line), "values": {"3": [0.7, 0.9, 1.0]}} for line in lines]
        Path(settings["judged"]).write_text("".join(json.dumps(each) + "\n" for each in values))

    monkeypatch.setattr(strength, "run_gnubg", fake)
    found = disputes.with_gnubg([choice("no double"), choice("double"), choice("drop")], 3)
    assert asked == ["3"]
    assert [each.gnubg for each in found] == pytest.approx([0.2, 0.0, 0.1])


def test_gnubg_has_a_home_in_a_fresh_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    homes = []
    monkeypatch.setattr(strength, "RUNTIME", tmp_path / "runtime" / "lab")
    monkeypatch.setattr(subprocess, "run", lambda *_, env, **__: homes.append(Path(env["HOME"]).is_dir()))
    strength.run_gnubg({})
    assert homes == [True]


def test_small_differences_are_not_disputed() -> None:
    some = [choice(ours=0.1, gnubg=0.05), choice(ours=0.1, gnubg=0.03), choice(ours=0.0, gnubg=0.07)]
    assert disputes.disputed_choices(some) == some[1:]
    assert disputes.disputed_choices(some, 0.069) == [some[1], some[2]]
    assert disputes.disputed_choices(some, 0.0705) == []


@pytest.mark.parametrize(
    ("made", "ours", "gnubg", "no_double", "take", "right"),
    [
        ("no double", 0.0, 0.1, 0.5, 0.52, "ours"),
        ("no double", 0.0, 0.1, 0.5, 0.58, "gnubg"),
        ("no double", 0.0, 0.1, 0.5, 0.55, "neither"),
        ("no double", 0.1, 0.0, 0.5, 0.58, "ours"),
        ("no double", 0.1, 0.0, 0.5, 0.3, "gnubg"),
        ("double", 0.0, 0.1, 0.5, 0.3, "gnubg"),
        ("take", 0.2, 0.1, 0.5, 1.3, "ours"),
        ("take", 0.2, 0.1, 0.5, 1.155, "neither"),
        ("drop", 0.2, 0.1, 0.5, 1.3, "gnubg"),
    ],
)
def test_rollouts_bear_out_who_is_nearer(
    made: str, ours: float, gnubg: float, no_double: float, take: float, right: str
) -> None:
    found = disputes.verdict(choice(made, ours, gnubg), judged_cube(no_double=no_double, take=take))
    assert found.right == right


def test_the_error_of_a_verdict_is_joint() -> None:
    known = judged_cube(no_double=0.5, take=0.4, error=0.01)
    double, drop = (disputes.verdict(choice(made), known) for made in ("double", "drop"))
    assert (double.error, double.deviation) == pytest.approx((0.1, 0.01 * 2**0.5))
    assert (drop.error, drop.deviation) == pytest.approx((0.6, 0.01))
    dropped = disputes.verdict(choice("no double"), judged_cube(no_double=0.5, take=1.4, error=0.01))
    assert (dropped.error, dropped.deviation) == pytest.approx((0.5, 0.01))
    assert disputes.verdict(choice("take"), known).error == 0


def test_what_is_disputed_is_rolled_out_once_and_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def roll(cube: Cube, manner: RolloutSettings) -> dict[str, Result]:
        assert manner.error < judging.CUBES.error
        asked.append(cube)
        return rollout_results(take=0.58)

    monkeypatch.setattr(disputes, "FACTS", tmp_path / "facts.jsonl")
    monkeypatch.setattr(judging, "roll_cube", roll)
    monkeypatch.setattr(os, "nice", lambda by: None)
    other = Cube(START, 1, 0, (2, 2), {})
    made = [
        *(choice("double", 0.1, 0.0), choice("take", 0.1, 0.0), choice("no double", 0.0, 0.1, other)),
        choice("no double", 0.0, 0.01, Cube(START, 1, 0, (7, 7), {})),
    ]
    said = pr.judge_by_rollouts(made, 0.06)
    assert asked == [CUBE, other]
    assert "rolled out: 2 of 2" in capsys.readouterr().err
    assert pr.judge_by_rollouts(made, 0.06) == said
    assert capsys.readouterr().err == ""
    assert asked == [CUBE, other]
    lines = [line.split() for line in said.splitlines()]
    assert lines[5] == [
        *("1", "Ann", "no", "double", facts.name_of(START), "1", "2-2"),
        *("0.000", "0.100", "0.080", "±", "0.007", "gnubg"),
    ]
    assert lines[-3] == ["doubles", "3", "2", "0", "2", "0", "0.100", "0.100", "0.080"]
    assert lines[-2] == ["takes", "1", "1", "0", "1", "0", "0.100", "0.000", "0.000"]
    assert lines[-1][:6] == ["all", "4", "3", "0", "3", "0"]


def test_the_command_judges_the_decisions_of_its_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fake(start: Match, log: list[Action], plies: int) -> Generator[float, None, list[Judged]]:
        yield 1.0
        return analysed_decisions()

    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(native, "library", lambda: None)
    monkeypatch.setattr(pr, "play_match", lambda start, seed, skills: LOG)
    monkeypatch.setattr(pr, "analysing", fake)
    said_by_gnubg = iter([[pr.Errors(5, cube, 90) for cube in cubes] for cubes in ((0.2, 0.3), (0.25, 0.4))])
    monkeypatch.setattr(gnubg_analysis, "statistics", lambda record, plies: "")
    monkeypatch.setattr(pr, "errors", lambda said: next(said_by_gnubg))
    monkeypatch.setattr(pr, "comparison", lambda ours, theirs: "")
    monkeypatch.setattr(
        tables, "gnubg_answers", lambda cubes, *_: [{"values": {"2": [0, 0.1, 1]}}] * len(cubes)
    )
    monkeypatch.setattr(disputes, "FACTS", tmp_path / "facts.jsonl")
    monkeypatch.setattr(judging, "roll_cube", lambda cube, manner: rollout_results(no_double=0.0, take=0.1))
    monkeypatch.setattr(os, "nice", lambda by: None)
    assert pr.main(["--matches", "2", "--judge", "rollouts", "--apart", "0.08"]) == 0
    said, progress = capsys.readouterr()
    assert "errors of 6 cube decisions add up to 0.200, by its statistics to 1.150" in said
    assert [line.split()[:4] for line in said.splitlines() if line.endswith(" gnubg")] == [
        ["1", "Bob", "no", "double"],
        ["2", "Bob", "no", "double"],
    ]
    assert said.splitlines()[-1].split()[:6] == ["all", "6", "2", "0", "2", "0"]
    assert "rolled out: 1 of 1" in progress


def test_where_nothing_is_disputed_the_furthest_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disputes, "FACTS", tmp_path / "facts.jsonl")
    said = disputes.report([choice(ours=0.05, gnubg=0.02), choice("take", 0.0, 0.01)])
    assert said.startswith("0 of 2 cube decisions")
    assert "0.06 apart (EMG); the furthest 0.030" in said
    assert "rollouts  " not in said
    assert said.splitlines()[-1].split()[:3] == ["all", "2", "0"]


def test_without_gnubg_there_is_nothing_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(ToolError, match="gnubg is not installed"):
        pr.main(["--judge", "rollouts"])
