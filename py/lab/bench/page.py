"""``python3 py bench page``: the time that a click and a start take, anywhere in a match.

Medians, in a fresh match, after the analysis of a long match, and late in a money session. First the page's
own code in native CPython: handling a roll and the choice of a checker (update), finding the commands that
are then available (available), drawing the page (draw), and dividing the match into parts for the store
(parts). A start reads the parts, resumes the match and draws. Then all of it in Chromium, by
lab.bench.page_browser.
"""

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from statistics import median

from backgammon.analysis.findings import Finding
from backgammon.app.commands import available
from backgammon.app.update import update
from backgammon.cli.options import whole
from backgammon.core.fairdice import SECRET_BYTES, commitment, fair_roll
from backgammon.core.match import (
    Action,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Rolled,
    apply,
    new_match,
)
from backgammon.core.plays import legal_plays
from backgammon.features.coach.review import go_on, prepare
from backgammon.features.game.start import FIRST_VISIT, first_visit
from backgammon.features.saving import side_store
from backgammon.features.saving.saved_match import snapshot
from backgammon.i18n.catalogue import english
from backgammon.state.events import Command, EngineReady, Event, Restored, Tapped
from backgammon.state.legal_moves import sources
from backgammon.state.model import DialogName, Model
from backgammon.storage.log import Log
from backgammon.storage.parts import Parts, join, split
from backgammon.storage.types import (
    GameDice,
    Games,
    Human,
    MatchOptions,
    Origin,
    Replay,
    Saved,
    Speed,
)
from backgammon.view.page import page
from lab.bench import chromium, page_browser
from tools.errors import ToolError

MONEY, LONG = replace(FIRST_VISIT, length=0), replace(FIRST_VISIT, length=25)
DIFFERENT = 12
"""The number of different games; a longer session repeats them."""
PARTS, START = ("update", "available", "draw", "parts"), "start"
EARLIEST = 20
"""The click comes after more than this many actions of a game."""
LOSSES = (0.0, 0.0, 0.03, 0.0, 0.06, 0.0, 0.2)
"""The losses of the choices in the analysed match (equity), repeated in a cycle."""

Works = dict[str, Callable[[], object]]
Costs = dict[str, dict[str, float]]
"""Milliseconds of each part of a click and of a start, by case."""


def main(argv: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python3 py bench page", description="What a click and a start cost."
    )
    parser.add_argument(
        "--games", type=whole(1, 10**5), nargs="+", default=[500, 2000], help="default: %(default)s"
    )
    parser.add_argument(
        "--rounds", type=whole(1, 10**5), default=60, help="clicks of each case (default: %(default)s)"
    )
    parser.add_argument("--starts", type=whole(1, 1000), default=7, help="in Chromium (default: %(default)s)")
    parser.add_argument("--native", action="store_true", help="without Chromium")
    options = parser.parse_args(argv)
    status = None if options.native else chromium.run_in_test_environment(["bench", "page", *argv])
    if status is not None:
        return status
    fresh = resume(session(MONEY, 1))
    cases = {
        "fresh match": fresh,
        "after an analysis": with_analysis(fresh),
        **{f"game {games:,}": resume(session(MONEY, games)) for games in options.games},
    }
    report(measure({name: works_of(model) for name, model in cases.items()}, options.rounds))
    if not options.native:
        in_browser = {name: browser_case(model) for name, model in cases.items()}
        page_browser.measure(in_browser, options.rounds, options.starts)
        page_browser.report(in_browser)
    return 0


def report(costs: Costs) -> None:
    """Print one row for each case, with ratios to the first case."""
    first = next(iter(costs.values()))
    whole = sum(first[part] for part in PARTS)
    print(
        f"{'native, ms':20}" + "".join(f"{name:>11}" for name in (*PARTS, "click", "ratio", START, "ratio"))
    )
    for name, cost in costs.items():
        click, start = sum(cost[part] for part in PARTS), cost[START]
        cells = [*(cost[part] for part in PARTS), click, click / whole, start, start / first[START]]
        print(f"{name:20}" + "".join(f"{cell:11.3f}" for cell in cells))


def works_of(model: Model) -> Works:
    """Return the functions to time: the parts of a click when a person is to roll, and a start there."""
    catalogue = english()
    rolled, _ = update(model, Command("roll"))
    chosen: Event = Tapped(sources(rolled)[0])
    tapped, _ = update(rolled, chosen)
    parts = split(snapshot(model))
    games = "\n".join(parts.game(number) for number in range(len(parts.finished)))

    def start() -> None:
        read = Parts.of(parts.head, games.split("\n") if games else (), parts.running)
        page(update(first_visit(), Restored(join(read)))[0], catalogue)

    return {
        "update": lambda: (update(model, Command("roll")), update(rolled, chosen)),
        "available": lambda: (available(rolled), available(tapped)),
        "draw": lambda: (page(rolled, catalogue), page(tapped, catalogue)),
        "parts": lambda: (split(snapshot(rolled)), split(snapshot(tapped))),
        START: start,
    }


