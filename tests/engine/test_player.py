"""The hand-written player: obvious plays and cube actions, every preset, many positions, little time."""

import random
from collections.abc import Sequence
from itertools import islice

import pytest
from effort import tries
from engine.positions import walk

from backgammon.core.match import HIGHEST_CUBE
from backgammon.core.plays import Steps, legal_plays, results
from backgammon.core.position import START, Points, Position, flip_points
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.engine import cube
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.heuristic import Heuristic
from backgammon.engine.net_evaluator import judge
from backgammon.engine.player import Player, Skill
from backgammon.engine.search import Candidate, Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import Thinking, finish

PLAYER = Player(Heuristic())
MONEY = PRESETS["trikktrakk"]
USUAL = [name for name, rules in PRESETS.items() if rules.start == START]
"""The rule sets with the usual set-up: with fewer checkers other plays open a game, and luck decides more."""


def position(**points: int) -> Points:
    """Points from names such as p6=2, p20=-3, bar=1, opponent_bar=-1."""
    index = {"bar": 25, "opponent_bar": 0}
    board = [0] * 26
    for name, count in points.items():
        board[index[name] if name in index else int(name[1:])] = count
    return Position(tuple(board)).points


def chosen_play(points: Points, dice: tuple[int, int], rules: Rules = STANDARD) -> str:
    steps = finish(PLAYER.play(points, dice, Stakes(rules, away=(5, 5))))
    return next(str(play) for play in legal_plays(Position(points), dice, rules) if play.steps == steps)


