"""Findings that follow a rollout: plays ranked again, the cube weighed again, as the engine itself would."""

from dataclasses import replace
from itertools import product
from typing import cast

import pytest

from backgammon.analysis.decision import Chosen, choices, equity, study, study_play
from backgammon.analysis.findings import ROLLED_OUT, Chances, Finding, Grade, RankedPlay, grade, is_possible
from backgammon.analysis.rolled_out import keep_rollout, rolled_part, with_part, with_rollout
from backgammon.analysis.rollout_state import SCALE, RolloutState, Sums
from backgammon.core.cube_decision import CubeDecision
from backgammon.core.match import (
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    OpeningRoll,
    Phase,
    Rolled,
    Took,
    apply,
    new_match,
    replay,
)
from backgammon.core.plays import Steps
from backgammon.core.position import Points, Position
from backgammon.core.rules import STANDARD, Rules, custom
from backgammon.engine import cube
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes, stakes_of
from backgammon.engine.thinking import Thinking, finish
from backgammon.notation.setup import Setup

A, B, C, D = [cast(Steps, ((8, to), (6, to))) for to in (5, 4, 3, 2)]
CHANCES = Chances(0.5, 0.1, 0.01, 0.5, 0.1, 0.01)
OUTCOMES = Outcomes(0.6, 0.2, 0.05, 0.1, 0.0)
MONEY = replay(new_match(), [OpeningRoll(3, 1)])
TRIALS = 72


def search_finding(equities: dict[Steps, float], chosen: Steps | None = None) -> Finding:
    """Return the finding of a search in money play, which gives these plays these equities."""
    top = max(equities.values())
    plays = [RankedPlay(steps, worth, top - worth, None, CHANCES, 2) for steps, worth in equities.items()]
    index = None if chosen is None else [*equities].index(chosen)
    error = None if index is None else plays[index].behind
    return Finding(tuple(plays), None, top, 0.5, True, index, error, luck=0.25)


def rollout_of(*equities: float) -> RolloutState:
    """Return a rollout of candidates with these equities, each with OUTCOMES."""
    outcomes = [round(TRIALS * chance * SCALE) for chance in OUTCOMES]
    sums = [
        Sums(round(TRIALS * worth * SCALE), round(TRIALS * worth * worth * SCALE), tuple(outcomes))  # type: ignore[arg-type]
        for worth in equities
    ]
    return RolloutState("key", ((0, TRIALS),), tuple(sums))


def losses(found: Finding) -> list[tuple[Steps, float, int]]:
    """Return the plays in their order, with their losses."""
    return [(play.steps, round(play.behind, 6), play.plies) for play in found.plays]


LOOKED = {A: 0.10, B: 0.08, C: -0.20}


def test_the_best_play_of_the_rollout_is_the_best() -> None:
    before = search_finding(LOOKED, chosen=B)
    found = with_rollout(before, rollout_of(0.00, 0.06), (A, B), MONEY)
    assert losses(found) == [(B, 0.0, ROLLED_OUT), (A, 0.06, ROLLED_OUT), (C, 0.36, 2)]
    assert (found.chosen, found.error, before.error) == (0, 0.0, pytest.approx(0.02))
    assert (found.equity, found.chance, found.luck) == (pytest.approx(0.06), pytest.approx(0.6), 0.25)
    assert found.plays[0].chances == pytest.approx(Chances(*OUTCOMES[:3], 0.4, *OUTCOMES[3:]))
    assert found.plays[2].chances == CHANCES
    assert is_possible(found)


def test_an_error_turns_into_a_blunder() -> None:
    found = with_rollout(search_finding(LOOKED, chosen=B), rollout_of(0.20, 0.05), (A, B), MONEY)
    assert (found.chosen, found.error) == (1, pytest.approx(0.15))
    assert grade(found.error or 0.0) is Grade.BLUNDER


def test_a_play_that_was_not_rolled_out_keeps_its_distance() -> None:
    """That the engine thinks too well of the position is no reason to think better of one of its plays."""
    found = with_rollout(search_finding(LOOKED, chosen=C), rollout_of(-0.40, -0.42), (A, B), MONEY)
    assert losses(found) == [(A, 0.0, ROLLED_OUT), (B, 0.02, ROLLED_OUT), (C, 0.30, 2)]
    assert (found.chosen, found.error) == (2, pytest.approx(0.30))


