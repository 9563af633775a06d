"""A resignation, or the answer to one, in figures: its worth compared with the alternative."""

from backgammon.analysis.findings import SAME
from backgammon.core.match import Accepted, Refused, Resigned
from backgammon.features.speech.status_text import DID
from backgammon.protocol.messages import Finding
from backgammon.state.analysis_state import Decision
from backgammon.view.node import Node
from backgammon.view.panels.cube_table import action_table, decider_chances
from backgammon.view.words import Say

INSTEAD: dict[type, str] = {
    Resigned: "dialog.resign.cancel",
    Accepted: "action.refuse",
    Refused: "action.accept",
}
"""The alternative to resigning, or to an answer to a resignation."""


def resignation_table(found: Finding, decision: Decision, say: Say) -> Node:
    """Draw the best choice, then the one made; only one if they are the same, as no other is known."""
    assert decision.chosen
    kind = type(decision.chosen)
    done, instead, lost = f"action.{DID[kind]}", INSTEAD[kind], found.error or 0.0
    rows = [(done, found.equity, 0.0)]
    if lost >= SAME:
        rows = [(instead, found.equity, 0.0), (done, found.equity - lost, -lost)]
    played_on = found.cube.chances if found.cube else found.plays[0].chances
    best = say("problem.best", best=say(rows[0][0]))
    return action_table(say("problem.title"), best, rows, decider_chances(played_on, decision.match), say)
