"""What users of the library rely on: the public names, the examples of its README, and a light import."""

import copy
import doctest
import inspect
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import backgammon
from backgammon import Points, Steps, finish
from backgammon.core.match import OpeningRoll, Played, Rolled, new_match
from backgammon.engine.net_evaluator import NetEvaluator
from backgammon.engine.player import Player, Skill
from backgammon.engine.races import races
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record

ROOT = Path(__file__).resolve().parents[1]
HYPER = (0, -1, -1, -1, *[0] * 18, 1, 1, 1, 0)
"""The set-up of hypergammon: three checkers a side."""
LOG = (OpeningRoll(3, 1), Played(((24, 23), (13, 10))), Rolled((6, 1)), Played(((13, 7), (8, 7))))


def code_of(readme: str, first: str = "from pathlib import Path") -> str:
    """Return the block of the README whose first line is ``first``; by default the one that reads a match."""
    lines = readme.splitlines()
    start = lines.index(f"    {first}")
    block = []
    for line in lines[start:]:
        if line and not line.startswith("    "):
            break
        block.append(line[4:])
    return "\n".join(block)


def test_the_readme_finds_the_worst_blunder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Record.of(("Ann", "Bob"), new_match(length=5), LOG)
    (tmp_path / "match.mat").write_text(format_mat(record), "utf-8")
    monkeypatch.chdir(tmp_path)
    readme = (ROOT / "py/backgammon/README.md").read_text("utf-8")
    code = code_of(readme)
    assert len([line for line in code.splitlines() if line]) == 9
    exec(f"{code}\n{code_of(readme, 'from backgammon import explain')}", {})
    said = capsys.readouterr().out
    assert "Ann: 24/23 13/10 loses 0.2" in said
    assert "best is 8/5 6/5" in said
    assert "Ann to play 3-1" in said
    assert "Reason(name='shots', numbers=(('few', 0), ('many', 34)))" in said
    assert "('many', 34)" in readme
    faultless = Record.of(("Zoë", "Bob"), new_match(length=5), (LOG[0], Played(((8, 5), (6, 5)))))
    for encoding in ("utf-8-sig", "latin-1", "utf-16"):
        (tmp_path / "match.mat").write_text(format_mat(faultless), encoding)
        exec(code, {})
        said = capsys.readouterr().out
        assert "Zoë has PR" in said
        assert "loses" not in said


@pytest.mark.thorough
@pytest.mark.parametrize(("readme", "examples"), [("README.md", 3), ("py/backgammon/README.md", 35)])
def test_the_examples_of_a_readme(readme: str, examples: int) -> None:
    assert doctest.testfile(str(ROOT / readme), module_relative=False) == (0, examples)


def test_examples_use_public_names_only() -> None:
    readme = (ROOT / "py/backgammon/README.md").read_text("utf-8")
    examples = f"{readme}\n{backgammon.__doc__}"
    names = re.findall(r"^ *(?:>>> )?from (backgammon\S*) import (.+)$", examples, re.MULTILINE)
    assert {module for module, _ in names} == {"backgammon"}
    used = {name for _, line in names for name in line.split(", ")}
    assert used <= set(backgammon.__all__)
    assert "parse_anything" not in used  # mypy would need to know which of its two types it returned


def test_every_public_name_is_there_and_described() -> None:
    assert len(set(backgammon.__all__)) == len(backgammon.__all__)
    assert set(backgammon.__all__) <= set(dir(backgammon))
    for name in backgammon.__all__:
        value = getattr(backgammon, name)
        assert not isinstance(value, type) or value.__doc__, name
        assert not hasattr(value, "cache_info"), f"{name}: cached, it hides its arguments from type checkers"
    with pytest.raises(AttributeError, match="castling"):
        _ = backgammon.castling  # type: ignore[attr-defined]  # and a type checker says so too


def test_what_is_described_names_no_constant_that_is_not_public() -> None:
    for name in backgammon.__all__:
        value = getattr(backgammon, name)
        home = vars(sys.modules[getattr(value, "__module__", "backgammon")])
        for word in re.findall(r"\b[A-Z][A-Z_]+\b", (value.__doc__ or "").partition(">>>")[0]):
            assert word in backgammon.__all__ or word not in home, f"{name}: give the value of {word}"


def types_in(annotation: Any) -> Iterator[type]:
    """Yield the classes that an annotation is made of."""
    parts = annotation if isinstance(annotation, list) else get_args(annotation)
    for part in parts:
        yield from types_in(part)
    if isinstance(annotation, type) and not parts:
        yield annotation