def test_a_play_does_not_become_the_best_because_it_alone_was_rolled_out() -> None:
    found = with_rollout(search_finding(LOOKED, chosen=B), rollout_of(0.40), (B,), MONEY)
    assert losses(found) == [(A, 0.0, 2), (B, 0.02, ROLLED_OUT), (C, 0.30, 2)]
    assert (found.error, found.equity) == (pytest.approx(0.02), pytest.approx(0.42))
    even = with_rollout(search_finding({A: 0.1, B: 0.1, C: 0.0}), rollout_of(0.25), (B,), MONEY)
    assert [play.steps for play in even.plays] == [B, A, C]


def test_one_play_that_was_misjudged_does_not_move_those_that_were_not_rolled_out() -> None:
    before = search_finding({A: 0.1, B: 0.08, C: 0.05, D: -0.1}, chosen=D)
    found = with_rollout(before, rollout_of(0.1, 0.08, 0.2), (A, B, D), MONEY)
    assert losses(found) == [(D, 0.0, ROLLED_OUT), (A, 0.1, ROLLED_OUT), (B, 0.12, ROLLED_OUT), (C, 0.15, 2)]
    assert (found.chosen, found.error) == (0, 0.0)


def test_a_second_rollout_adds_to_the_first() -> None:
    before = search_finding({A: 0.1, B: 0.08, C: 0.05, D: -0.1}, chosen=D)
    begun = with_rollout(before, rollout_of(0.0, 0.06), (A, B), MONEY)
    assert losses(begun)[2:] == [(C, 0.11, 2), (D, 0.26, 2)]
    both = with_rollout(begun, rollout_of(0.09), (C,), MONEY)
    assert losses(both)[:3] == [(C, 0.0, ROLLED_OUT), (B, 0.03, ROLLED_OUT), (A, 0.09, ROLLED_OUT)]
    assert losses(both)[3] == (D, 0.29, 2)
    again = with_rollout(both, rollout_of(0.0, 0.06), (A, B), MONEY)
    assert again == both, "the same again changes nothing"


def test_a_play_left_out_of_a_stored_finding_returns_to_it() -> None:
    stored = replace(search_finding({A: 0.1, B: 0.08, D: -0.1}, chosen=D), rank=12)
    found = with_rollout(stored, rollout_of(0.1, 0.05), (A, C), MONEY)
    assert [play.steps for play in found.plays] == [A, B, C, D]
    assert (found.chosen, found.rank) == (3, 12)
    best = with_rollout(stored, rollout_of(0.1, 0.2), (A, D), MONEY)
    assert (best.chosen, best.rank, best.place(0)) == (0, None, 1)


@pytest.mark.parametrize("away", [(5, 3), (2, 11), (1, 4)])
def test_chances_of_winning_the_match_follow_equity(away: tuple[int, int]) -> None:
    stakes = Stakes(away=away, crawford_done=1 in away)
    before = finish(study_play(Search(judge(), STANDARD), MONEY.position.points, (3, 1), stakes, 0, A))
    steps = tuple([play.steps for play in before.plays[:2]])
    match = replace(MONEY, length=max(away))
    found = with_rollout(before, rollout_of(-0.1, 0.2), steps, match)
    assert found.plays[0].steps == steps[1]
    for play in found.plays:
        assert play.match_chance is not None
        assert equity(play.match_chance, stakes) == pytest.approx(play.equity)
    assert found.chance == found.plays[0].match_chance


class WeighedOnce(Search):
    """A search in which no double and double-take have these worths wherever it looks."""

    def __init__(self, single: float, taken: float) -> None:
        self.worths = single, taken

    def check_points(self, position: Position | Points) -> Points:
        return position.points if isinstance(position, Position) else position

    def double(
        self, position: Position | Points, stakes: Stakes, plies: int
    ) -> Thinking[tuple[Outcomes, CubeDecision]]:
        yield 0.0
        return OUTCOMES, cube.weigh(*self.worths, stakes)


