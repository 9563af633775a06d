"""The one place where the model changes: a table has the handler of each event, another of each command."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from backgammon.app import commands, forms, offers, waiting
from backgammon.app.commands import clear_feedback
from backgammon.core.fairdice import SECRET_BYTES, commitment
from backgammon.features import board, language
from backgammon.features.analysis import hint, rolled, rollouts, scores
from backgammon.features.coach import (
    auto_review,
    clues,
    comments,
    learning,
    left_reviews,
    queue,
    review,
    rollout_verdict,
    tutor,
)
from backgammon.features.game import dice_check, flow, opponent, recall
from backgammon.features.quiz import question, session
from backgammon.features.saving import saved_match
from backgammon.features.speech.announcements import lines_after
from backgammon.features.speech.time_left import on_friend_time
from backgammon.features.viewer import editor
from backgammon.protocol.messages import WorkResult
from backgammon.state.analysis_state import Job, Purpose
from backgammon.state.change import Change, chain, tidy
from backgammon.state.effects import FetchPart, Save
from backgammon.state.events import (
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
    FileRead,
    FilesChosen,
    FriendNews,
    FriendTime,
    LanguageFailed,
    LanguageLoaded,
    LinesKept,
    LongWork,
    MatchRead,
    MotionReduced,
    PartFailed,
    PartLoaded,
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
    TimePassed,
    UpdateReady,
    WorkDone,
    WorkFailed,
    WorkProgressed,
)
from backgammon.state.model import DialogName, GameDice, Model
from backgammon.state.parts import Part, PartMissing, late
from backgammon.state.seats import is_shared
from backgammon.storage.types import DiceSource

_FRIEND_TEXT = "#friend="
_LONGEST_ADDRESS = 500
"""A friend's text begins within this many characters: it is a link, or the end of one."""
_BY_HAND = (Command, Tapped, Dragged, Submitted)
"""Events of a player that can give the engine work."""
_WITHHELD = (Tapped, DragStarted, Dragged, Submitted, SettingChanged, TextReceived)
"""Inputs that are ignored until it is decided which tab's match continues; only a text waits for that."""


def update(model: Model, event: Event) -> Change:
    """Return the model after an event, and the effects to carry out, in order."""
    try:
        change = _handle(model, event)
        waiting.check_dialog(change[0])
    except PartMissing as missing:
        return waiting.wait(model, missing.part, event)
    change = opponent.restart_for_work(change) if isinstance(event, _BY_HAND) else change
    return chain(change, _open_held)


def _handle(model: Model, event: Event) -> Change:
    contested = model.dialog is DialogName.OTHER_TAB
    if contested and isinstance(event, _WITHHELD):
        return (waiting.hold(model, event) if isinstance(event, TextReceived) else model), ()
    if model.exercise and _answers_question(model, event):
        answered = question.answer(model, event, _update)
        return chain(answered, _judge_task) if model.lesson else answered
    return _update(model, event)


def _open_held(model: Model) -> Change:
    """Open the texts that came while it was not decided which tab's match continues."""
    if model.dialog is DialogName.OTHER_TAB:
        return model, ()
    ready, texts = waiting.take_held(model)
    return chain((ready, ()), *(partial(update, event=each) for each in texts))


def _update(model: Model, event: Event) -> Change:
    contested = model.dialog is DialogName.OTHER_TAB
    text = friend_text(event)
    change = _open_friend_text(clear_feedback(model), text) if text else _EVENTS[type(event)](model, event)
    change = chain(
        change,
        _follow_lines,
        hint.follow,
        scores.follow,
        tutor.follow,
        rollout_verdict.follow,
        review.follow,
        saved_match.report_failure,
        offers.follow,
        recall.follow,
        _follow_shared,
        _follow_clock,
        commands.close_unwanted,
    )
    after, effects = tidy(change)
    if contested and not isinstance(event, Restored | Command):  # only these decide whose match continues
        after = replace(after, dialog=DialogName.OTHER_TAB)
    if contested and after.dialog is DialogName.OTHER_TAB:
        effects = tuple(effect for effect in effects if effect != Save())
    effects = (
        *effects,
        *waiting.effects_after(model, after),
        *auto_review.effects_after(model, after),
        *left_reviews.effects_after(model, after),
        *queue.effects_after(model, after),
    )
    lines = (
        *lines_after(model, after),
        *clues.effects_after(model, after),
        *comments.effects_after(model, after),
    )
    # An event that waited for a part has announced its lines already.
    return after, (*effects, *(line for line in lines if line not in effects))


def _follow_lines(model: Model) -> Change:
    """After every event, record what was tried on the analysis board and request its analysis."""
    if model.analysis_board:
        return chain(
            (model, ()), late("features.lines.session:follow"), late("features.lines.judging:follow")
        )
    return hint.cancel_jobs(model, Purpose.LINES)


def _on_line_judged(model: Model, job: Job, result: WorkResult | None) -> Change:
    """Handle the analysis of a line that was tried out; ``result`` is None where it failed."""
    if model.analysis_board is None:
        return model, ()
    return _on_line_found(model, job, result)


