"""The drawing of an analysis: ranked plays, the table of the cube, the tutor's line."""

from dataclasses import replace

import pytest
from app.fake import analysis_result
from view.models import FIRST, SAY, after, analyse_match, attribute, grade_match, nodes, texts
from view.screens import reviewed_match, run_commands

from backgammon.analysis.reasons import LEAST, Reason
from backgammon.analysis.rollout_state import RolloutSettings, RolloutState, Sums
from backgammon.app.commands import available
from backgammon.core.match import (
    Beavered,
    Doubled,
    OpeningRoll,
    Phase,
    Refused,
    Resigned,
    Rolled,
    apply,
    new_match,
    replay,
)
from backgammon.core.plays import format_steps
from backgammon.core.rules import STANDARD, Rules, custom
from backgammon.features.analysis import hint
from backgammon.features.coach.review import prepare
from backgammon.notation.setup import Setup
from backgammon.protocol.messages import (
    Chances,
    CubeAction,
    CubeFinding,
    CubeReply,
    Finding,
    RankedPlay,
)
from backgammon.state.analysis_state import (
    AnalysisState,
    Decision,
    HeldAction,
    RolloutRun,
    TutorComment,
)
from backgammon.state.model import Model, MoveText
from backgammon.view.board.shown_plays import shown_plays
from backgammon.view.node import Node
from backgammon.view.page import page
from backgammon.view.panels.analysis import advice_panel, tutor_line
from backgammon.view.panels.cube_table import cube_table
from backgammon.view.panels.reason import reason_line

ADVISED = replace(FIRST.game.setup, advice=True)
BEAVERS = custom(beavers=True, raccoons=True)


def open_analysis(model: Model) -> Model:
    """Return the model with the analysis of the decision on its board open."""
    decision = Decision(model.game.match)
    result = analysis_result(hint.analysis_request(decision))
    assert isinstance(result, Finding)
    name = hint.decision_key(decision)
    return replace(model, analysis=replace(model.analysis, open=True, at=name, findings={name: result}))


def test_plays_are_listed_with_equity_difference_and_chances() -> None:
    model = next(
        open_analysis(after(plays)) for plays in range(0, 20, 2) if after(plays).game.match.on_roll == 0
    )
    panel = advice_panel(model, SAY)
    assert panel
    listed = [each for each in nodes(panel) if attribute(each, "data-command") == "show-play"]
    assert len(listed) > 1
    assert "+0.500" in texts(listed[0])
    assert "+0.450" in texts(listed[1])
    assert "−0.050" in texts(listed[1])
    assert "50.0 10.0 1.0" in texts(listed[1])
    assert "1 ply" in texts(head_of(panel))
    assert not any("ply" in texts(each) or "plies" in texts(each) for each in listed)
    known = model.analysis.findings[model.analysis.at]
    deeper = replace(known, plays=(replace(known.plays[0], plies=2), *known.plays[1:]))
    model = replace(model, analysis=model.analysis.with_findings({model.analysis.at: deeper}))
    panel = advice_panel(model, SAY)
    assert panel
    listed = [each for each in nodes(panel) if attribute(each, "data-command") == "show-play"]
    assert "2 plies" in texts(head_of(panel))
    assert ["1 ply" in texts(each) for each in listed] == [False, *[True] * (len(listed) - 1)]
    shown = replace(model, analysis=replace(model.analysis, shown=1))
    drawn = [each for each in nodes(page(shown, SAY)) if attribute(each, "aria-pressed") == "true"]
    assert [attribute(each, "data-value") for each in drawn] == ["1"]


def cells_of(row: Node) -> list[str]:
    """Return the texts of the cells of a row."""
    return [texts(cell) for cell in row.children if isinstance(cell, Node)]


def head_of(panel: Node) -> Node:
    """Return the head of the columns of chances."""
    (head,) = [each for each in nodes(panel) if "plays-head" in (attribute(each, "class") or "")]
    return head


