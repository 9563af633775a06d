"""The automatic steps of a game: rolling, asking the computer, showing plays, moving on without a choice.

Every change of the match goes through ``commit``. After it, and after every event that may end a wait,
``proceed`` looks at the phase and takes the next step, or none while waiting for a person, the engine or the
timer. The game's stage says what is being shown; there is one timer, after which ``advance`` goes on, and any
input may cut it short.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from backgammon.core.dice import Roll
from backgammon.core.fairdice import fair_roll
from backgammon.core.match import (
    Accepted,
    Action,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Rolled,
    apply,
    cube_action_error,
    refusal_error,
)
from backgammon.core.plays import Move, Turn, format_steps
from backgammon.features.speech.action_lines import effects_of, notice_of
from backgammon.features.speech.status_text import dice_text, line_about
from backgammon.state.change import Change, chain, start_timer
from backgammon.state.checkers import Layout
from backgammon.state.effects import (
    Ask,
    DrawSecret,
    Effect,
    RequestRoll,
    Save,
    Sound,
)
from backgammon.state.engine_question import question
from backgammon.state.engine_state import Ready, Thinking
from backgammon.state.legal_moves import is_hit, steps_of, turn_of
from backgammon.state.model import Computer, DialogName, Model, MoveText, Remote
from backgammon.state.seats import is_computer, plays_here
from backgammon.state.stage import Moving, Resting, Stage, Tumbling, Waiting
from backgammon.storage.types import TYPED_DICE, DiceSource, Speed


@dataclass(frozen=True, slots=True)
class Pace:
    """Durations in milliseconds: tumbling dice, a step, the pause after a finished play, reading a line."""

    dice: int
    step: int
    rest: int
    read: int


PACES = {
    Speed.SLOW: Pace(400, 650, 700, 2400),
    Speed.NORMAL: Pace(350, 380, 400, 1500),
    Speed.FAST: Pace(300, 240, 150, 1000),
    Speed.OFF: Pace(0, 0, 0, 1000),
}


def pace_of(model: Model) -> Pace:
    """Return the pace of the animations."""
    return PACES[Speed.OFF if model.reduced_motion else model.settings.speed]


def commit(model: Model, action: Action) -> Change:
    """Apply an action to the match, save it, and go on; raise IllegalAction if it is not allowed."""
    return chain(_record(model, action), proceed)


def _record(model: Model, action: Action) -> Change:
    before, match_after = model.game, apply(model.game.match, action)
    game = replace(
        before,
        match=match_after,
        log=before.log.with_action(action, match_after),
        moves=(),
        undone=(),
        swapped=False,
        selected=None,
        stage=Waiting(),
        clock=before.clock and before.clock.after(match_after),
    )
    said = model.notice
    match action:
        case Played(steps):
            turn = turn_of(before.match)
            assert turn is not None
            game = replace(game, last_moves=turn.read(steps), last_player=before.match.on_roll)
        case OpeningRoll():  # only the opening roll decides who has which side of an uneven start
            game = replace(game, layout=Layout.of(match_after.position_of[0]))
        case NextGame():
            layout = Layout.of(match_after.position_of[0])
            game, said = replace(game, layout=layout, last_moves=(), last_player=None), None
    after = replace(model, game=game, notice=said, analysis=replace(model.analysis, caution=None))
    notice = notice_of(model, action, after) or said
    if match_after.result and notice and notice.tone == "info":
        notice = None  # only the result matters now
    return replace(after, notice=notice), (Save(), *effects_of(model, action, after))


def play(model: Model) -> Change:
    """Confirm the moves made on the board as a play."""
    return commit(model, Played(steps_of(model.game.moves)))


def make_moves(model: Model, moves: tuple[Move, ...]) -> Change:
    """Make moves of the current play on the board."""
    turn = turn_of(model.game.match)
    assert turn is not None
    layout, effects = model.game.layout, list[Effect]()
    for index, move in enumerate(moves):
        layout = layout.move(model.game.match.on_roll, move.source, move.target)
        hit = is_hit(turn, model.game.moves + moves[: index + 1])
        effects.append(Sound("hit" if hit else "checker"))
    return replace(
        model, game=replace(model.game, layout=layout, moves=model.game.moves + moves, selected=None)
    ), (Save(), *effects)


def roll(model: Model) -> Change:
    """Make the next roll, or request it: from the user for real dice, from the desk for shared dice."""
    game = model.game.games[-1]
    match game.source:
        case DiceSource.TYPED:
            return replace(model, dialog=model.dialog or DialogName.ROLL_TYPED), ()
        case DiceSource.SHARED:
            return model, (RequestRoll(len(model.game.log)),)
    return apply_roll(model, fair_roll(bytes.fromhex(game.secret), game.word, model.game.rolls + 1))


def apply_roll(model: Model, dice: Roll) -> Change:
    """Apply a roll: in the opening the dice of player 0 and player 1, else those of the player on roll."""
    action = OpeningRoll(*dice) if model.game.match.phase is Phase.OPENING else Rolled(dice)
    change = _record(model, action)
    if pace_of(model).dice and model.game.games[-1].source is not DiceSource.TYPED:
        change = chain(change, _tumble)
    return chain(change, proceed)


def _tumble(model: Model) -> Change:
    return start_timer(_at(model, Tumbling()), pace_of(model).dice)


def proceed(model: Model) -> Change:
    """Take the next automatic step of the game; do nothing while something else is awaited."""
    waits = model.game.stage == Tumbling() or isinstance(model.game.stage, Waiting)
    if model.is_paused or model.analysis_board or not waits or model.pending_question is not None:
        return model, ()
    if len(model.game.games) < model.game.match.game:
        return _dice_first(model)
    return _PROCEED[model.game.match.phase](model)


def pause(model: Model) -> Model:
    """Stop the animation at its current step: no timer continues it until ``resume``."""
    stage = model.game.stage
    if not isinstance(stage, Waiting):
        stage = Moving(model.game.moves_to_show) if model.game.moves_to_show else Waiting()
    return replace(model, game=replace(model.game, stage=stage, selected=None), ticks=model.ticks + 1)


def resume(model: Model) -> Change:
    """Resume a match that was saved or paused, with the rest of a decided play, if there is one."""
    if model.game.moves_to_show and not model.is_paused:
        return start_timer(model, pace_of(model).step)
    return proceed(model)


def _dice_first(model: Model) -> Change:
    """Set up the dice of a game before it begins; for a match with a friend both devices set them up."""
    match model.game.setup.dice:
        case DiceSource.FAIR:
            return model, (DrawSecret(),)
        case DiceSource.SHARED:
            return model, ()
    games = model.game.games.with_game(TYPED_DICE)
    return chain((replace(model, game=replace(model.game, games=games)), (Save(),)), proceed)


def _wait(model: Model) -> Change:
    return model, ()


def _opening(model: Model) -> Change:
    if model.game.is_rolling:
        return model, ()
    if model.game.opening_roll:
        return _rest(model, pace_of(model).read)
    return _rest(model, pace_of(model).rest) if model.settings.auto_roll else (model, ())


def _to_roll(model: Model) -> Change:
    if model.game.is_rolling or model.game.awaits_dice:
        return model, ()
    here = plays_here(model.game, model.game.match.on_roll)
    if here and not (model.settings.auto_roll and cube_action_error(model.game.match)):
        return model, ()
    if model.game.opening_roll:
        return _rest(model, pace_of(model).read)
    return _rest(model, pace_of(model).rest) if here else _opponent_to_roll(model)


def _opponent_to_roll(model: Model) -> Change:
    """Roll for a computer that cannot double; else ask. A person at another device always decides to roll."""
    asks = cube_action_error(model.game.match) is None or not is_computer(
        model.game, model.game.match.on_roll
    )
    return ask_seat(model) if asks else roll_for_opponent(model)


def roll_for_opponent(model: Model) -> Change:
    """Roll for a side that is not played here; with real dice wait for them, the double being declined."""
    return roll(_at(model, Waiting(decided=True)))


def _to_play(model: Model) -> Change:
    turn = turn_of(model.game.match)
    assert turn is not None
    side = model.game.match.on_roll
    if isinstance(model.game.setup.seats[side], Remote):
        return ask_seat(model)
    if turn.has_choice:
        if plays_here(model.game, side):
            return model, ()
        return _rest(model, pace_of(model).rest) if model.game.moves else ask_seat(model)
    if model.game.is_rolling:
        return model, ()
    dice = dice_text(turn.dice)
    forced = _to_the_end(turn, model.game.moves)
    if not forced and not model.game.moves:
        line = line_about(model, "notice.no-move", side, dice=dice)
        return _rest(replace(model, notice=line), pace_of(model).read)
    if plays_here(model.game, side):
        model = replace(
            model,
            notice=line_about(
                model, "notice.forced", side, dice=dice, play=_play_text(turn, model.game.moves, forced)
            ),
        )
    return animate(model, forced)


def _play_text(turn: Turn, made: tuple[Move, ...], rest: tuple[Move, ...]) -> MoveText:
    return MoveText(format_steps(turn.points(()), steps_of((*made, *rest))))


def _to_the_end(turn: Turn, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves that complete the only legal play; any legal next move leads to it."""
    rest: tuple[Move, ...] = ()
    while following := turn.next_moves(moves + rest):
        rest = (*rest, following[0])
    return rest


