"""The line beside the board while a match against a friend waits for a message or a connection."""

from functools import lru_cache

from backgammon.state.model import Model
from backgammon.state.seats import is_shared
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_RUNS = ("joining", "playing", "offering")
"""Stages of a match (backgammon.friend.stages) in which something can still arrive."""

_ENDS = ("time", "agreed", "no-dice")
"""Ends of a match that cannot be seen on the board."""


def friend_line(model: Model, say: Say) -> Node | None:
    """Draw what can be done without a connection, or how the match ended; None if neither applies."""
    standing = model.friend.standing if model.friend else None
    if standing is None or not is_shared(model.game) or model.looking:
        return None
    connected = standing.link in ("live", "resuming")
    if standing.letter_due and not standing.letter_written and not connected:
        return _line(say("ui.friend.letter"), ("write", say("dialog.friend.write")), _live(say))
    if standing.end in _ENDS:
        return _line(say(f"ui.friend.end.{standing.end}"))
    if standing.stage not in _RUNS or standing.has_word:
        return None
    if connected:
        return _line(say("dialog.friend.entry.theirs")) if model.game.match.result else None
    opened = "", say("dialog.friend.reply.submit.message")
    if standing.stage == "joining":
        send = "answer", say("dialog.friend.say.send")
        return _line(say(answer_text(model)), send, opened)
    return _line(say("ui.friend.alone"), opened, _live(say))


def answer_text(model: Model) -> str:
    """Return the key of what to do with our answer, while a connection waits for it, and otherwise."""
    friend = model.friend
    waits = friend and friend.kind == "answer" and friend.live and not friend.unreached
    return "dialog.friend.text.answer" if waits else "dialog.friend.text.answer.message"


def _live(say: Say) -> tuple[str, str]:
    return "call", say("dialog.friend.call")


@lru_cache(maxsize=8)
def _line(words: str, *buttons: tuple[str, str]) -> Node:
    return node(
        "aside",
        node("p", words, role="status"),
        node(
            "span",
            [
                node(
                    "button",
                    label,
                    type="button",
                    class_="link",
                    data_command="friend-act" if act else "friend",
                    data_value=act or None,
                )
                for act, label in buttons
            ],
            class_="answers",
        ),
        class_="newer offer friend-line",
        aria_label=words,
        key="friend",
    )
