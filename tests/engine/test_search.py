"""The search: deeper plies agree with averages by hand, filters and budgets hold, pruning loses little."""

from itertools import islice
from typing import Any

import pytest
from engine.positions import walk
from shipped import OF_THE_NET

from backgammon.analysis.cube_scores import study_scores
from backgammon.analysis.decision import study_cube, study_play
from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.errors import BackgammonError
from backgammon.core.plays import results
from backgammon.core.position import Points, Position, flip_points
from backgammon.core.rules import PRESETS, STANDARD, Rules
from backgammon.engine import cube
from backgammon.engine.boards import board_of
from backgammon.engine.evaluator import Outcomes, final_outcomes
from backgammon.engine.net_evaluator import judge
from backgammon.engine.pruning import DEEP_KEPT, KEPT, Filter, prune
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish

NO_CUBE = Rules(cube=False)
START = Position.start().points


def after_plays(found: list[Points]) -> list[Outcomes]:
    """Return the outcomes after each play; positions and outcomes are seen by the player who made it."""
    turned = [flip_points(points) for points in found]
    ended = [final_outcomes(points, STANDARD) for points in turned]
    going_on = [points for points, end in zip(turned, ended, strict=True) if not end]
    judged = iter(judge().evaluate(going_on, STANDARD))
    return [(end or next(judged)).flip() for end in ended]


def one_ply(points: Points) -> float:
    """Return the cubeless equity of a position, averaged over the rolls by hand."""
    total = 0.0
    for roll, weight in zip(ROLLS, WEIGHTS, strict=True):
        outcomes = after_plays(list(results(points, roll)))
        total += weight * max(found.equity for found in outcomes)
    return total / 36