def test_the_types_that_public_names_take_and_return_are_public() -> None:
    public = [getattr(backgammon, name) for name in backgammon.__all__]
    members = [
        (value.__name__, getattr(member, "fget", member))
        for value in public
        if isinstance(value, type)
        for name, member in vars(value).items()
        if not name.startswith("_")
    ]
    for where, member in [*((str(value), value) for value in public), *members]:
        described = inspect.unwrap(member)
        hints = get_type_hints(described) if hasattr(described, "__annotations__") else {}
        for name, hint in hints.items():
            for found in types_in(hint):
                if found.__module__.startswith("backgammon.") and not name.startswith("_"):
                    assert found in public, f"{where}, {name}: {found}"


@pytest.mark.parametrize(
    "fail",
    [
        lambda: backgammon.Position((0,) * 25),
        lambda: backgammon.apply(new_match(), Rolled((3, 1))),
        lambda: backgammon.custom(backgammon.STANDARD, cube_limit=3),
        lambda: backgammon.parse_mat("nonsense"),
        lambda: backgammon.parse_anything("RGMH"),
        lambda: backgammon.Setup(cube=3).to_match(),
    ],
)
def test_an_error_passes_between_processes(fail: Callable[[], object]) -> None:
    with pytest.raises(backgammon.BackgammonError) as raised:
        fail()
    passed = pickle.loads(pickle.dumps(raised.value))
    assert (type(passed), str(passed)) == (type(raised.value), str(raised.value))
    assert vars(passed) == vars(raised.value)


@pytest.mark.parametrize(
    ("make", "names"),
    [
        (backgammon.RolloutSettings, ("trials", "seed", "truncate", "plies", "reduce", "lead", "spread")),
        (backgammon.Rules, backgammon.Rules.__slots__),
        (backgammon.Stakes, backgammon.Stakes.__slots__),
        (lambda **values: backgammon.Setup(**values).to_match(), ("cube", "score", "length", "jacoby")),
    ],
    ids=["RolloutSettings", "Rules", "Stakes", "Setup"],
)
def test_a_setting_of_a_wrong_type_is_named(make: Callable[..., object], names: Iterable[str]) -> None:
    for name in names:
        for value in (None, "36", 36.5, [1, 2]):
            if (name, type(value)) in (("name", str), ("lead", float), ("spread", float)):
                continue
            with pytest.raises(backgammon.BackgammonError, match=f"^{name} is of the type"):
                make(**{name: value})


def test_values_of_the_wrong_kind_are_refused_with_what_was_meant() -> None:
    start, stakes, club = backgammon.Position.start(), backgammon.Stakes(), backgammon.player("club")
    search, points, roll = backgammon.Search(backgammon.judge(), backgammon.STANDARD), start.points, (3, 1)
    plays, few = backgammon.legal_plays(start, roll), backgammon.RolloutSettings(trials=1)
    public: Any = backgammon  # the values are of wrong types
    for call, said in (
        (lambda: public.legal_plays(start, 31), "a roll is two numbers"),
        (lambda: public.legal_plays(new_match(), roll), "26 whole numbers, not Match"),
        (lambda: public.parse_play("8/5 6/5", points[1:], roll), "26 whole numbers, not "),
        (lambda: public.roll_out_plays(search, points, roll, stakes, plays, few), "as in play.steps"),
        (lambda: public.study_play(search, points, roll, stakes, 0, plays[0]), "as in play.steps"),
        (lambda: public.study_play(search, points, roll, stakes, 1.5), "0 plies ahead or more, not 1.5"),
        (lambda: club.accepts(points, stakes, 7, False), "1, 2 or 3 times the cube, not 7"),
    ):
        with pytest.raises(backgammon.BackgammonError, match=said):
            public.finish(call())


