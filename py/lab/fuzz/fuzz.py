"""Fuzzing: puts spoilt texts through the doors, the ways by which text comes in, and records crashes.

Each text is determined by a seed, the door's name and a number, so that it can be made again.
"""

import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from lab.fuzz.doors import DOORS, Reading

PACKAGE = "backgammon"


@dataclass(frozen=True, slots=True)
class Crash:
    """A text that a door neither accepted nor refused: the error raised, and its place in the package."""

    door: str
    number: int
    error: str
    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of some texts at one door; the slowest, number ``slow``, took ``slowest`` seconds."""

    door: str
    texts: int
    accepted: int
    slowest: float
    slow: int
    crashes: tuple[Crash, ...]


@cache
def _seeds(door: str) -> tuple[str, ...]:
    return tuple(DOORS[door].seeds())


def spoilt_text(door: str, seed: int, number: int) -> str:
    """Return a spoilt text of a door."""
    random, texts = Random(f"{seed} {door} {number}"), _seeds(door)
    return DOORS[door].spoil(random, random.choice(texts), texts)


def fuzz(door: str, seed: int, first: int, count: int) -> Tally:
    """Put ``count`` texts through a door, from number ``first`` on."""
    accepted, slowest, slow = 0, 0.0, first
    crashes: list[Crash] = []
    for number in range(first, first + count):
        text = spoilt_text(door, seed, number)
        begin = time.process_time()
        crash = enter(door, text, number)
        seconds = time.process_time() - begin
        if isinstance(crash, Crash):
            crashes.append(crash)
        else:
            accepted += crash
        if seconds > slowest:
            slowest, slow = seconds, number
    return Tally(door, count, accepted, slowest, slow, tuple(crashes))


def enter(door: str, text: str, number: int = 0) -> Crash | bool:
    """Put a text through a door; return whether it was accepted, or the crash."""
    try:
        return DOORS[door].enter(text)
    except Exception as error:  # any error here is a crash
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if f"/{PACKAGE}/" in frame.filename] or frames
        place = f"{Path(own[-1].filename).parent.name}/{Path(own[-1].filename).name}:{own[-1].lineno}"
        return Crash(door, number, f"{type(error).__name__}: {error}"[:200], place, text)


def large(door: str, seed: int, number: int, size: int) -> tuple[Crash | bool, float, str]:
    """Put one large text through a door; return the result, the seconds of reading it, and the text."""
    random = Random(f"{seed} {door} large {number}")
    text = DOORS[door].grow(random, random.choice(_seeds(door)), size)
    seconds = _reading_time(DOORS[door].enter, text)
    return enter(door, text, number), seconds, text


def _reading_time(enter: Callable[[str], bool], text: str) -> float:
    """Return the seconds of reading a text, without those of using it if the door separates the two."""
    read = enter.read if isinstance(enter, Reading) else enter
    begin = time.process_time()
    with suppress(Exception):  # enter reports the crash
        read(text)
    return time.process_time() - begin
