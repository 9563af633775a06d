"""A hint in a match starts with clues, each saying more, before it lists the plays."""

import pytest
from app.fake import ENGLISH
from app.positions import page_at, position
from app.test_announcements import announcements
from app.test_hint import page_to_play

from backgammon.analysis.findings import DOUBTFUL, CubeAction, CubeFinding, CubeReply
from backgammon.app.commands import available
from backgammon.core.match import OpeningRoll, Phase, new_match, replay
from backgammon.core.rules import PRESETS
from backgammon.features.analysis import hint
from backgammon.features.coach import clues
from backgammon.features.coach.ideas import clues_for
from backgammon.features.speech.status_text import text
from backgammon.notation.play import parse_play
from backgammon.notation.xgid import parse_xgid
from backgammon.protocol.messages import Chances, Finding, RankedPlay
from backgammon.state.events import Command


def test_each_clue_is_read_out_once() -> None:
    page = page_to_play()
    page.effects.clear()
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-more"))
    page.send(Command("hint-answer"))
    known = hint.finding_of(page.model)
    assert known
    first, second, *_ = clues_for(page.model.game.match, known)
    begun, *clues = announcements(page.effects)
    assert begun == "Analysing…"
    assert clues == [text(ENGLISH, first), text(ENGLISH, second)]
    page.send(Command("hint"))
    page.effects.clear()
    page.send(Command("hint"))
    assert announcements(page.effects) == [text(ENGLISH, first)], "once more, as it is shown once more"


def test_clues_come_one_by_one_and_then_the_plays() -> None:
    page = page_to_play()
    page.send(Command("hint"))
    assert clues.clues_on_show(page.model) == (), "nothing is known yet"
    page.settle()
    known = hint.finding_of(page.model)
    assert known
    told = clues_for(page.model.game.match, known)
    for count in range(1, len(told) + 1):
        assert clues.clues_on_show(page.model) == told[:count]
        assert not hint.is_on_show(page.model)
        assert not {"show-play", "play-listed", "look-deeper"} & {*available(page.model)}
        assert ("hint-more" in available(page.model)) is (count < len(told))
        page.send(Command("hint-more"))
    page.send(Command("hint-answer"))
    assert clues.clues_on_show(page.model) == ()
    assert hint.is_on_show(page.model)
    assert not {"hint-more", "hint-answer"} & {*available(page.model)}
    page.send(Command("hint"))
    page.send(Command("hint"))
    assert clues.clues_on_show(page.model) == told[:1], "each time from the beginning"


def test_an_idea_is_what_an_error_lacks() -> None:
    match, even = replay(new_match(), [OpeningRoll(6, 1)]), Chances(0.5, 0.1, 0.0, 0.5, 0.1, 0.0)
    best = RankedPlay(((13, 7), (8, 7)), 0.2, 0.0, None, even, 1)
    for behind, told in ((DOUBTFUL, ["learn.idea.point", "learn.begins"]), (DOUBTFUL / 2, ["learn.begins"])):
        other = RankedPlay(((13, 7), (7, 6)), 0.2 - behind, behind, None, even, 1)
        found = Finding((best, other), None, 0.2, 0.5, True)
        assert [each.key for each in clues_for(match, found)] == told


def cube_finding(win: float, reply: CubeReply, action: CubeAction = CubeAction.DOUBLE) -> Finding:
    """Return a finding on the cube in which the player on roll wins ``win``, a fifth of the wins gammons."""
    chances = Chances(win, win / 5, 0.0, 1 - win, (1 - win) / 5, 0.0)
    cube = CubeFinding(0.8, 0.9, 1.0, action, reply, (), chances, 1)
    return Finding((), cube, 0.9, 1 - win, True)


