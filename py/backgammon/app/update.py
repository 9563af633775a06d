"""The one place where the model changes: each event has its handler in a table, each command in another."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from backgammon.app import board, forms
from backgammon.app.analysis import hint, rollouts
from backgammon.app.coach import history, review, tutor
from backgammon.app.commands import ACTIONS, EDITS, HASTENING, available, finished_games, why_refused
from backgammon.app.game import dice_check, flow, opponent
from backgammon.app.quiz import session
from backgammon.app.saving import backup, language, saved_match, side_store
from backgammon.app.speech.announcements import lines_after
from backgammon.app.state.analysis_state import Purpose
from backgammon.app.state.change import Change, chain, show_notice, tidy
from backgammon.app.state.effects import Download, InstallUpdate, LoadOtherTab, Save
from backgammon.app.state.events import (
    ChangedElsewhere,
    Command,
    Continued,
    Copied,
    Dragged,
    DragStarted,
    EngineAnswered,
    EngineFailed,
    EngineReady,
    EngineSlow,
    Event,
    FileFailed,
    LanguageFailed,
    LanguageLoaded,
    LongWork,
    MotionReduced,
    Restored,
    SecretDrawn,
    SettingChanged,
    StorageFailed,
    StorageWorks,
    StoreLoaded,
    Submitted,
    Tapped,
    TextReceived,
    Ticked,
    UpdateReady,
    WorkDone,
    WorkFailed,
    WorkProgressed,
)
from backgammon.app.state.legal_moves import current_turn
from backgammon.app.state.model import DialogName, GameDice, Model, Notice
from backgammon.app.viewer import editor, export, open_file, replay
from backgammon.core.fairdice import SECRET_BYTES, commitment
from backgammon.core.match import Phase, Resigned, Rolled
from backgammon.core.rules import PRESETS
from backgammon.storage.codec import dump
from backgammon.storage.types import DiceSource

_WITHHELD = (Tapped, DragStarted, Dragged, Submitted, SettingChanged, TextReceived)
"""Inputs that wait until it is settled which tab's match goes on."""


def update(model: Model, event: Event) -> Change:
    """Return the model after an event and what is to be done outside, in order."""
    contested = model.dialog is DialogName.OTHER_TAB
    if contested and isinstance(event, _WITHHELD):
        return model, ()
    if session.is_concerned(model, event):
        return session.on_board(model, event, update)
    change = _EVENTS[type(event)](model, event)
    change = chain(change, hint.follow, tutor.follow, review.follow, saved_match.report_failure)
    after, effects = tidy(change)
    if contested and after.dialog is DialogName.OTHER_TAB:
        effects = tuple(effect for effect in effects if effect != Save())
    return after, (*effects, *lines_after(model, after))


def _listening(model: Model) -> Model:
    """An input is coming: what was said about the one before has had its time."""
    return replace(model, notice=None, refused=None, desk=replace(model.desk, shown=None, remark=None))


def _on_board(model: Model, handler: Callable[[Model], Change]) -> Change:
    """A touch completes what is being shown; one that only stopped the dice is carried out as well."""
    change = flow.skip_animation(hint.set_analysis(_listening(model), caution=None))
    if model.paused:
        return change
    if model.busy and (change[0].busy or not model.rolling):
        return change
    return chain(change, handler)


def _tapped(model: Model, event: Tapped) -> Change:
    if model.draft:
        return editor.on_tap(_listening(model), event.place)
    return _on_board(model, lambda ready: board.on_tap(ready, event.place))


def _picked(model: Model, event: DragStarted) -> Change:
    return _on_board(model, lambda ready: board.on_drag_start(ready, event.place))


def _dragged(model: Model, event: Dragged) -> Change:
    return _on_board(model, lambda ready: board.on_drop(ready, event.source, event.target))


def _commanded(model: Model, event: Command) -> Change:
    ready: Change = model, ()
    if event.name in HASTENING and model.dialog is not DialogName.OTHER_TAB:
        ready = flow.skip_animation(_listening(model))
    return chain(ready, lambda model: _carried_out(model, event))


def _carried_out(model: Model, command: Command) -> Change:
    if command.name not in available(model):
        return _impossible(model, command.name)
    if command.name in ACTIONS:
        action = ACTIONS[command.name]
        return tutor.guard(model, command.name, action, lambda free: flow.commit(free, action))
    return COMMANDS[command.name](model, command.value)


def _impossible(model: Model, name: str) -> Change:
    """Say why not, where a player may well have expected that it works."""
    if model.paused:
        return model, ()
    if name == "double" and model.match.phase is Phase.TO_ROLL:
        return show_notice(model, why_refused(model, ACTIONS[name]))
    if name == "confirm" and current_turn(model):
        return show_notice(model, Notice("notice.incomplete"))
    return model, ()


def _opens(name: DialogName) -> Callable[[Model, str], Change]:
    return lambda model, value: (replace(model, dialog=name, selected=None), ())


