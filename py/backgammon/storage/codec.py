"""Kept data is JSON with a format and a version; what is read holds under replay, or is refused as a whole.

A match: ``{"format": "triktrakk-match", "version": 2, "setup": {…}, "start": null, "log": […],
"games": […], "moves": […], "showing": […], "swapped": false, "study": null, "shelf": null}``; ``start`` and
``study`` see storage.study, ``shelf`` is another match, without a shelf of its own.
Settings: ``{"format": "triktrakk-settings", "version": 2, "settings": {…}}``.
``games`` holds for each game ``{"commitment", "secret", "word", "source"}``; in a public record, the one
that may be given away, the secret of an unfinished game is null.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from typing import Any, TypeVar

from backgammon.core.errors import BackgammonError
from backgammon.core.fairdice import SECRET_BYTES
from backgammon.core.match import (
    Accepted,
    Action,
    Awarded,
    Beavered,
    Doubled,
    Dropped,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
    apply,
    new_match,
)
from backgammon.core.plays import Move, Turn
from backgammon.core.position import BAR
from backgammon.data.json_text import quoted
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import Data, field, like, opened, rules_data, rules_of, value_of
from backgammon.storage.record import DiceSource, GameDice, Saved, Seat, SeatKind, Settings, Setup, Study
from backgammon.storage.study import start_data, start_of, study_data, study_of

MATCH, SETTINGS = "triktrakk-match", "triktrakk-settings"
VERSION = 2

Read = TypeVar("Read")

MIGRATIONS: dict[int, Callable[[Data], Data]] = {
    1: lambda data: {"start": None, "study": None, "shelf": None, **data},
}
"""For each older version, what turns its data into those of the next."""

_DIGEST = 64
_BARE: dict[str, type] = {
    "double": Doubled,
    "take": Took,
    "drop": Dropped,
    "beaver": Beavered,
    "raccoon": Raccooned,
    "accept": Accepted,
    "refuse": Refused,
    "next-game": NextGame,
}
_NAMES = {kind: name for name, kind in _BARE.items()}


def dump(saved: Saved, *, public: bool = False) -> str:
    """Write a match; ``public`` leaves out the secret of a game that is not over, study and shelf."""
    return _text({"format": MATCH, "version": VERSION, **_saved_data(saved, public)})


def _saved_data(saved: Saved, public: bool) -> Data:
    over = saved.match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    games = [asdict(game) for game in saved.games]
    if public and games and not over:
        games[-1]["secret"] = None
    return {
        "setup": {**asdict(saved.setup), "rules": rules_data(saved.setup.rules)},
        "start": start_data(saved.start) if saved.start else None,
        "log": [_action_data(action) for action in saved.log],
        "games": games,
        "moves": saved.moves,
        "showing": saved.showing,
        "swapped": saved.swapped,
        "study": study_data(saved.study) if saved.study and not public else None,
        "shelf": _saved_data(saved.shelf, public) if saved.shelf and not public else None,
    }


def load(text: str, *, to_continue: bool = True) -> Saved:
    """Read a match, the inverse of dump.

    ``to_continue``: refuse a record that gives no secret for its running game, from which no further roll can
    follow. Raises StorageError for whatever is foreign, damaged or against the rules.
    """
    data = _opened(text, MATCH)
    try:
        return _match(data, to_continue)
    except StorageError:
        raise
    except (BackgammonError, ValueError) as error:
        raise StorageError(f"the stored match breaks a rule: {error}") from error


def dump_settings(settings: Settings) -> str:
    """Write a person's settings."""
    return _text({"format": SETTINGS, "version": VERSION, "settings": asdict(settings)})


def load_settings(text: str) -> Settings:
    """Read settings, the inverse of dump_settings; raise StorageError for what is foreign or damaged."""
    data = field(_opened(text, SETTINGS), "settings", dict)
    usual = Settings()
    found = {one.name: getattr(usual, one.name) for one in fields(Settings)}
    found |= {name: like(data, name, value) for name, value in found.items() if name in data}
    if not 0 <= found["volume"] <= 100:
        raise StorageError(f"volume is 0 to 100, not {quoted(found['volume'])}")
    return Settings(**found)


