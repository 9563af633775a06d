"""The dialogs about positions and records: opening, copying and saving them, and playing on from them."""

from collections.abc import Callable

from backgammon.app.commands import available
from backgammon.app.speech.status_text import text
from backgammon.app.state.model import DialogName, Model, SeatKind
from backgammon.app.state.viewer import can_be_file
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS
from backgammon.view.forms import button, frame, group, segments, submit
from backgammon.view.icons import icon
from backgammon.view.node import Node, node
from backgammon.view.panels.panels import seat_name
from backgammon.view.words import Say


def records_dialog(model: Model, say: Say) -> Node | None:
    """Draw the dialog that is open, if it is one of these; the model is the shown one."""
    draw = _DIALOGS.get(model.dialog) if model.dialog else None
    return draw(model, say) if draw else None


def _files(model: Model, say: Say) -> Node:
    """Positions and matches, in and out."""
    return frame(
        DialogName.FILES,
        say("ui.files"),
        say,
        node(
            "div",
            node(
                "form",
                group(
                    say("dialog.files.open"),
                    node("p", say("dialog.files.open.note"), class_="note"),
                    node(
                        "textarea",
                        name="text",
                        rows=4,
                        spellcheck="false",
                        autocapitalize="off",
                        placeholder="XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
                        aria_label=say("dialog.files.text"),
                    ),
                    node(
                        "div",
                        submit(say("dialog.files.submit")),
                        node(
                            "label",
                            icon("files"),
                            node("span", say("dialog.files.choose")),
                            node("input", type="file", class_="hidden", data_files=True),
                            class_="button secondary",
                        ),
                        class_="row",
                    ),
                ),
                data_form="import",
            ),
            *(_out(model, say) if "save-as" in available(model) else ()),
            class_="body files",
        ),
        node("footer", notice_here(model, say), class_="dialog-foot said-foot"),
    )


def _out(model: Model, say: Say) -> tuple[Node, ...]:
    """Draw what copies and saves; a position that no game can have goes nowhere."""
    files = can_be_file(model.game.beginning)
    saves = (("mat", files), ("sgf", files), ("txt", True), ("json", True))
    return (
        group(
            say("dialog.files.copy"),
            node(
                "div",
                [
                    button(command, say(f"dialog.files.{command}.{value}"), value)
                    for command, value in (
                        ("copy-id", "xgid"),
                        ("copy-id", "gnu"),
                        ("copy-link", "position"),
                        ("copy-link", "match"),
                    )
                ],
                class_="tiles",
            ),
        ),
        group(
            say("dialog.files.save"),
            node(
                "div",
                [
                    button("save-as", say(f"dialog.files.save-as.{value}"), value)
                    for value, possible in saves
                    if possible
                ],
                class_="tiles",
            ),
            node("p", say("dialog.files.save.note"), class_="note") if not files else None,
        ),
    )


def notice_here(model: Model, say: Say) -> Node | None:
    """Show the line for the player inside the dialog that covers its usual place."""
    notice = model.notice
    if notice is None:
        return None
    role = "alert" if notice.tone == "error" else "status"
    return node("p", text(say, notice), class_=f"said-here {notice.tone}", role=role, key="said-here")


def drop_hint(say: Say) -> Node:
    """Draw what covers the page while a file is held over it."""
    words = node("p", icon("files"), say("dialog.files.drop"))
    return node("div", words, class_="drop-hint", key="drop-hint")


def _play_here(model: Model, say: Say) -> Node:
    """Ask against whom, and on which side, a match from the shown position is played."""
    decider = model.game.match.decider or 0
    return frame(
        DialogName.PLAY_HERE,
        say("dialog.play-here.title"),
        say,
        node(
            "form",
            node(
                "div",
                node("p", say("dialog.play-here.about"), class_="note"),
                segments(
                    "opponent",
                    say("dialog.new-game.opponent"),
                    ((kind, say(f"dialog.play-here.{kind}")) for kind in (SeatKind.COMPUTER, SeatKind.HUMAN)),
                    SeatKind.COMPUTER,
                    class_="even",
                ),
                segments(
                    "level",
                    say("dialog.new-game.level"),
                    ((level, say(f"level.{level}")) for level in LEVELS),
                    next(
                        (seat.level for seat in model.running.setup.seats if seat.level in LEVELS),
                        DEFAULT_LEVEL,
                    ),
                    class_="levels",
                ),
                segments(
                    "side",
                    say("dialog.play-here.side"),
                    ((str(side), node("bdi", seat_name(model, side, say))) for side in (0, 1)),
                    str(decider),
                    class_="even sides",
                ),
                class_="body",
            ),
            node("footer", submit(say("dialog.play-here.start")), class_="dialog-foot"),
            data_form="play-here",
        ),
    )


_DIALOGS: dict[DialogName, Callable[[Model, Say], Node]] = {
    DialogName.FILES: _files,
    DialogName.PLAY_HERE: _play_here,
}
