"""The whole page as a function of the model: it arranges the parts and never decides what is legal."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from backgammon.app.commands import available
from backgammon.features.analysis.evaluation import evaluation, has_bar
from backgammon.features.game.start import first_visit
from backgammon.i18n.catalogue import english
from backgammon.state.model import Model
from backgammon.state.parts import late
from backgammon.state.seats import facing_player
from backgammon.view.board.board import board
from backgammon.view.board.board_view import board_view
from backgammon.view.board.evaluation_bar import evaluation_bar
from backgammon.view.dialogs.registry import dialog
from backgammon.view.forms import button
from backgammon.view.icons import icon
from backgammon.view.node import Node, node, to_html
from backgammon.view.panels.action_bar import action_bar
from backgammon.view.panels.analysis import advice_panel
from backgammon.view.panels.editor import editor_panel, editor_tools
from backgammon.view.panels.friend_line import friend_line
from backgammon.view.panels.learning import learning_panel, learning_status
from backgammon.view.panels.moves_panel import moves_panel
from backgammon.view.panels.offer import offer
from backgammon.view.panels.player_line import player_line
from backgammon.view.panels.quiz import quiz_panel, quiz_status
from backgammon.view.panels.rollout_progress import rollout_progress
from backgammon.view.panels.status_line import status_line
from backgammon.view.panels.update_offer import update_offer
from backgammon.view.words import Say

_lines_status: Callable[[Model, Say], Node] = late("view.panels.lines:lines_status")
_lines_panel: Callable[[Model, Say], Node] = late("view.panels.lines:lines_panel")
_lesson_status: Callable[[Model, Say], Node] = late("view.panels.lesson:lesson_status")
_lesson_panel: Callable[[Model, Say], Node] = late("view.panels.lesson:lesson_panel")
_MARK = "<!-- the board -->"
_HEADER = ("new-game", "rules", "settings", "help")


def page(model: Model, say: Say) -> Node:
    """Draw the contents of ``<div id="app">``."""
    draft = model.draft
    return node(
        "div",
        _header(model, say),
        node(
            "main",
            player_line(model, 1, say),
            node("div", board(board_view(model), say), class_="board", key="board"),
            _evaluation(model, say),
            player_line(model, 0, say),
            node(
                "section",
                update_offer(model, say) or friend_line(model, say) or offer(model, say),
                _status(model, say),
                editor_tools(draft, say) if draft else None,
                action_bar(model, say),
                class_="controls ended" if _has_result_card(model) else "controls",
                tabindex="-1",
                aria_label=say("aria.controls"),
                key="controls",
            ),
            _beside(model, say),
            advice_panel(model, say),
            class_="table",
            key="table",
        ),
        _drop_hint(say),
        dialog(model, say),
        class_="page",
        data_direction=model.settings.direction,
        data_facing=facing_player(model),
        data_panel="open" if model.panel_open else None,
        data_sheet="tall" if model.tall and "sheet" in available(model) else None,
        data_mode=_mode(model),
        data_advice=model.analysis.open,
        data_lines=model.analysis_board is not None,
        data_menu=model.quiz is not None and not model.game.problem,
        key="page",
    )


def with_time(drawn: Node, model: Model, say: Say) -> Node:
    """Return a drawn page with its clocks updated; nothing but the sides' time may have changed."""
    lines = {f"player{side}": player_line(model, side, say) for side in (0, 1)}
    table = next(child for child in drawn.children if isinstance(child, Node) and child.key == "table")
    return _with(drawn, {"table": _with(table, lines)})


def _with(parent: Node, parts: Mapping[str, Node]) -> Node:
    """Return a node with the children named in ``parts`` (by key) replaced."""
    children = [
        parts.get(child.key, child) if isinstance(child, Node) else child for child in parent.children
    ]
    return replace(parent, children=tuple(children))


def _mode(model: Model) -> str | None:
    """Return the style sheets' name for the page's mode; None while a match is played."""
    if model.lesson:
        return "lesson"
    if model.exercise or model.analysis_board:
        return "quiz"
    return "edit" if model.draft else "study" if model.replay else None


def _has_result_card(model: Model) -> bool:
    """Whether the status is the card of a game that has ended on the board; in a replay it has no figures."""
    return model.game.match.result is not None and model.looking is None


def _status(model: Model, say: Say) -> Node:
    """Draw the status of the board."""
    if model.analysis_board:
        return _lines_status(model, say)
    if model.lesson:
        return _lesson_status(model, say)
    if model.learning:
        return learning_status(model, model.learning, say)
    return quiz_status(model, model.quiz, say) if model.quiz else status_line(model, say)


def _beside(model: Model, say: Say) -> Node:
    """Draw the panel beside the board, with the progress of a rollout that runs on meanwhile."""
    if model.analysis_board:
        panel = _lines_panel(model, say)
    elif model.lesson:
        panel = _lesson_panel(model, say)
    elif model.learning:
        panel = learning_panel(model, model.learning, say)
    elif model.quiz:
        panel = quiz_panel(model, model.quiz, say)
    elif model.draft:
        panel = editor_panel(model.draft, say)
    else:
        return moves_panel(model, say)
    running = None if model.analysis.open else rollout_progress(model, say, named=True)
    return replace(panel, children=(*panel.children, running)) if running else panel


def _evaluation(model: Model, say: Say) -> Node | None:
    """Draw the evaluation bar, where it is shown."""
    if not has_bar(model):
        return None
    tried = late("features.lines.judging:answer")(model) if model.analysis_board else None
    return evaluation_bar(evaluation(model, tried), model.game.match.white, say)


def _drop_hint(say: Say) -> Node:
    """Draw the layer that covers the page while a file is dragged over it."""
    words = node("p", icon("files"), say("dialog.files.drop"))
    return node("div", words, class_="drop-hint", key="drop-hint")


@cache
def first_page() -> Node:
    """Return the page of a first visit in English, as contained in ``index.html``."""
    return page(first_visit(), english())


def render_index(template: str) -> str:
    """Return ``index.html`` with the board of a first visit in it, so that it shows before any script runs.

    Raises ValueError if the template does not have exactly one place for it.
    """
    if template.count(_MARK) != 1:
        raise ValueError(f"the template has {template.count(_MARK)} places marked {_MARK}, not one")
    return template.replace(_MARK, to_html(first_page()))


def _header(model: Model, say: Say) -> Node:
    buttons = [
        button(
            name,
            (icon(name), node("span", say(f"ui.{name}"), class_="label")),
            class_="tool",
            title=say(f"ui.{name}"),
        )
        for name in _HEADER
    ]
    beside = say("action.lessons" if model.lesson else "ui.panel")
    moves = button(
        "panel",
        (icon("panel"), node("span", beside, class_="label")),
        class_="tool panel-toggle",
        title=beside,
        aria_expanded="true" if model.panel_open else "false",
        aria_controls="panel",
    )
    return node(
        "header",
        node("h1", say("app.name"), class_="brand"),
        node("nav", moves, buttons, aria_label=say("aria.menu")),
        class_="top",
        key="top",
    )
