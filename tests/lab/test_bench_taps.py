"""The count of taps: the shortest way is found, a wrong tap is undone, and each turn is counted once."""

from app.positions import page_at, position

from backgammon.core.plays import Steps
from backgammon.protocol.messages import Answer, Choice
from backgammon.state.events import Tapped
from backgammon.state.legal_moves import current_turn
from backgammon.state.model import Settings, Speed
from lab.bench import taps

ONE_TAP = Settings(speed=Speed.OFF, one_tap=True)


def ways(settings: Settings, steps: Steps) -> list[taps.Tap]:
    model = page_at(dice=(3, 1), settings=settings).model
    turn = current_turn(model)
    assert turn is not None
    found, after = taps.fewest_taps(model, turn, turn.after(steps))
    assert after.game.moves or len(after.game.log) > len(model.game.log)
    return found


def test_one_tap_a_checker_instead_of_two() -> None:
    play = ((8, 5), (6, 5))
    assert len(ways(Settings(speed=Speed.OFF), play)) == 3, "the six needs one tap, for one number is left"
    assert ways(ONE_TAP, play) == [("move", Tapped(8)), ("move", Tapped(6))]


def test_the_dice_are_swapped_where_that_is_the_only_way() -> None:
    model = page_at(position({13: 1, 6: 14}, {1: 15}), (3, 1), settings=ONE_TAP).model
    turn = current_turn(model)
    assert turn is not None
    only_one = turn.points([move for move in turn.next_moves() if move[:2] == (13, 12)])
    found, _ = taps.fewest_taps(model, turn, only_one)
    assert found == [taps.SWAP, ("move", Tapped(13))]


def test_a_wrong_tap_costs_an_undo_where_it_moved_something() -> None:
    for settings, kinds in ((Settings(speed=Speed.OFF), ["move"]), (ONE_TAP, ["move", "undo"])):
        wrong, model = taps.slip(page_at(dice=(3, 1), settings=settings).model, 8)
        assert [kind for kind, _ in wrong] == kinds
        assert model.game.moves == ()


def test_a_wrong_tap_that_confirms_itself_is_the_play() -> None:
    table = taps.Table(Settings(), 1, "casual", taps.Habits(slips=1.0), 1)
    one_move = position({13: 1, 6: 1, 3: 13}, {18: 2, 23: 2, 1: 11})
    table.model = page_at(one_move, (6, 5), settings=Settings(auto_confirm=True)).model
    assert table._turn(Answer(Choice.PLAY, ((13, 8),))) == [("move", Tapped(6))]


def test_each_checker_is_moved_to_its_end() -> None:
    assert taps.stops(((24, 18), (18, 13))) == [2]
    assert taps.stops(((13, 7), (8, 7))) == [1, 2]
    assert taps.stops(((8, 7), (7, 6), (6, 5), (6, 5))) == [3, 4]


def test_every_turn_of_a_match_is_counted() -> None:
    def play(settings: Settings) -> list[taps.Taps]:
        return list(taps.Table(settings, 1, "casual", taps.Habits(0.0), 3).turns())

    usual, quick = play(Settings()), play(taps.WAYS["one tap, automatic"])
    assert usual
    assert all(set(turn) <= set(taps.KINDS) for turn in usual)
    assert any(turn["confirm"] for turn in usual)
    assert not any(turn["confirm"] for turn in quick)
    assert not any(turn["roll"] for turn in quick), "there is no cube in a match to one point"
    assert taps.row("x", quick).endswith(str(len(quick)))
