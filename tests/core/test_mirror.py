"""A mirrored match is the same match with the two players exchanged."""

import pytest
from core.states import to_roll

from backgammon.core.match import (
    Accepted,
    Doubled,
    Match,
    OpeningRoll,
    Phase,
    Resigned,
    Took,
    apply,
    new_match,
    replay,
)
from backgammon.core.mirror import mirror_match

BEFORE = to_roll(length=5, score=(1, 3))
STATES = {
    "opening": new_match(length=5, white=1),
    "to play": apply(new_match(), OpeningRoll(3, 1)),
    "to roll": BEFORE,
    "doubled": apply(BEFORE, Doubled()),
    "taken": replay(BEFORE, [Doubled(), Took()]),
    "resigned": apply(BEFORE, Resigned(1)),
    "game over": replay(BEFORE, [Resigned(1), Accepted()]),
}


@pytest.mark.parametrize("name", STATES)
def test_a_mirrored_match_is_the_other_player_s(name: str) -> None:
    match = STATES[name]
    mirrored = mirror_match(match)
    assert mirror_match(mirrored) == match
    assert mirrored.phase is match.phase
    assert (mirrored.white, mirrored.score) == (1 - match.white, match.score[::-1])
    if match.phase is not Phase.OPENING:
        assert mirrored.position_of == match.position_of[::-1]
    owned = [(each.decider, each.cube_owner, each.resigning, winner(each)) for each in (match, mirrored)]
    assert owned[1] == tuple(None if player is None else 1 - player for player in owned[0])


def test_a_match_is_mirrored_before_or_after_an_action() -> None:
    assert mirror_match(apply(BEFORE, Doubled())) == apply(mirror_match(BEFORE), Doubled())
    assert mirror_match(STATES["to play"]) == apply(mirror_match(new_match()), OpeningRoll(1, 3))


def winner(match: Match) -> int | None:
    return match.result.winner if match.result else None
