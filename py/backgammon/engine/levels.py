"""The levels of play: who judges, how far it looks, and how blurred it sees.

Weaker levels err as people do: they look less far and misjudge close plays; a blunder that anyone would see
is out of their reach, and the dice are the same for all.
"""

from functools import cache

from backgammon.core.errors import BackgammonError
from backgammon.engine.heuristic import Heuristic
from backgammon.engine.net_evaluator import judge
from backgammon.engine.player import Player, Skill
from backgammon.engine.search import Filter

ONE_PLY = Filter(plays=8, gap=0.16)
TWO_PLY = Filter(plays=5, gap=0.08)
"""Which plays an analysis looks into at one ply, and which of those at two."""

FEW = Filter(plays=3, gap=0.06)
MANY = Filter(plays=12, gap=0.24), Filter(plays=8, gap=0.16)

SKILLS = {
    "novice": Skill(noise=0.12, bound=0.30),
    "casual": Skill(noise=0.16, bound=0.40),
    "club": Skill(noise=0.07, bound=0.20),
    "advanced": Skill(cube_plies=1),
    "expert": Skill((MANY[0], FEW), cube_plies=2, seconds=0.6),
    "champion": Skill(MANY, cube_plies=2, seconds=1.2),
}
"""By name, weakest first."""

BY_HAND = {"novice"}
"""Levels that play by the hand-written evaluator, the others by the net."""


@cache
def player(level: str) -> Player:
    """Return the player of a level; raise BackgammonError for an unknown one."""
    if level not in SKILLS:
        raise BackgammonError(f"there is no level {level!r}; the levels are {', '.join(SKILLS)}")
    return Player(Heuristic() if level in BY_HAND else judge(), SKILLS[level])
