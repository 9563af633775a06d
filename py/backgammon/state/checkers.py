"""Each checker keeps its identity while it moves: the page moves it instead of drawing a new one.

Checkers 0 to 14 are player 0's, 15 to 29 player 1's; in a game with fewer, the last ones of each side are
absent. Places are in player 0's numbers: 1 to 24 are the points, 25 is player 0's bar, 0 player 0's tray, 26
player 1's bar, 27 player 1's tray.
"""

from dataclasses import dataclass

from backgammon.core.match import Player
from backgammon.core.position import BAR, CHECKERS, OFF, Position

BAR_1, OFF_1 = 26, 27
PLACES = 28


def place(player: Player, number: int) -> int:
    """Return the place of ``number`` in the player's own numbering (25 bar, 0 off)."""
    if player == 0:
        return number
    return {BAR: BAR_1, OFF: OFF_1}.get(number, 25 - number)


@dataclass(frozen=True, slots=True)
class Layout:
    """The checkers on each of the 28 places, from the bottom of the stack up."""

    stacks: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, position: Position) -> "Layout":
        """Lay out a position as player 0 sees it."""
        stacks: list[tuple[int, ...]] = [()] * PLACES
        views = (position, position.flip())
        for player, view in enumerate(views):
            checkers = iter(range(player * CHECKERS, player * CHECKERS + position.checkers))
            for number in range(25, 0, -1):
                count = view.points[number]
                if count > 0:
                    stacks[place(player, number)] = tuple(next(checkers) for _ in range(count))
            stacks[place(player, OFF)] = tuple(checkers)
        return cls(tuple(stacks))

    def move(self, player: Player, source: int, target: int) -> "Layout":
        """Move the top checker of ``source`` to ``target`` (the player's numbers); a blot goes to its bar."""
        stacks = list(self.stacks)
        start, end = place(player, source), place(player, target)
        checker = stacks[start][-1]
        stacks[start] = stacks[start][:-1]
        if stacks[end] and stacks[end][0] // CHECKERS != player:
            bar = place(1 - player, BAR)
            stacks[bar] += stacks[end]
            stacks[end] = ()
        stacks[end] += (checker,)
        return Layout(tuple(stacks))

    def take_back(self, player: Player, source: int, target: int, hit: bool) -> "Layout":
        """Undo ``move``, the latest change; ``hit``: it sent a blot to the bar."""
        stacks = list(self.stacks)
        start, end = place(player, source), place(player, target)
        checker = stacks[end][-1]
        stacks[end] = stacks[end][:-1]
        if hit:
            bar = place(1 - player, BAR)
            stacks[end] = stacks[bar][-1:]
            stacks[bar] = stacks[bar][:-1]
        stacks[start] += (checker,)
        return Layout(tuple(stacks))
