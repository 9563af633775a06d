"""Nothing is lost: what of the model is kept, and how a kept match goes on at the same step of the play."""

from dataclasses import replace

from backgammon.features.game.flow import proceed, resume
from backgammon.features.game.opponent import cancel_question
from backgammon.features.game.start import fresh_match
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS
from backgammon.state.change import Change, chain
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
    """Return what is written into storage."""
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
        study=looking.replay if looking else None,
        lines=model.analysis_board.lines if model.analysis_board else None,
        shelf=model.shelf,
        clock=game.clock,
    )


def on_restored(model: Model, event: Restored) -> Change:
    """Storage has been read: at the start, or because another tab's match is taken over."""
    notice = Notice(event.problem, tone="warning") if event.problem else None
    open_dialog = None if model.dialog is DialogName.OTHER_TAB else model.dialog
    settings = event.settings or model.settings
    friend, saved = model.friend, event.saved
    if friend and (saved is None or isinstance(saved.setup.seats[1], Remote)):
        # The desk of friends has read anew what is kept, too: its match is to be opened again.
        friend = replace(friend, standing=None, decided=0, opening="", shown=(), seen=())
    here = replace(model, settings=settings, notice=notice, dialog=open_dialog, friend=friend)
    if saved is None:
        return proceed(here)
    return chain(cancel_question(here), lambda free: resume_saved(free, saved))


def resume_saved(model: Model, saved: Saved) -> Change:
    """Go on with a kept match in place of the one that runs."""
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
    study = Replaying(game, saved.study) if saved.study else None
    return (show(taken, study), ()) if study else resume(taken)


def _with_known_level(seat: Seat) -> Seat:
    """Give a computer whose level this version does not have the usual one."""
    unknown = isinstance(seat, Computer) and seat.level not in LEVELS
    return Computer(DEFAULT_LEVEL, seat.name) if unknown else seat


def on_changed_elsewhere(model: Model) -> Change:
    """Another tab wrote its match over ours: from now on nothing is saved until someone has chosen."""
    return replace(model, game=replace(model.game, selected=None), dialog=DialogName.OTHER_TAB), ()


def keep_mine(model: Model, value: str = "") -> Change:
    """Go on with this tab's match, and write it over the other."""
    return chain((replace(model, dialog=None), (Save(),)), proceed)


def on_storage_failed(model: Model) -> Change:
    """Storage cannot be written: play on; ``report_failure`` says so."""
    return replace(model, storage_works=False), ()


def on_storage_works(model: Model) -> Change:
    """Storage could be written again, all that had waited for it."""
    notice = None if model.notice == _NO_STORAGE else model.notice
    return replace(model, storage_works=True, loss_accepted=False, notice=notice), ()


def report_failure(model: Model) -> Change:
    """As long as storage cannot be written, say so whenever there is nothing else to say."""
    if model.storage_works or model.loss_accepted or model.notice:
        return model, ()
    return replace(model, notice=_NO_STORAGE), ()


def dismiss(model: Model, value: str = "") -> Change:
    """Put the notice away."""
    accepted = model.loss_accepted or model.notice == _NO_STORAGE
    return replace(model, notice=None, loss_accepted=accepted), ()


def is_step(before: Saved, after: Saved) -> bool:
    """Whether no more than the steps of a play lies between two states: nothing is settled by it."""
    decided = after.showing and not before.showing
    stepped = replace(
        before, moves=after.moves, showing=after.showing, swapped=after.swapped, clock=after.clock
    )
    return not decided and stepped == after
