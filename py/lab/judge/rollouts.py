"""Rollouts by the net that ships: bindings for `rollouts.c`.

Rule kept: a result is seen by the player on roll, in equity normalised to the cube (EMG), and comes with its
standard error; on one machine it depends only on the seed.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from backgammon.engine import cube
from backgammon.engine.stakes import Stakes
from lab.referees import players
from lab.train import export, native
from lab.train.native import Net, Outputs, Position, address, boards

_HEIGHTS: Final = 8
_TRIALS_A_BLOCK: Final = 36
_QUICK: Final = Path(cube.__file__).with_name("data") / "pruning.bin"


class RolloutResult(NamedTuple):
    """The equity of a rollout, its standard error, and the number of games played."""

    equity: float
    error: float
    trials: int


class RolloutSettings(NamedTuple):
    """The half-moves per trial, the standard error to reach, the fewest and most blocks of 36 trials."""

    plies: int
    error: float
    least: int = 2
    most: int = 100


class _Height(ctypes.Structure):
    _fields_ = (
        ("win", ctypes.c_float * 3),
        ("loss", ctypes.c_float * 3),
        ("mine", ctypes.c_int),
        ("his", ctypes.c_int),
    )


class _Stakes(ctypes.Structure):
    _fields_ = (("money", ctypes.c_int), ("efficiency", ctypes.c_float), ("height", _Height * _HEIGHTS))


def roll_out(
    position: Position,
    stakes: Stakes,
    manner: RolloutSettings,
    seed: int,
    doubles: bool = True,
    before: Stakes | None = None,
) -> RolloutResult:
    """Roll out a position; the player on roll may double first if `doubles`.

    `before`: if a double has been taken since, the stakes before it, to whose cube the result is normalised.
    ValueError for rules with Jacoby or beavers, which the C code does not know.
    """
    playing, mean, error = _net(), ctypes.c_double(), ctypes.c_double()
    unit, cashed = cube.emg_unit(before or stakes), cube.game_value(before or stakes, 1)
    blocks = native.library().roll_out(
        *(
            playing.spec(),
            address(playing.weights),
            ctypes.byref(_heights(stakes)),
            boards([position]),
        ),
        *(stakes.owner, int(doubles), manner.plies, ctypes.c_uint64(seed), manner.least, manner.most),
        *(ctypes.c_double(manner.error * unit), ctypes.byref(mean), ctypes.byref(error)),
    )
    return RolloutResult((mean.value - cashed) / unit + 1, error.value / unit, _TRIALS_A_BLOCK * int(blocks))


def worths(stakes: Stakes, outcomes: Sequence[Outputs]) -> list[tuple[float, float]]:
    """Return the worth of outcomes without a double now, and if one is allowed, in engine.cube's unit."""
    given, found = array("f", [x for row in outcomes for x in row]), array("f", bytes(8 * len(outcomes)))
    native.library().worths(
        ctypes.byref(_heights(stakes)),
        stakes.owner,
        address(given),
        len(outcomes),
        address(found),
    )
    return list(zip(found[::2], found[1::2], strict=True))


@cache
def _net() -> Net:
    """Return the net that ships, and load its pruning net."""
    load_quick_net(native.library())
    return players.require_net("shipped")


def load_quick_net(library: ctypes.CDLL) -> None:
    """Pass a library the pruning net that ships; ValueError if it takes another number of units."""
    quick = export.read(_QUICK.read_bytes())
    units = library.set_quick(address(export.as_net(quick).weights), len(quick[0].bias))
    if units != len(quick[0].bias):
        raise ValueError(f"pruning.bin has {len(quick[0].bias)} units, QUICK in quick.c says {units}")


@cache
def _heights(stakes: Stakes) -> _Stakes:
    """Return the stakes in the C code's form: each level of the cube, up to one that nobody can raise."""
    if stakes.jacoby or stakes.beavers:
        raise ValueError("rollouts know neither Jacoby nor beavers")
    found = _Stakes(stakes.money, cube.EFFICIENCY)
    for height in found.height:
        wins, losses = ([cube.game_value(stakes, sign * times) for times in (1, 2, 3)] for sign in (1, -1))
        height.win, height.loss = (ctypes.c_float * 3)(*wins), (ctypes.c_float * 3)(*losses)
        height.mine, height.his = (_can_use(stakes, away) for away in stakes.away)
        stakes = replace(stakes, cube=2 * stakes.cube, owner=0)
    found.height[_HEIGHTS - 1].mine = found.height[_HEIGHTS - 1].his = 0
    return found


def _can_use(stakes: Stakes, away: int) -> bool:
    return stakes.cube_in_play and (stakes.money or stakes.cube < away)
