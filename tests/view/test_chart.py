"""Charts: every figure is at its place, and has words for those who cannot see it."""

from dataclasses import replace

import pytest
from view.models import FIRST, SAY, after, analyse_match, attribute, nodes, texts, two_people

from backgammon.core.actions import Accepted, Action, NextGame, OpeningRoll, Played, Resigned, Rolled
from backgammon.core.match import apply, new_match
from backgammon.core.plays import legal_plays
from backgammon.features.coach.review import prepare
from backgammon.state.model import Log, Model
from backgammon.view.chart import Axis, Line, Mark, chart, table
from backgammon.view.dialogs import review
from backgammon.view.dialogs.review import content
from backgammon.view.node import node

DRAWN = chart(
    "test",
    "Title",
    "What it says",
    Axis(0, 4, ((0, "0"), (4, "4"))),
    Axis(0, 1, ((0, "none"), (1, "all"))),
    [Line("One", "one", ((0, 0), (2, 0.5), (4, 1)), area=True), Line("Two", "two", ((0, 9), (4, -9)))],
    [Mark(2, 0.5, "Here", "one", "to-decision", "7")],
    breaks=[1],
    base=0.5,
)


def test_points_lie_where_their_figures_say() -> None:
    paths = {attribute(each, "class"): attribute(each, "d") for each in nodes(DRAWN) if each.tag == "path"}
    assert paths["line one"] == "M0.0 1000.0L500.0 500.0L1000.0 0.0"
    assert paths["line two"] == "M0.0 0.0L1000.0 1000.0", "what is beyond an axis is drawn at its edge"
    assert paths["break"] == "M250.0 0V1000"
    assert paths["base"] == "M0 500.0H1000"
    (plot,) = [each for each in nodes(DRAWN) if each.key == "plot"]
    assert attribute(plot, "viewBox") == "0 0 1000 1000"
    (dot,) = [each for each in nodes(DRAWN) if attribute(each, "class") == "dot"]
    assert (attribute(dot, "cx"), attribute(dot, "cy")) == ("50.00%", "50.00%")


def test_lines_cover_what_they_are_measured_by_and_dots_cover_lines() -> None:
    drawn = [(attribute(each, "class") or "").partition(" ")[0] for each in nodes(DRAWN)]
    painted = [each for each in drawn if each in {"break", "grid", "base", "area", "line", "mark-on"}]
    assert painted == ["break", "grid", "grid", "base", "area", "line", "line", "mark-on"]


def test_the_only_value_of_an_axis_is_in_its_middle() -> None:
    assert Axis(1, 1, ((1, "1"),)).share(1) == 0.5


def test_a_chart_says_what_it_shows() -> None:
    (drawn,) = [each for each in nodes(DRAWN) if attribute(each, "class") == "chart-svg"]
    assert attribute(drawn, "aria-label") == "What it says"
    assert "Title" in texts(DRAWN)
    assert "One" in texts(DRAWN)


def test_a_table_names_its_rows_and_columns() -> None:
    drawn = table("Caption", ("", "A"), [("row", "1")])
    heads = [attribute(each, "scope") for each in nodes(drawn) if each.tag == "th"]
    assert heads == ["col", "row"]


def texts_of_class(model: Model, name: str) -> list[str]:
    drawn = node("div", content(model, SAY))
    return [texts(each) for each in nodes(drawn) if attribute(each, "class") == name]


def test_charts_of_a_match_say_whose_they_are() -> None:
    less = ", less the opponent’s: 0.00 at the end."
    assert texts_of_class(analyse_match(after(31)), "chart-title") == [
        "Your winning chances",
        f"Your luck{less}",
    ]
    (legend,) = texts_of_class(analyse_match(after(31)), "legend")
    assert legend == "Your blundersThe computer: blunders"
    both = analyse_match(after(31, base=two_people("Ann", "Bob")))
    named = "\u2068Ann\u2069: "
    assert texts_of_class(both, "chart-title") == [f"{named}winning chances", f"{named}luck{less}"]


def test_the_blunders_of_both_are_told_apart_in_the_chart_and_its_legend() -> None:
    """They differ by more than colour, since the colour marks them as blunders."""
    drawn = node("div", content(analyse_match(after(31)), SAY))
    named = [attribute(each, "class") or "" for each in nodes(drawn)]
    assert {each for each in named if each.startswith("mark-on")} == {"mark-on mine", "mark-on theirs"}
    assert [each for each in named if each.startswith("dot ")] == ["dot mine", "dot theirs"]


