"""The real gnubg, run as a program: it plays, imports, exports, and prints the IDs at every decision."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from backgammon.core.match import Beavered, Doubled, Dropped, Match, Phase, Played, Raccooned, Took
from backgammon.notation.gnuid import format_gnu_id, parse_gnu_id
from backgammon.notation.match_builder import is_play_implied
from backgammon.notation.record import Record
from backgammon.notation.setup import Setup
from backgammon.notation.tags import VARIATIONS

GNUBG = shutil.which("gnubg", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))

needs_gnubg = pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed (apt-get install gnubg)")

_PEOPLE = ["set player 0 human", "set player 1 human"]
_QUIET = [
    "set confirm new off",
    "set confirm save off",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set display off",
]
_IDS = re.compile(r"Position ID: (\S{14})\s+Match ID\s+: (\S{12})")
_COMPLAINTS = re.compile(
    r"(?i)^.*(?:warning|unrecogni[sz]ed|invalid|illegal|error|unparsable|cannot|can't).*$", re.MULTILINE
)


def run(folder: Path, commands: list[str], timeout: float = 120) -> str:
    """Run gnubg with these commands, in a folder that is also its home, and return its output."""
    assert GNUBG is not None
    answer = subprocess.run(
        [GNUBG, "-t", "-q"],
        input="\n".join([*_QUIET, *commands, ""]),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        cwd=folder,
        env={"HOME": str(folder), "PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8"},
    )
    return answer.stdout + answer.stderr


def complaints(output: str) -> list[str]:
    """Return the lines in which gnubg complains about its input."""
    return _COMPLAINTS.findall(output)


def convert(folder: Path, name: str, kind: str, *, jacoby: bool = False) -> tuple[str, list[str]]:
    """Let gnubg read a .mat or .sgf and export all of it; return its output and the IDs at each decision.

    ``jacoby``: gnubg's own setting, which it uses when it reads a .mat.
    """
    for old in folder.glob("out*"):
        old.unlink()
    load = f'import mat "{folder / name}"' if kind == "mat" else f'load match "{folder / name}"'
    output = run(
        folder,
        [
            *_PEOPLE,
            f"set jacoby {'on' if jacoby else 'off'}",
            load,
            f'export match text "{folder / "out.txt"}"',
            f'export match mat "{folder / "out.mat"}"',
            f'save match "{folder / "out.sgf"}"',
        ],
    )
    return output, decisions(folder, "out")


def decisions(folder: Path, stem: str) -> list[str]:
    """Return the GNU IDs in gnubg's text export, game by game, in order.

    Before the first move of a game gnubg leaves the state of the game empty in it; this fills it in.
    """
    files = sorted(
        folder.glob(f"{stem}*.txt"), key=lambda path: path.stem if "_" in path.stem else f"{path.stem}_001"
    )
    found = [_IDS.findall(file.read_text()) for file in files]
    return [_fill_in_start(f"{position}:{match}") for ids in found for position, match in ids]


def _fill_in_start(text: str) -> str:
    setup = parse_gnu_id(text)
    return format_gnu_id(setup) if setup.points in (Setup().points, *VARIATIONS.values()) else text


def printed_ids(output: str) -> set[str]:
    """Return the GNU IDs of the boards in gnubg's output."""
    return {f"{position}:{match}" for position, match in _IDS.findall(output)}


def self_play(folder: Path, seed: int, length: int, moves: int = 3000) -> None:
    """Let gnubg play a match against itself at 0-ply and save it as play.mat, play.sgf and play*.txt."""
    players = [f"set player {seat} {setting}" for seat in (0, 1) for setting in ("gnubg", *_ZERO_PLY)]
    start = ["new session"] if length == 0 else [f"new match {length}"]
    again = ["play"] * 150 + ["new game"]
    run(
        folder,
        [
            *players,
            f"set seed {seed}",
            *start,
            *again * (4 if length == 0 else 2 * length),
            f'export match mat "{folder / "play.mat"}"',
            f'save match "{folder / "play.sgf"}"',
            f'export match text "{folder / "play.txt"}"',
        ],
    )


_ZERO_PLY = ("chequer evaluation plies 0", "cube evaluation plies 0")


def expected_ids(record: Record) -> list[str]:
    """Return the GNU IDs of a record at every decision in gnubg's text export, the higher die first.

    A roll not yet played at the end of the record counts, unless gnubg would have played it at once.
    """
    shown = (Played, Doubled, Took, Dropped, Beavered, Raccooned)
    pairs = zip(record.states, record.log, strict=False)
    ids = [_id(before) for before, action in pairs if isinstance(action, shown)]
    end = record.end
    return [*ids, _id(end)] if end.phase is Phase.TO_PLAY and not is_play_implied(end) else ids


def _id(match: Match) -> str:
    setup = Setup.of(match)
    first, second = setup.dice or (0, 0)
    return format_gnu_id(replace(setup, dice=(max(first, second), min(first, second)) if first else None))