@pytest.mark.parametrize("name", USUAL)
@pytest.mark.parametrize(
    ("dice", "play"), [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4"), ((6, 1), "13/7 8/7")], ids=["31", "42", "61"]
)
def test_the_opening_points_are_made(name: str, dice: tuple[int, int], play: str) -> None:
    assert chosen_play(START, dice, PRESETS[name]) == play


def test_the_last_checkers_are_borne_off() -> None:
    assert chosen_play(position(p6=1, p5=1, p19=-2), (6, 5)) == "6/off 5/off"


def test_a_shot_that_wins_the_game_is_hit() -> None:
    home = position(p24=1, p6=3, p5=3, p4=3, p3=2, p2=3, p18=-1, p23=-2)
    assert "18*" in chosen_play(home, (6, 2))


def test_the_last_blot_is_closed_out() -> None:
    assert chosen_play(
        position(opponent_bar=-1, p7=2, p6=2, p5=2, p4=2, p3=2, p2=2, p1=1, p8=2, p23=-2), (6, 1)
    ) in (
        "8/1",
        "7/1 8/7",
        "8/7 7/1",
        "7/1 2/1",
    )


@pytest.mark.thorough
@pytest.mark.parametrize("name", USUAL)
def test_it_beats_a_player_who_plays_at_random(name: str) -> None:
    rng = random.Random(1)
    won = sum(_beats_random(PRESETS[name], rng, first=game % 2) for game in range(16))
    assert won >= 15


def _beats_random(rules: Rules, rng: random.Random, first: int) -> bool:
    points, turn = START, first
    while True:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        found = results(points, dice, rules)
        if turn:
            points = rng.choice(list(found))
        else:
            steps = finish(PLAYER.play(points, dice, Stakes(rules)))
            points = next(after for after, path in found.items() if path == steps)
        points = flip_points(points)
        if min(points) >= 0:
            return turn == 0
        turn = 1 - turn


@pytest.mark.parametrize("name", PRESETS)
def test_every_answer_is_legal(name: str) -> None:
    rules = PRESETS[name]
    for points, dice in islice(walk(rules, seed=3), tries(120)):
        steps = finish(PLAYER.play(points, dice, Stakes(rules)))
        assert steps in results(points, dice, rules).values()


@pytest.mark.parametrize("name", PRESETS)
def test_outcomes_are_chances(name: str) -> None:
    rules = PRESETS[name]
    positions = [points for points, _ in islice(walk(rules, seed=4), tries(800))]
    for outcomes in Heuristic().evaluate(positions, rules):
        assert 0 <= outcomes.win_backgammon <= outcomes.win_gammon <= outcomes.win <= 1
        assert 0 <= outcomes.lose_backgammon <= outcomes.lose_gammon <= 1 - outcomes.win


EVEN = START
AHEAD = position(p6=3, p5=3, p4=3, p3=2, p2=2, p1=2, p7=0, p16=-5, p18=-5, p13=-5)


@pytest.mark.parametrize("stakes", [Stakes(cube=4, owner=1), Stakes(away=(15, 15)), Stakes(away=(3, 4))])
def test_errors_are_of_the_size_that_the_skill_says_at_any_score(stakes: Stakes) -> None:
    """However large they are, no play is chosen that is further behind; small ones overlook no clear play."""
    ranked = finish(Search(judge(), STANDARD).plays(START, (3, 1), stakes, ()))
    behind = {each.steps: (ranked[0].worth - each.worth) / cube.emg_unit(stakes) for each in ranked}
    second, bound = sorted(behind.values())[1], sorted(behind.values())[4] + 1e-6

    def choices(noise: float) -> set[Steps]:
        erring = Player(judge(), Skill(noise=noise, bound=bound), random.Random(1))
        return {finish(erring.play(START, (3, 1), stakes)) for _ in range(40)}

    assert choices(100.0) == {steps for steps, loss in behind.items() if loss <= bound}
    assert choices(second / 8) == {ranked[0].steps}


def test_cube_offers_that_are_clear() -> None:
    stakes = Stakes(MONEY)
    assert not finish(PLAYER.doubles(EVEN, stakes))
    assert finish(PLAYER.answers_double(EVEN, stakes, by_opponent=True)) == "take"
    assert finish(PLAYER.answers_double(AHEAD, stakes, by_opponent=True)) == "drop"
    erring = Player(Heuristic(), Skill(noise=100.0, bound=0.3), random.Random(1))
    for _ in range(10):
        answers = [finish(erring.answers_double(each, stakes, by_opponent=True)) for each in (EVEN, AHEAD)]
        assert answers == ["take", "drop"], "however large the error, it stays within the bound"


def test_a_player_without_errors_plays_what_was_searched_deepest(monkeypatch: pytest.MonkeyPatch) -> None:
    ranked = finish(Search(judge(), STANDARD).plays(START, (3, 1), Stakes(), ()))
    deep = ranked[3]._replace(plies=1)
    plays = [deep, *[each for each in ranked if each.steps != deep.steps]]

    def rank(*asked: object) -> Thinking[list[Candidate]]:
        yield 0.0
        return plays

    monkeypatch.setattr(Search, "plays", rank)
    assert finish(Player(judge(), Skill()).play(START, (3, 1), Stakes())) == deep.steps


class Certain:
    """An evaluator that gives every position the same chance of winning."""

    def __init__(self, win: float) -> None:
        self.win = win

    def evaluate(self, positions: Sequence[Points], rules: Rules) -> list[Outcomes]:
        return [Outcomes(self.win, 0.0, 0.0, 0.0, 0.0)] * len(positions)


def test_errors_about_the_cube_go_both_ways_and_only_where_it_is_close() -> None:
    stakes, rng = Stakes(MONEY), random.Random(1)

    def answers(win: float) -> list[str]:
        erring = Player(Certain(win), Skill(noise=0.03, bound=0.2), rng)
        return [finish(erring.answers_double(START, stakes, by_opponent=True)) for _ in range(60)]

    takes, drops = 0.5, 1.0
    for _ in range(20):
        win = (takes + drops) / 2
        exact = finish(Player(Certain(win)).answers_double(START, stakes, by_opponent=True))
        takes, drops = (win, drops) if exact == "take" else (takes, win)
    assert 15 < answers(takes).count("take") < 45
    assert set(answers(takes - 0.08)) == {"take"}
    assert set(answers(takes + 0.08)) == {"drop"}


def test_a_silly_double_is_beavered_and_a_silly_beaver_raccooned() -> None:
    rules = custom(MONEY, beavers=True, raccoons=True)
    assert finish(PLAYER.answers_double(EVEN, Stakes(rules), by_opponent=True)) == "beaver"
    behind = flip_points(AHEAD)
    assert finish(PLAYER.answers_double(behind, Stakes(rules), by_opponent=True)) == "take", "he would drop"
    assert (
        finish(PLAYER.answers_double(AHEAD, Stakes(rules, cube=2, owner=-1), by_opponent=False)) == "raccoon"
    )
    beavered = Stakes(custom(MONEY, beavers=True), cube=2, owner=-1)
    answers = [
        finish(PLAYER.answers_double(each, beavered, by_opponent=False)) for each in (AHEAD, EVEN, behind)
    ]
    assert answers == ["take", "take", "drop"]


def test_a_double_to_the_highest_cube_is_not_beavered() -> None:
    """The opponent has made their five point, so that even a last double would otherwise be beavered."""
    behind = position(p24=2, p13=5, p8=3, p6=5, p1=-2, p12=-5, p17=-2, p19=-4, p20=-2)
    for highest, limit in ((HIGHEST_CUBE, 0), (64, 64)):
        rules = custom(MONEY, beavers=True, cube_limit=limit)
        answers = [
            finish(PLAYER.answers_double(behind, Stakes(rules, highest // times, 1), by_opponent=True))
            for times in (4, 2)
        ]
        assert answers == ["beaver", "take"], highest


def test_no_double_where_none_is_allowed() -> None:
    for stakes in (
        Stakes(PRESETS["ga207"]),
        Stakes(MONEY, owner=-1, cube=2),
        Stakes(away=(1, 3), crawford_game=True),
        Stakes(custom(MONEY, cube_limit=2), cube=2, owner=1),
        Stakes(MONEY, cube=HIGHEST_CUBE, owner=1),
        Stakes(custom(MONEY, cube_limit=4 * HIGHEST_CUBE), cube=HIGHEST_CUBE, owner=1),
    ):
        assert not finish(PLAYER.doubles(AHEAD, stakes))


def test_a_resignation_is_accepted_for_what_it_is_worth() -> None:
    stakes = Stakes(MONEY)
    lost = position(p1=2, p19=-8, p20=-7)
    assert not finish(PLAYER.accepts(lost, stakes, 1, to_opponent=False))
    assert finish(PLAYER.accepts(lost, stakes, 2, to_opponent=False))


def test_a_bear_off_that_is_lost_is_given_up_where_nobody_can_refuse_it() -> None:
    lost, whole = position(p6=5, p5=5, p4=4, p24=-1), position(p6=5, p5=5, p4=5, p24=-1)
    assert PLAYER.resigns(lost, Stakes(MONEY)) == 1
    assert PLAYER.resigns(whole, Stakes(MONEY)) == 0, "a roll may save the gammon"
    jacoby = custom(MONEY, jacoby=True)
    assert PLAYER.resigns(whole, Stakes(jacoby)) == 1, "no gammon counts before the cube is turned"
    assert PLAYER.resigns(whole, Stakes(jacoby, cube=2, owner=1)) == 0
    ten = custom(MONEY, start=position(p24=5, p23=5, p1=-5, p2=-5))
    assert PLAYER.resigns(position(p6=7, p24=-1), Stakes(ten)) == 1
    assert PLAYER.resigns(position(p6=10, p24=-1), Stakes(ten)) == 0
    assert PLAYER.resigns(position(p6=2, p24=-1), Stakes(ten)) == 0, "two sixes win"


def test_outcomes_turn_round() -> None:
    outcomes = Outcomes(0.6, 0.2, 0.01, 0.1, 0.002)
    assert outcomes.flip().flip() == pytest.approx(outcomes)
    assert outcomes.flip().equity == pytest.approx(-outcomes.equity)
