"""The verdict of a rollout that has ended: it replaces the error of its decision, its mark, and figures."""

from backgammon.features.analysis import rollouts
from backgammon.features.coach import review
from backgammon.state.change import Change
from backgammon.state.model import Model


def follow(model: Model) -> Change:
    """After every event: have a finding follow its rollout, and store it if it grades a choice.

    The match to which the decision belongs gets new figures if it has been analysed to its end.
    """
    told, _ = rollouts.follow(model)
    run = told.analysis.rollout
    if told is model or run is None or run.verdict is None or run.verdict.error is None:
        return told, ()
    current = review.current_review(told)
    if current is None or run.key not in current.keys or not current.is_done:
        return review.keep(told)
    return review.finish(told)
