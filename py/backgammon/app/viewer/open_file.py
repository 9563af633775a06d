"""What comes in from outside as a study: an ID, a link, a match file, a record of the project's own.

Whatever cannot be read leaves everything as it was, and says where and what was expected. Readers of match
files are loaded when the first text comes in.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from backgammon.app.state.change import Change, show_notice
from backgammon.app.state.model import MessageKey, Model, Notice, Origin, Replay
from backgammon.app.state.viewer import start_from, step
from backgammon.app.viewer.replay import open_replay
from backgammon.core.errors import BackgammonError, PositionError
from backgammon.core.match import Phase
from backgammon.notation.errors import ForeignFile, NotationError
from backgammon.notation.setup import Setup, SetupError
from backgammon.notation.xgid import parse_xgid
from backgammon.storage.codec import MATCH, load
from backgammon.storage.errors import StorageError
from backgammon.storage.log import Log
from backgammon.storage.study import load_link, start_data, start_of
from backgammon.storage.types import Saved, Told

if TYPE_CHECKING:
    from backgammon.notation.record import Record
    from backgammon.notation.remarks import Remark

_LINK = re.compile(r"#(xgid|match)=(\S*)", re.IGNORECASE)
_ESCAPED = re.compile(r"%([2-7][0-9A-Fa-f])")
_BINARY = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f]")
_SHOWN = 40
"""Characters of a text that an error quotes."""


def on_text(model: Model, text: str) -> Change:
    """Open what a text holds as a study; the running match is untouched, whatever the text is."""
    try:
        study = _checked(read_text(drop_surrogates(text)))
    except BackgammonError as error:
        return show_notice(model, why_not(error, is_text(text)))
    return open_replay(model, study)


def _checked(study: Replay) -> Replay:
    """Return a study; raise a BackgammonError where its beginning, once kept, could not be read again."""
    start_of(json.loads(json.dumps(start_data(study.start))))
    return study


def drop_surrogates(text: str) -> str:
    """Drop halves of surrogate pairs, which can be neither stored nor hashed."""
    return text.encode("utf-8", "ignore").decode()


def read_text(text: str) -> Replay:
    """Return a text of any format as a study; raise a BackgammonError that says what is wrong with it."""
    found = _LINK.search(text) if len(text) < 200_000 else None
    if found:
        return _link(found[1].lower(), found[2])
    if text.lstrip("\ufeff \t\r\n").startswith("{") and MATCH in text[:200]:
        return _saved(load(text.strip("\ufeff \t\r\n"), to_continue=False))
    from backgammon.notation.detect import parse_anything, remark_on_second  # noqa: PLC0415 - as the file says

    meant = parse_anything(text)
    if isinstance(meant, Setup):
        remarks = _remarks(filter(None, (remark_on_second(text),)))
        return replace(_position(meant), names=_names_beside(text), remarks=remarks)
    return _record(meant)


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


def _names_beside(text: str) -> tuple[str, str]:
    """Return the players' names that eXtreme Gammon writes beside a position."""
    found = re.search(r"(?m)^[ \t]*X:(\S.{0,60}?)[ \t]{2,}O:(\S.{0,60}?)[ \t\r]*$", text[:20_000])
    return (found[1], found[2]) if found else ("", "")


def _record(record: "Record") -> Replay:
    comments = [(0, text) for text in record.comments]
    begin = 0
    for game in record.games:
        comments.extend((begin + index, text) for index, text in game.comments)
        begin += len(game.actions) + 1
    log = Log.of(record.start, record.log)
    origin = Origin.FILE if record.games else Origin.POSITION
    study = Replay(
        record.start,
        log,
        origin=origin if record.start.phase is not Phase.OPENING else Origin.FILE,
        names=record.players,
        event=record.event,
        comments=tuple(comments),
        remarks=_remarks(record.remarks),
    )
    return step(study, forward=True)


def _remarks(remarks: Iterable["Remark"]) -> tuple[Told, ...]:
    """Return remarks as keys of the catalogue and what fills their texts."""
    return tuple((f"remark.{remark.key}", (("line", remark.line), *remark.params)) for remark in remarks)


def _saved(saved: Saved) -> Replay:
    names = saved.setup.seats[0].name, saved.setup.seats[1].name
    return step(Replay(saved.beginning, saved.log, 0, Origin.FILE, names), forward=True)


def is_text(text: str) -> bool:
    """Whether this is meant for people, not the bytes of some other file."""
    return _BINARY.search(text) is None


def why_not(error: BackgammonError, quotable: bool = True) -> Notice:
    """Return what to tell about a text that cannot be opened: the place, what stands there, what should.

    ``quotable``: it is a text at all, so that there are lines, and something to quote.
    """
    match error:
        case ForeignFile(program=program):
            return Notice("error.import.foreign", (("program", program),), "error")
        case NotationError():
            return _misread(error, quotable)
        case SetupError() | PositionError():
            return Notice(f"error.setup.{error.rule}", tone="error")
        case StorageError():
            return Notice("error.import.damaged", tone="error")
        case _:
            return Notice("error.import.rules", tone="error")


def _misread(error: NotationError, quotable: bool) -> Notice:
    """Return the place of an error, what stands there and what was expected, as far as it can be shown."""
    line = error.line if quotable else 0
    found = "".join([sign if sign.isprintable() else " " for sign in error.found]) if quotable else ""
    found = " ".join(found.split())
    found = found if len(found) <= _SHOWN else f"{found[: _SHOWN - 1]}…"
    key = f"error.import.{'line' if line else 'character'}{'' if found else '.end'}"
    expected = MessageKey(f"error.expected.{error.kind}")
    said = {"line": line, "column": error.column, "found": found, "expected": expected, **error.params}
    return Notice(key, tuple(said.items()), "error")


def on_file_failed(model: Model, reason: str) -> Change:
    """A file could not be read at all: it is too large, or gone."""
    return show_notice(model, Notice(f"error.file.{reason}", tone="error"))
