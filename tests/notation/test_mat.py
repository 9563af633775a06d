"""What a match file says of a match, and what a file can say before its first roll."""

import pytest

from backgammon.core.match import Ending, OpeningRoll, Played, Rolled, new_match
from backgammon.core.rules import STANDARD, Opening, custom
from backgammon.notation.mat import format_mat
from backgammon.notation.match_builder import MatchBuilder
from backgammon.notation.record import Game, Record


@pytest.mark.parametrize("opening", Opening)
@pytest.mark.parametrize("winner", [0, 1])
def test_before_the_first_roll_one_can_resign_only_where_that_roll_is_thrown_again(
    opening: Opening, winner: int
) -> None:
    builder = MatchBuilder(new_match(custom(opening=opening), 3))
    assert builder.win(winner, 1) is (opening is not Opening.KEEP)
    state = builder.state
    assert state.result
    assert (state.result.winner, state.result.points) == (winner, 1)
    assert state.result.ending is (Ending.AWARDED if opening is Opening.KEEP else Ending.RESIGNED)


def test_a_hit_on_the_ace_point_has_its_star_in_a_match_file() -> None:
    split, hit = Played(((13, 11), (24, 23))), Played(((8, 3), (8, 3), (6, 1), (6, 1)))
    game = Game((OpeningRoll(2, 1), split, Rolled((5, 5)), hit))
    written = format_mat(Record(start=new_match(STANDARD, 3), games=(game,)))
    assert "55: 8/3 8/3 6/1* 6/1\n" in written
