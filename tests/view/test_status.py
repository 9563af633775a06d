"""The status beside the board and what goes with it: every line is there when it is due, and in its order."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from view.models import (
    FIRST,
    SAY,
    after,
    analyse_match,
    analysis_boards,
    attribute,
    chapters,
    lessons,
    nodes,
    quizzes,
    show_replay,
    studies,
    texts,
)
from view.screens import MINE, TURN, phases, run_commands
from view.test_reading import part_of, parts, say, speech

from backgammon.analysis.report import Stage
from backgammon.core.match import Resigned, new_match
from backgammon.features.analysis import hint
from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.lessons.progress import TASKS, chapter_of
from backgammon.features.speech.status_text import status, text
from backgammon.protocol.messages import (
    Chances,
    CubeAction,
    CubeFinding,
    Finding,
    Grade,
    LuckGrade,
    RankedPlay,
    luck_grade,
)
from backgammon.state.analysis_state import Decision
from backgammon.state.model import DialogName, GameDice, Games, Model, Notice, Origin, Replay
from backgammon.view.dialogs.registry import dialog
from backgammon.view.grades import LEGEND, legend
from backgammon.view.node import Node
from backgammon.view.page import page
from backgammon.view.panels.analysis import advice_panel, finding
from backgammon.view.panels.chances import plays_head
from backgammon.view.panels.lesson import lesson_panel
from backgammon.view.panels.moves_panel import moves_panel
from backgammon.view.panels.ranking import best_line, verdict_text
from backgammon.view.panels.resignation import resignation_table
from backgammon.view.words import prevent_breaks

ORDER = ("looking", "tutor", "notice", "about", "task", "had", "said", "before", "result", "hints", "verdict")
"""The keys of the lines of the status, from the top down."""


def screens() -> Iterator[Model]:
    for make in (studies, quizzes, lessons, chapters, analysis_boards):
        yield from islice(make(), 5)
    yield from (*TURN.values(), dict(phases())["game-over"])


def status_of(model: Model) -> Node:
    return part_of(page(model, SAY), "status")


def test_the_lines_of_the_status_come_in_their_order_below_a_notice_too() -> None:
    seen = set()
    for at, model in enumerate(screens()):
        told = replace(model, notice=Notice("notice.no-checker")) if at % 2 else model
        places = [ORDER.index(key) for key in parts(status_of(told)) if key in ORDER]
        assert places == sorted(places), parts(status_of(told))
        seen.update(places)
    assert seen == {*range(len(ORDER))}


def test_the_outcome_of_a_question_is_how_good_the_choice_was_and_then_the_best_one() -> None:
    graded = [model for model in quizzes() if model.game.problem and model.game.problem.found]
    assert graded
    for model in graded:
        asked = model.game.problem
        assert asked
        assert asked.found
        read = speech(part_of(page(model, SAY), "verdict"))
        assert read[-2:] == [verdict_text(asked, SAY), best_line(asked, asked.found, SAY)]


def test_a_mistake_is_asked_again_until_it_is_decided() -> None:
    for model in islice(lessons(), 6):
        assert model.learning
        assert model.game.problem
        task = SAY("learn.task") if model.learning.current.decision.is_play else text(SAY, status(model))
        assert (task in speech(status_of(model))) is (model.game.problem.chosen is None)


def test_a_task_of_a_lesson_is_asked_until_it_is_solved_and_then_explained() -> None:
    asked = [model for model in islice(chapters(), 12) if model.lesson and model.lesson.task]
    for model in asked:
        assert model.lesson
        task, read = TASKS[model.lesson.task], speech(status_of(model))
        over = bool(model.lesson.right or model.lesson.shown)
        assert (prevent_breaks(SAY(task.ask)) in read) is not over
        assert (prevent_breaks(SAY(task.why)) in read) is over
        begins = task is chapter_of(task).tasks[0] and model.lesson.right is None and not model.lesson.hints
        assert (prevent_breaks(SAY(chapter_of(task).text)) in read) is (begins and not over)


def test_a_chapter_says_its_number_or_that_it_is_solved_its_title_and_how_far_one_is() -> None:
    panel = lesson_panel(next(chapters()), SAY)
    rows = [each for each in nodes(panel) if attribute(each, "data-command") == "lesson-open"]
    for number, row in enumerate(rows, 1):
        first, title, share = speech(row)
        chapter = CHAPTERS[number - 1]
        assert (first, title, share) == (str(number), SAY(chapter.title), f"0/{len(chapter.tasks)}")


def test_a_list_of_plays_is_headed_by_depth_and_figures() -> None:
    shares = say("advice.gammons", "advice.backgammons")
    assert speech(plays_head(2, SAY)) == [
        SAY("advice.plies", count=2),
        *say("rollout.head.equity", "advice.behind"),
        *(word for name in ("wins", "losses") for word in (SAY(f"advice.{name}"), *shares)),
    ]


@pytest.mark.parametrize("luck", [None, 0.0, 0.9, -0.9])
def test_the_luck_of_a_roll_is_told_and_named_where_it_is_out_of_the_ordinary(luck: float | None) -> None:
    hinted = run_commands(MINE, "hint", "hint-answer")
    known = hint.finding_of(hinted)
    assert known
    drawn = finding(hinted, replace(known, luck=luck), SAY)
    lines = [texts(each) for each in nodes(drawn) if each.key == "luck"]
    if luck is None:
        assert lines == []
        return
    named_luck = luck_grade(luck)
    assert (named_luck is LuckGrade.NORMAL) is (luck == 0)
    words = SAY("advice.luck", luck=SAY.number(luck, 3, signed=True))
    assert lines == [words if luck == 0 else f"{words} · {SAY(f'luck.{named_luck}')}"]


def test_the_form_of_a_rollout_has_a_box_for_each_listed_play_and_its_choices() -> None:
    drawn = advice_panel(run_commands(MINE, "hint", "hint-answer"), SAY)
    assert drawn
    form = part_of(drawn, "roll-out")
    read = speech(form)
    assert read[:2] == say("action.roll-out", "rollout.choose")
    assert read[-1] == SAY("action.roll-out")
    boxes = [each for each in nodes(form) if attribute(each, "type") == "checkbox"]
    ticked = [attribute(each, "checked") is not None for each in boxes]
    assert ticked[:3] == [True, True, True]
    assert not any(ticked[3:])
    assert {f"<{SAY(f'rollout.{name}.label')}>" for name in ("trials", "truncate")} <= {*read}


@pytest.mark.parametrize(
    ("works", "key", "said", "keeps"),
    [
        (True, "", ["dialog.other-tab.about"], True),
        (False, "notice.no-storage", ["dialog.other-tab.about", "notice.no-storage"], True),
        (False, "notice.friend-passed", ["notice.friend-passed"], False),
    ],
)
def test_a_match_that_went_on_in_another_tab_can_be_kept_if_it_is_ones_own(
    works: bool, key: str, said: list[str], keeps: bool
) -> None:
    notice = Notice(key) if key else None
    model = replace(after(4), dialog=DialogName.OTHER_TAB, storage_works=works, notice=notice)
    drawn = dialog(model, SAY)
    assert drawn
    ways = ["action.keep-mine"] * keeps + ["action.take-other"]
    assert speech(drawn) == say("dialog.other-tab.title", *said, *ways)


def test_files_hold_what_the_match_allows() -> None:
    begun = after(6)
    midway = replace(begun, game=replace(begun.game, start=begun.game.match))
    for model, link, saved, noted in (
        (FIRST, "match", ["mat", "sgf", "txt", "json", "png", "svg"], False),
        (midway, "match", ["txt", "json", "png", "svg"], True),
        (next(analysis_boards()), "lines", ["lines", "txt", "png", "svg"], False),
    ):
        drawn = dialog(replace(model, dialog=DialogName.FILES), SAY)
        assert drawn
        buttons = [each for each in nodes(drawn) if attribute(each, "data-value")]
        offered = [(attribute(each, "data-command"), attribute(each, "data-value")) for each in buttons]
        assert offered == [
            *(("copy-id", "xgid"), ("copy-id", "gnu"), ("copy-link", "position"), ("copy-link", link)),
            *(("save-as", kind) for kind in saved),
        ]
        assert [texts(each) for each in buttons] == [
            SAY(f"dialog.files.{command}.{value}") for command, value in offered
        ]
        assert (SAY("dialog.files.save.note") in texts(drawn)) is noted


def test_the_remarks_on_a_file_are_told_only_where_there_are_some() -> None:
    log = after(9).game.log
    record = Replay(new_match(length=7), log, 5, Origin.FILE, ("Ann", "Bob"))
    for remarks in ((), (("remark.cut-off", (("line", 3),)),)):
        shown = status_of(show_replay(after(9), replace(record, remarks=remarks)))
        assert ("remarks" in parts(shown)) is bool(remarks)
        assert (SAY("ui.remarks", count=1) in speech(shown)) is bool(remarks)


@pytest.mark.parametrize("boxed", [True, False])
def test_only_signs_that_are_shown_are_explained(boxed: bool) -> None:
    words = {key: SAY(key) for key in LEGEND}
    drawn = legend({(Grade.ERROR, boxed), (Grade.DOUBTFUL, False)}, words)
    cube = [SAY("figures.part.cube")] * boxed
    assert speech(drawn) == [SAY("grade.doubtful"), SAY("grade.error"), *cube]


def test_the_dice_of_an_early_game_are_shown_where_their_check_failed() -> None:
    games = Games.of([GameDice(f"{number:064x}", "", "") for number in range(30)])
    model = replace(FIRST, dialog=DialogName.DICE, game=replace(FIRST.game, games=games))
    for checked, early in (((), []), (((1, True), (2, False), (3, True)), [2])):
        drawn = dialog(replace(model, dice_checked=checked), SAY)
        assert drawn
        shown = [int(each.key) for each in nodes(drawn) if each.tag == "section"]
        assert shown == [*range(30, 10, -1), *early]


def test_the_table_of_a_review_has_a_row_for_each_figure() -> None:
    drawn = dialog(replace(analyse_match(after(40)), dialog=DialogName.REVIEW), SAY)
    assert drawn
    heads = [texts(each) for each in nodes(part_of(drawn, "players")) if attribute(each, "scope") == "row"]
    stages = [SAY(f"review.stage.{stage}") for stage in Stage]
    first, last = (
        ("pr", "rating", "plays", "cube"),
        ("error", "blunders", "errors", "doubtful", "luck", "lucky"),
    )
    assert heads[:4] == [SAY(f"review.{name}") for name in first]
    assert heads[-6:] == [SAY(f"review.{name}") for name in last]
    assert heads[4:-6] == [stage for stage in stages if stage in heads]
    assert len(heads) > 10


def test_the_row_of_the_latest_play_is_marked_or_in_a_replay_the_play_shown() -> None:
    for model in (after(9), show_replay(after(9), Replay(after(9).game.beginning, after(9).game.log, 4))):
        table = part_of(moves_panel(model, SAY), "body")
        rows = [each for each in table.children if isinstance(each, Node)]
        latest = [row for row in rows if attribute(row, "class") == "latest"]
        current = [each for each in nodes(table) if attribute(each, "aria-current")]
        assert latest == ([] if model.replay else rows[-1:])
        assert [attribute(each, "data-value") for each in current] == (["5"] if model.replay else []), (
            "after its roll"
        )


def test_what_an_annotator_said_of_a_play_stands_below_the_list_while_that_play_is_shown() -> None:
    log = after(9).game.log
    record = Replay(new_match(length=7), log, 0, Origin.FILE, ("Ann", "Bob"), comments=((5, "Bold"),))
    for cursor in (3, 5, 7):
        shown = moves_panel(show_replay(after(9), replace(record, cursor=cursor)), SAY)
        assert ("Bold" in speech(shown)) is (cursor == 5)


@pytest.mark.parametrize(
    ("lost", "read"),
    [
        (None, ["Best: Resign", "Resign", "−0.900"]),
        (0.0, ["Best: Resign", "Resign", "−0.900"]),
        (0.3, ["Best: Play on", "Play on", "−0.900", "Resign", "−1.200", "−0.300"]),
    ],
)
def test_a_resignation_is_judged_alone_unless_to_play_on_is_better(
    lost: float | None, read: list[str]
) -> None:
    shares = Chances(0.1, 0.0, 0.0, 0.9, 0.2, 0.0)
    found = Finding((RankedPlay((), -0.9, 0.0, None, shares, 1),), None, -0.9, 0.1, True, error=lost)
    drawn = resignation_table(found, Decision(after(4).game.match, Resigned(1)), SAY)
    verdict, _, *rows = speech(drawn)
    assert [verdict, *rows[: len(read)]] == [*read, "Wins"]
    cube = CubeFinding(-0.9, None, None, CubeAction.NO_DOUBLE, None, (), shares, 2)
    weighed = replace(found, plays=(), cube=cube)
    assert resignation_table(weighed, Decision(after(4).game.match, Resigned(1)), SAY) == drawn
