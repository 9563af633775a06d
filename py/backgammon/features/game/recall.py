"""Replay of the opponent's last play: the board goes back, and the play is made again step by step.

The match does not change, and the player does not have to wait: any input ends the replay.
"""

from dataclasses import replace

from backgammon.features.game.flow import pace_of
from backgammon.state.change import Change, deselect, start_timer
from backgammon.state.model import Model
from backgammon.state.recall import can_recall


def recall(model: Model, value: str = "") -> Change:
    """Begin the replay with the board as it was before the last play."""
    pace = pace_of(model)
    shown = replace(deselect(model), recalled=0)
    return start_timer(shown, pace.rest + pace.step or pace.read)


def on_tick(model: Model, tick: int) -> Change:
    """Show one more step, or the whole play if animation is off; an outdated tick changes nothing."""
    if model.recalled is None or tick != model.ticks:
        return model, ()
    step = pace_of(model).step
    if not step or model.recalled + 1 >= len(model.game.last_moves):
        return replace(model, recalled=None), ()
    return start_timer(replace(model, recalled=model.recalled + 1), step)


def follow(model: Model) -> Change:
    """Stop the replay if the match has gone on, or something else is shown."""
    over = model.recalled is not None and not can_recall(model)
    return (replace(model, recalled=None) if over else model), ()
