"""A finding as text: what is listed, marked and named; notation.xgtext reads its list of plays."""

from dataclasses import replace

import pytest

from backgammon import analyse_decision
from backgammon.analysis.finding_text import finding_lines, reason_lines
from backgammon.analysis.findings import ROLLED_OUT, Chances, CubeAction, CubeFinding, CubeReply, Finding
from backgammon.core.match import Action, Doubled, Match, Played, Refused, Resigned, Rolled, apply
from backgammon.core.plays import format_steps
from backgammon.notation.xgid import parse_xgid
from backgammon.notation.xgtext import ExportedPlay, parse_xg_text

ID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def opening_play() -> tuple[Match, Finding]:
    """Return the first decision of a game and a finding on it, in which the play 13/9 was made."""
    match = parse_xgid(ID).to_match()
    found = analyse_decision(match, plies=0)
    names = [format_steps(match.position.points, play.steps) for play in found.plays]
    return match, replace(found, chosen=names.index("13/9"))


def test_plays_are_listed_as_the_reader_of_exported_texts_reads_them() -> None:
    match, found = opening_play()
    [read] = parse_xg_text("\n".join([ID, *finding_lines(match, found, 6)]))
    points = match.position.points
    assert read.candidates == tuple(
        [
            ExportedPlay("0-ply", format_steps(points, play.steps), round(play.equity, 3))
            for play in found.plays[:6]
        ]
    )


def test_the_play_that_was_made_is_marked_at_its_own_place() -> None:
    match, found = opening_play()
    assert found.chosen is not None
    plays = found.plays[0], found.plays[found.chosen]
    last = replace(found, rank=found.chosen + 1, chosen=1, plays=plays)
    best, _, own, _ = finding_lines(match, last, 1)
    assert best.startswith("1. 0-ply  8/5 6/5 ")
    assert not best.endswith("played")
    assert own.startswith(f"{last.rank}. 0-ply  13/9 ")
    assert own.endswith(f" ({-last.plays[1].behind:+.3f})  played")


def test_a_rollout_is_named_as_such() -> None:
    match, found = opening_play()
    rolled = replace(found, plays=(replace(found.plays[0], plies=ROLLED_OUT), *found.plays[1:]))
    lines = finding_lines(match, replace(rolled, chosen=None), 2)
    assert [line.split()[1] for line in lines[::2]] == ["rollout", "0-ply"]


def test_the_columns_are_in_line_whatever_is_in_them() -> None:
    match, found = opening_play()
    rolled = replace(found.plays[0], plies=ROLLED_OUT)
    mixed = replace(found, rank=10, chosen=1, plays=(rolled, found.plays[1]))
    lines = finding_lines(match, mixed, 2)
    names = [format_steps(match.position.points, play.steps) for play in mixed.plays]
    assert len({line.index(name) for line, name in zip(lines[::2], names, strict=True)}) == 1
    assert len({line.index("eq:") for line in lines[::2]}) == 1
    assert len({line.index("wins") for line in lines[1::2]} | {lines[0].index("rollout")}) == 1


@pytest.mark.parametrize("doubled", [False, True])
def test_the_cube_is_told_before_a_double_and_before_the_answer(doubled: bool) -> None:
    match = parse_xgid(ID.replace(":31:", ":00:")).to_match()
    found = analyse_decision(match, plies=0)
    said = finding_lines(apply(match, Doubled()) if doubled else match, found, 0)
    assert ("the player who doubled wins" in said[0]) == doubled
    assert found.cube
    assert f"no double     {found.cube.no_double:+.3f}" in said
    assert said[-1] == "proper: no double, take"


@pytest.mark.parametrize("reply", [CubeReply.TAKE, CubeReply.RACCOON])
def test_the_answer_to_a_beaver_is_told_by_its_player(reply: CubeReply) -> None:
    cube = CubeFinding(0.1, 0.3, -1.0, CubeAction.NO_DOUBLE, reply, (), Chances(*[0.5] * 6), 2)
    match = parse_xgid("XGID=-b----E-C---eE---c-e----B-:1:1:-1:B:0:0:2:0:10").to_match()
    assert finding_lines(match, Finding((), cube, 0.3, 0.5, counts=True), 0)[1:] == [
        f"{reply:13} +0.300",
        "drop          -1.000",
        f"proper: {reply}",
    ]


def test_a_double_that_would_be_beavered_is_told_so() -> None:
    cube = CubeFinding(0.1, -0.3, 1.0, CubeAction.NO_DOUBLE, CubeReply.BEAVER, (), Chances(*[0.5] * 6), 2)
    match = parse_xgid(ID.replace(":31:", ":00:")).to_match()
    _, _, beavered, _, proper = finding_lines(match, Finding((), cube, 0.1, 0.5, counts=True), 0)
    assert (beavered, proper) == ("double/beaver -0.300", "proper: no double, beaver")


def test_where_no_single_fact_decides_no_reason_is_told() -> None:
    match, found = opening_play()
    assert reason_lines(match, replace(found, plays=found.plays[:1], chosen=0)) == []


def test_a_player_who_may_not_double_gets_the_equity_alone() -> None:
    match = parse_xgid("XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10").to_match()
    chances, equity, *rest = finding_lines(match, analyse_decision(match, plies=0), 0)
    assert chances.startswith("2-ply, wins ")
    assert equity.startswith("no double     ")
    assert rest == ["the cube is not to be turned here"]


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Doubled(), "played: double (-0.250)"),
        (Rolled((3, 1)), "played: no double (-0.250)"),
        (Resigned(2), "played: resign a gammon (-0.250)"),
    ],
)
def test_a_choice_that_is_no_play_is_told_with_its_loss(action: Action, told: str) -> None:
    match = parse_xgid(ID.replace(":31:", ":00:")).to_match()
    found = replace(analyse_decision(match, plies=0), error=0.25)
    assert finding_lines(match, found, 0, action) == [*finding_lines(match, found, 0), told]
    right = finding_lines(match, replace(found, error=0.0), 0, action)
    assert right[-1] == told.removesuffix(" (-0.250)")


def test_a_resignation_is_told_below_the_decision_that_it_interrupts() -> None:
    match, found = opening_play()
    resigned = apply(match, Resigned(3))
    before = finding_lines(match, found, 1)
    assert finding_lines(resigned, found, 1, Refused()) == [*before, "played: reject a backgammon"]
    assert finding_lines(match, found, 1, Played(found.plays[0].steps)) == before
    to_roll = parse_xgid(ID.replace(":31:", ":00:")).to_match()
    asked = analyse_decision(to_roll, plies=0)
    assert finding_lines(apply(to_roll, Resigned(1)), asked, 0) == finding_lines(to_roll, asked, 0)
