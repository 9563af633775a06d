"""``python3 py diagram ID``: a position as a self-contained SVG file, drawn as on the page."""

import argparse
import sys
from pathlib import Path

from backgammon.cli.arguments import one_position
from backgammon.cli.options import read_text, write_text
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Phase
from backgammon.core.plays import Steps
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.play import parse_play
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from backgammon.state.model import Direction
from backgammon.storage.types import Theme
from backgammon.view.board.picture import APPEARANCES, SIDES, format_svg
from tools.errors import ToolError


def main(argv: list[str]) -> int:
    """Draw the position that ``argv`` names; return the exit code."""
    parser = argparse.ArgumentParser(prog="python3 py diagram", description="Draw a position as an SVG file.")
    parser.add_argument(
        "id", metavar="ID", help="an XGID, OGID or GNU ID, a file with one, or - for the standard input"
    )
    parser.add_argument("-o", "--output", type=Path, help="the file to write (default: standard output)")
    parser.add_argument("--appearance", choices=APPEARANCES, default="auto", help="auto follows the reader's")
    parser.add_argument(
        "--theme", choices=[*map(str, Theme)], default=Theme.WOOD, help="as in the page's settings"
    )
    parser.add_argument("--side", choices=SIDES, default="bottom", help="who sits at the bottom")
    parser.add_argument(
        "--direction", choices=[*map(str, Direction)], default=Direction.RIGHT, help="of bearing off"
    )
    parser.add_argument("--play", default="", help="a play to show by arrows, such as '8/5 6/5'")
    parser.add_argument("--no-numbers", action="store_true", help="no numbers on the frame")
    options = parser.parse_args(argv)
    text = diagram(
        read_text(options.id),
        options.appearance,
        Theme(options.theme),
        options.side,
        Direction(options.direction),
        not options.no_numbers,
        options.play,
        options.id,
    )
    if options.output is None:
        sys.stdout.write(text)
        return 0
    write_text(options.output, text)
    return 0


def diagram(
    text: str,
    appearance: str = "auto",
    theme: Theme = Theme.WOOD,
    side: str = "bottom",
    direction: Direction = Direction.RIGHT,
    numbers: bool = True,
    play: str = "",
    name: str = "",
) -> str:
    """Return the SVG of a position ID, with a play as arrows; raise CommandError for a bad ID or play.

    ``name``: the argument that the text came from, for messages.
    """
    refusal = "one position is drawn: give its XGID, OGID or GNU ID"
    setup = one_position(text, name or text, refusal, playable=False)
    try:
        return format_svg(
            setup,
            _steps(play, setup) if play else (),
            theme=theme,
            appearance=appearance,
            side=side,
            direction=direction,
            numbers=numbers,
            identity=_identity(text.strip(), setup),
        )
    except BackgammonError as error:
        raise ToolError(str(error)) from error


def _identity(given: str, setup: Setup) -> str:
    """Return the given ID or, if the text is longer than an ID, the ID of the position found in it."""
    if given.isprintable() and " " not in given:
        return given
    return format_gnu_id(setup) if setup.resigned else format_xgid(setup)


def _steps(text: str, setup: Setup) -> Steps:
    if setup.phase is not Phase.TO_PLAY or setup.dice is None:
        raise ToolError("a play is shown where the dice are rolled: give a position with dice")
    return parse_play(text, setup.points, setup.dice).steps
