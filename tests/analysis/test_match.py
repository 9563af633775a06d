"""The analysis of a match: every decision is found, errors and luck sum, and better players rate better."""

import re
from dataclasses import replace
from functools import cache

import pytest

from backgammon.analysis import decision as studies
from backgammon.analysis import report as reports
from backgammon.analysis.decisions import decisions
from backgammon.analysis.findings import (
    DOUBTFUL,
    LUCKY,
    SAME,
    Chances,
    CubeAction,
    CubeFinding,
    CubeReply,
    Finding,
    RankedPlay,
    is_possible,
)
from backgammon.analysis.match import analysing, study
from backgammon.analysis.report import CurvePoint, Judged, PlayerReport, Stage, join, pair_findings, report
from backgammon.core.dice import ROLLS
from backgammon.core.match import Action, Doubled, Match, Played, Rolled, Took, new_match
from backgammon.core.plays import results
from backgammon.core.position import is_contact
from backgammon.core.rules import PRESETS, Opening
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish
from lab.bench.analysis_speed import play_match

MATCH = new_match(length=3)


@cache
def log() -> tuple[Action, ...]:
    return tuple(play_match(MATCH, 4))


@cache
def match_analysis() -> tuple[Judged, ...]:
    return tuple(finish(analysing(MATCH, log(), plies=0)))


def test_a_report_looks_at_each_position_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    monkeypatch.setattr(reports, "is_contact", lambda points: seen.append(points) or is_contact(points))
    report(match_analysis())
    assert len(seen) == len(match_analysis())


def test_every_choice_is_a_decision_once() -> None:
    todo = decisions(MATCH, log())
    assert [log()[each.index] for each in todo] == [each.action for each in todo]
    assert sum([isinstance(each.action, Played) for each in todo]) == sum(
        [isinstance(each, Played) for each in log()]
    )
    doubles = [each for each in todo if isinstance(each.action, Doubled | Took)]
    assert len(doubles) == sum([isinstance(each, Doubled | Took) for each in log()])
    for each in todo:
        assert not (isinstance(each.action, Rolled) and each.match.crawford_game)


@pytest.mark.thorough
def test_a_better_player_rates_better_and_the_sums_agree() -> None:
    total = report(match_analysis())
    better, worse = total.players
    assert better.all.pr is not None
    assert worse.all.pr is not None
    assert better.all.pr < 5 < worse.all.pr
    for player in total.players:
        assert player.all.error == pytest.approx(player.plays.error + player.cube.error)
        assert player.all.error == pytest.approx(sum([tally.error for _, tally in player.stages]))
        assert player.all.counted == player.plays.counted + player.cube.counted
        assert player.all.milli == pytest.approx(2 * (player.all.pr or 0))
    assert sum([player.all.decisions for player in total.players]) == len(match_analysis())
    assert [each.error for each in total.worst] == sorted([each.error for each in total.worst], reverse=True)
    assert min(each.error for each in total.worst) >= DOUBTFUL


def test_what_does_not_count_loses_nothing() -> None:
    for each in match_analysis():
        assert each.error >= 0.0
        assert each.finding.counts or each.error < SAME
        assert not each.decision.is_play or each.finding.luck is not None


def test_luck_is_nought_in_the_mean() -> None:
    search = Search(judge(), MATCH.rules)
    todo = next(each for each in decisions(MATCH, log()) if each.is_play and not each.opening)
    total = 0.0
    for first in range(1, 7):
        for second in range(1, 7):
            dice = first, second
            decision = type(todo)(todo.index, _with_dice(todo.match, dice), Played(_some(todo.match, dice)))
            luck = finish(study(search, decision, 0)).luck
            assert luck is not None
            total += luck
    assert total == pytest.approx(0.0, abs=1e-9)


def test_the_luck_of_beginning_a_game_is_nought_in_the_mean() -> None:
    """What one player gains by a roll that they begin with, the other loses."""
    search, points, stakes = Search(judge(), MATCH.rules), MATCH.rules.start, Stakes(away=(7, 2))
    rolls = [(high, low) for high, low in ROLLS if high != low]
    mine, theirs = [
        sum([studies.luck(search, points, roll, each, opening=True) for roll in rolls])
        for each in (stakes, stakes.flip())
    ]
    assert mine - theirs == pytest.approx(0, abs=1e-9)
    assert mine > 0, "who begins is lucky"


def _with_dice(match: Match, dice: tuple[int, int]) -> Match:
    return Match(
        match.rules,
        match.length,
        phase=match.phase,
        on_roll=match.on_roll,
        position=match.position,
        dice=dice,
    )


