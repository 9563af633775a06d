"""The report as text: each mistake is drawn as its player saw it, and told in the words of the field."""

from dataclasses import replace

import pytest

from backgammon.analysis.decisions import Decision
from backgammon.analysis.findings import Chances, CubeAction, CubeFinding, CubeReply, Finding, RankedPlay
from backgammon.analysis.report import Depth, Judged, report
from backgammon.analysis.report_text import report_text
from backgammon.core.match import (
    Action,
    Doubled,
    Dropped,
    Match,
    Phase,
    Played,
    Resigned,
    Rolled,
    Took,
    apply,
)
from backgammon.notation.diagram import format_diagram, seen_on_roll
from backgammon.notation.setup import Setup
from backgammon.notation.xgtext import parse_xg_text

PLAYERS = ("Ann", "Bob")
EVEN = Chances(0.5, 0.1, 0.0, 0.5, 0.1, 0.0)
BEST, OTHER = ((8, 5), (6, 5)), ((24, 23), (13, 10))
BOB = Setup(length=7, score=(2, 4), on_roll=1)
TO_PLAY = replace(BOB, dice=(3, 1), phase=Phase.TO_PLAY)


WHOLE = """\
Money: Ann 0, Bob 0
Analysis by Triktrakk: quick, plays 1-ply

                                    Ann        Bob
PR                                62.50          -
PR of plays                       62.50          -
PR of the cube                        -          -
PR in the opening                 62.50          -
PR in contact                         -          -
PR in races                           -          -
PR in bear-offs                       -          -
decisions that count                  1          0
error a decision, mEMG            125.0          -
error, EMG                        0.125      0.000
doubtful / errors / blunders  0 / 0 / 1  0 / 0 / 0
luck, EMG                        +0.250     +0.000

Game 1 (0-0), move 1, Ann: 24/23 13/10 loses 0.125 (blunder); best is 8/5 6/5
The opponent hits with 0 of 36 rolls after the best play, with 34 after the other.
{diagram}

1. 1-ply  8/5 6/5                   eq:+0.100
   wins 55.0% (gammons 15.0%, backgammons 1.0%), loses 45.0% (12.0%, 0.5%)
2. 1-ply  24/23 13/10               eq:-0.025 (-0.125)  played
   wins 50.0% (gammons 10.0%, backgammons 0.0%), loses 50.0% (10.0%, 0.0%)"""


def text_on(action: Action, asked: Setup | Match, found: Finding, explained: bool = False) -> str:
    """Return the report on one mistake."""
    match = asked.to_match() if isinstance(asked, Setup) else asked
    judged = Judged(Decision(0, match, action), replace(found, error=0.125), 0)
    total = report([judged])
    return report_text(PLAYERS, match, total, total.worst, explained)


def bad_play() -> Finding:
    """Return a finding on 3-1 in which the second play was made, 2.5% of the match behind the first."""
    ranked = RankedPlay(BEST, 0.1, 0.0, 0.5, EVEN, 1), RankedPlay(OTHER, -0.025, 0.125, 0.475, EVEN, 1)
    return Finding(ranked, None, 0.1, 0.5, counts=True, chosen=1)


def test_the_whole_of_a_report() -> None:
    match = Setup(dice=(3, 1), phase=Phase.TO_PLAY).to_match()
    better = Chances(0.55, 0.15, 0.01, 0.45, 0.12, 0.005)
    best, other = [replace(play, match_chance=None) for play in bad_play().plays]
    found = replace(bad_play(), plays=(replace(best, chances=better), other), luck=0.25)
    diagram = format_diagram(*seen_on_roll(match, PLAYERS))
    assert text_on(Played(OTHER), match, found, explained=True) == WHOLE.format(diagram=diagram)


def test_without_being_asked_for_no_reason_is_given() -> None:
    match = replace(TO_PLAY, score=(0, 0)).to_match()
    assert "hits with" in text_on(Played(OTHER), match, bad_play(), explained=True)
    assert "hits with" not in text_on(Played(OTHER), match, bad_play())


