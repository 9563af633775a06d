"""Why the better choice is better, in one sentence: the decisive fact, or else the number of wins."""

from backgammon.analysis.reasons import Reason, count_wins, explain
from backgammon.core.match import Match
from backgammon.protocol.messages import Finding
from backgammon.view.node import Node, node
from backgammon.view.words import Say, prevent_breaks


def reason_line(match: Match, found: Finding, say: Say, index: int | None = None) -> Node:
    """Draw the sentence; an empty one if no reason is found.

    ``index``: the listed play that the best is compared with; None for the chosen or the next best.
    """
    reason = explain(match, found, index) or (count_wins(found) if index is None else None)
    return node("p", _sentence(reason, say) if reason else None, class_="reason", key="reason")


def _sentence(reason: Reason, say: Say) -> str:
    return prevent_breaks(say(f"reason.{reason.name}", **reason.params(say.percent)))
