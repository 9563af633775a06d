"""The levels: the same for page and engine, none of them absurd, and better ones win more."""

import random
from itertools import islice

import pytest
from engine.positions import walk

from backgammon.core.dice import Roll
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Action, new_match
from backgammon.core.plays import results
from backgammon.core.position import Position, flip_points
from backgammon.core.rules import PRESETS, STANDARD
from backgammon.engine.levels import EVALUATORS, SKILLS, player
from backgammon.engine.match_play import play_match
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS, LOSSES


def test_page_and_engine_know_the_same_levels() -> None:
    assert tuple(SKILLS) == LEVELS == tuple(LOSSES)
    assert DEFAULT_LEVEL in LEVELS
    assert set(LEVELS) >= set(EVALUATORS)
    assert f"{', '.join(LEVELS[:-1])} and {LEVELS[-1]}" in str(player.__doc__)


def test_an_unknown_level_is_an_error_that_quotes_it() -> None:
    with pytest.raises(BackgammonError, match="'god'"):
        player("god")


def test_a_level_with_its_own_chance_errs_the_same_again() -> None:
    start = new_match(length=1)

    def play(seed: int | None) -> list[Action]:
        pair = [player(level, None if seed is None else random.Random(seed)) for level in ("club", "novice")]
        return list(play_match(start, pair, random.Random(1)))

    assert play(5) == play(5)
    assert len({repr(play(seed)) for seed in (None, None, 5, 6)}) == 4
    assert player("club", random.Random(5)).skill == player("club").skill
    with pytest.raises(BackgammonError, match=r"Random\(1\), with any seed, not int"):
        player("club", 5)  # type: ignore[arg-type]  # and a type checker says so too


def test_a_stronger_level_looks_no_less_far_ahead_and_errs_no_more() -> None:
    skills = SKILLS.values()
    for strength in (
        [(len(each.filters), each.seconds) for each in skills],
        [each.cube_plies for each in skills],
        [-each.noise for each in skills],
        [-each.bound for each in skills],
    ):
        assert strength == sorted(strength)


DEEP = ("expert", "champion")


@pytest.mark.parametrize(
    "level", [pytest.param(level, marks=[pytest.mark.thorough] * (level in DEEP)) for level in LEVELS]
)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] * (name != "standard")) for name in PRESETS]
)
def test_every_level_plays_legally_by_every_preset(level: str, name: str) -> None:
    rules = PRESETS[name]
    for points, dice in islice(walk(rules, seed=8), 4 if level == "champion" else 12):
        steps = finish(player(level).play(points, dice, Stakes(rules)))
        assert steps in results(points, dice, rules).values()


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_doubles_or_drops_at_the_start(level: str) -> None:
    points, stakes = Position.start().points, Stakes(PRESETS["trikktrakk"])
    for _ in range(5):
        assert not finish(player(level).doubles(points, stakes))
        assert finish(player(level).answers_double(points, stakes, by_opponent=True)) == "take"


@pytest.mark.parametrize("dice", [(2, 1), (4, 3), (5, 4), (6, 4), (6, 5)])
def test_no_level_doubles_after_the_first_move(dice: Roll) -> None:
    start, stakes = Position.start().points, Stakes(away=(5, 5))
    steps = finish(player("club").play(start, dice, stakes))
    moved = next(after for after, path in results(start, dice, STANDARD).items() if path == steps)
    for level in ("novice", "casual", "club"):
        assert not any(finish(player(level).doubles(flip_points(moved), stakes)) for _ in range(10)), level


@pytest.mark.thorough
def test_a_better_level_wins_more() -> None:
    rng = random.Random(2)
    levels = player("novice"), player("advanced")
    points_won = 0
    for game in range(24):
        points, turn = Position.start().points, game % 2
        while min(points) < 0:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            steps = finish(levels[turn].play(points, dice, Stakes()))
            found = results(points, dice, STANDARD)
            points = flip_points(next(after for after, path in found.items() if path == steps))
            turn = 1 - turn
        points_won += 1 if turn == 0 else -1
    assert points_won >= 4
