"""``python3 py bench taps``: how many taps a turn needs, by the purpose of the taps.

A person and the computer, both at the same level, play whole matches through the page's own ``update``, with
the same dice for each way of playing. The person knows the page and never drags: they move checker by
checker, in the order in which the play is written, each with the fewest taps on board and dice; with
``--shortest`` they make the whole play with the fewest taps. In a share of the turns they first tap a wrong
checker and undo it, unless that was already a whole play that confirmed itself. The answer to a double counts
in the turn that follows; taps between games are not counted.
"""

import argparse
import random
from collections import Counter, deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from statistics import mean, median

from backgammon.app.commands import is_available
from backgammon.app.update import update
from backgammon.cli.options import real, whole
from backgammon.core.fairdice import SECRET_BYTES
from backgammon.core.match import Phase, Played
from backgammon.core.plays import Steps, Turn
from backgammon.core.position import Points
from backgammon.engine.levels import SKILLS
from backgammon.engine.thinking import finish
from backgammon.protocol.messages import Answer, Choice, Question
from backgammon.protocol.play_worker import decide
from backgammon.state.effects import After, Ask, DrawSecret
from backgammon.state.engine_question import question
from backgammon.state.events import (
    Command,
    EngineAnswered,
    EngineReady,
    Event,
    SecretDrawn,
    Tapped,
    Ticked,
)
from backgammon.state.legal_moves import current_turn, destinations, sources
from backgammon.state.model import Computer, Human, MatchOptions, Model, Settings, Speed, first_model
from lab.referees import players

WAYS = {
    "select, then go": Settings(),
    "the same, automatic": Settings(auto_roll=True, auto_confirm=True),
    "one tap": Settings(one_tap=True),
    "one tap, automatic": Settings(one_tap=True, auto_roll=True, auto_confirm=True),
}
"""The ways of playing to compare; "automatic" means automatic roll and confirm."""
KINDS = ("roll", "move", "swap", "undo", "confirm", "cube")
PERSON = 0

Tap = tuple[str, Event]
"""The kind of a tap, one of KINDS, and the event that it sends."""
ROLL: Tap = "roll", Command("roll")
CONFIRM: Tap = "confirm", Command("confirm")
UNDO: Tap = "undo", Command("undo")
SWAP: Tap = "swap", Command("swap")
Taps = Counter[str]
"""The number of taps of each kind."""


def main(argv: list[str]) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python3 py bench taps", description="How many taps a turn needs.")
    parser.add_argument("--matches", type=whole(1, 1000), default=10, help="default: %(default)s")
    parser.add_argument("--length", type=whole(1, 25), default=5, help="points (default: %(default)s)")
    parser.add_argument("--level", choices=SKILLS, default="advanced", help="default: %(default)s")
    parser.add_argument(
        "--slips",
        type=real(0, 1),
        default=0.05,
        help="share of turns with a wrong tap (default: %(default)s)",
    )
    parser.add_argument("--shortest", action="store_true", help="let the person find the fewest taps")
    options = parser.parse_args(argv)
    habits = Habits(options.slips, options.shortest)
    print(f"{'taps a turn':26}{'mean':>7}{'median':>8}{''.join(f'{kind:>9}' for kind in KINDS)}{'turns':>8}")
    for name, settings in WAYS.items():
        turns = [
            turn
            for seed in range(options.matches)
            for turn in Table(settings, options.length, options.level, habits, seed).turns()
        ]
        print(row(name, turns))
    return 0


def row(name: str, turns: list[Taps]) -> str:
    """Format the mean and median of all taps, and the mean of each kind."""
    counts = [turn.total() for turn in turns]
    kinds = "".join(f"{mean(turn[kind] for turn in turns):9.2f}" for kind in KINDS)
    return f"{name:26}{mean(counts):7.2f}{median(counts):8.1f}{kinds}{len(turns):8}"


@dataclass(frozen=True, slots=True)
class Habits:
    """How a person taps: the share of turns that begin with a wrong tap, and whether as few as possible."""

    slips: float = 0.05
    shortest: bool = False


