"""A net that judges thousands of positions at once: directly, or by a search of all rolls that may follow.

Rule kept: outputs are seen by the player on roll; boards and outputs are tensors on the device.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from backgammon.engine import features
from lab.train.gpu.kernels import DICE, KEPT, OPPONENT, OUTPUTS, OWN, RACE, ROW, Kernels

SISTERS = 5


class Groups(NamedTuple):
    """Groups of sisters.

    Boards (n, SISTERS, SIZE), the number of sisters (n), their outputs by searches (n, SISTERS, OUTPUTS),
    seen by the player on roll.
    """

    boards: Any
    count: Any
    worth: Any


def equity(outputs: Any) -> Any:
    """Return the cubeless equities of outputs of shape (…, 5)."""
    return 2 * outputs[..., 0] - 1 + outputs[..., 1] + outputs[..., 2] - outputs[..., 3] - outputs[..., 4]


def flip(torch: Any, outputs: Any) -> Any:
    """Return outputs as seen by the other player."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = outputs.unbind(-1)
    return torch.stack((1 - win, lost_gammon, lost_backgammon, gammon, backgammon), -1)


def layers(flat: Any, hidden: Sequence[int]) -> list[tuple[Any, Any]]:
    """Split flat weights, laid out as in `selfplay.c`, into weights by input and biases of each layer."""
    found, at = [], 0
    for n, m in pairwise((features.INPUTS, *hidden, 8)):
        found.append((flat[at : at + n * m].view(n, m), flat[at + n * m : at + (n + 1) * m]))
        at += (n + 1) * m
    return found


def filled_mask(torch: Any, room: int, count: Any) -> Any:
    """Return a mask of the places that are filled: the first `count` of `room` in each row."""
    return torch.arange(room, device=count.device) < count[:, None]


def pad_weights(torch: Any, weights: Any) -> Any:
    """Return weights by input, with zeros for the other bytes of a row."""
    return torch.nn.functional.pad(weights, (0, 0, 0, ROW - len(weights)))


class Judge:
    """A net that judges positions; on a GPU its sums, except the last layer's, are in half precision."""

    def __init__(self, kernels: Kernels, hidden: Sequence[int]) -> None:
        self.kernels, self.torch, self.hidden = kernels, kernels.torch, hidden
        self._half = self.torch.float32 if kernels.device == "cpu" else self.torch.float16
        counts = [1 if a == b else 2 for a, b in DICE]
        self._chance = self.torch.tensor(counts, device=kernels.device).view(1, -1, 1) / 36

    def set_weights(self, flat: Any) -> None:
        """Judge by these weights from now on."""
        (first, bias), *others, (last, last_bias) = layers(flat, self.hidden)
        first = pad_weights(self.torch, first / 32)
        self._layers = [
            (w.to(self._half, copy=True), b.to(self._half, copy=True))  # a learner may share these floats
            for w, b in [(first, bias), *others]
        ]
        self._last = last.clone(), last_bias.clone()

    def outputs(self, boards: Any, part: int = 1 << 20) -> Any:
        """Return the outputs of positions: by the net, by the sides of a race, or by how a game has ended."""
        return self.torch.cat([self._outputs(some) for some in boards.split(part)])

    def _outputs(self, boards: Any) -> Any:
        torch, rows = self.torch, self.kernels.rows(boards)
        units = rows.to(self._half)
        for weights, bias in self._layers:
            units = torch.addmm(bias, units, weights).relu_()
        found = torch.addmm(self._last[1], units.float(), self._last[0])[:, :OUTPUTS].sigmoid()
        left = rows[:, OPPONENT]
        found[:, 1:3] *= (left == 15)[:, None]
        found[:, 3:5] *= (rows[:, OWN] == 15)[:, None]
        for where, judged in (
            ((rows[:, RACE] > 0) & (left > 0), self.kernels.races),
            (left == 0, self.kernels.ends),
        ):
            places = where.nonzero()[:, 0]
            if len(places):
                found[places] = judged(boards[places])
        return found

    def search(self, boards: Any, plies: int = 1) -> Any:
        """Return the outputs of positions, not races, by a search of `plies`; for 0, the net's own."""
        if not plies:
            return self.outputs(boards)
        part = 1 << 16 if plies == 1 else 1 << 12
        return self.torch.cat([self._search(some, plies) for some in boards.split(part)])

    def _search(self, boards: Any, plies: int) -> Any:
        torch = self.torch
        plays, found = self.kernels.plays(boards)
        count = found.abs().long()
        there = filled_mask(torch, KEPT, count)
        flat = plays[there]
        outputs = self.outputs(flat)
        value = torch.full(there.shape, torch.inf, device=boards.device)
        value[there] = equity(outputs)
        best = count.cumsum(0) - count + value.argmin(1)
        chosen = outputs[best]
        if plies > 1:
            next_ = flat[best]
            deep = ((self.kernels.rows(next_)[:, RACE] == 0) & (found > 0)).nonzero()[:, 0]
            chosen[deep] = self.search(next_[deep], plies - 1)
        return (flip(torch, chosen).view(len(boards), len(DICE), OUTPUTS) * self._chance).sum(1)


class Marks(NamedTuple):
    """The errors of a net on groups of sisters, in thousandths of a point.

    `lost`: mean loss per group by choosing; `error`: its standard error; `off`: root mean square error of the
    equities.
    """

    lost: float
    error: float
    off: float


def marks(judge: Judge, groups: Groups) -> Marks:
    """Return a judge's errors on groups."""
    torch = judge.torch
    there = filled_mask(torch, SISTERS, groups.count)
    said, worth = (torch.full(there.shape, torch.inf, device=there.device) for _ in range(2))
    said[there] = equity(judge.outputs(groups.boards[there]))
    worth[there] = equity(groups.worth[there])
    off = (said - worth)[there]
    many = groups.count > 1
    lost = (worth.gather(1, said.argmin(1)[:, None])[:, 0] - worth.amin(1))[many]
    spread = lost.std() / len(lost) ** 0.5
    return Marks(*(1000 * float(x) for x in (lost.mean(), spread, off.square().mean().sqrt())))


def judge_again(judge: Judge, groups: Groups, plies: int) -> Groups:
    """Return the groups with their outputs by this judge's searches of `plies`."""
    torch = judge.torch
    there = filled_mask(torch, SISTERS, groups.count)
    worth = torch.zeros_like(groups.worth)
    worth[there] = judge.search(groups.boards[there], plies)
    return groups._replace(worth=worth)
