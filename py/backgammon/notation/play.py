"""Plays as people write them, such as ``bar/22*/18 13/11(2)``, matched with the legal plays of the roll.

Intermediate stops may be left out, and steps may be in any order. An asterisk is optional: it distinguishes
routes, but a hit without one is still a hit.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from backgammon.core.dice import Roll
from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.plays import Move, Play, Steps, Turn, format_steps
from backgammon.core.position import BAR, OFF, Points, Position
from backgammon.core.rules import STANDARD, Rules, position_of
from backgammon.notation.errors import NotationError, check_text

_LONGEST = 200
_STEPS = 4
_WORD = re.compile(r"[^\s,;]+")
_TRIP = re.compile(r"(?P<stops>[^()]{1,40})(?:\((?P<count>[1-4])\))?")
_BAR_WORDS = frozenset(("bar", "b", "25"))
_OFF_WORDS = frozenset(("off", "o", "bo", "of", "f", "0"))
_NO_PLAY = frozenset(
    (
        "",
        "cannot move",
        "can't move",
        "cannot play",
        "no move",
        "no play",
        "pass",
        "dance",
        "dances",
        "fan",
        "---",
    )
)

_Leg = tuple[int, int]


def parse_play(text: str, position: Position | Points, dice: Roll, rules: Rules = STANDARD) -> Play:
    """Read a play of this roll; of several routes, take the one whose hits best match the asterisks.

    Raises NotationError for a text that is not a play, or not a legal one here, and for an invalid roll.

    >>> from backgammon import Position
    >>> str(parse_play("8/5 6/5", Position.start(), (3, 1)))
    '8/5 6/5'
    """
    position = position_of(position, rules)
    try:
        turn = Turn(position, dice, rules)
    except BackgammonError as error:
        raise NotationError("dice.roll", str(dice), fault=str(error)) from None
    legs, stars = _read(text)
    ways = _literal_ways(turn, legs) or list(_ways(turn, legs))
    if not ways:
        raise NotationError("legal-play.roll", text, first=dice[0], second=dice[1])
    moves = ways[0] if len(ways) == 1 else min(ways, key=lambda way: _doubt(position.points, way, stars))
    steps: Steps = tuple(move[:2] for move in moves)
    return Play(steps, position.points, turn.points(moves), position.checkers)


def format_play(play: Play) -> str:
    """Write a play in the usual notation; the inverse of parse_play for its position and roll."""
    return format_steps(play.before, play.steps)


def _read(text: str) -> tuple[tuple[_Leg, ...], Counter[int]]:
    """Return the legs in a text, one for every two successive stops, and the stops with an asterisk."""
    check_text(text)
    if len(text) > _LONGEST:
        raise NotationError("shorter.play", text, most=_LONGEST)
    if text.strip(" .()").lower() in _NO_PLAY:
        return (), Counter()
    legs: list[_Leg] = []
    stars: Counter[int] = Counter()
    for word in _WORD.finditer(text):
        trip = _TRIP.fullmatch(word[0])
        stops = trip["stops"].split("/") if trip else []
        if trip is None or len(stops) < 2:
            raise NotationError("move.step", word[0], word.start() + 1)
        places = [_place(stop.rstrip("*"), word) for stop in stops]
        if any(source <= target for source, target in pairwise(places)):
            raise NotationError("move.direction", word[0], word.start() + 1)
        count = int(trip["count"] or 1)
        legs.extend(list(pairwise(places)) * count)
        if len(legs) > _STEPS:
            raise NotationError("move.steps", word[0], word.start() + 1, most=_STEPS)
        stars.update(place for place, stop in zip(places, stops, strict=True) if stop.endswith("*"))
    return tuple(legs), stars


def _place(name: str, word: re.Match[str]) -> int:
    lower = name.lower()
    if lower in _BAR_WORDS:
        return BAR
    if lower in _OFF_WORDS:
        return OFF
    if name.isascii() and name.isdigit() and len(name) <= 2 and 1 <= int(name) <= 24:
        return int(name)
    raise NotationError("move.point", word[0], word.start() + 1)


def _ways(turn: Turn, legs: tuple[_Leg, ...]) -> Iterator[tuple[Move, ...]]:
    """Yield the moves of each distinct legal play that takes every leg to its end."""
    seen: set[tuple[Points, tuple[int, ...], tuple[_Leg, ...]]] = set()
    stack: list[tuple[tuple[Move, ...], tuple[_Leg, ...]]] = [((), tuple(sorted(legs)))]
    while stack:
        moves, open_legs = stack.pop()
        state = (turn.points(moves), turn.numbers_left(moves), open_legs)
        if state in seen:
            continue
        seen.add(state)
        if not open_legs:
            if turn.may_stop(moves):
                yield moves
            continue
        for move in turn.next_moves(moves):
            for leg in set(open_legs):
                if move.source == leg[0] and move.target >= leg[1]:
                    rest = list(open_legs)
                    rest.remove(leg)
                    if move.target > leg[1]:
                        rest.append((move.target, leg[1]))
                    stack.append(((*moves, move), tuple(sorted(rest))))


def _literal_ways(turn: Turn, legs: tuple[_Leg, ...]) -> list[tuple[Move, ...]]:
    """Return the way in which every leg is one step, in the order of the text, [] if it is not legal."""
    try:
        return [turn.read(legs)]
    except IllegalAction:
        return []


def _doubt(before: Points, moves: tuple[Move, ...], stars: Counter[int]) -> tuple[int, int]:
    """Return by how many the hits and the asterisks differ, and how many asterisks are not at a hit."""
    blots = {point for point in range(1, 25) if before[point] == -1}
    hits = Counter(blots.intersection(move.target for move in moves))
    return abs(stars.total() - hits.total()), (stars - hits).total()