def _answer(model: Model) -> Change:
    if plays_here(model.game, model.game.match.decider):
        return model, ()
    computer = is_computer(model.game, model.game.match.decider)
    if computer and model.game.match.phase is Phase.RESIGNED and refusal_error(model.game.match):
        return commit(model, Accepted())
    return ask_seat(model)


_PROCEED: dict[Phase, Callable[[Model], Change]] = {
    Phase.OPENING: _opening,
    Phase.TO_ROLL: _to_roll,
    Phase.TO_PLAY: _to_play,
    Phase.DOUBLED: _answer,
    Phase.BEAVERED: _answer,
    Phase.RACCOONED: _answer,
    Phase.RESIGNED: _answer,
    Phase.GAME_OVER: _wait,
    Phase.MATCH_OVER: _wait,
}


def ask_seat(model: Model) -> Change:
    """Ask the engine for the decision if it is ready; a friend's arrives unasked (features.friend.board)."""
    side = model.game.match.decider
    assert side is not None
    match model.game.setup.seats[side]:
        case Computer(level) if isinstance(model.engine, Ready):
            asked = model.asked + 1
            thinking = replace(model, asked=asked, engine=Thinking(asked, model.engine.failures))
            return thinking, (Ask(asked, question(model.game.match, level)),)
        case _:
            return model, ()


