"""A report words choices as players do, and sorts and sums them; the findings here are made up."""

from dataclasses import replace

import pytest

from backgammon.analysis.decisions import Decision
from backgammon.analysis.findings import (
    ROLLED_OUT,
    Chances,
    CubeAction,
    CubeFinding,
    CubeReply,
    Finding,
    RankedPlay,
)
from backgammon.analysis.report import OPENING_PLAYS, Depth, Judged, Stage, report
from backgammon.core.match import (
    Accepted,
    Action,
    Doubled,
    Dropped,
    Match,
    Phase,
    Played,
    Refused,
    Resigned,
    Rolled,
    Took,
    apply,
)
from backgammon.core.position import Points
from backgammon.notation.setup import Setup

EVEN = Chances(0.5, 0.1, 0.0, 0.5, 0.1, 0.0)
TO_ROLL = Setup().to_match()
DOUBLED = apply(TO_ROLL, Doubled())
TO_PLAY = apply(TO_ROLL, Rolled((3, 1)))
BEST, OTHER = ((8, 5), (6, 5)), ((24, 23), (13, 10))


def make_judged(
    action: Action,
    match: Match = TO_ROLL,
    to_do: tuple[CubeAction, CubeReply] = (CubeAction.DOUBLE, CubeReply.TAKE),
    plays: int = 0,
    **fields: float | None,
) -> Judged:
    """Return a decision of player 0, or an answer of player 1, with a finding of these fields."""
    if match.phase is Phase.TO_PLAY:
        ranked = tuple([RankedPlay(steps, 0.1, 0.0, None, EVEN, 0) for steps in (BEST, OTHER)])
        found = Finding(ranked, None, 0.1, 0.5, counts=True)
    else:
        found = Finding((), CubeFinding(0.5, 0.6, 1.0, *to_do, (), EVEN, 2), 0.6, 0.6, counts=True)
    return Judged(Decision(0, match, action), replace(found, **fields), plays)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("each", "chosen", "best"),
    [
        (make_judged(Rolled((3, 1))), "no double", "double"),
        (make_judged(Doubled(), to_do=(CubeAction.NO_DOUBLE, CubeReply.TAKE)), "double", "no double"),
        (make_judged(Doubled(), to_do=(CubeAction.TOO_GOOD, CubeReply.DROP)), "double", "no double"),
        (make_judged(Took(), DOUBLED, (CubeAction.DOUBLE, CubeReply.DROP)), "take", "drop"),
        (make_judged(Dropped(), DOUBLED, (CubeAction.NO_DOUBLE, CubeReply.BEAVER)), "drop", "beaver"),
        (make_judged(Played(OTHER), TO_PLAY), "24/23 13/10", "8/5 6/5"),
        (make_judged(Resigned(1), TO_PLAY, error=0.1), "resign", "play on"),
        (make_judged(Accepted(), apply(TO_ROLL, Resigned(1)), error=0.1), "accept", "reject"),
        (make_judged(Refused(), apply(TO_ROLL, Resigned(1)), error=0.1), "reject", "accept"),
        (make_judged(Refused(), apply(TO_ROLL, Resigned(1)), error=0.0), "reject", "reject"),
    ],
)
def test_a_choice_and_the_best_one_have_their_usual_names(each: Judged, chosen: str, best: str) -> None:
    assert (each.chosen, each.best) == (chosen, best)


RACE: Points = (0, 5, 5, 5, *[0] * 14, -1, *[-2] * 3, -3, -4, -1, 0)
"""The player on roll is bearing off; the opponent has a checker outside."""