@pytest.mark.parametrize(
    ("depth", "left", "told"),
    [
        (Depth(plays=1), 0, "quick, plays 1-ply"),
        (Depth(plays=2, cube=3), 0, "thorough, plays 2-ply, cube 3-ply"),
        (Depth(plays=3, rolled_out=1), 0, "thorough, plays 3-ply, 1 decision rolled out"),
        (Depth(rolled_out=2), 5, "2 decisions rolled out, 5 not analysed"),
        (Depth(), 0, "nothing to decide"),
    ],
)
def test_it_is_told_how_far_the_analysis_looked(depth: Depth, left: int, told: str) -> None:
    total = replace(report([]), depth=depth)
    text = report_text(PLAYERS, BOB.to_match(), total, (), left=left)
    assert text.splitlines()[1] == f"Analysis by Triktrakk: {told}"


def test_below_a_resignation_is_only_its_position() -> None:
    text = text_on(Resigned(3), TO_PLAY, replace(bad_play(), chosen=None), explained=True)
    diagram = format_diagram(*seen_on_roll(TO_PLAY.to_match(), PLAYERS))
    assert text.endswith(
        f"\n\nGame 1 (2-4), move 1, Bob: resign loses 0.125 (blunder); best is play on\n{diagram}"
    )


def test_a_play_has_the_numbers_of_its_diagram() -> None:
    text = text_on(Played(OTHER), TO_PLAY, bad_play())
    assert "X: Bob" in text
    assert "O: Ann" in text
    [read] = parse_xg_text(text)
    assert (read.setup.on_roll, read.setup.score) == (0, (4, 2))


def test_a_mistake_in_a_match_is_told_in_winning_chances_too() -> None:
    lines = text_on(Played(OTHER), TO_PLAY, bad_play()).splitlines()
    assert "error, MWC - 2.50%" in [" ".join(line.split()) for line in lines]
    assert any(line.endswith("; best is 8/5 6/5; MWC -2.50%") for line in lines)
    plays = tuple([replace(play, match_chance=None) for play in bad_play().plays])
    assert "MWC" not in text_on(Played(OTHER), TO_PLAY, replace(bad_play(), plays=plays))


@pytest.mark.parametrize(
    ("action", "dropped", "lost"),
    [
        (Rolled((3, 1)), 0.6, 4.0),
        (Doubled(), 0.6, 0.0),
        (Took(), 0.6, 0.0),
        (Dropped(), 0.6, 6.0),
        (Took(), 0.51, 3.0),
        (Dropped(), 0.51, 0.0),
    ],
)
def test_each_cube_action_is_told_in_winning_chances(action: Action, dropped: float, lost: float) -> None:
    """``dropped``: the chance of the one who doubles, which is 0.54 after a take."""
    cube = CubeFinding(0.5, 0.6, 1.0, CubeAction.DOUBLE, CubeReply.TAKE, (0.5, 0.54, dropped), EVEN, 2)
    doubled, best = isinstance(action, Took | Dropped), min(0.54, dropped)
    found = Finding((), cube, 0.6, 1 - best if doubled else best, counts=True)
    match = BOB.to_match()
    text = text_on(action, apply(match, Doubled()) if doubled else match, found)
    assert f"; MWC {-lost:+.2f}%" in text


def test_the_owner_of_the_cube_redoubles() -> None:
    cube = CubeFinding(1.6, 2.9, 1.0, CubeAction.TOO_GOOD, CubeReply.DROP, (), EVEN, 2)
    text = text_on(Doubled(), replace(BOB, cube=2, cube_owner=1), Finding((), cube, 1.6, 0.9, counts=True))
    assert "Bob: redouble loses 0.125 (blunder); best is no redouble" in text
    assert text.splitlines()[-4:] == [
        "no redouble   +1.600",
        "redouble/take +2.900",
        "redouble/drop +1.000",
        "proper: no redouble, too good, drop",
    ]


def test_the_ranks_of_plays_are_aligned() -> None:
    best, chances, other, _ = text_on(Played(OTHER), TO_PLAY, replace(bad_play(), rank=25)).splitlines()[-4:]
    assert best.startswith(" 1. 1-ply  8/5 6/5 ")
    assert other.startswith("25. 1-ply  24/23 13/10 ")
    assert chances.startswith("    wins ")
