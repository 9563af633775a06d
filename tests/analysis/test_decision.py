"""The analysis of the one decision that a match waits for."""

import pytest

from backgammon import (
    BackgammonError,
    Beavered,
    Doubled,
    Dropped,
    Match,
    Phase,
    Raccooned,
    Resigned,
    Search,
    Setup,
    analyse_decision,
    apply,
    custom,
    finish,
    judge,
    new_match,
    replay,
    stakes_of,
)
from backgammon.analysis.decision import study
from backgammon.core.actions import Action

MONEY = Setup(beavers=True).to_match(custom(beavers=True, raccoons=True, play_to="money"))
OFFERS: list[Action] = [Doubled(), Beavered(), Raccooned()]
TO_ANSWER = [replay(MONEY, OFFERS[:count]) for count in range(4)]
TO_PLAY = Setup(phase=Phase.TO_PLAY, dice=(3, 1), length=5).to_match()


@pytest.mark.parametrize("match", [TO_PLAY, *TO_ANSWER], ids=lambda match: match.phase)
def test_a_decision_is_analysed_as_in_a_match(match: Match) -> None:
    search, points = Search(judge(), match.rules), match.position.points
    studied = study(search, match.phase, points, stakes_of(match), 1, match.dice)
    found = analyse_decision(match, plies=1)
    assert found == finish(studied)
    assert bool(found.plays) is (match.phase is Phase.TO_PLAY)
    assert analyse_decision(apply(match, Resigned(1)), plies=1) == found


@pytest.mark.parametrize("match", [new_match(), replay(MONEY, [Doubled(), Dropped()])], ids=lambda m: m.phase)
def test_where_nothing_is_to_be_decided_that_is_said(match: Match) -> None:
    with pytest.raises(BackgammonError, match=f"no decision to analyse in the phase {match.phase}"):
        analyse_decision(match)
