"""Stored data is JSON with a format and a version; a match that fails to replay is refused as a whole.

A match: ``{"format": "triktrakk-match", "version": 3, "head": {…}, "games": […], "running": {…}, "shelf":
null}``; ``shelf`` is another match, without a shelf of its own.
``head``: ``{"setup", "start", "finished", "check", "study"}``; ``start`` and ``study`` (a replay)
are as in storage.replay_codec; ``finished`` is the number of finished games, ``check`` a CRC-32 of everything
before the running game; ``lines`` (see storage.lines) only while some are being tried out.
``games``: for each finished game one text: that of storage.log, a tab, that of its dice (storage.types).
``running``: ``{"game", "log", "dice", "moves", "showing", "swapped"}``, its log packed, its dice as a text,
"" until they are settled; in a public record, which may be given to others, the dice have no secret. If the
setup has a ``clock``, so has ``running``: ``{"bank0", "bank1", "decider", "told"}``, the milliseconds left in
each bank, and those that the turn of ``decider`` (-1: nobody's) has taken.
Settings: ``{"format": "triktrakk-settings", "version": 2, "settings": {…}}``.
"""

import zlib
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields, replace
from itertools import chain
from typing import Any, TypeVar

from backgammon.core.match import Match, NextGame, Phase, Played, apply, new_match
from backgammon.core.plays import Move, Turn
from backgammon.core.time_control import Clock, TimeControl
from backgammon.data.json_text import quote
from backgammon.storage.errors import StorageError, wrap_errors
from backgammon.storage.fields import (
    Data,
    field,
    field_like,
    json_text,
    numbers,
    open_record,
    rules_data,
    rules_of,
    value_of,
)
from backgammon.storage.lines import lines_data, lines_of
from backgammon.storage.log import Log, actions_of
from backgammon.storage.log_codec import pack, unpack
from backgammon.storage.migrations import MATCH, SETTINGS, VERSIONS, migrate
from backgammon.storage.replay_codec import read_replay, replay_data, start_data, start_of
from backgammon.storage.seal import are_whole, seal
from backgammon.storage.types import (
    Computer,
    DiceSource,
    GameDice,
    Games,
    Human,
    MatchOptions,
    Remote,
    Replay,
    Saved,
    Seat,
    Settings,
)

_T = TypeVar("_T")

TAB = "\t"
"""The separator between a finished game and its dice."""


def dump(saved: Saved, *, public: bool = False) -> str:
    """Write a match; ``public`` omits lines, shelf, and the secret of a game that is not over."""
    return json_text({"format": MATCH, "version": VERSIONS[MATCH], **_saved_data(saved, public)})


def _saved_data(saved: Saved, public: bool) -> Data:
    finished = saved.log.finished
    return {
        "head": head_data(replace(saved, lines=None) if public else saved),
        "games": [f"{game}{TAB}{dice}" for game, dice in zip(finished, saved.games.texts, strict=False)],
        "running": running_data(saved, public),
        "shelf": _saved_data(saved.shelf, public) if saved.shelf and not public else None,
    }


def head_data(saved: Saved) -> Data:
    """Write the head of a match: the data that stays the same while a game is played."""
    finished = saved.log.finished
    frame = {
        "setup": _setup_data(saved.setup),
        "start": start_data(saved.start) if saved.start else None,
    }
    return {
        **frame,
        "finished": len(finished),
        "check": _check(json_text(frame), finished, saved.games.texts[: len(finished)]),
        "study": replay_data(saved.replay) if saved.replay else None,
        **({"lines": lines_data(saved.lines)} if saved.lines else {}),
    }


def running_data(saved: Saved, public: bool = False) -> Data:
    """Write the running game."""
    game = len(saved.log.finished)
    dice = saved.games[game] if len(saved.games) > game else None
    over = saved.match.phase.is_over
    if public and dice and not over and dice.source is DiceSource.FAIR:
        dice = replace(dice, secret="")
    return {
        "game": game + 1,
        "log": pack(saved.log.running),
        "dice": dice.pack() if dice else "",
        "moves": saved.moves,
        "showing": saved.showing,
        "swapped": saved.swapped,
        **({"clock": _clock_data(saved.clock)} if saved.clock else {}),
    }


def _check(frame: str, finished: tuple[str, ...], dice: tuple[str, ...]) -> int:
    """Return a checksum of setup, start and the seals of the finished games; it changes once per game."""
    return zlib.crc32(f"{frame} {seal(finished)} {seal(dice)}".encode())


@wrap_errors()
def load(text: str, *, to_continue: bool = True, own: bool = False) -> Saved:
    """Read a match, the inverse of dump.

    ``to_continue``: refuse a record without the secret of its running game, because no further roll can be
    made. ``own``: this page wrote the text for itself; the checksum then vouches for the finished games, and
    they are not replayed. Raises StorageError for anything foreign, damaged or against the rules.
    """
    return match_of(open_record(text, MATCH), to_continue, own)


