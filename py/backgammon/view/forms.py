"""The building blocks of dialogs and panels: buttons, rows of choices, switches and text fields."""

from collections.abc import Iterable

from backgammon.view.icons import icon
from backgammon.view.node import Child, Node, node
from backgammon.view.words import Say


def scrollable_body(*content: Child, class_: str = "body", key: str = "") -> Node:
    """Draw the body of a dialog that is only read; it can take the focus, so that keys can scroll it."""
    return node(
        "div", *content, class_=class_, tabindex="0", role="group", aria_labelledby="dialog-title", key=key
    )


def progress(words: str, done: float, most: int, *more: Child, class_: str = "progress") -> Node:
    """Draw how far a long task has come, as a bar and in words."""
    return node(
        "div",
        node("progress", max=most, value=done, aria_label=words),
        node("p", words, class_="note"),
        *more,
        class_=class_,
        key=class_,
    )


def mark(light: bool) -> Node:
    """Draw the checker of a side, beside its name or its play."""
    return node("span", class_="mark light" if light else "mark dark", aria_hidden="true", key="mark")


def grip() -> Node:
    """Draw the upper edge of a telephone's sheet, by which it is dragged up and down."""
    return node("div", class_="grip", data_grip=True, aria_hidden="true", key="grip")


def sheet_panel(title: str, head: Node | None, *content: Child, class_: str = "panel quiz") -> Node:
    """Draw the panel beside the board, which is a sheet on a telephone: a head, and a body that scrolls."""
    return node(
        "aside",
        grip(),
        head,
        node(
            "div",
            *content,
            class_="quiz-body",
            tabindex="0",
            role="region",
            aria_label=title,
            key="body",
        ),
        class_=class_,
        id="panel",
        key="panel",
    )


def sheet_button(tall: bool, say: Say) -> Node:
    """Draw the button that makes a telephone's sheet taller or shorter."""
    return icon_button("sheet", say("action.sheet"), "sheet", aria_pressed=str(tall).lower())


def tool(command: str, say: Say, words: str = "") -> Node:
    """Draw a command's button that shows only its icon; ``words``: its name, if not the usual one."""
    return icon_button(command, words or say(f"action.{command}"), command)


def panel_close(name: str) -> Node:
    """Draw the button that closes the panel where it is a drawer."""
    return icon_button("panel", name, "close", "tool panel-close")


def icon_button(
    command: str, name: str, sign: str, class_: str = "tool", key: str = "", **attributes: object
) -> Node:
    """Draw a command's button that shows only an icon, ``sign``, which need not be the command's own."""
    return node(
        "button",
        icon(sign),
        type="button",
        class_=class_,
        data_command=command,
        aria_label=name,
        title=name,
        key=key or command,
        **attributes,
    )


def button(
    command: str,
    words: Child,
    value: str | None = None,
    class_: str = "secondary",
    focus: bool = False,
    **attributes: object,
) -> Node:
    """Draw a command's button; ``words`` is all that it shows."""
    return node(
        "button",
        words,
        type="button",
        class_=class_,
        data_command=command,
        data_value=value,
        autofocus=focus,
        key=f"{command}{value or ''}",
        **attributes,
    )


def submit(words: str, class_: str = "primary") -> Node:
    """Draw the button that submits a form."""
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
    """Draw a row of choices, one chosen: radio buttons that look like one control, above a ``note``."""
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


def select(
    name: str, label: str, options: Iterable[tuple[str, str]], chosen: str, edits: str | None = None
) -> Node:
    """Draw a drop-down list of choices; ``edits``: what it changes in the position editor, at once."""
    return node(
        "label",
        node("span", label, class_="field-label"),
        node(
            "select",
            [
                node("option", words, value=value, selected=value == chosen, key=value)
                for value, words in options
            ],
            name=name,
            data_edit=edits,
        ),
        class_="form-field",
        key=name,
    )


def switch(name: str, label: str, on: bool, note: str = "", setting: bool = False) -> Node:
    """Draw a switch with its name and, if given, a note, which is its description."""
    return node(
        "label",
        node(
            "span",
            node("span", label, class_="field-label", id=f"{name}-name"),
            node("span", note, class_="note", id=f"{name}-note") if note else None,
            class_="switch-words",
        ),
        node(
            "input",
            type="checkbox",
            role="switch",
            name=name,
            checked=on,
            data_setting=name if setting else None,
            **note_attributes(name, note),
        ),
        class_="form-field switch",
        key=name,
    )


def note_attributes(name: str, note: str) -> dict[str, str]:
    """Return the attributes by which the note in a field's label is read as its description, not its name."""
    return {"aria_labelledby": f"{name}-name", "aria_describedby": f"{name}-note"} if note else {}


def address_servers(allowed: bool, say: Say) -> Node:
    """Draw the switch that allows address servers; css/friend.css hides it where the site names none."""
    words, note = say("dialog.friend.servers"), say("dialog.friend.servers.note")
    return node(
        "div", switch("address_server", words, allowed, note, setting=True), class_="servers", key="servers"
    )


def same_network(allowed: bool, say: Say) -> Node:
    """Explain what a live match needs; css/friend.css hides it where address servers are used."""
    asks = " asks-servers" if allowed else ""
    return node("p", say("dialog.friend.near"), class_=f"note near{asks}", key="near")


def text(name: str, label: str, value: str, longest: int, note: str = "", class_: str = "") -> Node:
    """Draw a text field of one line."""
    return node(
        "label",
        node("span", label, class_="field-label", id=f"{name}-name"),
        node(
            "input",
            type="text",
            name=name,
            value=value,
            maxlength=longest,
            autocomplete="off",
            **note_attributes(name, note),
        ),
        node("span", note, class_="note", id=f"{name}-note") if note else None,
        class_=f"form-field {class_}".strip(),
        key=name,
    )


def group(title: str, *content: Child) -> Node:
    """Draw a part of a dialog under its own heading."""
    return node("section", node("h3", title), *content, class_="group")
