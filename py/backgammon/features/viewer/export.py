"""Export of the match or replay that is shown: IDs and links to copy, match files to save."""

from collections.abc import Callable
from dataclasses import replace

from backgammon.analysis.finding_text import finding_lines, rules_lines
from backgammon.analysis.rollout_state import CONFIDENCE_95
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Awarded, NextGame, Phase
from backgammon.features.analysis.hint import LISTED, current_decision, finding_of, is_on_show
from backgammon.features.analysis.rollouts import shown_run
from backgammon.features.saving.saved_match import snapshot
from backgammon.notation.diagram import format_board, seen_on_roll
from backgammon.notation.errors import NotationError
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Game as FileGame
from backgammon.notation.record import Record, fill_names
from backgammon.notation.setup import Setup
from backgammon.notation.sgf import format_sgf
from backgammon.notation.sgf_variations import format_variations
from backgammon.notation.xgid import format_xgid
from backgammon.state.change import Change, show_notice
from backgammon.state.effects import Copy, CopyLink, Download, SavePicture
from backgammon.state.model import Computer, Game, Model, Notice, Origin, Replay
from backgammon.state.viewer import can_be_file, game_of_replay, replay_of
from backgammon.storage.codec import dump
from backgammon.storage.lines import dump_lines_link
from backgammon.storage.replay_codec import dump_link
from backgammon.storage.types import COMPUTER_NAME, TYPED_DICE, DiceSource, Games, Saved

NAME = "triktrakk"

PICTURES = ("png", "svg")


def copy_id(model: Model, kind: str) -> Change:
    """Copy the position that is shown, as an ID: xgid or gnu."""
    write = {"xgid": format_xgid, "gnu": format_gnu_id}.get(kind)
    setup = _setup(model)
    try:
        text = write(setup) if write and setup else ""
    except BackgammonError:
        text = ""
    if not text:
        return show_notice(model, Notice("error.no-position", tone="error"))
    return _silent(model), (Copy(text),)


def copy_link(model: Model, kind: str) -> Change:
    """Copy an address that opens the position that is shown, or the whole match."""
    if kind == "match":
        return _silent(model), (CopyLink(f"#match={dump_link(replay_to_send(model))}"),)
    if kind == "lines" and model.analysis_board:
        return _silent(model), (CopyLink(f"#lines={dump_lines_link(model.analysis_board.lines)}"),)
    setup = _setup(model)
    if setup is None:
        return show_notice(model, Notice("error.no-position", tone="error"))
    return _silent(model), (CopyLink(f"#xgid={format_xgid(setup).removeprefix('XGID=')}"),)


def copy_analysis(model: Model, value: str = "") -> Change:
    """Copy the position that is shown and its analysis, as text."""
    return _silent(model), (Copy(_xg_text(model)),)


def _silent(model: Model) -> Model:
    """Remove an earlier notice, so that a copy is reported and read out even if the last one was too."""
    return replace(model, notice=None)


def on_copied(model: Model, worked: bool) -> Change:
    """Say that the text was copied, or that the clipboard could not be used."""
    if worked:
        return show_notice(model, Notice("notice.copied"))
    return show_notice(model, Notice("error.copy", tone="error"))


def _setup(model: Model) -> Setup | None:
    """Return the position that is shown, None if no ID can express it."""
    try:
        setup = replace(Setup.of(model.game.match), resigned=0)
        format_xgid(setup)
    except BackgammonError:
        return None
    return setup


def replay_to_send(model: Model) -> Replay:
    """Return the match or replay that is shown, as a replay with the names of its players."""
    replay = model.replay or replay_of(model.game)
    if replay.origin is not Origin.MATCH:
        return replay
    names = _names(model.game)
    return replace(replay, origin=Origin.FILE, names=names, comments=_of_the_clock(model.game_in_play, names))


def _of_the_clock(game: Game, names: tuple[str, str]) -> tuple[tuple[int, str], ...]:
    """Return the remark that the latest game was lost on time, () if it was not."""
    result, clock = game.match.result, game.clock
    if result is None or clock is None or not isinstance(game.log[-1], Awarded):
        return ()
    return ((len(game.log) - 1, f"{names[1 - result.winner]} lost on time."),)


def _names(game: Game) -> tuple[str, str]:
    first, second = (
        seat.name or (COMPUTER_NAME if isinstance(seat, Computer) else f"Player {number}")
        for number, seat in enumerate(game.setup.seats, 1)
    )
    return first, second


