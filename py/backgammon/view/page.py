"""The whole page as a function of the model: what stands where, never what the rules allow."""

from backgammon.app.analysis import hint
from backgammon.app.commands import available
from backgammon.app.game.start import first_visit
from backgammon.app.speech.status_text import is_you
from backgammon.app.state.checkers import Layout, place
from backgammon.app.state.legal_moves import destinations, hits, sources
from backgammon.app.state.model import Model, SeatKind
from backgammon.app.state.viewer import displayed
from backgammon.core.dice import Roll
from backgammon.core.match import Match, OpeningRoll, Phase, Played, Player, Rolled
from backgammon.core.plays import Move, Steps, numbers
from backgammon.i18n.catalogue import Catalogue, english
from backgammon.view.board.board import BoardView, Cube, Dice, Die, Target, board
from backgammon.view.dialogs.registry import dialog
from backgammon.view.icons import icon
from backgammon.view.node import Node, node, to_html
from backgammon.view.panels.action_bar import action_bar
from backgammon.view.panels.analysis import advice_panel
from backgammon.view.panels.editor import editor_panel, editor_tools
from backgammon.view.panels.moves_panel import moves_panel
from backgammon.view.panels.player_line import player_line
from backgammon.view.panels.quiz import quiz_panel, quiz_status
from backgammon.view.panels.status_line import status_line
from backgammon.view.panels.update_offer import newer

_MARK = "<!-- the board -->"
_HEADER = ("new-game", "rules", "settings", "help")


def page(model: Model, catalogue: Catalogue) -> Node:
    """Draw all that stands inside ``<div id="app">``."""
    whole, quiz, model = model, model.quiz, displayed(model)
    draft = model.draft
    return node(
        "div",
        _header(whole, catalogue),
        node(
            "main",
            player_line(model, 1, catalogue),
            node("div", board(board_view(model), catalogue), class_="board", key="board"),
            player_line(model, 0, catalogue),
            node(
                "section",
                newer(whole, catalogue),
                quiz_status(whole, quiz, catalogue) if quiz else status_line(model, catalogue),
                editor_tools(draft, catalogue) if draft else None,
                action_bar(whole if quiz else model, catalogue),
                class_="controls",
                tabindex="-1",
                aria_label=catalogue("aria.controls"),
                key="controls",
            ),
            _beside(whole, model, catalogue),
            advice_panel(model, catalogue),
            class_="table",
            key="table",
        ),
        _drop_hint(catalogue),
        dialog(whole if quiz else model, catalogue),
        class_="page",
        data_direction=model.settings.direction,
        data_panel="open" if model.panel_open else None,
        data_mode="quiz" if quiz else "edit" if draft else "study" if model.study else None,
        key="page",
    )


def _beside(whole: Model, model: Model, say: Catalogue) -> Node:
    """Draw what stands beside the board; ``whole`` is the page, ``model`` what it shows."""
    if whole.quiz:
        return quiz_panel(whole, whole.quiz, say)
    return editor_panel(model, model.draft, say) if model.draft else moves_panel(model, say)


def _drop_hint(say: Catalogue) -> Node:
    """Draw what covers the page while a file is held over it."""
    words = node("p", icon("files"), say("dialog.files.drop"))
    return node("div", words, class_="drop-hint", key="drop-hint")


def render_index(template: str) -> str:
    """Return ``index.html`` with the board of a first visit in it, so that it shows before any script runs.

    Raises ValueError where the template has not exactly one place for it.
    """
    if template.count(_MARK) != 1:
        raise ValueError(f"the template has {template.count(_MARK)} places marked {_MARK}, not one")
    return template.replace(_MARK, to_html(page(first_visit(), english())))


def _header(model: Model, say: Catalogue) -> Node:
    buttons = [
        node(
            "button",
            icon(name),
            node("span", say(f"ui.{name}"), class_="label"),
            type="button",
            class_="tool",
            data_command=name,
            title=say(f"ui.{name}"),
            key=name,
        )
        for name in _HEADER
    ]
    moves = node(
        "button",
        icon("panel"),
        node("span", say("ui.panel"), class_="label"),
        type="button",
        class_="tool panel-toggle",
        data_command="panel",
        title=say("ui.panel"),
        aria_expanded="true" if model.panel_open else "false",
        aria_controls="panel",
        key="panel",
    )
    return node(
        "header",
        node("h1", say("app.name"), class_="brand"),
        node("nav", moves, buttons, aria_label=say("aria.menu")),
        class_="top",
        key="top",
    )


