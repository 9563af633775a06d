"""The analysis of a match by the program gnubg, an outside referee, on one core, and the time it takes."""

import subprocess
import tempfile
import time
from pathlib import Path

from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record
from lab.referees import gnubg


def statistics(record: Record, plies: int) -> str:
    """Return the statistics that gnubg prints after it has analysed a match ``plies`` plies ahead."""
    return _run_gnubg(record, plies, "analyse match", "show statistics match")


def seconds(record: Record, plies: int) -> float:
    """Return the seconds of the analysis, without gnubg's start and the reading of the file."""
    begin = time.perf_counter()
    _run_gnubg(record, plies)
    middle = time.perf_counter()
    _run_gnubg(record, plies, "analyse match")
    return time.perf_counter() - middle - (middle - begin)


def _run_gnubg(record: Record, plies: int, *commands: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.mat"
        file.write_text(format_mat(record), "utf-8")
        lines = [
            "set threads 1",
            f"set analysis chequerplay evaluation plies {plies}",
            f"set analysis cubedecision evaluation plies {plies}",
            f"import mat {file}",
            *commands,
        ]
        return subprocess.run(
            [gnubg.program(), "-t", "-q"],
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        ).stdout