def test_a_slip_in_the_arguments_is_answered_with_what_belongs_there() -> None:
    public: Any = backgammon  # the values are of wrong types
    club, search = public.player("club"), public.Search(public.judge(), public.STANDARD)
    path, match, setup, stakes = Path("match.mat"), new_match(length=1), public.Setup(), public.Stakes()
    points = match.position.points
    record, roll = public.Record.of(("Ann", "Bob"), match, ()), (3, 1)
    play, few = public.legal_plays(points, roll)[0], public.RolloutSettings(trials=1)
    readers = ("anything", "mat", "sgf", "xg_text", "xgid", "gnu_id", "ogid")
    calls: list[tuple[Callable[[], object], str]] = [
        *[
            (partial(getattr(public, f"parse_{name}"), path), "file_text.*, not PosixPath")
            for name in readers
        ],
        (lambda: public.parse_anything(b"XGID"), "file_text.*, not bytes"),
        (lambda: public.parse_play(roll, match.position, roll), "a text is read here.*, not tuple"),
        (lambda: public.parse_xg(path), "the bytes of a file.*, not PosixPath"),
        (lambda: public.file_text(path), "the bytes of a file.*, not PosixPath"),
        (lambda: public.format_mat(match), "a Record is written.*, not Match"),
        (lambda: public.format_sgf(setup), "a Record is written.*, not Setup"),
        (lambda: public.replay(record, []), "a Match is needed.*, not Record"),
        (lambda: public.apply(record, public.OpeningRoll(3, 1)), "a Match is needed.*, not Record"),
        (lambda: public.analyse(record, ()), "a Match is needed.*, not Record"),
        (lambda: public.analyse_decision(record), "a Match is needed.*, not Record"),
        (lambda: public.new_match(length=5, score=3), "a score is two numbers from 0, not 3"),
        (lambda: public.custom("nynorsk"), r"PRESETS\[name\], not str"),
        (lambda: public.Search(public.judge(), "nynorsk"), "such as STANDARD.*, not str"),
        (lambda: [*public.play_match(setup, (club, club))], "a Match is needed.*, not Setup"),
        (lambda: [*public.play_match(match, [club])], "two players are needed"),
        (lambda: [*public.play_match(match, club)], "two players are needed"),
        (lambda: [*public.play_match(match, ("club", "novice"))], "two players are needed.*'novice'"),
        (lambda: [*public.play_match(match, (club, club), 42)], "with any seed.*, not int"),
        (lambda: [*public.play_match(match, (club, club), roll)], "a roll is two numbers.*, not 3"),
        (lambda: finish(public.roll_out_cube(search, points, stakes, 36)), "RolloutSettings.*, not int"),
        *[
            (lambda ask=ask, rest=rest: finish(ask(public.judge(), points, *rest)), "a Search .*, not NetEv")
            for ask, rest in (
                (public.study_play, (roll, stakes, 0)),
                (public.study_cube, (stakes, 0)),
                (public.study_scores, (stakes,)),
                (public.roll_out_plays, (roll, stakes, [], few)),
                (public.roll_out_cube, (stakes, few)),
            )
        ],
        (lambda: public.format_steps(match, ((8, 5), (6, 5))), "as in match.position, .*, not Match"),
        (lambda: public.format_steps(points, play), "as in play.steps, not Play"),
        (lambda: public.legal_plays(match, roll), "as in match.position, .*, not Match"),
    ]
    for call, said in calls:
        with pytest.raises(backgammon.BackgammonError, match=said):
            call()


def decide(position: backgammon.Position | Points, stakes: backgammon.Stakes) -> list[Callable[[], object]]:
    """Return a call of each function that decides in a position."""
    search, club = backgammon.Search(backgammon.judge(), stakes.rules), backgammon.player("club")
    roll, few, steps = (3, 1), backgammon.RolloutSettings(trials=1), ((8, 5), (6, 5))
    return [
        lambda: finish(search.plays(position, roll, stakes, ())),
        lambda: finish(search.double(position, stakes, 0)),
        lambda: finish(backgammon.study_play(search, position, roll, stakes, 0)),
        lambda: finish(backgammon.study_cube(search, position, stakes, 0)),
        lambda: finish(backgammon.study_scores(search, position, stakes, 0)),
        lambda: finish(backgammon.roll_out_plays(search, position, roll, stakes, [steps], few)),
        lambda: finish(backgammon.roll_out_cube(search, position, stakes, few)),
        lambda: finish(club.play(position, roll, stakes)) in club_plays(position, roll),
        lambda: finish(club.doubles(position, stakes)),
        lambda: finish(club.answers_double(position, stakes, True)),
        lambda: finish(club.accepts(position, stakes, 1, True)),
        lambda: club.resigns(position, stakes),
    ]


def club_plays(position: backgammon.Position | Points, roll: backgammon.Roll) -> list[Steps]:
    return [play.steps for play in backgammon.legal_plays(position, roll)]


def test_a_position_is_taken_as_well_as_its_points() -> None:
    start = backgammon.Position.start()
    both = [decide(position, backgammon.Stakes()) for position in (start, start.points)]
    for by_position, by_points in zip(*both, strict=True):
        assert by_position() == by_points()
    for call in (
        lambda position: backgammon.legal_plays(position, (3, 1)),
        lambda position: backgammon.parse_play("8/5 6/5", position, (3, 1)),
        lambda position: backgammon.Turn(position, (3, 1)).results,
        lambda position: backgammon.format_steps(position, ((8, 5), (6, 5))),
    ):
        assert call(start) == call(start.points)


