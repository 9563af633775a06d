"""What can be done on the analysis board, and from where one comes to it."""

from backgammon.core.match import Match, Phase, Played
from backgammon.core.variations import START, Variations
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Model
from backgammon.state.viewer import start_from


def start_of(model: Model) -> Match | None:
    """Return the decision on the board as lines can begin with it, None where there is none."""
    if model.draft and model.draft.reason:
        return None
    asked = model.game.problem
    return start_from(asked.match if asked else model.game.match)


def decision_node(tree: Variations) -> int | None:
    """Return the node at which a roll is to be played: this one, or the one before a play; else None."""
    if tree.match.phase is Phase.TO_PLAY:
        return tree.at
    return tree.parent if tree.at != START and isinstance(tree.nodes[tree.at].action, Played) else None


def has_dice(model: Model) -> bool:
    """Whether dice can be set."""
    return model.analysis_board is not None and model.game.match.phase in (Phase.TO_ROLL, Phase.TO_PLAY)


def awaits_dice(model: Model) -> bool:
    return model.game.match.phase is Phase.TO_ROLL


def has_play(model: Model) -> bool:
    """Whether a play of a roll can be tried, or another."""
    return model.analysis_board is not None and decision_node(model.analysis_board.tree) is not None


def may_retry(model: Model) -> bool:
    """Whether a play has just been tried, and there is another."""
    if model.analysis_board is None or model.game.moves:
        return False
    tree = model.analysis_board.tree
    decided = decision_node(tree)
    turn = None if decided in (None, tree.at) else turn_of(tree.match_at(decided or 0))
    return turn is not None and len(turn.results) > 1


def may_prune(model: Model) -> bool:
    return model.analysis_board is not None and model.analysis_board.tree.at != START