def _on_restored(model: Model, event: Restored) -> Change:
    """Handle the stored state; lines that were being tried out are shown once their part is loaded."""
    saved = event.saved
    if saved is None or saved.lines is None:
        return saved_match.on_restored(model, event)
    there = saved_match.on_restored(model, replace(event, saved=replace(saved, lines=None)))
    kept = LinesKept(saved.lines)
    if Part.LINES in model.parts:
        return chain(there, lambda ready: _show_lines(ready, kept.lines))
    return chain(there, lambda ready: waiting.wait(ready, Part.LINES, kept))


def _answers_question(model: Model, event: Event) -> bool:
    """Whether an event acts on the question on the board, even if a dialog is open over it."""
    if isinstance(event, Command):
        spec = commands.COMMANDS.get(event.name)
        return spec is not None and spec.answers and model.dialog is not DialogName.OTHER_TAB
    return isinstance(event, (Tapped, Dragged, DragStarted, Ticked))


def _touch_board(model: Model, handler: Callable[[Model], Change]) -> Change:
    """Complete the running animation; handle the touch if there was none, or only that of rolling dice."""
    ready = clear_feedback(model)
    change = flow.skip_animation(replace(ready, analysis=replace(ready.analysis, caution=None)))
    if model.is_paused:
        return change
    if model.is_busy and (change[0].is_busy or not model.game.is_rolling):
        return change
    return chain(change, handler)


def _on_tapped(model: Model, event: Tapped) -> Change:
    if model.draft:
        return editor.on_tap(clear_feedback(model), event.place)
    return _touch_board(model, lambda ready: board.on_tap(ready, event.place))


def _on_drag_started(model: Model, event: DragStarted) -> Change:
    return _touch_board(model, lambda ready: board.on_drag_start(ready, event.place))


def _on_dragged(model: Model, event: Dragged) -> Change:
    return _touch_board(model, lambda ready: board.on_drop(ready, event.source, event.target))


def _on_secret_drawn(model: Model, event: SecretDrawn) -> Change:
    """Begin a game's dice with a fresh secret; an unexpected or malformed one changes nothing."""
    try:
        secret = bytes.fromhex(event.secret)
    except ValueError:
        return model, ()
    game = model.game
    wanted = game.setup.dice is DiceSource.FAIR and len(game.games) < game.match.game
    if model.looking or not wanted or len(secret) != SECRET_BYTES:
        return model, ()
    dice = GameDice(commitment(secret), secret.hex(), game.setup.word)
    begun = replace(model, game=replace(game, games=game.games.with_game(dice)))
    return chain((begun, (Save(),)), flow.proceed)


def _on_work_done(model: Model, event: WorkDone) -> Change:
    """Handle the result of a job of the engine."""
    model, job = hint.pop_job(model, event.id)
    return _on_job_ended(model, job, event.result) if job else (model, ())


def _on_work_failed(model: Model, event: WorkFailed) -> Change:
    """Handle a failed job."""
    model, job = hint.pop_job(model, event.id)
    return _on_job_ended(model, job, None) if job else (model, ())


def _on_job_ended(model: Model, job: Job, result: WorkResult | None) -> Change:
    """Handle the end of a job; ``result`` is None where it failed. A choice that waited for it is made."""
    match job.purpose:
        case Purpose.HINT:
            return _store(model, job, result), ()
        case Purpose.TUTOR:
            return tutor.on_ranked(_store(model, job, tutor.clear_choice(result)), commands.resume_held)
        case Purpose.REVIEW:
            if result is None:
                return review.on_failed(model, job.key)
            return review.on_found(_store(model, job, result), job.key)
        case Purpose.QUEUE:
            return queue.on_result(model, job.key, result)
        case Purpose.ROLLOUT:
            if result is None:
                return rollouts.on_failed(model, job.key)
            return rollouts.on_finished(model, result)
        case Purpose.QUIZ:
            on_ranked = learning.on_ranked if model.learning else session.on_ranked
            return on_ranked(model, job.key, result)
        case Purpose.CUBE:
            return scores.on_found(model, job.key, result)
        case Purpose.LINES:
            return _on_line_judged(model, job, result)


def _store(model: Model, job: Job, result: WorkResult | None) -> Model:
    """Record what a job has found, or that it failed."""
    if result is None:
        return replace(model, analysis=replace(model.analysis, failed=job.key))
    return rolled.store(model, job.key, result, job.decision)


def _on_work_progressed(model: Model, event: WorkProgressed) -> Change:
    """Show the progress of a long job."""
    job = next((job for job in model.analysis.jobs if job.id == event.id), None)
    if job and job.purpose is Purpose.ROLLOUT:
        return rollouts.on_progress(model, event.state)
    if job and job.purpose is Purpose.CUBE:
        return scores.on_progress(model, job.key, event.done)
    return model, ()


def _follow_shared(model: Model) -> Change:
    """Bring a match against a friend up to date with what both devices know, once its part is loaded.

    If another match has taken its place, leave the friend's.
    """
    if not is_shared(model.game_in_play) and model.friend is None:
        return model, ()
    if Part.FRIEND not in model.parts:
        return model, (FetchPart(Part.FRIEND),)
    return _follow_friend(model)


