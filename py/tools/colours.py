"""``python3 py colours``: copy how the board is painted from the style sheets into the library.

Colours are converted to sRGB: some programs that show pictures know neither custom properties nor OKLCH. The
library draws with them (view.board.picture), also where it is installed without the style sheets.
"""

import argparse
import json
import math
import re
from collections.abc import Iterator
from typing import Any

from backgammon.storage.types import Theme
from backgammon.view.board.picture import COLOURS
from tools.paths import ROOT

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
    """Write the colours; return the exit code."""
    about = "Copy how the board is painted from the style sheets into the library."
    argparse.ArgumentParser(prog="python3 py colours", description=about).parse_args(argv)
    COLOURS.write_text(f"{json.dumps(colours(), indent=0)}\n", "utf-8")
    return 0


def colours() -> dict[str, Any]:
    """Return the rules that paint the board, and the values of their tokens by theme and appearance."""
    rules = _board_rules()
    used = set(re.findall(r"var\(--([\w-]+)\)", json.dumps(rules)))
    tokens = {
        str(theme): {
            appearance: {
                name: value
                for name, value in _tokens(theme, dark=appearance == "dark").items()
                if name in used
            }
            for appearance in ("light", "dark")
        }
        for theme in Theme
    }
    return {"rules": rules, "tokens": tokens}


def _board_rules() -> dict[str, dict[str, str]]:
    """Return the rules of the board's sheet that a picture needs."""
    found: dict[str, dict[str, str]] = {}
    for selector, values in _rules("board.css"):
        kept = {name: value for name, value in values.items() if _DRAWN.match(name)}
        if kept and not _INVOLVED.search(selector):
            found[selector] = found.get(selector, {}) | kept
    return found


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
