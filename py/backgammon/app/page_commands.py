"""Commands not handled by a package of their own: dialogs, rolling, resigning, the tutor's choices."""

from collections.abc import Callable
from dataclasses import replace

from backgammon.core.match import Phase, Resigned
from backgammon.core.rules import PRESETS
from backgammon.features import board
from backgammon.features.analysis import hint
from backgammon.features.coach import tutor
from backgammon.features.game import flow, opponent
from backgammon.features.game.start import fresh_match
from backgammon.features.quiz import question
from backgammon.features.quiz.problem import NO_DOUBLE
from backgammon.features.saving import saved_match
from backgammon.features.viewer.replay import offer_lines_back
from backgammon.state.change import Change, chain, deselect, with_dialog
from backgammon.state.effects import Download, Save
from backgammon.state.legal_moves import current_turn
from backgammon.state.model import DialogName, Model
from backgammon.state.parts import late
from backgammon.state.seats import is_shared
from backgammon.storage.codec import dump

_ask_friend: Callable[[Model], Change] = late("features.friend.handlers:ask_for_rematch")


def dialog_opener(name: DialogName) -> Callable[[Model, str], Change]:
    return lambda model, value: (with_dialog(model, name), ())


def open_files(model: Model, value: str) -> Change:
    """Open the dialog of files, which shows notices, without the latest news of the match."""
    stale = model.notice is not None and model.notice.tone == "info"
    return dialog_opener(DialogName.FILES)(replace(model, notice=None if stale else model.notice), value)


def close(model: Model, value: str) -> Change:
    """Close the topmost of what is open: the dialog, the selection, the hint, the panel, the exercise.

    The analysis board stays: its lines would be lost.
    """
    if model.dialog:
        stale = model.notice is not None and model.notice.tone == "error"
        closed = replace(model, dialog=None, notice=None if stale else model.notice)
        return (closed, ()) if model.dialog is DialogName.ROLL_TYPED else flow.proceed(closed)
    if model.game.selected is not None:
        return deselect(model), ()
    if hint.is_closable(model):
        return hint.hide_hint(model)
    if model.exercise and not model.panel_open:
        return question.leave(model)
    return replace(model, panel_open=False), ()


def toggle_panel(model: Model, value: str) -> Change:
    """Show or hide the list of moves; it takes the place of an analysis."""
    closed, effects = hint.hide_hint(model)
    return replace(closed, panel_open=not model.panel_open), effects


def toggle_sheet(model: Model, value: str) -> Change:
    """Pull the sheet of a telephone up (``value`` "tall") or down (any other); "" toggles it."""
    return replace(model, tall=value == "tall" if value else not model.tall), ()


def show_rules(model: Model, value: str) -> Change:
    shown = value if value in PRESETS else model.game.match.rules.name
    return replace(with_dialog(model, DialogName.RULES), rules_shown=shown), ()


def play_again(model: Model, value: str) -> Change:
    """Start the same match again: same players, rules, length and starting position; a friend is asked."""
    if is_shared(model.game):
        return _ask_friend(model)

    def begin(free: Model) -> Change:
        game = free.game_in_play
        return chain(
            (replace(fresh_match(free, game.setup, game.start), shelf=free.shelf), (Save(),)), flow.proceed
        )

    return offer_lines_back(model, chain(opponent.cancel_question(model), begin))


def resign(model: Model, value: str) -> Change:
    """Offer a resignation; the steps of an unfinished play are taken back first."""
    if value not in ("1", "2", "3"):
        return model, ()
    while model.game.moves:
        model = board.take_back(model)
    return flow.commit(replace(model, dialog=None), Resigned(int(value)))


def download(model: Model, value: str) -> Change:
    saved = replace(saved_match.snapshot(model), replay=None)
    return model, (Download("triktrakk-match.json", dump(saved, public=True)),)


def roll(model: Model, value: str) -> Change:
    """Roll, which also decides not to double where a double is possible."""
    if model.game.match.phase is not Phase.TO_ROLL:
        return flow.roll(model)
    return tutor.guard(model, "roll", NO_DOUBLE, flow.roll)


def think_again(model: Model, value: str) -> Change:
    return board.take_back_all(replace(model, analysis=replace(model.analysis, caution=None)))


def play_listed(model: Model, value: str) -> Change:
    """Make the listed play with index ``value`` on the board, in place of the steps made so far."""
    known, turn = hint.finding_of(model), current_turn(model)
    if known is None or turn is None or not value.isdecimal() or int(value) >= len(known.plays):
        return model, ()
    steps = known.plays[int(value)].steps
    if not steps:
        return model, ()
    unheld = replace(model, analysis=replace(model.analysis, caution=None))
    return chain(board.take_back_all(unheld), lambda free: board.move_own(free, turn.read(steps)))


def show_better(model: Model, value: str) -> Change:
    return chain(think_again(model, value), hint.show_hint)
