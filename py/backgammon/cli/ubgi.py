"""``ubgi``: the Universal Backgammon Interface, version 0.1, over standard input and output.

One command per line, one answer per line; a bad line gets an ``error`` line and changes nothing. Positions
are seen by the player on roll. Besides the roles of the interface there is ``go role take``: the answer of
the player not on roll to a double by the player on roll. A play without steps is ``bestmove`` alone.
"""

import argparse
import io
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from backgammon.analysis.decision import CUBE_PLIES
from backgammon.cli.options import about
from backgammon.cli.ubgi_session import Session
from backgammon.core.cube_decision import CubeDecision
from backgammon.core.dice import Roll, check_roll
from backgammon.core.errors import BackgammonError
from backgammon.core.match import MAX_LENGTH
from backgammon.core.position import Position
from backgammon.core.trips import list_steps
from backgammon.engine import cube
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.levels import ONE_PLY, TWO_PLY
from backgammon.engine.net_evaluator import judge
from backgammon.engine.pruning import Filter
from backgammon.engine.search import Candidate, Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import Thinking, finish
from backgammon.notation.gnuid import parse_gnu_id
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import parse_xgid

FILTERS = (ONE_PLY, TWO_PLY, Filter(plays=2, gap=0.04))
MAX_DIGITS = 12
OWNERS = {"center": None, "p0": 0, "p1": 1}
OPTIONS = (
    "option name Threads type spin default 1 min 1 max 1",
    "option name Seed type spin default 0 min 0 max 2147483647",
    "option name Deterministic type check default true",
    "option name EvalMode type combo default cubeful var cubeful var cubeless",
    f"option name Plies type spin default 0 min 0 max {len(FILTERS)}",
)
_T = TypeVar("_T")


class UbgiError(Exception):
    """The content of an ``error`` line: an error code of the interface, and a message."""


