"""The time to analyse a match, natively or inside Pyodide: imports the package and standard library only.

The matches are fixed by a seed: two players at 0 plies, one with little noise and one with much.
"""

import random
import time
from collections.abc import Sequence
from typing import Any

from backgammon.analysis.match import analysing
from backgammon.analysis.report import report
from backgammon.core.match import (
    Action,
    Doubled,
    Dropped,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Rolled,
    Took,
    apply,
    new_match,
)
from backgammon.engine.net_evaluator import judge
from backgammon.engine.player import Player, Skill
from backgammon.engine.stakes import stakes_of
from backgammon.engine.thinking import finish

SKILLS = (Skill(noise=0.01, bound=0.1), Skill(noise=0.15, bound=0.4))


def play_match(start: Match, seed: int, skills: Sequence[Skill] = SKILLS) -> list[Action]:
    """Play a match to its end, or one game of money play; return the log."""
    rng = random.Random(seed)
    players = [Player(judge(), skill, rng) for skill in skills]
    log: list[Action] = []
    match = start
    while match.phase is not Phase.MATCH_OVER and not (match.phase is Phase.GAME_OVER and not match.length):
        action = _action(match, players, rng)
        log.append(action)
        match = apply(match, action)
    return log


def _action(match: Match, players: list[Player], rng: random.Random) -> Action:
    dice = rng.randint(1, 6), rng.randint(1, 6)
    if match.phase is Phase.OPENING:
        return OpeningRoll(*dice)
    if match.phase is Phase.GAME_OVER:
        return NextGame()
    points, stakes = match.position.points, stakes_of(match)
    if match.phase is Phase.TO_PLAY:
        assert match.dice is not None
        return Played(finish(players[match.on_roll].play(points, match.dice, stakes)))
    if match.phase is Phase.DOUBLED:
        answer = finish(players[1 - match.on_roll].answers_double(points, stakes, by_opponent=True))
        return Dropped() if answer == "drop" else Took()
    doubles = finish(players[match.on_roll].doubles(points, stakes))
    return Doubled() if doubles else Rolled(dice)


def measure(seeds: list[int], length: int = 7, plies: int = 1) -> dict[str, Any]:
    """Return the class of the net, and for each match its number of decisions, the seconds and both PRs."""
    judge()
    start, rows = new_match(length=length), []
    for seed in seeds:
        log = play_match(start, seed)
        begin = time.perf_counter()
        found = finish(analysing(start, log, plies))
        seconds = time.perf_counter() - begin
        prs = [player.all.pr for player in report(found).players]
        rows.append({"seed": seed, "decisions": len(found), "seconds": seconds, "pr": prs})
    return {"net": type(judge().net).__name__, "matches": rows}