class Table:
    """One match: the page, the engine that decides for both sides, and the taps of the current turn."""

    def __init__(self, settings: Settings, length: int, level: str, habits: Habits, seed: int) -> None:
        """``seed`` determines all chance."""
        self.level, self.habits, self.seed = level, habits, seed
        self._mind = players.mind(f"level:{level}", seed)
        self._secrets = random.Random(seed)
        self._waiting = deque[Event]([EngineReady()])
        self._planned = deque[Tap]()
        self._taps = Taps()
        seats = Human(), Computer(level)
        self.model = first_model(MatchOptions(seats, length=length), replace(settings, speed=Speed.OFF))

    def turns(self) -> Iterator[Taps]:
        """Play the match; yield the taps of each of the person's turns."""
        while self.model.game.match.phase is not Phase.MATCH_OVER:
            event = self._waiting.popleft() if self._waiting else self._tap()
            before, after = self.model.game, self._send(event).game
            played = before.match.phase is Phase.TO_PLAY and len(after.log) > len(before.log)
            if played and before.match.on_roll == PERSON:
                yield self._taps
                self._taps = Taps()

    def _send(self, event: Event) -> Model:
        """Handle an event; queue the events that its effects lead to."""
        self.model, effects = update(self.model, event)
        for effect in effects:
            match effect:
                case After(_, tick):
                    self._waiting.append(Ticked(tick))
                case Ask(number, asked):
                    self._waiting.append(EngineAnswered(number, self._choice(asked)))
                case DrawSecret():
                    self._waiting.append(SecretDrawn(self._secrets.randbytes(SECRET_BYTES).hex()))
        return self.model

    def _choice(self, asked: Question) -> Answer:
        return finish(decide(asked, lambda level: self._mind))

    def _tap(self) -> Event:
        """Return the event of the person's next tap, and count it unless it is between games."""
        if self.model.game.match.phase is Phase.GAME_OVER:
            return Command("next-game")
        if not self._planned:
            self._planned.extend(self._plan())
        kind, event = self._planned.popleft()
        self._taps[kind] += 1
        return event

    def _plan(self) -> list[Tap]:
        """Return the taps up to the next decision."""
        match = self.model.game.match
        if match.phase is Phase.OPENING:
            return [ROLL]
        answer = self._choice(question(match, self.level))
        if match.phase is Phase.TO_PLAY:
            return self._turn(answer)
        if match.phase is Phase.TO_ROLL and answer.choice is not Choice.DOUBLE:
            return [ROLL]
        return [("cube", Command(answer.choice))]

    def _turn(self, answer: Answer) -> list[Tap]:
        """Return the taps of a whole play, after those of a slip if there is one."""
        turn = current_turn(self.model)
        assert turn is not None
        chance = random.Random(f"{self.seed} {len(self.model.game.log)}")
        astray = [place for place in sources(self.model) if place not in {step[0] for step in answer.steps}]
        taps, model = list[Tap](), self.model
        if astray and chance.random() < self.habits.slips:
            taps, model = slip(model, chance.choice(astray))
        if is_played(self.model, model):
            return taps
        results = [turn.points(turn.read(answer.steps)[:count]) for count in stops(answer.steps)]
        for wanted in results[-1:] if self.habits.shortest else results:
            more, model = fewest_taps(model, turn, wanted)
            taps += more
        return taps if is_played(self.model, model) else [*taps, CONFIRM]


def is_played(before: Model, after: Model) -> bool:
    """Return whether the play was made between two models: one that confirms itself cannot be undone."""
    return len(after.game.log) > len(before.game.log)


def slip(model: Model, place: int) -> tuple[list[Tap], Model]:
    """Return the taps that move a wrong checker and undo it, and the model after them."""
    taps: list[Tap] = [("move", Tapped(place))]
    wrong, _ = update(model, Tapped(place))
    if not wrong.game.moves:
        return taps, wrong
    return [*taps, UNDO], update(wrong, UNDO[1])[0]


def stops(steps: Steps) -> list[int]:
    """Return the numbers of steps after which each moved checker has reached its destination."""
    return [
        count
        for count in range(1, len(steps) + 1)
        if count == len(steps) or steps[count][0] != steps[count - 1][1]
    ]


def fewest_taps(model: Model, turn: Turn, wanted: Points) -> tuple[list[Tap], Model]:
    """Return the fewest taps that lead from a model to the points ``wanted``, and the model after them."""
    log = len(model.game.log)
    ends = [place for place in range(1, 25) if wanted[place] > max(0, turn.position.points[place])]
    seen = set[Hashable]()
    waiting = deque[tuple[Model, list[Tap]]]([(model, [])])
    while waiting:
        here, taps = waiting.popleft()
        (played,) = here.game.log[log : log + 1] or (None,)
        points = turn.after(played.steps) if isinstance(played, Played) else turn.points(here.game.moves)
        if points == wanted:
            return taps, here
        key = tuple(sorted(here.game.moves)), here.game.selected, here.game.swapped
        if played or key in seen:
            continue
        seen.add(key)
        places = dict.fromkeys((*destinations(here), *sources(here), *ends))
        choices: list[Tap] = [("move", Tapped(place)) for place in places]
        if is_available(here, "swap"):
            choices.append(SWAP)
        waiting.extend((update(here, event)[0], [*taps, (kind, event)]) for kind, event in choices)
    raise AssertionError(f"no taps lead from {turn.position} to {wanted}")