def _close(model: Model, value: str) -> Change:
    """Close what is uppermost: the dialog, the selection, the panel."""
    if model.dialog:
        stale = model.notice is not None and model.notice.tone == "error"
        closed = replace(model, dialog=None, notice=None if stale else model.notice)
        return (closed, ()) if model.dialog is DialogName.ROLL_TYPED else flow.proceed(closed)
    if model.selected is not None:
        return replace(model, selected=None), ()
    return replace(model, panel_open=False), ()


def _panel(model: Model, value: str) -> Change:
    """Show the list of moves, or put it away; it takes the place of an analysis."""
    closed, effects = hint.hide_hint(model)
    return replace(closed, panel_open=not model.panel_open), effects


def _rules(model: Model, value: str) -> Change:
    shown = value if value in PRESETS else model.match.rules.name
    return replace(model, dialog=DialogName.RULES, rules_shown=shown, selected=None), ()


def _resign(model: Model, value: str) -> Change:
    """Offer a resignation; a play begun is taken back first."""
    if value not in ("1", "2", "3"):
        return model, ()
    while model.moves:
        model = board.take_back(model)
    return flow.commit(replace(model, dialog=None), Resigned(int(value)))


def _check_dice(model: Model, value: str) -> Change:
    return dice_check.begin(model, finished_games(model))


def _continued(model: Model, event: Continued) -> Change:
    """The next step of what the page does at length."""
    if event.work is LongWork.DICE:
        return dice_check.go_on(model, finished_games(model))
    return review.go_on(model)


def _download(model: Model, value: str) -> Change:
    return model, (Download("triktrakk-match.json", dump(saved_match.to_save(model), public=True)),)


def _roll(model: Model, value: str) -> Change:
    """Roll, which is to say not to double where one could."""
    if model.match.phase is not Phase.TO_ROLL:
        return flow.roll(model)
    return tutor.guard(model, "roll", _SOME_ROLL, flow.roll)


_SOME_ROLL = Rolled((1, 1))
"""Stands for not doubling; the tutor does not look at the dice."""


def _play_anyway(model: Model, value: str) -> Change:
    """Make the choice that the tutor has warned of."""
    caution = model.desk.caution
    assert caution is not None
    return _resumed(hint.set_analysis(model, caution=replace(caution, remark=None)), caution.command)


def _resumed(model: Model, command: str) -> Change:
    """Make a choice that was held back, in the moment in which it is still possible."""
    return _carried_out(model, Command(command))


def _think_again(model: Model, value: str) -> Change:
    return board.take_back_all(hint.set_analysis(model, caution=None))


def _show_better(model: Model, value: str) -> Change:
    return chain(_think_again(model, value), hint.show_hint)


def _edits(name: str) -> Callable[[Model, str], Change]:
    return lambda model, value: editor.edit(model, name, value)


COMMANDS: dict[str, Callable[[Model, str], Change]] = {
    "roll": _roll,
    "typed-roll": forms.on_typed_roll,
    "confirm": lambda model, value: board.confirm(model),
    "undo": lambda model, value: board.undo(model),
    "redo": lambda model, value: board.redo(model),
    "think-again": _think_again,
    "play-anyway": _play_anyway,
    "show-better": _show_better,
    "hint": lambda model, value: chain(
        side_store.read_kept(model), lambda known: hint.toggle_hint(known, value)
    ),
    "stop-rollout": lambda model, value: rollouts.stop(model),
    "go-on-rollout": lambda model, value: rollouts.resume(model),
    "review": review.open_review,
    "analyse": review.start_review,
    "stop-analysis": review.stop,
    "to-decision": review.go_to_decision,
    "figures": history.open_history,
    "quiz": session.open_quiz,
    "quiz-next": session.ask_next,
    "quiz-again": session.retry,
    "quiz-more": session.ask_more,
    "quiz-close": session.close,
    "quiz-blunders": lambda model, value: chain(review.practise(model), session.open_quiz),
    "figures-csv": history.save_csv,
    "everything": backup.save_backup,
    "delete-everything": backup.delete_all,
    "look-deeper": lambda model, value: hint.show_hint(model, hint.DEEPER),
    "show-play": hint.toggle_preview,
    "swap": lambda model, value: board.swap(model),
    "skip": lambda model, value: (model, ()),
    "resign": _opens(DialogName.RESIGN),
    "resign-offer": _resign,
    "new-game": _opens(DialogName.NEW_GAME),
    "settings": _opens(DialogName.SETTINGS),
    "help": _opens(DialogName.HELP),
    "dice": _opens(DialogName.DICE),
    "rules": _rules,
    "check-dice": _check_dice,
    "download": _download,
    "explore": lambda model, value: replay.open_match(model),
    "study-at": replay.go_to,
    "study-next": lambda model, value: replay.step_by(model, forward=True),
    "study-previous": lambda model, value: replay.step_by(model, forward=False),
    "study-first": lambda model, value: replay.go_to(model, "0"),
    "study-last": lambda model, value: replay.go_to_end(model),
    "study-close": lambda model, value: replay.close(model),
    "play-here": _opens(DialogName.PLAY_HERE),
    "shelf-return": lambda model, value: replay.return_to_match(model),
    "edit": lambda model, value: editor.open_editor(model),
    "edit-done": lambda model, value: editor.close_editor(model),
    **{name: _edits(name.removeprefix("edit-")) for name in EDITS},
    "files": _opens(DialogName.FILES),
    "copy-id": export.copy_id,
    "copy-link": export.copy_link,
    "save-as": export.save_as,
    "panel": _panel,
    "close": _close,
    "dismiss": lambda model, value: saved_match.dismiss(model),
    "take-other": lambda model, value: (model, (LoadOtherTab(),)),
    "keep-mine": lambda model, value: saved_match.keep_mine(model),
    "update-now": lambda model, value: (model, (InstallUpdate(),)),
    "update-later": lambda model, value: (replace(model, update_ready=False), ()),
    "retry-engine": lambda model, value: opponent.retry(model),
}


