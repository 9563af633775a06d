"""Duels: mirrored dice, stakes, and the interval."""

import random
import shutil
import sys

import pytest

from backgammon.core.position import START, Points
from backgammon.core.rules import PRESETS
from lab.referees import duel, players
from lab.referees.ubgi_player import UbgiPlayer
from lab.train import native
from tools.errors import ToolError
from tools.paths import ROOT

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")


def first_play(position: Points, a: int, b: int) -> Points:
    return native.plays(position, a, b)[0]


def test_a_player_against_itself_is_even() -> None:
    for seed in range(3):
        there = duel.game(first_play, first_play, random.Random(seed))
        back = duel.game(first_play, first_play, random.Random(seed))
        assert there == back
        assert there != 0


def test_the_score_is_by_game() -> None:
    score = duel.score([2.0, 0.0, -1.0, 3.0])
    assert score.mean == pytest.approx(0.5)
    assert score.games == 8
    assert score.error > 0


def test_the_shipped_net_beats_a_player_without_judgement() -> None:
    shipped = players.player("shipped")
    points = [duel.game(shipped, first_play, random.Random(seed)) for seed in range(10)]
    assert sum(points) > 0


def test_a_level_plays_legally() -> None:
    play = players.player("level:advanced")
    assert play(START, 3, 1) in native.plays(START, 3, 1)


def test_the_handmade_evaluator_plays_by_any_rules() -> None:
    leaflet = PRESETS["leaflet"]
    play = players.player("handmade", leaflet)
    assert duel.game(play, play, random.Random(2), leaflet) != 0


@pytest.mark.slow
def test_a_trailer_wins_about_every_other_game() -> None:
    net = players.net("shipped")
    assert net
    won, gammons = native.trail(net, 300, seed=1)
    assert 110 < won < 190
    assert won / 8 < gammons < won / 2
    assert native.trail(net, 20, seed=2) == native.trail(net, 20, seed=2)


def test_unknown_players_are_refused() -> None:
    with pytest.raises(ToolError, match="nobody"):
        players.player("nobody")


def test_levels_play_by_other_rules_and_others_do_not() -> None:
    tryktrak = PRESETS["tryktrak"]
    novice = players.player("level:novice", tryktrak)
    assert duel.game(novice, novice, random.Random(1), tryktrak) != 0
    with pytest.raises(ToolError, match="level:expert"):
        players.player("shipped", tryktrak)


def test_a_program_plays_over_the_protocol() -> None:
    ubgi = players.player(f"ubgi:{sys.executable} {ROOT / 'py'} ubgi")
    assert ubgi(START, 3, 1) == players.player("level:advanced")(START, 3, 1)
    assert isinstance(ubgi, UbgiPlayer)
    ubgi.close()


def test_a_program_that_says_nothing_is_named() -> None:
    with pytest.raises(ToolError, match="ended without an answer"):
        players.player(f"ubgi:{sys.executable} -c pass")
