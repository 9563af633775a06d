"""A decision put to the user as a question: what they chose, and what the engine thinks of it."""

from dataclasses import dataclass

from backgammon.core.match import Action, Match
from backgammon.protocol.messages import Finding

PLIES = 2
"""How far the engine looks ahead, in plies, to rank the answer to a question."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A decision put to the user as a question; see features.quiz.problem.

    ``chosen`` is what was decided, None until then; ``work`` is the id of its analysis, ``found`` the result
    and ``failed`` means it could not be made. ``plies``: how far the engine looks ahead to rank the choice; 0
    where a rule judges it instead of an analysis (features.lessons).
    """

    match: Match
    plies: int = PLIES
    chosen: Action | None = None
    work: int = 0
    found: Finding | None = None
    failed: bool = False
