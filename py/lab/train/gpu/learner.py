"""A net that learns from groups of sisters, like `fit_sisters` of ``lab/train/sisters.c``.

Rule kept: it learns only from what the stores hold; nothing else is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lab.train.export import whole_layers
from lab.train.gpu.judge import SISTERS, Groups, equity, filled_mask, layers, pad_weights
from lab.train.gpu.kernels import OPPONENT, OUTPUTS, OWN, SIZE, Kernels

WORTH = (2.0, 1.0, 1.0, -1.0, -1.0)
_SHARP = 0.06
"""Points behind the best at which a sister has 1/e of its weight, as in sisters.py."""
_DEEP, _MEMORY = 0.5, 0.999
"""The share of the rate in the layers after the first; the memory of the running mean."""
_GRAINS, _STEPS = 127, 255
"""The most grains in a weight of a net file, and the steps of a rounded unit; see export.py."""


class Store:
    """Groups that are remembered; once the store is full, new ones replace the oldest."""

    def __init__(self, torch: Any, device: str, room: int) -> None:
        self.torch, self.room, self.seen = torch, room, 0
        self._filled = torch.zeros((), device=device, dtype=torch.float64)
        self._groups = Groups(
            torch.zeros((room, SISTERS, SIZE), dtype=torch.int8, device=device),
            torch.zeros(room, dtype=torch.int8, device=device),
            torch.zeros((room, SISTERS, OUTPUTS), device=device),
        )

    def add(self, groups: Groups) -> None:
        """Remember groups."""
        at = (self.seen + self.torch.arange(len(groups.count), device=groups.count.device)) % self.room
        for mine, new in zip(self._groups, groups, strict=True):
            mine[at] = new
        self.seen += len(groups.count)
        self._filled.fill_(min(self.seen, self.room))

    def forget(self) -> None:
        """Forget all groups."""
        self.seen = 0
        self._filled.zero_()

    def draw(self, count: int) -> Groups:
        """Return `count` groups chosen at random."""
        chance = self.torch.rand(count, device=self._filled.device, dtype=self.torch.float64)
        at = (chance * self._filled).long()
        return Groups(*(part[at] for part in self._groups))


class Learner:
    """A net that learns from a store, or from several in equal parts, and its running mean.

    `args`: batch, points, apart and limit of ``py train gpu``; `tops`: the maxima of the units of each hidden
    layer, once weights are rounded.
    """

    def __init__(
        self, kernels: Kernels, hidden: Sequence[int], flat: Any, stores: list[Store], args: Any
    ) -> None:
        torch = self.torch = kernels.torch
        self.kernels, self.hidden, self.stores, self.args = kernels, hidden, stores, args
        self.net = flat.clone().requires_grad_()
        self.mean = flat.clone()
        self._first, self._second = torch.zeros_like(flat), torch.zeros_like(flat)
        (w, b), *_ = layers(flat, hidden)
        self._part = torch.full_like(flat, _DEEP)
        self._part[: w.numel() + b.numel()] = 1
        self._rate, self._steps = (torch.zeros((), device=flat.device) for _ in range(2))
        self._rises = [torch.zeros(size, device=flat.device) for size in hidden]
        self._points = torch.tensor(WORTH, device=flat.device)
        self.tops: list[Any] = []
        self._grains: list[tuple[Any, Any, Any]] = []  # by rounded layer; the greatest weights; their places
        self._graph: Any = None

    def learn(self, steps: int, rate: float) -> None:
        """Take `steps` steps of learning."""
        self._rate.fill_(rate)
        if self.net.device.type == "cpu":
            for _ in range(steps):
                self._step()
            return
        if self._graph is None:
            self._graph = self._capture_graph()
        for _ in range(steps):
            self._graph.replay()

    def change_stores(self, stores: list[Store]) -> None:
        """Learn from these stores from now on."""
        self.stores, self._graph = stores, None

    def round_from_now(self, boards: Any) -> None:
        """Round weights as in a net file, and clamp units to 1.1 times their maxima in these positions."""
        parts = [self._outputs(some, self.mean)[2] for some in boards.split(1 << 14)]
        rises = [self.torch.cat(layer).amax(0) for layer in zip(*parts, strict=True)]
        self.tops, self._graph = [1.1 * rise.clamp(min=0.01) for rise in rises], None
        self.net.data.copy_(self.mean)
        below = [self.torch.ones_like(self.mean[:1]), *self.tops]
        rounded = layers(self.mean, self.hidden)[: whole_layers(self.hidden)]
        for (w, _), top in zip(rounded, below, strict=False):
            most, place = (w * top[:, None]).abs().max(0, keepdim=True)
            grain = most.clamp(min=1e-9) / _GRAINS / top[:, None]
            self._grains.append((grain, w.gather(0, place), place))

    def rounded_mean(self) -> Any:
        """Return the running mean as it will be written."""
        flat = self.mean.clone()
        for number, (w, _) in enumerate(layers(flat, self.hidden)):
            w.copy_(self._round(number, w))
        return flat

    def _round(self, number: int, w: Any) -> Any:
        """Return a layer's weights, in whole grains if it is a layer that is rounded."""
        if number >= len(self._grains):
            return w
        grain = self._grains[number][0]
        return (w / grain).round() * grain

    def _outputs(self, boards: Any, flat: Any) -> tuple[Any, Any, list[Any]]:
        """Return logits, which of them are possible outcomes, and the units of the hidden layers."""
        torch, rows = self.torch, self.kernels.rows(boards)
        units, hidden = rows.float() / 32, []
        for number, (w, b) in enumerate(layers(flat, self.hidden)):
            seen = w + (self._round(number, w) - w).detach()  # the gradient is that of the unrounded weight
            units = torch.addmm(b, units, seen if number else pad_weights(torch, seen))
            if number < len(self.hidden):
                units = units.relu()
                if self.tops:
                    units = torch.minimum(units, self.tops[number])
                    if number + 1 < whole_layers(self.hidden):
                        step = self.tops[number] / _STEPS
                        units = units + ((units / step).round() * step - units).detach()
                hidden.append(units)
        logits = units[:, :OUTPUTS]
        can = torch.ones_like(logits)
        can[:, 1:3] = (rows[:, OPPONENT] == 15)[:, None].float()
        can[:, 3:5] = (rows[:, OWN] == 15)[:, None].float()
        return logits, can, hidden

    def _draw_groups(self) -> Groups:
        parts = [store.draw(self.args.batch // len(self.stores)) for store in self.stores]
        return Groups(*(self.torch.cat(each) for each in zip(*parts, strict=True)))

    def _step(self) -> None:
        """Take a step of Adam.

        The loss is the cross-entropy, the squared error in points, and the squared error of the differences
        between sisters, in which the best count most.
        """
        torch, args = self.torch, self.args
        groups = self._draw_groups()
        there = filled_mask(torch, SISTERS, groups.count).float()
        worth = groups.worth.view(-1, OUTPUTS)
        logits, can, hidden = self._outputs(groups.boards.view(-1, SIZE), self.net)
        entropy = ((torch.nn.functional.softplus(logits) - worth * logits) * can).sum(1).view(there.shape)
        error = ((logits.sigmoid() - worth) * can * self._points).sum(1).view(there.shape)
        value = equity(groups.worth) + 1e6 * (1 - there)
        weight = torch.exp((value.amin(1, keepdim=True) - value) / _SHARP) * there
        mean = (weight * error).sum(1, keepdim=True) / weight.sum(1, keepdim=True)
        pull = args.points * error**2 * there + args.apart * weight * (error - mean) ** 2
        loss = ((entropy * there).sum() + pull.sum() / 2) / there.sum()
        (slope,) = torch.autograd.grad(loss, self.net)
        with torch.no_grad():
            self._steps += 1
            self._first.lerp_(slope, 0.1)
            self._second.lerp_(slope * slope, 0.001)
            second = (self._second / (1 - 0.999**self._steps)).sqrt() + 1e-7
            self.net -= self._rate / (1 - 0.9**self._steps) * self._part * self._first / second
            for rise, units in zip(self._rises, hidden, strict=True):
                rise.copy_(torch.maximum(0.999999 * rise, units.amax(0)))
            if args.limit and not self.tops:
                self._draw_back()
            for (w, _), grains in zip(layers(self.net, self.hidden), self._grains, strict=False):
                self._hold(w, *grains)
            memory = torch.clamp(1 - 1 / (1 + 0.1 * self._steps), max=_MEMORY)
            self.mean += (1 - memory) * (self.net - self.mean)

    def _hold(self, w: Any, grain: Any, most: Any, place: Any) -> None:
        """Restore the greatest weight of each unit, which sets the grain, and clamp all others below it."""
        room = (_GRAINS - 0.51) * grain
        w.copy_(w.clamp(-room, room).scatter(0, place, most))

    def _draw_back(self) -> None:
        """Shrink weights that stand out from their unit's others, like `draw_back` of ``selfplay.c``."""
        torch = self.torch
        for rise, (w, _) in zip(self._rises[:-1], layers(self.net, self.hidden)[1:], strict=False):
            high = w.abs() * rise[:, None]
            most = self.args.limit * high.square().mean(0, keepdim=True).sqrt()
            w.mul_(torch.where(high > most, (most / high.clamp(min=1e-9)).clamp(min=0.9998), 1.0))

    def _capture_graph(self) -> Any:
        """Return the step as a CUDA graph, which saves launching each kernel."""
        torch = self.torch
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(3):
                self._step()
        torch.cuda.current_stream().wait_stream(beside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._step()
        return graph
