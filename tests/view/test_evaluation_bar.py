"""The bar beside the board shows each side's winning chances, in shares that fill it, and in words."""

from dataclasses import replace

import pytest
from app.test_hint import page_to_play
from app.test_lines import open_lines
from view.models import SAY, attribute, lessons, nodes, texts

from backgammon.app.update import update
from backgammon.core.match import Played
from backgammon.features.analysis import hint
from backgammon.features.analysis.evaluation import Evaluation, evaluation, has_bar
from backgammon.features.speech.status_text import text
from backgammon.protocol.messages import Chances
from backgammon.state.events import Command
from backgammon.state.model import Human
from backgammon.state.notice import Notice, Share
from backgammon.state.problem import Problem
from backgammon.view.board.evaluation_bar import evaluation_bar
from backgammon.view.panels.chances import chances

CHANCES = Chances(0.62, 0.18, 0.01, 0.38, 0.09, 0.0)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("white", [0, 1])
def test_the_shares_of_both_sides_fill_the_bar_and_are_said(player: int, white: int) -> None:
    drawn = evaluation_bar(Evaluation(CHANCES, player), white, SAY)
    parts = [part for part in nodes(drawn) if part.tag == "rect"]
    assert len(parts) == 2 * 6
    across = parts[:6]
    widths = [float(attribute(part, "width") or "") for part in across]
    assert sum(widths) == pytest.approx(100)
    begins = [float(attribute(part, "x") or "") for part in across]
    assert begins == pytest.approx([sum(widths[:index]) for index in range(6)])
    below = widths[:3] if player == 0 else widths[:2:-1]
    assert below == pytest.approx([1, 17, 44])
    sides = [(attribute(part, "class") or "").split()[0] for part in across]
    assert sides == ["light" if white == 0 else "dark"] * 3 + ["dark" if white == 0 else "light"] * 3
    said = attribute(drawn, "aria-label") or ""
    own, other = ("White", "Black") if player == white else ("Black", "White")
    assert f"{own}: 62% wins, 18% gammons, 1% backgammons." in said
    assert f"{other}: 38% wins, 9% gammons, 0% backgammons." in said


@pytest.mark.parametrize("player", [0, 1])
def test_each_side_has_its_number_at_its_end(player: int) -> None:
    drawn = evaluation_bar(Evaluation(CHANCES, player), 0, SAY)
    numbers = {attribute(each, "class"): texts(each) for each in nodes(drawn) if each.tag == "span"}
    below, above = ("62%", "38%") if player == 0 else ("38%", "62%")
    assert numbers == {"light below": below, "dark above": above}


def test_a_share_that_is_too_short_for_its_number_has_none() -> None:
    drawn = evaluation_bar(Evaluation(Chances(0.9, 0.3, 0.0, 0.1, 0.0, 0.0), 0), 0, SAY)
    assert [texts(each) for each in nodes(drawn) if each.tag == "span"] == ["90%", ""]


@pytest.mark.parametrize("win", [0.0, 0.085, 0.11549, 0.125, 0.3854, 0.615, 0.6146, 0.6154, 0.9996, 1.0])
def test_a_chance_reads_the_same_on_the_bar_in_a_clue_and_beside_a_choice(win: float) -> None:
    """A whole percentage follows from the tenth in the table: 61.46% is 61.5% there, so 62% elsewhere."""
    found = Chances(win, win, 0.0, 1 - win, 0.0, 0.0)
    bar = attribute(evaluation_bar(Evaluation(found, 0), 0, SAY), "aria-label") or ""
    tenth = texts(chances(found, SAY)).split()[1]
    whole = f"{float(tenth):.0f}%"
    assert f"White: {whole} wins, {whole} gammons" in bar
    assert f"Black: {100 - float(whole[:-1]):.0f}% wins" in bar
    clue = Notice("learn.idea.chances", (("win", Share(win)), ("gammon", Share(win))))
    assert text(SAY, clue) == f"You win {whole} from here, gammons {whole}."


@pytest.mark.parametrize("shown", [False, True])
def test_a_mistake_is_judged_as_played_until_its_answer_is_shown(shown: bool) -> None:
    """Once the answer is shown, the text beside the board is about the best play."""
    asked = next(lessons())
    for _ in range(9):
        if asked.game.problem and asked.game.problem.chosen:
            break
        asked, _ = update(asked, Command("hint"))
    assert asked.game.problem
    found = asked.game.problem.found
    assert asked.learning
    assert found
    assert found.chosen
    known = evaluation(replace(asked, looking=replace(asked.learning, shown=shown)))
    assert known == Evaluation(found.plays[0 if shown else found.chosen].chances, 0)


def test_it_follows_the_hint_and_the_listed_play_that_is_shown() -> None:
    page = page_to_play()
    assert not has_bar(page.model)
    page.send(Command("hint"))
    assert (has_bar(page.model), evaluation(page.model)) == (True, None)
    page.settle()
    page.send(Command("hint-answer"))
    known = hint.finding_of(page.model)
    assert known
    plays = tuple(
        replace(play, chances=CHANCES._replace(win=0.6 - at / 99)) for at, play in enumerate(known.plays)
    )
    findings = {page.model.analysis.at: replace(known, plays=plays)}
    page.model = replace(page.model, analysis=page.model.analysis.with_findings(findings))
    assert evaluation(page.model) == Evaluation(plays[0].chances, 0)
    page.send(Command("show-play", "2"))
    assert evaluation(page.model) == Evaluation(plays[2].chances, 0)
    two = replace(page.model.game.setup, seats=(Human(), Human()))
    assert evaluation(replace(page.model, game=replace(page.model.game, setup=two))) is None
    page.send(Command("close"))
    assert not has_bar(page.model)
    for command, shown in (("explore", True), ("edit", False)):
        page.send(Command(command))
        assert has_bar(page.model) is shown


def test_among_lines_it_follows_the_choice_that_was_tried_last_once_it_is_judged() -> None:
    page = open_lines()
    page.settle()
    here = hint.finding_of(page.model)
    assert here
    assert evaluation(page.model, Problem(page.model.game.match)) == Evaluation(here.plays[0].chances, 0)
    tried = replace(here, plays=(replace(here.plays[0], chances=CHANCES), *here.plays[1:]), chosen=0)
    chosen = Played(here.plays[0].steps)
    asked = Problem(page.model.game.match, chosen=chosen, found=tried)
    assert evaluation(page.model, asked) == Evaluation(CHANCES, 0)


def test_it_keeps_its_place_while_nothing_is_known() -> None:
    drawn = evaluation_bar(None, 0, SAY)
    known = evaluation_bar(Evaluation(CHANCES, 0), 0, SAY)
    assert (drawn.tag, drawn.key, attribute(drawn, "class")) == (
        known.tag,
        known.key,
        attribute(known, "class"),
    )
    assert attribute(drawn, "aria-hidden") == "true"
