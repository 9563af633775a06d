"""The grade of a choice as a sign and in words, never by colour alone; and the rating of a player."""

from collections.abc import Collection, Mapping

from backgammon.analysis.report import Tally
from backgammon.protocol.messages import Grade
from backgammon.view.node import Node, node
from backgammon.view.words import Say, figure

SIGNS = {Grade.DOUBTFUL: "?!", Grade.ERROR: "?", Grade.BLUNDER: "??"}
"""The signs that commentators write after a play."""

RATINGS = (
    (2.5, "world-champion"),
    (5.0, "world-class"),
    (7.5, "expert"),
    (12.5, "advanced"),
    (17.5, "intermediate"),
    (22.5, "casual"),
    (30.0, "beginner"),
)
"""The highest PR of each name; above them all "distracted". Source: eXtreme Gammon's names."""
ENOUGH = 20
"""With fewer counted decisions the PR is still luck: it gets no name and is not shown on its own."""

LEGEND = ("figures.part.cube", *(f"grade.{named}" for named in SIGNS))
"""The texts that explain the signs."""


def legend(shown: Collection[tuple[Grade, bool]], words: Mapping[str, str]) -> Node:
    """Explain the signs in ``shown``: pairs of a grade, and whether it is about the cube."""
    grades = {named for named, _ in shown}
    parts = [(SIGNS[named], f"sign {named}", words[f"grade.{named}"]) for named in SIGNS if named in grades]
    if any(boxed for _, boxed in shown):
        parts.append((SIGNS[Grade.ERROR], "sign boxed", words["figures.part.cube"]))
    return node(
        "p",
        [
            node("span", node("span", text, class_=class_, aria_hidden="true"), f" {name}")
            for text, class_, name in parts
        ],
        class_="legend",
        key="legend",
    )


def grade_signs(named: Grade, say: Say) -> list[Node]:
    """Draw the sign of a grade with its name; nothing for a good choice."""
    return [sign(named, say(f"grade.{named}"))] if named in SIGNS else []


def sign(named: Grade, label: str, boxed: bool = False) -> Node:
    """Draw the sign of a grade with a label; ``boxed``: the choice was about the cube."""
    class_ = f"sign {named} boxed" if boxed else f"sign {named}"
    return node("span", SIGNS[named], class_=class_, role="img", aria_label=label, title=label)


def rating(pr: float) -> str:
    """Return the end of the text key that names a PR."""
    return next((name for most, name in RATINGS if pr <= most), "distracted")


def level(tally: Tally, say: Say) -> str:
    """Name the level of some decisions by their PR; "" if there were too few of them."""
    pr = _rated_pr(tally)
    return "" if pr is None else say(f"rating.{rating(pr)}")


def pr_text(tally: Tally, say: Say) -> str:
    """Write the PR of some decisions; a dash if there were too few of them."""
    return figure(_rated_pr(tally), 1, say)


def is_rated(tally: Tally) -> bool:
    """Whether there were enough decisions for a PR."""
    return _rated_pr(tally) is not None


def _rated_pr(tally: Tally) -> float | None:
    return tally.pr if tally.counted >= ENOUGH else None
