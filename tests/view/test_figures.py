"""The drawing of the statistics: results, parts and dice of one's own matches, and how to get more."""

from dataclasses import replace

from view.models import HISTORY, SAY, after, attribute, nodes, texts

from backgammon.state.model import DialogName
from backgammon.storage.figures import Part, PlayedMatch, Side
from backgammon.view.dialogs.registry import dialog
from backgammon.view.node import Node


def figures_dialog(*history: PlayedMatch) -> Node:
    model = replace(after(4), dialog=DialogName.FIGURES)
    found = dialog(replace(model, analysis=replace(model.analysis, history=history)), SAY)
    assert found
    return found


def rows(tree: Node, caption: str) -> list[list[str]]:
    (found,) = [
        each
        for each in nodes(tree)
        if each.tag == "table" and texts(each.children[0]) == caption  # type: ignore[arg-type]
    ]
    lines = [each for each in nodes(found) if each.tag == "tr"]
    return [[texts(each) for each in nodes(line) if each.tag in ("th", "td")] for line in lines]


def test_results_are_told_by_level_and_by_length() -> None:
    tree = figures_dialog(*HISTORY)
    assert rows(tree, "Level") == [
        ["Level", "Won", "PR"],
        ["Club player", "2/3", "5.67"],
        ["Expert", "0/0", "5.00"],
    ]
    assert [row[:2] for row in rows(tree, "Match length")[1:]] == [
        ["Money game", "0/0"],
        ["5-point match", "1/2"],
        ["7-point match", "1/1"],
    ]


def test_three_figures_come_first() -> None:
    found = next(each for each in nodes(figures_dialog(*HISTORY)) if each.tag == "dl")
    figures = {texts(a): texts(b) for a, b in (each.children for each in nodes(found) if each.tag == "div")}  # type: ignore[arg-type]
    assert figures == {"Won": "2/3", "PR": "5.4", "Luck": "+2.5"}


def test_each_match_has_its_date_opponent_and_score_the_latest_first() -> None:
    ann = replace(HISTORY[-1], id="ann", you=0, sides=(Side(), Side("Ann")))
    both = replace(ann, id="both", you=-1, sides=(Side("Bob"), Side("Cid")))
    tree = figures_dialog(*HISTORY, ann, both)
    names = [
        texts(each).replace("\N{WORD JOINER}", "")
        for each in nodes(tree)
        if attribute(each, "scope") == "row"
    ]
    day, dot = "1970-01-02 ", "\N{NO-BREAK SPACE}·\N{NO-BREAK SPACE}"
    assert names[-10:] == [
        f"{day}\u2068Bob\u2069{dot}3",
        f"\u2068Cid\u2069{dot}0",
        f"{day}\u2068Ann\u2069{dot}3–0",
        f"{day}3",
        "0",
        f"{day}4–4",
        f"{day}Expert · 3–2",
        *[f"{day}Club player · {score}" for score in ("7–3", "1–5", "5–2")],
    ]


def axis_labels(tree: Node, chart: str) -> list[str]:
    """Return the labels of the vertical axis of a chart, from the bottom up."""
    (found,) = [each for each in nodes(tree) if attribute(each, "key") == chart or each.key == chart]
    return [texts(each) for each in nodes(found) if attribute(each, "class") == "up"]


def test_the_first_day_and_the_last_stand_below_the_charts() -> None:
    def labels(*played: int) -> list[Node]:
        tree = figures_dialog(*[replace(HISTORY[0], id=str(day), day=day) for day in played])
        return [each for each in nodes(tree) if "across" in (attribute(each, "class") or "").split()]

    def days(*played: int) -> list[str]:
        return [texts(each) for each in labels(*played)]

    assert days(1, 5, 9) == 2 * ["1970-01-02", "1970-01-10"]
    assert days(1, 1, 1) == 2 * ["1970-01-02"]
    assert days(1, 9) == 2 * ["1970-01-02"], "no room for both"
    kinds = {played: [attribute(each, "class") for each in labels(*played)] for played in ((1,), (1, 5, 9))}
    assert kinds == {(1,): 2 * ["across only"], (1, 5, 9): 2 * ["across", "across latest"]}


def dots(tree: Node, chart: str) -> list[str]:
    """Return the names of the dots of a chart, in order."""
    (found,) = [each for each in nodes(tree) if each.key == chart]
    return [texts(each) for each in nodes(found) if each.tag == "title"]