@dataclass
class Ubgi:
    """Answers lines; ``should_stop`` is called between batches to learn whether a search is to stop."""

    should_stop: Callable[[], bool] = lambda: False
    session: Session = field(default_factory=Session)

    def __post_init__(self) -> None:
        self._search: Search | None = None
        self._stopped = False

    def answer(self, line: str) -> Iterator[str]:
        """Yield the answers to one line."""
        words = line.split()
        if not words:
            return
        command = COMMANDS.get(words[0])
        try:
            if command is None:
                raise UbgiError(f"unknown_command {words[0]}")
            yield from command(self, words[1:]) or ()
        except UbgiError as error:
            yield f"error {error}"
        except BackgammonError as error:
            yield f"error bad_argument {error}"

    def hello(self, words: list[str]) -> Iterator[str]:
        yield "id name Triktrakk"
        yield "id author the Triktrakk maintainers"
        yield from OPTIONS
        yield "ubgiok"

    def ready(self, words: list[str]) -> Iterator[str]:
        judge()
        yield "readyok"

    def option(self, words: list[str]) -> None:
        match words:
            case ["name", "EvalMode", "value", ("cubeful" | "cubeless") as mode]:
                self.session = replace(self.session, cubeless=mode == "cubeless")
            case ["name", "Plies", "value", plies]:
                self.session = replace(self.session, plies=_number(plies, 0, len(FILTERS)))
            case ["name", "Threads", "value", "1"] | ["name", "Deterministic", "value", "true" | "false"]:
                pass
            case ["name", "Seed", "value", seed]:
                _number(seed, 0, 2**31 - 1)
            case _:
                raise UbgiError(f"bad_argument there is no such option or value: {' '.join(words)}")

    def new_game(self, words: list[str]) -> None:
        old = self.session
        self.session = replace(
            old,
            points=None,
            dice=None,
            cube=1,
            owner=None,
            crawford_over=old.crawford_over or (old.one_away and old.points is not None),
        )

    def new_session(self, words: list[str]) -> None:
        if len(words) % 2 or words[:1] != ["type"]:
            raise UbgiError(
                "bad_argument newsession type money|match [length N] [jacoby on|off] [crawford on|off]"
            )
        given = dict(zip(words[::2], words[1::2], strict=True))
        if given["type"] not in ("money", "match") or set(given) - {"type", "length", "jacoby", "crawford"}:
            raise UbgiError(f"bad_argument {' '.join(words)}")
        match = given["type"] == "match"
        if match and "length" not in given:
            raise UbgiError("bad_argument a match needs a length")
        self.session = Session(
            length=_number(given["length"], 1, MAX_LENGTH) if match else 0,
            jacoby=not match and _switch(given.get("jacoby", "off")),
            crawford=_switch(given.get("crawford", "on")),
            cubeless=self.session.cubeless,
            plies=self.session.plies,
        )

    def set_score(self, words: list[str]) -> None:
        if len(words) != 2:
            raise UbgiError("bad_argument setscore P0 P1")
        highest = self.session.length - 1 if self.session.length else 10**6
        first, second = [_number(word, 0, highest) for word in words]
        self.session = replace(self.session, score=(first, second))

    def set_cube(self, words: list[str]) -> None:
        match words:
            case ["value", value, "owner", ("center" | "p0" | "p1") as owner]:
                cube = _number(value, 1, 2**15)
                if cube & (cube - 1):
                    raise UbgiError(f"bad_argument the cube is a power of two, not {cube}")
                self.session = replace(self.session, cube=cube, owner=OWNERS[owner])
            case _:
                raise UbgiError("bad_argument setcube value N owner center|p0|p1")

    def set_turn(self, words: list[str]) -> None:
        if words not in (["p0"], ["p1"]):
            raise UbgiError("bad_argument setturn p0|p1")
        self.session = replace(self.session, turn=int(words[0][1]))

    def position(self, words: list[str]) -> None:
        match words:
            case ["gnubgid", text] if ":" in text:
                self._stand(parse_gnu_id(text))
            case ["gnubgid", text]:
                self._place(Position.from_gnu_id(text), None)
            case ["xgid", text]:
                self._stand(parse_xgid(text))
            case _:
                raise UbgiError("bad_argument position gnubgid ID or position xgid XGID")

    def _place(self, position: Position, dice: Roll | None) -> None:
        if 0 in (position.pips, position.opponent_pips):
            raise UbgiError("bad_argument the game is over in this position")
        self.session = replace(self.session, points=position.points, dice=dice)

    def _stand(self, setup: Setup) -> None:
        """Take over position, dice, cube and score from an ID that has them."""
        match = setup.to_match()
        self._place(match.position, match.dice)
        self.session = replace(
            self.session,
            turn=match.on_roll,
            cube=match.cube,
            owner=match.cube_owner,
            score=match.score if match.length else (0, 0),
            length=match.length,
            jacoby=match.rules.jacoby,
            crawford=self.session.crawford or match.crawford_game,
            crawford_over=match.crawford_done,
        )

    def set_dice(self, words: list[str]) -> None:
        if len(words) != 2:
            raise UbgiError("bad_argument dice A B")
        first, second = [_number(word, 1, 6) for word in words]
        self.session = replace(self.session, dice=check_roll((first, second)))

    def go(self, words: list[str]) -> Iterator[str]:
        if len(words) % 2:
            raise UbgiError("bad_argument go role R [depth n] [movetime ms] [nodes n] [trials n]")
        limits = dict(zip(words[::2], words[1::2], strict=True))
        role = limits.pop("role", "")
        if role not in ROLES or set(limits) - {"depth", "movetime", "nodes", "trials"}:
            raise UbgiError(f"bad_argument {' '.join(words)}")
        if "trials" in limits or "nodes" in limits:
            raise UbgiError("unsupported_feature a search is limited by depth or movetime")
        if self.session.points is None:
            raise UbgiError("missing_context there is no position")
        depth = _number(limits.get("depth", str(self.session.plies)), 0, len(FILTERS))
        seconds = _number(limits.get("movetime", "0"), 0, 10**7) / 1000
        if seconds and "depth" not in limits:
            depth = len(FILTERS)
        start, self._stopped = time.monotonic(), False
        search = self._searcher()
        before = search.judged
        info, answer = ROLES[role](self, depth, start + seconds if seconds else None)
        spent = time.monotonic() - start
        nodes = search.judged - before
        speed = f"time_ms {spent * 1000:.0f} nodes {nodes} nps {nodes / max(spent, 1e-6):.0f}"
        yield f"info role {role} {speed} {info}"
        yield answer

    def best_move(self, depth: int, until: float | None) -> tuple[str, str]:
        session = self.session
        points, dice, stakes = session.points, session.dice, session.stakes()
        if dice is None or points is None:
            raise UbgiError("missing_context there are no dice")

        def search(filters: tuple[Filter, ...]) -> Thinking[list[Candidate]]:
            return self._searcher().plays(points, dice, stakes, filters, time.monotonic, until)

        ranked = None
        # Ply by ply, so that a stop keeps the last one done; with a time limit, one search paces all plies.
        for deeper in (depth,) if until else range(1, depth + 1):
            found = self._until_stopped(search(FILTERS[:deeper]))
            if found is None:
                break
            ranked = found
        best = (ranked or finish(search(())))[0]
        text = list_steps(best.steps)
        return (
            f"depth {best.plies} {_values(best.outcomes, best.worth, stakes)} pv {text}".rstrip(),
            f"bestmove {text}".rstrip(),
        )

    def best_cube(self, depth: int, until: float | None) -> tuple[str, str]:
        info, decision, allowed = self._weigh(depth, until)
        return info, f"bestcube {'double' if allowed and decision.doubles else 'nodouble'}"

    def best_take(self, depth: int, until: float | None) -> tuple[str, str]:
        info, decision, _ = self._weigh(depth, until)
        return info, f"besttake {'take' if decision.takes else 'drop'}"

    def best_turn(self, depth: int, until: float | None) -> tuple[str, str]:
        _, cube_line = self.best_cube(depth, until)
        info, move_line = self.best_move(depth, until)
        return info, f"bestturn cube={cube_line.split()[1]} move={move_line.removeprefix('bestmove').strip()}"

    def _weigh(self, depth: int, until: float | None) -> tuple[str, CubeDecision, bool]:
        """Weigh a double, ply by ply while time is left; return info, decision and whether one may double."""
        points, stakes, search = self.session.points, self.session.stakes(), self._searcher()
        assert points is not None
        plies, (outcomes, decision) = 0, finish(search.double(points, stakes, 0))
        for deeper in range(1, min(depth, CUBE_PLIES) + 1):
            found = self._until_stopped(search.double(points, stakes, deeper), until)
            if found is None:
                break
            plies, (outcomes, decision) = deeper, found
        allowed = stakes.can_use_cube
        return f"depth {plies} {_values(outcomes, decision.no_double, stakes)}", decision, allowed

    def _searcher(self) -> Search:
        rules = self.session.stakes().rules
        if self._search is None or self._search.rules != rules:
            self._search = Search(judge(), rules)
        return self._search

    def _until_stopped(self, thinking: Thinking[_T], until: float | None = None) -> _T | None:
        """Run a search to its end and return its result; None if it was stopped or ran out of time."""
        while True:
            try:
                next(thinking)
            except StopIteration as stop:
                found: _T = stop.value
                return found
            self._stopped = self._stopped or self.should_stop()
            if self._stopped or (until is not None and time.monotonic() >= until):
                return None