def test_a_hint_is_called_one_with_its_answer_too_and_leads_on_only_from_there() -> None:
    model = open_analysis(prepare(after(12))[0])
    titles, links = [], []
    for count in (1, None):
        panel = advice_panel(replace(model, analysis=replace(model.analysis, clues=count)), SAY)
        assert panel
        titles.append(texts(next(each for each in nodes(panel) if each.tag == "h2")))
        links.append({attribute(each, "data-command") for each in nodes(panel)} & {"review", "hint-answer"})
    assert titles == ["Hint", "Hint"]
    back = advice_panel(run_commands(reviewed_match(), "panel", "hint"), SAY)
    assert back
    assert texts(next(each for each in nodes(back) if each.tag == "h2")) == "Analysis"
    assert links == [{"hint-answer"}, {"review"}]


def test_marks_tell_cube_and_play_apart_and_are_explained() -> None:
    """A missed double is not the fault of the play after it: its mark is boxed, and before the dice."""
    model, _ = prepare(after(12))
    assert model.analysis.review
    keys = dict(
        zip((each.index for each in model.analysis.review.decisions), model.analysis.review.keys, strict=True)
    )
    rolled = next(index for index in sorted(keys) if isinstance(model.game.log[index], Rolled))
    lost = {keys[rolled]: 0.3, keys[rolled + 1]: 0.03}
    findings = {key: Finding((), None, 0.0, 0.5, True, error=loss) for key, loss in lost.items()}
    drawn = page(replace(model, analysis=model.analysis.with_findings(findings)), SAY)
    (entry,) = [
        each
        for each in nodes(drawn)
        if attribute(each, "data-value") == str(rolled + 1) and "entry" in (attribute(each, "class") or "")
    ]
    _, *children = nodes(entry)
    assert [attribute(child, "class") for child in children] == [
        "sign blunder boxed",
        "rolled",
        "done",
        "sign doubtful",
    ]
    assert [attribute(child, "title") for child in children] == ["No double: Blunder", None, None, "Doubtful"]
    (legend,) = [each for each in nodes(drawn) if attribute(each, "class") == "legend"]
    assert [texts(each) for each in legend.children if isinstance(each, Node)] == [
        "?! Doubtful",
        "?? Blunder",
        "? Cube",
    ]


def test_the_cube_is_a_table_with_its_verdict() -> None:
    model = after(0)
    match = replace(model.game.match, phase=Phase.TO_ROLL, dice=None, on_roll=0)
    panel = advice_panel(open_analysis(replace(model, game=replace(model.game, match=match))), SAY)
    assert panel
    written = texts(panel)
    assert SAY("cube.verdict.double-take") in written
    for figure in ("+0.100", "−0.200", "+0.300", "+1.000", "+0.700"):
        assert figure in written


def test_a_double_that_would_be_beavered_is_not_said_to_be_taken() -> None:
    shares = Chances(0.4, 0.0, 0.0, 0.6, 0.2, 0.0)
    found = CubeFinding(-0.4, -2.0, 1.0, CubeAction.NO_DOUBLE, CubeReply.BEAVER, (), shares, 2)
    drawn = cube_table(found, Setup(beavers=True).to_match(), SAY)
    rows = [cells_of(row) for row in nodes(drawn) if row.tag == "tr"]
    assert [name for name, *_ in rows] == ["No double", "Double, beaver", "Double, drop"]
    assert rows[1][1:] == ["−2.000", "−1.600"]


