"""The keys of stored findings, cards of the quiz and rollouts are those of earlier builds.

Whoever renames a class changes nothing here. Whoever adds a field has to say how it is told apart: left out
of the text while it has its default (core.identity), so that these keys stay the same.
"""

from dataclasses import fields

import pytest

from backgammon.analysis import rollouts
from backgammon.core.identity import rules_identity
from backgammon.core.match import (
    Doubled,
    OpeningRoll,
    Played,
    Refused,
    Resigned,
    apply,
    new_match,
    replay,
)
from backgammon.core.rules import STANDARD, Rules, custom
from backgammon.engine.rollout import Manner, Start
from backgammon.engine.stakes import Stakes
from backgammon.features.analysis.hint import decision_key
from backgammon.protocol.messages import Answer, Choice, Question
from backgammon.state.analysis_state import Decision
from backgammon.state.engine_question import identity_of, question

PLAY = Played(((8, 5), (6, 5)))
MATCH = replay(new_match(length=5), [OpeningRoll(3, 1)])
MONEY = replay(new_match(custom(jacoby=True, beavers=True, crawford=False)), [OpeningRoll(3, 1), PLAY])


@pytest.mark.parametrize(
    ("decision", "key"),
    [
        (Decision(MATCH), "2ccaff44bd7ffff0"),
        (Decision(MATCH, PLAY), "f445628bc8abcceb"),
        (Decision(MONEY, Doubled()), "d8978f882b35b908"),
        (Decision(apply(MONEY, Resigned(2)), Refused()), "062d862ef5db0085"),
    ],
    ids=["play", "graded", "money", "resignation"],
)
def test_a_decision_has_the_key_of_earlier_builds(decision: Decision, key: str) -> None:
    assert decision_key(decision) == key


def test_a_rollout_has_the_key_of_earlier_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "_net", lambda: "net")
    limited = Stakes(custom(cube_limit=4), 2, -1)
    starts = [Start(STANDARD.start, Stakes(away=(3, 5)), doubles=False), Start(STANDARD.start, limited)]
    assert rollouts._key(starts, Manner(7, 11)) == "df168e6d8526ebe6037375cf13becb23"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Rules, rules_identity(STANDARD)),
        (Question, identity_of(question(MATCH, ""))),
        (Answer, identity_of(Answer(Choice.ROLL))),
        (Stakes, rollouts._stakes_identity(Stakes())),
    ],
)
def test_every_field_tells_apart(kind: type, text: str) -> None:
    assert [field.name for field in fields(kind) if f"{field.name}=" not in text] == []
