"""The saved match: the part of the model that is stored, and resuming it at the same step of a play."""

from dataclasses import replace

from backgammon.features.game.flow import proceed, resume
from backgammon.features.game.opponent import cancel_question
from backgammon.features.game.start import fresh_match
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS
from backgammon.state.change import Change, chain, with_dialog
from backgammon.state.checkers import Layout
from backgammon.state.effects import Save
from backgammon.state.events import Restored
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Computer, DialogName, Human, Model, Notice, Remote, Replaying, Seat
from backgammon.state.stage import Moving, Waiting
from backgammon.state.viewer import show
from backgammon.storage.types import Saved

_NO_STORAGE = Notice("notice.no-storage", tone="warning")


def snapshot(model: Model) -> Saved:
    """Return the part of the model that is written to storage."""
    game = model.game_in_play
    looking = model.viewer
    return Saved(
        setup=game.setup,
        match=game.match,
        log=game.log,
        games=game.games,
        moves=game.moves,
        showing=game.moves_to_show,
        swapped=game.swapped,
        last_moves=game.last_moves,
        last_player=game.last_player,
        start=game.start,
        replay=looking.replay if looking else None,
        lines=model.analysis_board.lines if model.analysis_board else None,
        shelf=model.shelf,
        clock=game.clock,
    )


def on_restored(model: Model, event: Restored) -> Change:
    """Take in what was read from storage, at the start or to take over another tab's match."""
    notice = Notice(event.problem, tone="warning") if event.problem else None
    open_dialog = None if model.dialog is DialogName.OTHER_TAB else model.dialog
    settings = event.settings or model.settings
    friend, saved = model.friend, event.saved
    if friend and (saved is None or isinstance(saved.setup.seats[1], Remote)):
        # The desk of friends has also read its stored matches again, so its match has to be reopened.
        friend = replace(friend, state=None, decided=0, opening="", shown=(), seen=())
    here = replace(model, settings=settings, notice=notice, dialog=open_dialog, friend=friend)
    if saved is None:
        return proceed(here)
    return resume_saved(here, saved)


def resume_saved(model: Model, saved: Saved) -> Change:
    """Resume a saved match in place of the running one."""
    model, cancelled = cancel_question(model)
    turn, mover = turn_of(saved.match), saved.match.on_roll
    moves, showing = saved.moves, saved.showing
    if turn and not isinstance(saved.setup.seats[mover], Human) and not turn.may_stop(moves + showing):
        moves, showing = (), ()
    layout = Layout.of(saved.match.position_of[0])
    for move in moves:
        layout = layout.move(mover, move.source, move.target)
    first, second = saved.setup.seats
    taken = fresh_match(
        model, replace(saved.setup, seats=(_with_known_level(first), _with_known_level(second))), saved.start
    )
    game = replace(
        taken.game,
        match=saved.match,
        layout=layout,
        log=saved.log,
        games=saved.games,
        moves=moves,
        stage=Moving(showing) if showing else Waiting(),
        swapped=saved.swapped,
        last_moves=saved.last_moves,
        last_player=saved.last_player,
        clock=saved.clock,
    )
    taken = replace(taken, game=game, notice=model.notice, shelf=saved.shelf)
    if saved.replay:
        return show(taken, Replaying(game, saved.replay)), cancelled
    return chain((taken, cancelled), resume)


def _with_known_level(seat: Seat) -> Seat:
    """Return the seat, with the default level for a computer whose level this version does not know."""
    unknown = isinstance(seat, Computer) and seat.level not in LEVELS
    return Computer(DEFAULT_LEVEL, seat.name) if unknown else seat


def on_changed_elsewhere(model: Model) -> Change:
    """Handle that another tab overwrote our match: from now on nothing is saved until the user has chosen."""
    return with_dialog(model, DialogName.OTHER_TAB), ()


def keep_mine(model: Model, value: str = "") -> Change:
    """Go on with this tab's match, and overwrite the other."""
    return chain((replace(model, dialog=None), (Save(),)), proceed)


def on_storage_failed(model: Model) -> Change:
    """Play on although storage cannot be written; ``report_failure`` tells the user."""
    return replace(model, storage_works=False), ()


def on_storage_works(model: Model) -> Change:
    """Clear the warning: storage could be written again, including everything that was pending."""
    notice = None if model.notice == _NO_STORAGE else model.notice
    return replace(model, storage_works=True, loss_accepted=False, notice=notice), ()


def report_failure(model: Model) -> Change:
    """While storage cannot be written, show a warning whenever no other notice is shown."""
    if model.storage_works or model.loss_accepted or model.notice:
        return model, ()
    return replace(model, notice=_NO_STORAGE), ()


def dismiss(model: Model, value: str = "") -> Change:
    """Dismiss the notice."""
    accepted = model.loss_accepted or model.notice == _NO_STORAGE
    return replace(model, notice=None, loss_accepted=accepted), ()


def is_step(before: Saved, after: Saved) -> bool:
    """Whether two states differ only in steps of a play and the clock, and no play was decided in between."""
    decided = after.showing and not before.showing
    stepped = replace(
        before, moves=after.moves, showing=after.showing, swapped=after.swapped, clock=after.clock
    )
    return not decided and stepped == after