def test_who_is_doubled_reads_of_his_own_answers() -> None:
    """The headline is the answer, the figures are the doubled player's, and "No double" comes last."""
    model = after(0)
    offered = replace(model.game.match, phase=Phase.TO_ROLL, dice=None, on_roll=1)
    uneven = Chances(0.7, 0.2, 0.01, 0.3, 0.05, 0.02)
    for match, rows in (
        (
            apply(offered, Doubled()),
            [("Take", "−0.300"), ("Drop", "−1.000", "−0.700"), ("No double", "−0.100")],
        ),
        (
            apply(apply(replace(offered, on_roll=0, rules=BEAVERS, length=0), Doubled()), Beavered()),
            [("Take", "+0.300", "−0.700"), ("Drop", "+1.000")],
        ),
    ):
        asked = open_analysis(replace(model, game=replace(model.game, match=match)))
        known = asked.analysis.findings[asked.analysis.at]
        assert known.cube
        own = replace(known, cube=replace(known.cube, chances=uneven))
        panel = advice_panel(
            replace(asked, analysis=asked.analysis.with_findings({asked.analysis.at: own})), SAY
        )
        assert panel
        (headline,) = [each for each in nodes(panel) if attribute(each, "class") == "verdict"]
        assert texts(headline) == "Take"
        cells = [cells_of(row) for row in nodes(panel) if row.tag == "tr"]
        assert [tuple(cell for cell in row if cell) for row in cells] == rows
        (written,) = [each for each in nodes(panel) if attribute(each, "class") == "cube-chances"]
        wins = "70.0" if match.decider == match.on_roll else "30.0"
        assert texts(written).startswith(f"Wins {wins}")


