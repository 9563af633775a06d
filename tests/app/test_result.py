"""The end of a game: the points by every preset's scoring, announced once, and a rematch."""

from dataclasses import replace
from typing import Any

import pytest
from app.fake import ENGLISH, Page, new_page
from app.positions import page_at, position
from strategies import FIFTEEN

from backgammon.app.commands import actions, available
from backgammon.core.match import Awarded, NextGame, Phase, apply
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.features.speech.result_line import result_line
from backgammon.features.speech.status_text import status, text
from backgammon.state.effects import Announce, Save
from backgammon.state.events import Command, EngineReady, Submitted
from backgammon.state.model import DialogName, Game, Human

LAST = {1: 1}
"""The winner's last checker, still to be borne off."""
AT_HOME, ALL_AT_HOME = {1: 2}, {1: 5, 2: 5, 3: 5}
OUTSIDE, NO_ONE_OFF, BEHIND, ON_BAR = {1: 2, 9: 1}, {1: 14, 9: 1}, {1: 14, 23: 1}, {1: 14, 25: 1}
GAMMON, FROM_BAR = "Gammon (no checker borne off) = 2", "Backgammon (checker on the bar) = 3"
MORE, ASKED = " + checker not home", " with a checker not home"
NOT_HOME = f"Gammon{MORE} = 3"


def finish_game(theirs: dict[int, int], rules: Rules = STANDARD, length: int = 25, **match: Any) -> Page:
    """Return a page on which the person has borne off the last checker; the loser has ``theirs`` left."""
    page = page_at(position(LAST, theirs), (2, 1), rules, length, **match)
    page.send(EngineReady())
    page.settle()
    assert page.model.game.match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    return page


def line(game: Game) -> str:
    """Return the text of how the points of a finished game add up, "" for none."""
    said = result_line(game)
    return text(ENGLISH, said) if said else ""


@pytest.mark.parametrize(
    ("theirs", "standard", "ga207", "tryktrak"),
    [
        (AT_HOME, "Single game", "Single game", "Single game"),
        (OUTSIDE, "Single game", f"Single game{MORE} = 2", "Single game"),
        (ALL_AT_HOME, GAMMON, GAMMON, GAMMON),
        (NO_ONE_OFF, GAMMON, NOT_HOME, GAMMON),
        (BEHIND, "Backgammon (checker in the winner’s home) = 3", NOT_HOME, GAMMON),
        (ON_BAR, FROM_BAR, NOT_HOME, FROM_BAR),
    ],
)
@pytest.mark.parametrize("preset", FIFTEEN)
def test_each_preset_counts_in_its_own_way(
    preset: str, theirs: dict[int, int], standard: str, ga207: str, tryktrak: str
) -> None:
    game = finish_game(theirs, PRESETS[preset]).model.game
    assert game.match.result
    won = {"ga207": ga207, "tryktrak": tryktrak}.get(preset, standard)
    if game.match.result.points == 1:
        assert line(game) == "Single game = 1 point"
    else:
        assert line(game) == f"{won} points"


def test_the_cube_multiplies() -> None:
    twice = "Gammon (no checker borne off) × cube 2 = 4 points"
    assert line(finish_game(ALL_AT_HOME, cube=2, cube_owner=1).model.game) == twice
    assert line(finish_game(AT_HOME, cube=8, cube_owner=0).model.game) == "Single game × cube 8 = 8 points"


def test_a_gammon_that_the_jacoby_rule_does_not_count_is_explained() -> None:
    rules = custom(jacoby=True)
    once = "Gammon as single game (Jacoby rule) = 1 point"
    twice = "Gammon (no checker borne off) × cube 2 = 4 points"
    assert line(finish_game(ALL_AT_HOME, rules, 0).model.game) == once
    assert line(finish_game(ALL_AT_HOME, rules, 0, cube=2, cube_owner=1).model.game) == twice
    assert line(finish_game(AT_HOME, rules, 0).model.game) == "Single game = 1 point"


def test_the_jacoby_rule_finds_no_gammon_where_a_checker_was_borne_off() -> None:
    rules = custom(jacoby=True, backgammon="not-home")
    assert line(finish_game(OUTSIDE, rules, 0).model.game) == "Single game = 1 point"


@pytest.mark.parametrize(("cube", "count"), [(1, "1 point"), (2, "2 points"), (4, "4 points")])
def test_a_dropped_double_wins_the_cube_as_it_stood(cube: int, count: str) -> None:
    owner: dict[str, Any] = {} if cube == 1 else {"cube": cube, "cube_owner": 0}
    page = page_at(opponent=Human("Ada"), length=25, **owner)
    page.send(Command("double"))
    page.send(Command("drop"))
    assert line(page.model.game) == f"Dropped double = {count}"


@pytest.mark.parametrize(
    ("offered", "sum_of_it"),
    [
        ("1", "Resigned single game × cube 2 = 2 points"),
        ("2", "Resigned gammon × cube 2 = 4 points"),
        ("3", "Resigned backgammon × cube 2 = 6 points"),
    ],
)
def test_a_resignation_says_what_was_conceded(offered: str, sum_of_it: str) -> None:
    page = page_at(opponent=Human("Ada"), length=25, cube=2, cube_owner=1)
    page.send(Command("resign-offer", offered))
    page.send(Command("accept"))
    assert line(page.model.game) == sum_of_it