def _follow_clock(model: Model) -> Change:
    """Update the clock of a match that has one, once the part for clocks is loaded."""
    if model.game_in_play.clock is None:
        return model, ()
    if Part.CLOCK not in model.parts:
        return model, (FetchPart(Part.CLOCK),)
    return _look_at_clock(model)


def _on_time_passed(model: Model, event: TimePassed) -> Change:
    """Charge the time that has passed; nobody is charged before the part for clocks is loaded."""
    if model.game_in_play.clock is None or Part.CLOCK not in model.parts:
        return model, ()
    return _on_time(model, event.milliseconds)


def friend_text(event: Event) -> str:
    """Return the text of a match with a friend that was opened, pasted or imported; "" for none."""
    match event:
        case TextReceived(text):
            found = text
        case Submitted("import", values):
            found = dict(values).get("text", "")
        case _:
            return ""
    return found if _FRIEND_TEXT in found[:_LONGEST_ADDRESS] else ""


def _on_part_loaded(model: Model, event: PartLoaded) -> Change:
    """Handle the events that have waited for a part of the page, now that it is loaded."""
    ready, events = waiting.take(model, event.part)
    return chain((ready, ()), *(partial(update, event=each) for each in events))


_show_lines = late("features.lines.session:open_tree")
_judge_task = late("features.lessons.session:judge")
_open_received: Callable[[Model, str], Change] = late("features.viewer.open_file:on_received")
_open_friend_text: Callable[[Model, str], Change] = late("features.friend.handlers:on_text")
_on_friend_news = late("features.friend.handlers:on_news")
_follow_friend: Callable[[Model], Change] = late("features.friend.board:follow")
_look_at_clock: Callable[[Model], Change] = late("features.clock:follow")
_on_time: Callable[[Model, int], Change] = late("features.clock:on_time")
_on_line_found: Callable[[Model, Job, WorkResult | None], Change] = late("features.lines.judging:on_found")
_on_file_failed = late("features.viewer.open_file:on_file_failed")
_on_copied = late("features.viewer.export:on_copied")
_LONG_WORK: dict[LongWork, Callable[[Model], Change]] = {
    LongWork.DICE: dice_check.go_on,
    LongWork.AUTO_REVIEW: auto_review.go_on,
    LongWork.REVIEW: review.go_on,
    LongWork.QUEUE: queue.go_on,
}
_EVENTS: dict[type, Callable[[Model, Any], Change]] = {
    Tapped: _on_tapped,
    DragStarted: _on_drag_started,
    Dragged: _on_dragged,
    Command: commands.on_command,
    Submitted: lambda model, event: forms.on_submit(clear_feedback(model), event.form, event.values),
    SettingChanged: lambda model, event: forms.on_setting(model, event.name, event.value),
    Ticked: lambda model, event: chain(
        recall.on_tick(model, event.tick), lambda shown: flow.on_tick(shown, event.tick)
    ),
    Continued: lambda model, event: _LONG_WORK[event.work](model),
    SecretDrawn: _on_secret_drawn,
    EngineReady: lambda model, event: opponent.on_ready(model),
    EngineSlow: lambda model, event: opponent.on_slow(model),
    EngineAnswered: lambda model, event: opponent.on_answer(model, event.id, event.answer),
    StoreLoaded: queue.on_loaded,
    WorkDone: _on_work_done,
    WorkFailed: _on_work_failed,
    WorkProgressed: _on_work_progressed,
    EngineFailed: lambda model, event: opponent.on_failed(model, event.final),
    Restored: _on_restored,
    LinesKept: lambda model, event: _show_lines(model, event.lines),
    StorageFailed: lambda model, event: saved_match.on_storage_failed(model),
    StorageWorks: lambda model, event: saved_match.on_storage_works(model),
    ChangedElsewhere: lambda model, event: saved_match.on_changed_elsewhere(model),
    LanguageLoaded: lambda model, event: language.on_loaded(model, event.tag),
    LanguageFailed: lambda model, event: language.on_failed(model, event.tag),
    TextReceived: lambda model, event: _open_received(clear_feedback(model), event.text),
    TimePassed: _on_time_passed,
    FriendTime: on_friend_time,
    FriendNews: lambda model, event: _on_friend_news(model, event.news),
    FileFailed: lambda model, event: _on_file_failed(model, event.reason),
    FilesChosen: late("features.coach.many_files:on_chosen"),
    FileRead: late("features.coach.many_files:on_read"),
    MatchRead: late("features.viewer.open_file:on_match_read"),
    Copied: lambda model, event: _on_copied(model, event.worked),
    UpdateReady: lambda model, event: (replace(model, update_ready=True), ()),
    MotionReduced: lambda model, event: (replace(model, reduced_motion=event.reduced), ()),
    PartLoaded: _on_part_loaded,
    PartFailed: lambda model, event: waiting.on_failed(model, event.part),
}