def test_of_many_matches_several_share_a_dot() -> None:
    def tree(count: int) -> Node:
        return figures_dialog(*[replace(HISTORY[day % 2], id=str(day), day=day) for day in range(count)])

    assert dots(tree(40), "chart-figures")[:2] == ["1970-01-01: PR 4.00", "1970-01-02: PR 8.00"]
    many = tree(604)
    for chart in ("chart-figures", "chart-luck-course"):
        assert 30 <= len(dots(many, chart)) <= 40, chart
    assert dots(many, "chart-figures")[-1] == "1971-08-12 – 1971-08-27: PR 6.00"
    assert dots(many, "chart-luck-course")[-1] == "1971-08-27: +1,208.00"
    assert axis_labels(many, "chart-figures")[-1] == "10"


def test_the_course_leaves_out_matches_that_may_be_of_others() -> None:
    of_others = replace(HISTORY[0], id="file", you=-1)
    assert len(dots(figures_dialog(*HISTORY[:2], of_others), "chart-figures")) == 2
    assert len(dots(figures_dialog(of_others), "chart-figures")) == 1


def test_before_ones_name_is_known_it_is_asked_for_first_and_nobody_elses_pr_is_called_ones_own() -> None:
    sides = (replace(HISTORY[0].sides[0], name="Ann"), replace(HISTORY[0].sides[1], name="Bob"))
    of_others = replace(HISTORY[0], id="file", you=-1, level="", sides=sides)
    titles = [texts(each) for each in nodes(figures_dialog(of_others)) if each.tag in ("h3", "figcaption")]
    assert titles == [SAY("figures.names")]
    assert SAY("figures.names.about") in texts(figures_dialog(of_others))
    titles = [texts(each) for each in nodes(figures_dialog(*HISTORY, of_others)) if each.tag == "h3"]
    assert titles[-1] == SAY("figures.names"), "later it is in nobody's way"


def test_only_lines_that_are_drawn_are_explained_and_not_a_single_one() -> None:
    def legends(match: PlayedMatch) -> list[str]:
        return [texts(each) for each in nodes(figures_dialog(match)) if attribute(each, "class") == "legend"]

    assert legends(HISTORY[0]) == [], "the title says what it is"
    sides = [replace(side, parts=(*side.parts, Part("plays", 9, 0.5))) for side in HISTORY[0].sides]
    assert legends(replace(HISTORY[0], sides=(sides[0], sides[1]))) == ["PRPlays"]


def test_what_stands_along_an_axis_is_what_it_measures() -> None:
    tree = figures_dialog(*HISTORY)
    assert axis_labels(tree, "chart-figures") == ["0", "2", "4", "6", "8", "10"]
    assert axis_labels(tree, "chart-luck-course") == ["0.0", "+5.0", "+10.0"]


def test_parts_and_dice_stand_beside_what_honest_dice_do() -> None:
    tree = figures_dialog(*HISTORY)
    assert rows(tree, "By phase")[1:] == [["Total", "5.40", "+2.50"], ["Race", "2.50", "−1.25"]]
    dice = rows(tree, "Dice")
    assert dice[0] == ["", "You", "95% range", "Opponent", "95% range"]
    assert dice[1] == ["1", "20", "10–24", "0", "0–4"]
    assert dice[6][3] == "↑ 10"
    assert dice[7] == ["Doubles", "↑ 15", "4–14", "↑ 5", "0–3"]


def test_where_something_is_missing_it_is_said_what_to_do() -> None:
    assert SAY("figures.empty.automatic") in texts(figures_dialog())
    older = PlayedMatch("old", 1, 5, (5, 1), 0, (Side(), Side()))
    assert SAY("figures.more") in texts(figures_dialog(older))
    unknown = replace(HISTORY[0], level="grandmaster")
    assert "Level" not in [texts(each) for each in nodes(figures_dialog(unknown)) if each.tag == "caption"]


def test_statistics_without_a_match_tell_what_will_bring_the_first() -> None:
    model = replace(after(4), dialog=DialogName.FIGURES)
    asked_for = replace(model, settings=replace(model.settings, auto_analysis=False))
    said = [texts(dialog(each, SAY)) for each in (model, asked_for)]  # type: ignore[arg-type]
    assert "analysed automatically" in said[0]
    assert SAY("action.review") not in said[0]
    assert SAY("action.review") in said[1]


def test_where_nobody_is_known_to_be_you_the_figures_of_both_are_told() -> None:
    bob = Side("Bob", 1.5, (Part("all", 100, 2.0),))
    cid = Side("Cid", -1.5, (Part("all", 100, 1.0),))
    unknown = PlayedMatch("both", 1, 5, (5, 3), -1, (bob, cid))
    told = [(row[0].split()[-3:], row[1], row[-1]) for row in rows(figures_dialog(unknown), "Statistics")[1:]]
    assert told == [
        (["\u2068Bob\u2069", "·", "5"], "10.00", "+1.50"),
        (["\u2068Cid\u2069", "·", "3"], "5.00", "−1.50"),
    ]
