"""Many thousands of games of a net against itself, in lockstep, whose sisters are judged.

Rule kept: games proceed as in `play_sisters` and `correct_sisters` in ``lab/train/sisters.c``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from backgammon.core.position import START
from lab.train.gpu.judge import SISTERS, Groups, Judge, equity, filled_mask, flip
from lab.train.gpu.kernels import KEPT, OUTPUTS, RACE, SIZE

NEAR, _WIDE_GAP = 0.16, 2.0
"""Plays further behind the best are no sisters (the first, by the net) or not judged (by the pruning net)."""
KINDS, SPOTS, _FEW = 5, 1 << 16, 64
"""Kinds of positions (see board.c), how many of each are kept to begin in, and how many are needed first."""
LONGEST = 400
_WILD, _MIDST, _ASTRAY = 0.5, 0.5, 0.3
"""Shares of games: with strays; begun in an earlier game; of the others, begun with random plays."""


class _Turn(NamedTuple):
    """One roll of every game.

    The sisters (none where a player strays or a game ends), which of them was played, the net's outputs for
    its own favourite, and whether a game began.
    """

    sisters: Groups
    best: Any
    word: Any
    begins: Any


class Games:
    """`count` games in lockstep.

    `carry`: the trace with which later searches correct what sisters have in common; `plies`: the depth of
    searches, 0 for the net's own outputs.
    """

    def __init__(self, judge: Judge, count: int, carry: float, plies: int = 1) -> None:
        torch, device = judge.torch, judge.kernels.device
        self.judge, self._kernels, self._torch, self._device = judge, judge.kernels, torch, device
        self.carry, self.plies = carry, plies
        self._start = torch.tensor([*START, *[0] * (SIZE - 26)], dtype=torch.int8, device=device)
        self._boards = self._start.repeat(count, 1)
        self._done = torch.ones(count, dtype=torch.bool, device=device)
        self._stray = torch.zeros(count, device=device)  # the share of random plays
        self._length = torch.zeros(count, dtype=torch.long, device=device)
        self._intro = self._length.clone()  # plies left in which random plays are made,
        self._lost = self._length.clone()  # by player 0 or 1, or by both (2)
        self._opens = self._done.clone()  # begins with an opening roll
        self.spots = torch.zeros((KINDS, SPOTS, SIZE), dtype=torch.int8, device=device)
        self.known = [0] * KINDS

    def fork(self, judge: Judge, plies: int, part: int = 1) -> Games:
        """Return new games, fewer by the factor `part`, that may begin in positions of these."""
        games = Games(judge, len(self._boards) // part, self.carry, plies)
        games.spots, games.known = self.spots.clone(), list(self.known)
        return games

    def segment(self, rolls: int) -> Groups:
        """Play `rolls` rolls of every game; return the sisters.

        They are corrected by as much as later searches exceeded the net's outputs; see `correct_sisters`.
        """
        turns = [self._turn() for _ in range(rolls)]
        above = self._torch.zeros((len(self._boards), OUTPUTS), device=self._device)
        for turn in reversed(turns):
            worth = turn.sisters.worth
            worth += self.carry * above[:, None]
            above = flip(self._torch, _pick(worth, turn.best) - turn.word)
            above[:, 0] -= 1
            above *= ((turn.sisters.count > 0) & ~turn.begins)[:, None]
        parts = [[part[turn.sisters.count > 0] for part in turn.sisters] for turn in turns]
        return Groups(*map(self._torch.cat, zip(*parts, strict=True)))

    def _turn(self) -> _Turn:
        """Roll in every game, judge the sisters, and play the best or a stray."""
        torch, begins = self._torch, self._done.clone()
        self._begin()
        strays = torch.rand(len(begins), device=self._device) < self._stray
        strays |= (self._intro > 0) & ((self._lost == 2) | (self._lost == self._length % 2))
        plays, found = self._kernels.plays(self._boards, self._dice(), _WIDE_GAP, strays.to(torch.uint8))
        self._done = found < 0
        judged = ~strays & ~self._done
        there = filled_mask(torch, KEPT, found.abs()) & judged[:, None]
        outputs, value, to_race = self._words(plays, there)
        value, order = value.topk(SISTERS, largest=False)
        self._done |= judged & (to_race <= value[:, 0])
        judged &= ~self._done
        is_sister = (value <= value[:, :1] + NEAR) & value.isfinite() & judged[:, None]
        sisters = plays.gather(1, order[:, :, None].expand(-1, -1, SIZE))
        worth = torch.zeros((*is_sister.shape, OUTPUTS), device=self._device)
        worth[is_sister] = self.judge.search(sisters[is_sister], self.plies)
        best = torch.where(is_sister, equity(worth), torch.inf).argmin(1)
        self._go_on(torch.where(judged[:, None], _pick(sisters, best), plays[:, 0]))
        groups = Groups(sisters * is_sister[:, :, None], is_sister.sum(1).to(torch.int8), worth)
        return _Turn(groups, best, _pick(outputs, order[:, 0]), begins)

    def _words(self, plays: Any, there: Any) -> tuple[Any, Any, Any]:
        """Return the net's outputs of plays, the equities of those that are no races, and of the best race.

        Equities are the opponent's, and infinite where there is none.
        """
        torch, flat = self._torch, plays[there]
        said = self.judge.outputs(flat)
        outputs = torch.zeros((*there.shape, OUTPUTS), device=self._device)
        outputs[there] = said
        value = torch.full(there.shape, torch.inf, device=self._device)
        value[there] = equity(said)
        race = torch.zeros_like(there)
        race[there] = self._kernels.rows(flat)[:, RACE] > 0
        to_race = torch.where(race, value, torch.inf).amin(1)
        return outputs, torch.where(race, torch.inf, value), to_race

    def _go_on(self, boards: Any) -> None:
        """Store the boards after the plays, and mark the games that end here."""
        torch = self._torch
        self._boards = boards
        self._length += 1
        self._intro = (self._intro - 1).clamp(min=0)
        self._done |= (self._kernels.rows(boards)[:, RACE] > 0) | (self._length >= LONGEST)
        self._remember(torch.where(self._done, KINDS, self._kernels.kinds(boards).long()))

    def _random(self, below: int, count: int) -> Any:
        return self._torch.randint(below, (count,), device=self._device)

    def _dice(self) -> Any:
        """Return a roll for every game; opening rolls are no doubles."""
        torch, count = self._torch, len(self._boards)
        a, b = 1 + self._random(6, count), 1 + self._random(6, count)
        other = 1 + (a + self._random(5, count)) % 6
        b = torch.where((self._length == 0) & self._opens & (a == b), other, b)
        return torch.stack((a, b), 1).to(torch.uint8)

    def _begin(self) -> None:
        """Begin a new game where one is done.

        It begins in the starting position, sometimes with random first plays, or in a position of an earlier
        game, every kind equally often.
        """
        torch, device = self._torch, self._device
        places = self._done.nonzero()[:, 0]
        count = len(places)
        boards, kinds = self._start.repeat(count, 1), self._random(KINDS, count)
        known = torch.tensor(self.known, device=device)[kinds].clamp(max=SPOTS)
        midst = (torch.rand(count, device=device) < _MIDST) & (known >= _FEW)
        at = (torch.rand(count, device=device, dtype=torch.float64) * known).long()
        boards[midst] = self.spots[kinds[midst], at[midst]]
        astray = (torch.rand(count, device=device) < _ASTRAY) & ~midst
        self._boards[places] = boards
        self._length[places] = 0
        self._intro[places] = (2 + self._random(24, count)) * astray
        self._lost[places] = self._random(3, count)
        self._opens[places] = ~midst & ~astray
        wild = torch.rand(count, device=device) < _WILD
        self._stray[places] = 0.24 * torch.rand(count, device=device) * wild

    def _remember(self, kinds: Any) -> None:
        """Keep some positions for later games to begin in."""
        torch = self._torch
        some = torch.rand(len(kinds), device=self._device) < 0.4
        for kind in range(KINDS):
            boards = self._boards[some & (kinds == kind)][:SPOTS]
            at = (self.known[kind] + torch.arange(len(boards), device=self._device)) % SPOTS
            self.spots[kind, at] = boards
            self.known[kind] += len(boards)


def _pick(parts: Any, at: Any) -> Any:
    """Return for each game the part at its index in `at`."""
    return parts.gather(1, at.view(-1, 1, 1).expand(-1, 1, parts.shape[2]))[:, 0]
