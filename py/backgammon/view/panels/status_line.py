"""The status beside the board: whose move it is, what happened last, and the tutor's comment on it."""

from collections.abc import Iterable
from functools import lru_cache

from backgammon.app.commands import available
from backgammon.features.speech.status_text import status, text
from backgammon.state.model import Lines, Model, Notice, Replay
from backgammon.state.viewer import stops_until
from backgammon.view.forms import button, icon_button, sheet_button
from backgammon.view.node import Child, Node, node
from backgammon.view.panels.analysis import tutor_line
from backgammon.view.panels.mistakes import mistake_text
from backgammon.view.panels.result_card import result_card
from backgammon.view.words import Say, prevent_breaks


def status_line(model: Model, say: Say) -> Node:
    """Draw whose move it is, and above that what happened last, until it is dismissed."""
    notice, replay = model.notice, model.replay
    asked = model.analysis.caution and model.analysis.caution.remark
    over, waits = model.game.match.result is not None, status(model)
    return node(
        "div",
        node("p", _replay_text(model, replay, say), class_="looking", key="looking") if replay else None,
        _remarks(replay, say) if replay and replay.remarks else None,
        tutor_line(model, say),
        notice_line(notice, say) if notice != waits else None,
        result_card(model, say) if over else None if asked else _status(text(say, waits)),
        class_="status",
        key="status",
    )


def _replay_text(model: Model, replay: Replay, say: Say) -> str:
    """Say what is being replayed, and the current place in it."""
    if mistake := mistake_text(model, say):
        return mistake
    what = say(f"ui.study.{replay.origin}")
    if not replay.log:
        return what
    at, whole = stops_until(replay, replay.cursor), stops_until(replay, len(replay.log))
    return say("ui.study.at", what=what, at=at, all=whole)


def _remarks(replay: Replay, say: Say) -> Node:
    """Draw a note that parts of the file could not be followed; opened, it lists them."""
    return node(
        "details",
        node("summary", say("ui.remarks", count=len(replay.remarks))),
        node("ul", [node("li", remark_text(*told, say)) for told in replay.remarks]),
        class_="remarks",
        key="remarks",
    )


def remark_text(key: str, params: Iterable[tuple[str, str | int]], say: Say) -> str:
    """Return what a remark on a file says, with its line, or its game and move, in front."""
    values = dict(params)
    where = say("remark.at.line" if "line" in values else "remark.at.move", **values)
    return say(key, where=where, **values)


@lru_cache(maxsize=32)
def _status(line: str) -> Node:
    return node("p", prevent_breaks(line), class_="said", key="said")


def title_line(model: Model, say: Say, close: Node, *title: Child) -> Node:
    """Draw a title; the close button is always at the end of its line, whatever changes below."""
    sheet = sheet_button(model.tall, say) if "sheet" in available(model) else None
    return node("div", *title, sheet, close, class_="title-line", key="looking")


def notice_line(notice: Notice | None, say: Say) -> Node | None:
    """Draw a notice for the players with a button that dismisses it, and one that undoes what it tells."""
    if notice is None:
        return None
    return _notice(text(say, notice), notice.tone, say("action.dismiss"), undo_button(notice, say))


def undo_button(notice: Notice, say: Say) -> Node | None:
    """Draw the button that brings back what a notice says was deleted, None if it was nothing."""
    if notice.removed is None:
        return None
    command = "line-restore" if isinstance(notice.removed, Lines) else "match-restore"
    return button(command, say("action.line-restore"), class_="link")


@lru_cache(maxsize=32)
def _notice(line: str, tone: str, dismiss: str, undo: Node | None) -> Node:
    return node(
        "div",
        node("p", line),
        undo,
        icon_button("dismiss", dismiss, "close"),
        class_=f"notice {tone}",
        key="notice",
    )


def dialog_notice(model: Model, say: Say) -> Node | None:
    """Draw the notice for the players inside a dialog that covers its usual place."""
    notice = model.notice
    if notice is None:
        return None
    return node("p", text(say, notice), class_=f"said-here {notice.tone}", key="said-here")