def measure(cases: dict[str, Works], rounds: int) -> Costs:
    """Return the medians; the cases take turns, so that other load on the machine affects all equally."""
    times = {name: {part: list[float]() for part in each} for name, each in cases.items()}
    for parts in (PARTS, (START,)):  # a start reads a copy of its own, which would fill the clicks' caches
        for _, (name, works) in product(range(rounds), cases.items()):
            for part in parts:
                works[part]()  # refills the caches with what the other cases have displaced
                begin = time.perf_counter()
                works[part]()
                times[name][part].append(1000 * (time.perf_counter() - begin))
    return {name: {part: median(each[part]) for part in each} for name, each in times.items()}


def browser_case(model: Model) -> page_browser.Case:
    """Return a case for Chromium: a match between two people; a review becomes that of a file they opened."""
    setup = replace(model.game.setup, seats=(Human(), Human()))
    saved, review = snapshot(replace(model, game=replace(model.game, setup=setup))), model.analysis.review
    if review is None:
        return page_browser.Case(page_browser.stored_texts(saved))
    file = Replay(review.start, review.log, 0, Origin.FILE, ("Ann", "Bob"))
    findings = {side_store.FINDINGS: side_store.findings_text(model.analysis.findings)}
    commands = ("review", "close", "study-close")
    return page_browser.Case(page_browser.stored_texts(replace(saved, replay=file), **findings), commands)


def resume(saved: Saved) -> Model:
    """Return the page with a stored match resumed, on which nothing moves by itself."""
    at_rest = replace(first_visit(), settings=replace(first_visit().settings, speed=Speed.OFF))
    return update(update(at_rest, EngineReady())[0], Restored(saved))[0]


def with_analysis(model: Model) -> Model:
    """Return a page as if a match to 25 points had been analysed on it before its present match."""
    there, effects = prepare(resume(session(LONG, DIFFERENT)))
    while effects:
        there, effects = go_on(replace(there, dialog=DialogName.REVIEW))
    review = there.analysis.review
    assert review is not None
    findings = {
        key: Finding((), None, 0.0, 0.5, True, error=LOSSES[index % len(LOSSES)])
        for index, key in enumerate(review.keys)
    }
    return replace(model, analysis=replace(model.analysis, review=review).with_findings(findings))


def session(setup: MatchOptions, games: int) -> Saved:
    """Return a match in the last of ``games`` games, which is always the same; player 0 is to roll."""
    played = [game(seed) for seed in range(min(games, DIFFERENT))]
    match = new_match(setup.rules, setup.length, setup.white)
    log, dice = Log(), Games()
    for number in range(games):
        secret, actions = played[(games - 1 - number) % len(played)]
        dice = dice.with_game(GameDice(commitment(secret), secret.hex(), ""))
        for action in (*actions, NextGame()) if number < games - 1 else actions[: _to_roll(actions)]:
            match = apply(match, action)
            log = log.with_action(action, match)
    return Saved(setup, match, log, dice)


def game(seed: int) -> tuple[bytes, tuple[Action, ...]]:
    """Play a game without a cube, leaving few blots; return the secret of its dice and its actions."""
    secret = random.Random(seed).randbytes(SECRET_BYTES)
    match, actions, rolls = new_match(FIRST_VISIT.rules), list[Action](), 0
    while match.phase is not Phase.GAME_OVER:
        action: Action
        if match.phase is Phase.TO_PLAY:
            assert match.dice is not None
            plays = legal_plays(match.position, match.dice, match.rules)
            action = Played(min(plays, key=lambda play: play.result.flip().points.count(1)).steps)
        else:
            rolls += 1
            dice = fair_roll(secret, "", rolls)
            action = OpeningRoll(*dice) if match.phase is Phase.OPENING else Rolled(dice)
        actions.append(action)
        match = apply(match, action)
    return secret, tuple(actions)


def _to_roll(actions: tuple[Action, ...]) -> int:
    """Return the number of actions before the first roll of player 0 after EARLIEST that leaves a choice."""
    match = new_match(FIRST_VISIT.rules)
    for count, action in enumerate(actions):
        rolls = match.phase is Phase.TO_ROLL and match.on_roll == 0 and isinstance(action, Rolled)
        if rolls and count > EARLIEST:
            assert isinstance(action, Rolled)
            if len(legal_plays(match.position, action.dice, match.rules)) > 1:
                return count
        match = apply(match, action)
    raise ToolError("no game has such a moment")