COMMANDS: dict[str, Callable[[Ubgi, list[str]], Iterator[str] | None]] = {
    "ubgi": Ubgi.hello,
    "isready": Ubgi.ready,
    "setoption": Ubgi.option,
    "newgame": Ubgi.new_game,
    "newsession": Ubgi.new_session,
    "setscore": Ubgi.set_score,
    "setcube": Ubgi.set_cube,
    "setturn": Ubgi.set_turn,
    "position": Ubgi.position,
    "dice": Ubgi.set_dice,
    "go": Ubgi.go,
    "stop": lambda ubgi, words: None,
}

ROLES: dict[str, Callable[[Ubgi, int, float | None], tuple[str, str]]] = {
    "chequer": Ubgi.best_move,
    "cube": Ubgi.best_cube,
    "take": Ubgi.best_take,
    "turn": Ubgi.best_turn,
}


def _values(outcomes: Outcomes, worth: float, stakes: Stakes) -> str:
    """Format the equity normalised to the cube, in a match its chance, and the chances of each win."""
    middle = (cube.game_value(stakes, 1) + cube.game_value(stakes, -1)) / 2
    equity = (worth - middle) / cube.emg_unit(stakes)
    mwc = "" if stakes.money else f" mwc {worth:.5f}"
    win, gammon, backgammon = outcomes[:3]
    return f"eq {equity:.5f}{mwc} pwin {win:.5f} pgammon {gammon:.5f} pbg {backgammon:.5f}"


def _number(text: str, low: int, high: int) -> int:
    if not text.isdecimal() or len(text) > MAX_DIGITS or not low <= int(text) <= high:
        raise UbgiError(f"bad_argument a whole number from {low} to {high}, not {text}")
    return int(text)


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise UbgiError(f"bad_argument on or off, not {text}")
    return text == "on"


def main(argv: list[str]) -> int:
    """Answer the lines of the standard input until ``quit`` or its end; return the exit code."""
    argparse.ArgumentParser(prog=sys.argv[0], description=about(__doc__, 2)).parse_args(argv)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # else a stray byte would silently end the reading
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    quitting = False

    def say(line: str) -> None:
        print(line, flush=True)

    def should_stop() -> bool:
        nonlocal quitting
        while not lines.empty() and not quitting:
            line = lines.get()
            if line is None:
                lines.put(None)
                return False
            word = line.strip()
            quitting = word == "quit"
            if word in ("stop", "quit"):
                return True
            if word:
                say(f"error search_in_progress {word}")
        return False

    ubgi = Ubgi(should_stop)
    while not quitting:
        line = lines.get()
        if line is None or line.strip() == "quit":
            break
        for answer in ubgi.answer(line):
            say(answer)
    return 0


def _read(lines: "queue.SimpleQueue[str | None]") -> None:
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)
