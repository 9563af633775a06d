"""Matches between two players: who is asked what, whose dice fall, and where a match ends."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Player,
    Position,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Setup,
    Skill,
    Stakes,
    Took,
    custom,
    judge,
    new_match,
    play_match,
    player,
    replay,
)
from backgammon.engine.thinking import Thinking

OPENING = [(3, 1), (6, 2), (5, 5), (4, 3)]


class Scripted(Player):
    """A player that gives the answers it was given and notes what it was asked about."""

    def __init__(self, **answers: Any) -> None:
        super().__init__(judge(), Skill())
        self.answers, self.asked = answers, list[tuple[Any, ...]]()

    def doubles(self, points: Any, stakes: Stakes) -> Thinking[bool]:
        yield 0.0
        self.asked.append(("doubles", points, stakes))
        return stakes.may_double and self.answers.get("doubles", False)

    def resigns(self, points: Any, stakes: Stakes) -> int:
        return int(self.answers.get("resigns", 0))

    def answers_double(self, points: Any, stakes: Stakes, by_opponent: bool) -> Thinking[str]:
        yield 0.0
        self.asked.append(("answers", points, stakes, by_opponent))
        return str(self.answers["answers"])

    def accepts(self, points: Any, stakes: Stakes, times: int, to_opponent: bool) -> Thinking[bool]:
        yield 0.0
        self.asked.append(("accepts", points, stakes, times, to_opponent))
        return bool(self.answers["accepts"])


def kinds(log: Sequence[Action]) -> list[type]:
    return [type(action) for action in log]


def test_a_match_goes_on_to_its_end() -> None:
    start = new_match(length=3)
    log = [*play_match(start, (player("novice"), player("club")), Random(5))]
    end = replay(start, log)
    assert end.phase is Phase.MATCH_OVER
    assert kinds(log).count(NextGame) == end.game - 1


def test_for_money_one_game_is_played() -> None:
    log = [*play_match(new_match(), (player("novice"), player("novice")), Random(5))]
    assert replay(new_match(), log).phase is Phase.GAME_OVER
    assert NextGame not in kinds(log)


def test_the_same_chance_gives_the_same_match() -> None:
    def log() -> list[Action]:
        players = [Player(judge(), Skill(noise=0.1, bound=0.3), Random(seed)) for seed in (1, 2)]
        return [*play_match(new_match(length=1), players, Random(3))]

    assert log() == log()


def test_rolls_may_be_given_and_the_log_ends_with_them() -> None:
    quiet = Scripted()
    log = [*play_match(new_match(length=5), (quiet, quiet), OPENING)]
    rolled = [action.dice for action in log if isinstance(action, Rolled)]
    assert log[0] == OpeningRoll(3, 1)
    assert rolled == OPENING[1:]
    assert kinds(log)[-1] is Played


@pytest.mark.parametrize(
    ("answers", "then", "last"),
    [
        (("drop", ""), [Doubled, Dropped], None),
        (("take", ""), [Doubled, Took, Rolled], Phase.TO_PLAY),
        (("beaver", "drop"), [Doubled, Beavered, Dropped], None),
        (("beaver", "take"), [Doubled, Beavered, Took, Rolled], Phase.TO_PLAY),
        (("beaver", "raccoon"), [Doubled, Beavered, Raccooned], None),
    ],
)
def test_each_offer_of_the_cube_is_answered_by_the_one_it_is_made_to(
    answers: tuple[str, str], then: list[type], last: Phase | None
) -> None:
    start = Setup(beavers=True).to_match(custom(beavers=True, raccoons=True, play_to="money"))
    doubler = Scripted(doubles=True, answers=answers[1])
    other = Scripted(answers=answers[0])
    playing = play_match(start, (doubler, other), [(3, 1)])
    log = [next(playing) for _ in then]
    assert kinds(log) == then
    asked = [each for each in other.asked if each[0] == "answers"]
    assert [(each[1], each[3]) for each in asked] == [(start.position, True)]
    assert [each[3] for each in doubler.asked if each[0] == "answers"] == [False] * (answers[0] == "beaver")
    if last:
        assert replay(start, log).phase is last


def test_a_resignation_is_asked_about_once_before_a_roll() -> None:
    start = Setup().to_match()
    loser, other = Scripted(resigns=1), Scripted(accepts=False)
    log = [*play_match(start, (loser, other), [(3, 1)])]
    assert kinds(log) == [Resigned, Refused, Rolled, Played]
    assert other.asked[:1] == [("accepts", start.position, Stakes(start.rules), 1, True)]


def test_what_may_not_be_refused_is_accepted_unasked() -> None:
    start = Setup(points=Position((0, *[-1] * 6, *[0] * 17, 14, 0)).points).to_match()
    log = [*play_match(start, (Scripted(resigns=3), Scripted()), [])]
    assert kinds(log) == [Resigned, Accepted]


@settings(max_examples=tries(10))
@given(st.integers(0, 2**32), st.sampled_from([0, 1, 2, 3]))
def test_players_never_break_the_rules(seed: int, length: int) -> None:
    money = {} if length else {"beavers": True, "raccoons": True, "jacoby": True, "automatic_doubles": 2}
    start = new_match(custom(play_to="match" if length else "money", **money), length)
    chance = Random(seed)
    wild = [Player(judge(), Skill(noise=0.5, bound=2.0), chance) for _ in range(2)]
    end: Match = replay(start, play_match(start, wild, chance))
    assert end.phase.is_over
