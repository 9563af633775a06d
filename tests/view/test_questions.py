"""Questions on the page: cube answers are equally prominent, each line is read out once, themes."""

import re
from dataclasses import replace
from itertools import islice

from view.models import (
    FIRST,
    SAY,
    after,
    analysis_boards,
    answer_states,
    attribute,
    chapters,
    lessons,
    mistake,
    nodes,
    quizzes,
    texts,
)
from view.screens import answers

from backgammon.app.update import update
from backgammon.core.match import Doubled, Match, Phase, apply
from backgammon.features.coach.ideas import begin_clue, second_clue
from backgammon.features.quiz import cards, leitner, positions
from backgammon.features.quiz.question import ask
from backgammon.i18n.catalogue import load
from backgammon.state.events import Command, Dragged
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Model, Notice
from backgammon.storage.quiz import Card, Day, Deck
from backgammon.view.node import Node
from backgammon.view.page import page
from backgammon.view.panels.ranking import choice_name
from backgammon.view.words import prevent_breaks


def find(model: Model, name: str, value: str) -> list[Node]:
    """Return the elements of a page whose attribute ``name`` begins with ``value``."""
    return [each for each in nodes(page(model, SAY)) if (attribute(each, name) or "").startswith(value)]


def loud(model: Model) -> list[Node]:
    """Return the text buttons below the board."""
    (row,) = find(model, "class", "loud")
    return [each for each in row.children if isinstance(each, Node)]


def test_answers_about_the_cube_weigh_the_same() -> None:
    about_cube = [
        model
        for model in quizzes()
        if model.quiz and model.game.problem and len(loud(model)) > 1 and not model.game.problem.chosen
    ]
    assert about_cube
    for model in about_cube:
        assert {attribute(each, "class") for each in loud(model)} == {"secondary"}
    played = next(model for model in quizzes() if model.game.problem and model.game.problem.found)
    assert [attribute(each, "class") for each in loud(played)] == ["primary", "secondary"]


def test_to_take_and_to_drop_weigh_the_same_in_a_match_too() -> None:
    asked = dict(answers())
    for name in ("doubled", "doubled for money", "beavered"):
        assert {attribute(each, "class") for each in loud(asked[name])} == {"secondary"}, name
    assert [attribute(each, "class") for each in loud(asked["to roll"])] == ["primary", "secondary"]


def test_the_owner_of_the_cube_redoubles() -> None:
    model = dict(answers())["to roll"]
    match = replace(model.game.match, cube=2, cube_owner=model.game.match.on_roll)
    owned = replace(model, game=replace(model.game, match=match))
    for moment, words in ((model, "Double"), (owned, "Redouble")):
        assert [texts(each) for each in find(moment, "data-command", "double") if each.tag == "button"] == [
            words
        ]
        (cube,) = find(moment, "aria-description", words)
        assert attribute(cube, "data-command") == "double"
        assert choice_name("double", moment.game.match, SAY) == words


def test_the_quiz_opens_with_its_themes() -> None:
    model = replace(after(4), analysis=replace(FIRST.analysis, today=20_000))
    model, _ = update(model, Command("quiz"))
    chips = find(model, "data-command", "quiz-theme")
    assert [attribute(each, "data-value") for each in chips] == [*positions.THEMES]
    counts = ["".join(filter(str.isdecimal, texts(each))) for each in chips]
    assert counts[:3] == ["75", "150", "60"]
    assert len(cards.themes(model)) == len(chips)
    begun, _ = update(model, Command("quiz-start"))
    assert find(begun, "data-command", "quiz-theme") == []


def test_the_way_out_ends_the_line_of_the_title_and_stands_nowhere_else() -> None:
    screens = (*quizzes(), *lessons(), *islice(chapters(), 8), *analysis_boards())
    for model in screens:
        command = "line-close" if model.analysis_board else "quiz-close"
        (title,) = find(model, "class", "title-line")
        (way_out,) = find(model, "data-command", command)
        assert title.children[-1] == way_out


