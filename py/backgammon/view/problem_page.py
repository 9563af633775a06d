"""The page of a problem embedded in another page: the board, the choices, and the rank of the decision."""

from backgammon.notation.setup import Setup
from backgammon.state.model import Model, Problem
from backgammon.view.board.board import board
from backgammon.view.board.board_view import board_view
from backgammon.view.board.diagram import facts
from backgammon.view.dialogs.registry import dialog
from backgammon.view.forms import button
from backgammon.view.node import Node, node
from backgammon.view.panels.action_bar import action_bar
from backgammon.view.panels.ranking import ranking, verdict_text
from backgammon.view.panels.status_line import status_line
from backgammon.view.words import Say


def problem_page(model: Model, say: Say) -> Node:
    """Draw the contents of ``<div id="app">`` while a problem is shown."""
    problem = model.game.problem
    assert problem is not None
    decided = problem.chosen is not None
    asked = (status_line(model, say), action_bar(model, say))
    return node(
        "div",
        node(
            "main",
            node("div", board(board_view(model), say), class_="board", key="board"),
            node(
                "section",
                _verdict(problem, say) if decided else asked,
                node("p", facts(Setup.of(problem.match), say), class_="frame-facts", key="facts"),
                class_="controls verdict" if decided else "controls",
                aria_label=say("aria.controls"),
                key="controls",
            ),
            ranking(problem, problem.found, say) if problem.found else None,
            class_="table",
            key="table",
        ),
        dialog(model, say),
        class_="page",
        data_direction=model.settings.direction,
        data_mode="problem",
        key="page",
    )


def _verdict(problem: Problem, say: Say) -> tuple[Node, Node]:
    return (
        node("p", verdict_text(problem, say), class_="said", role="status", key="said"),
        button("again", say("problem.again"), data_primary=True),
    )
