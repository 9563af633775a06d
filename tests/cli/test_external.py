"""gnubg's external player: its lines are read correctly, and the real gnubg plays a match against it."""

import shutil
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backgammon.cli import external
from backgammon.cli.errors import CommandError
from backgammon.cli.external import Server, read_board, reply
from backgammon.core.errors import BackgammonError
from backgammon.core.position import flip_points
from backgammon.core.rules import Rules
from backgammon.engine.levels import player

GNUBG = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
START = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"


def line(
    board: str = START,
    turn: int = 1,
    dice: str = "0:0:0:0",
    cube: str = "1:1:1:0",
    match: str = "5:0:0",
) -> str:
    return f"board:gnubg:root:{match}:{board}:{turn}:{dice}:{cube}:1:-1:0:25:0:0:0:0:0:0:0:1"


def test_the_board_is_seen_by_player_1_whoever_is_asked() -> None:
    moved = START.replace("5:0:0:0:-3", "4:0:0:1:-3")
    seen = read_board(line(moved, dice="3:1:3:1"), Rules())
    assert seen.dice == (3, 1)
    assert seen.points[13] == 4
    turned = read_board(line(moved, turn=-1), Rules())
    assert (turned.dice, turned.points) == (None, flip_points(seen.points))


def test_cube_and_score_are_seen_by_the_player_on_roll() -> None:
    ours = read_board(line(cube="2:1:0:0", match="5:2:3"), Rules()).stakes
    assert (ours.cube, ours.owner, ours.away) == (2, 1, (3, 2))
    assert read_board(line(cube="2:1:0:0", turn=-1), Rules()).stakes.owner == -1
    crawford = read_board(line(cube="1:0:0:0", match="5:4:0"), Rules()).stakes
    assert (crawford.crawford_game, crawford.crawford_done) == (True, False)
    after = read_board(line(cube="1:1:1:0", match="5:4:0"), Rules()).stakes
    assert (after.crawford_game, after.crawford_done) == (False, True)
    assert read_board(line(match="0:3:9"), Rules()).stakes.money


def test_every_kind_of_line_has_its_answer() -> None:
    engine = player("advanced")
    assert reply(read_board(line(dice="3:1:3:1"), Rules()), engine) == "8/5 6/5"
    assert reply(read_board(line(), Rules()), engine) == "roll"
    assert reply(read_board(line(cube="1:1:1:1"), Rules()), engine) == "take"


@pytest.mark.parametrize(
    "bad",
    [
        *("", "roll", line()[:-2], line().replace("25", "x"), line(START.replace("5", "9"))),
        *(line(dice="9:1:9:1"), line(cube="0:1:1:0"), line(cube="3:1:1:0"), line(cube="-2:1:1:0")),
        *(line(match="100:0:0"), line(match="9999:0:0"), line(cube=f"{2**2000}:1:1:0")),
        *(line(match="5:5:0"), line(match="5:-1:0"), line(match="-5:0:0")),
    ],
)
def test_what_is_no_board_is_an_error(bad: str) -> None:
    with pytest.raises(BackgammonError):
        read_board(bad, Rules())


@pytest.fixture
def port() -> Iterator[int]:
    with Server(0, "advanced", Rules()) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def test_a_gnubg_that_leaves_in_the_middle_makes_no_noise(
    port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", port)) as leaving:
            leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            leaving.sendall(f"{line()}\n".encode() * 20)
    with socket.create_connection(("127.0.0.1", port)) as staying:
        staying.sendall(f"{line()}\n".encode())
        assert staying.makefile().readline() == "roll\n"
    assert capfd.readouterr().err == ""


def test_the_program_says_where_it_listens_and_plays_as_it_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[Server] = []

    def serve(server: Server) -> None:
        begun.append(server)

    monkeypatch.setattr(Server, "serve_forever", serve)
    assert external.main(["--port", "0", "--level", "novice", "--jacoby"]) == 0
    (server,) = begun
    assert (server.level, server.rules.jacoby) == ("novice", True)
    said = f"in gnubg: set player 0 external localhost:{server.server_address[1]}\n"
    assert capsys.readouterr().out == said


def test_a_port_in_use_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"port {port} cannot be used"):
            external.main(["--port", str(port)])


@pytest.mark.thorough
@pytest.mark.skipif(not GNUBG, reason="gnubg is not installed")
@pytest.mark.parametrize("seat", [0, 1])
def test_gnubg_plays_a_match_against_it(port: int, tmp_path: Path, seat: int) -> None:
    assert GNUBG
    record = tmp_path / "match.mat"
    commands = [
        "set automatic game on",
        "set automatic roll on",
        "set display off",
        f"set player {seat} external localhost:{port}",
        f"set player {1 - seat} gnubg",
        f"set player {1 - seat} chequerplay evaluation plies 0",
        f"set player {1 - seat} cubedecision evaluation plies 0",
        "set seed 7",
        "new match 3",
        f'export match mat "{record}"',
    ]
    result = subprocess.run(
        [GNUBG, "-t", "-q"],
        input="\n".join(commands) + "\n",
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert "has won the match" in result.stdout
    assert "llegal" not in result.stdout
    assert "Wins" in record.read_text()