def test_a_question_about_the_cube_says_what_is_played_for() -> None:
    card, _ = update(replace(after(4), analysis=replace(FIRST.analysis, today=20_000)), Command("quiz"))

    def question_text(match: Match) -> str:
        assert card.quiz
        asking = ask(card, card.quiz, match)
        (said,) = find(asking, "class", "said")
        return texts(said)

    money = replace(FIRST.game.match, length=0, phase=Phase.TO_ROLL, on_roll=0, dice=None)
    assert question_text(money) == "Money game. Double?"
    assert question_text(replace(money, cube=2, cube_owner=0)) == "Money game. Redouble?"
    match = replace(money, length=7, score=(4, 2))
    assert question_text(match) == prevent_breaks("3-away, 5-away. Double?")
    doubled = apply(replace(match, on_roll=1), Doubled())
    says = "3-away, 5-away. The computer doubles to\N{NO-BREAK SPACE}2: take or drop?"
    assert question_text(doubled) == prevent_breaks(says)


def test_results_are_told_until_an_answer_is_weighed_and_the_best_choice_with_every_verdict() -> None:
    """The text on what the quiz is about is shown only at its start and its end."""
    told = set()
    for model in quizzes():
        said, asked = texts(page(model, SAY)), model.game.problem
        weighed = asked is not None and asked.found is not None
        begun = any(each.asked for each in cards.results(model))
        assert (SAY("quiz.about") in said) is (asked is None)
        assert (SAY("quiz.results") in said) is ((asked is not None or begun) and not weighed)
        assert bool(find(model, "class", "best")) is weighed
        told.add(SAY("quiz.results") in said)
    assert told == {False, True}


def test_the_results_are_told_of_each_kind_that_has_positions_and_of_all() -> None:
    cube = [name for name in positions.names() if positions.kind_of(name) == "cube"]
    deck = Deck((Card(cube[0], "cube", box=leitner.KNOWN, asked=4, right=3),))
    model = replace(after(4), analysis=replace(FIRST.analysis, today=20_000, deck=deck))
    model, _ = update(model, Command("quiz"))
    (drawn,) = [each for each in nodes(page(model, SAY)) if each.key == "results"]
    rows = [
        [texts(cell) for cell in nodes(row) if cell.tag in ("th", "td")]
        for row in nodes(drawn)
        if row.tag == "tr"
    ]
    kinds = [positions.kind_of(name) for name in positions.names()]
    right = [SAY("review.none") if kind != "cube" else "3/4" for kind in positions.KINDS]
    known = [f"{int(kind == 'cube')}/{kinds.count(kind)}" for kind in positions.KINDS]
    names = [SAY(f"quiz.kind.{kind}") for kind in ("opening", "reply")]
    names += [SAY(f"figures.part.{kind}") for kind in ("contact", "cube", "bear-off")]
    assert rows[1:] == [
        *map(list, zip(names, right, known, strict=True)),
        [SAY("quiz.all"), "3/4", f"1/{len(kinds)}"],
    ]


def test_what_is_asked_is_told_beside_a_question_with_how_far_one_is() -> None:
    """There is a dot for each position of the round: answered right, answered, asked now, or to come."""

    def fact_texts(model: Model) -> list[str]:
        (facts,) = find(model, "class", "asked")
        return [texts(each) for each in nodes(facts) if each.tag == "dd"]

    def dots(model: Model) -> list[str]:
        drawn = (attribute(each, "class") or "" for each in find(model, "class", "dot"))
        return [each.removeprefix("dot").strip() for each in drawn]

    _, first, *_, fourth, _, _ = quizzes()
    assert fact_texts(first) == ["Standard", "1", "Opening"]
    assert dots(first) == ["now"] + 9 * [""]
    assert dots(fourth) == 3 * ["had"] + ["now"] + 6 * [""]
    assert fourth.quiz
    right = replace(fourth, looking=replace(fourth.quiz, right=1))
    assert dots(right)[:4] == ["won", "had", "had", "now"]
    again = replace(fourth, looking=replace(fourth.quiz, again=True))
    assert dots(again)[:5] == [*4 * ["had"], ""]
    match = replace(fourth.game.match, length=7, score=(4, 2), cube=2, cube_owner=0)
    assert fact_texts(ask(fourth, fourth.quiz, match))[:2] == [prevent_breaks("4–2"), "2 · You"]
    assert "4:2" in texts(page(ask(fourth, fourth.quiz, match), load("de")))
    crawford = replace(match, score=(6, 2), cube=1, cube_owner=None, crawford_game=True)
    assert fact_texts(ask(fourth, fourth.quiz, crawford))[:2] == [
        f"{prevent_breaks('6–2')} · Crawford game",
        "1",
    ]


