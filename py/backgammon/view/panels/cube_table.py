"""The cube in figures: the worth of each action to the player who decides, and the proper action."""

from collections.abc import Sequence

from backgammon.core.match import Match, Phase
from backgammon.protocol.messages import Chances, CubeFinding, CubeReply
from backgammon.view.node import Node, node
from backgammon.view.panels.chances import chances
from backgammon.view.words import Say

Row = tuple[str, float, float]
"""The text key of an action, its equity, and its difference from the proper action's equity."""


def cube_table(found: CubeFinding, match: Match, say: Say) -> Node:
    """Draw the worth of the cube actions to the player who decides, below the proper action."""
    asked = match.phase is not Phase.TO_ROLL and found.reply is not None
    headline = f"problem.{found.reply}" if asked else f"cube.verdict.{verdict(found)}"
    rows = _answer_rows(found, match) if asked else _double_rows(found)
    return action_table(say("advice.cube"), say(headline), rows, decider_chances(found.chances, match), say)


def action_table(caption: str, headline: str, rows: Sequence[Row], shares: Chances, say: Say) -> Node:
    """Draw the worth of actions to the player who decides, between the headline and that player's chances."""
    return node(
        "div",
        node("p", headline, class_="verdict", key="verdict"),
        node(
            "table",
            node("caption", caption, class_="hidden"),
            node("tbody", [_row(row, say) for row in rows]),
            class_="figures cube-figures",
            key="figures",
        ),
        node("p", chances(shares, say), class_="cube-chances", key="chances"),
        class_="cube-finding",
        key="cube",
    )


def _row(row: Row, say: Say) -> Node:
    key, worth, apart = row
    return node(
        "tr",
        node("th", say(key), scope="row"),
        node("td", say.number(worth, 3, signed=True), class_="equity"),
        node("td", say.number(apart, 3, signed=True) if abs(apart) >= 0.0005 else "", class_="behind"),
        key=key,
    )


def _double_rows(found: CubeFinding) -> list[Row]:
    """Return the rows for a player who may double; a beaver stands in for the take where it is better."""
    worths = {"cube.row.no-double": found.no_double}
    if found.double_take is not None and found.double_drop is not None:
        taken = "cube.verdict.double-beaver" if found.reply is CubeReply.BEAVER else "cube.row.double-take"
        worths |= {taken: found.double_take, "cube.row.double-drop": found.double_drop}
    best = _proper_worth(found)
    return [(key, worth, worth - best) for key, worth in worths.items()]


def _answer_rows(found: CubeFinding, match: Match) -> list[Row]:
    """Return the rows for the player who was doubled; the last is the game's worth without the double."""
    worths = answers(found, match)
    best = max(worths.values())
    rows = [(f"problem.{name}", worth, worth - best) for name, worth in worths.items()]
    if match.phase is Phase.DOUBLED:
        rows.append(("cube.row.no-double", -found.no_double, 0.0))
    return rows


def answers(found: CubeFinding, match: Match) -> dict[str, float]:
    """Return the worth, to the player asked, of the best acceptance (take, beaver, raccoon) and of a drop."""
    assert found.double_take is not None
    assert found.double_drop is not None
    sign = 1 if match.decider == match.on_roll else -1
    accepting = found.reply if found.reply in ("beaver", "raccoon") else "take"
    return {str(accepting): sign * found.double_take, "drop": sign * found.double_drop}


def decider_chances(shares: Chances, match: Match) -> Chances:
    """Convert the chances of the player on roll to those of the player who decides."""
    return shares if match.decider == match.on_roll else Chances(*shares[3:], *shares[:3])


def _proper_worth(found: CubeFinding) -> float:
    """Return the equity of the player on roll if both handle the cube properly."""
    if found.double_take is None or found.double_drop is None:
        return found.no_double
    return max(found.no_double, min(found.double_take, found.double_drop))


def verdict(found: CubeFinding) -> str:
    """Name the proper cube action of both players, as the end of a text key."""
    return f"{found.action}-{found.reply}" if found.reply else found.action
