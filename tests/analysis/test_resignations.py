"""Resigning is a decision, and so is the answer: each is graded by the value of playing on."""

from dataclasses import replace
from typing import Any

import pytest

from backgammon.analysis.decision import Chosen
from backgammon.analysis.decision import study as study_choice
from backgammon.analysis.decisions import Decision, decisions
from backgammon.analysis.findings import SAME, Finding
from backgammon.analysis.match import analyse, analysing, study
from backgammon.core.errors import BackgammonError
from backgammon.core.match import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Match,
    OpeningRoll,
    Phase,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    apply,
    new_match,
)
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD, Opening, Rules, custom
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import stakes_of
from backgammon.engine.thinking import finish

OPENING = (OpeningRoll(3, 1), Played(((8, 5), (6, 5))))
"""Player 0 begins; player 1 is on roll."""
LOST_RACE = {6: 5, 5: 5, 4: 4, 23: -1, 24: -1}
"""The player on roll has borne one off, so no gammon is possible; the opponent bears off the last two."""
LOST_GAMMON = {13: 5, 12: 5, 11: 5, 23: -1, 24: -1}
"""The player on roll has no checker home; the opponent bears off the last two."""
ANY_RULE = custom(STANDARD, beavers=True, raccoons=True)


def to_roll(checkers: dict[int, int], rules: Rules = ANY_RULE, **fields: Any) -> Match:
    """Return a money game, or a match, with player 0 to roll."""
    points = tuple(checkers.get(point, 0) for point in range(26))
    return replace(new_match(rules), phase=Phase.TO_ROLL, position=Position(points), **fields)


def grade(match: Match, action: Action) -> Finding:
    """Return the finding about one action."""
    return finish(study(Search(judge(), match.rules), Decision(0, match, action), 0))


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (Chosen("resign", offered=0), "1, 2 or 3 times the cube, not 0"),
        (Chosen("accept", offered=4), "1, 2 or 3 times the cube, not 4"),
        (Chosen("take"), "the choice is roll, double here, not take"),
    ],
)
def test_what_cannot_be_chosen_is_not_graded(chosen: Chosen, said: str) -> None:
    match = to_roll({6: 5, 19: -5})
    search, stakes = Search(judge(), match.rules), stakes_of(match)
    with pytest.raises(BackgammonError, match=said):
        finish(study_choice(search, match.phase, match.position.points, stakes, 0, chosen=chosen))


def errors(match: Match, times: int) -> tuple[float, float, float]:
    """Return the errors of resigning, of accepting it, and of refusing it."""
    offered = apply(match, Resigned(times))
    graded = grade(match, Resigned(times)), grade(offered, Accepted()), grade(offered, Refused())
    one, other, third = [each.error for each in graded]
    assert one is not None
    assert other is not None
    assert third is not None
    assert not any(each.counts for each in graded)
    return one, other, third


def test_a_resignation_is_a_decision_and_so_is_an_answer_that_is_free() -> None:
    log = (*OPENING, Resigned(1), Refused(), Rolled((4, 2)), Resigned(2), Refused(), Resigned(3), Accepted())
    listed = [each for each in decisions(new_match(length=5), log) if each.is_resignation]
    assert [(each.index, each.player, each.offered) for each in listed] == [
        (2, 1, 1),
        (3, 0, 1),
        (5, 1, 2),
        (6, 0, 2),
        (7, 1, 3),
    ]


def test_the_end_of_a_resignation_and_one_before_the_first_roll() -> None:
    free = decisions(new_match(length=5), (*OPENING, Resigned(1), Accepted()))
    assert [type(each.action) for each in free] == [Played, Resigned, Accepted]
    rerolled = decisions(
        new_match(custom(STANDARD, opening=Opening.REROLL)), (OpeningRoll(3, 1), Resigned(1))
    )
    kept = decisions(new_match(), (OpeningRoll(3, 1), Resigned(1)))
    assert [each.opening for each in (*rerolled, *kept)] == [False, True]


def test_giving_up_what_is_lost_anyway_costs_nothing() -> None:
    match = to_roll(LOST_RACE)
    assert errors(match, 1) == pytest.approx((0, 0, 0), abs=SAME)


def test_equity_and_chance_are_those_of_the_one_who_decides() -> None:
    found = []
    for match in (to_roll({6: 1, 5: 1, 24: -1}), to_roll(LOST_GAMMON)):
        resigned, refused = grade(match, Resigned(1)), grade(apply(match, Resigned(1)), Refused())
        found.append((resigned.equity, resigned.chance, refused.equity, refused.chance))
    saved_by_a_roll = 6 / 36
    assert found[0] == pytest.approx(
        (2 * saved_by_a_roll - 1, saved_by_a_roll, 1, 1 - saved_by_a_roll), abs=SAME
    )
    assert found[1] == pytest.approx((-1, 0, 2, 1), abs=0.02)


