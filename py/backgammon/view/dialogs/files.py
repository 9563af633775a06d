"""Positions and match files, in and out: opening, copying and saving them."""

from backgammon.app.commands import available
from backgammon.state.model import Model
from backgammon.state.viewer import can_be_file
from backgammon.view.forms import button, group, submit
from backgammon.view.icons import icon
from backgammon.view.node import Child, Node, node
from backgammon.view.panels.status_line import dialog_notice
from backgammon.view.words import Say


def content(model: Model, say: Say) -> Child:
    """Draw the field to paste into and, below it for a legal position, the buttons that copy and save."""
    return (
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
                            "button",
                            say("action.line-open"),
                            type="submit",
                            name="analyse",
                            value="on",
                            class_="secondary",
                        ),
                        node(
                            "label",
                            icon("files"),
                            node("span", say("dialog.files.choose")),
                            node("input", type="file", class_="hidden", multiple=True, data_files=True),
                            class_="button secondary",
                        ),
                        class_="row",
                    ),
                ),
                data_form="import",
            ),
            *(_save_groups(model, say) if "save-as" in available(model) else ()),
            class_="body files",
        ),
        node("footer", dialog_notice(model, say), class_="dialog-foot said-foot"),
    )


def _save_groups(model: Model, say: Say) -> tuple[Node, ...]:
    """Draw the buttons that copy and save; match files only for a match that begins with an opening roll."""
    lines, files = model.analysis_board is not None, can_be_file(model.game.beginning)
    saves = (
        ("lines", lines),
        ("mat", files),
        ("sgf", files),
        ("txt", True),
        ("json", not lines),
        ("png", True),
        ("svg", True),
    )
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
                        ("copy-link", "lines" if lines else "match"),
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
            node("p", say("dialog.files.save.note"), class_="note") if not (files or lines) else None,
        ),
    )
