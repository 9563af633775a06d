"""Taps and drags on the board, undo and redo.

A tap on a checker plays it at once if single numbers can move it to only one place. If both numbers could
move it, the tap selects it and shows its destinations, including those of combined moves: a tap on one of
them moves the checker there, a second tap on the checker plays the higher number (the lower one after the
dice were swapped), a tap elsewhere deselects it. With ``one_tap`` the number that is shown first is played at
once in this case too. A drag can end wherever a tap could move the checker. An input that cannot be carried
out is answered with the reason, except the second of two taps: on a place that a checker has just left or
reached, a tap without effect is usually a habit and not an attempt to move.
"""

from dataclasses import replace

from backgammon.core.match import Phase, Played
from backgammon.core.plays import Move, format_steps
from backgammon.core.position import BAR, OFF
from backgammon.core.trips import list_steps, place_name
from backgammon.features.coach import tutor
from backgammon.features.game.flow import make_moves, play
from backgammon.features.speech.illegal_move import reason_against
from backgammon.state import checkers
from backgammon.state.change import Change, chain, deselect, refuse
from backgammon.state.effects import Announce, Save
from backgammon.state.legal_moves import (
    current_turn,
    destinations,
    hits,
    moves_from,
    steps_of,
    take_back_moves,
    turn_of,
    ways_from,
)
from backgammon.state.model import Model, MoveText, Notice
from backgammon.state.seats import plays_here

_NOT_MOVING = {
    Phase.OPENING: "notice.roll-first",
    Phase.TO_ROLL: "notice.roll-first",
    Phase.GAME_OVER: "notice.game-over",
    Phase.MATCH_OVER: "notice.game-over",
}


def on_tap(model: Model, place: int) -> Change:
    """Handle a tap on a place."""
    turn = current_turn(model)
    if turn is None:
        return (model, ()) if _has_just_moved(model, place) else _refuse_move(model, place)
    if not 0 <= place <= BAR:
        return model, ()
    if way := destinations(model).get(place):
        return move_own(model, way)
    moves = moves_from(model, turn, place)
    if moves:
        chosen = model.settings.one_tap or place == model.game.selected
        if chosen or len({move.target for move in moves}) == 1:
            return move_own(model, moves[:1])
        return _announce_destinations(replace(model, game=replace(model.game, selected=place)))
    if model.game.selected is not None:
        return refuse(model, reason_against(turn, model.game.moves, model.game.selected, place), place)
    if model.game.moves and place in model.game.moves[-1][:2]:
        return model, ()
    return refuse(model, reason_against(turn, model.game.moves, place), place)


def _announce_destinations(model: Model) -> Change:
    """Announce where the checker that was just selected can go."""
    ways = destinations(model)
    stops = [
        f"{place_name(place)}{'*' if hits(model, way) else ''}"
        for place, way in sorted(ways.items(), reverse=True)
    ]
    source = MoveText(place_name(model.game.selected or OFF))
    return model, (Announce("say.picked", (("source", source), ("targets", MoveText(" ".join(stops))))),)


def on_drag_start(model: Model, place: int) -> Change:
    """Handle the start of a drag: show where it may end."""
    turn = current_turn(model)
    if turn is None or not moves_from(model, turn, place):
        return model, ()
    return replace(model, game=replace(model.game, selected=place)), ()


def on_drop(model: Model, source: int, target: int | None) -> Change:
    """Handle the drop of a dragged checker."""
    if target is None or target == source:
        return deselect(model), ()
    turn = current_turn(model)
    if turn is None:
        return _refuse_move(model, source)
    if not (0 <= source <= BAR and 0 <= target <= BAR):
        return deselect(model), ()
    if way := ways_from(model, turn, source).get(target):
        return move_own(model, way)
    return refuse(model, reason_against(turn, model.game.moves, source, target), source)


def _has_just_moved(model: Model, place: int) -> bool:
    """Whether an automatically confirmed play has just moved a checker from or to this place."""
    mover = model.game.last_player
    confirmed = _confirms_itself(model) and plays_here(model.game, mover)
    if not confirmed or mover is None or not model.game.last_moves or not 0 <= place <= BAR:
        return False
    source, target, _ = model.game.last_moves[-1]
    tapped = checkers.place(model.game.match.decider or 0, place)
    return tapped in (checkers.place(mover, source), checkers.place(mover, target))


def _refuse_move(model: Model, place: int) -> Change:
    decider = model.game.match.decider
    theirs = decider is not None and not plays_here(model.game, decider)
    key = "notice.not-your-turn" if theirs else _NOT_MOVING.get(model.game.match.phase, "notice.answer-first")
    return refuse(model, Notice(key), place)


def move_own(model: Model, way: tuple[Move, ...], undone: tuple[Move, ...] = ()) -> Change:
    """Make moves of the player's own; a new move clears the moves that could be redone."""
    turn = turn_of(model.game.match)
    assert turn is not None
    step = MoveText(format_steps(turn.points(model.game.moves), steps_of(way)))
    after, effects = make_moves(replace(model, game=replace(model.game, undone=undone)), way)
    return chain((after, (*effects, Announce("say.moved", (("play", step),)))), _confirm_if_complete)


def _confirm_if_complete(model: Model) -> Change:
    turn = turn_of(model.game.match)
    assert turn is not None
    if _confirms_itself(model) and not turn.next_moves(model.game.moves):
        return confirm(model)
    return model, ()


def _confirms_itself(model: Model) -> bool:
    """Whether a play is made as soon as it is complete: on the analysis board too, where it can be undone."""
    return model.settings.auto_confirm or model.analysis_board is not None


def confirm(model: Model, value: str = "") -> Change:
    """Make the play that is on the board, unless the tutor holds it back."""
    return tutor.guard(model, "confirm", Played(steps_of(model.game.moves)), play)


def take_back_all(model: Model) -> Change:
    """Take back the whole play, without the option to redo it."""
    while model.game.moves:
        model = take_back(model)
    return replace(model, game=replace(model.game, undone=())), (Save(),)


def take_back(model: Model) -> Model:
    """Take back the latest move of the current play."""
    game = model.game
    *earlier, move = game.moves
    layout = take_back_moves(game.layout, game.match, game.moves, kept=len(earlier))
    undone = (*game.undone, move)
    return replace(
        model, game=replace(game, layout=layout, moves=tuple(earlier), undone=undone, selected=None)
    )


def undo(model: Model, value: str = "") -> Change:
    """Take back one move."""
    way = MoveText(list_steps([model.game.moves[-1][:2]]))
    return take_back(model), (Save(), Announce("say.undone", (("play", way),)))


def redo(model: Model, value: str = "") -> Change:
    """Repeat the move that was taken back last."""
    *undone, move = model.game.undone
    return move_own(model, (move,), tuple(undone))


def swap(model: Model, value: str = "") -> Change:
    """Play the other number first, and announce the dice as they are now."""
    dice, swapped = model.game.match.dice, not model.game.swapped
    assert dice is not None
    first, second = dice[::-1] if swapped else dice
    line = Announce("aria.dice", (("first", first), ("second", second)))
    return replace(model, game=replace(model.game, swapped=swapped)), (Save(), line)