@pytest.mark.parametrize("times", [2, 3])
def test_to_give_up_more_than_can_be_lost_costs_the_difference(times: int) -> None:
    lost = times - 1
    assert errors(to_roll(LOST_RACE), times) == pytest.approx((lost, 0, lost), abs=0.01)


def test_to_accept_less_than_a_sure_gammon_costs_a_point() -> None:
    match = to_roll(LOST_GAMMON)
    assert errors(match, 1) == pytest.approx((0, 1, 0), abs=0.02)
    assert errors(match, 2) == pytest.approx((0, 0, 0), abs=0.02)


def test_by_jacoby_a_gammon_is_no_more_until_the_cube_is_turned() -> None:
    jacoby = custom(STANDARD, jacoby=True)
    assert errors(to_roll(LOST_GAMMON, jacoby), 2) == pytest.approx((1, 0, 1), abs=0.02)
    turned = to_roll(LOST_GAMMON, jacoby, cube=2, cube_owner=1)
    assert errors(turned, 1) == pytest.approx((0, 1, 0), abs=0.02)


def test_points_beyond_the_match_cost_nothing() -> None:
    last = to_roll(LOST_RACE, length=5, cube=1, cube_owner=1, score=(0, 4))
    assert errors(last, 3) == pytest.approx((0, 0, 0), abs=SAME)
    one_more = to_roll(LOST_RACE, length=5, cube=1, cube_owner=1, score=(0, 3))
    assert errors(one_more, 2)[0] > 0.5


CONTACT = {24: 1, 20: 2, 13: 3, 8: 3, 6: 4, 5: 2, 1: -2, 12: -4, 17: -3, 19: -4, 18: -2}
OFFERS: tuple[tuple[Action, ...], ...] = (
    (),
    (Rolled((6, 5)),),
    (Doubled(),),
    (Doubled(), Beavered()),
    (Doubled(), Beavered(), Raccooned()),
)


@pytest.mark.thorough
@pytest.mark.parametrize("before", OFFERS, ids=lambda log: "-".join(type(each).__name__ for each in log))
@pytest.mark.parametrize("times", [1, 2, 3])
def test_one_answer_at_most_loses_whatever_was_interrupted(before: tuple[Action, ...], times: int) -> None:
    match = to_roll(CONTACT)
    for action in before:
        match = apply(match, action)
    resigned, accepted, refused = errors(match, times)
    assert resigned == pytest.approx(refused)
    assert min(accepted, refused) == 0.0 < max(accepted, refused)
    onward = grade(match, Resigned(times)).equity
    assert refused == pytest.approx(onward + times)
    assert grade(apply(match, Resigned(times)), Refused()).equity == pytest.approx(max(times, -onward))


def test_a_report_names_wrong_resignations_and_rates_nobody_by_them() -> None:
    total = analyse(new_match(length=5), (*OPENING, Resigned(1), Refused(), Resigned(2), Accepted()), 0)
    assert [each.cube.decisions for each in total.players] == [0, 0]
    assert [each.all.blunders for each in total.players] == [0, 0]
    assert sorted([(each.chosen, each.best, each.player) for each in total.worst]) == [
        ("reject", "accept", 0),
        ("resign", "play on", 1),
        ("resign", "play on", 1),
    ]


def test_a_play_is_counted_once_though_its_roll_was_nearly_given_up() -> None:
    log = (*OPENING, Rolled((6, 1)), Resigned(1), Refused(), Played(((13, 7), (8, 7))), Rolled((4, 2)))
    judged = finish(analysing(new_match(length=5), (*log, Played(((8, 4), (6, 4)))), 0))
    assert [each.plays for each in judged if each.decision.is_play] == [0, 1, 2]


def test_the_luck_of_a_roll_that_is_given_up_counts_once() -> None:
    rolled = (*OPENING, Rolled((6, 1)))
    play = Played(((13, 7), (8, 7)))
    given_up = (*rolled, Resigned(1), Accepted())
    played_after_all = (*rolled, Resigned(1), Refused(), play)
    logs = given_up, played_after_all, (*rolled, play)
    totals = [analyse(new_match(), log, 0).players[1] for log in logs]
    assert totals[0].luck
    for each in totals:
        assert each.luck == each.all.luck == each.plays.luck == pytest.approx(totals[0].luck)
        assert sum([tally.luck for _, tally in each.stages]) == pytest.approx(each.luck)
    assert analyse(new_match(), (*OPENING, Resigned(1), Accepted()), 0).players[1].luck == 0


def test_the_curve_and_the_report_agree_on_the_luck_of_a_roll_that_is_given_up() -> None:
    total = analyse(new_match(), (*OPENING, Rolled((6, 1)), Resigned(1), Accepted()), 0)
    lucks = [player.luck for player in total.players]
    assert total.curve[-1].luck == pytest.approx(lucks[0] - lucks[1])
