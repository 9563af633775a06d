"""Replays, matches that are viewed instead of played: the board at the cursor, and where stepping stops."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from backgammon.core.errors import BackgammonError
from backgammon.core.match import (
    Action,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Player,
    Rolled,
    apply,
)
from backgammon.core.plays import Move, Turn
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.state.checkers import Layout
from backgammon.state.draft import Draft
from backgammon.state.mistakes import Mistakes
from backgammon.state.model import (
    Analysing,
    DiceSource,
    Editing,
    Game,
    Games,
    Human,
    Log,
    MatchOptions,
    Model,
    Origin,
    Replay,
    Replaying,
)
from backgammon.storage.types import TYPED_DICE

_BY_HAND = Games.of((TYPED_DICE,))
"""The dice of the analysis board: set by hand, in one game."""


class State(NamedTuple):
    """A match after some actions; ``layout`` keeps each checker's identity within a game.

    ``last`` are the moves of the latest play of the game, by ``last_player``.
    """

    match: Match
    layout: Layout
    last: tuple[Move, ...] = ()
    last_player: Player | None = None


@lru_cache(maxsize=4)
def states(start: Match, actions: tuple[Action, ...]) -> tuple[State, ...]:
    """Return the states of a game before its first action and after each one; raise IllegalAction."""
    state = State(start, Layout.of(start.position_of[0]))
    found = [state]
    for action in actions:
        before, after = state.match, apply(state.match, action)
        match action:
            case Played(steps):
                assert before.dice is not None
                moves = Turn(before.position, before.dice, before.rules).read(steps)
                layout = state.layout
                for move in moves:
                    layout = layout.move(before.on_roll, move.source, move.target)
                state = State(after, layout, moves, before.on_roll)
            case NextGame():
                state = State(after, Layout.of(after.position_of[0]))
            case _:
                state = state._replace(match=after)
        found.append(state)
    return tuple(found)


def position_after(replay: Replay, cursor: int) -> State:
    """Return the state of a match after its first ``cursor`` actions; only that game is replayed."""
    log = replay.log
    game = log.game_at(cursor)
    return states(log.before(game, replay.start), log.actions(game))[cursor - log.first(game)]


def mistakes_of(model: Model) -> Mistakes | None:
    """Return the mistakes of the review, if they are being stepped through."""
    return model.looking.mistakes if isinstance(model.looking, Replaying) else None


def match_at_cursor(replay: Replay) -> Match:
    """Return the match at the cursor."""
    return position_after(replay, replay.cursor).match


def last_match(replay: Replay) -> Match:
    """Return the match after the last action."""
    return position_after(replay, len(replay.log)).match


def _is_stop(replay: Replay, cursor: int) -> bool:
    """Whether stepping stops at ``cursor``: at decisions, ends of games, the first and the last state.

    A roll made without a cube action is not a stop of its own, but part of the play that follows.
    """
    return cursor in (0, len(replay.log)) or not isinstance(replay.log[cursor], (OpeningRoll, Rolled))


def _next_stop(replay: Replay) -> int:
    """Return the first stop after the cursor; at the last stop, that one."""
    last = len(replay.log)
    return next((at for at in range(replay.cursor + 1, last) if _is_stop(replay, at)), last)


def stop_before(replay: Replay) -> int:
    """Return the last stop before the cursor; at the first stop, that one."""
    return next((at for at in range(replay.cursor - 1, 0, -1) if _is_stop(replay, at)), 0)


def stops_until(replay: Replay, cursor: int) -> int:
    """Count the stops up to and including a cursor."""
    last = len(replay.log)
    if not last:
        return 1
    begun_with_roll = isinstance(replay.log[0], (OpeningRoll, Rolled))
    passed = replay.log.until(min(cursor + 1, last))
    return len(passed) - passed.rolls + begun_with_roll + (cursor == last)


def game_end(replay: Replay) -> int:
    """Return the cursor at the end of the game that is shown, or of the log."""
    log = replay.log
    game = log.game_at(replay.cursor)
    return log.first(game + 1) - 1 if game < len(log.finished) else len(log)


def replay_of(game: Game) -> Replay:
    """Return a match as a replay, with the cursor at its latest state."""
    return Replay(game.beginning, game.log, len(game.log))


def move_to(replay: Replay, cursor: int) -> Replay:
    """Move the cursor; a position beyond either end becomes that end."""
    return replace(replay, cursor=min(max(0, cursor), len(replay.log)))


def step(replay: Replay, forward: bool) -> Replay:
    """Go to the next stop, or to the previous one."""
    return move_to(replay, _next_stop(replay) if forward else stop_before(replay))


def comment(replay: Replay) -> str:
    """Return the comments on the action at the cursor, and on those since the previous stop."""
    before = stop_before(replay) or -1
    return "\n".join([text for at, text in replay.comments if before < at <= replay.cursor])


def start_from(match: Match) -> Match | None:
    """Return a match as the start of another, None if there is nothing to decide in it.

    What an XGID cannot express (the number of the game, a pending resignation) is dropped, because the start
    is stored as one.
    """
    if match.phase is Phase.OPENING:
        return None
    try:
        again = parse_xgid(format_xgid(Setup.of(match))).to_match(match.rules)
    except BackgammonError:
        return None
    return replace(again, white=match.white)


def can_be_file(match: Match) -> bool:
    """Whether match files can hold a match that begins like this."""
    return match.phase is Phase.OPENING


def setup_of(running: Game, replay: Replay) -> MatchOptions:
    """Return the setup to show a replay with: the running match's own, or two people with its names."""
    if replay.origin is Origin.MATCH:
        return running.setup
    start = replay.start
    seats = Human(replay.names[0]), Human(replay.names[1])
    return replace(
        running.setup, seats=seats, rules=start.rules, length=start.length, white=start.white, clock=None
    )


def game_of_replay(running: Game, replay: Replay) -> Game:
    """Return the game that a replay shows at its cursor; it keeps the dice of the waiting match."""
    state = position_after(replay, replay.cursor)
    return Game(
        setup_of(running, replay),
        state.match,
        state.layout,
        replay.start,
        replay.log.until(replay.cursor),
        running.games,
        last_moves=state.last,
        last_player=state.last_player,
    )


def _game_of_draft(running: Game, replay: Replay, draft: Draft) -> Game:
    """Return the game that the editor shows: the position being set up, playable or not."""
    match, game = draft.match, game_of_replay(running, replay)
    setup = replace(game.setup, white=match.white, length=match.length)
    return replace(game, setup=setup, match=match, layout=Layout.of(match.position_of[0]))


def _game_of_lines(looking: Analysing) -> Game:
    """Return the game at the current node of the lines, between two people, with dice set by hand."""
    start, names = looking.tree.start, looking.lines.names
    log = Log.of(start, looking.tree.line)
    state = position_after(Replay(start, log), len(log))
    seats = Human(names[0]), Human(names[1])
    return Game(
        MatchOptions(seats, start.rules, start.length, start.white, DiceSource.TYPED),
        state.match,
        state.layout,
        start,
        log,
        _BY_HAND,
        last_moves=state.last,
        last_player=state.last_player,
    )


def show(model: Model, looking: Replaying | Editing | Analysing) -> Model:
    """Return the page with this on the board, to be viewed."""
    match looking:
        case Editing():
            game = _game_of_draft(looking.waiting, looking.replay, looking.draft)
        case Replaying():
            game = game_of_replay(looking.waiting, looking.replay)
        case Analysing():
            game = _game_of_lines(looking)
    return replace(model, game=game, looking=looking)
