"""``python3 py build DIR``: the complete site, nothing else, and every address in it relative.

Addresses that other people's pages and installed apps know never change, wherever a file lies here: PLACES
says which file of ``py/web`` the site has at which address. Scripts name the site's addresses.

The page starts from a memory in which its Python is imported already; where that cannot be, it unpacks
the same from an archive. Each part that comes late has an archive of its own, and so has what only the
engine's worker reads; the languages other than English lie beside it, of which a page fetches the one it
speaks. ``build.json`` lists every file with its sha256: by it a directory is known as an earlier build, and
only such a one is ever replaced. The same sources give the same bytes.
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
"""What a browser does not keep: what it would look at no more, and the service worker itself."""
WEB = "py/web"
SCRIPTS = ("boot.js", "words.js", "start.js", "policy.js", "interpreter.js", "memory.js", "worker.js")
PLACES = {
    **{name: name for name in (SERVICE_WORKER, "manifest.webmanifest", "embed.js", "embed")},
    **{name: f"css/{name}" for name in ("icons", "screenshots")},
    **{name: f"py/{name}" for name in SCRIPTS},
}
"""Where the site has what lies in ``py/web``."""
COPIED = {
    **{name: name for name in ("css", "py/main.py", "py/worker.py")},
    **{f"{WEB}/{name}": place for name, place in PLACES.items()},
}
"""What the site has as it is here, and where."""
WORDS = "py/words.js"
BOOT = "py/boot.js"
FIRST = (BOOT, WORDS)
"""Scripts that the build puts into the page: addresses in them start there."""
ARCHIVE, ENGINE = "py/backgammon.zip", "py/engine.zip"
ENGINE_DATA = "backgammon/engine/data"
LOCK = "runtime/pyodide/pyodide-lock.json"
UNUSED = (
    *("py-editor", "py-game", "py-terminal", "donkey", "deprecations-manager"),
    *("pyodide_graph", "core.css"),
)
"""Parts of PyScript that pyscript.toml leaves out, or that only pages of another kind fetch."""
PYSCRIPT = sorted(
    f"runtime/{name}" for name in runtime.FILES if re.fullmatch(r"pyscript/(core|error)\b.*\.js", name)
)
"""What each page loads of it."""
PRELOADED = (
    *("py/interpreter.js", "py/start.js", "py/policy.js"),
    *("runtime/pyodide/pyodide.asm.wasm", "runtime/pyodide/python_stdlib.zip"),
    *("runtime/pyodide/pyodide.mjs", "runtime/pyodide/pyodide.asm.mjs", *PYSCRIPT, LOCK),
    "py/main.py",
)
"""What the first scripts are, and what they would ask for one after the other; the largest of it first."""
SHEET = "css/page.css"
"""All style sheets of the page in one: what a page is painted from should not come in a dozen pieces."""
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
"""Libraries of plain Python: which part has use for one, and for which of its modules, in order."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def main(argv: list[str]) -> int:
    """Build the site, or the game as one file, into the directory that `argv` names."""
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
    """Return the address of a STUN or TURN server as the page takes it; raise ArgumentTypeError."""
    if not re.fullmatch(r"(?:stuns?:[\w.:\[\]-]+|turns?:[\w.:\[\]?=-]+,[^\s,]+,[^\s,]+)", text):
        raise argparse.ArgumentTypeError(f"{text!r} is neither stun:HOST[:PORT] nor turn:HOST,NAME,PASSWORD")
    return text


def build(target: Path, offline: bool = True, draft: bool = False, stun: Collection[str] = ()) -> list[Path]:
    """Write the site into `target`, all of it or nothing; return its files.

    offline: whether a browser keeps it; a developer wants to see what is there now.
    draft: leave out the memory that Python starts from, which takes most of the time to build.
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
    """Write the game as one file into the directory `target`; return the file."""
    with tempfile.TemporaryDirectory() as name:
        site = Path(name) / "site"
        build(site, offline=False, stun=stun)
        return single.write(site, target)


def check_replaceable(target: Path) -> None:
    """Refuse a `target` that holds anything which an earlier build did not write."""
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
    """The files below `directory`, as relative addresses."""
    return sorted(
        path.relative_to(directory).as_posix() for path in directory.rglob("*") if not path.is_dir()
    )


def write(site: Path, parts: Path, draft: bool, stun: Collection[str] = ()) -> None:
    """Write every file of the site into the new directory `site`; `parts` is the fetched runtime."""
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
    """The files below ``py/`` of each part that comes late; a room's ``__init__`` comes with the rest."""
    parts: dict[str, tuple[str, ...]] = import_module("backgammon.state.parts").PARTS
    return {
        str(part): [f"backgammon/{module.replace('.', '/')}.py" for module in modules]
        for part, modules in parts.items()
    }


def write_parts(site: Path, fetched: Path) -> None:
    """Write the parts that come late, and tell boot.js which are of this build; `fetched` is the runtime."""
    sums = {}
    for part, names in late_files().items():
        own = {name: (ROOT / "py" / name).read_text("utf-8") for name in names}
        text = json.dumps({**libraries(part, fetched), **own})
        packed = gzip.compress(text.encode(), 9, mtime=0)
        (site / "py" / f"{part}.bin").write_bytes(packed)
        sums[part] = f"sha256-{base64.b64encode(hashlib.sha256(packed).digest()).decode()}"
    write_values(site / BOOT, {"PARTS = {}": sums})


