"""Saves a picture of the board that is shown: as SVG, or drawn by the browser as PNG."""

from typing import Any

import js
from pyodide.ffi import JsException

from backgammon.browser.downloads import blob_of, download
from backgammon.i18n.catalogue import Catalogue
from backgammon.state.model import Appearance, Model
from backgammon.view import geometry
from backgammon.view.board.picture import model_svg

NAME = "triktrakk-position"
SVG = "image/svg+xml"

WIDTH = 1_600
"""Pixels; wide enough for print in a column, and for a screen of any density."""


async def save(model: Model, kind: str, say: Catalogue) -> None:
    """Offer the picture for download; an SVG file where the browser cannot make another."""
    drawn = blob_of(model_svg(model, say, _appearance(model)), SVG)
    if kind == "svg":
        download(f"{NAME}.svg", drawn)
        return
    try:
        picture = await _png(drawn)
    except (AttributeError, JsException):
        download(f"{NAME}.svg", drawn)
    else:
        download(f"{NAME}.png", picture)


def _appearance(model: Model) -> str:
    """Return how the page looks now, light or dark."""
    if model.settings.appearance is not Appearance.AUTO:
        return model.settings.appearance
    return "dark" if js.matchMedia("(prefers-color-scheme: dark)").matches else "light"


async def _png(drawn: Any) -> Any:
    """Draw an SVG picture as PNG."""
    height = round(WIDTH * geometry.HEIGHT / geometry.WIDTH)
    address = js.URL.createObjectURL(drawn)
    try:
        image = js.Image.new(WIDTH, height)
        image.src = address
        await image.decode()
        canvas = js.OffscreenCanvas.new(WIDTH, height)
        canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, height)
        return await canvas.convertToBlob()
    finally:
        js.URL.revokeObjectURL(address)
