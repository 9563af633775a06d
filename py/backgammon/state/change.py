"""The result of an event handler, a new model and effects in order; and the steps that many handlers take."""

from collections.abc import Callable
from dataclasses import replace

from backgammon.state.effects import After, Ask, Effect, Save, Sound
from backgammon.state.model import DialogName, Model, Notice

Change = tuple[Model, tuple[Effect, ...]]


def chain(change: Change, *handlers: Callable[[Model], Change]) -> Change:
    """Run each handler on the model from the previous one, and collect their effects."""
    model, effects = change
    for handler in handlers:
        model, more = handler(model)
        effects += more
    return model, effects


def start_timer(model: Model, milliseconds: int) -> Change:
    """Start the one timer; what an earlier one reports becomes outdated."""
    ticks = model.ticks + 1
    return replace(model, ticks=ticks), (After(milliseconds, ticks),)


def save(model: Model) -> Change:
    """Save the match and the settings."""
    return model, (Save(),)


def show_notice(model: Model, notice: Notice | None) -> Change:
    """Show a notice, or none."""
    return replace(model, notice=notice), ()


def deselect(model: Model) -> Model:
    """Return the page with no checker selected."""
    return replace(model, game=replace(model.game, selected=None))


def with_dialog(model: Model, name: DialogName) -> Model:
    """Return the page with a dialog open, and no checker selected below it."""
    return replace(deselect(model), dialog=name)


def refuse(model: Model, notice: Notice, place: int | None = None) -> Change:
    """Say why an input changes nothing, and shake ``place`` on the board."""
    return replace(deselect(model), notice=notice, refused=place, refusals=model.refusals + 1), ()


def tidy(change: Change) -> Change:
    """Drop outdated timers and questions and sounds that are off, and put a single Save last."""
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
