"""The one place where the model changes: each event has its handler in a table, each command in another."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from backgammon.app import (
    advice,
    board,
    dicecheck,
    editor,
    everything,
    explore,
    figures,
    flow,
    forms,
    importing,
    keeping,
    language,
    notes,
    opponent,
    quiz,
    review,
    rollouts,
    sharing,
    tutor,
)
from backgammon.app.change import Change, chain, noticed, tidied
from backgammon.app.commands import ACTIONS, EDITS, HASTENING, available, finished_games, refusal
from backgammon.app.effects import Download, Save, TakeOther, TakeUpdate
from backgammon.app.events import (
    ChangedElsewhere,
    Command,
    Copied,
    Dragged,
    EngineAnswered,
    EngineFailed,
    EngineReady,
    Event,
    FileFailed,
    LanguageCame,
    LanguageFailed,
    MotionReduced,
    Offered,
    Picked,
    Recalled,
    Restored,
    SecretDrawn,
    SettingChanged,
    StorageFailed,
    StorageWorks,
    Submitted,
    Tapped,
    Ticked,
    UpdateReady,
    WorkDone,
    WorkFailed,
    WorkProgressed,
)
from backgammon.app.insight import Purpose
from backgammon.app.model import DialogName, GameDice, Model, Notice
from backgammon.app.spoken import spoken
from backgammon.app.turns import moving
from backgammon.core.fairdice import SECRET_BYTES, commitment
from backgammon.core.match import Phase, Resigned, Rolled
from backgammon.core.rules import PRESETS
from backgammon.storage.codec import dump
from backgammon.storage.record import DiceSource

_WITHHELD = (Tapped, Picked, Dragged, Submitted, SettingChanged, Offered)
"""Inputs that wait until it is settled which tab's match goes on."""


def update(model: Model, event: Event) -> Change:
    """Return the model after an event and what is to be done outside, in order."""
    contested = model.dialog is DialogName.OTHER_TAB
    if contested and isinstance(event, _WITHHELD):
        return model, ()
    if quiz.concerns(model, event):
        return quiz.on_board(model, event, update)
    change = _EVENTS[type(event)](model, event)
    change = chain(change, advice.followed, tutor.followed, review.followed, keeping.failure_said)
    after, effects = tidied(change)
    if contested and after.dialog is DialogName.OTHER_TAB:
        effects = tuple(effect for effect in effects if effect != Save())
    return after, (*effects, *spoken(model, after))


def _listening(model: Model) -> Model:
    """An input is coming: what was said about the one before has had its time."""
    return replace(model, notice=None, refused=None, desk=replace(model.desk, shown=None, remark=None))


def _on_board(model: Model, handler: Callable[[Model], Change]) -> Change:
    """A touch completes what is being shown; one that only stopped the dice is carried out as well."""
    change = flow.hasten(advice.set_desk(_listening(model), caution=None))
    if model.paused:
        return change
    if model.busy and (change[0].busy or not model.rolling):
        return change
    return chain(change, handler)


def _tapped(model: Model, event: Tapped) -> Change:
    if model.draft:
        return editor.tapped(_listening(model), event.place)
    return _on_board(model, lambda ready: board.tapped(ready, event.place))


def _picked(model: Model, event: Picked) -> Change:
    return _on_board(model, lambda ready: board.picked(ready, event.place))


def _dragged(model: Model, event: Dragged) -> Change:
    return _on_board(model, lambda ready: board.dragged(ready, event.source, event.target))


def _commanded(model: Model, event: Command) -> Change:
    ready: Change = model, ()
    if event.name in HASTENING and model.dialog is not DialogName.OTHER_TAB:
        ready = flow.hasten(_listening(model))
    return chain(ready, lambda model: _carried_out(model, event))


def _carried_out(model: Model, command: Command) -> Change:
    if command.name not in available(model):
        return _impossible(model, command.name)
    if command.name in ACTIONS:
        action = ACTIONS[command.name]
        return tutor.heeded(model, command.name, action, lambda free: flow.commit(free, action))
    return COMMANDS[command.name](model, command.value)