@pytest.mark.parametrize(
    ("points", "plays", "of_roller", "of_other"),
    [
        (TO_ROLL.position.points, 0, Stage.OPENING, Stage.OPENING),
        (TO_ROLL.position.points, OPENING_PLAYS - 1, Stage.OPENING, Stage.OPENING),
        (TO_ROLL.position.points, OPENING_PLAYS, Stage.CONTACT, Stage.CONTACT),
        (RACE, 0, Stage.BEAR_OFF, Stage.RACE),
        (tuple([-count for count in RACE[::-1]]), 30, Stage.RACE, Stage.BEAR_OFF),
    ],
)
@pytest.mark.parametrize("on_roll", [0, 1])
def test_the_part_of_a_game_is_that_of_the_one_who_decides(
    points: Points, plays: int, of_roller: Stage, of_other: Stage, on_roll: int
) -> None:
    match = Setup(points, on_roll=on_roll).to_match()
    assert make_judged(Doubled(), match, plays=plays).stage is of_roller
    assert make_judged(Took(), apply(match, Doubled()), plays=plays).stage is of_other


def test_the_decisions_of_a_player_are_summed() -> None:
    losses = (0.0, 0.019, 0.02, 0.039, 0.04, 0.079, 0.08, 0.5)
    made = [
        *[make_judged(Played(OTHER), TO_PLAY, error=loss, luck=0.3) for loss in losses],
        make_judged(Rolled((3, 1)), error=0.1, luck=9.9),
        make_judged(Doubled(), error=0.0, counts=False),
        make_judged(Took(), DOUBLED, error=0.05),
        make_judged(Resigned(1), error=1.0),
    ]
    found = report(made)
    mine, theirs = found.players
    assert (mine.all.counted, mine.all.decisions) == (9, 10)
    assert (mine.all.doubtful, mine.all.errors, mine.all.blunders) == (2, 2, 3)
    assert mine.all.error == pytest.approx(sum(losses) + 0.1)
    assert mine.all.pr == pytest.approx(500 * mine.all.error / 9)
    assert mine.all.milli == pytest.approx(1000 * mine.all.error / 9)
    assert (mine.plays.decisions, mine.cube.decisions, theirs.cube.decisions) == (8, 2, 1)
    assert (mine.luck, mine.lucky, mine.unlucky) == (pytest.approx(8 * 0.3), 8, 0)
    assert theirs.all.pr == pytest.approx(25)
    assert [each.error for each in found.worst] == [1.0, 0.5, 0.1, 0.08, 0.079, 0.05, 0.04, 0.039, 0.02]


def test_a_resignation_costs_no_chances_of_the_match_that_its_cube_decision_would_tell() -> None:
    known = CubeFinding(0.5, 0.6, 1.0, CubeAction.DOUBLE, CubeReply.TAKE, (0.5, 0.54, 0.6), EVEN, 2)
    double, resignation = [
        replace(make_judged(action), finding=Finding((), known, 0.6, 0.54, counts=True))
        for action in (Rolled((3, 1)), Resigned(1))
    ]
    assert double.chance_lost == pytest.approx(0.04)
    assert resignation.chance_lost is None


def test_the_curve_is_seen_by_player_0() -> None:
    other = replace(TO_PLAY, on_roll=1)
    made = [
        make_judged(Played(OTHER), match, chance=0.7, luck=luck)
        for match, luck in [(TO_PLAY, 0.4), (other, 0.1), (TO_PLAY, -0.2)]
    ]
    curve = report(made).curve
    assert [each.chance for each in curve] == pytest.approx([0.7, 0.3, 0.7])
    assert [each.luck for each in curve] == pytest.approx([0.4, 0.3, 0.1])


def test_the_depth_is_the_least_of_what_was_not_rolled_out() -> None:
    made = [make_judged(Played(OTHER), TO_PLAY), make_judged(Doubled()), make_judged(Took(), DOUBLED)]
    assert report(made).depth == Depth(plays=0, cube=2, rolled_out=0)
    ranked = made[0].finding.plays
    rolled = replace(made[0].finding, plays=tuple([replace(play, plies=ROLLED_OUT) for play in ranked]))
    forced = replace(made[0].finding, plays=ranked[:1])
    assert report([replace(made[0], finding=each) for each in (rolled, forced)]).depth == Depth(rolled_out=1)
