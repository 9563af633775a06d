"""The page's mode, and the conditions under which the table of commands allows a command."""

from collections.abc import Callable
from enum import Enum, auto

from backgammon.core.actions import SIMPLE_ACTIONS
from backgammon.core.match import Phase
from backgammon.features.analysis import hint, scores
from backgammon.features.coach import clues, review
from backgammon.features.coach.figures import own_sides
from backgammon.features.coach.history import names_in_files, without_deleted
from backgammon.features.game.permissions import finished_games, may_roll, why_refused
from backgammon.features.lines import permissions
from backgammon.features.quiz import cards
from backgammon.notation.setup import DECISIONS
from backgammon.state.engine_state import Failed
from backgammon.state.friend_match import has_rematch_offer, may_ask_for_rematch
from backgammon.state.legal_moves import current_turn
from backgammon.state.match_review import Review
from backgammon.state.model import (
    Analysing,
    DialogName,
    Editing,
    Learning,
    Lesson,
    Model,
    Origin,
    Quizzing,
    Replaying,
)
from backgammon.state.offers import offer_on_show
from backgammon.state.seats import has_computer, is_shared
from backgammon.state.viewer import mistakes_of
from backgammon.storage.types import DiceSource


class Mode(Enum):
    """What the page is doing; it is always in exactly one mode."""

    PLAY = auto()
    WARNED = auto()
    """The tutor has warned about a choice, and waits for another choice or for the same one again."""
    REPLAY = auto()
    EDIT = auto()
    QUIZ = auto()
    LEARN = auto()
    """The player's own errors are asked again as questions."""
    ANALYSE = auto()
    """Lines are tried out from a position."""
    LESSON = auto()
    """The lessons: the list of chapters, or a task."""
    OTHER_TAB = auto()
    """The page asks which tab's match is to continue."""


def mode_of(model: Model) -> Mode:
    """Return the page's mode."""
    if model.dialog is DialogName.OTHER_TAB:
        return Mode.OTHER_TAB
    match model.looking:
        case Quizzing():
            return Mode.QUIZ
        case Learning():
            return Mode.LEARN
        case Analysing():
            return Mode.ANALYSE
        case Lesson():
            return Mode.LESSON
        case Editing():
            return Mode.EDIT
        case Replaying():
            return Mode.REPLAY
    return Mode.WARNED if model.analysis.caution and model.analysis.caution.remark else Mode.PLAY


When = Callable[[Model], bool]
"""Whether a command is possible, in a mode that has it."""


def always(model: Model) -> bool:
    return True


def never(model: Model) -> bool:
    return False


def action(name: str) -> When:
    return lambda model: why_refused(model, SIMPLE_ACTIONS[name]) is None


def may_confirm(model: Model) -> bool:
    turn = current_turn(model)
    return turn is not None and turn.may_stop(model.game.moves)


def may_undo(model: Model) -> bool:
    return current_turn(model) is not None and bool(model.game.moves)


def may_redo(model: Model) -> bool:
    return current_turn(model) is not None and bool(model.game.undone)


def may_swap(model: Model) -> bool:
    turn = current_turn(model)
    return turn is not None and len(set(turn.numbers_left(model.game.moves))) > 1


def may_type(model: Model) -> bool:
    return may_roll(model) and model.game.games[-1].source is DiceSource.TYPED


def is_match_over(model: Model) -> bool:
    return mode_of(model) is Mode.PLAY and model.game.match.phase is Phase.MATCH_OVER


def may_leave_match(model: Model) -> bool:
    """Whether a new game is the next step: once the match is over, unless a friend asks for a rematch."""
    return is_match_over(model) and not has_rematch_offer(model)


def is_at_end(model: Model) -> bool:
    """Whether the game on the board is over: in play mode, or at the end of what is replayed."""
    replay = model.replay
    at_end = mode_of(model) is Mode.PLAY or (replay is not None and replay.cursor == len(replay.log))
    return at_end and model.game.match.phase.is_over


def is_for_review(model: Model) -> bool:
    """Whether the analysis of the match is a next step: of one from a file, and where a game has ended."""
    replay = model.replay
    opened = replay is not None and replay.origin is Origin.FILE and mistakes_of(model) is None
    return opened or is_at_end(model)


def may_play_again(model: Model) -> bool:
    """Whether the same match can be started again: once it is over, or in the new-game dialog."""
    if is_shared(model.game_in_play):
        return is_match_over(model) and may_ask_for_rematch(model)
    return is_match_over(model) or (model.dialog is DialogName.NEW_GAME and has_log(model))


def engine_failed(model: Model) -> bool:
    return isinstance(model.engine, Failed) and has_computer(model.game)


def has_log(model: Model) -> bool:
    return bool(model.game_in_play.log)


def has_steps(model: Model) -> bool:
    if model.analysis_board:
        return bool(model.analysis_board.tree.nodes)
    return model.replay is not None and bool(model.replay.log)


def may_play_here(model: Model) -> bool:
    if model.draft:
        return not model.draft.reason
    return model.game.match.phase in DECISIONS


def is_valid(model: Model) -> bool:
    """Whether the board shows a valid position; one that is being set up may not be valid."""
    return model.draft is None or not model.draft.reason


def has_secrets(model: Model) -> bool:
    return finished_games(model) > 0 and bool(model.game.games[0].secret)


def has_hint(model: Model) -> bool:
    if model.learning or model.lesson:
        return is_undecided(model)
    return model.analysis.open or hint.is_available(model)


def may_open_lines(model: Model) -> bool:
    """Whether lines can be tried out from what is shown: a decision that may be analysed."""
    if model.exercise:
        return has_answer(model)
    return (model.draft is not None or hint.is_allowed(model)) and permissions.start_of(model) is not None


