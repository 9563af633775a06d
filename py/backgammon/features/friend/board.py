"""The board of a match against a friend: it follows the desk's log, and decisions made here go to the desk.

The dice and the friend's decisions are carried out as they arrive, each once the one before has been shown;
the friend's checkers move while the friend moves them. A decision that the desk refuses, for instance because
another one was made on another device meanwhile, is undone: the board then shows the state of the log.
"""

from dataclasses import replace

from backgammon.core.match import Action, Doubled, OpeningRoll, Phase, Played, Resigned, Rolled
from backgammon.core.plays import Move, Turn
from backgammon.features.board import take_back, take_back_all
from backgammon.features.game.flow import animate, apply_roll, commit, make_moves, proceed, resume
from backgammon.features.game.opponent import cancel_question
from backgammon.features.game.start import FIRST_VISIT, fresh_match
from backgammon.features.saving.saved_match import resume_saved, snapshot
from backgammon.features.speech.status_text import dice_text, line_about
from backgammon.features.viewer.replay import return_to_match
from backgammon.friend.news import MatchState
from backgammon.friend.requests import Decide, LeaveMatch, OpenMatch, ShowSteps
from backgammon.state.change import Change, chain, save
from backgammon.state.effects import Effect, FriendRequest, Save
from backgammon.state.friend import FriendPage
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Game, Games, MatchOptions, Model, Remote
from backgammon.state.seats import plays_here
from backgammon.state.stage import Waiting
from backgammon.storage.types import Saved


def page_of(model: Model) -> FriendPage:
    """Return the page's state of matches against friends."""
    return model.friend or FriendPage()


def put_on_board(model: Model, state: MatchState) -> Change:
    """Put a match in the given state on the board; a running one against the computer goes on the shelf.

    An older state of the same match on the shelf is dropped.
    """
    running, shelf = model.game_in_play, _unless(state.id, model.shelf)
    if _has_to_wait(running):
        shelf = shelf or replace(snapshot(model), replay=None)
    friend = replace(page_of(model), state=state, decided=len(state.saved.log), opening="", shown=(), seen=())
    left = replace(model, looking=None, game=running, friend=friend)
    return chain(resume_saved(left, replace(state.saved, shelf=shelf)), save)


def has_room_for(model: Model, id: str) -> bool:
    """Whether no running match would be lost if this one came to the board: the shelf has room for one."""
    return not _has_to_wait(model.game_in_play) or _unless(id, model.shelf) is None


def show_match(model: Model) -> Change:
    """Bring the match in play back to the board, where something else is being viewed."""
    if not model.looking:
        return model, ()
    back = replace(model, looking=None, game=model.game_in_play)
    return chain(cancel_question(back), save, resume)


def forget(model: Model, id: str) -> Change:
    """Remove a deleted match from board and shelf; resume the match on the shelf, or begin a first one."""
    left = replace(model, shelf=_unless(id, model.shelf))
    if peer_of(model.game_in_play.setup) != id:
        return left, (Save(),)
    return chain(
        return_to_match(left) if left.shelf else _begin_first(left),
        lambda there: (replace(there, dialog=there.dialog or model.dialog), ()),
    )


def _begin_first(model: Model) -> Change:
    """Begin a match as on a first visit, under the player's name: a friend's next invitation finds it."""
    mine, other = model.game_in_play.setup.seats[0], FIRST_VISIT.seats[1]
    setup = replace(FIRST_VISIT, seats=(mine, other))
    return chain(cancel_question(model), lambda free: (fresh_match(free, setup), (Save(),)), proceed)


def peer_of(setup: MatchOptions) -> str:
    """Return the id of a match against a friend, "" for any other match."""
    seat = setup.seats[1]
    return seat.peer if isinstance(seat, Remote) else ""


def _unless(id: str, shelf: Saved | None) -> Saved | None:
    """Return the match on the shelf, None if it is the match ``id``."""
    return None if shelf and peer_of(shelf.setup) == id else shelf


def _has_to_wait(game: Game) -> bool:
    """Whether a match that leaves the board goes on the shelf: it runs, and is not against a friend."""
    return game.is_under_way and not isinstance(game.setup.seats[1], Remote)


def follow(model: Model) -> Change:
    """Bring the board in line with the log, as far as a running animation allows."""
    peer, friend = model.game_in_play.setup.seats[1], page_of(model)
    if not isinstance(peer, Remote):
        return _leave(model)
    state = friend.state
    if state is None or state.id != peer.peer:
        if friend.opening == peer.peer:
            return model, ()
        asked = replace(friend, opening=peer.peer)
        return replace(model, friend=asked), (FriendRequest(OpenMatch(peer.peer)),)
    if model.looking:
        return model, ()
    model, effects = _take_dice(model, state)
    while step := _next(model, state):
        model, effects = chain((step[0], effects + step[1]), lambda there: _take_dice(there, state))
    return chain((model, effects), _tell, _show_steps, _see_steps)


