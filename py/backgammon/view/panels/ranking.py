"""The result of a decision that the reader was asked for: a line in words, and the ranked choices."""

from typing import NamedTuple

from backgammon.core.match import Match, Phase
from backgammon.features.speech.status_text import action_name, choice_key
from backgammon.protocol.messages import Chances, CubeFinding, Finding, grade
from backgammon.state.model import Problem
from backgammon.view.node import Node, node
from backgammon.view.panels.chances import chances, own_depth, plays_head
from backgammon.view.panels.cube_table import answers, decider_chances
from backgammon.view.panels.reason import reason_line
from backgammon.view.words import Say, play_name

LISTED = 5
"""The number of best plays listed; the play that was made is listed in any case."""
_SHOWN = 0.0005
"""The smallest loss that is not shown as zero, to three decimals."""


class Row(NamedTuple):
    """A choice: its place from 1, its equity for the player who decides, and its loss against the best."""

    place: int
    name: str
    plies: int
    equity: float
    behind: float
    chosen: bool
    chances: Chances | None = None


def verdict_text(problem: Problem, say: Say) -> str:
    """Say how good a choice was, or that it is being evaluated."""
    found = problem.found
    if problem.failed:
        return say("problem.failed")
    if found is None:
        return say("problem.weighing")
    loss = found.error or 0.0
    if loss < _SHOWN:
        return say("problem.best-play" if found.plays else "problem.best-action")
    lost = say.number(loss, 3)
    if found.chosen is None:
        return say("problem.loses", loss=lost)
    return say("problem.ranks", rank=found.place(found.chosen), count=len(found.plays), loss=lost)


def ranking(problem: Problem, found: Finding, say: Say, mine: str = "problem.yours") -> Node:
    """Draw the choices, best first, with their losses; ``mine``: the text key that marks the one made."""
    rows = _rows(problem, found, say)
    return node(
        "section",
        node("h2", say("problem.title"), class_="hidden"),
        plays_head(rows[0].plies, say) if rows else None,
        node("ol", [_row(row, rows[0].plies, say, mine) for row in rows], class_="plays"),
        reason_line(problem.match, found, say),
        class_="ranking",
        key="ranking",
    )


def _row(row: Row, usual: int, say: Say, mine: str) -> Node:
    """Draw a choice, and below it its chances. ``usual``: the plies given in the head."""
    return node(
        "li",
        node(
            "div",
            node("span", say.number(row.place), class_="rank"),
            node(
                "span",
                row.name,
                node("span", say(mine), class_="yours played") if row.chosen else None,
                own_depth(row.plies, usual, say),
                class_="play",
            ),
            node("span", say.number(row.equity, 3, signed=True), class_="equity"),
            node("span", loss_text(row.behind, say), class_=f"behind {grade(row.behind)}"),
            chances(row.chances, say) if row.chances else None,
            class_="listed",
        ),
        class_="chosen" if row.chosen else None,
    )


def best_line(problem: Problem, found: Finding, say: Say) -> str:
    """Name the best choice; "" if the one made is as good, or nothing can be ranked."""
    rows = _rows(problem, found, say)
    made = next((row for row in rows if row.chosen), None)
    if not rows or (made and made.behind < _SHOWN):
        return ""
    return say("problem.best", best=rows[0].name)


def _rows(problem: Problem, found: Finding, say: Say) -> list[Row]:
    return _cube_rows(problem, found.cube, say) if found.cube else _play_rows(problem, found, say)


def loss_text(behind: float, say: Say) -> str:
    """Write a loss, "" if it would be shown as zero."""
    return say.number(-behind, 3) if behind >= _SHOWN else ""


def _play_rows(problem: Problem, found: Finding, say: Say) -> list[Row]:
    points = problem.match.position.points
    return [
        Row(
            found.place(index),
            play_name(points, play.steps, say),
            play.plies,
            play.equity,
            play.behind,
            index == found.chosen,
            play.chances,
        )
        for index, play in enumerate(found.plays)
        if index < LISTED or index == found.chosen
    ]


def _cube_rows(problem: Problem, cube: CubeFinding, say: Say) -> list[Row]:
    """Return the possible actions, best first, from the view of the player who decides."""
    match, take, drop = problem.match, cube.double_take, cube.double_drop
    if take is None or drop is None:
        return []
    if match.phase is Phase.TO_ROLL:
        worths = {"no-double": cube.no_double, "double": min(take, drop)}
    else:
        worths = answers(cube, match)
    best, done = max(worths.values()), action_name(problem.chosen)
    own = decider_chances(cube.chances, match)
    ranked = sorted(worths.items(), key=lambda each: -each[1])
    return [
        Row(place, choice_name(name, match, say), cube.plies, worth, best - worth, name == done, own)
        for place, (name, worth) in enumerate(ranked, 1)
    ]


def choice_name(name: str, match: Match, say: Say) -> str:
    """Return the name of an action in a list of choices."""
    return say(choice_key(name, match.cube_owner))