def test_one_ply_is_the_mean_over_the_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the pruning net keeps all replies; another test covers what it may overlook."""
    monkeypatch.setattr("backgammon.engine.search.KEPT", Filter(10_000, 9.0))
    for points in (START, *(points for points, _ in islice(walk(STANDARD, 3), 5, 70, 5))):
        ((outcomes, worths),) = finish(Search(judge(), NO_CUBE).evaluate([points], 1, [Stakes(NO_CUBE)]))
        assert worths[0] == pytest.approx(one_ply(points), abs=1e-9)
        assert worths[0] == pytest.approx(outcomes.equity, abs=1e-9)


def test_finished_games_count_as_they_are() -> None:
    last = Position((0, 1, *[0] * 22, -1, 0)).points
    for plies in (0, 1, 2):
        ((outcomes, _),) = finish(Search(judge(), STANDARD).evaluate([last], plies, [Stakes()]))
        assert outcomes.win == pytest.approx(1)


def test_filters_say_which_plays_are_looked_into() -> None:
    ranked = finish(
        Search(judge(), STANDARD).plays(START, (2, 1), Stakes(), (Filter(3, 9.0), Filter(2, 9.0)))
    )
    assert [each.plies for each in ranked] == [2, 2, 1] + [0] * (len(ranked) - 3)
    assert len(ranked) == len(results(START, (2, 1)))
    assert ranked[0].worth >= ranked[1].worth
    clear = finish(Search(judge(), STANDARD).plays(START, (3, 1), Stakes(), (Filter(8, 0.0),)))
    assert all(each.plies == 0 for each in clear)


def test_progress_only_rises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backgammon.engine.search.BATCH", 1)
    search = Search(judge(), STANDARD)
    few = Position((*[0] * 9, 1, 0, 0, 1, *[0] * 5, -1, *[0] * 7)).points
    for looking in (
        search.plays(few, (2, 1), Stakes(), (Filter(3, 9.0), Filter(2, 9.0))),
        study_play(search, START, (4, 3), Stakes(), 1, ((6, 2), (6, 3)), keep=12),
        search.evaluate([few, flip_points(few)], 2, [Stakes()]),
    ):
        parts = list(looking)
        assert parts == sorted(parts)
        assert 0 <= parts[0] < 0.5 <= parts[-1] <= 1


def test_a_clock_that_seems_to_stand_is_no_error() -> None:
    search = Search(judge(), STANDARD)
    ranked = finish(search.plays(START, (2, 1), Stakes(), (Filter(5, 1.0),), lambda: 0.0, 1.0))
    assert ranked[0].plies == 1


def test_no_ply_is_begun_that_the_time_does_not_allow() -> None:
    def plies(until: float) -> int:
        search = Search(judge(), STANDARD)
        ticks = iter(range(10**6))
        filters = (Filter(8, 9.0), Filter(8, 9.0))
        ranked = finish(search.plays(START, (2, 1), Stakes(), filters, lambda: float(next(ticks)), until))
        return int(ranked[0].plies)

    assert plies(1.0) == 0
    assert plies(40.0) == 0, "for two plays, each takes as long as 21 positions"
    assert plies(60.0) == 2


def test_a_ply_that_is_slower_than_expected_ends_in_time() -> None:
    now = 0.0

    class Slow(Search):
        def evaluate_for_mover(self, afters: Any, plies: int, stakes: Stakes) -> Any:
            nonlocal now
            now += 1.0 if plies else 0.01
            return (yield from super().evaluate_for_mover(afters, plies, stakes))

    filters = (Filter(20, 9.0),)
    ranked = finish(Slow(judge(), STANDARD).plays(START, (2, 1), Stakes(), filters, lambda: now, 5.5))
    looked_into = [each for each in ranked if each.plies == 1]
    assert len(looked_into) == 5
    assert looked_into == ranked[:5] == sorted(looked_into, key=lambda each: -each.worth)


def test_a_double_is_weighed_alike_at_every_ply() -> None:
    for plies in (0, 1, 2):
        _, decision = finish(Search(judge(), STANDARD).double(START, Stakes(), plies))
        assert not decision.doubles
        assert decision.takes
        assert decision.no_double == pytest.approx(0.07, abs=0.1)


def test_the_cube_after_a_play_is_what_the_play_was_looked_into_for() -> None:
    search, after = Search(judge(), STANDARD), next(iter(results(START, (3, 1))))
    finish(search.evaluate_for_mover([after], 2, Stakes()))
    begun = list(search.double(flip_points(after), Stakes(), 2))
    alone = finish(Search(judge(), STANDARD).double(flip_points(after), Stakes(), 2))
    assert begun == [], "it was looked into anew"
    assert finish(search.double(flip_points(after), Stakes(), 2)) == alone


def test_positions_looked_into_together_are_worth_what_each_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    together = finish(Search(judge(), STANDARD).double(START, Stakes(), 2))
    monkeypatch.setattr("backgammon.engine.search.BATCH", 1)
    assert finish(Search(judge(), STANDARD).double(START, Stakes(), 2)) == together


@pytest.mark.parametrize(
    ("limit", "share", "loss"), [(KEPT, 0.8, 0.005), (Filter(4, 0.08), 0.7, 0.01), (DEEP_KEPT, 0.65, 0.01)]
)
def test_the_pruning_net_keeps_few_plays_and_among_them_good_ones(
    limit: Filter, share: float, loss: float
) -> None:
    """The positions are from a random walk, where plays differ by more than in a game."""
    kept_best, lost, rolls = 0, 0.0, 0
    for points, roll in islice(walk(STANDARD, 12), 300):
        found = list(results(points, roll))
        if len(found) <= limit.plays or any(max(after) <= 0 for after in found):
            continue
        boards = list(map(board_of, found))
        (kept,) = prune([boards], limit)
        assert 1 <= len(kept) <= limit.plays
        assert set(kept) <= set(boards)
        judged = after_plays(found)
        worths = {board: outcomes.equity for board, outcomes in zip(boards, judged, strict=True)}
        rolls += 1
        best = max(worths.values())
        found_best = max(worths[board] for board in kept)
        kept_best += found_best == best
        lost += best - found_best
    assert kept_best / rolls > share, f"pruning.bin: {OF_THE_NET}"
    assert lost / rolls < loss, f"pruning.bin: {OF_THE_NET}"


@pytest.mark.parametrize("deep", [False, True])
def test_a_gammon_is_saved_whatever_the_pruning_net_finds(deep: bool) -> None:
    """Every roll brings the last checker home and bears one off, which the pruning net rates low."""
    points = (0, 3, 3, 2, 2, 2, 2, 1, *[0] * 16, -1, 0)
    for after in Search(judge(), STANDARD).replies(points, Stakes(STANDARD), deep):
        assert sum(min(count, 0) for count in after) > -15


@pytest.mark.parametrize("points", [START, (0, 3, 3, 2, 2, 2, 2, 1, *[0] * 16, -1, 0)])
def test_the_reply_to_one_roll_is_that_found_among_all(points: Points) -> None:
    search, stakes = Search(judge(), STANDARD), Stakes(STANDARD)
    for roll, after in zip(ROLLS, search.replies(points, stakes), strict=True):
        assert flip_points(search.best_reply(points, roll, stakes)) == after


def test_few_plays_are_all_kept() -> None:
    few = [board_of(START), board_of(flip_points(START))]
    assert prune([few, few], DEEP_KEPT) == [few, few]


@pytest.mark.thorough
@pytest.mark.parametrize("name", PRESETS)
def test_two_plies_under_every_preset(name: str) -> None:
    rules = PRESETS[name]
    points, roll = next(islice(walk(rules, 14), 60, 61))
    ranked = finish(
        Search(judge(), rules).plays(points, roll, Stakes(rules), (Filter(2, 9.0), Filter(2, 9.0)))
    )
    assert {each.after for each in ranked} == set(results(points, roll, rules))


def test_worth_keeps_its_side() -> None:
    money, match = Stakes(cube=2, owner=1), Stakes(away=(3, 5))
    assert cube.flip_worth(0.5, money) == -0.5
    assert cube.flip_worth(0.3, match) == pytest.approx(0.7)


def test_what_cannot_be_looked_at_is_refused() -> None:
    search = Search(judge(), STANDARD)
    with pytest.raises(BackgammonError, match="7, 1"):
        finish(search.plays(START, (7, 1), Stakes(), ()))
    with pytest.raises(BackgammonError, match="-1"):
        finish(search.evaluate([START], -1, [Stakes()]))
    with pytest.raises(BackgammonError, match="-1"):
        finish(study_play(search, START, (3, 1), Stakes(), -1))
    for study in (
        study_play(search, START, (3, 1), Stakes(), 3),
        study_cube(search, START, Stakes(), 3),
        study_scores(search, START, Stakes(), 3),
    ):
        with pytest.raises(BackgammonError, match="0 to 2 plies"):
            next(study)


def test_stakes_of_other_rules_are_refused() -> None:
    search, other = Search(judge(), PRESETS["ga207"]), Stakes()
    for look in (
        lambda: finish(search.evaluate([START], 1, [other])),
        lambda: finish(search.plays(START, (3, 1), other, ())),
        lambda: finish(search.double(START, other, 0)),
        lambda: search.worths_by_roll(START, other),
    ):
        with pytest.raises(BackgammonError, match="stakes"):
            look()
    finish(search.evaluate([START], 0, [Stakes(PRESETS["ga207"])]))
