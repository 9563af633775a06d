"""A study is a match looked at instead of played: where it stands, what it shows, where its steps stop.

A model with a study shows it (``shown``) while the running match waits untouched.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from backgammon.app.state.checkers import Layout
from backgammon.app.state.model import MatchOptions, Model, Origin, Replay, Seat
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
from backgammon.notation.setup import Setup as Standing
from backgammon.notation.xgid import format_xgid, parse_xgid


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
    """Return where a game stood before its first action and after each; raises IllegalAction."""
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
                    layout = layout.moved(before.on_roll, move.source, move.target)
                state = State(after, layout, moves, before.on_roll)
            case NextGame():
                state = State(after, Layout.of(after.position_of[0]))
            case _:
                state = state._replace(match=after)
        found.append(state)
    return tuple(found)


def position_after(study: Replay, cursor: int) -> State:
    """Return where a match stood after so many actions; only that game is replayed."""
    log = study.log
    game = log.game_at(cursor)
    return states(log.before(game, study.start), log.actions(game))[cursor - log.first(game)]


def match_at_cursor(study: Replay) -> Match:
    """Return the match at the cursor."""
    return position_after(study, study.cursor).match


def last_match(study: Replay) -> Match:
    """Return the match after the last action."""
    return position_after(study, len(study.log)).match


def is_stop(study: Replay, cursor: int) -> bool:
    """Whether stepping stops there: at decisions, ends of games, the first and the last state.

    A roll that was made without a word about the cube is no stop of its own, but part of its play.
    """
    return cursor in (0, len(study.log)) or not isinstance(study.log[cursor], (OpeningRoll, Rolled))


def next_stop(study: Replay) -> int:
    """Return the first stop after the cursor; at the last that one."""
    last = len(study.log)
    return next((at for at in range(study.cursor + 1, last) if is_stop(study, at)), last)


def stop_before(study: Replay) -> int:
    """Return the last stop before the cursor; at the first that one."""
    return next((at for at in range(study.cursor - 1, 0, -1) if is_stop(study, at)), 0)


def stops_until(study: Replay, cursor: int) -> int:
    """Count the stops up to a cursor, that one included."""
    last = len(study.log)
    if not last:
        return 1
    begun_with_roll = isinstance(study.log[0], (OpeningRoll, Rolled))
    passed = study.log.until(min(cursor + 1, last))
    return len(passed) - passed.rolls + begun_with_roll + (cursor == last)


def game_end(study: Replay) -> int:
    """Return the cursor at which the game that is shown has ended, or the log has."""
    log = study.log
    game = log.game_at(study.cursor)
    return log.first(game + 1) - 1 if game < len(log.finished) else len(log)


def replay_of(model: Model) -> Replay:
    """Return the running match as a study, at its latest state."""
    return Replay(model.beginning, model.log, len(model.log))


def move_to(study: Replay, cursor: int) -> Replay:
    """Put the cursor somewhere; beyond the ends counts as the end."""
    return replace(study, cursor=min(max(0, cursor), len(study.log)))


def step(study: Replay, forward: bool) -> Replay:
    """Go to the next stop, or to the one before."""
    return move_to(study, next_stop(study) if forward else stop_before(study))


def comment(study: Replay) -> str:
    """Return the remarks on what was done here, and on what happened since the stop before.

    The first decision also has what is known of the event.
    """
    before = stop_before(study) or -1
    lines = [f"{name}: {value}" for name, value in study.event] if before < 0 else []
    lines += [text for at, text in study.comments if before < at <= study.cursor]
    return "\n".join(lines)


def start_from(match: Match) -> Match | None:
    """Return a match as one can begin from it, None where nothing is left to decide here.

    What an XGID cannot say (the number of the game, a resignation under answer) is dropped, so that it is
    kept as one.
    """
    if match.phase is Phase.OPENING:
        return None
    try:
        again = parse_xgid(format_xgid(Standing.of(match))).to_match(match.rules)
    except BackgammonError:
        return None
    return replace(again, white=match.white)


def can_be_file(match: Match) -> bool:
    """Whether match files can hold a match that begins so."""
    return match.phase is Phase.OPENING


def setup_of(model: Model, study: Replay) -> MatchOptions:
    """Return what a study is shown as: the running match's own setup, or two people with its names."""
    if study.origin is Origin.MATCH:
        return model.setup
    start = study.start
    seats = Seat(name=study.names[0]), Seat(name=study.names[1])
    return replace(model.setup, seats=seats, rules=start.rules, length=start.length, white=start.white)


def displayed(model: Model) -> Model:
    """Return the model that the page draws: a study's state or the quiz's in place of the running match."""
    study, quiz = model.study, model.quiz
    if quiz:
        return replace(quiz.board, settings=model.settings, engine=model.engine)
    if study is None:
        return model
    state = position_after(study, study.cursor)
    setup = setup_of(model, study)
    if model.draft:
        drawn = model.draft.drawn
        state = State(drawn, Layout.of(drawn.position_of[0]))
        setup = replace(setup, white=drawn.white, length=drawn.length)
    return replace(
        model,
        setup=setup,
        match=state.match,
        layout=state.layout,
        log=study.log.until(study.cursor),
        start=study.start,
        moves=(),
        showing=(),
        undone=(),
        swapped=False,
        selected=None,
        last_moves=state.last,
        last_player=state.last_player,
        rolling=False,
        resting=False,
        decided=False,
        refused=None,
    )
