"""The card of a finished game: its text, score and analysis; and the winner on the board."""

from dataclasses import replace

import pytest
from view.models import (
    SAY,
    after,
    analyse_match,
    attribute,
    grade_match,
    nodes,
    show_replay,
    texts,
    two_people,
)
from view.screens import MINE

from backgammon.app.update import update
from backgammon.core.match import Ending, Phase, Result
from backgammon.features.coach.own_errors import errors_of
from backgammon.features.coach.review import done_review, prepare
from backgammon.state.analysis_state import AnalysisState
from backgammon.state.events import Command
from backgammon.state.match_review import Review
from backgammon.state.model import Model
from backgammon.state.viewer import replay_of
from backgammon.view.board.board_view import board_view
from backgammon.view.node import Node
from backgammon.view.page import page
from backgammon.view.words import prevent_breaks


def over(
    length: int = 5,
    score: tuple[int, int] = (4, 1),
    points: int = 2,
    base: Model | None = None,
    plays: int = 9,
) -> Model:
    """Return a game that player 0 has just won."""
    model = after(plays, base=base) if base else after(plays)
    match = replace(
        model.game.match,
        length=length,
        score=score,
        phase=Phase.MATCH_OVER if 0 < length <= max(score) else Phase.GAME_OVER,
        dice=None,
        result=Result(0, points, points, Ending.BORNE_OFF),
    )
    return replace(model, game=replace(model.game, match=match))


def nodes_of_class(tree: Node, name: str) -> list[Node]:
    """Return the nodes of a class."""
    return [each for each in nodes(tree) if name in (attribute(each, "class") or "").split()]


def card(model: Model) -> Node:
    (found,) = nodes_of_class(page(model, SAY), "result")
    return found


def dots(side: Node) -> list[str]:
    return [
        (attribute(dot, "class") or "").removeprefix("dot").strip() for dot in nodes_of_class(side, "dot")
    ]


def test_it_says_who_won_what_and_why() -> None:
    shown = card(over(score=(5, 1), base=two_people("Ann", "Bob")))
    assert texts(nodes_of_class(shown, "said")[0]) == "\u2068Ann\u2069 wins the match 5–\u20601."
    assert texts(nodes_of_class(shown, "sum")[0]) == "Gammon (no checker borne off) =\xa02\xa0points"
    assert [texts(name) for name in nodes_of_class(shown, "whose")] == ["Ann", "Bob"]
    assert texts(shown).index("wins the match") < texts(shown).index("Gammon") < texts(shown).index("Bob")


def test_the_score_is_a_row_of_dots_towards_the_length() -> None:
    own, other = nodes_of_class(card(over()), "side")
    assert dots(own) == ["had", "had", "won", "won", ""]
    assert dots(other) == ["had", "", "", "", ""]
    assert [attribute(tally, "aria-label") for tally in nodes_of_class(own, "tally")] == ["4 of 5 points"]
    beyond, _ = nodes_of_class(card(over(score=(7, 1), points=3)), "side")
    assert dots(beyond) == ["had"] * 4 + ["won"]


@pytest.mark.parametrize("length", [0, 99])
def test_money_and_the_longest_matches_have_figures_alone(length: int) -> None:
    own, _ = nodes_of_class(card(over(length, score=(40, 3))), "side")
    assert dots(own) == []
    assert "40" in texts(own)


def test_it_fills_with_what_the_analysis_finds() -> None:
    model = over()
    assert not nodes_of_class(card(model), "stop")
    done, review = grade_match(model), prepare(model)[0].analysis.review
    assert review
    running = replace(model.analysis, review=replace(review, running=True))

    def under_way(analysis: AnalysisState) -> tuple[str | None, str | None, str]:
        (drawn,) = nodes_of_class(card(replace(model, analysis=analysis)), "under-way")
        bar = drawn.children[0]
        assert isinstance(bar, Node)
        return attribute(bar, "value"), attribute(bar, "max"), texts(drawn)

    shown = card(replace(model, analysis=running))
    assert [attribute(each, "data-command") for each in nodes_of_class(shown, "stop")] == ["stop-analysis"]
    assert under_way(running) == ("0", str(len(review.keys)), f"0 of {len(review.keys)} decisions")
    first_key, *further = done.analysis.findings.items()
    one = running.with_findings(dict([first_key]))
    assert under_way(one) == ("1", str(len(review.keys)), f"1 of {len(review.keys)} decisions")
    first = Review(review.start, review.log, review.setup, review.source, running=True)
    begun = replace(model.analysis, review=first)
    assert under_way(begun) == ("0", "1", ""), "what there is to analyse is not known yet"
    assert [texts(each) for each in nodes_of_class(shown, "figures-of")] == ["", ""]
    filled = card(done)
    assert not nodes_of_class(filled, "under-way")
    assert all(
        texts(each).startswith("Luck ") for each in nodes_of_class(filled, "figures-of")
    )  # too few decisions for a PR
    part = replace(model.analysis, review=review).with_findings(dict(further))
    assert [texts(each) for each in nodes_of_class(card(replace(done, analysis=part)), "figures-of")] == [
        "",
        "",
    ]


