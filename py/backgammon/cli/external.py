"""``external``: a socket by which gnubg plays against this engine, as its *external player*.

In gnubg: ``set player 0 external localhost:PORT``. For each decision gnubg sends one line, the board in the
format of the First Internet Backgammon Server, and reads one: a move such as ``8/5 6/5``, ``roll``,
``double``, ``take``, ``drop`` or ``beaver``. The format does not include the Jacoby rule, so it is an option.
"""

import argparse
import socketserver
import sys
from dataclasses import dataclass
from typing import Any, TypeVar

from backgammon.cli.errors import CommandError
from backgammon.cli.options import about, whole
from backgammon.core.dice import Roll, check_roll
from backgammon.core.errors import BackgammonError
from backgammon.core.match import HIGHEST_CUBE, MAX_LENGTH
from backgammon.core.position import Points, Position, flip_points
from backgammon.core.rules import Rules
from backgammon.core.trips import list_steps
from backgammon.engine.levels import SKILLS, player
from backgammon.engine.player import Player
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish
from backgammon.protocol.levels import DEFAULT_LEVEL

FIELDS = 53
LONGEST_LINE = 2000
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Board:
    """A board line of gnubg, seen by the player on roll; ``doubled``: whether that player has doubled."""

    points: Points
    dice: Roll | None
    doubled: bool
    stakes: Stakes


def read_board(line: str, rules: Rules) -> Board:
    """Parse a board line; raise BackgammonError, quoting the line, if it is invalid.

    As gnubg 1.07 writes it, the board and the rights to double are given from the view of its player 1,
    whoever is to decide, while the score starts with that of the player on roll.
    """
    name, *fields = line.strip().split(":")
    if name != "board" or len(fields) != FIELDS - 1:
        raise BackgammonError(f"a board line has {FIELDS} fields, not {line!r:.200}")
    try:
        length, mine, theirs, *numbers = [int(field) for field in fields[2:]]
    except ValueError:
        raise BackgammonError(f"a board line is made of numbers after the names, not {line!r:.200}") from None
    turn, first, second, _, _, cube, *rights, doubled = numbers[26:35]
    points = Position(tuple(numbers[:26])).points
    if turn < 0:
        points = flip_points(points)
        rights.reverse()
    playing = length == 0 or 0 <= min(mine, theirs) <= max(mine, theirs) < length <= MAX_LENGTH
    if not 1 <= cube <= HIGHEST_CUBE or cube & (cube - 1) or not playing:
        raise BackgammonError(f"there is no such cube or score: {line!r:.200}")
    one_away = length > 0 and length - max(mine, theirs) == 1
    crawford = one_away and rights == [0, 0]
    stakes = Stakes(
        rules,
        cube,
        0 if cube == 1 else rights[0] - rights[1],
        (length - mine, length - theirs) if length else (0, 0),
        crawford_game=crawford,
        crawford_done=one_away and not crawford,
    )
    return Board(points, check_roll((first, second)) if first else None, bool(doubled), stakes)


def reply(board: Board, engine: Player) -> str:
    """Return the engine's answer to a board."""
    if board.doubled:
        return finish(engine.answers_double(board.points, board.stakes, by_opponent=True))
    if board.dice is None:
        return "double" if finish(engine.doubles(board.points, board.stakes)) else "roll"
    return list_steps(finish(engine.play(board.points, board.dice, board.stakes)))


class Server(socketserver.ThreadingTCPServer):
    """Serves each connection in its own thread."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port: int, level: str, rules: Rules) -> None:
        self.level, self.rules = level, rules
        super().__init__(("127.0.0.1", port), Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a gnubg that disconnects; anything else is a bug and is printed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # only printed


class Handler(socketserver.StreamRequestHandler):
    """Answers the lines of one gnubg connection."""

    server: Server

    def handle(self) -> None:
        engine = player(self.server.level)
        while line := self.rfile.readline(LONGEST_LINE):
            text = line.decode("utf-8", "replace").strip("\0\r\n ")
            if text:
                self.wfile.write(self._answer(text, engine).encode() + b"\n")

    def _answer(self, text: str, engine: Player) -> str:
        if text.startswith("version"):
            return "Triktrakk 1"
        try:
            return reply(read_board(text, self.server.rules), engine)
        except BackgammonError as error:
            return f"Error: {error}"


def main(argv: list[str]) -> int:
    """Serve until interrupted; raise CommandError if the port cannot be used."""
    parser = argparse.ArgumentParser(prog=sys.argv[0], description=about(__doc__, 2))
    parser.add_argument("--port", type=whole(0, 65535), default=8901, help="default: %(default)s")
    parser.add_argument("--level", choices=SKILLS, default=DEFAULT_LEVEL, help="default: %(default)s")
    parser.add_argument("--jacoby", action="store_true", help="money games are played with the Jacoby rule")
    options: Any = parser.parse_args(argv)
    player(options.level)
    try:
        server = Server(options.port, options.level, Rules(jacoby=options.jacoby))
    except OSError as error:
        raise CommandError(
            f"port {options.port} cannot be used ({error.strerror}); give another by --port"
        ) from None
    with server:
        print(f"in gnubg: set player 0 external localhost:{server.server_address[1]}", flush=True)
        server.serve_forever()
    return 0