def worth_of(value: float, stakes: Stakes) -> float:
    """Return equity as a worth, the inverse of ``equity``."""
    if stakes.money:
        return value * stakes.cube
    return (value + 1) * cube.emg_unit(stakes) + cube.game_value(stakes, -1)


ACTIONS: dict[str, Action] = {
    "roll": Rolled((1, 1)),
    "double": Doubled(),
    "take": Took(),
    "drop": Dropped(),
    "beaver": Beavered(),
}
BEAVERS = custom(beavers=True)
PAIRS = [
    *product((-0.8, -0.2, 0.5, 0.9, 1.3), (-3.0, -1.4, -0.6, -0.1, 0.3, 0.6, 0.95, 1.0, 1.2)),
    (0.6, 0.6),
    (1.0, 1.1),
]
"""Worths of no double and of a double that is taken: all actions, all replies, and what lies between them."""


def at_cube(rules: Rules, length: int, score: tuple[int, int], value: int) -> Match:
    """Return a match before the roll, player 0 on roll, who owns a turned cube."""
    setup = Setup(length=length, score=score, cube=value, cube_owner=0 if value > 1 else None)
    return replace(setup.to_match(), rules=rules)


@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize(
    "match",
    [
        at_cube(STANDARD, 0, (0, 0), 1),
        at_cube(BEAVERS, 0, (0, 0), 2),
        at_cube(custom(BEAVERS, cube_limit=2), 0, (0, 0), 1),
        at_cube(BEAVERS, 7, (2, 4), 1),
        at_cube(STANDARD, 5, (3, 2), 2),
        at_cube(STANDARD, 5, (1, 4), 1),
    ],
    ids=["money", "beavers", "limit", "match", "dead", "post-Crawford"],
)
def test_the_cube_is_weighed_as_the_engine_weighs_it(match: Match, doubled: bool) -> None:
    asked = apply(match, Doubled()) if doubled else match
    stakes, points = stakes_of(asked), asked.position.points
    for choice in (None, *choices(asked.phase, stakes)):
        chosen = Chosen(choice) if choice else None
        for single, taken in PAIRS:
            worths = [worth_of(value, stakes) for value in (single, taken)]
            if not (stakes.money or all(0 <= worth <= 1 for worth in worths)):
                continue
            search = WeighedOnce(*worths)
            expected = finish(study(search, asked.phase, points, stakes, 2, None, chosen))
            other = WeighedOnce(*[worth_of(value, stakes) for value in (0.45, 0.7)])
            before = replace(finish(study(other, asked.phase, points, stakes, 2, None, chosen)), luck=0.5)
            found = with_rollout(
                before, rollout_of(single, taken), (), asked, ACTIONS[choice] if choice else None
            )
            at = (choice, single, taken)
            assert found.cube, at
            assert expected.cube, at
            assert found.cube.plies == ROLLED_OUT
            assert (found.cube.action, found.cube.reply) == (expected.cube.action, expected.cube.reply), at
            assert numbers(found) == pytest.approx(numbers(expected), abs=1e-6), at
            assert (found.counts, found.luck) == (expected.counts, 0.5), at
            assert is_possible(found)
            part = rolled_part(found)
            assert part, at
            assert (part.error, part.luck) == (None, None)
            again = with_part(before, part, asked, ACTIONS[choice] if choice else None)
            assert replace(again, error=None) == replace(found, error=None), at
            hidden = choice == "take" and found.cube.double_take == -2
            assert again.error == (before.error if hidden else pytest.approx(found.error)), at


def numbers(found: Finding) -> list[float]:
    """Return all figures of a finding on the cube."""
    assert found.cube
    worths = found.cube.no_double, found.cube.double_take or 0.0, found.cube.double_drop or 0.0
    error = -1.0 if found.error is None else found.error
    return [*worths, *found.cube.match_chances, *found.cube.chances, found.equity, found.chance, error]