def dump_settings(settings: Settings) -> str:
    """Write a person's settings."""
    return json_text({"format": SETTINGS, "version": VERSIONS[SETTINGS], "settings": asdict(settings)})


def load_settings(text: str) -> Settings:
    """Read settings, the inverse of dump_settings; raise StorageError for foreign or damaged data."""
    data = field(migrate(open_record(text, SETTINGS), SETTINGS), "settings", dict)
    usual = Settings()
    found = {one.name: getattr(usual, one.name) for one in fields(Settings)}
    found |= {name: field_like(data, name, value) for name, value in found.items() if name in data}
    if not 0 <= found["volume"] <= 100:
        raise StorageError(f"volume is 0 to 100, not {quote(found['volume'])}")
    return Settings(**found)


def match_of(data: Data, to_continue: bool, own: bool) -> Saved:
    """Read a match of any version from its JSON object; see ``load``."""
    return _match(migrate(data, MATCH), to_continue, own)


def _match(data: Data, to_continue: bool, own: bool) -> Saved:
    shelf = _optional(data, "shelf", lambda shelf: _match({**shelf, "shelf": None}, to_continue, own))
    games, dice = split_saved(field(data, "games", list))
    head, running = field(data, "head", dict), field(data, "running", dict)
    return _build_saved(head, games, dice, running, shelf, to_continue, own)