def _leave(model: Model) -> Change:
    """Tell the desk that another match is on the board, so that it does not bring back the friend's."""
    if page_of(model).state is None:
        return model, ()
    return replace(model, friend=replace(page_of(model), state=None)), (FriendRequest(LeaveMatch()),)


def _take_dice(model: Model, state: MatchState) -> Change:
    """Take over the dice source of each game that the board has reached."""
    games = Games(state.saved.games.texts[: model.game.match.game])
    if games == model.game.games:
        return model, ()
    return chain((replace(model, game=replace(model.game, games=games)), (Save(),)), proceed)


def _next(model: Model, state: MatchState) -> Change | None:
    """Carry out the next action of the log; return None if there is none or an animation is still running."""
    log, mine = state.saved.log, model.game.log
    if len(mine) >= len(log) or model.game.stage != Waiting():
        return None
    friend = replace(page_of(model), decided=len(mine) + 1, shown=(), seen=())
    model = replace(model, friend=friend)
    if len(mine) and mine[len(mine) - 1] != log[len(mine) - 1]:
        return put_on_board(model, state)
    return _carry_out(model, log[len(mine)])


def _carry_out(model: Model, action: Action) -> Change:
    match action:
        case OpeningRoll(first, second):
            return apply_roll(model, (first, second))
        case Rolled(dice):
            return apply_roll(model, dice)
        case Played(steps):
            turn = turn_of(model.game.match)
            assert turn is not None
            play = turn.read(steps)
            change = _bring_to(model, play[: _common_length(model.game.moves, play)])
            if not play:
                return chain(change, lambda there: _pass(there, turn))
            return chain(change, lambda there: animate(there, play[len(there.game.moves) :]))
        case Doubled() | Resigned():
            # A small phone has no room for both a notice and the question.
            return chain(take_back_all(replace(model, notice=None)), lambda free: commit(free, action))
        case _:
            return chain(take_back_all(model), lambda free: commit(free, action))


def _pass(model: Model, turn: Turn) -> Change:
    """Carry out a friend's play without moves; if none was legal, say so, as the board does not show it."""
    after, effects = commit(model, Played(()))
    if turn.has_choice:
        return after, effects
    line = line_about(model, "notice.no-move", model.game.match.on_roll, dice=dice_text(turn.dice))
    return replace(after, notice=line), effects


def _tell(model: Model) -> Change:
    """Tell the desk the decisions that were made here."""
    friend, log = page_of(model), model.game.log
    if friend.decided >= len(log):
        return model, ()
    asked: tuple[Effect, ...] = tuple(
        FriendRequest(Decide(number, log[number])) for number in range(friend.decided, len(log))
    )
    return replace(model, friend=replace(friend, decided=len(log), shown=())), asked


def _show_steps(model: Model) -> Change:
    """Show the friend the moves of the unfinished play, if the player's settings allow it."""
    friend, game = page_of(model), model.game
    mine = game.match.phase is Phase.TO_PLAY and plays_here(game, game.match.on_roll)
    if not (mine and model.settings.show_steps) or game.moves == friend.shown or model.is_busy:
        return model, ()
    shown = replace(model, friend=replace(friend, shown=game.moves))
    return shown, (FriendRequest(ShowSteps(game.moves)),)


def _see_steps(model: Model) -> Change:
    """Show the moves of the friend's unfinished play."""
    game, seen = model.game, page_of(model).seen
    theirs = game.match.phase is Phase.TO_PLAY and not plays_here(game, game.match.on_roll)
    if not theirs or game.stage != Waiting() or game.moves == seen:
        return model, ()
    turn = turn_of(game.match)
    assert turn is not None
    legal = [move in turn.next_moves(seen[:at]) for at, move in enumerate(seen)]
    return _bring_to(model, seen[: legal.index(False) if False in legal else len(seen)])


def _bring_to(model: Model, moves: tuple[Move, ...]) -> Change:
    """Change the unfinished play on the board to these moves: take back what differs, then make the rest."""
    common = _common_length(model.game.moves, moves)
    while len(model.game.moves) > common:
        model = take_back(model)
    model = replace(model, game=replace(model.game, undone=()))
    return make_moves(model, moves[common:])


def _common_length(one: tuple[Move, ...], other: tuple[Move, ...]) -> int:
    """Return the number of moves that two plays have in common at their beginning."""
    alike = [mine == theirs for mine, theirs in zip(one, other, strict=False)]
    return alike.index(False) if False in alike else len(alike)
