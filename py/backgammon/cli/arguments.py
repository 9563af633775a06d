"""Reads the matches and positions of a command's argument: a text, a file or the standard input."""

from backgammon.cli.errors import CommandError
from backgammon.cli.options import positions
from backgammon.core.errors import BackgammonError
from backgammon.core.position import Position
from backgammon.notation.record import Record
from backgammon.notation.setup import Setup
from backgammon.storage.codec import load
from backgammon.storage.older import MATCH


def parse_argument(text: str, name: str, standing: bool = True) -> list[Setup | Record]:
    """Return the matches (including those saved by the page) and positions in the text of argument ``name``.

    Raises CommandError for text that cannot be read, for an impossible position and, if ``standing``, for a
    set-up that no game allows. The message names the argument if it is not the text itself.
    """
    try:
        if not text.lstrip().startswith("{") or MATCH not in text[:200]:
            found = positions(text)
            for each in found:
                if isinstance(each, Setup) and standing:
                    each.to_match()
                elif isinstance(each, Setup):
                    Position(each.points)
            return found
        saved = load(text, to_continue=False)
    except BackgammonError as error:
        raise CommandError(str(error) if text == name else f"{name}: {error}") from error
    first, second = [seat.name or f"Player {number}" for number, seat in enumerate(saved.setup.seats, 1)]
    return [Record.of((first, second), saved.beginning, saved.log)]


def one_position(text: str, name: str, refusal: str, standing: bool = True) -> Setup:
    """Return the one position in the text of argument ``name``, or raise CommandError with ``refusal``."""
    found = parse_argument(text, name, standing)
    if len(found) != 1 or not isinstance(found[0], Setup):
        raise CommandError(refusal)
    return found[0]
