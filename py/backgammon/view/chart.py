"""Charts as SVG from plain figures; every chart has a name, a description and its figures as a table.

Lines are drawn on a stretched grid of 1000 by 1000; text and dots are placed by shares of the box, so that
they keep their size and shape on every screen. The style sheets define the colours.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backgammon.view.node import Child, Node, node

GRID = 1000


@dataclass(frozen=True, slots=True)
class Line:
    """A named line of (x, y) points in ascending x; ``tone`` is its class: one, two or three."""

    name: str
    tone: str
    points: tuple[tuple[float, float], ...]
    area: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A dot on the chart with a name; a tap on it gives its command, if any, as does a list beside it."""

    x: float
    y: float
    label: str
    tone: str = ""
    command: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Axis:
    """A range and its labels: (value, text).

    ``ends``: labels after the first end at their values, and one in the middle has its middle there.
    """

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    ends: bool = False

    def share(self, value: float) -> float:
        """Return the position of a value from 0 to 1; values outside the range are drawn at the edge."""
        span = self.high - self.low
        return min(1.0, max(0.0, (value - self.low) / span)) if span > 0 else 0.5


def chart(
    key: str,
    title: str,
    about: str,
    across: Axis,
    up: Axis,
    lines: Sequence[Line],
    marks: Sequence[Mark] = (),
    breaks: Sequence[float] = (),
    base: float | None = None,
    dots: Sequence[tuple[str, str]] = (),
) -> Node:
    """Draw lines over two axes; ``breaks`` are the x of vertical rules, ``base`` the y of the base line.

    ``dots`` explains the marks of each tone: (tone, name).
    """
    return node(
        "figure",
        node("figcaption", node("span", title, class_="chart-title"), _legend(lines, dots)),
        node(
            "div",
            node(
                "svg",
                _labels(across, up),
                node(
                    "svg",
                    [_rule(across.share(x), "break") for x in breaks],
                    [_level(up.share(value), "grid") for value, _ in up.ticks],
                    _level(up.share(base), "base") if base is not None else None,
                    [path for line in lines for path in _paths(line, across, up, base)],
                    viewBox=f"0 0 {GRID} {GRID}",
                    preserveAspectRatio="none",
                    aria_hidden="true",
                    key="plot",
                ),
                [_mark(mark, across, up) for mark in marks],
                class_="chart-svg",
                role="img",
                aria_label=about,
                key="svg",
            ),
            class_="chart-box",
            key="box",
        ),
        class_="chart",
        key=f"chart-{key}",
    )


def _legend(lines: Sequence[Line], dots: Sequence[tuple[str, str]]) -> Node | None:
    """Explain the lines that are drawn, if there are several, and the dots."""
    drawn = [line for line in lines if line.points]
    named = [("swatch", line.tone, line.name) for line in drawn if len(drawn) > 1]
    named += [("dot", tone, name) for tone, name in dots]
    if not named:
        return None
    items = [
        node("span", node("span", class_=f"{kind} {tone}", aria_hidden="true"), name, key=f"{kind}{tone}")
        for kind, tone, name in named
    ]
    return node("span", items, class_="legend")


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"


def _labels(across: Axis, up: Axis) -> Node:
    texts = [
        node(
            "text",
            text,
            class_="up",
            x="0",
            y=_percent(1 - up.share(value)),
            dx="-8",
            dy="4",
            key=f"y{value}",
        )
        for value, text in up.ticks
    ]
    texts += [
        node(
            "text",
            text,
            class_=_place(at, across.share(value), across.ends),
            x=_percent(across.share(value)),
            y="100%",
            dy="18",
            key=f"x{value}",
        )
        for at, (value, text) in enumerate(across.ticks)
    ]
    return node("g", texts, aria_hidden="true", key="labels")


def _place(at: int, share: float, ends: bool) -> str:
    """Return the classes of a label across that is ``share`` of the way along."""
    if ends and share == 0.5:
        return "across only"
    return "across latest" if ends and at else "across"


def _rule(share: float, class_: str) -> Node:
    return node("path", class_=class_, d=f"M{share * GRID:.1f} 0V{GRID}")


def _level(share: float, class_: str) -> Node:
    return node("path", class_=class_, d=f"M0 {(1 - share) * GRID:.1f}H{GRID}")


def _paths(line: Line, across: Axis, up: Axis, base: float | None) -> list[Node]:
    spots = [(across.share(x) * GRID, (1 - up.share(y)) * GRID) for x, y in line.points]
    if not spots:
        return []
    stroke = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    found = [node("path", class_=f"line {line.tone}", d=stroke, key=f"line-{line.tone}")]
    if line.area:
        level = (1 - up.share(base if base is not None else up.low)) * GRID
        closed = f"{stroke}L{spots[-1][0]:.1f} {level:.1f}L{spots[0][0]:.1f} {level:.1f}Z"
        found.insert(0, node("path", class_=f"area {line.tone}", d=closed, key=f"area-{line.tone}"))
    return found


def _mark(mark: Mark, across: Axis, up: Axis) -> Node:
    x, y = _percent(across.share(mark.x)), _percent(1 - up.share(mark.y))
    return node(
        "g",
        node("title", mark.label),
        node("circle", cx=x, cy=y, r="14", class_="touch") if mark.command else None,
        node("circle", cx=x, cy=y, r="4.5", class_="dot"),
        class_=f"mark-on {mark.tone}",
        data_command=mark.command or None,
        data_value=mark.value or None,
        key=f"m{mark.x}-{mark.y}-{mark.tone}",
    )


def table(caption: str, head: Iterable[str | Node], rows: Iterable[Sequence[Child]]) -> Node:
    """Draw figures as a table; the first cell of a row names the row."""
    return node(
        "table",
        node("caption", caption, class_="hidden"),
        node("thead", node("tr", [node("th", text, scope="col") if text else node("td") for text in head])),
        node(
            "tbody",
            [
                node("tr", node("th", row[0], scope="row"), [node("td", text) for text in row[1:]])
                for row in rows
            ],
        ),
        class_="figures",
    )
