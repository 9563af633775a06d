"""Questions to the computer: the position and the score from its own view, never the dice to come."""

from backgammon.analysis.findings import CHOICE_OF, RESIGNATION
from backgammon.core.identity import identity, member_identity, rules_identity
from backgammon.core.match import Action, Match, Phase, Played
from backgammon.protocol.messages import PHASES, Answer, Choice, Question

_KINDS = {phase: kind for kind, phase in PHASES.items()}


def question(match: Match, level: str) -> Question:
    """Return the decision that the match is waiting for, as a question to the side that decides."""
    side = match.decider
    assert side is not None
    owner = match.cube_owner
    return Question(
        kind=_KINDS[match.phase],
        level=level,
        rules=match.rules,
        points=match.position_of[side].points,
        on_roll=match.on_roll == side,
        dice=match.dice if match.phase is Phase.TO_PLAY else None,
        cube=match.cube,
        cube_owner=0 if owner is None else 1 if owner == side else -1,
        away=(match.away(side), match.away(1 - side)),
        crawford_game=match.crawford_game,
        crawford_done=match.crawford_done,
        offered=match.offered,
    )


def answer_of(action: Action | None) -> Answer | None:
    """Return an action as the answer to its question, None if it is neither a play nor a cube action."""
    choice = CHOICE_OF.get(type(action))
    if choice is None or choice in RESIGNATION:
        return None
    return Answer(Choice(choice), action.steps if isinstance(action, Played) else ())


def identity_of(asked: Question | Answer | None) -> str:
    """Return the text that identifies a question or an answer in the keys of stored data."""
    match asked:
        case Question():
            return identity(
                "Question",
                kind=member_identity("Kind", asked.kind),
                level=repr(asked.level),
                rules=rules_identity(asked.rules),
                points=asked.points,
                on_roll=asked.on_roll,
                dice=asked.dice,
                cube=asked.cube,
                cube_owner=asked.cube_owner,
                away=asked.away,
                crawford_game=asked.crawford_game,
                crawford_done=asked.crawford_done,
                offered=asked.offered,
            )
        case Answer():
            choice = member_identity("Choice", asked.choice)
            return identity("Answer", choice=choice, steps=asked.steps, offered=asked.offered)
        case None:
            return "None"
