"""Opening a text as a replay: an ID, a link, a match file, or a record in the project's own format.

A text that cannot be read changes nothing; the error says where the problem is and what was expected. A long
file is read in steps, and opened after the last one, unless another text has been opened meanwhile.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

from backgammon.core.errors import BackgammonError, PositionError
from backgammon.core.match import Phase
from backgammon.data.file_text import BLANK
from backgammon.data.json_text import drop_surrogates
from backgammon.features.saving import backup
from backgammon.features.viewer.replay import offer_lines_back, open_replay
from backgammon.notation.detect import names_beside, parse_anything, read_anything, remark_on_second
from backgammon.notation.errors import DamagedFile, ForeignFile, NotationError
from backgammon.notation.reading import Reading, finish
from backgammon.notation.record import Record
from backgammon.notation.remarks import Remark
from backgammon.notation.setup import Setup, SetupError
from backgammon.notation.sgf_variations import parse_variations
from backgammon.notation.xg import about_xg
from backgammon.notation.xg_archive import MAGIC
from backgammon.notation.xgid import parse_xgid
from backgammon.state.change import Change, chain, show_notice
from backgammon.state.effects import Announce, ReadMatch
from backgammon.state.events import MatchRead
from backgammon.state.model import MessageKey, Model, Notice, Origin, Replay
from backgammon.state.parts import late
from backgammon.state.viewer import start_from, step
from backgammon.storage.codec import load
from backgammon.storage.errors import StorageError
from backgammon.storage.lines import load_lines_link
from backgammon.storage.log import Log
from backgammon.storage.migrations import MATCH
from backgammon.storage.replay_codec import load_link, start_data, start_of
from backgammon.storage.types import Lines, RemarkData, Saved

_LINK = re.compile(r"#(xgid|match|lines)=(\S*)", re.IGNORECASE)
_ESCAPED = re.compile(r"%([2-7][0-9A-Fa-f])")
_BINARY = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f]")
LONG = 10_000
"""The number of characters from which a file is read in steps: about ten games, a tenth of a second."""
_SHOWN = 40
"""The number of characters of a text that an error quotes at most."""
_LOOKED_AT = 10 * _SHOWN
"""The number of characters of a text, with its white space, from which that quotation is taken."""

_show_lines: Callable[[Model, Lines], Change] = late("features.lines.session:open_tree")
_begin_lines: Callable[[Model], Change] = late("features.lines.session:open_lines")


def on_received(model: Model, text: str) -> Change:
    """Handle a text from outside: restore a backup file, or open anything else with ``on_text``."""
    if backup.is_backup(text):
        return backup.restore_backup(model, text, _show_lines)
    return on_text(model, text)


def on_text(model: Model, text: str, analyse: bool = False) -> Change:
    """Open a text as a replay, or as lines for the analysis board; the running match is untouched.

    ``analyse``: open the analysis board with the position at once.
    """
    text, model = drop_surrogates(text), replace(model, reading="")
    try:
        if lines := read_lines(text):
            return _show_lines(model, lines)
        if _is_long(text) and not analyse:
            return replace(model, reading=text, notice=Notice("notice.part-coming")), (ReadMatch(text),)
        replay = read_text(text)
    except BackgammonError as error:
        return show_notice(model, error_notice(error, _is_text(text)))
    return _open(model, replay, analyse)


def on_match_read(model: Model, event: MatchRead) -> Change:
    """Open the match of a long file, or say what is wrong with it; nothing if another text came later."""
    if event.text != model.reading:
        return model, ()
    model = replace(model, reading="")
    match event.found:
        case Replay() as replay:
            return _open(model, replay)
        case BackgammonError() as error:
            return show_notice(model, error_notice(error, _is_text(event.text)))
        case fault:
            raise fault


def _is_long(text: str) -> bool:
    """Whether a text takes long to read and can be read in steps, unlike links and the own format."""
    return len(text) > LONG and not text.lstrip(BLANK).startswith(("#", "{"))


def _open(model: Model, replay: Replay, analyse: bool = False) -> Change:
    count = len(replay.remarks)
    told = (Announce("ui.remarks", (("count", count),)),) if count and not analyse else ()
    opened = chain(open_replay(replace(model, panel_open=False), replay), lambda there: (there, told))
    shown = chain(opened, _begin_lines) if analyse else opened
    return offer_lines_back(model, shown)


def read_text(text: str) -> Replay:
    """Return a text of any format as a replay; raise a BackgammonError that says what is wrong with it."""
    return finish(read_match(text))


def read_match(text: str) -> Reading[Replay]:
    """Read a text of any format in steps, as read_text does at once; the replay can be stored."""
    replay = yield from _read(text)
    start_of(json.loads(json.dumps(start_data(replay.start))))
    return replay


def _read(text: str) -> Reading[Replay]:
    if found := _link_in(text):
        return _link(found[1].lower(), found[2])
    if _is_saved(text):
        return _from_saved(load(text.strip(BLANK), to_continue=False))
    meant = yield from read_anything(text)
    if isinstance(meant, Setup) and text.startswith(MAGIC.decode()):
        about = about_xg(text.encode("latin-1"))
        comments = tuple((0, said) for said in about.comments)
        return replace(_position(meant), names=about.players, event=about.event, comments=comments)
    if isinstance(meant, Setup):
        remarks = _remarks(filter(None, (remark_on_second(text),)))
        return replace(_position(meant), names=names_beside(text), remarks=remarks)
    return (yield from _record(meant))


def read_lines(text: str) -> Lines | None:
    """Parse lines of the analysis board; return None for another text; raise a BackgammonError if damaged."""
    if found := _link_in(text):
        return load_lines_link(found[2]) if found[1].lower() == "lines" else None
    if not text.lstrip(BLANK).startswith("("):
        return None
    read = parse_variations(text)
    return None if read is None else Lines(read[1], read[0])


def _link_in(text: str) -> re.Match[str] | None:
    """Return the link that a text is or contains; a link in a match file is part of a comment and ignored."""
    found = _LINK.search(text) if len(text) < 200_000 else None
    if found is None or _is_saved(text):
        return None
    try:
        return None if isinstance(parse_anything(text), Record) else found
    except BackgammonError:
        return found


def _is_saved(text: str) -> bool:
    """Whether the text is a match in the format in which this page saves it."""
    return text.lstrip(BLANK).startswith("{") and MATCH in text[:200]


def _link(kind: str, packed: str) -> Replay:
    if kind == "match":
        return load_link(packed)
    return _position(parse_xgid(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), packed)))


def _position(setup: Setup) -> Replay:
    match = replace(setup, resigned=0).to_match()
    start = start_from(match)
    if start is None:
        raise NotationError("decision", str(setup.phase))
    return Replay(start, origin=Origin.POSITION)


def _record(record: Record) -> Reading[Replay]:
    is_match = bool(record.games) or record.start.phase is Phase.OPENING
    replay = Replay(
        record.start,
        (yield from _log(record)),
        origin=Origin.FILE if is_match else Origin.POSITION,
        names=record.players,
        event=record.event,
        comments=record.comments_on_log,
        remarks=_remarks(record.remarks),
    )
    return step(replay, forward=True)


def _log(record: Record) -> Reading[Log]:
    """Return the log of a record; games whose reader has found out what follows are not played again."""
    log = Log()
    for game, following in pairwise(record.games):
        if following.before is None:
            return Log.of(record.start, record.log)
        yield
        log = log.with_game(game.actions, following.before)
    return Log(log.finished, record.games[-1].actions if record.games else ())


def _remarks(remarks: Iterable[Remark]) -> tuple[RemarkData, ...]:
    """Return remarks as keys of the catalogue and the values that fill their texts."""
    return tuple((f"remark.{remark.key}", (*remark.place, *remark.params)) for remark in remarks)


def _from_saved(saved: Saved) -> Replay:
    names = saved.setup.seats[0].name, saved.setup.seats[1].name
    replay = Replay(saved.beginning, saved.log, 0, Origin.FILE, names)
    if saved.replay and saved.replay.origin is Origin.MATCH:
        replay = replace(replay, event=saved.replay.event, comments=saved.replay.comments)
    return step(replay, forward=True)


def _is_text(text: str) -> bool:
    """Whether this is readable text, not the bytes of a binary file."""
    return _BINARY.search(text) is None


def error_notice(error: BackgammonError, quotable: bool = True) -> Notice:
    """Return the notice for a text that cannot be opened: the place, what was found and what was expected.

    ``quotable``: the input is readable text, so that it has lines and can be quoted.
    """
    match error:
        case ForeignFile(program=program):
            return Notice("error.import.foreign", (("program", program),), "error")
        case DamagedFile() | StorageError():
            return Notice("error.import.damaged", tone="error")
        case NotationError():
            return _misread(error, quotable)
        case SetupError() | PositionError():
            return Notice(f"error.setup.{error.rule}", tone="error")
        case _:
            return Notice("error.import.rules", tone="error")


def _misread(error: NotationError, quotable: bool) -> Notice:
    """Return the notice with the place of an error, what was found and what was expected, where known."""
    line = error.line if quotable else 0
    begin = error.found.lstrip()[:_LOOKED_AT] if quotable else ""
    found = "".join([sign if sign.isprintable() else " " for sign in begin])
    found = " ".join(found.split())
    found = found if len(found) <= _SHOWN else f"{found[: _SHOWN - 1]}…"
    key = f"error.import.{'line' if line else 'character'}{'' if found else '.end'}"
    expected = MessageKey(f"error.expected.{error.kind}")
    said = {"line": line, "column": error.column, "found": found, "expected": expected, **error.params}
    return Notice(key, tuple(said.items()), "error")


def on_file_failed(model: Model, reason: str) -> Change:
    """Say that a file could not be read at all, for instance because it is too large, or gone."""
    return show_notice(model, Notice(f"error.file.{reason}", tone="error"))
