"""The list of moves writes the log in notation."""

import re
from dataclasses import replace

import pytest
from view.models import FIRST, SAY, after, attribute, nodes, texts

from backgammon.analysis.decisions import decisions
from backgammon.analysis.findings import Finding
from backgammon.analysis.report import pair_findings
from backgammon.core.match import (
    Doubled,
    Dropped,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Refused,
    Resigned,
    Rolled,
    Took,
    apply,
    new_match,
)
from backgammon.core.plays import format_steps, legal_plays
from backgammon.core.rules import PRESETS, STANDARD
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record
from backgammon.state.model import Log, Model
from backgammon.view.node import Node
from backgammon.view.panels.move_list import Entry, entries, running_game
from backgammon.view.panels.moves_panel import moves_panel


def test_each_play_is_written_as_the_rules_core_writes_it() -> None:
    for seed in range(5):
        model = after(40, seed)
        match = new_match(STANDARD, model.game.match.length)
        written = []
        for action in model.game.log:
            if isinstance(action, Played):
                play = format_steps(match.position.points, action.steps) if action.steps else ""
                written.append((match.on_roll, match.dice, play))
            match = apply(match, action)
        found = entries(model.game.log, new_match(STANDARD, model.game.match.length))
        assert [(entry.player, entry.dice, entry.play) for entry in found] == written
        assert all(isinstance(model.game.log[entry.index], Played) for entry in found)


def test_cube_and_resignation_are_said_by_who_did_them() -> None:
    actions = (
        OpeningRoll(3, 1),
        Played(((8, 5), (6, 5))),
        Resigned(1),
        Refused(),
        Doubled(),
        Took(),
        Resigned(1),
        Refused(),
        Rolled((6, 6)),
        Played(((24, 18), (24, 18), (13, 7), (13, 7))),
        Doubled(),
    )
    said = [(entry.player, entry.said) for entry in entries(actions, new_match()) if entry.said]
    resigned = [(1, "resign"), (0, "refuse")]
    assert said == [*resigned, (1, "double"), (0, "take"), *resigned, (0, "redouble")]
    offered = replace(new_match(), phase=Phase.DOUBLED)
    assert [(each.player, each.said) for each in entries((Took(),), offered)] == [(1, "take")]


def test_only_the_running_game_is_listed() -> None:
    model = after(3)
    log = model.game.log
    for action in (NextGame(), OpeningRoll(2, 6), Played(())):
        log = log.with_action(action, model.game.match)
    assert running_game(log, new_match()) == (Entry(1, (6, 2), index=len(log) - 1),)


def test_where_the_starter_throws_anew_the_first_dice_are_no_roll() -> None:
    actions = (OpeningRoll(5, 2), Rolled((1, 1)), Played(()))
    assert entries(actions, new_match(PRESETS["tryktrak"])) == (Entry(0, (1, 1), index=2),)


def test_a_match_from_a_position_is_written_from_there() -> None:
    model = after(6)
    start = model.game.match
    assert start.dice
    log = Played(legal_plays(start.position, start.dice)[0].steps), Doubled()
    play, double = entries(log, start)
    assert (play.player, play.dice) == (start.on_roll, start.dice)
    assert play.play == format_steps(start.position.points, log[0].steps)
    assert (double.player, double.said) == (1 - start.on_roll, "double")


@pytest.mark.parametrize(
    ("opening", "rows"),
    [
        (OpeningRoll(3, 1), [["1", "318/5 6/5", "6424/14"]]),
        (OpeningRoll(1, 3), [["1", "", "318/5 6/5"], ["2", "6424/14", ""]]),
    ],
)
def test_each_player_has_a_column_also_who_begins_in_the_second(
    opening: OpeningRoll, rows: list[list[str]]
) -> None:
    plays = Played(((8, 5), (6, 5))), Rolled((6, 4)), Played(((24, 18), (18, 14)))
    log = Log.of(FIRST.game.match, (opening, *plays))
    drawn = moves_panel(replace(FIRST, game=replace(FIRST.game, log=log)), SAY)
    lines = [each.children for each in nodes(drawn) if each.tag == "tr"]
    assert [[texts(cell) for cell in line if isinstance(cell, Node)] for line in lines[1:]] == rows


@pytest.mark.parametrize(("length", "said"), [(1, False), (3, True)])
def test_a_match_to_one_point_is_no_crawford_game(length: int, said: bool) -> None:
    match = replace(FIRST.game.match, length=length, crawford_game=True)
    shown = texts(moves_panel(replace(FIRST, game=replace(FIRST.game, match=match)), SAY))
    assert (SAY("ui.crawford") in shown) is said


def test_the_ways_on_begin_anew_where_another_comes_first() -> None:
    """Otherwise a telephone stays scrolled to the former first button, and hides the new one before it."""

    def ways_on(model: Model) -> Node:
        return next(each for each in nodes(moves_panel(model, SAY)) if attribute(each, "class") == "links")

    def first_of(links: Node) -> Node:
        return next(each for each in links.children if isinstance(each, Node))

    begun, later = after(10, 1), after(11, 1)
    assert attribute(first_of(ways_on(FIRST)), "data-command") == "lessons"
    assert attribute(first_of(ways_on(begun)), "data-command") == "review"
    assert ways_on(FIRST).key != ways_on(begun).key == ways_on(later).key


def with_doubles() -> Log:
    """Return the log of a game that player 1 begins, with doubles by both, a take and a drop."""
    roll, play = Rolled((2, 1)), Played(())
    turn = roll, play
    match, log = new_match(length=5), Log()
    for each in (OpeningRoll(1, 3), play, *turn, Doubled(), Took(), *turn * 3, Doubled(), Dropped()):
        plays = legal_plays(match.position, match.dice) if each is play and match.dice else ()
        action = Played(plays[0].steps) if plays else each
        log, match = log.with_action(action, match), apply(match, action)
    return log


def test_a_report_numbers_moves_as_the_list_and_a_match_file_do() -> None:
    log = with_doubles()
    found = decisions(new_match(length=5), log)
    judged = pair_findings(found, [Finding((), None, 0.0, 0.5, counts=True)] * len(found))
    assert [(type(each.decision.action), each.move) for each in judged] == [
        (Played, 1),
        (Rolled, 2),
        (Played, 2),
        (Doubled, 2),
        (Took, 3),
        (Played, 3),
        (Rolled, 4),
        (Played, 4),
        (Played, 4),
        (Doubled, 5),
        (Dropped, 5),
    ]
    moves = {str(each.decision.index): each.move for each in judged}
    drawn = nodes(moves_panel(replace(FIRST, game=replace(FIRST.game, log=log)), SAY))
    rows = [each for each in drawn if each.tag == "tr"][1:]
    for number, row in enumerate(rows, 1):
        entered = [attribute(each, "data-value") for each in nodes(row) if each.tag == "button"]
        assert entered
        assert {moves[str(index)] for index in entered} == {number}
    written = format_mat(Record.of(("Ann", "Bob"), new_match(length=5), log)).splitlines()
    assert [number for line in written for number in re.findall(r"^ +([0-9])\)", line)] == [*"12345"]
    for number, said in ((1, "31:"), (2, "Doubles"), (3, "Takes"), (5, "Drops")):
        assert any(line.startswith(f"  {number})") and said in line for line in written)