def board_view(model: Model) -> BoardView:
    """Return what the board shows of a model."""
    match = model.match
    mover = 0 if model.draft or match.decider is None else match.decider
    ways = destinations(model)
    targets = tuple(Target(end, hits(model, way), len(way) > 1) for end, way in ways.items())
    by_computer = bool(model.moves) and model.setup.seats[match.on_roll].kind is SeatKind.COMPUTER
    shown, shown_player = (
        (model.moves, match.on_roll) if model.moves else (model.last_moves, model.last_player or 0)
    )
    stack = model.layout.stacks[place(shown_player, shown[-1].target)] if shown else ()
    if preview := hint.preview(model):
        return _previewed(model, *preview)
    return BoardView(
        layout=model.layout,
        light=match.white,
        direction=model.settings.direction,
        mover=mover,
        you=_you(model, mover),
        numbers_of=None if model.study or model.draft else _you(model, mover),
        interactive=model.study is None or model.draft is not None,
        editing=model.draft is not None,
        numbers=model.settings.numbers,
        dice=_dice(model),
        cube=_cube(match),
        sources=sources(model),
        targets=targets,
        selected=model.selected,
        last=shown if by_computer or not model.moves else (),
        last_player=shown_player,
        raised=stack[-1] if stack else None,
        refused=model.refused,
        refusals=model.refusals % 2,
    )


def _previewed(model: Model, layout: Layout, steps: Steps) -> BoardView:
    """Return the board as it would be after a play that is only looked at."""
    side = model.match.on_roll
    return BoardView(
        layout=layout,
        light=model.match.white,
        direction=model.settings.direction,
        mover=side,
        you=_you(model, side),
        numbers=model.settings.numbers,
        dice=_dice(model),
        cube=_cube(model.match),
        last=tuple(Move(*step, step[0] - step[1]) for step in steps),
        last_player=side,
        raised=layout.stacks[place(side, steps[-1][1])][-1] if steps else None,
    )


def _you(model: Model, mover: Player) -> Player:
    """Return whose checkers are called yours: the one person's, or with two people the mover's.

    The numbers that are shown and read out are that player's too; where a match is looked back on they
    are the mover's, as notation is.
    """
    return next((side for side in (0, 1) if is_you(model, side)), mover)


def _dice(model: Model) -> tuple[Dice, ...]:
    """Return the dice on the board: those to play, those just played, and blank ones still to be rolled."""
    match, commands = model.match, available(model)
    phase = match.resumes or match.phase
    if model.opening and (model.busy or phase is Phase.OPENING):
        return tuple(Dice(side, (Die(model.opening[side]),), "", model.rolling) for side in (0, 1))
    if phase is Phase.TO_PLAY and match.dice:
        faces = match.dice[::-1] if model.swapped else match.dice
        spent = [move.die for move in model.moves]
        shown = []
        for value in numbers((faces[0], faces[1])):
            shown.append(Die(value, value in spent))
            if value in spent:
                spent.remove(value)
        command = "confirm" if "confirm" in commands else "swap" if "swap" in commands else ""
        return (Dice(match.on_roll, tuple(shown), command, model.rolling),)
    lying = []
    if phase is Phase.TO_ROLL and "roll" in commands:
        lying.append(Dice(match.on_roll, (Die(0), Die(0)), "roll"))
    last = _last_roll(model)
    if last and phase is Phase.TO_ROLL:
        lying.append(Dice(1 - match.on_roll, tuple(Die(value, True) for value in last)))
    return tuple(lying)


def _last_roll(model: Model) -> Roll | None:
    """Return the roll that was just played, for its dice stay on the board until the next are rolled."""
    played = False
    for action in reversed(model.log.running[-6:]):
        played = played or isinstance(action, Played)
        if isinstance(action, Rolled):
            return action.dice if played else None
        if isinstance(action, OpeningRoll):
            return (action.first, action.second) if played else None
    return None


def _cube(match: Match) -> Cube | None:
    if not match.rules.cube or match.crawford_game:
        return None
    phase = match.resumes or match.phase
    if phase in (Phase.DOUBLED, Phase.BEAVERED, Phase.RACCOONED):
        answering = 1 - match.on_roll if phase is not Phase.BEAVERED else match.on_roll
        return Cube(match.cube * 2, match.cube_owner, answering)
    return Cube(match.cube, match.cube_owner)
