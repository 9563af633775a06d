"""What stands beside a ranked choice: six chances in columns, how deep it was looked into, and their head."""

from backgammon.protocol.messages import Chances
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_CHANCES = ("wins", "losses")


def chances(found: Chances, say: Say) -> Node:
    """Write the six chances of a game: won, with gammon, with backgammon, then lost."""
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
        class_="chances",
        title=say("advice.chances"),
    )


def plays_head(plies: int, say: Say) -> Node:
    """Draw the head of a list of plays: what each row has where, and how deep most were looked into."""
    heads = [(say(f"advice.{name}"), say("advice.gammons"), say("advice.backgammons")) for name in _CHANCES]
    return node(
        "p",
        node("span", say("advice.plies", count=plies), class_="depth"),
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
    """Draw how deep a row goes where that differs from what its head says."""
    return None if plies == usual else node("span", say("advice.plies", count=plies), class_="depth")