def _text(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _opened(text: str, name: str) -> Data:
    data = opened(text, name)
    version = data["version"]
    while version in MIGRATIONS:
        data = MIGRATIONS[version](data)
        version += 1
    if version != VERSION:
        raise StorageError(f"version {quoted(version)} of {name} is unknown, the latest here is {VERSION}")
    return data


def _match(data: Data, to_continue: bool) -> Saved:
    setup = _setup(field(data, "setup", dict))
    log = tuple(_action(entry) for entry in field(data, "log", list))
    start = _optional(data, "start", start_of)
    first = state = start or new_match(setup.rules, setup.length, setup.white)
    if (first.rules, first.length) != (setup.rules, setup.length):
        raise StorageError(f"a match by {quoted(setup)} does not start with {quoted(data['start'])}")
    last: tuple[Match, Played] | None = None
    for action in log:
        before, state = state, apply(state, action)
        if isinstance(action, NextGame):
            last = None
        elif isinstance(action, Played):
            last = before, action
    saved = Saved(
        setup,
        state,
        log,
        games=_games(data, state, log, to_continue),
        moves=_moves(data, "moves"),
        showing=_moves(data, "showing"),
        swapped=field(data, "swapped", bool),
        start=start,
        study=_optional(data, "study", lambda study: study_of(study, Study(first, log))),
        shelf=_optional(data, "shelf", lambda shelf: _match({**shelf, "shelf": None}, to_continue)),
    )
    _check_running_play(saved)
    if last is None:
        return saved
    before, action = last
    assert before.dice is not None
    moves = Turn(before.position, before.dice, before.rules).read(action.steps)
    return replace(saved, last_moves=moves, last_player=before.on_roll)


def _check_running_play(saved: Saved) -> None:
    state, moves = saved.match, saved.moves + saved.showing
    if not moves:
        return
    if state.phase is not Phase.TO_PLAY or state.dice is None:
        raise StorageError(f"there are moves {quoted(moves)} in the phase {state.phase}, which has none")
    turn = Turn(state.position, state.dice, state.rules)
    for count, move in enumerate(moves):
        if move not in turn.next_moves(moves[:count]):
            raise StorageError(f"{move} does not fit the roll {state.dice} after {quoted(moves[:count])}")
    if saved.showing and not turn.may_stop(moves):
        raise StorageError(f"the play {quoted(moves)} that was to be shown is not complete")


def _optional(data: Data, name: str, read: Callable[[Data], Read]) -> Read | None:
    return None if value_of(data, name) is None else read(field(data, name, dict))


def _games(data: Data, state: Match, log: tuple[Action, ...], to_continue: bool) -> tuple[GameDice, ...]:
    games = tuple(_game(entry) for entry in field(data, "games", list))
    started = not isinstance((log or (NextGame(),))[-1], NextGame)
    if len(games) != state.game and (started or len(games) != state.game - 1):
        raise StorageError(f"there are dice for {len(games)} games, but the log reaches game {state.game}")
    over = state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    running = games[-1:] if len(games) == state.game and not over else ()
    for game in games if to_continue else games[: len(games) - len(running)]:
        if game.source is DiceSource.FAIR and not game.secret:
            raise StorageError(f"the secret behind the commitment {quoted(game.commitment)} is missing")
    return games


def _game(data: Any) -> GameDice:
    source = like(data, "source", DiceSource.FAIR)
    secret = "" if value_of(data, "secret") is None else field(data, "secret", str)
    commitment, word = field(data, "commitment", str), field(data, "word", str)
    if source is DiceSource.TYPED:
        if secret or commitment:
            raise StorageError(f"typed dice have no secret, but here stands {quoted(secret or commitment)}")
        return GameDice("", "", word, source)
    digits = 2 * SECRET_BYTES
    return GameDice(_hexadecimal(commitment, _DIGEST), _hexadecimal(secret, digits, 0), word, source)


def _hexadecimal(text: str, *lengths: int) -> str:
    if len(text) not in lengths or not set(text) <= set("0123456789abcdef"):
        raise StorageError(f"{quoted(text)} is not {lengths[0]} hexadecimal digits")
    return text


def _setup(data: Data) -> Setup:
    seats = [_seat(entry) for entry in field(data, "seats", list)]
    if len(seats) != 2:
        raise StorageError(f"a match has two seats, not {quoted(seats)}")
    return Setup(
        seats=(seats[0], seats[1]),
        rules=rules_of(field(data, "rules", dict)),
        length=field(data, "length", int),
        white=field(data, "white", int),
        dice=like(data, "dice", DiceSource.FAIR),
        word=field(data, "word", str),
        advice=field(data, "advice", bool) if "advice" in data else False,
    )


def _seat(data: Any) -> Seat:
    return Seat(like(data, "kind", SeatKind.HUMAN), field(data, "name", str), field(data, "level", str))


def _moves(data: Data, name: str) -> tuple[Move, ...]:
    return tuple(Move(*_numbers(entry, 3)) for entry in field(data, name, list))


def _action_data(action: Action) -> Data:
    match action:
        case OpeningRoll(first, second):
            return {"do": "opening", "dice": (first, second)}
        case Rolled(dice):
            return {"do": "roll", "dice": dice}
        case Played(steps):
            return {"do": "play", "steps": steps}
        case Resigned(points):
            return {"do": "resign", "points": points}
        case Awarded(winner, score):
            return {"do": "award", "winner": winner, "score": score}
        case _:
            return {"do": _NAMES[type(action)]}


def _action(data: Any) -> Action:
    match field(data, "do", str):
        case "opening":
            return OpeningRoll(*_numbers(value_of(data, "dice"), 2))
        case "roll":
            first, second = _numbers(value_of(data, "dice"), 2)
            return Rolled((first, second))
        case "play":
            steps = [_numbers(entry, 2) for entry in field(data, "steps", list)]
            return Played(tuple((source, target) for source, target in steps))
        case "resign":
            return Resigned(field(data, "points", int))
        case "award":
            first, second = _numbers(value_of(data, "score"), 2)
            return Awarded(field(data, "winner", int), (first, second))
        case name if name in _BARE:
            action: Action = _BARE[name]()
            return action
        case name:
            raise StorageError(f"there is no action {quoted(name)}")


def _numbers(data: Any, count: int) -> tuple[int, ...]:
    """Read a list of so many numbers from 0 to 25, as places and dice are."""
    if not isinstance(data, list) or len(data) != count:
        raise StorageError(f"expected a list of {count} numbers, not {quoted(data)}")
    if any(type(number) is not int or not 0 <= number <= BAR for number in data):
        raise StorageError(f"expected numbers from 0 to {BAR}, not {quoted(data)}")
    return tuple(data)
