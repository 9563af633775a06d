"""The columns beside a ranked choice: its six chances and the depth of its analysis, and their head."""

from backgammon.analysis.findings import ROLLED_OUT
from backgammon.i18n.forms import percents
from backgammon.protocol.messages import Chances
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_CHANCES = ("wins", "losses")


def chances(found: Chances, say: Say) -> Node:
    """Draw the six chances of a game: won, won with gammon, with backgammon, then the same lost."""
    won = (found.win, found.win_gammon, found.win_backgammon)
    lost = (found.lose, found.lose_gammon, found.lose_backgammon)
    return node(
        "span",
        [
            node(
                "span",
                node("span", say(f"advice.{name}"), class_="won-or-lost"),
                [
                    child
                    for share in shares
                    for child in (" ", node("span", say.number(percents(share, 1), 1)))
                ],
                class_="three",
            )
            for name, shares in zip(_CHANCES, (won, lost), strict=True)
        ],
        class_="chances",
        title=say("advice.chances"),
    )


def plays_head(plies: int, say: Say) -> Node:
    """Draw the head of a list of plays: the column names, and the depth of most rows, in plies."""
    heads = [(say(f"advice.{name}"), say("advice.gammons"), say("advice.backgammons")) for name in _CHANCES]
    return node(
        "p",
        node("span", _depth(plies, say), class_="depth"),
        node("span", say("rollout.head.equity"), class_="equity"),
        node("span", say("advice.behind"), class_="behind"),
        node(
            "span",
            [node("span", [node("span", word) for word in three], class_="three") for three in heads],
            class_="chances",
            title=say("advice.chances"),
        ),
        class_="plays-head",
        key="plays-head",
    )


def own_depth(plies: int, usual: int, say: Say) -> Node | None:
    """Draw a row's depth in plies, if it differs from that in the head."""
    return None if plies == usual else node("span", _depth(plies, say), class_="depth")


def _depth(plies: int, say: Say) -> str:
    return say("advice.depth.rollout") if plies == ROLLED_OUT else say("advice.plies", count=plies)