def _impossible(model: Model, name: str) -> Change:
    """Say why not, where a player may well have expected that it works."""
    if model.paused:
        return model, ()
    if name == "double" and model.match.phase is Phase.TO_ROLL:
        return noticed(model, refusal(model, ACTIONS[name]))
    if name == "confirm" and moving(model):
        return noticed(model, Notice("notice.incomplete"))
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
    closed, effects = advice.closed(model)
    return replace(closed, panel_open=not model.panel_open), effects


def _rules(model: Model, value: str) -> Change:
    shown = value if value in PRESETS else model.match.rules.name
    return replace(model, dialog=DialogName.RULES, rules_shown=shown, selected=None), ()


def _resign(model: Model, value: str) -> Change:
    """Offer a resignation; a play begun is taken back first."""
    if value not in ("1", "2", "3"):
        return model, ()
    while model.moves:
        model = board.taken_back(model)
    return flow.commit(replace(model, dialog=None), Resigned(int(value)))


def _check_dice(model: Model, value: str) -> Change:
    checks = dicecheck.check(model.log, model.games[: finished_games(model)])
    agree = all(check.agrees for check in checks)
    notice = Notice("notice.dice-agree") if agree else Notice("notice.dice-differ", tone="error")
    return replace(model, dice_checked=tuple((one.game, one.agrees) for one in checks), notice=notice), ()


def _download(model: Model, value: str) -> Change:
    return model, (Download("triktrakk-match.json", dump(keeping.kept(model), public=True)),)


def _roll(model: Model, value: str) -> Change:
    """Roll, which is to say not to double where one could."""
    if model.match.phase is not Phase.TO_ROLL:
        return flow.roll(model)
    return tutor.heeded(model, "roll", _SOME_ROLL, flow.roll)


_SOME_ROLL = Rolled((1, 1))
"""Stands for not doubling; the tutor does not look at the dice."""


def _play_anyway(model: Model, value: str) -> Change:
    """Make the choice that the tutor has warned of."""
    caution = model.desk.caution
    assert caution is not None
    return _resumed(advice.set_desk(model, caution=replace(caution, remark=None)), caution.command)


def _resumed(model: Model, command: str) -> Change:
    """Make a choice that was held back, in the moment in which it is still possible."""
    return _carried_out(model, Command(command))


def _think_again(model: Model, value: str) -> Change:
    return board.begun_again(advice.set_desk(model, caution=None))


def _show_better(model: Model, value: str) -> Change:
    return chain(_think_again(model, value), advice.asked)


def _edits(name: str) -> Callable[[Model, str], Change]:
    return lambda model, value: editor.edited(model, name, value)


