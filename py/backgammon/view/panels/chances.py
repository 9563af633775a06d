"""Six chances in columns: won, with gammon, with backgammon, then lost; and the head of these columns."""

from backgammon.protocol.messages import Chances
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_CHANCES = ("wins", "losses")


def chances(found: Chances, say: Say, plies: int | None = None) -> Node:
    """Write the six chances of a game: won, with gammon, with backgammon, then lost; perhaps the depth."""
    won = (found.win, found.win_gammon, found.win_backgammon)
    lost = (found.lose, found.lose_gammon, found.lose_backgammon)
    return node(
        "span",
        [
            node(
                "span",
                node("span", say(f"advice.{name}"), class_="won-or-lost"),
                [child for share in shares for child in (" ", node("span", say.number(100 * share, 1)))],
                class_="three",
            )
            for name, shares in zip(_CHANCES, (won, lost), strict=True)
        ],
        None if plies is None else _depth(plies, say),
        class_="chances",
        title=say("advice.chances"),
    )


def plays_head(plies: int, say: Say) -> Node:
    """Draw the head of the columns in which each row of a list has its chances, and how deep most rows go."""
    heads = [(say(f"advice.{name}"), say("advice.gammons"), say("advice.backgammons")) for name in _CHANCES]
    return node(
        "p",
        [node("span", [node("span", word) for word in three], class_="three") for three in heads],
        _depth(plies, say),
        class_="chances plays-head",
        title=say("advice.chances"),
        key="plays-head",
    )


def _depth(plies: int, say: Say) -> Node:
    return node("span", say("advice.plies", count=plies), class_="depth")


def own_depth(plies: int, usual: int) -> int | None:
    """Return how deep a row goes where that differs from what its head says."""
    return None if plies == usual else plies
