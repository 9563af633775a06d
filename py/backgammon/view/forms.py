"""What dialogs and panels are made of: buttons, rows of choices, switches and lines to fill in."""

from collections.abc import Iterable

from backgammon.view.icons import icon
from backgammon.view.node import Child, Node, node
from backgammon.view.words import Say


def scrollable_body(*content: Child, class_: str = "body", key: str = "") -> Node:
    """The body of a dialog in which there is only to read: keys must be able to scroll it."""
    return node(
        "div", *content, class_=class_, tabindex="0", role="group", aria_labelledby="dialog-title", key=key
    )


def games_progress(done: int, games: int, say: Say) -> Node:
    """Say up to which of a match's games the page has come with what it does at length."""
    now = say("ui.game", number=done)
    return node(
        "div",
        node("progress", max=games, value=done, aria_label=now),
        node("p", now, class_="note"),
        class_="progress",
        key="progress",
    )


def grip() -> Node:
    """The upper edge of a telephone's sheet, by which it is drawn up and down."""
    return node("div", class_="grip", data_grip=True, aria_hidden="true", key="grip")


def sheet_button(tall: bool, say: Say) -> Node:
    """The button by which a telephone's sheet grows and shrinks."""
    words = say("action.sheet")
    return node(
        "button",
        icon("sheet"),
        type="button",
        class_="tool",
        data_command="sheet",
        aria_pressed=str(tall).lower(),
        aria_label=words,
        title=words,
        key="sheet",
    )


def tool(command: str, say: Say, words: str = "") -> Node:
    """A button of a command that shows its sign only; ``words``: its name, where that is another."""
    return icon_button(command, words or say(f"action.{command}"), command)


def icon_button(command: str, name: str, sign: str) -> Node:
    """A button of a command that shows a sign only, not always that of the command."""
    return node(
        "button",
        icon(sign),
        type="button",
        class_="tool",
        data_command=command,
        aria_label=name,
        title=name,
        key=command,
    )


def button(command: str, words: str, value: str = "", class_: str = "secondary", focus: bool = False) -> Node:
    """A button of a command."""
    return node(
        "button",
        words,
        type="button",
        class_=class_,
        data_command=command,
        data_value=value or None,
        autofocus=focus,
        key=f"{command}{value}",
    )


def submit(words: str, class_: str = "primary") -> Node:
    """The button that sends a form."""
    return node("button", words, type="submit", class_=class_)


def segments(
    name: str,
    legend: str,
    options: Iterable[tuple[str, str | Node]],
    chosen: str,
    setting: bool = False,
    class_: str = "",
    note: str = "",
) -> Node:
    """A row of choices of which one holds: radio buttons that look like one control, above a ``note``."""
    return node(
        "fieldset",
        node("legend", legend),
        node(
            "div",
            [
                node(
                    "label",
                    node(
                        "input",
                        type="radio",
                        name=name,
                        value=value,
                        checked=value == chosen,
                        data_setting=name if setting else None,
                    ),
                    node("span", words),
                    key=value,
                )
                for value, words in options
            ],
            class_="segments",
        ),
        node("p", note, class_="note") if note else None,
        class_=f"choice {class_}".strip(),
        key=name,
    )


def select(name: str, label: str, options: Iterable[tuple[str, str]], chosen: str) -> Node:
    """A drop-down list of choices."""
    return node(
        "label",
        node("span", label, class_="field-label"),
        node(
            "select",
            [node("option", words, value=value, selected=value == chosen) for value, words in options],
            name=name,
        ),
        class_="form-field",
        key=name,
    )


def switch(name: str, label: str, on: bool, note: str = "", setting: bool = False) -> Node:
    """A switch with its name and, where it needs one, a note."""
    return node(
        "label",
        node(
            "span",
            node("span", label, class_="field-label"),
            node("span", note, class_="note") if note else None,
            class_="switch-words",
        ),
        node(
            "input",
            type="checkbox",
            role="switch",
            name=name,
            checked=on,
            data_setting=name if setting else None,
        ),
        class_="form-field switch",
        key=name,
    )


def address_servers(allowed: bool, say: Say) -> Node:
    """Ask whether address servers may be asked; css/friend.css hides it where the site names none."""
    words, note = say("dialog.friend.servers"), say("dialog.friend.servers.note")
    return node(
        "div", switch("address_server", words, allowed, note, setting=True), class_="servers", key="servers"
    )


def same_network(allowed: bool, say: Say) -> Node:
    """Say what a live match needs; css/friend.css hides it where address servers are asked."""
    asks = " asks-servers" if allowed else ""
    return node("p", say("dialog.friend.near"), class_=f"note near{asks}", key="near")


def text(name: str, label: str, value: str, longest: int, note: str = "", class_: str = "") -> Node:
    """A line of text to be filled in."""
    return node(
        "label",
        node("span", label, class_="field-label"),
        node(
            "input",
            type="text",
            name=name,
            value=value,
            maxlength=longest,
            autocomplete="off",
        ),
        node("span", note, class_="note") if note else None,
        class_=f"form-field {class_}".strip(),
        key=name,
    )


def group(title: str, *content: Child) -> Node:
    """A part of a dialog under its own heading."""
    return node("section", node("h3", title), *content, class_="group")
