"""Every command of the page, in one table: what it does, when it is possible, its key, when it is a button.

The page's buttons, the keys in the help and the result of ``available`` all come from COMMANDS alone; a
command that is not possible now is refused here. To add a command, add a row; where its handler is in a part
of the page that is loaded later, name the handler with ``late``.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from backgammon.app import conditions, forms, offers, page_commands
from backgammon.app.conditions import Mode, When, always, mode_of
from backgammon.core.actions import SIMPLE_ACTIONS
from backgammon.core.match import Phase
from backgammon.features import board
from backgammon.features.analysis import hint, rollouts, scores
from backgammon.features.coach import clues, deletion, history, learning, queue, reopening, review, tutor
from backgammon.features.game import dice_check, flow, opponent, recall
from backgammon.features.game.permissions import may_resign, may_roll, why_refused
from backgammon.features.lines import permissions as lines
from backgammon.features.quiz import collection, question, session
from backgammon.features.saving import saved_match, side_store
from backgammon.features.viewer import editor, replay
from backgammon.state.change import Change, chain, show_notice
from backgammon.state.effects import InstallUpdate, LoadOtherTab
from backgammon.state.events import Command
from backgammon.state.friend_match import has_rematch_offer
from backgammon.state.legal_moves import current_turn
from backgammon.state.model import DialogName, Model, Notice
from backgammon.state.once import once_per_arguments
from backgammon.state.parts import late
from backgammon.state.recall import can_recall

_PLAY = frozenset({Mode.PLAY})
_WARNED = frozenset({Mode.WARNED})
_REPLAY = frozenset({Mode.REPLAY})
_EDIT = frozenset({Mode.EDIT})
_QUIZ = frozenset({Mode.QUIZ})
_LEARN = frozenset({Mode.LEARN})
_LINES = frozenset({Mode.ANALYSE})
_OTHER_TAB = frozenset({Mode.OTHER_TAB})
_MATCH = _PLAY | _WARNED
_LOOKED_AT = _REPLAY | _EDIT
_LESSON = frozenset({Mode.LESSON})
_REVIEWED = _MATCH | _REPLAY
_ANALYSED = _REVIEWED | _LINES
_STEPPED = _REPLAY | _LINES
_ASKED = _QUIZ | _LEARN | _LESSON
_PLAYED = _PLAY | _ASKED | _LINES
_UNTRIED = _MATCH | _LOOKED_AT | _ASKED
"""The modes in which no lines are being tried out, which would be lost on leaving."""
_ANYWHERE = _UNTRIED | _LINES


Run = Callable[[Model, str], Change]
"""Carries out a command, given its value."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A command: what it does, the modes that have it, and when it is possible there.

    ``button``: when it is one of the actions below the board, in the order of the table. ``key``: its key,
    "" for none. ``skips``: it first completes the running animation. ``answers``: it acts on the question on
    the board, if there is one.
    """

    run: Run
    modes: frozenset[Mode] = _ANYWHERE
    when: When = always
    button: When = conditions.never
    key: str = ""
    skips: bool = False
    answers: bool = False


# Short handlers of commands.


def _match_action(name: str) -> Run:
    action = SIMPLE_ACTIONS[name]
    return lambda model, value: tutor.guard(model, name, action, lambda free: flow.commit(free, action))


_give_lesson_hint: Callable[[Model], Change] = late("features.lessons.session:give_hint")


def _toggle_hint(model: Model, value: str) -> Change:
    if model.learning:
        return learning.give_hint(model)
    if model.lesson:
        return _give_lesson_hint(model)
    return chain(side_store.read_kept(model), clues.toggle_hint)


def _practise(model: Model, value: str) -> Change:
    return chain(review.practise(model), session.ask_own)


def _play_anyway(model: Model, value: str) -> Change:
    """Make the choice that the tutor has warned about."""
    held = model.analysis.caution
    assert held is not None
    return resume_held(
        replace(model, analysis=replace(model.analysis, caution=replace(held, remark=None))), held.command
    )


def _in_lines(name: str) -> Run:
    return late(f"features.lines.session:{name}")


def _edit(name: str) -> Run:
    return lambda model, value: editor.edit(model, name, value)


def _game(name: str, key: str, answers: bool = False) -> Spec:
    """Return a command that only carries out an action of the match."""
    modes = _PLAYED if answers else _PLAY
    when = conditions.action(name)
    return Spec(_match_action(name), modes, when, always, key, skips=True, answers=answers)


def _step(in_replay: Run, in_lines: str, key: str) -> Spec:
    """Return a command that steps through the lines being tried out, or else through the replayed match."""
    step = _in_lines(in_lines)
    return Spec(
        lambda model, value: (step if model.analysis_board else in_replay)(model, value),
        _STEPPED,
        conditions.has_steps,
        always,
        key,
    )


_opens = page_commands.dialog_opener
COMMANDS: dict[str, Spec] = {
    "take-other": Spec(lambda model, value: (model, (LoadOtherTab(),)), _OTHER_TAB, button=always),
    "keep-mine": Spec(saved_match.keep_mine, _OTHER_TAB, button=always),
    "think-again": Spec(page_commands.think_again, _WARNED, button=always),
    "play-anyway": Spec(_play_anyway, _WARNED, button=always),
    "show-better": Spec(page_commands.show_better, _WARNED, button=always),
    "quiz-start": Spec(session.ask_next, _QUIZ, conditions.may_start, always),
    "quiz-theme": Spec(session.ask_theme, _QUIZ, conditions.has_no_question),
    "quiz-more": Spec(session.ask_more, _QUIZ, conditions.has_more_questions, always),
    "quiz-next": Spec(session.ask_next, _QUIZ, conditions.has_answer, always),
    "quiz-again": Spec(session.retry, _QUIZ, conditions.has_answer, always),
    "learn-next": Spec(learning.go_on, _LEARN, conditions.has_errors_left, conditions.has_next_error),
    "learn-previous": Spec(learning.go_back, _LEARN, conditions.has_errors_left),
    "learn-again": Spec(learning.retry, _LEARN, conditions.has_answer, always),
    "line-dice": Spec(_in_lines("open_dice"), _LINES, lines.has_dice, lines.awaits_dice, "z"),
    "line-roll": Spec(_in_lines("set_dice"), _LINES, lines.has_dice),
    "line-retry": Spec(_in_lines("go_back"), _LINES, lines.may_retry, always),
    "lesson-next": Spec(late("features.lessons.session:go_on"), _LESSON, conditions.may_go_on, always),
    "lesson-again": Spec(late("features.lessons.session:retry"), _LESSON, conditions.may_try_again, always),
    "lesson-answer": Spec(
        late("features.lessons.session:show_answer"), _LESSON, conditions.has_wrong_answer, always
    ),
    "lesson-open": Spec(late("features.lessons.session:open_chapter"), _LESSON),
    "roll": Spec(page_commands.roll, _PLAY | _ASKED, may_roll, always, "r", skips=True, answers=True),
    "confirm": Spec(board.confirm, _PLAYED, conditions.may_confirm, always, "c", skips=True, answers=True),
    "undo": Spec(board.undo, _PLAYED, conditions.may_undo, always, "u", skips=True, answers=True),
    "redo": Spec(board.redo, _PLAY | _ASKED, conditions.may_redo, always, "y", skips=True, answers=True),
    "swap": Spec(board.swap, _MATCH | _ASKED, conditions.may_swap, key="s", skips=True, answers=True),
    "double": _game("double", "d", answers=True),
    "take": _game("take", "t", answers=True),
    "drop": _game("drop", "p", answers=True),
    "beaver": _game("beaver", "b", answers=True),
    "raccoon": _game("raccoon", "o", answers=True),
    "accept": _game("accept", "a"),
    "refuse": _game("refuse", "f"),
    "next-game": _game("next-game", "n"),
    "rematch": Spec(
        page_commands.play_again, when=conditions.may_play_again, button=conditions.is_match_over
    ),
    "rematch-no": Spec(
        late("features.friend.handlers:decline_rematch"), _PLAY, has_rematch_offer, conditions.is_match_over
    ),
    "review": Spec(review.open_review, _REVIEWED, review.is_available, conditions.is_for_review),
    "new-game": Spec(_opens(DialogName.NEW_GAME), button=conditions.may_leave_match, key="g"),
    "retry-engine": Spec(opponent.retry, _PLAY, conditions.engine_failed, always),
    "typed-roll": Spec(forms.on_typed_roll, _MATCH, conditions.may_type, skips=True),
    "resign": Spec(_opens(DialogName.RESIGN), _MATCH, may_resign, key="x", skips=True),
    "resign-offer": Spec(page_commands.resign, _MATCH, may_resign, skips=True),
    "skip": Spec(lambda model, value: (model, ()), _MATCH, lambda model: model.is_busy, skips=True),
    "recall": Spec(recall.recall, _PLAY, can_recall, key="v"),
    "panel": Spec(page_commands.toggle_panel, _MATCH | _LOOKED_AT | _LESSON, key="m"),
    "sheet": Spec(page_commands.toggle_sheet, when=conditions.has_sheet),
    "hint": Spec(_toggle_hint, _ANALYSED | _LEARN | _LESSON, conditions.has_hint, key="k"),
    "hint-more": Spec(clues.give_more, _MATCH, clues.has_more),
    "hint-answer": Spec(clues.show_all, _MATCH, conditions.has_clues),
    "look-deeper": Spec(rollouts.deepen, _ANALYSED, rollouts.may_deepen),
    "show-play": Spec(hint.toggle_preview, _ANALYSED, hint.is_on_show),
    "cube-scores": Spec(scores.open_scores, _ANALYSED | _QUIZ, conditions.has_cube_analysis),
    "play-listed": Spec(page_commands.play_listed, _MATCH | _LINES, conditions.may_play_listed, skips=True),
    "stop-rollout": Spec(rollouts.stop, when=conditions.is_rolling_out),
    "go-on-rollout": Spec(rollouts.resume, _ANALYSED, rollouts.can_resume),
    "analyse": Spec(review.start_review, _REVIEWED, conditions.may_analyse),
    "stop-analysis": Spec(review.stop, _REVIEWED, conditions.is_analysing),
    "to-decision": Spec(review.go_to_decision, _REVIEWED, review.is_available),
    "review-text": Spec(
        late("features.coach.review_text:save_review"), _REVIEWED, conditions.has_analysed_match
    ),
    "quiz-blunders": Spec(_practise, _REVIEWED, conditions.has_blunders),
    "learn": Spec(learning.open_errors, _REVIEWED, conditions.has_errors),
    "learn-at": Spec(learning.go_to, _LEARN, conditions.lists_errors),
    "learn-side": Spec(learning.choose_side, _LEARN, conditions.has_two_sides),
    "learn-answer": Spec(learning.show_answer, _LEARN, conditions.is_undecided),
    "settings": Spec(_opens(DialogName.SETTINGS), key=","),
    "explore": Spec(replay.open_match, _MATCH, conditions.has_log, key="e"),
    "files": Spec(page_commands.open_files, _MATCH | _LOOKED_AT | _LINES, key="l"),
    "edit": Spec(editor.open_editor, _MATCH | _LOOKED_AT, key="w"),
    "quiz": Spec(session.open_quiz, _UNTRIED, key="q"),
    "in-quiz": Spec(collection.toggle, _ANALYSED | _QUIZ, collection.can_toggle),
    "lessons": Spec(late("features.lessons.session:open_lessons"), _UNTRIED, key="j"),
    "study-next": _step(replay.step_on, "go_on", "ArrowRight"),
    "study-previous": _step(replay.step_back, "go_back", "ArrowLeft"),
    "study-first": _step(replay.go_to_start, "go_to_start", "Home"),
    "study-last": _step(replay.go_to_end, "go_to_end", "End"),
    "study-at": Spec(
        replay.go_to, _MATCH | _LOOKED_AT, lambda model: conditions.has_log(model) or bool(model.replay)
    ),
    "line-open": Spec(
        _in_lines("open_lines"),
        _LOOKED_AT | _QUIZ | _LEARN,
        conditions.may_open_lines,
        conditions.is_for_lines,
    ),
    "line-try": Spec(_in_lines("try_play"), _LINES, lines.has_play),
    "line-to": Spec(_in_lines("go_to"), _LINES, conditions.has_steps),
    "line-prune": Spec(_in_lines("prune"), _LINES, lines.may_prune),
    "line-close": Spec(_in_lines("close"), _LINES, button=always),
    "line-restore": Spec(_in_lines("restore"), when=lines.may_restore),
    "mistake-next": Spec(
        review.next_mistake, _REPLAY, conditions.has_more_mistakes, conditions.has_next_mistake
    ),
    "mistake-previous": Spec(review.previous_mistake, _REPLAY, conditions.has_more_mistakes),
    "play-here": Spec(
        _opens(DialogName.PLAY_HERE), _LOOKED_AT, conditions.may_play_here, conditions.has_no_mistakes
    ),
    "edit-done": Spec(editor.close_editor, _EDIT, conditions.is_valid, always),
    "study-close": Spec(review.leave, _LOOKED_AT, button=always),
    "quiz-close": Spec(question.leave, _ASKED, button=always),
    "shelf-return": Spec(replay.return_to_match, _MATCH, lambda model: bool(model.shelf)),
    "edit-dice": Spec(_opens(DialogName.ROLL_TYPED), _EDIT),
    **{f"edit-{name}": Spec(_edit(name), _EDIT) for name in editor.EDITS},
    "copy-id": Spec(
        late("features.viewer.export:copy_id"), _MATCH | _LOOKED_AT | _LINES, conditions.is_valid
    ),
    "copy-link": Spec(
        late("features.viewer.export:copy_link"), _MATCH | _LOOKED_AT | _LINES, conditions.is_valid
    ),
    "copy-analysis": Spec(late("features.viewer.export:copy_analysis"), _ANALYSED, hint.is_on_show),
    "save-as": Spec(
        late("features.viewer.export:save_as"), _MATCH | _LOOKED_AT | _LINES, conditions.is_valid
    ),
    "download": Spec(page_commands.download, _MATCH),
    "figures": Spec(history.open_history),
    "past-match": Spec(reopening.open_past_match, when=conditions.has_past_matches),
    "match-delete": Spec(deletion.delete_match, when=conditions.has_past_figures),
    "match-restore": Spec(deletion.restore_match, when=deletion.may_restore),
    "own-name": Spec(history.toggle_name, when=conditions.has_names),
    "stop-queue": Spec(queue.stop, when=conditions.has_queue),
    "figures-csv": Spec(history.save_csv),
    "everything": Spec(late("features.saving.backup:save_backup")),
    "delete-everything": Spec(late("features.saving.backup:delete_all")),
    "rules": Spec(page_commands.show_rules, key="i"),
    "friend": Spec(late("features.friend.handlers:open_dialog"), _MATCH, conditions.against_friend, key="."),
    "friend-act": Spec(late("features.friend.handlers:act"), when=conditions.may_act_for_friend),
    "dice": Spec(_opens(DialogName.DICE), _MATCH, key="h"),
    "check-dice": Spec(dice_check.begin, _MATCH, conditions.has_secrets),
    "help": Spec(_opens(DialogName.HELP), key="?"),
    "close": Spec(page_commands.close, when=conditions.may_close, key="Escape"),
    "dismiss": Spec(saved_match.dismiss, when=conditions.has_notice),
    "offer-yes": Spec(offers.accept, _MATCH, conditions.has_offer),
    "offer-no": Spec(offers.decline, _MATCH, conditions.has_offer),
    "update-now": Spec(lambda model, value: (model, (InstallUpdate(),)), when=conditions.has_update),
    "update-later": Spec(
        lambda model, value: (replace(model, update_ready=False), ()), when=conditions.has_update
    ),
}


@once_per_arguments
def available(model: Model) -> tuple[str, ...]:
    """Return every command that is possible now."""
    mode = mode_of(model)
    return tuple([name for name, spec in COMMANDS.items() if mode in spec.modes and spec.when(model)])


_AGAIN = ("quiz-again", "learn-again")
"""The first buttons where an answer could not be evaluated."""


def actions(model: Model) -> tuple[str, ...]:
    """Return the commands that are buttons below the board now, the most natural first."""
    found = [name for name in available(model) if COMMANDS[name].button(model)]
    if model.game.problem and model.game.problem.failed:
        found.sort(key=lambda name: name not in _AGAIN)
    return tuple(found)


def is_available(model: Model, name: str) -> bool:
    """Whether one command is possible now."""
    spec = COMMANDS.get(name)
    return spec is not None and mode_of(model) in spec.modes and spec.when(model)


_CHOSEN_IN = {
    DialogName.ROLL_TYPED: ("typed-roll", "line-roll", "edit-rolled"),
    DialogName.RESIGN: ("resign-offer",),
}
"""The dialogs that exist only for certain commands, with those commands."""


def close_unwanted(model: Model) -> Change:
    """After every event, close a dialog that exists only for commands, if none of them is possible now."""
    names = _CHOSEN_IN.get(model.dialog) if model.dialog else None
    if names is None or any(is_available(model, name) for name in names):
        return model, ()
    return replace(model, dialog=None), ()


def on_command(model: Model, command: Command) -> Change:
    """Carry out a command if it is possible; complete the running animation first if it ``skips``."""
    ready: Change = model, ()
    spec = COMMANDS.get(command.name)
    if spec and spec.skips and model.dialog is not DialogName.OTHER_TAB:
        ready = flow.skip_animation(clear_feedback(model))
    return chain(ready, lambda model: _carry_out(model, command))


def clear_feedback(model: Model) -> Model:
    """Remove the feedback on the previous input, before a new one is handled."""
    analysis = replace(model.analysis, shown=None, remark=None)
    return replace(model, notice=None, refused=None, recalled=None, analysis=analysis)


def resume_held(model: Model, name: str) -> Change:
    """Make a choice that the tutor held back, if it is still possible."""
    return _carry_out(model, Command(name))


def _carry_out(model: Model, command: Command) -> Change:
    if is_available(model, command.name):
        return COMMANDS[command.name].run(model, command.value)
    return _say_why_not(model, command.name)


def _say_why_not(model: Model, name: str) -> Change:
    """Say why a command is not possible, where a player may well have expected it to work."""
    if model.is_paused:
        return model, ()
    if name == "double" and model.game.match.phase is Phase.TO_ROLL:
        return show_notice(model, why_refused(model, SIMPLE_ACTIONS[name]))
    if name == "confirm" and current_turn(model):
        return show_notice(model, Notice("notice.incomplete"))
    return model, ()
