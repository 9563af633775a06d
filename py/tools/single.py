"""The whole game as one HTML file that works from ``file://``: it contains all it needs and fetches nothing.

It is made from a site that the build has written. The icon and the program become part of the page; what
would be fetched follows at its end, gzipped and encoded in base64, for ``single.js`` to serve. What needs an
origin (service worker, manifest, boards in other pages) is left out. The page's policy lets nothing else run,
and forbids requests to any address.
"""

import base64
import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

from backgammon.cli.options import check_writable, write_text
from tools.errors import ToolError
from tools.paths import ROOT

NAME = "triktrakk.html"
LOADER = ROOT / "py" / "web" / "single.js"
BASE = "https://inside.invalid/"
"""The base of the files' addresses: modules and workers need them, and blobs' addresses have no folders."""
PYODIDE = "runtime/pyodide"
MODULES = (
    *("py/start.js", "py/policy.js", "py/interpreter.js", "py/worker.js", "runtime/pyscript/core.js"),
    *("runtime/pyscript/core-*.js", "runtime/pyscript/error-*.js"),
    *(f"{PYODIDE}/pyodide.js", f"{PYODIDE}/pyodide.asm.js"),
)
DATA = (
    *(f"{PYODIDE}/pyodide.asm.wasm", f"{PYODIDE}/python_stdlib.zip", f"{PYODIDE}/pyodide-lock.json"),
    *("py/*.bin", "py/*.zip", "py/worker.py", "runtime/*.whl", "locales/*.json"),
)
PACKED = (".bin", ".zip", ".whl")
"""Files that are already compressed; the reader of the snapshot unpacks it."""
LEFT_OUT = re.compile(
    r'<link rel="(?:(?:module)?preload|manifest|apple-touch-icon)".*\n|<link rel="icon".*png.*\n'
)
STARTED = re.compile(r'<script type="module".*\n')
POLICY = re.compile(r"<!--[^\n]*-->\n<meta http-equiv=.*\n")
SHEET = re.compile(r'<link rel="stylesheet" href="\./(.*?)"(.*?)>')
STYLE = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL)
ICON = re.compile(r'(?<=<link rel="icon" href=")\./(.*\.svg)(?=")')
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
PROGRAM = re.compile(r'<script type="py" src="\./(.*?)"(.*)></script>')
ADDRESS = re.compile(r'(?:src|href)="\./.*?"')
IMPORT = re.compile(r"""(\b(?:from|import)\s*)["'](\.\.?/[^"']+)["']""")
LATER = re.compile(r"(?<![\w.$])import\(")


def write(site: Path, target: Path) -> Path:
    """Write the game of ``site`` as one file into the directory ``target``; return the file."""
    file = make_place(target)
    write_text(file, page(site))
    return file


def make_place(target: Path) -> Path:
    """Make the directory ``target``; return its file for the game, or raise CommandError where that fails."""
    file = target / NAME
    try:
        if file.exists() and "data-single" not in file.read_text("utf-8", "replace"):
            raise ToolError(f"{file} is none that an earlier build wrote; choose another directory")
        target.mkdir(parents=True, exist_ok=True)
        check_writable(file)
    except OSError as error:
        raise ToolError(f"no file was written ({error}); fix that or choose another directory") from error
    return file


def page(site: Path) -> str:
    """Return the page of ``site`` with everything it needs inside it."""
    html = (site / "index.html").read_text("utf-8")
    for pattern in (LEFT_OUT, STARTED):
        html = pattern.sub("", html)
    html = html.replace("<html ", "<html data-single ", 1)
    html = ICON.sub(lambda found: svg_address((site / found[1]).read_bytes()), html)
    html = SHEET.sub(lambda found: f"<style{found[2]}>{(site / found[1]).read_text('utf-8')}</style>", html)
    html = PROGRAM.sub(lambda found: program((site / found[1]).read_text("utf-8"), found[2]), html)
    if left := ADDRESS.search(html):
        raise ValueError(f"index.html asks for {left[0]}, which one file has not")
    styles, scripts = STYLE.findall(html), SCRIPT.findall(html)
    loader = LOADER.read_text("utf-8")
    head = f'{policy(styles, [loader, *scripts])}<script data-base="{BASE}">{loader}</script>\n'
    html = POLICY.sub(lambda _: head, html)
    parts = "".join(part(name, content) for name, content in contents(site).items())
    return html.replace("</body>", f"{parts}</body>", 1)


def policy(styles: Iterable[str], scripts: Iterable[str]) -> str:
    """Return the policy: only these styles and scripts, the file's modules and workers, and no fetching."""
    looks, allowed = (" ".join(map(hash_of, texts)) for texts in (styles, scripts))
    return (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"script-src {allowed} blob: 'wasm-unsafe-eval'; worker-src blob:; style-src {looks}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'\">\n"
    )


def hash_of(text: str) -> str:
    """Return the hash by which a policy names a script or a style sheet."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def svg_address(content: bytes) -> str:
    """Return the data URL of an SVG picture."""
    return f"data:image/svg+xml;base64,{base64.b64encode(content).decode()}"


def program(source: str, attributes: str) -> str:
    """Return the script that PyScript runs, with its source and the interpreter's address in the file."""
    return f'<script type="py"{attributes.replace("./py/", f"{BASE}py/")}>\n{source}</script>'


def contents(site: Path) -> dict[str, bytes]:
    """Return the files that the page would fetch, by path; modules import by the names single.js knows."""
    found = {
        path.relative_to(site).as_posix(): path for glob in (*MODULES, *DATA) for path in site.glob(glob)
    }
    files = {name: path.read_bytes() for name, path in found.items()}
    for name, content in files.items():
        if name.endswith(".js"):
            files[name] = module(name, content.decode()).encode()
    return files


def module(name: str, text: str) -> str:
    """Return a module adapted to import others from the file, with an address below BASE as its own."""

    def inside(found: re.Match[str]) -> str:
        return f'{found[1]}"inside:{posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2]))}"'

    text = LATER.sub("inside($here, ", IMPORT.sub(inside, text)).replace("import.meta", "({ url: $here })")
    return f'const $here = "{BASE}{name}";\n{text}'


def part(name: str, content: bytes) -> str:
    """Return the HTML element that holds a file."""
    packed = name.endswith(PACKED)
    kind = "application/octet-stream" if packed else "application/gzip"
    text = base64.b64encode(content if packed else gzip.compress(content, 9, mtime=0)).decode()
    return f'<script type="{kind}" data-path="{name}">{text}</script>\n'
