"""The plays of a race are chosen by the mover's checkers alone, and the best ones are among them."""

import random
from collections.abc import Iterator, Sequence

import pytest
from shipped import OF_THE_NET

from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.position import Points, flip_points
from backgammon.core.rules import STANDARD
from backgammon.engine import boards
from backgammon.engine.net_evaluator import judge
from backgammon.engine.race_plays import KEPT, RacePlays
from backgammon.engine.races import sides
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes

LONG = (0, 0, 0, 2, 3, 4, 2, 2, 1, 0, 0, 0, 1, 0, -1, 0, -1, 0, -2, -3, -3, -3, -2, 0, 0, 0)
"""84 pips against 85."""
SAVING = [
    (0, 2, 2, 2, 2, 3, 2, 1, 0, 0, 0, 1, *[0] * 9, -1, -1, 0, -1, 0),
    (0, 2, 0, 1, 7, 0, 2, 1, 1, 1, *[0] * 12, -2, -2, 0, 0),
    (0, 2, 0, 1, 1, 2, 6, 0, 0, 1, 1, 1, *[0] * 8, -1, -1, *[0] * 4),
]
"""In the last two, plays chosen by the rolls until all are off would lose a quarter of the gammons more."""


def race(seed: int) -> Iterator[Points]:
    """Yield the positions of a race from ``LONG`` on, each seen by its player on roll."""
    rng, search = random.Random(seed), Search(judge(), STANDARD)
    points: Points = LONG
    while min(points) < 0:
        yield points
        points = flip_points(search.best_reply(points, (rng.randint(1, 6), rng.randint(1, 6)), Stakes()))


@pytest.fixture(scope="module")
def races() -> list[Points]:
    return [points for seed in range(6) for points in race(seed)]


def by_roll(points: Points) -> list[list[Points]]:
    """Return, for each roll, the plays to choose from."""
    both = sides(points)
    assert both
    return RacePlays(STANDARD).by_roll(*both)


def test_what_is_chosen_from_are_legal_plays(races: Sequence[Points]) -> None:
    for points in (LONG, *SAVING, *races[::8]):
        legal = boards.flip(boards.boards_by_roll(points, STANDARD))
        for plays, chosen in zip(legal, by_roll(points), strict=True):
            assert chosen, points
            assert set(chosen) <= set(plays), points


def test_none_is_kept_that_leaves_many_more_rolls(races: Sequence[Points]) -> None:
    for points in (LONG, *races[::8]):
        for chosen in by_roll(points):
            both = [sides(flip_points(after)) for after in chosen]
            rolls = judge().races().means([mine for mine, _ in filter(None, both)])
            assert len(rolls) <= KEPT.plays
            assert not rolls or max(rolls) <= min(rolls) + KEPT.gap


def test_the_best_play_is_among_them_or_hardly_better(races: Sequence[Points]) -> None:
    """Counts no gammons; the figures below ``KEPT`` are from more races, and include gammons."""
    search = Search(judge(), STANDARD)
    lost = 0.0
    for points in races:
        for plays, chosen, weight in zip(
            boards.flip(boards.boards_by_roll(points, STANDARD)), by_roll(points), WEIGHTS, strict=True
        ):
            best, kept = [max(1 - each.win for each in search.outcomes(found)) for found in (plays, chosen)]
            lost += 2 * weight / 36 * (best - kept)
    assert lost / len(races) < 0.0002, f"races.bin: {OF_THE_NET}"


@pytest.mark.parametrize("points", SAVING)
def test_a_gammon_in_sight_keeps_what_saves_it(points: Points) -> None:
    """Far behind, a checker borne off is worth more than the pips of any other play."""
    search = Search(judge(), STANDARD)
    legal = boards.flip(boards.boards_by_roll(points, STANDARD))
    for plays, chosen in zip(legal, by_roll(points), strict=True):
        best, kept = [max(-each.win_gammon for each in search.outcomes(found)) for found in (plays, chosen)]
        assert kept == pytest.approx(best, abs=0.02)


def test_plays_are_found_once_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    plays, asked = RacePlays(STANDARD), list[Points]()
    find = boards.boards_by_roll
    monkeypatch.setattr(
        boards, "boards_by_roll", lambda points, rules: asked.append(points) or find(points, rules)
    )
    mine = (2, 3, 4)
    one, other = plays.by_roll(mine, (1, 2)), plays.by_roll(mine, (0, 0, 5))
    assert len(asked) == 1
    assert len(one) == len(ROLLS)
    for first, second in zip(one, other, strict=True):
        assert [each[4:] for each in first] == [each[4:] for each in second]
    assert {each[:4] for found in other for each in found} == {(0, 0, 0, 5)}