def animate(model: Model, moves: tuple[Move, ...]) -> Change:
    """Show the rest of a decided play step by step, then commit it; without animation make it at once."""
    if not moves:
        return _rest_after_play(model)
    if model.game.is_rolling:
        return _at(model, Tumbling(moves)), (Save(),)
    step = pace_of(model).step
    if not step:
        return chain(make_moves(_at(model, Waiting()), moves), _rest_after_play)
    return chain((_at(model, Moving(moves)), (Save(),)), lambda shown: start_timer(shown, step))


def _at(model: Model, stage: Stage) -> Model:
    return replace(model, game=replace(model.game, stage=stage))


def _rest_after_play(model: Model) -> Change:
    pace = pace_of(model)
    return _rest(model, pace.read if plays_here(model.game, model.game.match.on_roll) else pace.rest)


def _rest(model: Model, milliseconds: int) -> Change:
    """Wait, so that the player can follow, and then move on."""
    resting = _at(model, Resting())
    return start_timer(resting, milliseconds) if milliseconds else advance(resting)


def advance(model: Model) -> Change:
    """Go on after the timer: continue the current stage, or take the next step."""
    match model.game.stage:
        case Tumbling(rest):
            settled = _at(model, Waiting())
            return animate(settled, rest) if rest else proceed(settled)
        case Moving((move, *rest)):
            return chain(make_moves(_at(model, Moving(tuple(rest))), (move,)), _next_step)
        case Resting():
            return _move_on(_at(model, Waiting()))
        case _:
            return model, ()


def _next_step(model: Model) -> Change:
    return start_timer(model, pace_of(model).step) if model.game.moves_to_show else _rest_after_play(model)


def _move_on(model: Model) -> Change:
    match model.game.match.phase:
        case Phase.TO_PLAY:
            return play(model)
        case Phase.TO_ROLL if not plays_here(model.game, model.game.match.on_roll):
            return _opponent_to_roll(model)
        case _:
            return roll(model)


def on_tick(model: Model, tick: int) -> Change:
    """Handle the end of the timer; an outdated timer, or one during a pause, changes nothing."""
    return advance(model) if tick == model.ticks and not model.is_paused else (model, ())


def skip_animation(model: Model) -> Change:
    """Complete the current animation because of an input: the tumbling dice, or a play up to its end."""
    if model.game.is_rolling:
        return advance(model)
    change: Change = model, ()
    while change[0].is_busy and len(change[0].game.log) == len(model.game.log):
        change = chain(change, advance)
    return change
