"""The dialog shown when the program itself fails: what the player can do; the match is safe in the store."""

import js
from pyodide.ffi import create_proxy

from backgammon.browser.dom import Tree
from backgammon.browser.downloads import blob_of, download
from backgammon.browser.no_store import AnyStore
from backgammon.i18n.catalogue import Catalogue
from backgammon.view.node import Node, node


def show_failure(catalogue: Catalogue, store: AnyStore, report: str) -> None:
    """Open a dialog that offers to load the page again, to keep the match as a file, or to set it aside."""
    place = js.document.createElement("div")
    js.document.body.append(place)
    Tree(place).show(_failure(catalogue, report))

    def on_click(event: object) -> None:
        match event.target.id:  # type: ignore[attr-defined]
            case "failure-download":
                download("triktrakk.json", blob_of(store.text, "application/json"))
                return
            case "failure-set-aside":
                store.set_aside(js.location.reload)
            case "failure-reload":
                js.location.reload()

    place.addEventListener("click", create_proxy(on_click))


def _failure(say: Catalogue, report: str) -> Node:
    return node(
        "dialog",
        node("h2", say("crash.title"), id="failure-title"),
        node("p", say("crash.text")),
        node("details", node("summary", say("crash.details")), node("pre", report.strip())),
        node(
            "div",
            node("button", say("crash.reload"), type="button", id="failure-reload", autofocus=True),
            node("button", say("crash.download"), type="button", id="failure-download"),
            node("button", say("crash.set-aside"), type="button", id="failure-set-aside"),
            class_="actions",
        ),
        class_="failure",
        aria_labelledby="failure-title",
    )
