"""Cube decisions and match chances: symmetry, known points of the theory, and the rules."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon.core.rules import PRESETS, Backgammon, Rules, custom
from backgammon.engine import cube, met
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.stakes import Stakes

MONEY = PRESETS["trikktrakk"]
AWAY = st.integers(1, 25)
COMPUTED = custom(cube_limit=64)
"""Scores like the standard, since no match to 25 points needs a higher cube, but has no published table."""
WITHOUT_CRAWFORD = custom(crawford=False)
SCORINGS = [
    Rules(),
    COMPUTED,
    WITHOUT_CRAWFORD,
    *[custom(cube=cube, backgammon=kind) for cube in (True, False) for kind in Backgammon],
]


@st.composite
def outcomes(draw: st.DrawFn) -> Outcomes:
    win = draw(st.floats(0, 1))
    shares = [draw(st.floats(0, 1)) for _ in range(4)]
    gammon, lost_gammon = win * shares[0], (1 - win) * shares[1]
    return Outcomes(win, gammon, gammon * shares[2], lost_gammon, lost_gammon * shares[3])


@st.composite
def stakes(draw: st.DrawFn) -> Stakes:
    owner = draw(st.sampled_from([-1, 0, 1]))
    value = draw(st.sampled_from([1, 2, 4])) if owner == 0 else draw(st.sampled_from([2, 4]))
    if draw(st.booleans()):
        return Stakes(custom(MONEY, jacoby=draw(st.booleans())), value, owner)
    return Stakes(Rules(), value, owner, (draw(AWAY), draw(AWAY)))


@given(outcomes(), st.lists(stakes(), min_size=1, max_size=6))
def test_many_stakes_are_valued_as_each_alone(found: Outcomes, many: list[Stakes]) -> None:
    alone = [cube.cubeful_value(found, each) for each in many]
    assert list(cube.valuer(many)(found)) == pytest.approx(alone, abs=1e-12)


@given(outcomes(), stakes())
def test_worth_is_the_same_from_both_sides(found: Outcomes, at: Stakes) -> None:
    mine = cube.cubeful_value(found, at)
    theirs = cube.cubeful_value(found.flip(), at.flip())
    assert cube.flip_worth(mine, at) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize(
    "at",
    [
        Stakes(MONEY),
        Stakes(MONEY, 2, 1),
        Stakes(away=(3, 3)),
        Stakes(away=(5, 7), cube=2, owner=1),
        *[
            Stakes(custom(cube_limit=limit), away=away)
            for limit in (2, 4)
            for away in ((9, 9), (5, 7), (3, 9))
        ],
    ],
)
def test_with_a_live_cube_a_double_comes_where_take_and_drop_are_equal(at: Stakes) -> None:
    """There the double is neither too early nor too late, whatever gammons are won and lost."""

    def chances(win: float) -> Outcomes:
        return Outcomes(win, 0.3 * win, 0.02 * win, 0.2 * (1 - win), 0.0)

    low, high = 0.3, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if cube.decide(chances(middle), at, efficiency=1.0).takes else (low, middle)
        )
    found, won = cube.decide(chances(low), at, efficiency=1.0), cube.game_value(at, 1)
    assert (found.double_take, found.no_double) == (pytest.approx(won), pytest.approx(won))
    other = cube.cubeful_value(chances(low).flip(), at.flip(), efficiency=1.0)
    assert cube.flip_worth(other, at) == pytest.approx(won)


@given(stakes())
def test_a_sure_game_is_worth_what_it_pays(at: Stakes) -> None:
    won, lost = Outcomes(1, 0, 0, 0, 0), Outcomes(0, 0, 0, 0, 0)
    assert cube.cubeful_value(won, at) == pytest.approx(cube.game_value(at, 1))
    assert cube.cubeful_value(lost, at) == pytest.approx(cube.game_value(at, -1))


@given(AWAY, AWAY, st.booleans())
def test_match_chances_add_up_to_one(mine: int, theirs: int, crawford: bool) -> None:
    found = cube.match_chance((mine, theirs), crawford)
    assert found + cube.match_chance((theirs, mine), crawford) == pytest.approx(1)
    if mine > 1:
        assert cube.match_chance((mine - 1, theirs), crawford) > found


@pytest.mark.parametrize(
    ("away", "crawford", "chance"),
    [
        ((1, 1), True, 0.5),
        ((1, 2), True, 0.68),
        ((2, 1), False, 0.488),
        ((2, 3), True, 0.60),
        ((4, 4), True, 0.5),
    ],
)
def test_chances_that_are_well_known(away: tuple[int, int], crawford: bool, chance: float) -> None:
    assert cube.match_chance(away, crawford) == pytest.approx(chance, abs=0.012)


def plain(win: float) -> Outcomes:
    return Outcomes(win, 0, 0, 0, 0)


def test_the_take_point_without_gammons_lies_between_the_dead_and_the_live_cube() -> None:
    """The take point is 25% with a dead cube and 20% with a fully live one."""
    assert not cube.decide(plain(0.81), Stakes(MONEY)).takes
    assert cube.decide(plain(0.74), Stakes(MONEY)).takes
    assert not cube.decide(plain(0.76), Stakes(MONEY), efficiency=0.0).takes
    assert cube.decide(plain(0.795), Stakes(MONEY), efficiency=1.0).takes


def test_too_good_to_double() -> None:
    decision = cube.decide(Outcomes(0.95, 0.7, 0, 0, 0), Stakes(MONEY))
    assert not decision.takes
    assert not decision.doubles
    jacoby = cube.decide(Outcomes(0.95, 0.7, 0, 0, 0), Stakes(custom(MONEY, jacoby=True)))
    assert jacoby.doubles
    assert not jacoby.takes


def test_a_double_that_is_worth_a_beaver() -> None:
    rules = custom(MONEY, beavers=True)
    decision = cube.decide(plain(0.4), Stakes(rules))
    assert decision.beavered
    assert decision.double_take == pytest.approx(
        2 * cube.cubeful_value(plain(0.4), Stakes(rules).after_double())
    )
    assert not cube.decide(plain(0.4), Stakes(custom(rules, cube_limit=2))).beavered


@pytest.mark.parametrize(("stakes", "unit"), [({}, 1), ({"cube": 4, "owner": 1}, 4)])
def test_a_beaver_may_be_dropped_for_two_and_is_none_where_a_take_wins_more(
    stakes: dict[str, Any], unit: int
) -> None:
    offered = Stakes(custom(MONEY, beavers=True), **stakes)
    dropped = cube.decide(plain(0.15), offered)
    assert dropped.beavered
    assert dropped.double_take == -2 * unit > 2 * dropped.taken
    worse = cube.decide(Outcomes(0.1, 0, 0, 0.4, 0), offered)
    assert not worse.beavered
    assert worse.takes
    assert worse.double_take == worse.taken < -2 * unit


def test_after_the_crawford_game_the_trailer_doubles_at_once() -> None:
    trailing = Stakes(away=(4, 1), crawford_done=True)
    assert cube.decide(plain(0.5), trailing).doubles
    nobody_drops = Stakes(away=(3, 1), crawford_done=True)
    found = cube.decide(plain(0.3), nobody_drops)
    assert found.double_take == pytest.approx(found.no_double, abs=1e-12)
    assert found.doubles
    leading = Stakes(away=(1, 4), crawford_done=True)
    assert leading.is_cube_dead


def test_the_cube_is_dead_in_the_crawford_game_and_without_a_cube() -> None:
    crawford = Stakes(away=(1, 4), crawford_game=True)
    assert not crawford.cube_in_play
    dead = 0.6 * cube.game_value(crawford, 1) + 0.4 * cube.game_value(crawford, -1)
    assert cube.cubeful_value(plain(0.6), crawford) == pytest.approx(dead)
    assert cube.cubeful_value(plain(0.6), Stakes(PRESETS["ga207"])) == pytest.approx(0.2)


def test_the_last_roll_is_a_double_and_a_take_from_a_quarter_on() -> None:
    assert cube.decide(plain(0.6), Stakes(MONEY), efficiency=0.0).doubles
    assert cube.decide(plain(0.74), Stakes(MONEY), efficiency=0.0).takes


@pytest.mark.thorough
def test_long_matches_have_chances_too() -> None:
    assert 0.45 < cube.match_chance((99, 98), True) < 0.5
    assert cube.match_chance((64, 3), True) < 0.01
    assert cube.match_chance((1, 99), False) > 0.999


@pytest.mark.parametrize(
    ("away", "crawford", "chance"),
    [
        ((1, 2), True, 0.67736),
        ((2, 1), False, 0.48803),
        ((3, 1), False, 0.32264),
        ((2, 4), True, 0.66870),
        ((7, 3), True, 0.23791),
        ((25, 24), True, 0.46914),
        ((24, 25), True, 0.53086),
        ((1, 25), False, 0.99877),
    ],
)
def test_the_standard_table_is_the_published_one(
    away: tuple[int, int], crawford: bool, chance: float
) -> None:
    assert cube.match_chance(away, crawford) == pytest.approx(chance, abs=1e-9)
    assert cube.match_chance(away[::-1], crawford) == pytest.approx(1 - chance, abs=1e-9)


def test_the_computed_table_meets_the_published_one() -> None:
    """Within 0.3 % at each of its 625 scores, and at those after the Crawford game."""
    for crawford in (True, False):
        for away, chance in met.standard_table(crawford).items():
            assert cube.match_chance(away, crawford, COMPUTED) == pytest.approx(chance, abs=0.003), away


@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from(SCORINGS))
def test_chances_rise_with_every_point_under_any_scoring(mine: int, theirs: int, rules: Rules) -> None:
    found = cube.match_chance((mine, theirs), rules.crawford, rules)
    assert found + cube.match_chance((theirs, mine), rules.crawford, rules) == pytest.approx(1)
    assert cube.match_chance((mine - 1, theirs), rules.crawford, rules) > found


def test_chances_follow_how_a_game_scores() -> None:
    """Without a cube a lead is safer; if a third point is easily won, it is less safe."""
    standard = cube.match_chance((2, 4), True)
    assert cube.match_chance((2, 4), True, custom(cube=False)) > standard + 0.05
    triple = custom(cube=False, backgammon=Backgammon.NOT_HOME)
    assert cube.match_chance((2, 3), True, triple) < cube.match_chance((2, 3), True, custom(cube=False))
    assert cube.game_value(Stakes(triple, away=(3, 3)), 1) == cube.match_chance((2, 3), True, triple)


@pytest.mark.parametrize("away", [(1, 99), (99, 1), (2, 99), (50, 99)])
def test_a_match_that_is_as_good_as_over_has_equities_all_the_same(away: tuple[int, int]) -> None:
    """Ninety games have to be won in a row, so one game changes the chance by less than a float can show."""
    at = Stakes(custom(cube=False), away=away)
    assert cube.emg_unit(at) > 0
    assert all(0 <= weight < 9 for weight in cube.gammon_weights(at))


@pytest.mark.parametrize(
    ("limit", "away", "last"),
    [(0, 4, True), (0, 5, False), (2, 9, True), (4, 9, True), (8, 9, False), (8, 4, True)],
)
def test_a_cube_that_turns_at_most_twice_is_more_efficient(limit: int, away: int, last: bool) -> None:
    """Because of its limit, or because four points win the match."""
    expected = met.LAST_EFFICIENCY if last else met.EFFICIENCY
    assert met.Scoring(cube_limit=limit).efficiency(away) == expected
