"""What a person may do in the match on the board, given the rules, the seats and any running animation."""

from backgammon.core.errors import IllegalAction
from backgammon.core.match import Action, Doubled, Phase, Resigned, apply
from backgammon.notation.setup import DECISIONS
from backgammon.state.friend_match import match_state
from backgammon.state.model import Model, Notice
from backgammon.state.seats import is_shared, plays_here


def why_refused(model: Model, action: Action) -> Notice | None:
    """Return why a person may not take this action now, None if it is allowed."""
    decider = model.game.match.decider
    if model.is_busy or model.is_paused or not (decider is None or plays_here(model.game, decider)):
        return Notice("notice.not-your-turn")
    if is_shared(model.game) and not _friend_awaits(model, action):
        return Notice("notice.not-your-turn")
    try:
        apply(model.game.match, action)
    except IllegalAction as error:
        return Notice(f"error.{error.rule}")
    return None


def may_roll(model: Model) -> bool:
    """Whether a person may roll, or type in a roll for the side on roll."""
    game, match = model.game, model.game.match
    if model.is_paused or model.is_busy or len(game.games) < match.game:
        return False
    if is_shared(game):
        state = match_state(model)
        return state is not None and state.can_roll
    if match.phase is Phase.OPENING:
        return True
    return match.phase is Phase.TO_ROLL and (game.awaits_dice or plays_here(game, match.on_roll))


def may_resign(model: Model) -> bool:
    """Whether a person may offer a resignation."""
    match = model.game.match
    if is_shared(model.game) and not _friend_awaits(model, Resigned(1)):
        return False
    return match.phase in DECISIONS and plays_here(model.game, match.decider) and not model.is_busy


def _friend_awaits(model: Model, action: Action) -> bool:
    """Whether this decision is ours in a match against a friend, as both devices have it."""
    state = match_state(model)
    if state is None:
        return False
    return state.can_double if isinstance(action, Doubled) else state.is_our_turn


def finished_games(model: Model) -> int:
    """Return the number of games whose secret may be shown."""
    match = model.game.match
    return match.game if match.phase.is_over else match.game - 1


def may_change_word(model: Model) -> bool:
    """Whether the player may still add a word of their own to the dice of the game: before its first roll."""
    game = model.game
    return bool(game.games) and bool(game.games[-1].secret) and may_roll(model) and not game.rolls
