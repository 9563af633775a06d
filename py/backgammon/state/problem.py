"""A decision that is asked about: what was chosen, and what the engine thinks of it."""

from dataclasses import dataclass

from backgammon.core.match import Action, Match
from backgammon.protocol.messages import Finding

PLIES = 2
"""How far the engine looks ahead to rank the answer to a question."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A decision that is asked about; see features.quiz.problem.

    ``chosen`` is what was decided, None until then; ``work`` the id under which it is weighed, ``found`` what
    came of that. ``plies``: how far the engine looks ahead to rank the choice; 0 where a rule judges it
    (features.lessons), and nothing is weighed.
    """

    match: Match
    plies: int = PLIES
    chosen: Action | None = None
    work: int = 0
    found: Finding | None = None
    failed: bool = False
