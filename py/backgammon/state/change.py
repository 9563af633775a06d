"""How the handlers of app hand on what they did: the new model, and the effects it asks for, in order."""

from collections.abc import Callable
from dataclasses import replace

from backgammon.state.effects import After, Ask, Effect, Save, Sound
from backgammon.state.model import Model, Notice

Change = tuple[Model, tuple[Effect, ...]]


def chain(change: Change, *handlers: Callable[[Model], Change]) -> Change:
    """Let each handler go on with the model of the one before, and collect the effects."""
    model, effects = change
    for handler in handlers:
        model, more = handler(model)
        effects += more
    return model, effects


def start_timer(model: Model, milliseconds: int) -> Change:
    """Start the one timer; what an earlier one will report is outdated by it."""
    ticks = model.ticks + 1
    return replace(model, ticks=ticks), (After(milliseconds, ticks),)


def show_notice(model: Model, notice: Notice | None) -> Change:
    """Show a line."""
    return replace(model, notice=notice), ()


def refuse(model: Model, notice: Notice, place: int | None = None) -> Change:
    """Say why an input changes nothing; the board shakes ``place``."""
    return replace(
        model,
        game=replace(model.game, selected=None),
        notice=notice,
        refused=place,
        refusals=model.refusals + 1,
    ), ()


def tidy(change: Change) -> Change:
    """Drop what is outdated or unwanted: timers, questions; sounds that are off; one Save comes last."""
    model, effects = change
    kept = tuple(
        effect
        for effect in effects
        if not (isinstance(effect, After) and effect.tick != model.ticks)
        and not (isinstance(effect, Ask) and effect.id != model.pending_question)
        and not (isinstance(effect, Sound) and not (model.settings.sound or model.settings.vibration))
        and not isinstance(effect, Save)
    )
    return model, (*kept, Save()) if Save() in effects else kept
