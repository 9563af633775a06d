"""The line beside the board while a match against a friend waits for a message or a connection."""

from functools import lru_cache
from typing import TYPE_CHECKING

from backgammon.app.commands import is_available
from backgammon.core.match import Phase
from backgammon.state.friend_match import (
    CONNECTED,
    has_letter,
    has_only_roll,
    has_play,
    has_rematch_offer,
    match_state,
    may_ask_for_rematch,
    rematch_key,
)
from backgammon.state.model import Model
from backgammon.view.forms import button
from backgammon.view.node import Node, node
from backgammon.view.words import Say

if TYPE_CHECKING:
    from backgammon.friend.news import MatchState

_RUNS = ("joining", "playing", "offering")
"""Stages of a match (backgammon.friend.stages) in which something can still arrive."""

_ENDS = ("time", "agreed", "no-dice")
"""Ends of a match that cannot be seen on the board."""


def friend_line(model: Model, say: Say) -> Node | None:
    """Draw what can be done without a connection, or how the match ended; None if neither applies."""
    state = match_state(model)
    if state is None or model.looking:
        return None
    if state.end_offered:
        answers = ("end-yes", say("dialog.friend.end.yes")), ("end-no", say("dialog.friend.end.no"))
        return _line(say("dialog.friend.end.offered"), *answers)
    if has_letter(state):
        return None if is_available(model, "next-game") else _letter_line(state, say)
    if state.rematch and not model.game.match.result:
        return _rematch_line(model, say)
    if state.end in _ENDS:
        return _end_line(model, state.end, say)
    if state.stage not in _RUNS or state.is_our_turn:
        return None
    if state.link in CONNECTED:
        return _line(say("dialog.friend.entry.theirs")) if model.game.match.result else None
    opened = "", say("dialog.friend.reply.submit.message")
    if state.stage == "joining":
        send = "answer", say("dialog.friend.say.send")
        return _line(say(answer_text(model)), send, opened)
    return _line(say("ui.friend.alone"), opened, _live(say))


def _letter_line(state: "MatchState", say: Say) -> Node:
    """Draw what there is to send: a turn, only our part of the friend's roll, or another decision.

    The board may still be showing what came before.
    """
    send = say("dialog.friend.say.send")
    if has_only_roll(state) and state.saved.match.on_roll == 1:
        return _line(say("ui.friend.letter.roll"), ("write", send), _live(say))
    if not has_play(state):
        return _line(say("dialog.friend.text.letter.roll"), ("write", send), _live(say))
    return _line(say("ui.friend.letter"), ("write", say("dialog.friend.write")), _live(say))


def _rematch_line(model: Model, say: Say) -> Node:
    """Draw what is to be said about a rematch, where no result card says it."""
    words = say(rematch_key(model))
    if has_rematch_offer(model):
        return _line(words, ("again", say("dialog.friend.accept")), ("again-no", say("action.rematch-no")))
    return _line(words, ("again", say("action.rematch"))) if may_ask_for_rematch(model) else _line(words)


def _end_line(model: Model, end: str, say: Say) -> Node:
    """Draw how the match ended, with the rematch where no result card has its button."""
    words = say(f"ui.friend.end.{end}")
    if model.game.match.phase is Phase.MATCH_OVER or not may_ask_for_rematch(model):
        return _line(words)
    return _line(words, ("again", say("action.rematch")))


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
                button(
                    "friend-act" if act else "friend",
                    label,
                    act or None,
                    class_="primary" if act in ("write", "answer") else "link",
                )
                for act, label in buttons
            ],
            class_="answers",
        ),
        class_="newer offer friend-line",
        aria_label=words,
        key="friend",
    )
