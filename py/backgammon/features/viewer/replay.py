"""Replays, and playing on from a position in one: the running match is paused and never lost.

The match is paused while something else is looked at. Playing on from a position begins a separate match; the
match that was running goes on the shelf, and stays there while further positions are tried.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from backgammon.core.mirror import mirror_match
from backgammon.features.game.flow import proceed, resume
from backgammon.features.game.opponent import wait
from backgammon.features.game.start import fresh_match
from backgammon.features.saving.saved_match import resume_saved, snapshot
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS
from backgammon.state.change import Change, chain, save, show_notice
from backgammon.state.effects import Save
from backgammon.state.model import Computer, Human, Model, Notice, Replay, Replaying, Seat
from backgammon.state.parts import late
from backgammon.state.viewer import (
    match_at_cursor,
    mistakes_of,
    move_to,
    replay_of,
    setup_of,
    show,
    start_from,
    step,
)
from backgammon.storage.types import DiceSource

_offer_return: Callable[[Model, Change], Change] = late("features.lines.session:offer_return")


def offer_lines_back(model: Model, change: Change) -> Change:
    """Offer, in a notice, to bring back the lines of ``model`` that a change has taken from the board."""
    return _offer_return(model, change) if model.analysis_board else change


def open_replay(model: Model, replay: Replay) -> Change:
    """Show a replay; the automatic steps of the match stop until the replay is closed."""
    return chain(
        wait(model),
        lambda waiting: _show(
            replace(waiting, dialog=None, notice=None, refused=None), Replaying(waiting.game_in_play, replay)
        ),
    )


def _show(model: Model, looking: Replaying) -> Change:
    return show(model, looking), (Save(),)


def open_match(model: Model, value: str = "") -> Change:
    """Open a replay of the running match, at its latest state."""
    return open_replay(model, replay_of(model.game_in_play))


def go_to(model: Model, value: str) -> Change:
    """Go to the state before the action with this index, in the running match if no replay is open yet."""
    if not (value.isascii() and value.isdigit() and len(value) < 7):
        return model, ()
    if model.replay is None:
        return open_replay(model, move_to(replay_of(model.game_in_play), int(value)))
    return _show_replay(model, move_to(model.replay, int(value)))


def step_on(model: Model, value: str = "") -> Change:
    """Go one decision forward."""
    assert model.replay is not None
    return _show_replay(model, step(model.replay, forward=True))


def step_back(model: Model, value: str = "") -> Change:
    """Go one decision back."""
    assert model.replay is not None
    return _show_replay(model, step(model.replay, forward=False))


def go_to_start(model: Model, value: str = "") -> Change:
    """Go to the first state."""
    assert model.replay is not None
    return _show_replay(model, move_to(model.replay, 0))


def go_to_end(model: Model, value: str = "") -> Change:
    """Go to the last state."""
    assert model.replay is not None
    return _show_replay(model, move_to(model.replay, len(model.replay.log)))


def _show_replay(model: Model, replay: Replay) -> Change:
    return _show(model, Replaying(model.game_in_play, replay, mistakes_of(model)))


def close(model: Model, value: str = "") -> Change:
    """Leave the replay, and resume the match where it was."""
    back = replace(model, game=model.game_in_play, looking=None, notice=None)
    return chain((back, (Save(),)), resume)


def play_on(model: Model, values: Mapping[str, str]) -> Change:
    """Begin a match from the state that is shown; the running match goes on the shelf."""
    start = start_from(match_at_cursor(model.replay)) if model.replay else None
    if model.replay is None or start is None:
        return show_notice(model, Notice("error.play-here", tone="error"))
    shelf = model.shelf or (replace(snapshot(model), replay=None) if model.game_in_play.log else None)
    setup = setup_of(model.game_in_play, model.replay)
    computer = values.get("opponent", Computer.kind) == Computer.kind
    level = values.get("level", DEFAULT_LEVEL)
    seats: list[Seat] = [Human("" if isinstance(seat, Computer) else seat.name) for seat in setup.seats]
    if values.get("side") == "1":
        start, seats = mirror_match(start), seats[::-1]
    if computer:
        seats[1] = Computer(level if level in LEVELS else DEFAULT_LEVEL)
    setup = replace(
        setup,
        seats=(seats[0], seats[1]),
        rules=start.rules,
        length=start.length,
        white=start.white,
        dice=DiceSource.FAIR if setup.dice is DiceSource.SHARED else setup.dice,  # no friend takes part
        clock=None,
    )
    return chain((replace(fresh_match(model, setup, start), shelf=shelf), (Save(),)), proceed)


def return_to_match(model: Model, value: str = "") -> Change:
    """Go back to the match on the shelf; the match that was begun from a position ends."""
    return chain(resume_saved(model, model.shelf), save) if model.shelf else (model, ())
