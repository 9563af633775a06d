"""The invariants of the page after any event: of its match, its clock and its buttons."""

from dataclasses import replace

from app.fake import ENGLISH, check
from view.models import attribute, nodes

from backgammon.app.commands import COMMANDS, available
from backgammon.app.waiting import take
from backgammon.core.match import apply, replay
from backgammon.core.time_control import Clock, lost_on_time
from backgammon.features.clock import player_on_clock
from backgammon.features.speech.status_text import status
from backgammon.state.events import Event, PartLoaded, Restored, Submitted, TextReceived, TimePassed
from backgammon.state.model import DialogName, Model
from backgammon.state.parts import Part
from backgammon.state.seats import is_computer, plays_here
from backgammon.view.page import page as draw_page

HANDLED = frozenset(COMMANDS)
"""Every command that has an effect."""


def protected_state(model: Model) -> tuple[object, ...]:
    """Return the part of a model that no replay, quiz or editor may change."""
    return model.game_in_play, model.shelf


def check_change(before: Model, event: Event, after: Model) -> None:
    """Check the model after an event against the model before it."""
    check(after)
    game, earlier = after.game_in_play, before.game_in_play
    if game.beginning == earlier.beginning and game.log.begins_with(earlier.log):
        match = earlier.match
        for action in game.log[len(earlier.log) :]:
            match = apply(match, action)
    else:
        match = replay(game.beginning, game.log)
    assert match == game.match
    check_clock(before, event, after)
    assert set(available(after)) <= HANDLED
    decider = game.match.decider
    weighs = (
        status(after).key.startswith("status.considers")
        and not after.looking
        and is_computer(after.game, decider)
    )
    thinks = weighs or status(after).key == "status.thinking"
    asked = after.pending_question is not None or len(after.game.games) < after.game.match.game
    assert not thinks or asked, "nobody has asked the computer that is said to think"
    assert after.pending_question is None or not plays_here(after.game, after.game.match.decider)
    caution = after.analysis.caution
    if caution:
        free = replace(after, dialog=None, analysis=replace(after.analysis, caution=None))
        assert caution.command in available(free), "what the tutor holds back is no longer possible"
    begins_anew = any(
        isinstance(each, (Restored, TextReceived, Submitted)) for each in resulting_events(before, event)
    )
    if before.looking and after.looking and not begins_anew:
        assert protected_state(after) == protected_state(before)


def resulting_events(before: Model, event: Event) -> tuple[Event, ...]:
    """Return the events that take effect: those that waited for a part, if it was loaded; else ``event``."""
    return take(before, event.part)[1] if isinstance(event, PartLoaded) else (event,)


def check_clock(before: Model, event: Event, after: Model) -> None:
    """Check that all time that passes, and no more, is charged to the player who is to decide."""
    game, earlier = after.game_in_play, before.game_in_play
    is_another = any(isinstance(each, (Restored, TextReceived)) for each in resulting_events(before, event))
    if earlier.clock is None or game.setup != earlier.setup or is_another:
        return
    if game.beginning != earlier.beginning or not game.log.begins_with(earlier.log):
        return
    told, side = earlier.clock, player_on_clock(before) if Part.CLOCK in before.parts else None
    if isinstance(event, TimePassed) and side is not None:
        told = told.add_time(side, event.milliseconds)
        late = told.control.loses and told.is_out(side)
        assert game.log[len(earlier.log) :] == ((lost_on_time(earlier.match, side),) if late else ())
    assert game.clock
    if len(game.log) == len(earlier.log):
        assert game.clock == told
    elif game.match.game > earlier.match.game and not game.match.length:
        assert game.clock == Clock.of(told.control)
    else:
        assert [game.clock.bank_left(player) for player in (0, 1)] == [
            told.bank_left(player) for player in (0, 1)
        ]


def check_view(model: Model) -> None:
    """Check that the page can be drawn, and that each enabled button has an effect.

    The question of which tab's match continues blocks all behind it; a question or an analysis board hides
    the button of the panel.
    """
    buttons = [each for each in nodes(draw_page(model, ENGLISH)) if attribute(each, "disabled") is None]
    offered = {name for each in buttons if (name := attribute(each, "data-command"))}
    assert offered <= HANDLED
    if model.dialog is not DialogName.OTHER_TAB:
        hidden = {"panel"} if model.exercise or model.analysis_board else set()
        assert offered - hidden <= {*available(model)}