def test_moves_are_numbered_below_the_charts_of_a_match() -> None:
    across = texts_of_class(analyse_match(after(31)), "across")
    assert across == 2 * ["1", "5", "10", "15"]


def test_the_first_roll_of_a_game_is_luck_in_it() -> None:
    model = analyse_match(after(31))
    assert model.analysis.review
    first, findings = model.analysis.review.keys[0], model.analysis.findings
    lucky = {**findings, first: replace(findings[first], luck=0.25)}
    known = replace(model, analysis=model.analysis.with_findings(lucky))
    drawn = node("div", content(known, SAY))
    assert "the opponent’s: +0.25 at the end" in texts(drawn)
    figures = next(each for each in nodes(drawn) if each.key == "games")
    cells = [texts(each) for each in nodes(figures) if each.tag in ("th", "td")]
    assert cells[-1] == "+0.25"


@pytest.mark.parametrize(
    ("games", "named"),
    [(1, []), (2, ["Game 1", "Game 2"]), (14, [f"Game {number}" for number in (1, 4, 7, 10, 13)])],
)
def test_games_are_named_where_they_begin_if_there_are_several(games: int, named: list[str]) -> None:
    """Of many games some are named, evenly; a rule stands where each but the first begins."""
    drawn = node("div", content(session(*[1] * games), SAY))
    rules = [attribute(each, "d") or "" for each in nodes(drawn) if attribute(each, "class") == "break"]
    begins = [0.0, *(float(each.removeprefix("M").partition(" ")[0]) for each in rules[games - 1 :])]
    assert rules == 2 * rules[games - 1 :], "two charts"
    assert begins == sorted({*begins})
    labels = [each for each in nodes(drawn) if attribute(each, "class") == "across"]
    names = {texts(each): attribute(each, "x") for each in labels if texts(each).startswith("Game")}
    assert [*names] == named
    for name, at in names.items():
        assert float((at or "").rstrip("%")) == pytest.approx(begins[int(name.split()[1]) - 1] / 10, abs=0.01)


def test_the_name_of_a_short_game_does_not_cover_the_next() -> None:
    assert texts_of_class(session(1, 30, 20), "across")[:2] == ["Game 2", "Game 3"]
    assert texts_of_class(session(30, 20, 1), "across")[:2] == ["Game 1", "Game 2"]


def session(*plays: int) -> Model:
    """Return an analysed session for money: each game is given up after so many plays."""
    match = begun = new_match()
    log: list[Action] = []

    def act(action: Action) -> None:
        nonlocal match
        log.append(action)
        match = apply(match, action)

    for game, count in enumerate(plays):
        if game:
            act(NextGame())
        act(OpeningRoll(3, 1))
        for at in range(count):
            if at:
                act(Rolled((2, 1)))
            assert match.dice
            act(Played(legal_plays(match.position, match.dice)[0].steps))
        act(Resigned(1))
        act(Accepted())
    setup = replace(FIRST.game.setup, length=0)
    game_shown = replace(FIRST.game, setup=setup, match=match, log=Log.of(begun, log))
    return analyse_match(replace(FIRST, game=game_shown))


def test_the_charts_of_a_very_long_session_stay_small(monkeypatch: pytest.MonkeyPatch) -> None:
    model = session(9, 9, 9)
    monkeypatch.setattr(review, "_POINTS", 10)
    monkeypatch.setattr(review, "_MARKED", 2)
    shown = model.analysis.review
    assert shown
    drawn = [*nodes(node("div", content(model, SAY)))]
    assert sum((attribute(each, "class") or "").startswith("mark-on") for each in drawn) == 2
    for line in [each for each in drawn if (attribute(each, "class") or "").startswith("line ")]:
        spots = (attribute(line, "d") or "").split("L")
        assert 10 <= len(spots) < 20 < shown.count
        assert spots[-1].startswith("1000.0 "), "the last is among them"


def test_a_match_without_a_decision_says_that_there_is_nothing_to_analyse() -> None:
    begun, _ = prepare(FIRST)
    assert texts(node("div", content(begun, SAY))).startswith(SAY("review.empty"))


def test_while_a_long_match_is_read_the_bar_counts_its_games() -> None:
    model = session(1, 1, 1)
    review = model.analysis.review
    assert review
    reading = replace(review, games=review.games[:1])
    drawn = node("div", content(replace(model, analysis=replace(model.analysis, review=reading)), SAY))
    (bar,) = [each for each in nodes(drawn) if each.tag == "progress"]
    assert (attribute(bar, "value"), attribute(bar, "max")) == ("1", "3")
    assert SAY("ui.game", number=1) in texts(drawn)
