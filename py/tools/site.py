"""``python3 py build DIR``: the complete site and nothing else, with only relative addresses.

Addresses that other people's pages and installed apps use never change, wherever a file is in the sources:
PLACES maps files of ``py/web`` to their addresses in the site. Scripts use the site's addresses.

The page starts from a memory in which its Python is already imported; where that is not possible, it unpacks
the same Python from an archive. Each part that is loaded late has its own archive, and so has the data that
only the engine's worker reads. Each language but English is a file of its own, fetched when a page uses it.
``build.json`` lists every file with its sha256: it identifies a directory as an earlier build, and only such
a directory is ever replaced. The same sources give the same bytes.
"""

import argparse
import base64
import gzip
import hashlib
import json
import re
import shutil
import tempfile
import tomllib
import zipfile
from collections.abc import Collection, Iterable, Mapping
from html import escape
from importlib import import_module
from pathlib import Path

from tools import runtime, single, snapshot
from tools.errors import ToolError
from tools.paths import ROOT

INDEX = "build.json"
SERVICE_WORKER = "sw.js"
GUIDE = "embed/index.html"
NOT_KEPT = (SERVICE_WORKER, "css/screenshots/")
"""What a browser does not keep for offline use: the service worker, and pictures not needed again."""
WEB = "py/web"
SCRIPTS = ("boot.js", "words.js", "start.js", "policy.js", "interpreter.js", "memory.js", "worker.js")
PLACES = {
    **{name: name for name in (SERVICE_WORKER, "manifest.webmanifest", "embed.js", "embed")},
    **{name: f"css/{name}" for name in ("icons", "screenshots")},
    **{name: f"py/{name}" for name in SCRIPTS},
}
"""The addresses in the site of files and folders of ``py/web``."""
COPIED = {
    **{name: name for name in ("css", "py/main.py", "py/worker.py")},
    **{f"{WEB}/{name}": place for name, place in PLACES.items()},
}
"""Files and folders that are copied unchanged, and their addresses in the site."""
WORDS = "py/words.js"
BOOT = "py/boot.js"
FIRST = (BOOT, WORDS)
"""Scripts that the build inlines into the page; addresses in them are relative to the page."""
ARCHIVE, ENGINE = "py/backgammon.zip", "py/engine.zip"
ENGINE_DATA = "backgammon/engine/data"
LOCK = "runtime/pyodide/pyodide-lock.json"
UNUSED = (
    *("py-editor", "py-game", "py-terminal", "donkey", "deprecations-manager"),
    *("pyodide_graph", "core.css"),
)
"""Parts of PyScript that pyscript.toml leaves out, or that only other kinds of pages fetch."""
PYSCRIPT = sorted(
    f"runtime/{name}" for name in runtime.FILES if re.fullmatch(r"pyscript/(core|error)\b.*\.js", name)
)
"""The files of PyScript that every page loads."""
PRELOADED = (
    *("py/interpreter.js", "py/start.js", "py/policy.js"),
    *("runtime/pyodide/pyodide.asm.wasm", "runtime/pyodide/python_stdlib.zip"),
    *("runtime/pyodide/pyodide.mjs", "runtime/pyodide/pyodide.asm.mjs", *PYSCRIPT, LOCK),
    "py/main.py",
)
"""The first scripts, and the files that they would request one after the other, the largest first."""
SHEET = "css/page.css"
"""All style sheets of the page in one, since painting should not wait for a dozen files."""
LINKED = re.compile(r'<link rel="stylesheet" href="\./([^"]*)"( blocking="render")?>\n')
PROGRAM = '<template id="program">'
STARTED = re.compile(r'<script src="\./(.*)"></script>\n')
LOCALES = "locales"
FOR_TRANSLATORS = tuple(f"backgammon/i18n/{name}" for name in ("glossary.json", "notes.json", "README.md"))
COMMANDS = "backgammon/cli"  # for a terminal, not for the page
GUIDE_TO_LIBRARY = "backgammon/README.md"  # for those who write programs
BUILDING = ("backgammon/view/frame.py", "backgammon/view/first_words.py")  # called by this module alone
LIBRARY = ("backgammon/analysis/match.py", "backgammon/notation/xgtext.py")  # for other programs
LEFT_OUT = (*FOR_TRANSLATORS, COMMANDS, ENGINE_DATA, GUIDE_TO_LIBRARY, *BUILDING, *LIBRARY)
USED_LIBRARIES = {"segno": ("friend", ("consts", "encoder"))}
"""Pure-Python libraries: the part that uses each, and which of its modules, in order of import."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def main(argv: list[str]) -> int:
    """Build the site, or the game as one file, into the directory that ``argv`` names; return 0."""
    parser = argparse.ArgumentParser(prog="python3 py build", description="Write the complete static site.")
    parser.add_argument("dir", metavar="DIR", type=Path, help="a new or empty directory, or an earlier build")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--single-file",
        action="store_true",
        help=f"write DIR/{single.NAME} instead: the whole game in one file, to be opened from the disk",
    )
    how.add_argument("--draft", action="store_true", help="built in a second; starts slower, only online")
    parser.add_argument(
        "--stun",
        nargs="+",
        default=(),
        metavar="ADDRESS",
        type=address_server,
        help="servers that tell two friends' devices their addresses, such as stun:stun.example.org:3478 or "
        "turn:turn.example.org,NAME,PASSWORD; asked only where a player allows it; by default none",
    )
    options = parser.parse_args(argv)
    if options.single_file:
        file = build_single(options.dir, options.stun)
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
        return 0
    files = build(options.dir, offline=not options.draft, draft=options.draft, stun=options.stun)
    print(f"{options.dir}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")
    return 0


def address_server(text: str) -> str:
    """Return the address of a STUN or TURN server if the page can use it; else raise ArgumentTypeError."""
    if not re.fullmatch(r"(?:stuns?:[\w.:\[\]-]+|turns?:[\w.:\[\]?=-]+,[^\s,]+,[^\s,]+)", text):
        raise argparse.ArgumentTypeError(f"{text!r} is neither stun:HOST[:PORT] nor turn:HOST,NAME,PASSWORD")
    return text


def build(target: Path, offline: bool = True, draft: bool = False, stun: Collection[str] = ()) -> list[Path]:
    """Write the site into ``target``, all of it or nothing; return its files.

    offline: whether browsers keep it for offline use; a developer wants to see the current files.
    draft: leave out the memory that Python starts from, which takes up most of the build time.
    stun: servers that tell friends' devices their addresses.
    """
    target = target.resolve()
    check_replaceable(target)
    parts = runtime.ensure()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as name:
            fresh = Path(name) / "site"
            write(fresh, parts, draft, stun)
            if offline:
                write_offline(fresh)
            write_index(fresh)
            if target.exists():
                target.rename(Path(name) / "previous")
            fresh.rename(target)
    except OSError as error:
        raise ToolError(f"no site was written ({error}); fix that or choose another directory") from error
    return sorted(path for path in target.rglob("*") if path.is_file())


def build_single(target: Path, stun: Collection[str] = ()) -> Path:
    """Write the game as one file into the directory ``target``; return the file."""
    with tempfile.TemporaryDirectory() as name:
        site = Path(name) / "site"
        build(site, offline=False, stun=stun)
        return single.write(site, target)


def check_replaceable(target: Path) -> None:
    """Raise ToolError if ``target`` holds anything that an earlier build did not write."""
    if not target.exists():
        return
    if not target.is_dir():
        raise ToolError(f"{target} is a file; choose a directory")
    try:
        known = {INDEX, *json.loads((target / INDEX).read_text())["files"]}
    except (OSError, ValueError, KeyError, TypeError):
        known = set()
    foreign = [name for name in contents(target) if name not in known]
    if foreign:
        raise ToolError(
            f"{target} holds {foreign[0]}, which no earlier build wrote; choose another directory"
        )


def contents(directory: Path) -> list[str]:
    """Return the files below ``directory``, as relative addresses."""
    return sorted(
        path.relative_to(directory).as_posix() for path in directory.rglob("*") if not path.is_dir()
    )


def write(site: Path, parts: Path, draft: bool, stun: Collection[str] = ()) -> None:
    """Write every file of the site into the new directory ``site``; ``parts`` is the fetched runtime."""
    (site / "py").mkdir(parents=True)
    for name, place in COPIED.items():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, site / place, ignore=shutil.ignore_patterns("*.md"))
        else:
            shutil.copyfile(ROOT / name, site / place)
    late = [name for names in late_files().values() for name in names]
    archive(ROOT / "py", "backgammon", site / ARCHIVE, leave_out=[*fetched_locales(), *LEFT_OUT, *late])
    archive(ROOT / "py", ENGINE_DATA, site / ENGINE)
    (site / LOCALES).mkdir()
    for name in fetched_locales():
        (site / LOCALES / Path(name).name).write_text(locale(Path(name).stem), "utf-8")
    write_values(site / WORDS, {"LANGUAGES = {}": languages()})
    write_parts(site, parts)
    write_runtime(site, parts)
    if not draft:
        write_memory(site, parts)
    template = (ROOT / "index.html").read_text("utf-8")
    first = sheet(name for name, blocking in LINKED.findall(template) if blocking)
    page = bundle_sheets(site, index(template))
    if stun:
        page = page.replace("<html ", f'<html data-stun="{escape(" ".join(stun))}" ', 1)
    (site / "frame.html").write_text(frame(page), "utf-8")
    (site / "index.html").write_text(inline_first_paint(site, page, first), "utf-8")


def late_files() -> dict[str, list[str]]:
    """Return the files below ``py/`` of each part that is loaded late; no ``__init__`` is among them."""
    parts: dict[str, tuple[str, ...]] = import_module("backgammon.state.parts").PARTS
    return {
        str(part): [f"backgammon/{module.replace('.', '/')}.py" for module in modules]
        for part, modules in parts.items()
    }


def write_parts(site: Path, fetched: Path) -> None:
    """Write the parts that are loaded late, and their sums into boot.js; ``fetched`` is the runtime."""
    sums = {}
    for part, names in late_files().items():
        own = {name: (ROOT / "py" / name).read_text("utf-8") for name in names}
        text = json.dumps({**libraries(part, fetched), **own})
        packed = gzip.compress(text.encode(), 9, mtime=0)
        (site / "py" / f"{part}.bin").write_bytes(packed)
        sums[part] = f"sha256-{base64.b64encode(hashlib.sha256(packed).digest()).decode()}"
    write_values(site / BOOT, {"PARTS = {}": sums})


def libraries(part: str, fetched: Path) -> dict[str, str]:
    """Return the modules of third-party libraries that a part needs, by path, each headed by its licence."""
    found = {}
    for package, (user, modules) in USED_LIBRARIES.items():
        if user != part:
            continue
        (wheel,) = (name for name in runtime.LIBRARIES if name.startswith(f"{package}-"))
        with zipfile.ZipFile(fetched / wheel) as packed:
            (licence,) = (name for name in packed.namelist() if name.endswith("/LICENSE"))
            terms = "".join(f"# {line}\n" for line in packed.read(licence).decode().splitlines())
            for module in modules:
                path = f"{package}/{module}.py"
                found[path] = terms + packed.read(path).decode()
    return found


def write_offline(site: Path) -> None:
    """List the files of this build in the service worker; without a list it deletes what was kept."""
    sums = {name: sum for name, sum in sums_of(site).items() if not name.startswith(NOT_KEPT)}
    version = hashlib.sha256(json.dumps(sums).encode()).hexdigest()
    write_values(site / SERVICE_WORKER, {"FILES = {}": sums, 'VERSION = ""': version})


def write_values(file: Path, values: Mapping[str, object]) -> None:
    """Fill in the values that a script leaves to the build, by their places, such as ``FILES = {}``."""
    script = file.read_text("utf-8")
    for place, value in values.items():
        if script.count(place) != 1:
            raise ValueError(f"{file.name} has {script.count(place)} places for {place}, not one")
        script = script.replace(place, f"{place.split()[0]} = {json.dumps(value)}")
    file.write_text(script, "utf-8")


def write_index(site: Path) -> None:
    """Write ``build.json``: the files of this build with their sums."""
    (site / INDEX).write_text(json.dumps({"files": sums_of(site)}, indent=1), "utf-8")


def sums_of(site: Path) -> dict[str, str]:
    """Return the sha256 of every file of a site."""
    return {name: hashlib.sha256((site / name).read_bytes()).hexdigest() for name in contents(site)}


def write_runtime(site: Path, parts: Path) -> None:
    """Copy the files of the runtime that are used."""
    for name in runtime.FILES:
        (site / "runtime" / name).parent.mkdir(parents=True, exist_ok=True)
        if not Path(name).name.startswith(UNUSED):
            shutil.copyfile(parts / name, site / "runtime" / name)
    lock = json.loads((site / LOCK).read_text("utf-8"))
    (site / LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")


def write_memory(site: Path, parts: Path) -> None:
    """Write the memory that Python starts from, and the part of the standard library that goes with it."""
    late = [ROOT / "py" / name for names in late_files().values() for name in names]
    made = snapshot.ensure(parts / "pyodide", site / ARCHIVE, snapshot.imported_modules(late))
    shutil.copyfile(made / snapshot.STDLIB, site / "runtime" / "pyodide" / snapshot.STDLIB)
    shutil.copyfile(made / snapshot.MEMORY, site / "py" / snapshot.MEMORY)


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


def no_script() -> str:
    """Return the lines of HTML for browsers that run no script, English first."""
    load = import_module("backgammon.i18n.catalogue").load
    tags = import_module("backgammon.i18n.languages").LANGUAGES
    lines = import_module("backgammon.view.first_words").no_script_lines(
        map(load, sorted(tags, key=lambda tag: tag != "en"))
    )
    return "".join(map(import_module("backgammon.view.node").to_html, lines))


def with_addresses(text: str) -> str:
    """Replace the path of each file of ``py/web`` that a source names by its address in the site."""
    return re.sub(rf"\./{WEB}/([\w.]+)", lambda found: f"./{PLACES[found[1]]}", text)


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
    if path.endswith(("js", "mjs")):
        return f'<link rel="modulepreload" href="./{path}">\n'
    return f'<link rel="preload" as="fetch" crossorigin href="./{path}">\n'


def frame(index: str) -> str:
    """Return the page that other pages embed, made from the page of the game."""
    made: str = import_module("backgammon.view.frame").render_frame(index)
    return made


def fetched_locales() -> list[str]:
    """Return the languages' files below ``py/`` that the page fetches on demand: all but English."""
    files = sorted((ROOT / "py/backgammon/i18n/locales").glob("*.json"))
    return [file.relative_to(ROOT / "py").as_posix() for file in files if file.stem != "en"]


def locale(tag: str) -> str:
    """Return a language's file without white space, with the page's first words before its texts."""
    catalogue = import_module("backgammon.i18n.catalogue")
    first = import_module("backgammon.view.first_words").first_words(catalogue.load(tag))
    data = json.loads((catalogue.LOCALES / f"{tag}.json").read_text("utf-8"))
    return json.dumps({"first": first, **data}, ensure_ascii=False, separators=(",", ":"))


def languages() -> dict[str, str]:
    """Return every lower-case tag that means a language, with that language's own tag."""
    return dict(import_module("backgammon.i18n.languages").MEANT)


def archive(root: Path, package: str, target: Path, leave_out: Collection[str] = ()) -> None:
    """Pack a directory below ``root`` into a zip whose bytes depend only on the files' names and contents.

    leave_out: files and folders below ``root`` that are not packed.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in contents(root / package):
            parents = {f"{package}/{name}", *(f"{package}/{above}" for above in Path(name).parents)}
            if "__pycache__" not in name and not parents & {*leave_out}:
                entry = zipfile.ZipInfo(f"{package}/{name}", LONG_AGO)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, (root / package / name).read_bytes())
