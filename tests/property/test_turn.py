"""Playing checker by checker: every complete walk is a legal play, and every legal play has a walk."""

import random

import naive
import pytest
import strategies
from hypothesis import given, settings

from backgammon import PRESETS, IllegalAction, Position, Roll, Rules, Turn, legal_plays
from backgammon.core.plays import Move, numbers


def naive_after(position: Position, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return where the checkers are after these steps, legal or not."""
    board = list(position.points)
    for source, target in steps:
        board[source] -= 1
        if target and board[target] == -1:
            board[target] = 0
            board[0] -= 1
        if target:
            board[target] += 1
    return tuple(board)


def walks(turn: Turn) -> dict[tuple[int, ...], tuple[Move, ...]]:
    """Return each position where the player may stop, with one walk to it; fail if a walk ends elsewhere."""
    found, seen = {}, set()
    stack: list[tuple[Move, ...]] = [()]
    while stack:
        moves = stack.pop()
        state = turn.points(moves), turn.numbers_left(moves)
        if state in seen:
            continue
        seen.add(state)
        following = turn.next_moves(moves)
        if turn.may_stop(moves):
            found[state[0]] = moves
        else:
            assert following, (turn.position, turn.dice, moves)
        stack.extend((*moves, move) for move in following)
    return found


@settings(max_examples=300)
@given(strategies.positions, strategies.rolls, strategies.rules)
def test_the_walks_reach_the_results_and_nothing_else(position: Position, dice: Roll, rules: Rules) -> None:
    turn = Turn(position, dice, rules)
    found = walks(turn)
    assert set(found) == naive.results(position.points, dice, rules)
    for after, moves in found.items():
        steps = tuple((move.source, move.target) for move in moves)
        assert turn.after(steps) == after
        assert turn.points(turn.read(steps)) == after


@settings(max_examples=200)
@given(strategies.positions, strategies.rolls, strategies.rules)
def test_every_legal_play_is_read(position: Position, dice: Roll, rules: Rules) -> None:
    turn = Turn(position, dice, rules)
    for play in legal_plays(position, dice, rules):
        moves = turn.read(play.steps)
        assert tuple((move.source, move.target) for move in moves) == play.steps
        assert turn.points(moves) == play.after == turn.after(play.steps)


@settings(max_examples=200)
@given(strategies.positions, strategies.rolls, strategies.rules, strategies.seeds)
def test_what_is_no_play_is_refused(position: Position, dice: Roll, rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    held = [point for point, count in enumerate(position.points) if point and count > 0]
    sources = [rng.choice((rng.choice(held), rng.randint(1, 25))) for _ in range(4)]
    turn = Turn(position, dice, rules)
    spent = rng.sample(numbers(dice), rng.randint(1, len(numbers(dice))))
    steps = tuple((source, max(source - die, 0)) for source, die in zip(sources, spent, strict=False))
    after = naive_after(position, steps)
    if after not in naive.results(position.points, dice, rules):
        with pytest.raises(IllegalAction) as caught:
            turn.after(steps)
        assert caught.value.rule == "play"


@settings(max_examples=100)
@given(strategies.positions, strategies.rolls, strategies.rules)
def test_a_trip_is_a_walk_of_one_checker(position: Position, dice: Roll, rules: Rules) -> None:
    turn = Turn(position, dice, rules)
    for source in {move.source for move in turn.next_moves()}:
        trips = turn.trips((), source)
        assert {move.target for move in turn.next_moves() if move.source == source} <= set(trips)
        for target, moves in trips.items():
            assert [move.source for move in moves] == [source, *(move.target for move in moves[:-1])]
            assert moves[-1].target == target
            for count, move in enumerate(moves):
                assert move in turn.next_moves(moves[:count])


def turn(board: dict[int, int], dice: Roll, preset: str = "standard") -> Turn:
    return Turn(Position(tuple(board.get(point, 0) for point in range(26))), dice, PRESETS[preset])


def test_trips_of_the_opening() -> None:
    opening = Turn(Position.start(), (3, 1))
    assert opening.trips((), 13) == {10: (Move(13, 10, 3),), 9: (Move(13, 10, 3), Move(10, 9, 1))}
    assert opening.trips((), 24) == {
        23: (Move(24, 23, 1),),
        21: (Move(24, 21, 3),),
        20: (Move(24, 21, 3), Move(21, 20, 1)),
    }
    assert opening.trips((), 12) == {}


def test_a_trip_round_a_held_point() -> None:
    assert turn({20: 1, 14: -2}, (6, 5)).trips((), 20)[9] == (Move(20, 15, 5), Move(15, 9, 6))


def test_a_double_takes_one_checker_four_times() -> None:
    assert set(turn({24: 2}, (3, 3)).trips((), 24)) == {21, 18, 15, 12}


def test_to_bear_off_the_smallest_number_that_will_do() -> None:
    assert turn({5: 1, 2: 1}, (6, 2), "ga207").trips((), 2)[0] == (Move(2, 0, 2),)


def test_a_step_that_leads_nowhere_is_not_offered() -> None:
    stuck = turn({25: 1, 12: 1, 10: -2, 17: -2}, (6, 2))
    assert stuck.next_moves() == (Move(25, 23, 2),)


def test_the_higher_of_two_that_exclude_each_other() -> None:
    assert turn({20: 1, 9: -2}, (5, 6)).next_moves() == (Move(20, 14, 6),)
    assert turn({20: 1, 9: -2}, (5, 6), "ga207").next_moves() == (Move(20, 14, 6), Move(20, 15, 5))


@pytest.mark.parametrize("dice", [(6, 3), (3, 6)])
def test_one_may_stop_where_numbers_may_lapse(dice: Roll) -> None:
    lapse = turn({5: 1, 2: 1}, dice, "leaflet")
    assert lapse.may_stop(())
    assert lapse.next_moves() == (Move(5, 2, 3),)
    assert lapse.may_stop(lapse.next_moves())


def test_the_order_of_moves_offered() -> None:
    assert [move[:] for move in Turn(Position.start(), (2, 1)).next_moves()][:4] == [
        (24, 22, 2),
        (24, 23, 1),
        (13, 11, 2),
        (8, 6, 2),
    ]