def split_saved(games: Iterable[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split the texts of finished games into those of their logs and those of their dice."""
    try:
        pairs = [game.partition(TAB) for game in games]
    except AttributeError as error:
        raise StorageError(f"a finished game is a text: {error}") from error
    return tuple([game for game, _, _ in pairs]), tuple([dice for _, _, dice in pairs])


def _build_saved(
    head: Data,
    finished: tuple[str, ...],
    dice: tuple[str, ...],
    running: Data,
    shelf: Saved | None,
    to_continue: bool,
    own: bool,
) -> Saved:
    setup = _setup(field(head, "setup", dict))
    start = _optional(head, "start", start_of)
    first = start or new_match(setup.rules, setup.length, setup.white)
    if (first.rules, first.length) != (setup.rules, setup.length):
        raise StorageError(f"a match by {quote(setup)} does not start with {quote(head['start'])}")
    counts = field(head, "finished", int), field(running, "game", int) - 1, len(dice)
    if counts != (len(finished),) * 3:
        raise StorageError(f"there are {len(finished)} finished games, not {quote(counts)}")
    written = field(running, "log", str)
    log, games = Log(finished, unpack(written)), Games(dice)
    if any(isinstance(action, NextGame) for action in log.running):
        raise StorageError(f"the running game {quote(written)} is finished")
    if not _has_valid_checksum(head, finished, dice) or not own:
        log, games = _replay_finished(first, log, games, head)
    state, last = _replay_running(log.before(len(finished), first), log)
    saved = Saved(
        setup,
        state,
        log,
        games=_games(games, field(running, "dice", str), setup, state, log, to_continue),
        moves=_moves(running, "moves"),
        showing=_moves(running, "showing"),
        swapped=field(running, "swapped", bool),
        start=start,
        replay=_optional(head, "study", lambda replay: read_replay(replay, Replay(first, log))),
        lines=_optional(head, "lines", lines_of) if "lines" in head else None,
        shelf=shelf,
        clock=_clock(setup.clock, field(running, "clock", dict)) if setup.clock else None,
    )
    _check_running_play(saved)
    if last is None:
        return saved
    before, action = last
    assert before.dice is not None
    moves = Turn(before.position, before.dice, before.rules).read(action.steps)
    return replace(saved, last_moves=moves, last_player=before.on_roll)


def _has_valid_checksum(head: Data, finished: tuple[str, ...], dice: tuple[str, ...]) -> bool:
    """Whether a checksum confirms the finished games; raise StorageError if it contradicts them."""
    check = value_of(head, "check")
    if check is None:
        return False
    frame = json_text({"setup": head["setup"], "start": head["start"]})
    agrees = type(check) is int and check == _check(frame, finished, dice)
    if not (agrees and are_whole(finished) and are_whole(dice)):
        raise StorageError(f"the finished games do not agree with their checksum {quote(check)}")
    return True


def _replay_finished(first: Match, log: Log, games: Games, head: Data) -> tuple[Log, Games]:
    """Replay the finished games and return log and dice; raise IllegalAction or StorageError."""
    again = Log.of(first, chain(*map(actions_of, log.finished), log.running))
    dice = Games.of(games)
    sealed = head["check"] is not None
    if len(again.finished) != len(log.finished) or (sealed and (again, dice) != (log, games)):
        raise StorageError("the finished games are not what follows from their actions")
    for game in dice:
        if not _can_be_checked(game):
            raise StorageError(f"the secret behind the commitment {quote(game.commitment)} is missing")
    return again, dice


def _replay_running(state: Match, log: Log) -> tuple[Match, tuple[Match, Played] | None]:
    """Return the match after the running game, and the latest play with the match before it."""
    last: tuple[Match, Played] | None = None
    for action in log.running:
        before, state = state, apply(state, action)
        if isinstance(action, Played):
            last = before, action
    return state, last


def _check_running_play(saved: Saved) -> None:
    state, moves = saved.match, saved.moves + saved.showing
    if not moves:
        return
    if state.phase is not Phase.TO_PLAY or state.dice is None:
        raise StorageError(f"there are moves {quote(moves)} in the phase {state.phase}, which has none")
    turn = Turn(state.position, state.dice, state.rules)
    for count, move in enumerate(moves):
        if move not in turn.next_moves(moves[:count]):
            raise StorageError(f"{move} does not fit the roll {state.dice} after {quote(moves[:count])}")
    if saved.showing and not turn.may_stop(moves):
        raise StorageError(f"the play {quote(moves)} that was to be shown is not complete")


def _optional(data: Data, name: str, read: Callable[[Data], _T]) -> _T | None:
    return None if value_of(data, name) is None else read(field(data, name, dict))


def _games(
    earlier: Games, text: str, setup: MatchOptions, state: Match, log: Log, to_continue: bool
) -> Games:
    """Return the dice of all games; those of the running game may be missing until it has begun."""
    if not text:
        if log.running:
            raise StorageError(f"there are no dice for game {state.game}, but the log reaches it")
        return earlier
    over = state.phase.is_over
    dice = GameDice.unpack(text)
    if dice.source is not setup.dice:
        raise StorageError(f"the match has {setup.dice} dice, but its game others: {quote(text)}")
    if not _can_be_checked(dice) and (to_continue or over):
        raise StorageError(f"the secret behind the commitment {quote(dice.commitment)} is missing")
    return earlier.with_game(dice)


def _can_be_checked(dice: GameDice) -> bool:
    return dice.source is not DiceSource.FAIR or bool(dice.secret)


def _setup_data(setup: MatchOptions) -> Data:
    data = asdict(setup)
    if setup.clock is None:
        del data["clock"]
    return {**data, "seats": [_seat_data(seat) for seat in setup.seats], "rules": rules_data(setup.rules)}


def _setup(data: Data) -> MatchOptions:
    seats = [_seat(entry) for entry in field(data, "seats", list)]
    if len(seats) != 2:
        raise StorageError(f"a match has two seats, not {quote(seats)}")
    return MatchOptions(
        seats=(seats[0], seats[1]),
        rules=rules_of(field(data, "rules", dict)),
        length=field(data, "length", int),
        white=field(data, "white", int),
        dice=field_like(data, "dice", DiceSource.FAIR),
        word=field(data, "word", str),
        advice=field(data, "advice", bool) if "advice" in data else False,
        clock=_control(field(data, "clock", dict)) if "clock" in data else None,
    )


def _control(data: Data) -> TimeControl:
    return TimeControl(field(data, "delay", int), field(data, "bank", int), field(data, "loses", bool))


def _clock_data(clock: Clock) -> Data:
    first, second = clock.banks
    decider = -1 if clock.decider is None else clock.decider
    return {"bank0": first, "bank1": second, "decider": decider, "told": clock.spent}


def _clock(control: TimeControl, data: Data) -> Clock:
    first, second, decider, spent = (field(data, name, int) for name in ("bank0", "bank1", "decider", "told"))
    if max(first, second) > control.bank or decider not in (-1, 0, 1) or spent < 0:
        raise StorageError(f"a clock of {quote(control)} cannot stand so: {quote(data)}")
    return Clock(control, (first, second), None if decider < 0 else decider, spent)


def _seat_data(seat: Seat) -> Data:
    data = {"kind": seat.kind, "name": seat.name, "level": seat.level if isinstance(seat, Computer) else ""}
    return {**data, "peer": seat.peer} if isinstance(seat, Remote) else data


def _seat(data: Any) -> Seat:
    kind, name = field(data, "kind", str), field(data, "name", str)
    match kind:
        case Human.kind:
            return Human(name)
        case Computer.kind:
            return Computer(field(data, "level", str), name)
        case Remote.kind:
            return Remote(field(data, "peer", str), name)
        case _:
            raise StorageError(f"a seat is of a kind that is not known here: {quote(kind)}")


def _moves(data: Data, name: str) -> tuple[Move, ...]:
    return tuple(Move(*numbers(entry, 3)) for entry in field(data, name, list))
