"""The levels of play: for each, the evaluator, the depth of its search, and the size of its errors.

Weaker levels err as people do: they look less far ahead and misjudge close plays, but never make a blunder
that anyone would see; the dice are the same for all. Each level loses two and a half to three times as much
as the next stronger one (protocol/levels.py has the figures).
"""

from collections.abc import Callable
from functools import cache
from random import Random

from backgammon.core.errors import BackgammonError, check_kind
from backgammon.engine.evaluator import Evaluator
from backgammon.engine.heuristic import Heuristic
from backgammon.engine.net_evaluator import judge
from backgammon.engine.player import Player, Skill
from backgammon.engine.pruning import Filter

ONE_PLY = Filter(plays=12, gap=0.12)
TWO_PLY = Filter(plays=6, gap=0.05)
"""The plays searched at one ply, and of those the ones at two, by an analysis and by the computer player.

By rollouts of 3,247 decisions, searching 24 and 12 plays within 0.16 and 0.06 chooses no better and takes two
fifths longer; 8 and 5 plays within 0.16 and 0.08 take a tenth longer and lose 0.00003 more.
"""

SKILLS = {
    "novice": Skill(noise=0.12, bound=0.30),
    "casual": Skill(noise=0.08, bound=0.24),
    "club": Skill(noise=0.034, bound=0.10),
    "advanced": Skill(cube_plies=1, noise=0.012, bound=0.04),
    "expert": Skill((ONE_PLY,), cube_plies=2, seconds=0.6),
    "champion": Skill((ONE_PLY, TWO_PLY), cube_plies=2, seconds=1.2),
}
"""Skills by level name, weakest first."""

EVALUATORS: dict[str, Callable[[], Evaluator]] = {"novice": Heuristic}
"""What a level chooses its plays by, if not by the net: the novice by the hand-written evaluator.

All use the net for the cube: by hand, an even position after the first move may look like a double.
"""


def player(level: str, chance: Random | None = None) -> Player:
    """Return the player of a level; raise BackgammonError for an unknown one.

    The levels are novice, casual, club, advanced, expert and champion. ``chance``: the source of its errors,
    such as Random(1), by default the system's; expert and champion make none, but look at fewer plays where
    their time runs out.

    Its methods ``play``, ``doubles``, ``answers_double`` and ``accepts`` are generators for ``finish``, and
    ``resigns`` answers at once. Positions and stakes are seen by the player on roll, whoever decides.

    >>> from backgammon import finish, new_match, player, stakes_of
    >>> match = new_match(length=5)
    >>> finish(player("expert").play(match.position, (3, 1), stakes_of(match)))
    ((8, 5), (6, 5))
    >>> player("expert").resigns(match.position, stakes_of(match))
    0
    """
    if level not in SKILLS:
        raise BackgammonError(f"there is no level {level!r}; the levels are {', '.join(SKILLS)}")
    usual = _usual_player(level)
    if chance is None:
        return usual
    check_kind(chance, Random, "errors are drawn from Random(1), with any seed")
    return Player(usual.evaluator, usual.skill, chance, cube_evaluator=usual.cube_evaluator)


@cache
def _usual_player(level: str) -> Player:
    evaluator = EVALUATORS.get(level, judge)()
    return Player(evaluator, SKILLS[level], cube_evaluator=judge())
