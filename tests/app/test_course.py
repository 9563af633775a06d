"""The lessons' tasks: each can be set up, its answer is right, and the engine agrees on every judgement."""

import re
from typing import Any

import pytest
from shipped import OF_THE_NET

from backgammon import Search, finish, judge, study_cube, study_play
from backgammon.analysis.facts import count_facts
from backgammon.core.match import Match, Phase, Played
from backgammon.core.plays import Turn, legal_plays
from backgammon.core.position import CHECKERS
from backgammon.engine.met import standard_table
from backgammon.engine.stakes import stakes_of
from backgammon.features.analysis.hint import is_decision
from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.lessons.course import CUBE_ACTIONS, Task, answer_steps, is_solved_by, match_of
from backgammon.features.lessons.goals import Goal, bears_off, hits, makes
from backgammon.i18n.catalogue import load

TASKS = [task for chapter in CHAPTERS for task in chapter.tasks]
TEXTS = load().texts
BY_RULE = {"move-two", "move-one", "move-double", "enter", "off-high", "race-home", "safe-both"}
"""Tasks that state the required kind of play: another play may be as good, or a little better."""
DOUBTFUL = 0.02


def task_name(task: Task) -> str:
    return task.name


def plays(match: Match) -> list[Played]:
    assert match.dice
    return [Played(play.steps) for play in legal_plays(match.position, match.dice, match.rules)]


def turn(match: Match) -> Turn:
    assert match.dice
    return Turn(match.position, match.dice, match.rules)


def test_there_are_twelve_chapters_and_some_thirty_tasks() -> None:
    assert len(CHAPTERS) == 12
    assert 30 <= len(TASKS) == len({task.name for task in TASKS})
    assert all(2 <= len(chapter.tasks) <= 4 for chapter in CHAPTERS)


def test_every_text_of_the_lessons_is_told_and_none_is_missing() -> None:
    told = {key for chapter in CHAPTERS for key in (chapter.title, chapter.text)}
    told |= {key for task in TASKS for key in (task.ask, task.why, task.hint_text) if key}
    there = {key for key in TEXTS if re.fullmatch(r"lesson\.[a-z-]+\.(title|text|ask|why|hint)", key)}
    assert told == there


@pytest.mark.parametrize("task", TASKS, ids=task_name)
def test_a_task_is_a_decision_of_the_player_below(task: Task) -> None:
    match = match_of(task)
    assert is_decision(match)
    assert match.decider == match.white == 0
    assert match.rules.name == task.rules
    assert max(sum(max(0, sign * count) for count in match.position.points) for sign in (1, -1)) <= CHECKERS


@pytest.mark.parametrize("task", TASKS, ids=task_name)
def test_the_answer_is_legal_and_right_and_not_everything_is(task: Task) -> None:
    match = match_of(task)
    if match.phase is Phase.TO_PLAY:
        assert is_solved_by(task, Played(answer_steps(task)))
        wrong = [play for play in plays(match) if not is_solved_by(task, play)]
        assert wrong or task.name == "enter", "nothing could be done wrong"
        return
    right = [each for each in CUBE_ACTIONS.values() if is_solved_by(task, each)]
    assert right == [CUBE_ACTIONS[task.answer]]


@pytest.mark.parametrize("task", [task for task in TASKS if task.goal], ids=task_name)
def test_what_a_play_has_missed_is_said(task: Task) -> None:
    match = match_of(task)
    failed = [play for play in plays(match) if not is_solved_by(task, play)]
    assert bool(failed) is (task.miss_notice is not None)
    if task.miss_notice:
        params: dict[str, Any] = dict(task.miss_notice.params)
        words = load()(task.miss_notice.key, **params)
        assert all(str(value) in words for _, value in task.miss_notice.params)


@pytest.mark.parametrize("task", [task for task in TASKS if not task.hint_text], ids=task_name)
def test_a_hint_without_words_shows_where_a_play_begins(task: Task) -> None:
    assert match_of(task).phase is Phase.TO_PLAY


def test_the_hint_of_the_skipped_number_is_right_only_by_its_rules() -> None:
    task = next(task for task in TASKS if task.name == "off-skip")
    right = [play for play in plays(match_of(task)) if is_solved_by(task, play)]
    assert [play.steps for play in right] == [((4, 0),)]


def test_the_standard_rules_would_not_let_the_three_bear_off() -> None:
    task = next(task for task in TASKS if task.name == "off-any")
    match = match_of(task)
    results = Turn(match.position, (3, 2)).results
    assert not any(bears_off(2).is_met(match.position.points, after) for after in results)