def test_a_rollout_says_which_choice_is_best_and_how_sure_that_is() -> None:
    model = open_analysis(after(0))
    plays = [play.steps for play in model.analysis.findings[model.analysis.at].plays[:2]]
    sums = [Sums(72 * equity, 72 * (2**28 + equity * equity // 2**30)) for equity in (2**28, 2**27)]
    state = RolloutState("key", ((0, 72),), tuple(sums))
    run = RolloutRun(model.analysis.at, tuple(plays), RolloutSettings(trials=72), state=state)
    panel = advice_panel(replace(model, analysis=replace(model.analysis, rollout=run)), SAY)
    assert panel
    best = format_steps(model.game.match.position.points, plays[0])
    assert f"Best in the rollout: {best} (93% sure)." in texts(panel)


@pytest.mark.parametrize(
    ("taken", "rules", "rows", "best"),
    [
        (0.75, STANDARD, [["Take", "−0.750"], ["No double", "−0.875"]], "Take"),
        (1.25, STANDARD, [["Take", "−1.250"], ["No double", "−0.875"]], "Drop"),
        (-0.25, STANDARD, [["Take", "+0.250"], ["No double", "−0.875"]], "Take"),
        (-0.25, BEAVERS, [["Beaver", "+0.500"], ["No double", "−0.875"]], "Beaver"),
        (-0.25, custom(BEAVERS, cube_limit=2), [["Take", "+0.250"], ["No double", "−0.875"]], "Take"),
    ],
)
def test_a_rollout_answers_who_was_doubled(
    taken: float, rules: Rules, rows: list[list[str]], best: str
) -> None:
    """It never says that no double is best, which is not his to choose, and its figures are his."""
    model = after(0)
    match = replace(model.game.match, phase=Phase.DOUBLED, dice=None, on_roll=1, rules=rules, length=0)
    asked = open_analysis(replace(model, game=replace(model.game, match=match)))
    sums = [Sums(round(72 * worth * 2**30), round(72 * worth * worth * 2**30)) for worth in (0.875, taken)]
    state = RolloutState("key", ((0, 72),), tuple(sums))
    run = RolloutRun(asked.analysis.at, (), RolloutSettings(trials=72), state=state)
    panel = advice_panel(replace(asked, analysis=replace(asked.analysis, rollout=run)), SAY)
    assert panel
    (drawn,) = [each for each in nodes(panel) if attribute(each, "class") == "rollout"]
    shown = [cells_of(row)[:2] for row in nodes(drawn) if row.tag == "tr"]
    assert shown[1:] == rows
    assert f"Best in the rollout: {best} (99% sure)." in texts(drawn)


@pytest.mark.parametrize(
    ("single", "beavers", "best"),
    [(-0.375, True, "No double"), (-0.375, False, "Double, take"), (-0.75, True, "Double, beaver")],
)
def test_a_rollout_weighs_the_beaver_that_a_double_invites(single: float, beavers: bool, best: str) -> None:
    """Under Jacoby a double may gain even where the player is behind: 0.25 here, or 0.5 after a beaver."""
    model = after(0)
    match = replace(Setup(jacoby=True, beavers=beavers).to_match(), white=model.game.match.white)
    asked = open_analysis(replace(model, game=replace(model.game, match=match)))
    sums = [Sums(round(72 * worth * 2**30), round(72 * worth * worth * 2**30)) for worth in (single, -0.25)]
    run = RolloutRun(
        asked.analysis.at,
        (),
        RolloutSettings(trials=72),
        state=RolloutState("key", ((0, 72),), tuple(sums)),
    )
    panel = advice_panel(replace(asked, analysis=replace(asked.analysis, rollout=run)), SAY)
    assert panel
    assert f"Best in the rollout: {best} (" in texts(panel)
    assert ("Double, beaver−0.500" if beavers else "Double, take−0.250") in texts(panel)


@pytest.mark.parametrize(
    ("score", "best"), [((0, 0), "Double, take (50% sure)"), ((4, 4), "No double (99% sure)")]
)
def test_a_rollout_recommends_no_dead_cube(score: tuple[int, int], best: str) -> None:
    """At match point all is worth the same, doubled or not, so that no double is surely no worse."""
    model = after(0)
    match = replace(Setup(score=score, length=5).to_match(), white=model.game.match.white)
    asked = open_analysis(replace(model, game=replace(model.game, match=match)))
    state = RolloutState("key", ((0, 72),), (Sums(36 * 2**30, 30 * 2**30),) * 2)
    run = RolloutRun(asked.analysis.at, (), RolloutSettings(trials=72), state=state)
    panel = advice_panel(replace(asked, analysis=replace(asked.analysis, rollout=run)), SAY)
    assert panel
    assert f"Best in the rollout: {best}." in texts(panel)


def test_the_panel_is_busy_only_while_an_analysis_is_under_way() -> None:
    known = open_analysis(after(0))
    thinking = replace(known, analysis=replace(known.analysis, findings={}))
    failed = replace(thinking, analysis=replace(thinking.analysis, failed=thinking.analysis.at))
    unasked = replace(thinking, analysis=replace(thinking.analysis, at=""))
    panels = [advice_panel(model, SAY) for model in (known, thinking, failed, unasked)]
    assert [attribute(panel, "aria-busy") for panel in panels if panel] == [None, "true", None, None]


def test_the_tutor_says_what_is_lost() -> None:
    model = after(0)
    remark = TutorComment(0.1234, MoveText("8/5 6/5"))
    warned = replace(model, analysis=replace(model.analysis, caution=HeldAction("confirm", (), remark)))
    line = tutor_line(warned, SAY)
    assert line
    assert texts(line) == "Blunder (−0.123). Are you sure?"
    line = tutor_line(replace(model, analysis=replace(model.analysis, remark=remark)), SAY)
    assert line
    assert "8/5 6/5" in texts(line)
    assert tutor_line(model, SAY) is None


def test_the_sentence_goes_with_the_row_that_is_asked() -> None:
    """Opening 3-1: the best play against one that loses little, and against a blunder."""
    match = replay(new_match(), [OpeningRoll(3, 1)])
    steps = ((8, 5), (6, 5)), ((24, 21), (6, 5)), ((24, 23), (13, 10))
    even = Chances(0.5, 0.1, 0.0, 0.5, 0.1, 0.0)
    plays = [
        RankedPlay(each, -lost, lost, None, even, 1)
        for each, lost in zip(steps, (0.0, LEAST - 0.01, 0.2), strict=True)
    ]
    known = Finding(tuple(plays), None, 0.0, 0.5, True)
    assert texts(reason_line(match, known, SAY)) == ""
    assert texts(reason_line(match, known, SAY, 1)) == ""
    said = SAY("reason.shots", few=0, many=34)
    assert texts(reason_line(match, known, SAY, 2)) == said
    assert texts(reason_line(match, replace(known, chosen=2, error=0.2), SAY)) == said
    name = hint.decision_key(Decision(match))
    state = AnalysisState(open=True, at=name, shown=2, findings={name: known})
    model = replace(after(0), game=replace(after(0).game, match=match, moves=()), analysis=state)
    panel = advice_panel(model, SAY)
    assert panel
    assert said in texts(panel)
    assert said not in texts(advice_panel(replace(model, analysis=replace(state, shown=1)), SAY) or panel)


def test_without_a_fact_that_decides_the_games_won_are_counted_after_the_play_that_was_made() -> None:
    match = replay(new_match(), [OpeningRoll(3, 1)])
    better, worse = (Chances(win, 0.1, 0.0, 1 - win, 0.1, 0.0) for win in (0.55, 0.45))
    best = RankedPlay(((8, 5), (6, 5)), 0.0, 0.0, None, better, 1)
    made = replace(best, equity=-0.2, behind=0.2, chances=worse)
    known = Finding((best, made), None, 0.0, 0.5, True, chosen=1, error=0.2)
    said = "Games won: 55% after the best play, 45% after the other."
    assert texts(reason_line(match, known, SAY)) == said
    assert texts(reason_line(match, known, SAY, 1)) == "", "a listed play has its chances beside it"


def test_the_tutor_gives_the_reason() -> None:
    reason = Reason("shots", (("few", 0), ("many", 34)))
    remark = TutorComment(0.2, MoveText("8/5 6/5"), reason=reason)
    model = after(0)
    for state in (AnalysisState(remark=remark), AnalysisState(caution=HeldAction("confirm", (), remark))):
        line = tutor_line(replace(model, analysis=state), SAY)
        assert line
        assert texts(line).endswith(SAY("reason.shots", few=0, many=34))


def test_bad_choices_are_marked_in_the_list_of_moves_by_sign_and_in_words() -> None:
    model = grade_match(after(6))
    review, findings = model.analysis.review, model.analysis.findings
    assert review
    drawn = page(model, SAY)
    marked = [(texts(each), attribute(each, "aria-label")) for each in nodes(drawn) if _is_sign(each)]
    signs: dict[float | None, tuple[str, str]]
    signs = {0.03: ("?!", "Doubtful"), 0.05: ("?", "Error"), 0.2: ("??", "Blunder"), 0.1: ("??", "Blunder")}
    expected = []
    for decision, key in zip(review.decisions, review.keys, strict=True):
        if findings[key].error in signs and (decision.is_play or decision.index < len(model.game.log) - 1):
            sign, name = signs[findings[key].error]
            expected.append((sign, name if decision.is_play else f"No double: {name}"))
    assert marked == expected
    assert not any(_is_sign(each) for each in nodes(page(prepare(after(6))[0], SAY)))


def _is_sign(element: Node) -> bool:
    """Return whether an element is a mark in the list, and not one in the legend."""
    return (attribute(element, "class") or "").startswith("sign ") and attribute(element, "role") == "img"


def test_a_resignation_that_was_a_mistake_is_held_against_playing_on() -> None:
    """No plays are listed or shown by arrows, and nothing can be rolled out."""
    model = next(each for each in map(after, range(9, 20)) if each.game.match.on_roll == 0)
    there = len(model.game.log)
    gone = replay(model.game.beginning, (*model.game.log, Resigned(2)))
    log = model.game.log.with_action(Resigned(2), gone)
    log = log.with_action(Refused(), apply(gone, Refused()))
    looked = analyse_match(
        replace(model, game=replace(model.game, match=apply(gone, Refused()), log=log, setup=ADVISED))
    )
    told = []
    for at in (there, there + 1):
        model = run_commands(looked, f"to-decision={at}", "panel", "hint")
        panel = advice_panel(model, SAY)
        assert panel
        assert not shown_plays(model)
        assert not [each for each in nodes(panel) if attribute(each, "data-command") == "show-play"]
        assert not {"cube-scores", "roll-out"} & {*available(model)}
        verdict, *_ = [each for each in nodes(panel) if attribute(each, "class") == "verdict"]
        told.append((texts(verdict), [texts(each) for each in nodes(panel) if each.tag == "tr"]))
    assert told == [
        ("Best: Play on", ["Play on+0.500", "Resign+0.200−0.300"]),
        ("Best: Accept", ["Accept+0.500", "Reject+0.200−0.300"]),
    ]