COMMANDS: dict[str, Callable[[Model, str], Change]] = {
    "roll": _roll,
    "typed-roll": forms.typed_roll,
    "confirm": lambda model, value: board.confirmed(model),
    "undo": lambda model, value: board.undo(model),
    "redo": lambda model, value: board.redo(model),
    "think-again": _think_again,
    "play-anyway": _play_anyway,
    "show-better": _show_better,
    "hint": lambda model, value: chain(notes.read(model), lambda known: advice.toggled(known, value)),
    "stop-rollout": lambda model, value: rollouts.stopped(model),
    "go-on-rollout": lambda model, value: rollouts.resumed(model),
    "review": review.opened,
    "analyse": review.begun,
    "stop-analysis": review.stopped,
    "to-decision": review.to_decision,
    "figures": figures.opened,
    "quiz": quiz.opened,
    "quiz-next": quiz.following,
    "quiz-again": quiz.again,
    "quiz-more": quiz.more,
    "quiz-close": quiz.closed,
    "quiz-blunders": lambda model, value: chain(review.practised(model), quiz.opened),
    "figures-csv": figures.csv_offered,
    "everything": everything.offered,
    "delete-everything": everything.deleted,
    "look-deeper": lambda model, value: advice.asked(model, advice.DEEPER),
    "show-play": advice.play_shown,
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
    "explore": lambda model, value: explore.of_match(model),
    "study-at": explore.at,
    "study-next": lambda model, value: explore.stepped(model, forward=True),
    "study-previous": lambda model, value: explore.stepped(model, forward=False),
    "study-first": lambda model, value: explore.at(model, "0"),
    "study-last": lambda model, value: explore.to_the_end(model),
    "study-close": lambda model, value: explore.closed(model),
    "play-here": _opens(DialogName.PLAY_HERE),
    "shelf-return": lambda model, value: explore.returned(model),
    "edit": lambda model, value: editor.begun(model),
    "edit-done": lambda model, value: editor.done(model),
    **{name: _edits(name.removeprefix("edit-")) for name in EDITS},
    "files": _opens(DialogName.FILES),
    "copy-id": sharing.copy_id,
    "copy-link": sharing.copy_link,
    "save-as": sharing.save_as,
    "panel": _panel,
    "close": _close,
    "dismiss": lambda model, value: keeping.dismiss(model),
    "take-other": lambda model, value: (model, (TakeOther(),)),
    "keep-mine": lambda model, value: keeping.mine_kept(model),
    "update-now": lambda model, value: (model, (TakeUpdate(),)),
    "update-later": lambda model, value: (replace(model, update_ready=False), ()),
    "retry-engine": lambda model, value: opponent.retried(model),
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
    model, job = advice.taken(model, event.id)
    if job is None:
        return model, ()
    match job.purpose:
        case Purpose.TUTOR:
            return tutor.weighed(advice.found(model, job.key, tutor.ungraded(event.result)), _resumed)
        case Purpose.ROLLOUT:
            return rollouts.finished(model, job.lane, event.result)
        case Purpose.REVIEW:
            return review.found(advice.found(model, job.key, event.result), job.key)
        case Purpose.QUIZ:
            return quiz.weighed(model, job.key, event.result)
        case _:
            return advice.found(model, job.key, event.result), ()


def _work_progressed(model: Model, event: WorkProgressed) -> Change:
    """A rollout has come further."""
    job = next((job for job in model.desk.jobs if job.id == event.id), None)
    if job is None or job.purpose is not Purpose.ROLLOUT:
        return model, ()
    return rollouts.progressed(model, job.lane, event.state)


def _work_failed(model: Model, event: WorkFailed) -> Change:
    """Something cannot be looked into: a choice that waited for it is made."""
    model, job = advice.taken(model, event.id)
    if job is None:
        return model, ()
    failed = advice.set_desk(model, failed=job.key)
    match job.purpose:
        case Purpose.TUTOR:
            return tutor.weighed(failed, _resumed)
        case Purpose.REVIEW:
            return review.failed(model, job.key)
        case Purpose.QUIZ:
            return quiz.weighed(model, job.key, None)
        case Purpose.ROLLOUT:
            return rollouts.stopped(failed)
        case _:
            return failed, ()


def _offered(model: Model, event: Offered) -> Change:
    """A text came from outside: a file of everything, or what can be looked at."""
    if everything.is_everything(event.text):
        return everything.brought_back(_listening(model), event.text)
    return importing.offered(_listening(model), event.text)


_EVENTS: dict[type, Callable[[Model, Any], Change]] = {
    Tapped: _tapped,
    Picked: _picked,
    Dragged: _dragged,
    Command: _commanded,
    Submitted: lambda model, event: forms.submitted(_listening(model), event.form, event.values),
    SettingChanged: lambda model, event: forms.setting_changed(model, event.name, event.value),
    Ticked: lambda model, event: flow.ticked(model, event.tick),
    SecretDrawn: _secret_drawn,
    EngineReady: lambda model, event: opponent.ready(model),
    EngineAnswered: lambda model, event: opponent.answered(model, event.id, event.answer),
    Recalled: notes.recalled,
    WorkDone: _work_done,
    WorkFailed: _work_failed,
    WorkProgressed: _work_progressed,
    EngineFailed: lambda model, event: opponent.failed(model, event.final),
    Restored: keeping.restored,
    StorageFailed: lambda model, event: keeping.storage_failed(model),
    StorageWorks: lambda model, event: keeping.storage_works(model),
    ChangedElsewhere: lambda model, event: keeping.changed_elsewhere(model),
    LanguageCame: lambda model, event: language.came(model, event.tag),
    LanguageFailed: lambda model, event: language.failed(model, event.tag),
    Offered: _offered,
    FileFailed: lambda model, event: importing.failed(model, event.reason),
    Copied: lambda model, event: sharing.copied(model, event.worked),
    UpdateReady: lambda model, event: (replace(model, update_ready=True), ()),
    MotionReduced: lambda model, event: (replace(model, reduced_motion=event.reduced), ()),
}
