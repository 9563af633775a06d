"""Pages at a chosen moment, which need not be played up to."""

from dataclasses import replace
from typing import Any

from app.fake import Page

from backgammon.core.dice import Roll
from backgammon.core.fairdice import commitment
from backgammon.core.match import Match, Phase, new_match
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD, Rules
from backgammon.state.checkers import Layout
from backgammon.state.engine_state import Ready
from backgammon.state.model import (
    Computer,
    GameDice,
    Games,
    Human,
    MatchOptions,
    Seat,
    Settings,
    Speed,
    first_model,
)

SECRET = bytes(range(32))
COMPUTER = Computer("novice")


def position(mine: dict[int, int], theirs: dict[int, int]) -> Position:
    """Build a position from the checkers on each point, each side in its own numbering (25 is its bar)."""
    assert not {25 - point for point in theirs} & set(mine), "a point holds checkers of one side only"
    points = [0] * 26
    for point, count in mine.items():
        points[point] += count
    for point, count in theirs.items():
        points[25 - point] -= count
    return Position(tuple(points))


def page_at(
    where: Position | None = None,
    dice: Roll | None = None,
    rules: Rules = STANDARD,
    length: int = 5,
    opponent: Seat = COMPUTER,
    settings: Settings | None = None,
    advice: bool = False,
    **match: Any,
) -> Page:
    """Return a page with player 0 on roll in a position: to play ``dice``, or to roll if there are none."""
    setup = MatchOptions((Human(), opponent), rules, length, advice=advice)
    start = new_match(rules, length)
    phase = Phase.TO_PLAY if dice else Phase.TO_ROLL
    state: Match = replace(start, phase=phase, position=where or start.position, dice=dice, **match)
    model = replace(
        first_model(setup, settings or Settings(speed=Speed.OFF)),
        game=replace(
            first_model(setup, settings or Settings(speed=Speed.OFF)).game,
            match=state,
            layout=Layout.of(state.position_of[0]),
            games=Games.of([GameDice(commitment(SECRET), SECRET.hex(), "")]),
        ),
        engine=Ready(),
    )
    return Page(model, starting=False)
