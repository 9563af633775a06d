"""``python3 py quiz``: choose the quiz's positions by self-play and write the module that ships them.

Openings are all there are; replies, bear-offs and cube decisions are those in which the engine, looking ahead
as far as it does to grade an answer, sees a clear difference between the best choice and the next. The same
seed and net give the same positions, in a minute or some more.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path

from backgammon.analysis.decision import study_cube, study_play
from backgammon.analysis.findings import CubeFinding
from backgammon.analysis.match import stakes_of
from backgammon.core.dice import ROLLS
from backgammon.core.match import Match, Phase, Played, apply, new_match
from backgammon.core.rules import STANDARD
from backgammon.engine.net_evaluator import judge
from backgammon.engine.player import Skill
from backgammon.engine.search import Search
from backgammon.engine.thinking import finish
from backgammon.features.quiz.positions import KINDS
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from lab.bench.analysis_speed import played

TARGET = Path(__file__).resolve().parents[2] / "backgammon" / "features" / "quiz" / "position_data.py"
COUNTS = {"reply": 60, "bear-off": 45, "cube": 60}
"""How many of each kind; openings are fifteen."""
PLIES = 2
CLEAR, PLAIN = 0.02, 0.5
"""Equity by which the next choice is worse: less is a matter of taste, more is seen by everyone."""
CHECKERS_LEFT = 6
"""A bear-off of fewer is mostly no choice."""
SKILLS = (Skill(noise=0.04, bound=0.15), Skill(noise=0.04, bound=0.15))

_HEAD = '''"""The positions that the quiz ships with, by ``python3 py quiz``; a line is a kind and an XGID."""

POSITIONS = """\\
'''


class Chooser:
    """Looks at candidates, first at once and then so many plies ahead, and says which are worth asking."""

    def __init__(self, plies: int = PLIES) -> None:
        self._plies = plies
        self._search = Search(judge(), STANDARD)

    def play(self, match: Match) -> bool:
        """Whether a roll has one play that is clearly, but not plainly, best."""
        return all(self._is_clear(match, plies) for plies in (0, self._plies))

    def _is_clear(self, match: Match, plies: int) -> bool:
        assert match.dice is not None
        search, points = self._search, match.position.points
        found = finish(study_play(search, points, match.dice, stakes_of(match), plies))
        least = CLEAR if plies else CLEAR / 2
        return len(found.plays) > 2 and least <= found.plays[1].behind <= PLAIN

    def best(self, match: Match) -> tuple[tuple[int, int], ...]:
        """Return the best play."""
        assert match.dice is not None
        search, points = self._search, match.position.points
        found = finish(study_play(search, points, match.dice, stakes_of(match), self._plies))
        return tuple(found.plays[0].steps)

    def cube(self, match: Match) -> tuple[str, str] | None:
        """Return what both should do with the cube where both choices are clear, but not plain."""
        for plies in (0, self._plies):
            found: CubeFinding = finish(
                study_cube(self._search, match.position.points, stakes_of(match), plies)
            )
            take, drop = found.double_take, found.double_drop
            if take is None or drop is None:
                return None
            gaps = abs(found.no_double - min(take, drop)), abs(take - drop)
            if not all(CLEAR <= gap <= PLAIN for gap in gaps):
                return None
        return str(found.action), str(found.reply)


def openings() -> list[Match]:
    """Return the fifteen opening rolls."""
    return [Setup(phase=Phase.TO_PLAY, dice=dice).to_match() for dice in ROLLS if dice[0] != dice[1]]


def replies(chooser: Chooser, chance: random.Random) -> Iterator[Match]:
    """Yield clear replies to the best play of each opening roll, in a random order."""
    after = []
    for opening in openings():
        theirs = Setup.of(opening).turned().to_match()
        result = apply(theirs, Played(chooser.best(opening)))
        after += [Setup(result.position.points, 0, Phase.TO_PLAY, dice).to_match() for dice in ROLLS]
    chance.shuffle(after)
    return filter(chooser.play, after)


def games(chance: random.Random) -> Iterator[list[Match]]:
    """Yield the states of one game after another: money play and matches to seven points in turn."""
    while True:
        for start in (new_match(), new_match(length=7)):
            state, states = start, []
            for action in played(start, chance.randrange(10**9), SKILLS):
                states.append(state)
                state = apply(state, action)
            yield states


def at_the_bottom(match: Match) -> Match:
    """Return the match seen by the one who decides, as an ID can say it."""
    setup = Setup.of(match)
    return (setup.turned() if setup.decider == 1 else setup).to_match()


def is_bear_off(match: Match) -> bool:
    """Whether a roll is to be played with all checkers home and enough of them left."""
    points = match.position.points
    at_home = sum(count for count in points[1:7] if count > 0)
    left = sum(count for count in points if count > 0)
    return match.phase is Phase.TO_PLAY and at_home == left >= CHECKERS_LEFT


def chosen(chooser: Chooser, chance: random.Random) -> dict[str, list[Match]]:
    """Return the positions of each kind."""
    found: dict[str, list[Match]] = {"opening": openings(), "reply": [], "bear-off": [], "cube": []}
    for match in replies(chooser, chance):
        if len(found["reply"]) == COUNTS["reply"]:
            break
        found["reply"].append(match)
        _tell(found)
    verdicts: dict[tuple[str, str, bool], int] = {}
    for states in games(chance):
        chance.shuffle(states)
        _add(found["bear-off"], COUNTS["bear-off"], filter(is_bear_off, states), chooser.play)
        _add_cube(found["cube"], states, chooser, verdicts)
        _tell(found)
        if all(len(found[kind]) >= count for kind, count in COUNTS.items()):
            return found
    raise AssertionError


def _tell(found: dict[str, list[Match]]) -> None:
    counts = ", ".join(f"{kind} {len(each)}" for kind, each in found.items())
    print(f"\r{counts}", end="", flush=True, file=sys.stderr)


def _add(found: list[Match], most: int, states: Iterator[Match], is_good: Callable[[Match], bool]) -> None:
    """Add at most one position of a game."""
    for match in list(states)[:12]:
        if len(found) < most and is_good(match):
            found.append(at_the_bottom(match))
            return


def _add_cube(
    found: list[Match], states: list[Match], chooser: Chooser, verdicts: dict[tuple[str, str, bool], int]
) -> None:
    """Add at most one cube decision of a game, of a verdict that there are not too many of yet."""
    for match in [state for state in states if state.phase is Phase.TO_ROLL and not state.crawford_game][:25]:
        if len(found) >= COUNTS["cube"]:
            return
        verdict = chooser.cube(match)
        if verdict is None:
            continue
        answers = len(found) % 2 == 1 and verdict[0] == "double"
        key = (*verdict, answers)
        if verdicts.get(key, 0) >= COUNTS["cube"] // 4:
            continue
        verdicts[key] = verdicts.get(key, 0) + 1
        setup = Setup.of(match)
        asked = replace(setup, phase=Phase.DOUBLED) if answers else setup
        found.append(at_the_bottom(asked.to_match()))
        return


def written(found: dict[str, list[Match]]) -> str:
    """Return the module: the kinds take turns, so that whoever answers some each day meets all of them."""
    columns = [[f"{kind} {format_xgid(Setup.of(match))}" for match in found[kind]] for kind in KINDS]
    lines = dict.fromkeys(line for line in chain.from_iterable(zip_longest(*columns)) if line)
    return _HEAD + "".join(f"{line.replace('XGID=', '')}\n" for line in lines) + '"""\n'


def main(argv: list[str]) -> int:
    """Choose the positions and write them."""
    parser = argparse.ArgumentParser(prog="python3 py quiz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args(argv).seed
    text = written(chosen(Chooser(), random.Random(seed)))
    print(file=sys.stderr)
    TARGET.write_text(text, "utf-8")
    print(f"{TARGET.name}: {len(text)} bytes, {text.count(chr(10)) - 4} positions")
    return 0
