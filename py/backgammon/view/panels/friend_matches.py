"""The list of matches against friends: each can be opened and deleted, and no two read the same."""

from collections.abc import Sequence

from backgammon.friend.news import ListedMatch
from backgammon.friend.stages import End, Stage
from backgammon.i18n.rule_names import rules_name
from backgammon.view.forms import button
from backgammon.view.icons import icon
from backgammon.view.node import Node, node
from backgammon.view.words import Say, fraction, length_name, moment_name, score_name


def match_rows(matches: Sequence[ListedMatch], say: Say) -> list[Node]:
    """Draw the rows of the list, the latest match first; of those that read the same, 1 is the earliest."""
    lines = [(match.name, match_facts(match, say)) for match in matches]
    rows = []
    for at, (match, line) in enumerate(zip(matches, lines, strict=True)):
        alike = lines.count(line)
        number = fraction(lines[at:].count(line), alike, say) if alike > 1 else ""
        rows.append(_row(match, " · ".join(filter(None, (line[1], number))), say))
    return rows


def match_facts(match: ListedMatch, say: Say) -> str:
    """Describe a match; one that was never begun has no score, and perhaps no name, but rules and a date."""
    length, rules = length_name(match.length, say), rules_name(match.rules, say)
    if match.end is not End.DECLINED and match.stage is not Stage.INVITING:
        return f"{length} · {score_name(match.score, say)}"
    declined = "friend.text.declined" if match.is_host else "dialog.friend.invited.declined"
    last = say(declined) if match.end else moment_name(match.made, say)
    return " · ".join(filter(None, (length, rules, last)))


def _row(match: ListedMatch, about: str, say: Say) -> Node:
    whose = {Stage.OVER: "over", Stage.INVITING: "invited"}.get(match.stage)
    forget = say("dialog.friend.entry.forget")
    return node(
        "li",
        button(
            "friend-act",
            (
                node("bdi", match.name or say("dialog.friend.unnamed"), class_="option-name"),
                node("span", about, class_="note"),
                node("span", say(f"dialog.friend.entry.{whose or ('mine' if match.mine else 'theirs')}")),
            ),
            f"open:{match.id}",
            class_="secondary friend-match mine" if match.mine and not whose else "secondary friend-match",
        ),
        node(
            "details",
            node("summary", icon("close"), aria_label=forget, title=forget, class_="tool"),
            button("friend-act", forget, f"forget:{match.id}", "secondary"),
            class_="delete",
        ),
        key=match.id,
    )
