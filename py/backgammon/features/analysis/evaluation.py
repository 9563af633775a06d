"""Who wins, and how: the chances of the position on the board, as far as something is known of them."""

from typing import NamedTuple

from backgammon.core.match import Player
from backgammon.features.analysis import hint
from backgammon.protocol.messages import Chances, Finding
from backgammon.state.model import Model, Problem


class Evaluation(NamedTuple):
    """The chances of a game, seen by ``player``."""

    chances: Chances
    player: Player


def has_bar(model: Model) -> bool:
    """Whether who wins is shown beside the board, known or not: where one looks back, learns or asks.

    In a lesson a rule judges, and nothing is weighed.
    """
    if model.lesson:
        return False
    return model.analysis.open or (model.looking is not None and model.draft is None)


def evaluation(model: Model, tried: Problem | None = None) -> Evaluation | None:
    """Return the chances after the best choice on the board, the one that is looked at or that was made.

    ``tried``: the choice that was just tried on the analysis board. Of a mistake whose answer is shown the
    best choice counts, which is called the best beside the board.
    """
    asked = tried if tried and tried.found else model.game.problem
    if asked:
        told = model.learning is not None and model.learning.shown
        return _after_choice(asked, best=told) if asked.chosen else None
    known, match = hint.finding_of(model), model.game.match
    if known is None or not hint.is_available(model):
        return None
    return _of(known, model.analysis.shown or 0, match.on_roll)


def _after_choice(asked: Problem, *, best: bool) -> Evaluation | None:
    found = asked.found
    if found is None:
        return None
    return _of(found, 0 if best else found.chosen or 0, asked.match.on_roll)


def _of(found: Finding, index: int, player: Player) -> Evaluation | None:
    if found.cube:
        return Evaluation(found.cube.chances, player)
    return Evaluation(found.plays[index].chances, player) if index < len(found.plays) else None
