"""The state of the page's engine changes only as the table ``TRANSITIONS`` says."""

from dataclasses import replace
from itertools import product

from app.positions import COMPUTER, page_at

from backgammon.app.update import update
from backgammon.protocol.messages import Answer, Choice
from backgammon.state.engine_state import (
    TRANSITIONS,
    EngineState,
    Failed,
    Loading,
    Ready,
    Restarting,
    Thinking,
)
from backgammon.state.events import Command, EngineAnswered, EngineFailed, EngineReady, Event
from backgammon.state.model import Human

STATES: tuple[EngineState, ...] = (
    *(Loading(), Ready(), Ready(3), Thinking(1), Thinking(1, 3), Restarting(1), Restarting(3), Failed(4)),
)
NEWS: tuple[Event, ...] = (
    EngineReady(),
    EngineAnswered(1, Answer(Choice.PLAY, ((8, 5), (6, 5)))),
    EngineFailed("gone"),
    EngineFailed("gone", final=True),
    Command("retry-engine"),
)


def next_state(state: EngineState, event: Event, opponent: Human | None) -> EngineState:
    """Return the state after an event while ``opponent`` (the computer if None) is to play 3-1."""
    page = page_at(dice=(3, 1), opponent=opponent or COMPUTER)
    game = replace(page.model.game, match=replace(page.model.game.match, on_roll=1))
    return update(replace(page.model, game=game, asked=1, engine=state), event)[0].engine


def test_the_engine_follows_its_table() -> None:
    told = {
        (type(state), type(next_state(state, event, opponent)))
        for state, event, opponent in product(STATES, NEWS, (None, Human()))
    }
    direct = {(state, then) for state, following in TRANSITIONS.items() for then in following}
    asked_again = {(first, Thinking) for first, then in direct if then is Ready}
    assert told <= direct | asked_again | {(type(state), type(state)) for state in STATES}
    assert direct <= told | {(Ready, Thinking)}
