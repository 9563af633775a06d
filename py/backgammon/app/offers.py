"""The page's offers: each is made once, when it helps, as one line that nobody has to answer.

The lessons are offered before the first roll of a first visit, sound for a while after it. Another level of
the computer is offered once a match is over, fewer taps after another match; both are shown before the first
roll of the next match, since the result card needs the room. An offer counts as made once it is shown, which
is saved at once. All remain available: in the settings, the new-game dialog (levels), and beside the list of
moves (lessons).
"""

from collections.abc import Callable
from dataclasses import replace

from backgammon.core.match import Phase
from backgammon.features.game.flow import proceed
from backgammon.state.change import Change, chain
from backgammon.state.effects import Save, Sound
from backgammon.state.model import Computer, Model, Offer, Settings
from backgammon.state.offers import offer_on_show, other_levels
from backgammon.state.parts import late

_open_lessons: Callable[[Model], Change] = late("features.lessons.session:open_lessons")
LASTING = 6
"""Sound is offered during the first LASTING actions of the first game: about two turns of each side."""


def follow(model: Model) -> Change:
    """Make the offer that is due, and withdraw one that no longer is; change nothing while dice roll."""
    if model.looking or model.game.is_rolling:
        return model, ()
    offer = model.offer
    if offer is None or not _is_due(model, offer):
        offer = next((each for each in Offer if not _was_made(model, each) and _is_due(model, each)), None)
    there = model if offer is model.offer else replace(model, offer=offer)
    if offer is None or offer_on_show(there) is None or _was_made(there, offer):
        return there, ()
    return replace(there, settings=_mark_offered(there.settings, offer)), (Save(),)


def _was_made(model: Model, offer: Offer) -> bool:
    """Whether an offer was already made."""
    match offer:
        case Offer.LEVEL:
            return model.settings.level_offered
        case Offer.TAPS:
            return model.settings.taps_offered
        case Offer.SOUND:
            return model.settings.sound_offered
        case Offer.LESSONS:
            return model.settings.lessons_offered


def _mark_offered(settings: Settings, offer: Offer) -> Settings:
    """Return the settings after an offer was made."""
    match offer:
        case Offer.LEVEL:
            return replace(settings, level_offered=True)
        case Offer.TAPS:
            return replace(settings, taps_offered=True)
        case Offer.SOUND:
            return replace(settings, sound_offered=True)
        case Offer.LESSONS:
            return replace(settings, lessons_offered=True)


def _is_due(model: Model, offer: Offer) -> bool:
    match, log, settings = model.game.match, model.game.log, model.settings
    if offer is Offer.LESSONS:
        return _is_first_visit(model)
    if offer is Offer.SOUND:
        return not settings.sound and not log.finished and 0 < len(log.running) <= LASTING
    if offer is Offer.LEVEL and not other_levels(model):
        return False
    if offer is Offer.TAPS and settings.one_tap and settings.auto_roll and settings.auto_confirm:
        return False
    if match.phase is Phase.OPENING:
        return model.offer is offer
    ended = match.phase is Phase.GAME_OVER and not match.length and offer is Offer.TAPS
    return match.phase is Phase.MATCH_OVER or ended


def _is_first_visit(model: Model) -> bool:
    """Whether the first game waits for its first roll, and neither sound nor fewer taps was ever offered."""
    game, settings = model.game, model.settings
    if game.match.phase is not Phase.OPENING or game.log or not game.games:
        return False
    return not (settings.sound_offered or settings.taps_offered)


def _apply_offer(settings: Settings, offer: Offer) -> Settings:
    """Return the settings with the offered ones switched on."""
    if offer is Offer.SOUND:
        return replace(settings, sound=True)
    return replace(settings, one_tap=True, auto_roll=True, auto_confirm=True)


def accept(model: Model, value: str = "") -> Change:
    """Accept the offer: switch on the settings, set the chosen level, or open the lessons."""
    assert model.offer is not None
    if model.offer is Offer.LEVEL:
        return _play_at(model, value)
    if model.offer is Offer.LESSONS:
        return _open_lessons(replace(model, offer=None))
    settings = _apply_offer(model.settings, model.offer)
    return chain((replace(model, settings=settings, offer=None), (Save(), Sound("checker"))), proceed)


def _play_at(model: Model, level: str) -> Change:
    """Set one of the offered levels for the computer, in the match that has not begun yet."""
    setup = model.game.setup
    other = setup.seats[1]
    if level not in other_levels(model) or not isinstance(other, Computer):
        return model, ()
    seats = setup.seats[0], replace(other, level=level)
    game = replace(model.game, setup=replace(setup, seats=seats))
    return replace(model, game=game, offer=None), (Save(),)


def skip_level_offer(model: Model) -> Model:
    """Skip the offer of another level, as the player has just chosen an opponent; TAPS may take its place."""
    settings = replace(model.settings, level_offered=True)
    next_one = None if settings.taps_offered else Offer.TAPS
    return replace(model, settings=settings, offer=next_one if model.offer is Offer.LEVEL else model.offer)


def decline(model: Model, value: str = "") -> Change:
    """Withdraw the current offer."""
    return replace(model, offer=None), ()
