"""Patching a real document: the page shows whatever tree comes next, and keyed elements stay the same."""

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

CHECKS = """
import gc
import random
import traceback

import js
from backgammon.browser.dom import Mounted, Tree
from backgammon.view.node import Node, node

def fresh(name="div"):
    element = js.document.createElement(name)
    js.document.body.append(element)
    return element

def shown(tree):
    container = fresh()
    Tree(container).show(tree)
    container.remove()
    return container

def some_tree(chance, depth=3):
    tag = chance.choice(["div", "span", "svg", "g", "p"]) if depth < 3 else "div"
    names = chance.sample(["class", "data-a", "data-b", "hidden"], chance.randrange(3))
    children = []
    if depth:
        for key in chance.sample(range(8), chance.randrange(7)):
            kind = chance.randrange(4)
            if kind == 0:
                children.append(chance.choice(["", "a", "b<&", "c"]))
            else:
                child = some_tree(chance, depth - 1)
                key = str(key) if kind > 1 else ""
                children.append(Node(child.tag, child.attributes, child.children, key))
    return Node(tag, tuple((name, str(chance.randrange(3))) for name in names), tuple(children))

def check_random_trees():
    chance = random.Random(5)
    container = fresh()
    tree = Tree(container)
    for _ in range(250):
        wanted = some_tree(chance)
        tree.show(wanted)
        assert container.isEqualNode(shown(wanted)), wanted

def check_keyed_elements_stay():
    chance = random.Random(6)
    container = fresh()
    tree = Tree(container)
    known = {}
    for _ in range(60):
        keys = chance.sample(range(12), chance.randrange(1, 12))
        tree.show(node("ul", [node("li", str(key), key=str(key)) for key in keys]))
        now = {item.textContent: item for item in container.querySelectorAll("li")}
        assert list(now) == [str(key) for key in keys]
        assert all(known[key] == now[key] for key in known.keys() & now.keys())
        known = now

def check_only_what_moves_is_touched():
    container = fresh()
    tree = Tree(container)
    tree.show(node("ul", [node("li", key=str(key)) for key in range(10)]))
    observer = js.MutationObserver.new(lambda *records: None)
    observer.observe(container.firstChild, childList=True)
    tree.show(node("ul", [node("li", key=str(key)) for key in [9, 0, 1, 2, 3, 4, 5, 6, 7, 8]]))
    moved = [item for record in observer.takeRecords() for item in record.addedNodes]
    assert len(moved) == 1

def check_a_node_that_comes_again_has_an_element_of_its_own():
    container = fresh()
    tree = Tree(container)
    same = node("b", node("i", "x"))
    tree.show(node("p", same, "and", same, same))
    assert container.innerHTML == "<p><b><i>x</i></b>and<b><i>x</i></b><b><i>x</i></b></p>"
    tree.show(node("p", same, "or", node("b", node("i", "y")), same))
    assert container.innerHTML == "<p><b><i>x</i></b>or<b><i>y</i></b><b><i>x</i></b></p>"

def check_svg_elements_are_svg():
    container = fresh()
    Tree(container).show(node("div", node("svg", node("g", node("foreignObject", node("p"))))))
    spaces = [element.namespaceURI.rsplit("/", 1)[1] for element in container.querySelectorAll("*")]
    assert spaces == ["xhtml", "svg", "svg", "svg", "xhtml"], spaces

def check_html_is_taken_over():
    first = node("main", "a", "", "b", node("p", "one", key="1"), node("svg", node("g", key="g")), "tail")
    container = fresh()
    container.innerHTML = shown(first).innerHTML
    elements = list(container.querySelectorAll("*"))
    tree = Tree(container)
    assert tree.take_over(first)
    drawing = node("svg", node("g", key="g", class_="x"))
    second = node("main", drawing, "t", node("p", "two", key="1"), class_="y")
    tree.show(second)
    assert container.isEqualNode(shown(second))
    assert {e.tagName: e for e in container.querySelectorAll("*")} == {e.tagName: e for e in elements}

def check_other_html_is_not_taken_over():
    container = fresh()
    container.innerHTML = "<main><p></p></main>"
    tree = Tree(container)
    assert not tree.take_over(node("main", node("p"), node("p")))
    tree.show(node("main", "new"))
    assert container.innerHTML == "<main>new</main>"

def check_forms_keep_what_was_typed():
    def form(note, value="", checked=False):
        return node("form", node("p", note), node("input", name="a", value=value),
                    node("input", name="b", type="checkbox", checked=checked))
    container = fresh()
    tree = Tree(container)
    tree.show(form("x"))
    text, box = container.querySelectorAll("input")
    text.value, box.checked = "typed", True
    tree.show(form("y"))
    assert (text.value, box.checked) == ("typed", True)
    tree.show(form("y", "given"))
    assert text.value == "given"
    tree.show(form("y", "given", checked=True))
    tree.show(form("y"))
    assert (text.value, box.checked) == ("", False)

def check_dialogs_open_and_give_the_focus_back():
    def page(*dialogs):
        return node("div", node("button", "open"), dialogs)
    container = fresh()
    tree = Tree(container)
    tree.show(page())
    button = container.querySelector("button")
    button.focus()
    tree.show(page(node("dialog", node("button", "inner"), key="d")))
    dialog = container.querySelector("dialog")
    assert dialog.open and dialog.contains(js.document.activeElement)
    tree.show(page())
    assert js.document.activeElement == button

def check_what_is_removed_is_freed_at_once():
    container = fresh()
    tree = Tree(container)
    gc.disable()
    try:
        for number in range(3):
            dialog = node("dialog", node("ul", [node("li", node("b", "x")) for _ in range(9)]))
            for shown_now in (node("div", node("p")), node("div", node("p"), dialog)):
                before = mounted_count()
                tree.show(shown_now)
                tree.show(node("div", node("p")))
                assert number == 0 or mounted_count() == before, number
            tree.show(node("main", dialog))
            tree.show(node("div", node("p")))
            assert mounted_count() == before, number
    finally:
        gc.enable()

def mounted_count():
    return sum(isinstance(each, Mounted) for each in gc.get_objects())

def check_focus_survives_a_new_order():
    container = fresh()
    tree = Tree(container)
    tree.show(node("div", [node("button", key=str(key)) for key in range(3)]))
    last = container.firstChild.lastChild
    last.focus()
    tree.show(node("div", [node("button", key=str(key)) for key in [2, 0, 1]]))
    assert js.document.activeElement == last and container.firstChild.firstChild == last

report = []
for name, check in list(globals().items()):
    if name.startswith("check_"):
        try:
            check()
            report.append(name)
        except Exception:
            report.append(name + ": " + traceback.format_exc())
js.document.documentElement.dataset.report = "\\n".join(report)
"""


def test_every_check_of_patching_holds(page: Page, address: str) -> None:
    page.route("**/py/main.py", lambda route: route.fulfill(body=CHECKS, content_type="text/x-python"))
    page.goto(address)
    page.wait_for_function("document.documentElement?.dataset.report", timeout=60_000)
    lines = page.evaluate("document.documentElement?.dataset.report").splitlines()
    assert lines == [
        line
        for line in CHECKS.replace("def ", "").replace("():", "").splitlines()
        if line.startswith("check_")
    ]
