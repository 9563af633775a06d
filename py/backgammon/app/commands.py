"""Which commands are possible now: the page draws its buttons from here, update refuses the others."""

from backgammon.app.analysis import hint, rollouts
from backgammon.app.coach import review
from backgammon.app.quiz import commands
from backgammon.app.state.legal_moves import current_turn, is_human
from backgammon.app.state.model import DialogName, Engine, Model, Notice, Replay
from backgammon.app.state.viewer import match_at_cursor
from backgammon.core.errors import IllegalAction
from backgammon.core.match import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Dropped,
    NextGame,
    Phase,
    Raccooned,
    Refused,
    Took,
    apply,
)
from backgammon.storage.types import DiceSource

ACTIONS: dict[str, Action] = {
    "double": Doubled(),
    "take": Took(),
    "drop": Dropped(),
    "beaver": Beavered(),
    "raccoon": Raccooned(),
    "accept": Accepted(),
    "refuse": Refused(),
    "next-game": NextGame(),
}
"""The commands that are an action of the match and nothing else, in the order of their buttons."""

_RESIGNABLE = (Phase.TO_ROLL, Phase.TO_PLAY, Phase.DOUBLED, Phase.BEAVERED, Phase.RACCOONED)
HASTENING = frozenset(
    {*ACTIONS, "roll", "confirm", "undo", "redo", "swap", "resign", "resign-offer", "typed-roll", "skip"}
)
"""Commands of the game itself: they first complete whatever is being shown."""

_PLAYABLE = (Phase.TO_ROLL, Phase.TO_PLAY, Phase.DOUBLED, Phase.BEAVERED, Phase.RACCOONED)
STEPS = ("study-next", "study-previous", "study-first", "study-last")
_LOOKING = (
    *("new-game", "settings", "help", "rules", "panel", "files", "edit"),
    *("figures", "figures-csv", "everything", "delete-everything", "quiz"),
)
_BESIDE_QUIZ = (
    *("new-game", "settings", "help", "rules", "quiz"),
    *("figures", "figures-csv", "everything", "delete-everything"),
)
_SHARING = ("copy-id", "copy-link", "save-as")
EDITS = tuple(
    f"edit-{name}"
    for name in (
        *("tool", "undo", "clear", "start", "turn", "on-roll", "rolled", "cube", "owner", "length"),
        *("score0", "score1", "crawford", "jacoby", "beavers", "remove"),
    )
)
"""What changes the position that is being set up."""
_GENERAL = (*_LOOKING, *_SHARING, "dice", "download")


def why_refused(model: Model, action: Action) -> Notice | None:
    """Return why a person may not do this now, None where it is allowed."""
    decider = model.game.match.decider
    if model.busy or not (decider is None or is_human(model.game, decider)):
        return Notice("notice.not-your-turn")
    try:
        apply(model.game.match, action)
    except IllegalAction as error:
        return Notice(f"error.{error.rule}")
    return None


def may_roll(model: Model) -> bool:
    """Whether a person may roll, or type a roll in for the side on roll."""
    match = model.game.match
    if model.paused or model.busy or len(model.game.games) < match.game:
        return False
    if match.phase is Phase.OPENING:
        return True
    return match.phase is Phase.TO_ROLL and (model.game.decided or is_human(model.game, match.on_roll))


def actions(model: Model) -> tuple[str, ...]:
    """Return what can be done on the board now, the most natural first."""
    if model.dialog is DialogName.OTHER_TAB:
        return "take-other", "keep-mine"
    if model.quiz:
        return commands.actions(model, _play_actions)
    if model.replay:
        return _study_actions(model, model.replay)
    return _play_actions(model)


def _play_actions(model: Model) -> tuple[str, ...]:
    """Return what can be done in the match on the board."""
    if model.desk.caution and model.desk.caution.remark:
        return "think-again", "play-anyway", "show-better"
    found = []
    if may_roll(model):
        found.append("roll")
    turn = current_turn(model)
    if turn is not None:
        if turn.may_stop(model.game.moves):
            found.append("confirm")
        if model.game.moves:
            found.append("undo")
        if model.game.undone:
            found.append("redo")
    found.extend(name for name, action in ACTIONS.items() if why_refused(model, action) is None)
    if model.game.match.phase is Phase.MATCH_OVER:
        found.append("new-game")
    if model.engine is Engine.FAILED and not (is_human(model.game, 0) and is_human(model.game, 1)):
        found.append("retry-engine")
    return tuple(found)


def _study_actions(model: Model, study: Replay) -> tuple[str, ...]:
    if model.draft:
        return ("study-close",) if model.draft.reason else ("play-here", "edit-done", "study-close")
    steps = STEPS if study.log else ()
    return (*steps, *(("play-here",) if match_at_cursor(study).phase in _PLAYABLE else ()), "study-close")


def available(model: Model) -> tuple[str, ...]:
    """Return every command that is possible now: the actions first, then what is always at hand."""
    found = list(actions(model))
    if model.dialog is DialogName.OTHER_TAB:
        return tuple(found)
    if model.quiz:
        return (*found, *_swapping(model), *_BESIDE_QUIZ, *_dismissing(model))
    if model.running.log or model.replay:
        found.append("study-at")
    if model.draft:
        shared = () if model.draft.reason else _SHARING
        return (*found, *EDITS, *_LOOKING, *shared, *_dismissing(model))
    if model.replay:
        return (*found, *_LOOKING, *_SHARING, *_dismissing(model), *_looked_into(model))
    if model.game.log:
        found.append("explore")
    if model.shelf:
        found.append("shelf-return")
    found += _swapping(model)
    if (
        model.game.match.phase in _RESIGNABLE
        and is_human(model.game, model.game.match.decider)
        and not model.busy
    ):
        found.extend(("resign", "resign-offer"))
    if may_roll(model) and model.game.games[-1].source is DiceSource.TYPED:
        found.append("typed-roll")
    found.extend(name for name in _GENERAL if name not in found)
    if finished_games(model) and model.game.games[0].secret:
        found.append("check-dice")
    found.extend(_dismissing(model))
    found.extend(_looked_into(model))
    if model.busy:
        found.append("skip")
    return tuple(found)


def _swapping(model: Model) -> tuple[str, ...]:
    turn = current_turn(model)
    return ("swap",) if turn is not None and len(set(turn.left(model.game.moves))) > 1 else ()


def _looked_into(model: Model) -> tuple[str, ...]:
    """Return what can be done to have the decision on the board, or the whole match, looked into."""
    return (*hint.commands(model), *review.commands(model), *rollouts.commands(model))


def _dismissing(model: Model) -> tuple[str, ...]:
    """Return what makes things go away: the dialog or panel that is open, the line that is shown."""
    open_now = model.dialog or model.game.selected is not None or model.panel_open
    return (
        *(("close",) if open_now else ()),
        *(("dismiss",) if model.notice else ()),
        *(("update-now", "update-later") if model.update_ready else ()),
    )


def finished_games(model: Model) -> int:
    """Count the games whose secret may be shown."""
    over = model.game.match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    return model.game.match.game if over else model.game.match.game - 1


def may_change_word(model: Model) -> bool:
    """Whether the player may still add his word to the dice of the running game: before its first roll."""
    return (
        bool(model.game.games)
        and bool(model.game.games[-1].secret)
        and may_roll(model)
        and not model.game.rolls
    )