def test_results_that_do_not_fit_change_nothing() -> None:
    before = search_finding(LOOKED)
    for state, plays in (
        (rollout_of(0.1), (A, B)),
        (rollout_of(0.1, 0.2), ()),
        (RolloutState("key", (), ()), ()),
    ):
        assert with_rollout(before, state, plays, MONEY) is before
    match = at_cube(STANDARD, 0, (0, 0), 1)
    stakes = stakes_of(match)
    asked = finish(study(WeighedOnce(0.5, 0.6), match.phase, match.position.points, stakes, 2))
    assert asked.cube
    owned = replace(asked, cube=replace(asked.cube, double_take=None, double_drop=None))
    for found, state, plays in ((asked, rollout_of(0.1), ()), (asked, rollout_of(0.1, 0.2), (A, B))):
        assert with_rollout(found, state, plays, match) is found
    assert with_rollout(owned, rollout_of(0.1, 0.2), (), match) is owned
    rolled = with_rollout(asked, rollout_of(0.1, 0.2), (), match)
    ranked = with_rollout(before, rollout_of(0.1, 0.2), (A, B), MONEY)
    for found, part in ((before, rolled), (asked, ranked), (owned, rolled), (asked, owned)):
        assert with_part(found, part, match, None) is found
    assert keep_rollout(asked, ranked) is asked


def test_chances_stay_chances_however_lucky_the_trials_were() -> None:
    """Less the luck, or far beyond what the search found, sums can lie outside what is possible."""
    stakes, match = Stakes(away=(5, 3)), replace(MONEY, length=5)
    before = finish(study_play(Search(judge(), STANDARD), MONEY.position.points, (3, 1), stakes, 0, A))
    lucky = rollout_of(9.0, -9.0)
    best, worst = [
        replace(sums, outcomes=(each, each, each, each, each))
        for sums, each in zip(lucky.sums, (2 * TRIALS * SCALE, -2 * TRIALS * SCALE), strict=True)
    ]
    steps = tuple([play.steps for play in before.plays[:2]])
    found = with_rollout(before, replace(lucky, sums=(best, worst)), steps, match)
    chances = [[play.match_chance or 0.0, *play.chances] for play in found.plays]
    assert (min(map(min, chances)), max(map(max, chances)), found.chance) == (0, 1, 1)


def test_a_later_look_keeps_what_was_rolled_out() -> None:
    earlier = with_rollout(search_finding(LOOKED, chosen=B), rollout_of(0.00, 0.06), (A, B), MONEY)
    later = replace(search_finding({B: 0.2, A: 0.1, C: -0.4}, chosen=B), luck=0.5)
    found = keep_rollout(later, earlier)
    assert losses(found) == [(B, 0.0, ROLLED_OUT), (A, 0.06, ROLLED_OUT), (C, 0.60, 2)]
    assert found.luck == 0.5
    assert keep_rollout(later, search_finding(LOOKED)) is later
    match = at_cube(STANDARD, 0, (0, 0), 1)
    stakes = stakes_of(match)
    looked = finish(
        study(WeighedOnce(0.5, 0.6), match.phase, match.position.points, stakes, 2, None, Chosen("roll"))
    )
    known = with_rollout(looked, rollout_of(0.5, 0.4), (), match, Rolled((1, 1)))
    assert (looked.error, known.error) == (pytest.approx(0.1), 0.0)
    assert match.phase is Phase.TO_ROLL
    assert keep_rollout(looked, known) == known
    assert keep_rollout(replace(looked, luck=0.5), known) == replace(known, luck=0.5)
    assert keep_rollout(looked, replace(known, luck=0.5)) == replace(known, luck=0.5)
    assert keep_rollout(looked, looked) is looked


def test_what_was_rolled_out_counts_for_another_play() -> None:
    part = rolled_part(with_rollout(search_finding(LOOKED, chosen=B), rollout_of(0.0, 0.06), (A, B), MONEY))
    assert part
    assert [play.steps for play in part.plays] == [B, A]
    found = with_part(search_finding(LOOKED, chosen=A), part, MONEY, None)
    assert losses(found) == [(B, 0.0, ROLLED_OUT), (A, 0.06, ROLLED_OUT), (C, 0.36, 2)]
    assert (found.chosen, found.error, found.luck) == (1, pytest.approx(0.06), 0.25)
    assert rolled_part(search_finding(LOOKED)) is None