@pytest.mark.parametrize(
    ("theirs", "offered", "named", "asked"),
    [
        (NO_ONE_OFF, "1", "Resigned single game = 1 point", "a single game"),
        (NO_ONE_OFF, "2", "Resigned gammon = 2 points", "a gammon"),
        (NO_ONE_OFF, "3", f"Resigned gammon{MORE} = 3 points", f"a gammon{ASKED}"),
        (OUTSIDE, "1", "Resigned single game = 1 point", "a single game"),
        (OUTSIDE, "2", f"Resigned single game{MORE} = 2 points", f"a single game{ASKED}"),
        (OUTSIDE, "3", f"Resigned gammon{MORE} = 3 points", f"a gammon{ASKED}"),
    ],
)
def test_a_resignation_by_ga_207_names_the_point_for_a_checker_that_is_not_home(
    theirs: dict[int, int], offered: str, named: str, asked: str
) -> None:
    page = page_at(position(theirs, {1: 2}), rules=PRESETS["ga207"], length=0, opponent=Human("Ada"))
    page.send(Command("resign-offer", offered))
    assert f" resigns {asked}. " in text(ENGLISH, status(page.model))
    page.send(Command("accept"))
    assert line(page.model.game) == named


def test_points_that_a_file_gives_have_no_reason() -> None:
    game = page_at(Position.start()).model.game
    match = apply(game.match, Awarded(1, (0, 3)))
    assert result_line(replace(game, match=match)) is None
    assert result_line(game) is None


def test_the_end_is_said_once_with_its_reason_and_a_notice_before_it_gives_way() -> None:
    page = finish_game(ALL_AT_HOME, cube=2, cube_owner=0)
    said = [text(ENGLISH, effect) for effect in page.effects if isinstance(effect, Announce)]
    reason = "Gammon (no checker borne off) × cube 2 = 4 points"
    assert said[-3:] == ["You win 4 points.", reason, "Score: 4–0."]
    assert len(said) == len(set(said))
    assert page.model.notice is None


def test_after_a_game_the_next_one_is_the_main_step_and_after_a_match_another() -> None:
    game = finish_game(AT_HOME)
    assert actions(game.model) == ("next-game", "review")
    game.send(Command("next-game"))
    assert "review" not in actions(game.model)
    assert isinstance(game.model.game.log[-1], NextGame)
    assert actions(finish_game(AT_HOME, length=1).model) == ("rematch", "review", "new-game")


def test_two_people_are_offered_an_analysis_by_consent_or_at_the_end() -> None:
    def is_review_offered(length: int, advice: bool) -> bool:
        page = page_at(position(LAST, AT_HOME), (6, 5), length=length, opponent=Human("Ada"))
        game = page.model.game
        page.model = replace(page.model, game=replace(game, setup=replace(game.setup, advice=advice)))
        page.send(EngineReady())
        page.settle()
        return "review" in actions(page.model)

    assert [is_review_offered(25, False), is_review_offered(25, True), is_review_offered(1, False)] == [
        False,
        True,
        True,
    ]


FORM = (
    *(("opponent", "computer"), ("level", "casual"), ("length", "1"), ("preset", "tryktrak")),
    *(("name0", "Ann"), ("white", "1"), ("word", "luck")),
)


def test_a_rematch_is_the_same_match_again() -> None:
    page = new_page(FORM)
    setup = page.model.game.setup
    assert "rematch" not in available(page.model)
    page.play_on(3000)
    page.send(Command("rematch"))
    game = page.model.game
    assert (game.setup, game.match.score, len(game.log)) == (setup, (0, 0), 0)
    assert Save() in page.effects
    page.play_on(3000)
    assert page.model.game.match.phase is Phase.MATCH_OVER


def test_the_dialog_of_a_new_game_begins_the_same_match_too_in_mid_play() -> None:
    page = new_page((("opponent", "human"), ("length", "7"), ("name1", "Ada")))
    page.send(Command("new-game"))
    assert "rematch" not in available(page.model)
    page.send(Command("close"))
    page.play_on(30)
    setup = page.model.game.setup
    page.send(Command("new-game"))
    page.send(Command("rematch"))
    assert page.model.dialog is None
    assert (page.model.game.setup, page.model.game.match.game) == (setup, 1)
    assert len(page.model.game.log) == 0


def test_a_rematch_from_a_position_begins_there_and_keeps_the_match_that_waits() -> None:
    page = new_page((("opponent", "human"), ("length", "5")))
    page.play_on(10)
    page.send(Command("edit"))
    page.send(Command("edit-done"))
    page.send(Command("play-here"))
    assert page.model.dialog is DialogName.PLAY_HERE
    page.send(Submitted("play-here", (("opponent", "human"),)))
    start, shelf = page.model.game.start, page.model.shelf
    assert start
    assert shelf
    page.play_on(8)
    page.send(Command("new-game"))
    page.send(Command("rematch"))
    assert (page.model.game.start, page.model.game.match) == (start, start)
    assert page.model.shelf == shelf
