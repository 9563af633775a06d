"""``python3 py quiz``: choose the quiz's positions and write the module that ships them.

All fifteen openings are included. Replies, plays in contact, bear-offs and cube decisions are those in which
the engine, looking as far ahead as when it grades an answer, finds a clear difference between the best choice
and the next. Plays in contact are of every class, confirmed by rollouts, and those that a novice would get
wrong. Positions that already ship stay while they are clear, so that learners keep what they have learnt;
those that the shipped net no longer finds clear are replaced by positions from self-play. So a second run
changes nothing.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path

from backgammon.analysis.decision import study_cube, study_play
from backgammon.analysis.findings import CubeFinding
from backgammon.cli.options import about
from backgammon.core.dice import ROLLS
from backgammon.core.match import Match, Phase, Played, apply, new_match
from backgammon.core.plays import Turn
from backgammon.core.position import flip_points
from backgammon.core.rules import STANDARD
from backgammon.engine.heuristic import Heuristic
from backgammon.engine.net_evaluator import judge
from backgammon.engine.player import Skill
from backgammon.engine.search import Search
from backgammon.engine.stakes import stakes_of
from backgammon.engine.thinking import finish
from backgammon.features.quiz import positions
from backgammon.features.quiz.positions import KINDS
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from lab.bench.analysis_speed import play_match
from lab.judge.rollouts import RolloutSettings, roll_out
from lab.progress import Progress
from lab.referees.strength import kind_of

TARGET = Path(__file__).resolve().parents[2] / "backgammon" / "features" / "quiz" / "position_data.py"
COUNTS = {"reply": 60, "contact": 150, "bear-off": 45, "cube": 60}
"""The number of positions of each kind; openings are fifteen."""
CLASSES = ("contact", "holding", "priming", "back game", "crashed")
"""The classes (lab.referees.strength) of plays in contact."""
AHEAD = 2
"""The most by which one class may have more positions than another, so that they alternate."""
OPENING_PLIES = 6
"""A number of plays after which a position is no longer an opening."""
PLIES = 2
CLEAR, PLAIN = 0.02, 0.5
"""How much worse (equity) the next choice must be: less is a matter of taste, more is obvious to everyone."""
ROLLOUT, NEAR = RolloutSettings(plies=12, error=0.005), 0.12
"""How plays in contact are rolled out, and how far behind a play may be for that."""
CHECKERS_LEFT = 6
"""A bear-off with fewer checkers seldom offers a choice."""
SKILLS = (Skill(noise=0.04, bound=0.15), Skill(noise=0.04, bound=0.15))

_HEAD = '''"""The positions that the quiz ships with, by ``python3 py quiz``; a line is a kind and an XGID."""

POSITIONS = """\\
'''


Verdicts = Counter[tuple[str, str, bool]]
"""The number of positions by correct cube action, correct reply, and whether the reply is what is asked."""


class Chooser:
    """Tells which candidates are worth asking, at 0 plies and then at `plies`."""

    def __init__(self, plies: int = PLIES) -> None:
        self._plies = plies
        self._search = Search(judge(), STANDARD)
        self._novice = Search(Heuristic(), STANDARD)

    def play(self, match: Match) -> bool:
        """Whether one play of a roll is clearly, but not obviously, best."""
        return all(self._is_clear(match, plies) for plies in (0, self._plies))

    def surprising_play(self, match: Match) -> bool:
        """Whether one play is clearly best, by rollouts too, and a novice would make another one."""
        best, theirs = [_best_play(search, match, 0) for search in (self._search, self._novice)]
        return best != theirs and self.play(match) and self._is_best_by_rollouts(match)

    def _is_best_by_rollouts(self, match: Match) -> bool:
        assert match.dice is not None
        points, stakes = match.position.points, stakes_of(match)
        ranked = finish(study_play(self._search, points, match.dice, stakes, self._plies)).plays
        turn = Turn(points, match.dice, match.rules)
        best, *others = [
            -roll_out(flip_points(turn.after(play.steps)), stakes.flip(), ROLLOUT, seed=1).equity
            for place, play in enumerate(ranked)
            if place < 2 or play.behind <= NEAR
        ]
        return best - max(others) >= CLEAR / 2

    def _is_clear(self, match: Match, plies: int) -> bool:
        assert match.dice is not None
        search, points = self._search, match.position.points
        found = finish(study_play(search, points, match.dice, stakes_of(match), plies))
        least = CLEAR if plies else CLEAR / 2
        return len(found.plays) > 2 and least <= found.plays[1].behind <= PLAIN

    def best(self, match: Match) -> tuple[tuple[int, int], ...]:
        """Return the best play."""
        return _best_play(self._search, match, self._plies)

    def cube(self, match: Match) -> tuple[str, str] | None:
        """Return the correct cube action and reply; None unless both are clear, but not obvious."""
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


def _best_play(search: Search, match: Match, plies: int) -> tuple[tuple[int, int], ...]:
    assert match.dice is not None
    found = finish(study_play(search, match.position.points, match.dice, stakes_of(match), plies))
    return tuple(found.plays[0].steps)


def openings() -> list[Match]:
    """Return the fifteen opening rolls."""
    return [Setup(phase=Phase.TO_PLAY, dice=dice).to_match() for dice in ROLLS if dice[0] != dice[1]]


def replies(chooser: Chooser, chance: random.Random) -> Iterator[Match]:
    """Yield clear replies to the best play of each opening roll, in a random order."""
    after = []
    for opening in openings():
        theirs = Setup.of(opening).mirror().to_match()
        result = apply(theirs, Played(chooser.best(opening)))
        after += [Setup(result.position.points, 0, Phase.TO_PLAY, dice).to_match() for dice in ROLLS]
    chance.shuffle(after)
    return filter(chooser.play, after)


def games(chance: random.Random) -> Iterator[list[Match]]:
    """Yield the states of one game after another, alternating money play and matches to seven points."""
    while True:
        for start in (new_match(), new_match(length=7)):
            state, states = start, []
            for action in play_match(start, chance.randrange(10**9), SKILLS):
                states.append(state)
                state = apply(state, action)
            yield states


def flip_to_decider(match: Match) -> Match:
    """Return the match seen by the player who decides, in a form that an ID can express."""
    setup = Setup.of(match)
    return (setup.mirror() if setup.decider == 1 else setup).to_match()


def is_bear_off(match: Match) -> bool:
    """Whether a roll is to be played with all checkers home and at least CHECKERS_LEFT of them."""
    points = match.position.points
    at_home = sum(count for count in points[1:7] if count > 0)
    left = sum(count for count in points if count > 0)
    return match.phase is Phase.TO_PLAY and at_home == left >= CHECKERS_LEFT


def plays_in_contact(states: Iterable[Match]) -> Iterator[tuple[str, Match]]:
    """Yield the rolls to play in contact after the opening of each game, with their classes."""
    ply = 0
    for state in states:
        if state.phase is Phase.OPENING:
            ply = 0
        elif state.phase is Phase.TO_PLAY:
            if (kind := kind_of(state.position.points, ply)) in CLASSES:
                yield kind, state
            ply += 1


def choose_positions(chooser: Chooser, chance: random.Random) -> dict[str, list[Match]]:
    """Return the positions of each kind: the shipped ones that are still clear, then new ones."""
    found, verdicts = kept_positions(chooser)
    progress = Progress()
    for match in replies(chooser, chance):
        if len(found["reply"]) >= COUNTS["reply"]:
            break
        if match not in found["reply"]:
            found["reply"].append(match)
            progress.show(_counts(found))
    for states in games(chance):
        if all(len(found[kind]) >= count for kind, count in COUNTS.items()):
            progress.end()
            return found
        in_contact = list(plays_in_contact(states))
        chance.shuffle(in_contact)
        chance.shuffle(states)
        _add_contact(found["contact"], in_contact, chooser)
        _add(found["bear-off"], COUNTS["bear-off"], filter(is_bear_off, states), chooser.play)
        _add_cube(found["cube"], states, chooser, verdicts)
        progress.show(_counts(found))
    raise AssertionError


def kept_positions(chooser: Chooser) -> tuple[dict[str, list[Match]], Verdicts]:
    """Return the shipped positions that are still clear, and how many there are of each cube verdict."""
    found: dict[str, list[Match]] = {"opening": openings(), **{kind: [] for kind in COUNTS}}
    verdicts: Verdicts = Counter()
    plays = {"reply": chooser.play, "contact": chooser.surprising_play, "bear-off": chooser.play}
    for kind, match in shipped_positions():
        if kind == "cube" and (verdict := chooser.cube(before_the_double(match))):
            verdicts[*verdict, match.phase is Phase.DOUBLED] += 1
            found[kind].append(match)
        elif kind in plays and plays[kind](match):
            found[kind].append(match)
    return found, verdicts


def shipped_positions() -> list[tuple[str, Match]]:
    """Return the positions that ship, with their kinds."""
    matches = [(positions.kind_of(name), positions.match_of(name)) for name in positions.names()]
    return [(kind, match) for kind, match in matches if match]


def before_the_double(match: Match) -> Match:
    """Return the match before the double, with the player who doubled about to roll."""
    return replace(Setup.of(match), phase=Phase.TO_ROLL).to_match()


def _counts(found: dict[str, list[Match]]) -> str:
    return ", ".join(f"{kind} {len(each)}" for kind, each in found.items())


def _add(found: list[Match], most: int, states: Iterator[Match], is_good: Callable[[Match], bool]) -> None:
    """Add at most one position from a game."""
    for match in list(states)[:12]:
        if len(found) < most and flip_to_decider(match) not in found and is_good(match):
            found.append(flip_to_decider(match))
            return


def _add_contact(found: list[Match], states: Iterable[tuple[str, Match]], chooser: Chooser) -> None:
    """Add at most one play in contact from a game, of a class that is not ahead of the others."""
    if len(found) >= COUNTS["contact"]:
        return
    counts = Counter(kind_of(match.position.points, OPENING_PLIES) for match in found)
    most = min(counts[kind] for kind in CLASSES) + AHEAD
    for kind, match in states:
        asked = flip_to_decider(match)
        if counts[kind] < most and asked not in found and chooser.surprising_play(match):
            found.append(asked)
            return


def _add_cube(found: list[Match], states: list[Match], chooser: Chooser, verdicts: Verdicts) -> None:
    """Add at most one cube decision from a game, with a verdict that is not too frequent yet."""
    for match in [state for state in states if state.phase is Phase.TO_ROLL and not state.crawford_game][:25]:
        if len(found) >= COUNTS["cube"]:
            return
        verdict = chooser.cube(match)
        if verdict is None:
            continue
        answers = len(found) % 2 == 1 and verdict[0] == "double"
        setup = Setup.of(match)
        asked = flip_to_decider((replace(setup, phase=Phase.DOUBLED) if answers else setup).to_match())
        if asked in found or verdicts[*verdict, answers] >= COUNTS["cube"] // 4:
            continue
        verdicts[*verdict, answers] += 1
        found.append(asked)
        return


def module_text(found: dict[str, list[Match]]) -> str:
    """Return the module's text; the kinds alternate, so that a few answers a day cover all of them."""
    columns = [[f"{kind} {format_xgid(Setup.of(match))}" for match in found[kind]] for kind in KINDS]
    lines = dict.fromkeys(line for line in chain.from_iterable(zip_longest(*columns)) if line)
    return _HEAD + "".join(f"{line.replace('XGID=', '')}\n" for line in lines) + '"""\n'


def main(argv: list[str]) -> int:
    """Choose the positions and write them."""
    parser = argparse.ArgumentParser(prog="python3 py quiz", description=about(__doc__, 2))
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args(argv).seed
    text = module_text(choose_positions(Chooser(), random.Random(seed)))
    TARGET.write_text(text, "utf-8")
    print(f"{TARGET.name}: {len(text)} bytes, {text.count(chr(10)) - 4} positions")
    return 0
