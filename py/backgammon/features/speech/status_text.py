"""The choice of the page's texts: keys of the catalogue and the values that fill them.

Keys ending in ``.you`` address the only person at this device, those ending in ``.they`` name a side.
"""

import re
from datetime import date
from functools import reduce

from backgammon.analysis.findings import CHOICE_OF
from backgammon.core.dice import Roll
from backgammon.core.match import (
    Action,
    Awarded,
    Beavered,
    Doubled,
    Dropped,
    Phase,
    Played,
    Player,
    Raccooned,
    Rolled,
    Took,
    apply,
    cube_action_error,
)
from backgammon.core.plays import Steps, format_steps
from backgammon.core.position import Points
from backgammon.features.speech.result_line import concession
from backgammon.i18n.catalogue import Catalogue, Name
from backgammon.state.effects import Announce
from backgammon.state.engine_state import WORKS
from backgammon.state.friend_match import CONNECTED, has_letter, has_offered_end, is_at_rest, match_state
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Learning, MessageKey, Model, MoveText, Notice, Replay
from backgammon.state.notice import Share
from backgammon.state.seats import is_computer, is_shared, plays_here
from backgammon.storage.types import DiceSource

LANGUAGE_FAILED = "notice.language-failed"
"""Shown on the page, and in the settings, where the language is chosen."""

PLAY_REST = "status.play-rest"
"""Shown in the middle of a play, with the numbers that are left."""

_POINT = re.compile(r"(?<![(\d])\d+")
"""A point in notation; a number in brackets is a repeat count and not matched."""

DID: dict[type, str] = {
    action: choice for action, choice in CHOICE_OF.items() if action not in (Played, Rolled)
} | {Awarded: "award"}
"""The names of actions that are not written in notation (keys ``ui.did.…``, for a choice ``action.…``)."""

_CONSIDERED = {
    Phase.DOUBLED: "status.considers",
    Phase.BEAVERED: "status.considers.beaver",
    Phase.RACCOONED: "status.considers.raccoon",
    Phase.RESIGNED: "status.considers.resign",
}
"""What is said to the player whose offer waits for its answer, by phase."""


def text(catalogue: Catalogue, said: Notice | Announce) -> str:
    """Return the text of a line in a language; the text of a MessageKey in it is filled by the same values.

    A play in an announcement is put into words.
    """
    values = {name: _value_text(catalogue, value) for name, value in said.params}
    for name, value in values.items():
        if isinstance(value, MessageKey):
            values[name] = catalogue(value, **values)
        elif isinstance(value, MoveText) and isinstance(said, Announce):
            values[name] = in_words(catalogue, value)
    return catalogue(said.key, **values)


def _value_text(catalogue: Catalogue, value: str | float | Share | date) -> str | int:
    if isinstance(value, Share):
        return catalogue.percent(value.value, value.decimals)
    if isinstance(value, date):
        return catalogue.date(value.year, value.month, value.day)
    return catalogue.number(value, 3) if isinstance(value, float) else value


def in_words(catalogue: Catalogue, notation: str) -> str:
    """Return a play or places in words: ``24/18* 6/5(2)`` is "24 to 18 with a hit, 6 to 5 twice"."""
    return ", ".join(_way_in_words(catalogue, way) for way in notation.split())


def play_word(before: Points, steps: Steps) -> MoveText | MessageKey:
    """Return a play as a value for a line: its notation, which is English without a step, so a key then."""
    return MoveText(format_steps(before, steps)) if steps else MessageKey("ui.no-move")


def mirror_play(notation: MoveText) -> MoveText:
    """Return a play in the other side's numbers: ``bar/22* 6/5(2)`` becomes ``bar/3* 19/20(2)``."""
    return MoveText(_POINT.sub(lambda point: str(25 - int(point[0])), notation))


