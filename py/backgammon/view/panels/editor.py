"""The position editor: tools beside the board, and a panel for everything else in a position."""

from collections.abc import Iterable

from backgammon.notation.xgid import format_xgid
from backgammon.state.draft import BEAVERED, CUBES, DOUBLED, RACCOONED, REMOVE, Draft
from backgammon.state.model import LONGEST_MATCH
from backgammon.view.forms import button, select
from backgammon.view.icons import icon
from backgammon.view.node import Node, node
from backgammon.view.rolls import face
from backgammon.view.words import Say

_STEPS = ("edit-undo", "edit-clear", "edit-start", "edit-turn")


def editor_tools(draft: Draft, say: Say) -> Node:
    """Draw the tools that choose what a tap on the board does, and those that change the whole board."""
    tools = [(str(side), say("ui.white" if side == draft.white else "ui.black")) for side in (0, 1)]
    tools.append((str(REMOVE), say("editor.remove")))
    return node(
        "div",
        node(
            "div",
            [
                button(
                    "edit-tool",
                    (node("span", class_=_mark(int(value), draft), aria_hidden="true"), node("span", words)),
                    value,
                    class_="edit-tool",
                    aria_pressed="true" if int(value) == draft.tool else "false",
                )
                for value, words in tools
            ],
            class_="edit-tools",
            role="group",
            aria_label=say("editor.tools"),
        ),
        node(
            "div",
            [
                button(
                    name,
                    (icon(name), node("span", say(f"editor.{name.removeprefix('edit-')}"), class_="word")),
                    class_="tool",
                    aria_label=say(f"action.{name}"),
                    title=say(f"action.{name}"),
                    disabled=name == "edit-undo" and not draft.earlier,
                )
                for name in _STEPS
            ],
            class_="edit-steps",
        ),
        class_="edit-bar",
        key="edit-bar",
    )


def _mark(tool: int, draft: Draft) -> str:
    return "mark minus" if tool == REMOVE else f"mark {'light' if tool == draft.white else 'dark'}"


def editor_panel(draft: Draft, say: Say) -> Node:
    """Draw who is on roll, the dice, the cube and the score, and the position's ID."""
    sides = [(str(side), say("ui.white" if side == draft.white else "ui.black")) for side in (0, 1)]
    offered = sorted({*range(LONGEST_MATCH + 1), draft.length})
    lengths = [(str(length), str(length) if length else say("ui.money")) for length in offered]
    switches = [("crawford", draft.crawford)] if draft.length > 1 else []
    if not draft.length:
        switches = [("jacoby", draft.jacoby), ("beavers", draft.beavers)]
    return node(
        "aside",
        node(
            "div",
            _select("on-roll", say("editor.on-roll"), sides, str(draft.on_roll)),
            _dice(draft, say),
            _select("cube", say("editor.cube"), [(str(cube), str(cube)) for cube in CUBES], str(draft.cube)),
            _select(
                "owner",
                say("editor.owner"),
                [("", say("editor.centre")), *sides],
                "" if draft.owner is None else str(draft.owner),
            ),
            _select("length", say("editor.length"), lengths, str(draft.length)),
            node(
                "div",
                [_score(side, sides[side][1], draft, say) for side in (0, 1)],
                class_="scores",
                key="scores",
            ),
            [_switch(name, say(f"rule.{name}"), on) for name, on in switches],
            class_="edit-fields",
            key="fields",
        ),
        node(
            "p",
            node("span", say("editor.id"), class_="field-label"),
            node("code", "–" if draft.reason else format_xgid(draft.setup)),
            class_="edit-id",
            key="id",
        ),
        node(
            "p",
            node("span", say("dialog.files.copy"), class_="field-label", key="copy"),
            [
                button(
                    command,
                    say(f"dialog.files.{command}.{value}"),
                    value,
                    class_="link",
                    disabled=bool(draft.reason),
                )
                for command, value in (("copy-id", "xgid"), ("copy-id", "gnu"), ("copy-link", "position"))
            ],
            class_="links",
            key="links",
        ),
        class_="panel editor",
        id="panel",
        key="panel",
        aria_label=say("action.edit"),
    )


def _dice(draft: Draft, say: Say) -> Node:
    """Draw the button that shows the roll and opens the choice of others."""
    words = {
        "": say("editor.not-rolled"),
        DOUBLED: say("editor.doubled"),
        BEAVERED: say("action.beaver"),
        RACCOONED: say("action.raccoon"),
    }.get(draft.rolled)
    return node(
        "div",
        node("span", say("editor.dice"), class_="field-label"),
        button(
            "edit-dice",
            words or [face(int(value)) for value in draft.rolled],
            class_="edit-dice",
            aria_label=f"{say('editor.dice')}: {words or f'{draft.rolled[0]}-{draft.rolled[1]}'}",
        ),
        class_="form-field",
        key="rolled",
    )


def _select(name: str, label: str, options: Iterable[tuple[str, str]], chosen: str) -> Node:
    return select(f"edit-{name}", label, options, chosen, edits=name)


def _score(side: int, who: str, draft: Draft, say: Say) -> Node:
    return node(
        "label",
        node("span", say("editor.score", side=who), class_="field-label"),
        node(
            "input",
            type="number",
            inputmode="numeric",
            min=0,
            max=draft.highest_score,
            value=draft.score[side],
            name=f"edit-score{side}",
            data_edit=f"score{side}",
        ),
        class_="form-field",
        key=f"score{side}",
    )


def _switch(name: str, label: str, on: bool) -> Node:
    return node(
        "label",
        node("span", label, class_="field-label"),
        node("input", type="checkbox", role="switch", checked=on, name=f"edit-{name}", data_edit=name),
        class_="form-field switch",
        key=name,
    )