def test_how_the_last_day_went_is_told_first_and_days_in_a_row_from_the_second_on() -> None:
    last, row = "Last time: 3 of 4 correct", "2 days in a row"
    for before, told, beside in (((), "", ""), ((1,), last, ""), ((1, 2), f"{last} · {row}", row)):
        deck = Deck(days=tuple(Day(20_000 - back, asked=4, right=4 - back) for back in reversed(before)))
        known = replace(FIRST.analysis, today=20_000, deck=deck)
        card, _ = update(replace(after(4), analysis=known), Command("quiz"))
        assert [texts(each) for each in nodes(page(card, SAY)) if each.key == "before"] == [told]
        begun, _ = update(card, Command("quiz-start"))
        assert [texts(each) for each in find(begun, "class", "so-far")] == [beside]


def test_a_question_tells_all_its_themes() -> None:
    model = replace(after(4), analysis=replace(FIRST.analysis, today=20_000))
    card, _ = update(model, Command("quiz"))
    asked, _ = update(card, Command("quiz-theme", "bear-off"))
    (facts,) = find(asked, "class", "asked")
    assert "Bear-off, Race" in [texts(each) for each in nodes(facts) if each.tag == "dd"]


def test_choices_are_ranked_with_their_names_their_equities_and_what_they_lose() -> None:
    """Of a play that is not among the best ones, the place is that among all plays."""

    def rows(model: Model) -> list[list[str]]:
        listed = find(model, "class", "listed")
        return [[texts(cell) for cell in row.children[:4] if isinstance(cell, Node)] for row in listed]

    *_, tried = answer_states(next(lessons()))
    best, *_, made = rows(tried)
    assert [place for place, *_ in rows(tried)] == ["1", "2", "3", "4", "5", "41"]
    assert best == ["1", "4/1", "+0.500", ""]
    assert made == ["41", "21/20 15/13your choice", "−1.500", "−2.000"]
    *_, rolled = answer_states(list(quizzes())[-3])
    assert rows(rolled) == [["1", "Double", "+0.300", ""], ["2", "No doubleyour choice", "+0.100", "−0.200"]]


def test_how_many_are_left_stands_once_and_the_round_once() -> None:
    model = replace(after(4), analysis=replace(FIRST.analysis, today=20_000))
    model, _ = update(model, Command("quiz"))
    assert texts(page(model, SAY)).count(SAY("quiz.due", number=10)) == 1
    model, _ = update(model, Command("quiz-start"))
    *_, graded = answer_states(model)
    said = texts(page(graded, SAY))
    assert said.count(SAY("quiz.round", right=0, all=1)) + said.count(SAY("quiz.round", right=1, all=1)) == 1
    assert "Left today" not in said


def test_hints_and_the_outcome_are_each_read_out_once() -> None:
    for model in lessons():
        learning = model.learning
        assert learning
        (hints,) = find(model, "class", "hints")
        (outcome,) = find(model, "class", "outcome")
        assert attribute(hints, "role") == attribute(outcome, "role") == "status"
        assert model.game.problem
        decided = model.game.problem.chosen is not None
        assert len(hints.children) == (0 if decided else len(learning.hints))
        assert len(find(model, "data-command", "learn-answer")) == (not decided)
        lines = [attribute(each, "class") for each in outcome.children if isinstance(each, Node)]
        assert lines[:1] == ["said"] * decided, "first of all how good the answer was"
        said = texts(page(model, SAY))
        assert said.count(SAY("learn.in-quiz")) == learning.in_quiz
        assert said.count("Played in the match") == (not decided or model.game.problem.found is not None)
        assert (SAY("learn.about") in said) is not decided