@pytest.mark.parametrize(
    ("name", "shots"), [("safe-far", 6), ("bold-hit", 21), ("safe-both", 0), ("bold-not", 0)]
)
def test_the_shots_that_a_text_names_are_counted(name: str, shots: int) -> None:
    task = next(task for task in TASKS if task.name == name)
    match = match_of(task)
    after = turn(match).after(answer_steps(task))
    assert count_facts(match.position.points, after, match.rules).shots == shots
    said = [int(number) for number in re.findall(r"\b(\d+) of the 36", str(TEXTS[task.why]))]
    assert said == [shots] * bool(shots)


@pytest.mark.parametrize("name", ["race-run", "double-race", "double-wait", "take-race"])
def test_the_pips_that_a_text_names_are_counted(name: str) -> None:
    task = next(task for task in TASKS if task.name == name)
    position = match_of(task).position
    own, other = position.pips, position.opponent_pips
    if match_of(task).on_roll == 1:
        own, other = other, own
    said = [int(number) for number in re.findall(r"\d{3}", str(TEXTS[task.ask]))]
    assert said == [own, other]


@pytest.mark.parametrize(("name", "rolls"), [("take-eleven", 11), ("take-seven", 7), ("match-drop", 11)])
def test_the_rolls_that_fail_are_counted(name: str, rolls: int) -> None:
    task = next(task for task in TASKS if task.name == name)
    match = match_of(task)
    failing = 0
    for first in range(1, 7):
        for second in range(1, 7):
            results = Turn(match.position, (first, second)).results
            failing += all(max(after) > 0 for after in results)
    assert failing == rolls
    assert f"{rolls} of the 36 rolls fail" in str(TEXTS[task.ask])


def test_the_chances_that_the_match_drop_names_are_those_of_the_table() -> None:
    task = next(task for task in TASKS if task.name == "match-drop")
    match = match_of(task)
    assert (match.length, match.score, match.cube) == (5, (3, 3), 1)
    after_a_drop = standard_table(crawford=True)[2, 1]
    assert f"about {after_a_drop:.0%} of the time" in str(TEXTS[task.hint_text])
    assert f"{11 / 36:.0%} of the time" in str(TEXTS[task.why])


@pytest.mark.thorough
@pytest.mark.parametrize("task", TASKS, ids=task_name)
def test_the_engine_agrees(task: Task) -> None:
    """Every play as good as the best one is accepted, and no task's answer is a mistake."""
    match = match_of(task)
    search, points = Search(judge(), match.rules), match.position.points
    if match.dice is None:
        found = finish(study_cube(search, points, stakes_of(match), 1))
        action = found.reply if match.phase is Phase.DOUBLED else found.action
        assert str(action).replace("too-good", "roll").replace("no-double", "roll") == task.answer, OF_THE_NET
        return
    ranked = finish(study_play(search, points, match.dice, stakes_of(match), 1, keep=40)).plays
    right = [play for play in ranked if is_solved_by(task, Played(play.steps))]
    shown = next(
        play for play in ranked if turn(match).after(play.steps) == turn(match).after(answer_steps(task))
    )
    if task.name in BY_RULE:
        assert shown.behind < 5 * DOUBTFUL, OF_THE_NET
        return
    assert shown.behind < DOUBTFUL, OF_THE_NET
    assert all(play.behind > DOUBTFUL for play in ranked if play not in right), OF_THE_NET


@pytest.mark.parametrize(
    ("goal", "place", "counts"),
    [
        (hits(), 0, {0: False, -1: True, -2: False}),
        (hits(2), 0, {0: False, -1: False, -2: True}),
        (makes(5), 5, {0: False, 1: False, 2: True, 3: True}),
    ],
)
def test_a_goal_is_met_by_what_it_names_and_by_no_more(
    goal: Goal, place: int, counts: dict[int, bool]
) -> None:
    """``counts``: whether so many checkers on the place after the play, and none before, meet the goal."""
    empty = (0,) * 26
    for count, is_met in counts.items():
        after = (*empty[:place], count, *empty[place + 1 :])
        assert goal.is_met(empty, after) is is_met
        assert not goal.is_met(after, after)


def test_what_is_missed_of_two_hits_is_said_of_both() -> None:
    missed = [goal.missed.key for goal in (hits(), hits(2)) if goal.missed]
    assert missed == ["lesson.missed.hit", "lesson.missed.both"]
