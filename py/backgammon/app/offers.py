"""What the page offers once, when it helps, and never again: one line that nobody has to answer.

Fewer taps after the first match that is over, sound for a while after the first roll. To be shown once is
enough, and is kept at once; what was offered stays in the settings.
"""

from dataclasses import replace

from backgammon.app.game.flow import proceed
from backgammon.app.state.change import Change, chain
from backgammon.app.state.effects import Save, Sound
from backgammon.app.state.model import Model, Offer, Settings
from backgammon.core.match import Phase

LASTING = 6
"""Sound is offered up to so many actions of the first game: about two turns of each side."""


def follow(model: Model) -> Change:
    """Begin to offer what its moment has come for, and stop when that is over; the dice come first."""
    if model.looking or model.game.rolling:
        return model, ()
    if model.offer:
        return (model, ()) if _is_due(model, model.offer) else decline(model)
    settings = model.settings
    if not settings.taps_offered and _is_due(model, Offer.TAPS):
        return replace(model, offer=Offer.TAPS, settings=replace(settings, taps_offered=True)), (Save(),)
    if not settings.sound_offered and _is_due(model, Offer.SOUND):
        return replace(model, offer=Offer.SOUND, settings=replace(settings, sound_offered=True)), (Save(),)
    return model, ()


def _is_due(model: Model, offer: Offer) -> bool:
    match, log = model.game.match, model.game.log
    if _accepted(model.settings, offer) == model.settings:
        return False
    if offer is Offer.SOUND:
        return not log.finished and 0 < len(log.running) <= LASTING
    return match.phase is Phase.MATCH_OVER or (match.phase is Phase.GAME_OVER and not match.length)


def _accepted(settings: Settings, offer: Offer) -> Settings:
    """Return the settings with what is offered switched on."""
    if offer is Offer.SOUND:
        return replace(settings, sound=True)
    return replace(settings, one_tap=True, auto_roll=True, auto_confirm=True)


def accept(model: Model, value: str = "") -> Change:
    """Switch on what is offered."""
    assert model.offer is not None
    settings = _accepted(model.settings, model.offer)
    return chain((replace(model, settings=settings, offer=None), (Save(), Sound("checker"))), proceed)


def decline(model: Model, value: str = "") -> Change:
    """Offer it no longer."""
    return replace(model, offer=None), ()
