"""Analyses see each decision from the right side, and grade the choice made."""

from functools import cache

import pytest

from backgammon.analysis.cube_scores import study_scores
from backgammon.analysis.decision import CUBE_PLIES
from backgammon.analysis.decisions import Decision as Taken
from backgammon.analysis.match import study
from backgammon.analysis.rollout_state import RolloutSettings
from backgammon.analysis.rollouts import roll_out_plays
from backgammon.core import match as core
from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS, custom
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish
from backgammon.features.analysis.hint import analysis_request
from backgammon.notation.setup import Setup
from backgammon.protocol.analysis_worker import AnalysisWorker
from backgammon.protocol.messages import (
    AnalyseDecision,
    AnalyseScores,
    Answer,
    Choice,
    CubeAction,
    CubeReply,
    Finding,
    Grade,
    Rollout,
    grade,
)
from backgammon.state.analysis_state import Decision
from backgammon.state.engine_question import question

OPENING = core.replay(core.new_match(length=7), [core.OpeningRoll(3, 1)])
MAKES_FIVE = ((8, 5), (6, 5))
POOR = ((24, 23), (13, 10))
AHEAD = {6: 4, 5: 3, 4: 3, 3: 3, 2: 2, 17: -2, 19: -4, 20: -4, 21: -3, 22: -2}
RACE = Setup(points=tuple(AHEAD.get(point, 0) for point in range(26)))


@cache
def desk() -> AnalysisWorker:
    return AnalysisWorker()


def analyse(match: core.Match, chosen: Answer | None = None, **settings: bool | int) -> Finding:
    working = desk().work(AnalyseDecision(question(match, ""), chosen=chosen, **settings))  # type: ignore[arg-type]
    result = finish(working)
    assert isinstance(result, Finding)
    return result


def test_a_play_is_graded_against_the_best() -> None:
    best = analyse(OPENING, Answer(Choice.PLAY, MAKES_FIVE), luck=True, opening=True)
    assert (best.chosen, best.error) == (0, 0.0)
    assert best.plays[0].steps == MAKES_FIVE
    assert best.luck == pytest.approx(0.2, abs=0.08)
    assert analyse(OPENING, Answer(Choice.RESIGN, offered=1), luck=True, opening=True).luck == best.luck
    poor = analyse(OPENING, Answer(Choice.PLAY, POOR))
    assert poor.chosen is not None
    assert poor.error is not None
    assert grade(poor.error) is Grade.BLUNDER
    assert poor.plays[poor.chosen].plies == poor.plays[0].plies == 1
    assert poor.error == pytest.approx(poor.plays[0].equity - poor.plays[poor.chosen].equity)


def test_a_play_that_takes_another_path_is_the_same_play() -> None:
    assert analyse(OPENING, Answer(Choice.PLAY, ((6, 5), (8, 5)))).chosen == 0
    with pytest.raises(IllegalAction):
        analyse(OPENING, Answer(Choice.PLAY, ((6, 4), (8, 5))))


def test_as_many_plays_as_asked_for_are_looked_into() -> None:
    assert [each.plies for each in analyse(OPENING, keep=5).plays].count(1) == 5
    assert {each.plies for each in analyse(OPENING, plies=0).plays} == {0}


@pytest.mark.parametrize("plies", [0, 1])
def test_the_cube_is_seen_by_the_player_on_roll_and_graded_for_who_decides(plies: int) -> None:
    match = RACE.to_match()
    rolled = analyse(match, Answer(Choice.ROLL), plies=plies)
    doubled = analyse(match, Answer(Choice.DOUBLE), plies=plies)
    assert rolled.cube == doubled.cube
    assert rolled.cube is not None
    assert rolled.cube.action is CubeAction.DOUBLE
    assert doubled.error == 0.0
    assert rolled.error == pytest.approx(rolled.equity - rolled.cube.no_double)
    offered = core.apply(match, core.Doubled())
    took, dropped = [analyse(offered, Answer(each), plies=plies) for each in (Choice.TAKE, Choice.DROP)]
    assert took.cube is not None
    assert rolled.cube.plies == took.cube.plies == CUBE_PLIES, "whatever the level of the plays"
    assert took.cube.double_take == pytest.approx(rolled.cube.double_take)
    assert min(took.error or 0.0, dropped.error or 0.0) == 0.0
    gap = 1.0 - (rolled.cube.double_take or 0.0)
    assert (took.error or 0.0) - (dropped.error or 0.0) == pytest.approx(-gap)
    assert took.chance == pytest.approx(1 - rolled.cube.chances.win)