def test_it_names_each_sides_level_and_counts_its_mistakes_once_all_is_analysed() -> None:
    few, many = grade_match(over(plays=8)), grade_match(over(plays=61))
    for model, named in ((few, ""), (many, "Distracted")):
        review = done_review(model)
        assert review
        found = [each.all for each in review.report.players]
        shown = [texts(each) for each in nodes_of_class(card(model), "level-of")]
        assert shown == [f"{named}??{each.blunders}?{each.errors}" for each in found]
        figures = [texts(each) for each in nodes_of_class(card(model), "figures-of")]
        assert [each.startswith("PR ") for each in figures] == [bool(named), bool(named)]
    assert [texts(each) for each in nodes_of_class(card(over()), "level-of")] == ["", ""]
    assert len(nodes_of_class(card(grade_match(over(base=two_people()))), "level-of")) == 2


def test_a_score_beyond_the_length_is_shown_beside_it() -> None:
    own, other = nodes_of_class(card(over(score=(6, 1))), "side")
    assert [texts(nodes_of_class(side, "goal")[0]) for side in (own, other)] == ["/5", "/5"]
    (tally,) = nodes_of_class(own, "tally")
    assert attribute(tally, "aria-label") == "6 points"


def test_what_is_analysed_is_not_offered_to_be_analysed_from_the_beginning_of_that() -> None:
    def words(model: Model) -> set[str]:
        drawn = nodes(page(model, SAY))
        return {texts(each) for each in drawn if attribute(each, "data-command") == "review"}

    assert words(over()) == {"Analyse", "Analyse the match"}
    begun, _ = update(over(), Command("analyse"))
    assert begun.analysis.review
    assert begun.analysis.review.running
    for model in (begun, grade_match(over())):
        assert words(model) == {"Analysis", "Analysis of the match"}
    stopped, _ = update(begun, Command("stop-analysis"))
    assert words(stopped) == {"Analyse", "Analyse the match"}


def test_mistakes_are_counted_on_a_button_that_waits_for_the_analysis() -> None:
    def learn(model: Model) -> list[tuple[str, bool]]:
        drawn = [each for each in nodes(page(model, SAY)) if attribute(each, "data-command") == "learn"]
        return [(texts(each), attribute(each, "disabled") is None) for each in drawn]

    match = over(score=(5, 1))
    assert learn(over()) == []  # the match is not over
    assert learn(match) == [("Learn from mistakes", False)]
    done = analyse_match(match)
    review = done_review(done)
    assert review
    (found,) = learn(done)
    assert found == (f"Learn from {len(errors_of(review))} mistakes", True)
    opened, _ = update(done, Command("learn"))
    assert opened.learning
    assert len(opened.learning.queue) == len(errors_of(review))


def test_figures_of_another_match_are_not_shown() -> None:
    done = grade_match(over())
    other = replace(done, game=replace(done.game, log=done.game.log.until(5)))
    assert [texts(each) for each in nodes_of_class(card(other), "figures-of")] == ["", ""]


def test_looked_back_on_it_is_the_result_alone() -> None:
    model = over()
    log = model.game.log
    looked = show_replay(model, replay_of(replace(model.game, log=log)))
    looked = replace(looked, game=replace(looked.game, match=model.game.match))
    shown = card(looked)
    assert nodes_of_class(shown, "sum")
    assert not nodes_of_class(shown, "sides")


def test_the_winners_checkers_light_up_on_the_board_that_was_played() -> None:
    for white, colour in ((0, "light"), (1, "dark")):
        model = over()
        model = replace(model, game=replace(model.game, match=replace(model.game.match, white=white)))
        (board,) = nodes_of_class(page(model, SAY), "board-svg")
        assert f"won-{colour}" in (attribute(board, "class") or "")
    assert board_view(after(9)).winner is None
    looked = show_replay(model, replay_of(model.game))
    assert board_view(replace(looked, game=replace(looked.game, match=model.game.match))).winner is None


def test_scores_and_rolls_are_not_broken_over_two_lines() -> None:
    joined = "You won 3–\N{WORD JOINER}1 with 4-\N{WORD JOINER}4."
    assert prevent_breaks("You won 3–1 with 4-4.") == joined
    assert prevent_breaks("Anne-Marie – to roll.") == "Anne-Marie – to roll."
    (said,) = (each for each in nodes(page(MINE, SAY)) if attribute(each, "class") == "said")
    assert "-\N{WORD JOINER}" in texts(said)