def _way_in_words(catalogue: Catalogue, way: str) -> str:
    stops, _, times = way.partition("(")
    if times and "*" in stops:
        # The first checker hits, the others follow: "with a hit twice" would be two hits.
        others = int(times.rstrip(")")) - 1
        rest = stops.replace("*", "") + (f"({others})" if others > 1 else "")
        return f"{_way_in_words(catalogue, stops)}, {_way_in_words(catalogue, rest)}"
    on_board, off, _ = stops.partition("/off")
    named = [_stop_in_words(catalogue, stop) for stop in on_board.split("/")]
    said = reduce(lambda source, target: catalogue("say.step", source=source, target=target), named)
    if off:
        said = catalogue("say.step-off", source=said)
    return catalogue(f"say.times-{times.rstrip(')')}", play=said) if times else said


def _stop_in_words(catalogue: Catalogue, stop: str) -> str:
    place = stop.rstrip("*")
    name = place if place.isdigit() else catalogue(f"say.{place}")
    return catalogue("say.hit", place=name) if stop.endswith("*") else name


def player(model: Model, side: Player) -> str:
    """Return the name of a side: a Name, or a MessageKey."""
    name = _asked_name(model.learning, side) if model.learning else model.game.setup.seats[side].name
    if name:
        return Name(name)
    if is_computer(model.game, side):
        return MessageKey("say.computer")
    if is_you(model, side):
        return MessageKey("say.you")
    return MessageKey("say.white" if model.game.match.white == side else "say.black")


def _asked_name(learning: Learning, side: Player) -> str:
    """Return the name of a side in the match whose error is on the board; side 0 is the decider."""
    return learning.setup.seats[learning.current.player if side == 0 else 1 - learning.current.player].name


def is_you(model: Model, side: Player) -> bool:
    """Whether this side is the person whom the page addresses: the only one at this device."""
    return plays_here(model.game, side) and not plays_here(model.game, 1 - side)


def line_about(model: Model, key: str, side: Player, **values: str | int) -> Notice:
    """Return a line about a side, which either addresses or names it."""
    params = tuple(values.items())
    if is_you(model, side):
        return Notice(f"{key}.you", params)
    return Notice(f"{key}.they", (("name", player(model, side)), *params))


def dice_text(dice: Roll) -> str:
    """Return a roll as players say it, the higher number first."""
    return f"{max(dice)}-{min(dice)}"


def status(model: Model) -> Notice:
    """Return the line that says what the match waits for, or what is shown."""
    match = model.game.match
    if match.phase.is_over:
        return _result(model)
    if is_at_rest(model) and not model.looking:
        return Notice("status.end-offered" if has_offered_end(model) else "dialog.friend.entry.over")
    if model.draft:
        return Notice(model.draft.reason or "status.editor")
    if model.replay:
        return _replay_status(model, model.replay)
    if match.phase is Phase.OPENING:
        return _opening(model)
    side = match.decider
    assert side is not None
    if model.game.is_rolling or (model.is_busy and match.phase is Phase.TO_ROLL):
        return Notice("status.rolling")
    turn = turn_of(match)
    if model.is_busy and turn:
        can = model.game.moves or turn.next_moves(())
        return line_about(model, "status.plays" if can else "notice.no-move", side, dice=dice_text(turn.dice))
    return _computer(model, side) if is_computer(model.game, side) else _decision(model, side)


def _replay_status(model: Model, replay: Replay) -> Notice:
    """Return the line for the action taken in the state that is shown, or due at the end of the log."""
    match, side = model.game.match, model.game.match.decider
    if side is None:
        return Notice("status.study.opening")
    action = replay.log[replay.cursor] if replay.cursor < len(replay.log) else None
    match action:
        case Played(steps) if match.dice:
            play = play_word(match.position.points, steps)
            return line_about(model, "say.played", side, dice=dice_text(match.dice), play=play)
        case None | Rolled():
            return _decision(model, side)
        case Awarded():
            result = apply(match, action).result
            assert result is not None
            return line_about(model, "status.won", result.winner, count=result.points)
        case _:
            return _did(model, side, cube_action(DID[type(action)], match.cube_owner))


def cube_action(name: str, owner: Player | None) -> str:
    """Return the command name of an action, but "redouble" for a double by the owner of the cube."""
    return "redouble" if name == "double" and owner is not None else name


def choice_key(name: str, owner: Player | None) -> str:
    """Return the catalogue key of an action in a list of choices."""
    named = cube_action(name, owner)
    return f"problem.{name}" if named == name else f"action.{named}"


