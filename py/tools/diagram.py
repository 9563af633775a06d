"""``python3 py diagram ID``: a position as a self-contained SVG file, drawn as on the page.

The colours of the style sheets are converted to sRGB: some programs that show pictures know neither custom
properties nor OKLCH.
"""

import argparse
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from backgammon.cli.arguments import one_position
from backgammon.cli.options import read_text
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Phase
from backgammon.core.plays import Steps
from backgammon.core.position import Position
from backgammon.i18n.catalogue import load
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.play import parse_play
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from backgammon.state.model import Direction
from backgammon.storage.types import Theme
from backgammon.view.board.diagram import caption, setup_view, svg_document
from tools.errors import ToolError
from tools.paths import ROOT

APPEARANCES = ("auto", "light", "dark")
_SHEETS = ROOT / "css"
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_DRAWN = re.compile(
    r"(?:fill|stroke(?:-[a-z]+)?|stop-color|opacity|font-(?:size|weight|family)|text-anchor"
    r"|dominant-baseline|paint-order|font-variant-numeric)$"
)
"""Properties that matter in a picture; those of motion, pointers and layout do not."""
_INVOLVED = re.compile(r":(?!root)|\[|>|\+|~|\*|\b(?:lifted|shake|rolling|target|ghost|last|place|touch)\b")
"""Matches selectors for states that a picture is never in."""
_OKLCH = re.compile(r"oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: / ([\d.]+))?\)")


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
    parser.add_argument(
        "--side", choices=("bottom", "top", "mover"), default="bottom", help="who sits at the bottom"
    )
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
    try:
        options.output.write_text(text, "utf-8")
    except OSError as error:
        raise ToolError(f"{options.output} was not written ({error.strerror})") from error
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
    setup = one_position(text, name or text, refusal, standing=False)
    try:
        view = setup_view(_orient(setup, side), direction, numbers, _steps(play, setup) if play else ())
        identity = _identity(text.strip(), setup)
    except BackgammonError as error:
        raise ToolError(str(error)) from error
    say = load()
    return svg_document(view, say, style(appearance, theme), caption(_orient(setup, side), say), identity)


def _identity(given: str, setup: Setup) -> str:
    """Return the given ID or, if the text is longer than an ID, the ID of the position found in it."""
    if given.isprintable() and " " not in given:
        return given
    return format_gnu_id(setup) if setup.resigned else format_xgid(setup)


def _steps(text: str, setup: Setup) -> Steps:
    if setup.phase is not Phase.TO_PLAY or setup.dice is None:
        raise ToolError("a play is shown where the dice are rolled: give a position with dice")
    return parse_play(text, Position(setup.points), setup.dice).steps


def _orient(setup: Setup, side: str) -> Setup:
    return setup.mirror() if side == "top" or (side == "mover" and setup.decider == 1) else setup


def style(appearance: str, theme: Theme = Theme.WOOD) -> str:
    """Return the board's style sheet with plain colours."""
    light, dark = (_sheet(_tokens(theme, dark)) for dark in (False, True))
    if appearance != "auto":
        return _format_rules(dark if appearance == "dark" else light)
    other = {
        selector: {name: value for name, value in values.items() if light[selector].get(name) != value}
        for selector, values in dark.items()
    }
    return f"{_format_rules(light)}@media(prefers-color-scheme:dark){{{_format_rules(other)}}}"


def _format_rules(rules: dict[str, dict[str, str]]) -> str:
    return "".join(
        f"{selector}{{{';'.join(f'{name}:{value}' for name, value in values.items())}}}"
        for selector, values in rules.items()
        if values
    )


def _rules(sheet: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the selectors and declarations of a sheet that are outside any at-rule."""
    text = re.sub(r"/\*.*?\*/", "", (_SHEETS / sheet).read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r"@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
    for selectors, body in _RULE.findall(text):
        pairs = (line.partition(":") for line in body.split(";") if ":" in line)
        values = {name.strip(): value.strip() for name, _, value in pairs}
        for selector in selectors.split(","):
            yield " ".join(selector.split()), values


def _tokens(theme: Theme, dark: bool) -> dict[str, str]:
    """Return the values of all custom properties of a theme, in one appearance."""
    found: dict[str, str] = {}
    for selector, values in (*_rules("tokens.css"), *_rules("themes.css")):
        if selector in (":root", f'[data-theme="{theme}"]'):
            found |= {name[2:]: value for name, value in values.items() if name.startswith("--")}
    return {name: _plain(value, dark) for name, value in found.items()}


def _plain(value: str, dark: bool) -> str:
    """Resolve ``light-dark()`` and ``oklch()`` in the value of a token."""
    both = re.fullmatch(r"light-dark\((.+\)), (.+)\)", value, flags=re.DOTALL)
    chosen = both[2 if dark else 1] if both else value
    return _OKLCH.sub(lambda found: srgb(*[float(part or 1) for part in found.groups()]), chosen)


def _sheet(tokens: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the rules of the board's sheet that a picture needs, every token replaced by its value."""
    found: dict[str, dict[str, str]] = {}
    for selector, values in _rules("board.css"):
        if _INVOLVED.search(selector):
            continue
        kept = {
            name: re.sub(r"var\(--([\w-]+)\)", lambda token: tokens[token[1]], value).replace('"', "")
            for name, value in values.items()
            if _DRAWN.match(name)
        }
        if kept:
            found[selector] = found.get(selector, {}) | kept
    return found


def srgb(light: float, chroma: float, hue: float, alpha: float = 1) -> str:
    """Convert an OKLCH colour to sRGB, clipped. Source: B. Ottosson, "A perceptual color space"."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    numbers = [round(255 * _gamma_encode(min(1.0, max(0.0, share)))) for share in linear]
    if alpha == 1:
        return "#" + "".join(f"{number:02x}" for number in numbers)
    return f"rgba({numbers[0]},{numbers[1]},{numbers[2]},{alpha:g})"


def _gamma_encode(share: float) -> float:
    return 12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
