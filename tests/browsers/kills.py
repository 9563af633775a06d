"""A browser is killed at random moments while it plays, and restarted: what it had shown must still be there.

One money session, between two people or against the computer depending on the seed, runs through all lives of
one profile. In each life steps are made as fast as possible; before each, what the page shows is recorded:
the list of moves, and the dice. Then, at a moment that the seed determines, all processes of the browser get
SIGKILL. In the next life the stored log is compared with all that was seen: each play by its index in the
log, and the dice of a roll that was not yet played.
"""

import random
import re
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from browsers.drivers import PATIENCE, Driver, DriverError
from browsers.steps import READY, set_speed, start_match, stored_match, wait

from backgammon.core.match import NextGame, OpeningRoll, Rolled
from backgammon.storage.types import Saved, Speed

LONGEST_LIFE = 3.0  # seconds, from when the board takes clicks
LOOK_AND_STEP = """
    const chance = arguments[0];
    const shown = {
        plays: [...document.querySelectorAll(".entry")].map(e => [Number(e.dataset.value), e.textContent]),
        dice: [...document.querySelectorAll(".dice")].map(e => e.getAttribute("aria-label") ?? ""),
        points: [...document.querySelectorAll(".score .points")].map(e => Number(e.textContent)),
    };
    const click = element =>
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const names = [...document.querySelectorAll(".actions .loud [data-command]")].map(e => e.dataset.command);
    const name = ["confirm", "roll", "take", "accept", "next-game"].find(name => names.includes(name));
    const places = [...document.querySelectorAll('.place[aria-pressed="true"]')];
    if (!places.length) places.push(...document.querySelectorAll(".place.legal"));
    if (name) click(document.querySelector(`.actions [data-command="${name}"]`));
    else if (places.length) click(places[Math.floor(chance * places.length)]);
    return shown;
"""
Start = Callable[[Path], AbstractContextManager[Driver]]
Shown = dict[str, Any]


@dataclass
class Report:
    """The results of all lives: shown actions that were lost, rolls that changed, matches that were lost."""

    kills: int = 0
    actions: int = 0
    lost: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What was lost, one text for each life that lost something."""

    def __str__(self) -> str:
        """Return the results in one line."""
        worst = max(self.lost, default=0)
        lives = sum(map(bool, self.lost))
        return (
            f"{self.kills} kills, {self.actions} actions, {lives} lives lost some, at most {worst}; "
            f"{len(self.faults)} faults {self.faults[:3]} {self.notes[:3]}"
        )


def run(start: Start, address: str, home: Path, kills: int, seed: int) -> Report:
    """Play and kill the browser ``kills`` times; ``home`` keeps the profile."""
    report, chance = Report(), random.Random(seed)
    before: Saved | None = None
    shown: Shown = {}
    for life in range(kills + 1):
        with start(home) as driver:
            if not life:
                set_speed(driver, address, Speed.OFF if seed % 2 else Speed.FAST)
            open_page(driver, address)
            now = stored_match(driver) if life else None
            if life:
                compare(report, before, shown, now)
            if life == kills:
                break
            if now is None or not now.log:
                opponent = ("human", "computer")[seed // 2 % 2]
                start_match(driver, opponent=opponent, level="novice", length="0")
                now = None
            before, shown = now or before, play_until_killed(driver, chance)
            report.kills += 1
    return report


def open_page(driver: Driver, address: str) -> None:
    """Open the page, and wait until the board takes clicks."""
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(DriverError):  # after a kill, the browser may show a page about it
            driver.go(address)
            break
        assert time.monotonic() < end
    assert wait(driver, READY) in ("board", "engine")


def play_until_killed(driver: Driver, chance: random.Random) -> Shown:
    """Make steps until the browser is killed, and return what the page showed last."""
    shown: Shown = {}
    killer = threading.Timer(chance.uniform(0.0, LONGEST_LIFE), driver.kill)
    killer.start()
    with suppress(DriverError, OSError, ValueError):
        while True:
            seen = driver.run(LOOK_AND_STEP, chance.random())
            if seen["plays"] or seen["dice"]:
                shown = seen
            time.sleep(chance.choice((0.0, 0.01, 0.05)))
    killer.join()
    return shown


def compare(report: Report, before: Saved | None, shown: Shown, now: Saved | None) -> None:
    """Compare what was seen in one life with what the next one has found, and add to the report."""
    if now is None:
        if before or shown:
            report.faults.append("the match is gone")
        return
    if before and now.games.texts[: len(before.games) - 1] != before.games.texts[:-1]:
        report.faults.append("another match")
    if before and tuple(now.log)[: len(before.log)] != tuple(before.log):
        report.faults.append("what an earlier life had kept has changed")
    log = tuple(now.log)
    report.actions += len(log) - (len(before.log) if before else 0)
    lost = 0
    last = -1
    for index, text in shown.get("plays", ()):
        last = index
        made_by = re.match("[1-6]{2}", text)
        if index >= len(log):
            lost += 1
        elif made_by and digits(dice_of(log, index)) != digits(made_by[0]):
            report.faults.append(f"{text} at {index} has become {log[index - 1 : index + 1]}")
    waiting = [found for text in shown.get("dice", ()) if len(found := digits(text)) >= 2]
    if last >= 0 and waiting[:1] == [digits(dice_of(log, last))]:
        waiting = []  # they may be the dice of the last play
    if waiting and last < len(log):
        rolled = rolls_after(log, last)
        if not rolled:
            lost += 1
        elif waiting[0] not in map(digits, rolled):
            report.faults.append(f"{waiting[0]} after {last} has become {rolled}")
    if lost:
        report.notes.append(f"seen {shown['plays'][-2:]} {waiting}, kept {len(log)}: {log[-3:]}")
    report.lost.append(lost)


def rolls_after(log: tuple[Any, ...], play: int) -> list[Any]:
    """Return the roll that followed a play, or for -1 (no play yet) the game's opening rolls, with ties."""
    if play >= 0:
        return [a for a in log[play + 1 :] if isinstance(a, (Rolled, OpeningRoll))][:1]
    begun = max((index + 1 for index, a in enumerate(log) if isinstance(a, NextGame)), default=0)
    return [a for a in log[begun:] if isinstance(a, OpeningRoll)]


def dice_of(log: tuple[Any, ...], index: int) -> Any:
    """Return the roll that the play at an index of the log was made with, or None."""
    return next((a for a in reversed(log[:index]) if isinstance(a, (Rolled, OpeningRoll))), None)


def digits(value: object) -> list[str]:
    """Return the dice in a text or an action, sorted."""
    return sorted(re.findall("[1-6]", str(value))[:2])
