"""The verdict of a rollout that has ended: it replaces the error of its decision, its mark, and figures."""

from backgammon.features.analysis import rollouts
from backgammon.features.coach import review
from backgammon.state.change import Change, chain
from backgammon.state.model import Model


def follow(model: Model) -> Change:
    """After every event: have findings follow a rollout, and store them; one that gave way to it goes on."""
    return chain(_follow_verdict(model), rollouts.begin_waiting)


def _follow_verdict(model: Model) -> Change:
    """Have findings follow a rollout, and store them.

    The match to which the decision belongs gets new figures if it has been analysed to its end.
    """
    told, _ = rollouts.follow(model)
    if told.analysis.rolled is model.analysis.rolled:
        return told, ()
    before, current = model.analysis.review, told.analysis.review
    return review.finish(told) if current and current.is_done and current is not before else review.keep(told)
