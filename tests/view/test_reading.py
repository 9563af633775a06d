"""What is read out, in which order, and what the style sheets are told: the page's parts, one by one."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from app.fake import analysis_result
from app.test_problem import ANSWER, decide, problem
from view.models import (
    FIRST,
    SAY,
    after,
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
from view.screens import MINE, TO_ROLL, phases, reviewed_match, run_commands

from backgammon.app.embed_page import update
from backgammon.core.match import NextGame, OpeningRoll, Played
from backgammon.features.analysis.evaluation import has_bar
from backgammon.features.coach.clues import clues_on_show
from backgammon.features.lines import judging
from backgammon.features.speech.status_text import status, text
from backgammon.state.events import Command, WorkDone
from backgammon.state.model import DialogName, Model, Notice, Replay
from backgammon.view.board.board import board
from backgammon.view.board.board_view import board_view
from backgammon.view.dialogs.registry import dialog
from backgammon.view.node import Node
from backgammon.view.page import page
from backgammon.view.panels.action_bar import action_bar
from backgammon.view.panels.clues import clue_lines
from backgammon.view.panels.lines import lines_panel, lines_status
from backgammon.view.panels.moves_panel import moves_panel
from backgammon.view.panels.player_line import player_line
from backgammon.view.panels.status_line import notice_line
from backgammon.view.panels.update_offer import update_offer
from backgammon.view.problem_page import problem_page
from backgammon.view.words import prevent_breaks


def speech(tree: Node | str | None) -> list[str]:
    """Return what a screen reader reads of a drawing, in order: its texts, or the names that replace them."""
    if tree is None or isinstance(tree, str):
        return [tree.strip()] if tree and tree.strip() else []
    if attribute(tree, "aria-hidden") == "true":
        return []
    name = attribute(tree, "aria-label")
    if name and (tree.tag == "button" or attribute(tree, "role") in ("img", "button")):
        return [name]
    return [*([f"<{name}>"] if name else []), *(said for child in tree.children for said in speech(child))]


def say(*keys: str) -> list[str]:
    return [SAY(key) for key in keys]


def parts(tree: Node) -> list[str]:
    return [child.key for child in tree.children if isinstance(child, Node)]


def part_of(tree: Node, key: str) -> Node:
    return next(each for each in nodes(tree) if each.key == key)


def test_the_page_is_read_from_the_menu_over_the_board_to_the_lists() -> None:
    hinted = run_commands(MINE, "hint")
    drawn = page(replace(hinted, dialog=DialogName.HELP), SAY)
    assert parts(drawn) == ["top", "table", "drop-hint", "dialog-help"]
    bar = ["evaluation"] * has_bar(hinted)
    assert parts(part_of(drawn, "table")) == [
        "player1",
        "board",
        *bar,
        "player0",
        "controls",
        "panel",
        "advice",
    ]
    assert parts(part_of(page(FIRST, SAY), "table")) == ["player1", "board", "player0", "controls", "panel"]
    assert any(has_bar(model) for model in analysis_boards())
    for model in (FIRST, *analysis_boards()):
        assert ("evaluation" in parts(part_of(page(model, SAY), "table"))) is has_bar(model)


@pytest.mark.parametrize("opened", [True, False])
def test_the_menu_leads_to_the_list_beside_the_board_and_to_the_dialogs(opened: bool) -> None:
    menu = say("ui.new-game", "ui.rules", "ui.settings", "ui.help")
    for model, beside in ((FIRST, "ui.panel"), (next(chapters()), "action.lessons")):
        header = part_of(page(replace(model, panel_open=opened), SAY), "top")
        assert speech(header) == [SAY("app.name"), f"<{SAY('aria.menu')}>", SAY(beside), *menu]
        (toggle,) = [each for each in nodes(header) if attribute(each, "aria-controls")]
        assert attribute(toggle, "aria-expanded") == str(opened).lower()
        assert [each.tag for each in nodes(page(model, SAY)) if attribute(each, "id") == "panel"] == ["aside"]
        assert attribute(toggle, "aria-controls") == "panel"


MODES: list[tuple[Callable[[], Model], dict[str, str]]] = [
    (lambda: FIRST, {}),
    (lambda: replace(FIRST, panel_open=True), {"data-panel": "open"}),
    (lambda: next(studies()), {"data-mode": "study"}),
    (lambda: [*studies()][-1], {"data-mode": "edit"}),
    (lambda: next(quizzes()), {"data-mode": "quiz", "data-menu": ""}),
    (lambda: [*quizzes()][1], {"data-mode": "quiz"}),
    (lambda: next(lessons()), {"data-mode": "quiz"}),
    (lambda: next(chapters()), {"data-mode": "lesson", "data-panel": "open"}),
    (lambda: next(analysis_boards()), {"data-mode": "quiz", "data-lines": ""}),
    (lambda: run_commands(MINE, "hint"), {"data-advice": ""}),
]


@pytest.mark.parametrize(("make", "told"), MODES)
def test_the_style_sheets_are_told_what_the_page_is_for(
    make: Callable[[], Model], told: dict[str, str]
) -> None:
    names = ("data-mode", "data-panel", "data-advice", "data-lines", "data-menu")
    drawn = page(make(), SAY)
    assert {name: value for name in names if (value := attribute(drawn, name)) is not None} == told


def test_the_buttons_stand_together_with_the_result_only_where_a_game_has_ended_on_the_board() -> None:
    over = dict(phases())["game-over"]
    looked_at = show_replay(over, Replay(over.game.beginning, over.game.log, len(over.game.log)))
    for model, ended in ((over, True), (looked_at, False), (MINE, False)):
        classes = (attribute(part_of(page(model, SAY), "controls"), "class") or "").split()
        assert ("ended" in classes) is ended


def test_of_the_board_only_places_cube_and_dice_are_read() -> None:
    for model in (FIRST, MINE, TO_ROLL, run_commands(MINE, "hint", "hint-answer")):
        view = board_view(model)
        drawn = board(view, SAY)
        name, *read = speech(drawn)
        assert name == f"<{SAY('aria.board')}>"
        assert len(read) == 28 + (view.cube is not None) + len(view.dice)
        assert attribute(drawn, "role") == "group"
        shown = [each for each in drawn.children if isinstance(each, Node) and each.tag == "g"]
        read_out = [each.key for each in shown if attribute(each, "aria-hidden") is None]
        assert read_out == ["places", "cube", *(f"dice{dice.player}" for dice in view.dice)]


def test_a_place_that_can_be_used_is_said_to_be() -> None:
    selected = replace(MINE, game=replace(MINE.game, selected=board_view(MINE).sources[0]))
    for model in (MINE, selected):
        view = board_view(model)
        hints = {target.place: "aria.target.hit" if target.hit else "aria.target" for target in view.targets}
        hints |= {number: "aria.source" for number in view.sources if number not in (*hints, view.selected)}
        for each in nodes(board(view, SAY)):
            number = int(attribute(each, "data-place") or -1)
            if number >= 0:
                end = SAY("aria.place", place="", hint=SAY(hints[number])) if number in hints else ""
                assert (attribute(each, "aria-label") or "").endswith(end)
                classes = (attribute(each, "class") or "").split()
                assert ("legal" in classes) is (number in view.sources or number in hints)
                assert attribute(each, "aria-pressed") == ("true" if number == view.selected else None)


SHOWN = {"mark light", "mark dark", "pips", "doing", "thinking"}


def test_a_side_says_its_colour_name_pips_state_and_score() -> None:
    mine = speech(player_line(FIRST, 0, SAY))
    assert mine == [
        SAY("ui.white"),
        "You",
        SAY("ui.pips", count=167),
        SAY("ui.score.match", score=0, count=3),
    ]
    theirs = speech(player_line(FIRST, 1, SAY))
    assert theirs[:4] == [SAY("ui.black"), "The computer", SAY("ui.pips", count=167), SAY("level.casual")]
    match = replace(FIRST.game.match, length=0, score=(12, 0), white=1)
    money = replace(
        FIRST, game=replace(FIRST.game, match=match), settings=replace(FIRST.settings, pips=False)
    )
    assert speech(player_line(money, 0, SAY)) == [SAY("ui.black"), "You", SAY("ui.score.money", count=12)]
    over = dict(phases())["game-over"]
    assert not [said for said in speech(player_line(over, 0, SAY)) if "pip" in said]


def test_a_side_has_the_mark_of_its_checkers_and_nothing_where_it_says_nothing() -> None:
    silent = replace(FIRST, settings=replace(FIRST.settings, pips=False))
    mine, theirs = [
        {attribute(each, "class") for each in nodes(player_line(silent, at, SAY))} for at in (0, 1)
    ]
    assert mine & SHOWN == {"mark light"}
    assert theirs & SHOWN == {"mark dark", "doing"}


def test_only_the_line_of_who_played_last_shows_that_play_again() -> None:
    for plays in (5, 6):
        model = after(plays)
        waiting = replace(
            model, game=replace(model.game, match=replace(model.game.match, phase=TO_ROLL.game.match.phase))
        )
        for side in (0, 1):
            again = attribute(player_line(waiting, side, SAY), "data-command")
            assert (again == "recall") is (side == 1 and model.game.match.on_roll == 0), (plays, side)


def test_clues_are_read_before_the_buttons_for_more() -> None:
    hinted = run_commands(MINE, "hint")
    clues = [prevent_breaks(text(SAY, each)) for each in clues_on_show(hinted)]
    assert clues
    assert speech(clue_lines(hinted, SAY))[: len(clues)] == clues
    assert speech(clue_lines(hinted, SAY))[-1] == SAY("action.learn-answer")


@pytest.mark.parametrize("cube", [1, 4])
def test_a_resignation_says_what_each_size_costs(cube: int) -> None:
    model = after(4)
    match = replace(model.game.match, cube=cube)
    drawn = dialog(replace(model, game=replace(model.game, match=match), dialog=DialogName.RESIGN), SAY)
    costs = [SAY("dialog.resign.points", count=times * cube) for times in (1, 2, 3)]
    assert drawn
    assert speech(drawn)[:3] == say("dialog.resign.title", "action.close", "dialog.resign.about")
    assert speech(drawn)[4:9:2] == costs
    assert speech(drawn)[-1] == SAY("dialog.resign.cancel")


def test_a_newer_version_and_a_notice_are_told_with_what_can_be_done() -> None:
    assert speech(update_offer(replace(FIRST, update_ready=True), SAY)) == [
        f"<{SAY('update.ready')}>",
        *say("update.ready", "update.now", "update.later"),
    ]
    notice = Notice("notice.no-checker")
    assert speech(notice_line(notice, SAY)) == say("notice.no-checker", "action.dismiss")
    model = run_commands([*analysis_boards()][-4], "line-prune")
    assert model.notice
    assert model.notice.removed
    drawn = notice_line(model.notice, SAY)
    assert speech(drawn)[1:] == say("action.line-restore", "action.dismiss")
    assert drawn
    commands = [attribute(each, "data-command") for each in nodes(drawn) if each.tag == "button"]
    assert commands == ["line-restore", "dismiss"]


def test_the_analysis_board_says_how_the_choice_ranks_before_what_is_to_be_done() -> None:
    for model in analysis_boards():
        read = speech(lines_status(model, SAY))
        assert read[-1] == prevent_breaks(text(SAY, status(model)))
        assert (read[0] == SAY("lines.title")) is (judging.answer(model) is None)
        assert read[-2] == SAY("action.line-close")
        listed = speech(lines_panel(model, SAY))
        assert listed[0] == f"<{SAY('lines.title')}>"
        if f"<{SAY('problem.title')}>" in listed:
            rank, _, equity = listed[listed.index(f"<{SAY('problem.title')}>") + 1 :][:3]
            assert (rank, equity[0]) == ("1", "+")


def test_of_a_match_with_several_games_the_list_leads_to_the_ones_beside() -> None:
    model = after(3)
    log = model.game.log
    first = len(log) + 1
    for action in (NextGame(), OpeningRoll(2, 6), Played(()), NextGame(), OpeningRoll(3, 1), Played(())):
        log = log.with_action(action, model.game.match)
    replay = Replay(model.game.beginning, log)
    base = replace(model, game=replace(model.game, log=log))
    drawn = moves_panel(base, SAY)
    steps = {
        attribute(each, "aria-label"): attribute(each, "data-value")
        for each in nodes(drawn)
        if "game-step" in (attribute(each, "class") or "")
    }
    assert steps == {SAY("action.game-before"): str(first)}
    assert replay.log.finished


def test_the_list_of_moves_says_what_is_played_before_the_moves() -> None:
    for model, end in ((FIRST, "dialog.help.moving"), (MINE, "")):
        read = speech(moves_panel(model, SAY))
        facts = [SAY("ui.match", count=3), SAY("ui.game", number=1), SAY("rule.standard.name")]
        assert read[:6] == [*say("ui.moves", "action.close"), *facts, f"<{SAY('ui.moves')}>"]
        assert read[6] == (SAY(end) if end else "You")
    assert attribute(part_of(moves_panel(reviewed_match(), SAY), "scroll"), "role") == "region"


def test_an_embedded_problem_is_read_from_the_board_to_the_ranking() -> None:
    weighed, work = decide(ANSWER, Command("take"))
    answered, _ = update(weighed, WorkDone(work.id, analysis_result(work.work)))
    for model, controls, lists in (
        (problem(ANSWER), ["status", "actions", "facts"], []),
        (weighed, ["said", "again", "facts"], []),
        (answered, ["said", "again", "facts"], ["ranking"]),
    ):
        drawn = problem_page(model, SAY)
        assert parts(part_of(drawn, "table")) == ["board", "controls", *lists]
        assert parts(part_of(drawn, "controls")) == controls


def test_a_button_that_is_an_icon_alone_tells_its_words_to_who_points_at_it() -> None:
    told = {
        attribute(each, "data-command"): (attribute(each, "title"), texts(each))
        for model in (MINE, TO_ROLL, reviewed_match())
        for each in nodes(action_bar(model, SAY))
        if attribute(each, "class") == "quiet-button"
    }
    assert {"hint", "study-next"} <= {*told}
    for title, words in told.values():
        assert title == words != ""


def test_what_to_learn_from_a_finished_match_comes_after_the_main_button() -> None:
    (loud,) = [
        each for each in nodes(action_bar(dict(phases())["match-analysed"], SAY)) if each.key == "loud"
    ]
    commands = [attribute(each, "data-command") for each in loud.children if isinstance(each, Node)]
    assert commands.index("learn") == 1
    bar = action_bar(reviewed_match(), SAY)
    assert parts(bar) == ["loud", "quiet"]
    assert "study-next" in parts(part_of(bar, "quiet"))
    assert texts(bar)
