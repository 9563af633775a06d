"""A QR code as a drawing: dark modules on light ones in every theme, and the quiet zone that readers want."""

from functools import lru_cache
from itertools import groupby

from segno.encoder import encode

from backgammon.view.node import Node, node

QUIET_ZONE = 4
"""Modules of light round the code, as ISO/IEC 18004 asks for."""


@lru_cache(maxsize=4)
def qr_code(text: str, label: str) -> Node:
    """Draw a text of ASCII as a QR code; what does not fit into one is a ValueError."""
    rows = encode(text, error="L", mode="byte", encoding="iso-8859-1", micro=False).matrix  # type: ignore[no-untyped-call]
    size = len(rows) + 2 * QUIET_ZONE
    path = "".join(
        f"M{start + QUIET_ZONE} {y + QUIET_ZONE}h{end - start}v1H{start + QUIET_ZONE}z"
        for y, row in enumerate(rows)
        for start, end in runs(row)
    )
    return node(
        "svg",
        node("rect", width=size, height=size, class_="qr-light"),
        node("path", d=path, class_="qr-dark"),
        class_="qr",
        viewBox=f"0 0 {size} {size}",
        shape_rendering="crispEdges",
        role="img",
        aria_label=label,
        key="qr",
    )


def runs(row: bytes) -> list[tuple[int, int]]:
    """Return where the dark modules of a row begin and end, those side by side together."""
    found, at = list[tuple[int, int]](), 0
    for dark, group in groupby(row):
        start, at = at, at + len([*group])
        if dark:
            found.append((start, at))
    return found
