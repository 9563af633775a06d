"""The commands that the analysis board allows, and the position from which it can be opened."""

from backgammon.core.match import Match, Phase, Played
from backgammon.core.variations import START, Variations
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Lines, Model
from backgammon.state.viewer import start_from


def start_of(model: Model) -> Match | None:
    """Return the decision on the board as the start of lines, None if there is none."""
    if model.draft and model.draft.reason:
        return None
    asked = model.game.problem
    return start_from(asked.match if asked else model.game.match)


def decision_node(tree: Variations) -> int | None:
    """Return the node with the roll to be played: the current one, or the one before a play; else None."""
    if tree.match.phase is Phase.TO_PLAY:
        return tree.at
    return tree.parent if tree.at != START and isinstance(tree.nodes[tree.at].action, Played) else None


def is_choice(tree: Variations) -> bool:
    """Whether the roll on the board, or the one that was just played, has more than one play."""
    decided = decision_node(tree)
    turn = None if decided is None else turn_of(tree.match_at(decided))
    return turn is not None and turn.has_choice


def has_dice(model: Model) -> bool:
    """Whether dice can be set."""
    return model.analysis_board is not None and model.game.match.phase in (Phase.TO_ROLL, Phase.TO_PLAY)


def awaits_dice(model: Model) -> bool:
    return model.game.match.phase is Phase.TO_ROLL


def has_play(model: Model) -> bool:
    """Whether a play can be tried: of the roll on the board, or another one of the roll just played."""
    return model.analysis_board is not None and decision_node(model.analysis_board.tree) is not None


def may_retry(model: Model) -> bool:
    """Whether a play has just been tried, and the roll has another one."""
    if model.analysis_board is None:
        return False
    tree = model.analysis_board.tree
    return decision_node(tree) != tree.at and is_choice(tree)


def may_prune(model: Model) -> bool:
    return model.analysis_board is not None and model.analysis_board.tree.at != START


def may_restore(model: Model) -> bool:
    """Whether a notice offers to bring deleted lines back."""
    return model.notice is not None and isinstance(model.notice.removed, Lines)
