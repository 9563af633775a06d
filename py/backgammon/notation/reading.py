"""Reading a file: in steps, so that a page can react meanwhile, and by the rules that its games fit.

A reader is a generator that pauses before each line or game and returns what it has read.
"""

from collections.abc import Callable, Generator
from typing import TypeVar

from backgammon.core.match import Phase
from backgammon.core.rules import Rules
from backgammon.notation.errors import NotationError
from backgammon.notation.record import Record

Result = TypeVar("Result")
Reading = Generator[None, None, Result]


def finish(reading: Reading[Result]) -> Result:
    """Take all remaining steps of a reading; return its result, or raise its error."""
    while True:
        try:
            next(reading)
        except StopIteration as end:
            result: Result = end.value
            return result


def read_by(rules: Rules, read: Callable[[Rules, list[Rules]], Reading[Record]]) -> Reading[Record]:
    """Read a file under these rules, or the nearest ones that allow all of it, or those that allow most.

    ``read`` reads the file under the rules it gets, and adds to the list rules that would allow what those
    do not. Raises NotationError if nothing in the file can be followed.
    """
    tried: list[Rules] = []
    records: list[Record] = []
    failures: list[NotationError] = []
    while rules not in tried:
        tried.append(rules)
        wanted: list[Rules] = []
        try:
            record = yield from read(rules, wanted)
        except NotationError as failure:
            if not wanted:
                raise
            failures.append(failure)
        else:
            if not wanted:
                return _check_readable(record)
            records.append(record)
        rules = wanted[0]
    if not records:
        raise failures[0]
    return _check_readable(min(records, key=lambda record: len(record.remarks)))


def _check_readable(record: Record) -> Record:
    """Return a record; raise NotationError if nothing in its file could be followed."""
    if record.remarks and not record.games and record.start.phase is Phase.OPENING:
        remark = record.remarks[0]
        raise NotationError("move", str(dict(remark.params).get("found", "")), remark.column, remark.line)
    return record
