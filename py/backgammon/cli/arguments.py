"""Reads the matches and positions of a command's argument: a text, a file or the standard input."""

from contextlib import suppress
from dataclasses import replace

from backgammon.cli.errors import CommandError
from backgammon.cli.options import ID_MARKS
from backgammon.core.errors import BackgammonError
from backgammon.core.position import Position
from backgammon.notation.detect import has_id, join_printed_ids, names_beside, parse_anything
from backgammon.notation.errors import NotationError
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.record import Record, fill_names
from backgammon.notation.setup import Setup
from backgammon.storage.codec import load
from backgammon.storage.migrations import MATCH


def parse_argument(text: str, name: str, playable: bool = True) -> list[Setup | Record]:
    """Return the matches (including those saved by the page) and positions in the text of argument ``name``.

    Raises CommandError for text that cannot be read, for an impossible position and, if ``playable``, for a
    set-up that no game allows. The message names the argument if it is not the text itself.
    """
    try:
        if not text.lstrip().startswith("{") or MATCH not in text[:200]:
            found = _parse_all(text)
            for each in found:
                if isinstance(each, Setup) and playable:
                    each.to_match()
                elif isinstance(each, Setup):
                    Position(each.points)
            return found
        saved = load(text, to_continue=False)
    except BackgammonError as error:
        raise CommandError(str(error) if text == name else f"{name}: {error}") from error
    first, second = [seat.name or f"Player {number}" for number, seat in enumerate(saved.setup.seats, 1)]
    return [Record.of((first, second), saved.beginning, saved.log)]


def one_position(text: str, name: str, refusal: str, playable: bool = True) -> Setup:
    """Return the one position in the text of argument ``name``, or raise CommandError with ``refusal``."""
    found = parse_argument(text, name, playable)
    if len(found) != 1 or not isinstance(found[0], Setup):
        raise CommandError(refusal)
    return found[0]


def players_of(text: str) -> tuple[str, str]:
    """Return the names of the players of the one position in a text, as a diagram shows them."""
    return fill_names(names_beside(text))


def _parse_all(text: str) -> list[Setup | Record]:
    """Parse a text: a match, whatever IDs it contains, or else each of its position IDs.

    Among several, an ID is a line of its own, a word with a colon in any line, or one that gnubg has printed.
    A GNU ID that repeats the ID before it, as under a diagram, is no further position. Raises NotationError.
    """
    with suppress(NotationError):
        match = parse_anything(text)
        if isinstance(match, Record):
            return [match]
    found: list[Setup | Record] = []
    repeated = ""
    for line in join_printed_ids(text).splitlines():
        words = line.split()
        for word in words:
            if word == repeated or (":" not in word and len(words) > 1):
                continue
            if not (word.startswith(ID_MARKS) or has_id(word)):
                continue
            try:
                found.append(parse_anything(word))
            except NotationError:
                if word.startswith(ID_MARKS):
                    raise
                continue
            gnu_id = _gnu_id(found[-1])
            repeated = gnu_id if gnu_id != word else ""
    return found if len(found) > 1 else [parse_anything(text)]


def _gnu_id(found: Setup | Record) -> str:
    """Return the GNU ID of a position, "" if it has none."""
    with suppress(BackgammonError):
        return format_gnu_id(found) if isinstance(found, Setup) else ""
    return ""


def without_resignation(setup: Setup) -> Setup:
    """Return a position without its resignation, whose worth then tells whether to accept it."""
    return replace(setup, resigned=0)
