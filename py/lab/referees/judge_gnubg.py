"""A script for gnubg (`gnubg -t -p`): judges every play of decisions, or cube decisions.

The environment variable JUDGE holds its settings as JSON: `asked`, a file of decisions on plays, or `cubes`,
one of cube decisions; `judged`, the file that the results are appended to; `cubeless`, to leave out the
cubeful equities of plays; `plies`, "0 1 2" by default.

Rule kept: gnubg runs a Python of its own, so this file imports nothing from the project.  Plays are judged in
money play without Jacoby, with the cube in the middle; the equity of a play is the mover's.  All evaluations
are deterministic, without noise, with gnubg's own pruning.
"""

import json
import os
from pathlib import Path
from typing import Any

import gnubg  # type: ignore[import-not-found]

_SETTINGS = json.loads(os.environ["JUDGE"])
_ASKED, _JUDGED = Path(_SETTINGS.get("cubes") or _SETTINGS["asked"]), Path(_SETTINGS["judged"])
_CUBEFUL = not _SETTINGS.get("cubeless")
_PLIES = [int(plies) for plies in _SETTINGS.get("plies", "0 1 2").split()]


def _board(points: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return gnubg's board: first the opponent, then the player on roll; 24 points and the bar of each."""
    return (
        tuple(max(-points[25 - i], 0) for i in range(1, 26)),
        tuple(max(points[i], 0) for i in range(1, 26)),
    )


def _stake(play: list[int]) -> int:
    """Return the points won if the mover has borne off their last checker with this play, else 0."""
    if any(n > 0 for n in play):
        return 0
    if -sum(n for n in play if n < 0) < 15:
        return 1
    return 3 if any(n < 0 for n in play[:7]) else 2


def _equities(plays: list[list[int]]) -> dict[str, list[float]]:
    cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
    cube["jacoby"] = 0
    found = {}
    for plies in _PLIES:
        context = gnubg.evalcontext(1, plies, 1, 1, 0.0)
        cubeless, cubeful = [], []
        for play in plays:
            won = _stake(play)
            board = _board([-n for n in reversed(play)])
            if _CUBEFUL:
                cubeful.append(float(won) or -gnubg.cfevaluate(board, cube, context)[0])
            win, gammon, backgammon, lost, lost_backgammon = gnubg.evaluate(board, cube, context)[:5]
            cubeless.append(float(won) or -(2 * win - 1 + gammon + backgammon - lost - lost_backgammon))
        found[f"cubeless-{plies}"] = [round(e, 6) for e in cubeless]
        if _CUBEFUL:
            found[f"cubeful-{plies}"] = [round(e, 6) for e in cubeful]
    return found


def _cube_values(decision: dict[str, Any]) -> dict[str, list[float]]:
    away, owner = decision["away"], decision["owner"]
    length = max(away)
    score = (length - away[0], length - away[1]) if length else (0, 0)
    cube = gnubg.cubeinfo(decision["cube"], 0 if owner else -1, 0, length, score, 0, 0)
    cube["jacoby"] = 0
    board = _board(decision["position"])
    found = {}
    for plies in _PLIES:
        values = gnubg.cfevaluate(board, cube, gnubg.evalcontext(1, plies, 1, 1, 0.0))
        found[str(plies)] = [round(value, 6) for value in values[1:4]]
    return found


_done = len(_JUDGED.read_text().splitlines()) if _JUDGED.exists() else 0
with _JUDGED.open("a") as out:
    for line in _ASKED.read_text().splitlines()[_done:]:
        decision = json.loads(line)
        if "cubes" in _SETTINGS:
            decision["values"] = _cube_values(decision)
        else:
            decision["equities"] = _equities(decision["plays"])
        out.write(json.dumps(decision) + "\n")
        out.flush()
