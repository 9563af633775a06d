"""The evaluation bar along the board: each side's shares of wins, gammons and backgammons, six in all.

Each side's share has the colour of its checkers, gammons darker or paler, and its number at its end where the
style sheet has room for it. The bar takes up no room of its own, so that nothing moves when the chances
become known.
"""

from functools import lru_cache

from backgammon.core.match import Player
from backgammon.features.analysis.evaluation import Evaluation
from backgammon.i18n.forms import percents
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_WAYS = ("win", "gammon", "backgammon")
_NUMBERED = 0.15
"""The smallest share of wins that has room for its number."""


def evaluation_bar(known: Evaluation | None, white: Player, say: Say) -> Node:
    """Draw the shares of the lower player from the bottom up, then the upper player's; empty if unknown."""
    if known is None:
        return node("div", class_="evaluation", aria_hidden="true", key="evaluation")
    shares = tuple([percents(share, 1) / 100 for share in known.chances])
    below, above = (shares[:3], shares[3:]) if known.player == 0 else (shares[3:], shares[:3])
    words = _evaluation_words(*((below, above) if white == 0 else (above, below)), say)
    numbers = tuple([say.percent(win) if win >= _NUMBERED else "" for win in (below[0], above[0])])
    return _bar(below, above, white, words, numbers)


@lru_cache(maxsize=16)
def _bar(
    below: tuple[float, ...], above: tuple[float, ...], white: Player, words: str, numbers: tuple[str, ...]
) -> Node:
    sides = ("light", "dark") if white == 0 else ("dark", "light")
    parts = [
        *[(sides[0], way, share) for way, share in zip(_WAYS, _apart(below), strict=True)][::-1],
        *[(sides[1], way, share) for way, share in zip(_WAYS, _apart(above), strict=True)],
    ]
    drawn, begin = [], 0.0
    for side, way, share in parts:
        drawn.append(
            node("rect", class_=f"{side} {way}", x=f"{begin:.2f}", y=0, width=f"{100 * share:.2f}", height=1)
        )
        begin += 100 * share
    return node(
        "div",
        [_strip(drawn, along) for along in ("across", "up")],
        [
            node("span", number, class_=f"{side} {end}", key=end)
            for number, side, end in zip(numbers, sides, ("below", "above"), strict=True)
        ],
        class_="evaluation",
        role="img",
        aria_label=words,
        title=words,
        key="evaluation",
    )


def _strip(parts: list[Node], along: str) -> Node:
    """Draw the shares from left to right or, rotated, from the bottom up."""
    turned = "rotate(-90) translate(-100 0)" if along == "up" else None
    return node(
        "svg",
        node("g", parts, transform=turned),
        viewBox="0 0 100 1" if along == "across" else "0 0 1 100",
        preserveAspectRatio="none",
        class_=along,
        aria_hidden="true",
        key=along,
    )


def _apart(shares: tuple[float, ...]) -> tuple[float, float, float]:
    """Return the shares of plain wins, gammons and backgammons; each given chance includes the later ones."""
    win, gammon, backgammon = shares
    return max(0.0, win - gammon), max(0.0, gammon - backgammon), backgammon


def _evaluation_words(white: tuple[float, ...], black: tuple[float, ...], say: Say) -> str:
    """Describe the shares of both sides in words."""
    lines = []
    for key, (win, gammon, backgammon) in (("white", white), ("black", black)):
        shares = {"win": win, "gammon": gammon, "backgammon": backgammon}
        lines.append(say(f"evaluation.{key}", **{way: say.percent(share) for way, share in shares.items()}))
    return " ".join(lines)