def _did(model: Model, side: Player, name: str) -> Notice:
    """Return the line for a cube action or resignation; with the word "You" it has the command's name."""
    by = player(model, side)
    is_unnamed = is_you(model, side) and not isinstance(by, Name)
    did = MessageKey(f"action.{name}" if is_unnamed else f"ui.did.{name}")
    return Notice("status.study.did", (("name", by), ("did", did)))


def _opening(model: Model) -> Notice:
    if model.game.is_rolling:
        return Notice("status.rolling")
    if len(model.game.games) < model.game.match.game:
        return Notice("status.preparing")
    state = match_state(model)
    if is_shared(model.game) and not (state and state.can_roll):
        return Notice("status.roll.they", (("name", player(model, 1)),))
    typed = model.game.games[-1].source is DiceSource.TYPED
    return Notice("status.opening-typed" if typed else "status.opening")


def _has_rolled(model: Model, side: Player) -> bool:
    """Whether the player here has decided to roll, and the friend's part of the roll is still to come."""
    state = match_state(model)
    if state is None or model.looking or not is_you(model, side):
        return False
    return state.stage == "playing" and not state.is_our_turn


def _is_connected(model: Model) -> bool:
    """Whether the friend's part of a roll comes over a connection, else with a message."""
    state = match_state(model)
    return state is not None and state.link in CONNECTED


def _considers(model: Model, side: Player) -> str:
    """Return the key that says that this side considers an offer of the person addressed, "" for none.

    A friend can consider none that is not sent yet.
    """
    state = match_state(model)
    if state and has_letter(state):
        return ""
    return _CONSIDERED.get(model.game.match.phase, "") if is_you(model, 1 - side) else ""


def _computer(model: Model, side: Player) -> Notice:
    name = (("name", player(model, side)),)
    if model.game.awaits_dice:
        return Notice("status.typed-roll", name)
    if isinstance(model.engine, WORKS):
        return Notice(_considers(model, side) or "status.thinking", name)
    return Notice(f"status.engine-{model.engine.key}", name)


def _decision(model: Model, side: Player) -> Notice:
    match = model.game.match
    by = player(model, 1 - side)
    if key := _considers(model, side):
        return Notice(key, (("name", player(model, side)),))
    match match.phase:
        case Phase.TO_ROLL if _has_rolled(model, side):
            return Notice("status.rolling" if _is_connected(model) else "status.rolling.message")
        case Phase.TO_ROLL:
            doubling = cube_action_error(match) is None
            return line_about(model, "status.roll-or-double" if doubling else "status.roll", side)
        case Phase.TO_PLAY:
            turn = turn_of(match)
            assert turn is not None
            if model.game.moves and not turn.next_moves(model.game.moves):
                return line_about(model, "status.confirm", side)
            if model.game.moves:
                return Notice(PLAY_REST, (("dice", "-".join(map(str, turn.numbers_left(model.game.moves)))),))
            return line_about(model, "status.play", side, dice=dice_text(turn.dice))
        case Phase.DOUBLED if match.cube_owner is not None:
            return line_about(model, "status.redoubled", side, by=by, cube=match.cube * 2)
        case Phase.RESIGNED:
            offered = concession(match, 1 - side, match.offered)
            return line_about(model, f"status.resigned-{offered}", side, by=by)
        case _:
            return line_about(model, f"status.{match.phase}", side, by=by, cube=match.cube * 2)


def _result(model: Model) -> Notice:
    result, over = model.game.match.result, model.game.match.phase is Phase.MATCH_OVER
    assert result is not None
    if over:
        won, lost = model.game.match.score[result.winner], model.game.match.score[1 - result.winner]
        return line_about(model, "status.match-won", result.winner, won=won, lost=lost)
    return line_about(model, "status.won", result.winner, count=result.points)


def action_name(action: Action | None) -> str:
    """Return the name of a cube action, "no-double" for a roll instead of a double, "" for other actions."""
    if isinstance(action, Doubled | Took | Dropped | Beavered | Raccooned):
        return CHOICE_OF[type(action)]
    return "no-double" if isinstance(action, Rolled) else ""