def _secret_drawn(model: Model, event: SecretDrawn) -> Change:
    """Begin a game's dice; a secret that nobody waits for, or that is none, changes nothing."""
    try:
        secret = bytes.fromhex(event.secret)
    except ValueError:
        return model, ()
    wanted = model.setup.dice is DiceSource.FAIR and len(model.games) < model.match.game
    if not wanted or len(secret) != SECRET_BYTES:
        return model, ()
    game = GameDice(commitment(secret), secret.hex(), model.setup.word)
    return chain((replace(model, games=model.games.with_game(game)), (Save(),)), flow.proceed)


def _work_done(model: Model, event: WorkDone) -> Change:
    """Something that was looked into is known now."""
    model, job = hint.pop_job(model, event.id)
    if job is None:
        return model, ()
    match job.purpose:
        case Purpose.TUTOR:
            return tutor.on_ranked(hint.store(model, job.key, tutor.ungraded(event.result)), _resumed)
        case Purpose.ROLLOUT:
            return rollouts.on_finished(model, job.lane, event.result)
        case Purpose.REVIEW:
            return review.on_found(hint.store(model, job.key, event.result), job.key)
        case Purpose.QUIZ:
            return session.on_ranked(model, job.key, event.result)
        case _:
            return hint.store(model, job.key, event.result), ()


def _work_progressed(model: Model, event: WorkProgressed) -> Change:
    """A rollout has come further."""
    job = next((job for job in model.desk.jobs if job.id == event.id), None)
    if job is None or job.purpose is not Purpose.ROLLOUT:
        return model, ()
    return rollouts.on_progress(model, job.lane, event.state)


def _work_failed(model: Model, event: WorkFailed) -> Change:
    """Something cannot be looked into: a choice that waited for it is made."""
    model, job = hint.pop_job(model, event.id)
    if job is None:
        return model, ()
    failed = hint.set_analysis(model, failed=job.key)
    match job.purpose:
        case Purpose.TUTOR:
            return tutor.on_ranked(failed, _resumed)
        case Purpose.REVIEW:
            return review.on_failed(model, job.key)
        case Purpose.QUIZ:
            return session.on_ranked(model, job.key, None)
        case Purpose.ROLLOUT:
            return rollouts.stop(failed)
        case _:
            return failed, ()


def _offered(model: Model, event: TextReceived) -> Change:
    """A text came from outside: a file of everything, or what can be looked at."""
    if backup.is_backup(event.text):
        return backup.restore_backup(_listening(model), event.text)
    return open_file.on_text(_listening(model), event.text)


_EVENTS: dict[type, Callable[[Model, Any], Change]] = {
    Tapped: _tapped,
    DragStarted: _picked,
    Dragged: _dragged,
    Command: _commanded,
    Submitted: lambda model, event: forms.on_submit(_listening(model), event.form, event.values),
    SettingChanged: lambda model, event: forms.on_setting(model, event.name, event.value),
    Ticked: lambda model, event: flow.on_tick(model, event.tick),
    Continued: _continued,
    SecretDrawn: _secret_drawn,
    EngineReady: lambda model, event: opponent.on_ready(model),
    EngineSlow: lambda model, event: opponent.on_slow(model),
    EngineAnswered: lambda model, event: opponent.on_answer(model, event.id, event.answer),
    StoreLoaded: side_store.on_loaded,
    WorkDone: _work_done,
    WorkFailed: _work_failed,
    WorkProgressed: _work_progressed,
    EngineFailed: lambda model, event: opponent.on_failed(model, event.final),
    Restored: saved_match.on_restored,
    StorageFailed: lambda model, event: saved_match.on_storage_failed(model),
    StorageWorks: lambda model, event: saved_match.on_storage_works(model),
    ChangedElsewhere: lambda model, event: saved_match.on_changed_elsewhere(model),
    LanguageLoaded: lambda model, event: language.on_loaded(model, event.tag),
    LanguageFailed: lambda model, event: language.on_failed(model, event.tag),
    TextReceived: _offered,
    FileFailed: lambda model, event: open_file.on_file_failed(model, event.reason),
    Copied: lambda model, event: export.on_copied(model, event.worked),
    UpdateReady: lambda model, event: (replace(model, update_ready=True), ()),
    MotionReduced: lambda model, event: (replace(model, reduced_motion=event.reduced), ()),
}