def test_a_match_is_seen_in_chances_of_winning_it() -> None:
    match = Setup(points=RACE.points, length=5, score=(2, 3)).to_match()
    finding = analyse(match)
    assert finding.cube is not None
    assert len(finding.cube.match_chances) == 3
    assert finding.chance == pytest.approx(
        max(finding.cube.match_chances[0], min(finding.cube.match_chances[1:]))
    )
    crawford = analyse(Setup(points=RACE.points, length=5, score=(4, 3), crawford=True).to_match())
    assert crawford.cube is not None
    assert (crawford.cube.double_take, crawford.cube.reply, crawford.counts) == (None, None, False)


def test_beavers_and_raccoons_are_answers_where_they_are_played() -> None:
    rules = custom(PRESETS["trikktrakk"], beavers=True, raccoons=True)
    behind = Position(RACE.points).flip().points
    doubled = core.apply(Setup(points=behind, beavers=True).to_match(rules), core.Doubled())
    took = analyse(doubled, Answer(Choice.TAKE))
    assert took.cube is not None
    assert took.cube.reply is CubeReply.BEAVER
    assert (took.error or 0) > 0.1
    beavered = core.apply(doubled, core.Beavered())
    assert (analyse(beavered, Answer(Choice.RACCOON)).error or 0) > 0.1
    with pytest.raises(BackgammonError, match="raccoon"):
        analyse(core.apply(RACE.to_match(), core.Doubled()), Answer(Choice.RACCOON))


RESIGNED_AT: tuple[tuple[core.Action, ...], ...] = (
    (),
    (core.Rolled((6, 5)),),
    (core.Doubled(),),
    (core.Doubled(), core.Beavered()),
    (core.Doubled(), core.Beavered(), core.Raccooned()),
)


@pytest.mark.thorough
@pytest.mark.parametrize("before", RESIGNED_AT, ids=len)
def test_a_resignation_is_graded_as_in_the_library(before: tuple[core.Action, ...]) -> None:
    """The page asks about the decision that the resignation interrupts; the library knows the match."""
    rules = custom(PRESETS["trikktrakk"], beavers=True, raccoons=True)
    match = Setup(points=RACE.points, beavers=True).to_match(rules)
    for action in before:
        match = core.apply(match, action)
    offered = core.apply(match, core.Resigned(2))
    for state, action in (match, core.Resigned(2)), (offered, core.Accepted()), (offered, core.Refused()):
        asked = analysis_request(Decision(state, action), 0)
        known = finish(study(Search(judge(), match.rules), Taken(0, state, action), 0))
        assert finish(desk().work(asked)) == known
        assert known.error is not None


def test_what_is_given_up_is_one_two_or_three_times_the_cube() -> None:
    with pytest.raises(BackgammonError, match="not 4"):
        analyse(OPENING, Answer(Choice.RESIGN, offered=4))


def test_a_rollout_and_the_cube_at_every_score_are_those_of_the_library() -> None:
    settings, plays = RolloutSettings(trials=1, truncate=1), (MAKES_FIVE, POOR)
    rolling = roll_out_plays(
        Search(judge(), OPENING.rules), Position.start().points, (3, 1), Stakes(away=(7, 7)), plays, settings
    )
    assert finish(desk().work(Rollout(question(OPENING, ""), plays, settings))) == finish(rolling)
    match = RACE.to_match()
    scores = study_scores(Search(judge(), match.rules), RACE.points, Stakes(match.rules))
    assert finish(desk().work(AnalyseScores(question(match, "")))) == finish(scores)


def test_the_chance_is_that_of_the_player_who_resigns_or_answers() -> None:
    match = RACE.to_match()
    offered = core.apply(match, core.Resigned(1))
    actions = (match, core.Resigned(1)), (offered, core.Accepted()), (offered, core.Refused())
    found = [finish(desk().work(analysis_request(Decision(*each), 0))) for each in actions]
    resigned, accepted, refused = [each.chance for each in found if isinstance(each, Finding)]
    assert 0.5 < resigned < 1
    assert accepted == refused == pytest.approx(1 - resigned)
