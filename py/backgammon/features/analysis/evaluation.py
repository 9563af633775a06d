"""The chances of wins and gammons in the position on the board, as far as they are known."""

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
    """Whether the evaluation bar is shown, empty or not: with an analysis, in replays, questions and lines.

    It is not shown in a lesson, which is judged by a rule without the engine.
    """
    if model.lesson:
        return False
    return model.analysis.open or (model.looking is not None and model.draft is None)


def evaluation(model: Model, tried: Problem | None = None) -> Evaluation | None:
    """Return the chances after the choice that was made or is previewed, else after the best on the board.

    ``tried``: the choice that was just tried on the analysis board. For a mistake whose answer is shown, the
    best choice counts, because the text beside the board calls it the best.
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
