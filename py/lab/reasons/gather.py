"""Judged decisions for measuring reasons: pairs of choices, the better one and a plausible worse one.

Rule kept: nothing here depends on reasons. The games are played by this engine with noise, alternating money
play and matches; a pair is kept if a search of two plies separates it by ERROR or more. One JSON object per
line, in ``runtime/lab``, outside git; gathering can be interrupted and resumed.
"""

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from backgammon.analysis.decision import equity, study_cube, study_play
from backgammon.analysis.findings import Chances, CubeFinding
from backgammon.core.match import Match, Phase, Played, apply, new_match
from backgammon.core.plays import Steps, Turn
from backgammon.core.rules import STANDARD
from backgammon.engine.cube import emg_unit
from backgammon.engine.net_evaluator import judge
from backgammon.engine.player import Skill
from backgammon.engine.search import Search
from backgammon.engine.stakes import stakes_of
from backgammon.engine.thinking import finish
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from lab.bench.analysis_speed import play_match

ERROR = 0.05
MOST = 0.40
"""A play that loses more is not plausible."""
PLIES = 2
SHARE = 0.35
"""The share of a game's decisions that are examined, so that neighbours do not fill the set."""
NEAR = 0.30
"""A cube decision is kept if the two choices differ by no more than this."""
SKILLS = (Skill(noise=0.04, bound=0.2), Skill(noise=0.08, bound=0.3))


class Gatherer:
    """Plays games from a seed and judges some of their decisions."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._search = Search(judge(), STANDARD)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield judged decisions without end: plays, and cube decisions."""
        number = 0
        while True:
            for start in (new_match(), new_match(length=7)):
                number += 1
                state = start
                for action in play_match(start, self._chance.randrange(10**9), SKILLS):
                    if self._chance.random() < SHARE:
                        row = self._row(state, action.steps if isinstance(action, Played) else None)
                        if row:
                            yield {"game": number} | row
                    state = apply(state, action)

    def _row(self, match: Match, chosen: Steps | None) -> dict[str, Any] | None:
        if match.phase is Phase.TO_PLAY and chosen:
            return self._play(match, chosen)
        if match.phase is Phase.TO_ROLL and stakes_of(match).can_use_cube:
            return self._cube(match)
        return None

    def _play(self, match: Match, chosen: Steps) -> dict[str, Any] | None:
        """Judge the best play against the one chosen if that is an error, else against a random worse one."""
        assert match.dice is not None
        search, stakes, points = self._search, stakes_of(match), match.position.points
        quick = finish(study_play(search, points, match.dice, stakes, 0)).plays
        if len(quick) < 2 or not any(0.7 * ERROR <= play.behind <= MOST for play in quick):
            return None
        found = finish(study_play(search, points, match.dice, stakes, 1, chosen))
        assert found.chosen is not None
        worse = [
            play
            for index, play in enumerate(found.plays)
            if ERROR <= play.behind <= MOST and (play.plies == 1 or index == found.chosen)
        ]
        if not worse:
            return None
        own = found.plays[found.chosen]
        pair = found.plays[0], own if own in worse else self._chance.choice(worse)
        turn = Turn(match.position, match.dice, match.rules)
        afters = [turn.after(play.steps) for play in pair]
        searched = finish(search.evaluate_for_mover(afters, PLIES, stakes))
        results = [(play.steps, *after) for play, after in zip(pair, searched, strict=True)]
        results.sort(key=lambda each: -each[2])
        error = (results[0][2] - results[1][2]) / emg_unit(stakes)
        if error < ERROR:
            return None
        return {
            "kind": "play",
            "position": format_xgid(Setup.of(match)),
            "points": points,
            "dice": match.dice,
            "money": stakes.money,
            "error": error,
            "choices": [
                {"steps": steps, "chances": Chances.of(*outcomes), "equity": equity(worth, stakes)}
                for steps, outcomes, worth in results
            ],
        }

    def _cube(self, match: Match) -> dict[str, Any] | None:
        stakes = stakes_of(match)
        for plies in (0, PLIES):
            found: CubeFinding = finish(study_cube(self._search, match.position.points, stakes, plies))
            assert found.double_take is not None
            assert found.double_drop is not None
            gaps = (
                abs(found.no_double - min(found.double_take, found.double_drop)),
                abs(found.double_take - found.double_drop),
            )
            if not any(ERROR * (1 if plies else 0.6) <= gap <= NEAR for gap in gaps):
                return None
        return {
            "kind": "cube",
            "position": format_xgid(Setup.of(match)),
            "points": match.position.points,
            "money": stakes.money,
            "owner": stakes.owner,
            "no_double": found.no_double,
            "double_take": found.double_take,
            "double_drop": found.double_drop,
            "action": found.action,
            "reply": found.reply,
            "match_chances": found.match_chances,
            "chances": found.chances,
            "plies": found.plies,
        }


def gather(path: Path, seed: int, count: int) -> None:
    """Fill a file until it holds `count` decisions; those it already holds are judged again, and kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = len(path.read_text("utf-8").splitlines()) if path.exists() else 0
    if done >= count:
        return
    with path.open("a", encoding="utf-8") as file:
        for row in islice(Gatherer(seed).rows(), done, count):
            file.write(json.dumps(row) + "\n")
            file.flush()


def read(path: Path) -> list[dict[str, Any]]:
    """Return the decisions of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