@pytest.mark.parametrize(
    ("length", "lost", "reply", "taught"),
    [
        (0, 0.30, CubeReply.TAKE, "lesson.take.text"),
        (0, 0.56, CubeReply.BEAVER, "lesson.take.text"),
        (0, 0.20, CubeReply.DROP, "lesson.take.text"),
        (0, 0.248, CubeReply.TAKE, "lesson.take.text"),
        (0, 0.23, CubeReply.TAKE, "lesson.double.text"),
        (0, 0.30, CubeReply.DROP, "lesson.gammon.text"),
        (3, 0.30, CubeReply.TAKE, "lesson.take.text"),
        (3, 0.30, CubeReply.DROP, "lesson.match.text"),
        (3, 0.20, CubeReply.TAKE, "lesson.match.text"),
    ],
)
def test_who_is_doubled_is_told_the_rule_of_25_percent_where_it_holds(
    length: int, lost: float, reply: CubeReply, taught: str
) -> None:
    match = parse_xgid(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:{length}:10").to_match()
    assert match.phase is Phase.DOUBLED
    first, second = clues_for(match, cube_finding(1 - lost, reply))
    assert first.key == taught
    win, gammon = (ENGLISH.percent(share) for share in (lost, lost / 5))
    assert text(ENGLISH, second) == f"You win {win} from here, gammons {gammon}."


@pytest.mark.parametrize(
    ("points", "action", "taught"),
    [
        ("-b----E-C---eE---c-e----B-", CubeAction.DOUBLE, "lesson.double.text"),
        ("-b----G-C---eE---c-e------", CubeAction.DOUBLE, "lesson.double.text"),
        ("----BBDBBBA---bb-bbdba----", CubeAction.DOUBLE, "lesson.double.hint"),
        ("----BBDBBBA---bb-bbdba----", CubeAction.NO_DOUBLE, "lesson.double.text"),
        ("----BBDBBBA----abcadca----", CubeAction.NO_DOUBLE, "lesson.double.hint"),
        ("----BBDBBBA----abcadca----", CubeAction.DOUBLE, "lesson.double.text"),
    ],
)
def test_who_may_double_is_told_what_that_is_and_in_a_race_when(
    points: str, action: CubeAction, taught: str
) -> None:
    match = parse_xgid(f"XGID={points}:0:0:1:00:0:0:0:0:10").to_match()
    first, second = clues_for(match, cube_finding(0.7, CubeReply.TAKE, action))
    assert (first.key, second.key) == (taught, "learn.idea.chances")


def test_in_a_race_points_are_no_idea() -> None:
    even = Chances(0.5, 0.0, 0.0, 0.5, 0.0, 0.0)
    for xgid, plays in (
        ("--BBBBC---AAA--------A--f-:0:0:1:52:0:0:0:0:10", ("12/10 11/6", "12/7 11/9")),
        ("--BBBBC-----A-A-A----A--h-:0:0:1:63:0:0:0:0:10", ("14/11 12/6", "12/6 4/1")),
    ):
        match = parse_xgid(f"XGID={xgid}").to_match()
        assert match.dice
        steps = [parse_play(play, match.position, match.dice).steps for play in plays]
        ranked = tuple([RankedPlay(each, -at, at, None, even, 1) for at, each in enumerate(steps)])
        assert [each.key for each in clues_for(match, Finding(ranked, None, 0.0, 0.5, True))] == [
            "learn.begins"
        ]


def test_where_the_best_play_moves_nothing_the_clue_says_that() -> None:
    page = page_at(position({5: 1, 1: 1}, {6: 2}), (6, 4), PRESETS["leaflet"])
    page.send(Command("hint"))
    page.settle()
    assert [text(ENGLISH, each) for each in clues.clues_on_show(page.model)] == ["Best: no move"]
    page.send(Command("hint-answer"))
    assert hint.is_on_show(page.model)


def test_who_looks_back_has_no_clues() -> None:
    page = page_to_play()
    page.send(Command("explore"))
    page.send(Command("study-first"))
    page.send(Command("hint"))
    page.settle()
    assert page.model.analysis.clues is None
