"""The match in the screenshots: see lab.screenshots; the pictures themselves are looked at."""

from backgammon.core.match import Phase
from lab.screenshots import ACTIONS, saved_match


def test_the_person_is_to_play_in_the_middle_and_has_won_at_the_end() -> None:
    middle, end = saved_match(ACTIONS), saved_match(None)
    assert (middle.match.phase, middle.match.decider) == (Phase.TO_PLAY, 0)
    assert (*middle.log,) == end.log[:ACTIONS]
    assert end.match.phase is Phase.MATCH_OVER
    assert end.match.score[0] >= end.setup.length
