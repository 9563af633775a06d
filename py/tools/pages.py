"""The site's two HTML pages, made from ``index.html``: the game's, and the frame of embedded boards.

The build draws the board at the start into them, and inlines what the first paint needs. Everything else
waits in a template, from which ``boot.js`` takes it after that.
"""

import json
import re
import tomllib
from collections.abc import Collection, Iterable
from html import escape
from importlib import import_module
from pathlib import Path

from tools import runtime, single
from tools.paths import ROOT
from tools.places import GUIDE, LOCK, SHEET, with_addresses

PYSCRIPT = sorted(
    f"runtime/{name}" for name in runtime.FILES if re.fullmatch(r"pyscript/(core|error)\b.*\.js", name)
)
"""The files of PyScript that every page loads."""
PRELOADED = (
    *("py/interpreter.js", "py/start.js", "py/policy.js"),
    *("runtime/pyodide/pyodide.asm.wasm", "runtime/pyodide/python_stdlib.zip"),
    *("runtime/pyodide/pyodide.js", "runtime/pyodide/pyodide.asm.js", *PYSCRIPT, LOCK),
    "py/main.py",
)
"""The first scripts, and the files that they would request one after the other, the largest first."""
PICTURE = "css/screenshots/wide.webp"
"""What messengers show beside a link to the page."""
LINKED = re.compile(r'<link rel="stylesheet" href="\./([^"]*)"( blocking="render")?>\n')
PROGRAM = '<template id="program">'
STARTED = re.compile(r'<script src="\./(.*)"></script>\n')


def write_pages(site: Path, stun: Collection[str], address: str | None) -> None:
    """Write both pages and the page's one style sheet into ``site``, which has the scripts to inline.

    stun: servers that tell friends' devices their addresses. address: where the site will be.
    """
    template = (ROOT / "index.html").read_text("utf-8")
    first = sheet(name for name, blocking in LINKED.findall(template) if blocking)
    page = bundle_sheets(site, index(template))
    if stun:
        page = page.replace("<html ", f'<html data-stun="{escape(" ".join(stun))}" ', 1)
    (site / "frame.html").write_text(frame(page), "utf-8")
    page = inline_first_paint(site, page, first)
    (site / "index.html").write_text(with_preview(page, address) if address else page, "utf-8")


def index(template: str) -> str:
    """Fill in the static board, the preloads, and PyScript's configuration as JSON.

    Only Python, one of PyScript's two languages, is used, but the plugins are turned off for both.
    """
    page: str = import_module("backgammon.view.page").render_index(with_addresses(template))
    page = page.replace("<!-- no script -->", no_script())
    config = tomllib.loads(with_addresses((ROOT / "pyscript.toml").read_text("utf-8")))
    page = page.replace('"./pyscript.toml"', f"'{json.dumps(config)}'")
    page = page.replace('{"plugins": []}', json.dumps({"plugins": config["plugins"]}))
    return page.replace("<!-- preloads -->", "\n" + "".join(map(preload, PRELOADED)))


def with_preview(page: str, address: str) -> str:
    """Add what messengers show of a link to the page (Open Graph), which needs a picture's whole address."""
    described = re.search(r'<title>(.*)</title>\n<meta name="description" content="(.*)">\n', page)
    if not described:
        raise ValueError("the page has no title and description")
    facts = {
        "og:type": "website",
        "og:title": described[1],
        "og:description": described[2],
        "og:image": escape(address + PICTURE),
        "twitter:card": "summary_large_image",
    }
    lines = "".join(f'<meta property="{name}" content="{text}">\n' for name, text in facts.items())
    return page.replace(described[0], described[0] + lines, 1)


def no_script() -> str:
    """Return the lines of HTML for browsers that run no script, English first."""
    load = import_module("backgammon.i18n.catalogue").load
    tags = import_module("backgammon.i18n.languages").LANGUAGES
    lines = import_module("backgammon.view.first_words").no_script_lines(
        map(load, sorted(tags, key=lambda tag: tag != "en"))
    )
    return "".join(map(import_module("backgammon.view.node").to_html, lines))


def bundle_sheets(site: Path, page: str) -> str:
    """Bundle the page's style sheets into one; delete those that the guide does not link to."""
    names = [name for name, _ in LINKED.findall(page)]
    (site / SHEET).write_text(sheet(names), "utf-8")
    guide = (site / GUIDE).read_text("utf-8")
    for name in names:
        if name not in guide:
            (site / name).unlink()
    link = f'<link rel="stylesheet" href="./{SHEET}">\n'
    return re.sub(r'(?:<link rel="stylesheet"[^>]*>\n)+', link, page, count=1)


def sheet(names: Iterable[str]) -> str:
    """Return style sheets joined into one."""
    return "".join((ROOT / name).read_text("utf-8") for name in names)


def inline_first_paint(site: Path, page: str, first: str) -> str:
    """Inline the scripts and the styles ``first`` that the page needs for its first paint.

    The policy names them by hash; script files stay, for the frame. The whole sheet comes later (boot.js).
    """
    scripts = [(site / name).read_text("utf-8") for name in STARTED.findall(page)]
    page = re.sub(r'<link rel="preload" as="(?:script|style)"[^>]*>\n', "", page)
    page = LINKED.sub(lambda _: f"<style>{first}</style>\n", page)
    page = page.replace(PROGRAM, f'{PROGRAM}\n<link rel="stylesheet" href="./{SHEET}" media="not all">', 1)
    page = STARTED.sub(lambda found: f"<script>{(site / found[1]).read_text('utf-8')}</script>\n", page)
    for source, texts in (("style-src", [first]), ("script-src", scripts)):
        page = page.replace(f"{source} 'self'", f"{source} 'self' {' '.join(map(single.hash_of, texts))}")
    return page


def preload(path: str) -> str:
    """Return the line of HTML that fetches a file before it is requested."""
    if path.endswith(".js"):
        return f'<link rel="modulepreload" href="./{path}">\n'
    return f'<link rel="preload" as="fetch" crossorigin href="./{path}">\n'


def frame(index: str) -> str:
    """Return the page that other pages embed, made from the page of the game."""
    made: str = import_module("backgammon.view.frame").render_frame(index)
    return made