def _some(match: Match, dice: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return next(iter(results(match.position.points, dice, match.rules).values()))


def test_part_of_a_match_can_be_reported() -> None:
    todo = decisions(MATCH, log())
    findings = [each.finding for each in match_analysis()]
    half = pair_findings(todo, [*findings[:10], None, findings[11]])
    assert [each.decision.index for each in half] == [todo[at].index for at in (*range(10), 11)]
    assert report(half).players[0].all.decisions < report(match_analysis()).players[0].all.decisions
    empty = report([])
    assert (empty.players[0].all.pr, empty.worst, empty.curve) == (None, (), ())


def test_the_curve_is_seen_by_player_0() -> None:
    curve = report(match_analysis()).curve
    assert [point.index for point in curve] == [each.decision.index for each in match_analysis()]
    assert all(0 <= point.chance <= 1 for point in curve)
    assert curve[0].chance == pytest.approx(0.5, abs=0.12)
    lucks = [player.luck for player in report(match_analysis()).players]
    assert curve[-1].luck == pytest.approx(lucks[0] - lucks[1])


def test_the_luck_of_a_player_is_that_of_their_rolls() -> None:
    for side, player in enumerate(report(match_analysis()).players):
        own = [each.finding.luck or 0.0 for each in match_analysis() if each.player == side]
        assert player.luck == player.all.luck == pytest.approx(sum(own))
        assert player.lucky == sum([luck >= LUCKY for luck in own]) > 0
        assert player.unlucky == sum([luck <= -LUCKY for luck in own]) > 0


def test_a_game_goes_through_its_stages() -> None:
    stages = [each.stage for each in match_analysis()]
    assert stages[0] is Stage.OPENING
    assert Stage.CONTACT in stages
    firsts = {each.decision.match.game: each for each in reversed(match_analysis())}
    assert len(firsts) > 1
    assert {(each.plays, each.stage) for each in firsts.values()} == {(0, Stage.OPENING)}


@pytest.mark.parametrize(("plies", "looked"), [(0, 2), (1, 2), (2, 2)])
def test_cubes_are_looked_into_deeper_than_plays(plies: int, looked: int) -> None:
    search = Search(judge(), MATCH.rules)
    todo = [each for each in decisions(MATCH, log()) if not each.is_play]
    for kind in (Rolled, Doubled, Took):
        first = next(each for each in todo if isinstance(each.action, kind))
        cube = finish(study(search, first, plies)).cube
        assert cube is not None
        assert cube.plies == looked


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["trikktrakk", *sorted(PRESETS)][:4])
def test_money_games_under_other_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "CUBE_PLIES", 0)  # a tenth of the time; depth is tested elsewhere
    start = new_match(PRESETS[name])
    game = play_match(start, 3)
    result = finish(analysing(start, game, plies=0))
    assert report(result).players[0].all.decisions
    if start.rules.opening is not Opening.KEEP:
        assert not any(each.decision.opening for each in result)


CHANCES = Chances(0.6, 0.2, 0.0, 0.4, 0.1, 0.0)
CUBE = CubeFinding(0.5, 0.7, 1.0, CubeAction.DOUBLE, CubeReply.TAKE, (), CHANCES, 0)
ON_CUBE = Finding((), CUBE, 0.7, 0.6, counts=True)
PLAY = RankedPlay(((6, 5),), 0.1, 0.0, None, CHANCES, 0)
ON_PLAYS = Finding((PLAY,), None, 0.1, 0.5, counts=True, chosen=0)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(ON_PLAYS, plays=()),
        replace(ON_PLAYS, cube=CUBE),
        replace(ON_PLAYS, chosen=1),
        replace(ON_PLAYS, error=-0.1),
        replace(ON_PLAYS, luck=1e9),
        replace(ON_PLAYS, plays=(replace(PLAY, steps=((26, 5),)),)),
        replace(ON_PLAYS, plays=(replace(PLAY, steps=((5, -1),)),)),
        replace(ON_PLAYS, plays=(replace(PLAY, steps=((6, 5),) * 5),)),
        replace(ON_PLAYS, plays=(replace(PLAY, behind=1e9),)),
        replace(ON_PLAYS, plays=(replace(PLAY, match_chance=1e9),)),
        replace(ON_CUBE, equity=float("nan")),
        replace(ON_CUBE, cube=replace(CUBE, no_double=1e9)),
        replace(ON_CUBE, cube=replace(CUBE, double_take=1e9)),
        replace(ON_CUBE, cube=replace(CUBE, double_drop=-1e9)),
        replace(ON_CUBE, cube=replace(CUBE, match_chances=(0.5, 1e9, 0.5))),
    ],
)
def test_a_stored_finding_that_cannot_be_is_known(wrong: Finding) -> None:
    assert is_possible(ON_CUBE)
    assert is_possible(replace(ON_CUBE, cube=replace(CUBE, double_take=None, double_drop=None)))
    assert is_possible(ON_PLAYS)
    longest = ((25, 20), (5, 0), (5, 0), (5, 0))
    assert is_possible(replace(ON_PLAYS, plays=(replace(PLAY, steps=longest, match_chance=0.5),)))
    assert not is_possible(wrong)


def test_the_reports_on_games_join_to_that_on_their_match() -> None:
    games: dict[int, list[Judged]] = {}
    for each in match_analysis():
        games.setdefault(each.decision.match.game, []).append(each)
    assert len(games) > 1
    whole, joined = report(match_analysis()), join([report(each) for each in games.values()])
    assert (joined.worst, joined.depth) == (whole.worst, whole.depth)
    assert [_numbers(each) for each in joined.players] == [_numbers(each) for each in whole.players]
    assert [_numbers(each) for each in joined.curve] == [_numbers(each) for each in whole.curve]
    assert join([]).curve == ()


def _numbers(value: PlayerReport | CurvePoint) -> str:
    """Return all values of a report, rounded: sums of sums differ from sums by as much as nothing."""
    return re.sub(r"\d+\.\d+(e-\d+)?", lambda found: f"{float(found[0]):.9f}", repr(value))