def test_the_play_of_the_match_is_shown_until_another_is_begun() -> None:
    model = next(lessons())
    assert model.learning
    (arrow,) = find(model, "class", "arrows-made")
    assert arrow.children
    turn = turn_of(model.game.match)
    assert turn
    moved, _ = update(model, Dragged(*next(iter(turn.results.values()))[0]))
    assert find(moved, "class", "arrows-made") == []


def test_a_hint_names_the_point_or_the_bar_where_the_play_begins() -> None:
    assert str(SAY.texts["learn.begins"]).count("{place}") == 1
    assert begin_clue(((19, 16),)) == Notice("learn.begins", (("place", 19),))
    assert begin_clue(((25, 22),)) == Notice("learn.begins-bar")


def test_a_hint_spends_no_word_on_entering_where_another_checker_moves_too() -> None:
    """If the checker that entered is the one that moves on, there is nothing more to say."""
    assert second_clue(((25, 22), (13, 8))) == Notice("learn.begins-entered", (("place", 13),))
    for steps in (((25, 22),), ((25, 22), (22, 17)), ((25, 22), (25, 20)), ((13, 8), (8, 7))):
        assert second_clue(steps) is None


def test_what_was_played_is_marked_in_the_answer_and_the_try_as_ones_own() -> None:
    *_, tried = answer_states(next(lessons()))
    shown = next(model for model in lessons() if model.learning and model.learning.shown)
    for model, words in ((tried, "problem.yours"), (shown, "advice.played")):
        (mark,) = find(model, "class", "yours")
        assert texts(mark) == SAY(words)
        (row,) = find(model, "class", "chosen")
        assert mark in nodes(row)


def test_all_mistakes_are_listed_until_one_is_decided_and_say_which_were_found() -> None:
    model = next(lessons())
    assert model.learning
    second = model.learning.queue[1]
    known = replace(model.learning, found=frozenset({second.decision.index}))
    rows = find(replace(model, looking=known), "data-command", "learn-at")
    assert [attribute(each, "data-value") for each in rows] == [*map(str, range(len(known.queue)))]
    assert [each for each in rows if attribute(each, "aria-current")] == rows[:1]
    assert ["✓" in texts(each) for each in rows[:3]] == [False, True, False]
    assert SAY.number(-second.error, 3) in texts(rows[1])
    *_, tried = answer_states(model)
    assert find(tried, "data-command", "learn-at") == []


def test_a_mistake_of_the_review_says_whose_it_is() -> None:
    """The review counts the mistakes of both sides."""
    whose = set()
    for at in range(6):
        (heading,) = find(mistake(at), "class", "looking")
        number, whole, name = re.fullmatch(r"Mistake (\d+) of (\d+) · (.+)", texts(heading)).groups()  # type: ignore[union-attr]
        assert (int(number), int(whole) > 6) == (at + 1, True)
        whose.add(name)
    assert whose == {"You", "The computer"}


def test_whose_errors_are_put_can_be_chosen_where_two_have_made_some() -> None:
    alone, *_, shown = lessons()
    assert find(alone, "data-command", "learn-side") == []
    assert find(shown, "data-command", "learn-side") == []
    again, _ = update(shown, Command("learn-again"))
    chips = find(again, "data-command", "learn-side")
    assert [(attribute(each, "data-value"), attribute(each, "aria-pressed")) for each in chips] == [
        ("", "true"),
        ("0", "false"),
        ("1", "false"),
    ]
    assert [texts(each) for each in chips] == [SAY("learn.both"), "<b>Ann</b>", "Bob & Co"]