def save_as(model: Model, kind: str) -> Change:
    """Save the match that is shown as a file, or the position as text or as a picture."""
    if kind in PICTURES:
        return model, (SavePicture(kind),)
    if kind == "json":
        return model, (Download(f"{NAME}-match.json", json_text(model)),)
    if kind not in _WRITERS:
        return model, ()
    ending, write = _WRITERS[kind]
    try:
        return model, (Download(f"{NAME}-{ending}", write(model), "text/plain"),)
    except BackgammonError:
        return show_notice(model, Notice("error.not-this-format", tone="error"))


def json_text(model: Model) -> str:
    """Return the match that is shown in the project's own format, with the event and comments if any."""
    replay = model.replay
    sent = replay_to_send(model)
    said = replace(sent, origin=Origin.MATCH, remarks=()) if sent.event or sent.comments else None
    if replay is None or replay.origin is Origin.MATCH:
        return dump(replace(snapshot(model), replay=said), public=True)
    here = game_of_replay(model.game_in_play, replace(replay, cursor=len(replay.log)))
    usual = replay.start.phase is Phase.OPENING and replay.start.score == (0, 0)
    saved = Saved(
        replace(here.setup, dice=DiceSource.TYPED, word=""),
        here.match,
        replay.log,
        Games.of((TYPED_DICE,) * here.match.game),
        start=None if usual else replay.start,
        replay=said,
    )
    return dump(saved, public=True)


def record(replay: Replay) -> Record:
    """Return a replay as a record for files; raise BackgammonError if it began in mid-game."""
    if not can_be_file(replay.start):
        raise NotationError("match.opening", format_xgid(Setup.of(replay.start)))
    whole = Record.of(fill_names(replay.names), replay.start, replay.log)
    games, begin = [], 0
    for game in whole.games:
        end = begin + len(game.actions)
        remarks = tuple((at - begin, text) for at, text in replay.comments if begin <= at < end)
        games.append(FileGame(game.actions, remarks))
        begin = end + sum(isinstance(action, NextGame) for action in replay.log[end : end + 1])
    return replace(whole, games=tuple(games), event=replay.event)


def _mat(model: Model) -> str:
    return format_mat(record(replay_to_send(model)))


def _sgf(model: Model) -> str:
    return format_sgf(record(replay_to_send(model)))


def _lines(model: Model) -> str:
    """Write the lines on the analysis board with all variations; without them the match that is shown."""
    if model.analysis_board is None:
        return _sgf(model)
    return format_variations(_names(model.game), model.analysis_board.tree)


def _xg_text(model: Model) -> str:
    """Write the position in the text format of eXtreme Gammon: its ID, the names, a board, and its analysis.

    X is the player on roll, as there: the points of the board have the numbers of the listed plays.
    A resignation that awaits an answer is left out, as no XGID can express it; the analysis only if shown.
    """
    match = model.game.match
    setup, names = seen_on_roll(replace(Setup.of(match), resigned=0), _names(model.game))
    identity = format_xgid(setup)
    board = format_board(setup, names, rules=match.rules)
    text = f"{identity}\n\nX:{names[0]}   O:{names[1]}\n\n{board}\n\nGNU ID: {format_gnu_id(setup)}\n"
    text += "".join([f"{line}\n" for line in rules_lines(match.rules)])
    decision = current_decision(model) if is_on_show(model) else None
    found = finding_of(model, decision) if decision else None
    if decision is None or found is None:
        return text
    lines = finding_lines(match, found, LISTED, decision.chosen)
    return "\n".join([text, *lines, *_rollout_lines(model), ""])


def _rollout_lines(model: Model) -> list[str]:
    """Tell how far the rollout of the decision on the board has come, and how sure its equities are."""
    run = shown_run(model)
    if run is None or run.state is None:
        return []
    errors = [result.error for result in run.state.results if result.error is not None]
    wide = f", 95% within ±{CONFIDENCE_95 * max(errors):.3f}" if errors else ""
    return [f"rollout: {run.state.trials} trials{wide}"]


_WRITERS: dict[str, tuple[str, Callable[[Model], str]]] = {
    "mat": ("match.mat", _mat),
    "sgf": ("match.sgf", _sgf),
    "lines": ("analysis.sgf", _lines),
    "txt": ("position.txt", _xg_text),
}
"""For each format of text: how the name of its file ends, and what writes it."""
KINDS = ("json", *PICTURES, *_WRITERS)
"""What save_as saves."""