def libraries(part: str, fetched: Path) -> dict[str, str]:
    """Return the modules of others' libraries that a part needs, by path, each under its licence."""
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
    """Tell the service worker what belongs to this build; else it is one that removes what another kept."""
    sums = {name: sum for name, sum in sums_of(site).items() if not name.startswith(NOT_KEPT)}
    version = hashlib.sha256(json.dumps(sums).encode()).hexdigest()
    write_values(site / SERVICE_WORKER, {"FILES = {}": sums, 'VERSION = ""': version})


def write_values(file: Path, values: Mapping[str, object]) -> None:
    """Fill in what a script leaves to the build: each place, such as ``FILES = {}``, and its value."""
    script = file.read_text("utf-8")
    for place, value in values.items():
        if script.count(place) != 1:
            raise ValueError(f"{file.name} has {script.count(place)} places for {place}, not one")
        script = script.replace(place, f"{place.split()[0]} = {json.dumps(value)}")
    file.write_text(script, "utf-8")


def write_index(site: Path) -> None:
    """Write down what this build is made of."""
    (site / INDEX).write_text(json.dumps({"files": sums_of(site)}, indent=1), "utf-8")


def sums_of(site: Path) -> dict[str, str]:
    """Return the sha256 of every file of a site."""
    return {name: hashlib.sha256((site / name).read_bytes()).hexdigest() for name in contents(site)}


def write_runtime(site: Path, parts: Path) -> None:
    """Write what is used of the runtime."""
    for name in runtime.FILES:
        (site / "runtime" / name).parent.mkdir(parents=True, exist_ok=True)
        if not Path(name).name.startswith(UNUSED):
            shutil.copyfile(parts / name, site / "runtime" / name)
    lock = json.loads((site / LOCK).read_text("utf-8"))
    (site / LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")


def write_memory(site: Path, parts: Path) -> None:
    """Write the memory that Python starts from, and the part of its library that is not in it."""
    late = [ROOT / "py" / name for names in late_files().values() for name in names]
    made = snapshot.ensure(parts / "pyodide", site / ARCHIVE, snapshot.imported_modules(late))
    shutil.copyfile(made / snapshot.STDLIB, site / "runtime" / "pyodide" / snapshot.STDLIB)
    shutil.copyfile(made / snapshot.MEMORY, site / "py" / snapshot.MEMORY)


def index(template: str) -> str:
    """Fill in the static board, what to fetch from the start, and PyScript's configuration as JSON.

    Of PyScript's two languages only Python is there, but each has its plugins; so both are told to have none.
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
    """Put the site's address for each file of ``py/web`` that a source names."""
    return re.sub(rf"\./{WEB}/([\w.]+)", lambda found: f"./{PLACES[found[1]]}", text)


def bundle_sheets(site: Path, page: str) -> str:
    """Put the page's style sheets into one; those that no other page has a link to go."""
    names = [name for name, _ in LINKED.findall(page)]
    (site / SHEET).write_text(sheet(names), "utf-8")
    guide = (site / GUIDE).read_text("utf-8")
    for name in names:
        if name not in guide:
            (site / name).unlink()
    link = f'<link rel="stylesheet" href="./{SHEET}">\n'
    return re.sub(r'(?:<link rel="stylesheet"[^>]*>\n)+', link, page, count=1)


def sheet(names: Iterable[str]) -> str:
    """Return style sheets as one."""
    return "".join((ROOT / name).read_text("utf-8") for name in names)


def inline_first_paint(site: Path, page: str, first: str) -> str:
    """Put into the page the scripts and the styles `first` that its first picture waits for.

    The policy names them by hash; the scripts stay, for the frame. The whole sheet comes later (boot.js).
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
    """Return the line of HTML by which a file is fetched before it is asked for."""
    if path.endswith(("js", "mjs")):
        return f'<link rel="modulepreload" href="./{path}">\n'
    return f'<link rel="preload" as="fetch" crossorigin href="./{path}">\n'


def frame(index: str) -> str:
    """Make the page that other pages embed from the page of the game."""
    made: str = import_module("backgammon.view.frame").render_frame(index)
    return made


def fetched_locales() -> list[str]:
    """The languages' files below ``py/`` that the page fetches one by one: all but English."""
    files = sorted((ROOT / "py/backgammon/i18n/locales").glob("*.json"))
    return [file.relative_to(ROOT / "py").as_posix() for file in files if file.stem != "en"]


def locale(tag: str) -> str:
    """A language's file without its white space; before the texts stand the page's first words."""
    catalogue = import_module("backgammon.i18n.catalogue")
    first = import_module("backgammon.view.first_words").first_words(catalogue.load(tag))
    data = json.loads((catalogue.LOCALES / f"{tag}.json").read_text("utf-8"))
    return json.dumps({"first": first, **data}, ensure_ascii=False, separators=(",", ":"))


def languages() -> dict[str, str]:
    """Every tag in small letters that means a language, and that language's own."""
    return dict(import_module("backgammon.i18n.languages").MEANT)


def archive(root: Path, package: str, target: Path, leave_out: Collection[str] = ()) -> None:
    """Pack a directory below `root` into a zip whose bytes depend on nothing but the files' own.

    leave_out: files and folders below `root` that stay out of it.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in contents(root / package):
            parents = {f"{package}/{name}", *(f"{package}/{above}" for above in Path(name).parents)}
            if "__pycache__" not in name and not parents & {*leave_out}:
                entry = zipfile.ZipInfo(f"{package}/{name}", LONG_AGO)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, (root / package / name).read_bytes())
