"""The Universal Backgammon Interface: its lines, and errors that change nothing."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice

import pytest
from engine.positions import walk

from backgammon.cli.ubgi import Ubgi
from backgammon.core.plays import legal_plays, results
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD
from tools.paths import ROOT

START = "4HPwATDgc/ABMA"
BORNE_OFF = Position((0, 2, *[0] * 24)).gnu_id


def send(ubgi: Ubgi, *lines: str) -> list[str]:
    return [answer for line in lines for answer in ubgi.answer(line)]


@pytest.fixture
def ubgi() -> Ubgi:
    found = Ubgi()
    send(found, "newsession type money", f"position gnubgid {START}", "dice 3 1")
    return found


def test_the_handshake_ends_with_ubgiok() -> None:
    answers = send(Ubgi(), "ubgi")
    assert answers[0].startswith("id name ")
    assert answers[1].startswith("id author ")
    assert all(answer.startswith("option name ") for answer in answers[2:-1])
    assert answers[-1] == "ubgiok"
    assert send(Ubgi(), "isready") == ["readyok"]
    assert send(Ubgi(), "") == []


@pytest.mark.parametrize("depth", [0, 1])
def test_a_move_is_found(ubgi: Ubgi, depth: int) -> None:
    info, move = send(ubgi, f"go role chequer depth {depth}")
    assert move == "bestmove 8/5 6/5"
    words = info.split()
    given = dict(zip(words[1:-3:2], words[2:-3:2], strict=True))
    assert int(given["depth"]) <= depth
    assert {"role", "time_ms", "nodes", "nps", "eq", "pwin", "pgammon", "pbg"} <= set(given)


@pytest.mark.parametrize(
    ("role", "wanted"),
    [
        ("chequer", "bestmove 8/5 6/5"),
        ("cube", "bestcube nodouble"),
        ("take", "besttake take"),
        ("turn", "bestturn cube=nodouble move=8/5 6/5"),
    ],
)
def test_every_role_has_its_answer_and_its_figures(ubgi: Ubgi, role: str, wanted: str) -> None:
    info, answer = send(ubgi, f"go role {role}")
    assert answer == wanted
    words = info.split()
    assert words[:3] == ["info", "role", role]
    told = {name: float(words[words.index(name) + 1]) for name in ("depth", "eq", "pwin", "pgammon", "pbg")}
    assert 1 > told["pwin"] > told["pgammon"] > told["pbg"] > told["depth"] == 0


def test_what_needs_no_answer_has_none(ubgi: Ubgi) -> None:
    before = ubgi.session
    options = ("Threads value 1", "Deterministic value false", "Seed value 7", "Plies value 0")
    assert send(ubgi, *[f"setoption name {option}" for option in options], "stop", "") == []
    assert ubgi.session == before


def test_no_double_is_offered_where_the_cube_is_not_ours(ubgi: Ubgi) -> None:
    won = "position xgid XGID=-BBBBB-------------bbbbb--:0:0:1:00:0:0:0:0:10"
    assert send(ubgi, won, "go role cube")[-1] == "bestcube double"
    assert send(ubgi, "setcube value 2 owner p1", "go role cube")[-1] == "bestcube nodouble"
    assert send(ubgi, "setoption name EvalMode value cubeless", "go role cube")[-1] == "bestcube nodouble"


def test_scores_and_the_crawford_game() -> None:
    ubgi = Ubgi()
    send(ubgi, "newsession type match length 3", "setscore 2 0", "setturn p1", f"position gnubgid {START}")
    stakes = ubgi.session.stakes()
    assert (stakes.away, stakes.crawford_game) == ((3, 1), True)
    send(ubgi, "newgame", f"position gnubgid {START}")
    stakes = ubgi.session.stakes()
    assert (stakes.crawford_game, stakes.crawford_done) == (False, True)
    assert send(ubgi, "go role cube")[-1] == "bestcube double"


def test_a_match_begins_at_love_all_and_has_no_cube_if_it_is_to_one_point() -> None:
    ubgi = Ubgi()
    send(ubgi, "newsession type match length 3")
    assert ubgi.session.stakes().away == (3, 3)
    send(ubgi, "newsession type match length 1", f"position gnubgid {START}")
    for _ in range(2):
        assert ubgi.session.stakes().crawford_game
        send(ubgi, "newgame", f"position gnubgid {START}")


@pytest.mark.parametrize("mark", [0, 1])
def test_an_id_of_a_crawford_game_is_one_whatever_the_session(mark: int) -> None:
    ubgi = Ubgi()
    text = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:{mark}:5:10"
    send(ubgi, "newsession type match length 5 crawford off", f"position xgid {text}")
    assert ubgi.session.stakes().crawford_game == bool(mark)


def test_a_whole_id_brings_cube_score_and_dice() -> None:
    ubgi = Ubgi()
    assert send(ubgi, "position xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:52:3:2:0:7:10") == []
    session = ubgi.session
    assert (session.dice, session.cube, session.owner) == ((5, 2), 2, 0)
    assert (session.score, session.length) == ((3, 2), 7)
    assert send(ubgi, "position gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAE") == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("dance", "unknown_command dance"),
        ("go", "bad_argument"),
        ("go role dance", "bad_argument"),
        ("go role chequer depth many", "bad_argument"),
        ("go role chequer depth 99", "bad_argument"),
        ("go role chequer trials 36", "unsupported_feature"),
        ("dice 0 7", "bad_argument"),
        ("dice 1", "bad_argument"),
        ("position gnubgid nonsense", "bad_argument"),
        ("position gnubgid AAAAAAAAAAAAAA", "bad_argument"),
        (f"position gnubgid {BORNE_OFF}", "bad_argument the game is over"),
        ("position xgid nonsense", "bad_argument"),
        ("position fen", "bad_argument"),
        ("setcube value 3 owner p0", "bad_argument"),
        ("setcube value 2", "bad_argument"),
        ("setturn p2", "bad_argument"),
        ("setscore 1", "bad_argument"),
        ("setscore -1 0", "bad_argument"),
        (f"setscore {'9' * 5000} 0", "bad_argument"),
        ("newsession type match", "bad_argument"),
        ("newsession type match length 100", "bad_argument"),
        ("newsession type money jacoby perhaps", "bad_argument"),
        ("newsession length 5", "bad_argument"),
        ("setoption name Threads value 8", "bad_argument"),
        ("setoption name Colour value red", "bad_argument"),
    ],
)
def test_a_bad_line_gets_an_error_and_changes_nothing(ubgi: Ubgi, line: str, code: str) -> None:
    before = ubgi.session
    (answer,) = send(ubgi, line)
    assert answer.startswith(f"error {code}")
    assert ubgi.session == before


def test_what_is_missing_is_said() -> None:
    assert send(Ubgi(), "go role chequer")[0].startswith("error missing_context")
    assert send(Ubgi(), f"position gnubgid {START}", "go role chequer")[0].startswith("error missing_context")


def stop_search(ubgi: Ubgi, calls: int, command: str) -> tuple[int, str]:
    """Stop a search when it asks after asking ``calls`` times; return the number of asks and the depth."""
    asked = count()
    ubgi.should_stop = lambda: next(asked) == calls
    info = send(ubgi, "dice 4 3", command)[-2].split()
    return next(asked), info[info.index("depth") + 1]


def test_a_stop_keeps_the_plies_that_are_done(ubgi: Ubgi) -> None:
    calls, depth = stop_search(ubgi, -1, "go role chequer depth 1")
    assert (calls > 1, depth) == (True, "1")
    assert stop_search(ubgi, calls + 2, "go role chequer depth 2") == (calls + 3, "1")


def test_a_stop_while_the_cube_is_weighed_ends_the_whole_turn(ubgi: Ubgi) -> None:
    assert stop_search(ubgi, 0, "go role turn depth 1") == (1, "0")


def test_a_stopped_search_gives_what_it_has_found(ubgi: Ubgi) -> None:
    ubgi.should_stop = lambda: True
    assert send(ubgi, "go role chequer depth 2")[-1] == "bestmove 8/5 6/5"
    info, answer = send(ubgi, "go role cube depth 2")
    assert " depth 0 " in info
    assert answer == "bestcube nodouble"


@pytest.mark.parametrize("role", ["cube", "take"])
@pytest.mark.parametrize(("milliseconds", "plies"), [(1, 0), (2000, 1), (100_000, 2)])
def test_a_cube_decision_keeps_to_its_time(
    ubgi: Ubgi, monkeypatch: pytest.MonkeyPatch, role: str, milliseconds: int, plies: int
) -> None:
    seconds = count()
    monkeypatch.setattr("backgammon.cli.ubgi.time.monotonic", lambda: float(next(seconds)))
    info, _ = send(ubgi, f"go role {role} movetime {milliseconds}")
    assert f" depth {plies} " in info


def test_answers_are_legal_plays(ubgi: Ubgi) -> None:
    for points, dice in islice(walk(STANDARD, seed=9), 100):
        position = Position(points)
        move = send(
            ubgi, f"position gnubgid {position.gnu_id}", f"dice {dice[0]} {dice[1]}", "go role chequer"
        )[-1]
        steps = tuple(
            tuple(int({"bar": "25", "off": "0"}.get(place, place)) for place in word.split("/"))
            for word in move.split()[1:]
        )
        assert steps in results(points, dice).values()
    assert len(legal_plays(Position.start(), (3, 1))) == 16


@pytest.fixture
def process() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "py", "ubgi"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        yield running
        running.kill()


def ask(process: subprocess.Popen[str], lines: str, end: str) -> list[str]:
    assert process.stdin
    assert process.stdout
    process.stdin.write(lines)
    process.stdin.flush()
    answers: list[str] = []
    while not answers or not answers[-1].startswith(end):
        answers.append(process.stdout.readline().rstrip())
        assert answers[-1]
    return answers


def test_the_process_answers_stops_and_quits(process: subprocess.Popen[str]) -> None:
    assert ask(process, "ubgi\n", "ubgiok")[-1] == "ubgiok"
    ask(process, "isready\n", "readyok")
    setting = f"position gnubgid {START}\ndice 2 1\n"
    answers = ask(process, setting + "go role chequer depth 3\nisready\nstop\n", "bestmove")
    assert "error search_in_progress isready" in answers
    assert process.stdin
    process.stdin.write("quit\n")
    process.stdin.flush()
    assert process.wait(10) == 0


def test_a_stray_byte_is_an_unknown_command_and_no_end() -> None:
    command = [sys.executable, str(ROOT / "py"), "ubgi"]
    done = subprocess.run(command, input=b"\xff\nisready\n", capture_output=True, timeout=30, check=False)
    first, second = done.stdout.decode().splitlines()
    assert first.startswith("error unknown_command")
    assert (second, done.returncode, done.stderr) == ("readyok", 0, b"")
