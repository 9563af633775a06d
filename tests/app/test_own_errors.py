"""Which decisions of an analysed match are one's own errors, and which of those can be asked as questions."""

from dataclasses import replace

import pytest
from view.models import after, analyse_match, grade_match

from backgammon.analysis.decisions import Decision
from backgammon.analysis.findings import ERROR, Chances, Finding, RankedPlay
from backgammon.analysis.report import Judged
from backgammon.core.match import OpeningRoll, Phase, Played, new_match
from backgammon.features.coach import own_errors as own_errors_module
from backgammon.features.coach.own_errors import errors_of, own_errors, question_of
from backgammon.features.coach.review import done_review
from backgammon.notation.setup import Setup
from backgammon.state.match_review import Review
from backgammon.state.model import Model

OFF = ((1, 0),)
LAST = Setup(points=(0, 1, *[0] * 22, -1, 0), dice=(6, 5), phase=Phase.TO_PLAY)
"""Both players have one checker left."""


def review_of(model: Model) -> Review:
    found = done_review(model)
    assert found
    return found


def test_own_errors_lose_as_much_as_an_error_does() -> None:
    review = review_of(grade_match(after(20)))
    worst = review.report.worst
    assert min(each.error for each in worst) < ERROR < own_errors(review)[-1].error
    assert own_errors(review) == [each for each in worst if each.player == 0 and each.error >= ERROR]
    least = own_errors(review)[-1].error
    less = {
        key: replace(found, error=ERROR)
        for key, found in zip(review.keys, review.decision_findings, strict=True)
        if found and found.error == least
    }
    assert len(own_errors(review.with_findings(less))) == len(own_errors(review))


def test_of_very_many_only_the_largest_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    review = review_of(analyse_match(after(40)))
    monkeypatch.setattr(own_errors_module, "MOST_ASKED", 2)
    assert [*errors_of(review)] == own_errors(review)[:2] != own_errors(review)


def test_only_a_decision_with_a_finding_that_fits_it_is_asked() -> None:
    whole, bare = review_of(analyse_match(after(40))), review_of(grade_match(after(40)))
    assert [*errors_of(whole)] == own_errors(whole) != []
    assert own_errors(bare)
    assert errors_of(bare) == ()
    last = RankedPlay(OFF, 1.0, 0.0, None, Chances(1, 0, 0, 0, 0, 0), 0)
    found = Finding((last,), None, 1.0, 1.0, counts=True, error=0.1)
    assert question_of(Judged(Decision(0, LAST.to_match(), Played(OFF)), found, 0)) is None
    before = Decision(0, new_match(), OpeningRoll(3, 1))
    assert question_of(Judged(before, found, 0)) is None
