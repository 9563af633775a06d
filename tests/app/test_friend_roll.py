"""No page rolls for its player where they may double, though it catches up with several rolls at once."""

from app.friends import Device, exchange, play_to_letter, settle, start_match_by_message

from backgammon.app.commands import available
from backgammon.core.actions import OpeningRoll
from backgammon.core.match import Phase


def after_first_turn(ann: Device, bob: Device) -> Device:
    """Play by message until one has made the first play, and the other has it; return the other."""
    for _ in range(4):
        if any(each.model.game.match.phase is Phase.TO_ROLL for each in (ann, bob)):
            break
        ann, bob = play_to_letter(ann, bob)
        exchange(ann, bob)
        settle(ann, bob)
    exchange(ann, bob)
    settle(ann, bob)
    return next(each for each in (ann, bob) if each.model.game.match.on_roll == 0)


def test_who_is_shown_a_tie_and_the_first_play_at_once_may_still_double() -> None:
    for seed in (5, 14, 28):
        other = after_first_turn(*start_match_by_message(seed))
        openings = [action for action in other.model.game.log if isinstance(action, OpeningRoll)]
        assert len(openings) > 1
        assert {"roll", "double"} <= {*available(other.model)}