def test_points_alone_have_as_many_checkers_as_the_rules() -> None:
    hyper = backgammon.custom(start=HYPER)
    given, alone = [
        backgammon.legal_plays(position, (3, 1), hyper) for position in (hyper.opening_position, HYPER)
    ]
    assert given == alone
    assert {play.result.checkers for play in alone} == {3}
    text = str(alone[0])
    assert backgammon.parse_play(text, HYPER, (3, 1), hyper) == alone[0]


def test_a_match_in_the_place_of_its_stakes_is_named() -> None:
    match = new_match(length=5)
    no_stakes: Any = match
    for call in decide(match.position, no_stakes):
        with pytest.raises(backgammon.BackgammonError, match=r"as in stakes_of\(match\), not Match"):
            call()


def test_a_setup_in_the_place_of_its_match_is_named() -> None:
    setup: Any = backgammon.Setup(dice=(3, 1), phase=backgammon.Phase.TO_PLAY)
    for call in (backgammon.analyse_decision, backgammon.stakes_of):
        with pytest.raises(backgammon.BackgammonError, match=r" setup.to_match\(\), not Setup"):
            call(setup)


def test_a_rollout_tells_its_progress_with_the_state_so_far() -> None:
    search, told = backgammon.Search(backgammon.judge(), backgammon.STANDARD), list[Any]()
    settings = backgammon.RolloutSettings(trials=2, truncate=1)
    rolling = backgammon.roll_out_cube(search, new_match().position, backgammon.Stakes(), settings)
    found = finish(rolling, on_progress=told.append)
    assert [each[0] for each in told if isinstance(each, tuple)] == [0.5, 1.0]
    assert told[-1][1] == found


def test_what_a_study_ranks_is_written_as_people_write_plays() -> None:
    start = backgammon.Position.start()
    search = backgammon.Search(backgammon.judge(), backgammon.STANDARD)
    found = backgammon.finish(backgammon.study_play(search, start.points, (6, 1), backgammon.Stakes(), 0))
    text = backgammon.format_steps(start.points, found.plays[0].steps)
    assert text == "13/7 8/7"
    assert backgammon.parse_play(text, start, (6, 1)).steps == found.plays[0].steps


def test_a_share_may_be_a_whole_number_but_no_number_a_switch() -> None:
    assert backgammon.RolloutSettings(lead=2, spread=1).lead == 2
    for fields in ({"trials": True}, {"reduce": 1}, {"lead": True}):
        with pytest.raises(backgammon.BackgammonError):
            backgammon.RolloutSettings(**fields)


@pytest.mark.parametrize("level", ["novice", "club", "expert"])
def test_a_player_can_be_passed_to_another_process(level: str) -> None:
    passed = pickle.loads(pickle.dumps(backgammon.player(level)))
    assert passed.skill == backgammon.player(level).skill
    assert passed.cube_evaluator is backgammon.judge()
    start, stakes = new_match().position.points, backgammon.Stakes()
    assert backgammon.finish(passed.play(start, (3, 1), stakes)) == ((8, 5), (6, 5))
    assert len(pickle.dumps(backgammon.player(level))) < 1000
    copy.deepcopy(passed)


def test_chance_that_was_given_is_passed_on_with_its_player() -> None:
    given = Player(backgammon.judge(), Skill(noise=5.0, bound=9.0), random.Random(1))
    passed, start = pickle.loads(pickle.dumps(given)), new_match().position.points
    for _ in range(5):
        asked = start, (2, 1), backgammon.Stakes()
        assert backgammon.finish(passed.play(*asked)) == backgammon.finish(given.play(*asked))


def test_a_search_can_be_passed_to_another_process() -> None:
    rules = backgammon.PRESETS["leaflet"]
    search, start = backgammon.Search(backgammon.judge(), rules), new_match().position.points
    found = search.outcomes([start])
    passed = pickle.loads(pickle.dumps(search))
    assert (passed.evaluator, passed.rules, passed.judged) == (backgammon.judge(), rules, 0)
    assert passed.outcomes([start]) == found
    with pytest.raises(TypeError, match="only judge"):
        pickle.dumps(NetEvaluator(backgammon.judge().net, races))


def test_the_bare_package_loads_the_rules_alone() -> None:
    code = (
        "import sys, backgammon\n"
        "print([name for name in sys.modules if name.startswith('backgammon.') and '.core' not in name])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT / "py", capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
