"""The figures over time: how one has played from match to match; and all that the page keeps."""

from collections.abc import Sequence

from backgammon.app.coach.history import day_of
from backgammon.app.state.model import Model
from backgammon.storage.figures import PARTS, PlayedMatch
from backgammon.view.chart import Axis, Line, Mark, chart, table
from backgammon.view.forms import button
from backgammon.view.node import Child, Node, node
from backgammon.view.words import Say


def content(model: Model, say: Say) -> Child:
    """Draw the course of the figures, each match's own, and what can be done with all that is kept."""
    history = model.analysis.history
    return (
        node(
            "div",
            _course(history, say) if history else node("p", say("figures.empty"), class_="note"),
            _matches(history, say) if history else None,
            _kept(say),
            class_="body review",
            key="body",
        ),
        node(
            "footer",
            button("figures-csv", say("action.figures-csv")) if history else None,
            class_="dialog-foot",
            key="foot",
        ),
    )


def _kept(say: Say) -> Node:
    """What can be done with all that the page keeps."""
    return node(
        "section",
        node("h3", say("everything.title")),
        node("p", say("everything.about"), class_="note"),
        button("everything", say("action.everything")),
        node(
            "details",
            node("summary", say("everything.delete")),
            node("p", say("everything.delete.about"), class_="note"),
            button("delete-everything", say("action.delete-everything")),
        ),
        class_="group",
        key="kept",
    )


def _own(match: PlayedMatch) -> int:
    return max(0, match.you)


def _date(match: PlayedMatch, say: Say) -> str:
    day = day_of(match.day)
    return say.date(day.year, day.month, day.day)


def _course(history: Sequence[PlayedMatch], say: Say) -> Node:
    lines = []
    for name, tone in (("all", "one"), ("plays", "two"), ("cube", "three")):
        points = [(float(at), match.sides[_own(match)].pr(name)) for at, match in enumerate(history)]
        lines.append(
            Line(say(f"figures.part.{name}"), tone, tuple((x, y) for x, y in points if y is not None))
        )
    highest = max((y for line in lines for _, y in line.points), default=10.0)
    top = next((step for step in (5.0, 10.0, 20.0, 40.0, 80.0) if highest <= step), highest)
    ticks = tuple((top * part / 4, say.number(top * part / 4, 1 if top < 10 else 0)) for part in range(5))
    across = Axis(-0.5, len(history) - 0.5, ((0.0, _date(history[0], say)),))
    marks = [
        Mark(x, y, f"{_date(history[int(x)], say)}: {line.name} {say.number(y, 2)}", line.tone)
        for line in lines
        for x, y in line.points
    ]
    about = say("figures.about", count=len(history))
    return chart("figures", say("figures.course"), about, across, Axis(0, top, ticks), lines, marks)


def _matches(history: Sequence[PlayedMatch], say: Say) -> Node:
    head = [say("figures.date"), *[say(f"figures.part.{name}") for name in PARTS], say("review.luck")]
    rows = []
    for match in reversed(history):
        side = match.sides[_own(match)]
        prs = [side.pr(name) for name in PARTS]
        written = ["" if pr is None else say.number(pr, 2) for pr in prs]
        rows.append((_date(match, say), *written, say.number(side.luck, 2, signed=True)))
    return node(
        "div", table(say("figures.title"), head, rows), class_="scroll-x", tabindex="0", key="matches"
    )
