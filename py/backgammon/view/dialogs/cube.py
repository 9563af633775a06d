"""The cube at every score: the actions, take points and gammon prices, and the rolls that lose the market.

A cell shows its action by a sign and a colour, and to screen readers in words.
"""

from functools import cache

from backgammon.core.dice import ROLLS
from backgammon.core.match import Match
from backgammon.protocol.messages import CubeAction, CubeCell, CubeReply, CubeScores, TakePoints
from backgammon.state.analysis_state import CubeSheet
from backgammon.state.model import Model
from backgammon.view.chart import table
from backgammon.view.forms import button, scrollable_body
from backgammon.view.node import Child, Node, node
from backgammon.view.panels.player_line import seat_name
from backgammon.view.words import Say

_LEGEND = (
    CubeCell(CubeAction.NO_DOUBLE, CubeReply.TAKE),
    CubeCell(CubeAction.DOUBLE, CubeReply.TAKE),
    CubeCell(CubeAction.DOUBLE, CubeReply.DROP),
    CubeCell(CubeAction.TOO_GOOD, CubeReply.DROP),
    CubeCell(),
)
_STEPS = 4
"""Number of shades for how often a roll loses the market."""


def content(model: Model, say: Say) -> Child:
    """Draw the engine's progress, or its results."""
    sheet = model.analysis.cube
    if sheet is None or sheet.failed:
        return scrollable_body(node("p", say("advice.failed"), class_="note"))
    if sheet.found is None:
        return (
            scrollable_body(_progress(sheet, say)),
            node("footer", button("close", say("action.stop")), class_="dialog-foot", key="foot"),
        )
    one = sheet.match.on_roll
    names = (seat_name(model, one, say), seat_name(model, 1 - one, say))
    return scrollable_body(*_sections(sheet.found, sheet.match, names, say), class_="body cube-sheet")


def _progress(sheet: CubeSheet, say: Say) -> Node:
    return node(
        "div",
        node("progress", max=1, value=f"{sheet.done:.2f}", aria_label=say("advice.thinking")),
        node("p", say("advice.thinking"), class_="note", role="status"),
        class_="progress",
    )


def _sections(found: CubeScores, match: Match, names: tuple[str, str], say: Say) -> tuple[Node, ...]:
    away = (match.away(match.on_roll), match.away(1 - match.on_roll))
    turn = "scores.redouble" if match.cube_owner is not None else "scores.double"
    return (
        node(
            "section",
            node("h3", say(turn, cube=2 * match.cube)),
            node("p", say("scores.about", down=names[0], across=names[1]), class_="note"),
            _matrix(found, away, say(turn, cube=2 * match.cube), say),
            _legend(found, say),
            class_="group",
        ),
        node("div", _takes(found.takes, names, say), _losers(found, say), class_="beside"),
    )


def _matrix(found: CubeScores, away: tuple[int, int], caption: str, say: Say) -> Node:
    """Draw the actions by score; the row and the column of the current score are marked."""

    def head(number: int, here: int, scope: str) -> Node:
        return node("th", say.number(number), scope=scope, class_="here" if number == here else None)

    @cache  # most cells are the same, and are built only once
    def cell(found: CubeCell, in_row: bool, in_column: bool) -> Node:
        kind, mark = _sign(found)
        place = " here" if in_row and in_column else " beside-here" if in_row or in_column else ""
        return node("td", mark, class_=kind + place, aria_label=_words(found, say))

    mine, theirs = away
    numbers = range(1, len(found.cells) + 1)
    return node(
        "table",
        node("caption", caption, class_="hidden"),
        node("thead", node("tr", node("td"), [head(number, theirs, "col") for number in numbers])),
        node(
            "tbody",
            [
                node(
                    "tr",
                    head(number, mine, "row"),
                    [cell(each, number == mine, column == theirs) for column, each in enumerate(row, 1)],
                )
                for number, row in enumerate(found.cells, 1)
            ],
        ),
        class_="cube-matrix",
    )


def _sign(cell: CubeCell) -> tuple[str, str]:
    """Return the class of an action and its sign."""
    match cell:
        case CubeCell(CubeAction.DOUBLE, CubeReply.DROP):
            return "double-drop", "✕"
        case CubeCell(CubeAction.DOUBLE, _):
            return "double-take", "✓"
        case CubeCell(CubeAction.TOO_GOOD, _):
            return "too-good", "+"
        case CubeCell(CubeAction.NO_DOUBLE, _):
            return "no-double", "·"
        case _:
            return "no-cube", "–"


def _words(cell: CubeCell, say: Say) -> str:
    if cell.action is None:
        return say("scores.dead")
    return say(f"cube.verdict.{cell.action}-{cell.reply}")


def _legend(found: CubeScores, say: Say) -> Node:
    def item(cell: CubeCell, words: str) -> Node:
        kind, mark = _sign(cell)
        return node(
            "span", node("span", mark, class_=f"cube-sign {kind}", aria_hidden="true"), words, key=words
        )

    money = f"{say('ui.money')}: {_words(found.money, say)}"
    return node(
        "div",
        node("p", [item(cell, _words(cell, say)) for cell in _LEGEND], class_="cube-legend"),
        node("p", item(found.money, money), class_="cube-legend"),
    )


def _takes(takes: tuple[TakePoints, TakePoints], names: tuple[str, str], say: Say) -> Node:
    def chance(value: float | None) -> str:
        return "–" if value is None else say.percent(value, 1)

    rows = [
        (say("scores.take.dead"), *[chance(each.dead) for each in takes]),
        (say("scores.take.live"), *[chance(each.live) for each in takes]),
        (say("scores.gammon"), *[say.number(each.gammon, 2) for each in takes]),
        (say("scores.gammon.doubled"), *[say.number(each.doubled_gammon, 2) for each in takes]),
    ]
    head: list[str | Node] = ["", *(node("bdi", name) for name in names)]
    return node(
        "section",
        node("h3", say("scores.takes")),
        node("div", table(say("scores.takes"), head, rows), class_="scroll-x"),
        class_="group",
    )


def _losers(found: CubeScores, say: Say) -> Node | None:
    """Draw, for each roll, after how many of the 36 replies to it the market is lost."""
    if not found.losers:
        return None
    lost = dict(zip(ROLLS, found.losers, strict=True))
    dice = range(1, 7)

    @cache
    def cell(count: int) -> Node:
        return node("td", say.number(count), class_=f"shade-{-(-count * _STEPS // 36)}")

    rows = [
        node(
            "tr",
            node("th", say.number(one), scope="row"),
            [cell(lost[max(one, other), min(one, other)]) for other in dice],
        )
        for one in dice
    ]
    head = node("tr", node("td"), [node("th", say.number(die), scope="col") for die in dice])
    return node(
        "section",
        node("h3", say("scores.losers")),
        node("p", say("scores.losers.about", share=say.percent(found.market_lost)), class_="note"),
        node(
            "table",
            node("caption", say("scores.losers"), class_="hidden"),
            node("thead", head),
            node("tbody", rows),
            class_="losers",
        ),
        class_="group",
    )
