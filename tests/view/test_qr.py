"""QR codes: an independent decoder reads the page's drawing, at its size on a small phone."""

import re

import pytest
import zxingcpp

from backgammon.view.node import Node, to_html
from backgammon.view.qr import QUIET_ZONE, qr_code, runs

LINK = "https://someone.example.org/triktrakk/#join=" + "aB3-_x9Z" * 45
PHONE = 280
"""The width of the code in pixels on a screen 360 pixels wide."""


def paint(drawn: Node, pixels: int) -> memoryview:
    """Render the drawing as grey pixels, each with the value at its centre."""
    size = int(dict(drawn.attributes)["viewBox"].split()[2])
    dark = [[False] * size for _ in range(size)]
    path = to_html(drawn)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1H\1z", path):
        dark[int(y)][int(x) : int(x) + int(width)] = [True] * int(width)
    places = [int((pixel + 0.5) * size / pixels) for pixel in range(pixels)]
    grey = bytes(0 if dark[y][x] else 255 for y in places for x in places)
    return memoryview(grey).cast("B", (pixels, pixels))


@pytest.mark.parametrize("text", ["x", LINK[:200], LINK])
def test_another_program_reads_it_at_the_size_of_a_phone(text: str) -> None:
    (read,) = zxingcpp.read_barcodes(paint(qr_code(text, "link"), PHONE))
    assert read.text == text


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        qr_code("x" * 5000, "link")


def test_dark_modules_side_by_side_are_one_stroke() -> None:
    assert runs(bytes([1, 1, 0, 1, 0, 0, 1, 1, 1])) == [(0, 2), (3, 4), (6, 9)]
    assert runs(bytes(3)) == []


def test_readers_get_their_quiet_zone() -> None:
    assert QUIET_ZONE >= 4