def is_for_lines(model: Model) -> bool:
    """Whether trying lines is the natural next step: for a position that is not part of a match."""
    return model.replay is not None and model.replay.origin is Origin.POSITION


def has_clues(model: Model) -> bool:
    return bool(clues.clues_on_show(model))


def may_play_listed(model: Model) -> bool:
    """Whether a listed play can be made: the player is to play the roll on the board."""
    return hint.is_on_show(model) and current_turn(model) is not None


def is_analysing(model: Model) -> bool:
    running = model.analysis.review
    return running is not None and running.running


def has_analysed_match(model: Model) -> bool:
    """Whether an analysis of the match has ended, or was stopped with something found."""
    found = model.analysis.review
    return found is not None and not found.running and found.is_whole and found.has_findings


def may_analyse(model: Model) -> bool:
    return not is_analysing(model) and review.is_available(model)


def _finished_review(model: Model) -> Review | None:
    """Return the review once every game has been gone through, while no analysis is running."""
    known = model.analysis.review
    return known if known and known.is_whole and may_analyse(model) else None


def has_blunders(model: Model) -> bool:
    known = _finished_review(model)
    return known is not None and known.has_blunders


def has_past_matches(model: Model) -> bool:
    """Whether the statistics list a match that can be opened again."""
    return model.dialog is DialogName.FIGURES and bool(model.analysis.past)


def has_past_figures(model: Model) -> bool:
    """Whether the statistics list a match."""
    return model.dialog is DialogName.FIGURES and bool(without_deleted(model.analysis.history))


def has_names(model: Model) -> bool:
    """Whether the statistics list names in match files, of which one may be the user's."""
    return model.dialog is DialogName.FIGURES and bool(names_in_files(model.analysis.history))


def has_queue(model: Model) -> bool:
    """Whether matches of files are still to be analysed."""
    return bool(model.analysis.queue.matches)


def has_cube_analysis(model: Model) -> bool:
    """Whether the analysis of a cube decision is shown."""
    return scores.match_on_show(model) is not None


def has_errors(model: Model) -> bool:
    known = _finished_review(model)
    return known is not None and not known.players_with_errors.isdisjoint(own_sides(known))


def has_no_mistakes(model: Model) -> bool:
    return mistakes_of(model) is None


def has_next_mistake(model: Model) -> bool:
    mistakes = mistakes_of(model)
    return mistakes is not None and mistakes.at + 1 < len(mistakes.places)


def has_more_mistakes(model: Model) -> bool:
    mistakes = mistakes_of(model)
    return mistakes is not None and len(mistakes.places) > 1


def has_errors_left(model: Model) -> bool:
    """Whether there are more errors to ask than the one on the board."""
    return model.learning is not None and len(model.learning.queue) > 1


def lists_errors(model: Model) -> bool:
    """Whether all errors are listed: as long as the one on the board is undecided."""
    return has_errors_left(model) and is_undecided(model)


def has_next_error(model: Model) -> bool:
    learning = model.learning
    return learning is not None and has_answer(model) and learning.at + 1 < len(learning.queue)


def has_two_sides(model: Model) -> bool:
    """Whether the player may choose whose errors are asked: as long as the one on the board is undecided."""
    learning = model.learning
    two = learning is not None and len({each.player for each in learning.errors}) > 1
    return two and is_undecided(model)


def is_rolling_out(model: Model) -> bool:
    run = model.analysis.rollout
    return run is not None and run.running


def is_undecided(model: Model) -> bool:
    asked = model.game.problem
    return asked is not None and asked.chosen is None


def has_answer(model: Model) -> bool:
    asked = model.game.problem
    return asked is not None and (asked.found is not None or asked.failed)


def may_go_on(model: Model) -> bool:
    """Whether a lesson can go on: no task is set, or it was solved or its answer was shown."""
    lesson = model.lesson
    return lesson is not None and (not lesson.task or bool(lesson.right) or lesson.shown)


def has_wrong_answer(model: Model) -> bool:
    """Whether the decision in a lesson's task was wrong."""
    return model.lesson is not None and model.lesson.right is False


def may_try_again(model: Model) -> bool:
    """Whether a lesson's task can be tried again: it was answered wrongly, or its answer was shown."""
    return model.lesson is not None and (model.lesson.right is False or model.lesson.shown)


def may_start(model: Model) -> bool:
    """Whether the quiz has not begun yet and has questions due."""
    return model.quiz is not None and not model.quiz.begun and bool(model.quiz.cards)


def has_no_question(model: Model) -> bool:
    """Whether no question is on the board."""
    return model.game.problem is None


def has_more_questions(model: Model) -> bool:
    return has_no_question(model) and not may_start(model) and bool(cards.extra_cards(model))


def may_close(model: Model) -> bool:
    """Whether there is something to close; once nothing else is open: the lessons, the quiz, or learning."""
    if model.dialog or model.game.selected is not None or model.panel_open or hint.is_closable(model):
        return True
    return model.exercise is not None


def has_sheet(model: Model) -> bool:
    """Whether a telephone shows a sheet that can be pulled up: for an analysis, a question, or lines."""
    return model.analysis.open or bool(model.quiz or model.learning or model.analysis_board)


def has_notice(model: Model) -> bool:
    return model.notice is not None


def against_friend(model: Model) -> bool:
    return is_shared(model.game_in_play)


def may_act_for_friend(model: Model) -> bool:
    """Whether something on the page concerns a friend: a dialog, or the match."""
    return model.dialog in (DialogName.FRIEND, DialogName.NEW_GAME) or is_shared(model.game_in_play)


def has_offer(model: Model) -> bool:
    return offer_on_show(model) is not None


def has_update(model: Model) -> bool:
    return model.update_ready
