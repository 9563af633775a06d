"""The decisions of a match: what each player could choose, and what they chose; without the engine.

A decision is a state of the match and the action taken in it. Rolling without doubling is a decision if the
player may double and the cube is not dead: at double match point, or for the leader one point away, there is
nothing to decide. A double is always a decision, and so is every answer to one. So are a resignation and its
answer, unless the rules allow only one answer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from backgammon.core.match import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    OpeningRoll,
    Phase,
    Played,
    Player,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
    apply,
    check_match,
    cube_action_error,
    is_cube_dead,
    refusal_error,
    without_resignation,
)
from backgammon.core.plays import Steps
from backgammon.core.rules import Opening


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: the match before it, and the action chosen.

    ``index``: of the action in the log. ``opening``: whether the roll to play is a game's first, thrown by
    both players. ``unplayed``: whether it is never played, since a resignation made instead is accepted.
    """

    index: int
    match: Match
    action: Action
    opening: bool = False
    unplayed: bool = False

    @property
    def player(self) -> Player:
        """The player who decides."""
        player = self.match.decider
        assert player is not None
        return player

    @property
    def is_play(self) -> bool:
        """Whether the action is a play of checkers."""
        return isinstance(self.action, Played)

    @property
    def has_luck(self) -> bool:
        """Whether the luck of a roll belongs to the decision: the last one that the roll leads to."""
        return self.is_play or self.unplayed

    @property
    def is_resignation(self) -> bool:
        """Whether the action is a resignation or the answer to one."""
        return isinstance(self.action, Resigned | Accepted | Refused)

    @property
    def offered(self) -> int:
        """The multiple of the cube that a resignation offers, 0 for anything else."""
        return self.action.points if isinstance(self.action, Resigned) else self.match.offered

    @property
    def match_without_resignation(self) -> Match:
        """The match without the resignation that awaits an answer, if there is one."""
        return without_resignation(self.match) if self.match.phase is Phase.RESIGNED else self.match

    @property
    def steps(self) -> Steps:
        """The steps of a play, () for anything else."""
        return self.action.steps if isinstance(self.action, Played) else ()


def decisions(start: Match, log: Iterable[Action], first: int = 0) -> list[Decision]:
    """Return the decisions of a match, or of a game of it, in order; raise IllegalAction as apply does.

    ``first``: the index of the first action in the log of the match.

    >>> from backgammon import OpeningRoll, Played, Rolled, new_match
    >>> log = [OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Rolled((6, 4))]
    >>> [(each.index, each.player, each.opening) for each in decisions(new_match(length=5), log)]
    [(1, 0, True), (2, 1, False)]
    """
    check_match(start)
    found = []
    state, last = start, None
    for index, action in enumerate(log, first):
        match action:
            case Played() | Resigned():
                opening = isinstance(last, OpeningRoll) and state.rules.opening is Opening.KEEP
                found.append(Decision(index, state, action, opening))
            case Rolled() if cube_action_error(state) is None and not is_cube_dead(state):
                found.append(Decision(index, state, action))
            case Doubled() | Refused():
                found.append(Decision(index, state, action))
            case Accepted():
                if found and found[-1].match.phase is Phase.TO_PLAY:
                    found[-1] = replace(found[-1], unplayed=True)
                if refusal_error(state) is None:
                    found.append(Decision(index, state, action))
            case Took() | Dropped() | Beavered() | Raccooned() if state.phase.is_cube_offer:
                found.append(Decision(index, state, action))
        state, last = apply(state, action), action
    return found
