"""The site's Python: the runtime, the game in archives, its languages, and the memory that it starts from.

The page starts from a memory in which its Python is already imported; where that is not possible, it unpacks
the same Python from an archive. Each part that is loaded late has its own archive, and so has the data that
only the engine's worker reads. Each language but English is a file of its own, fetched when a page uses it.
"""

import base64
import gzip
import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Collection
from importlib import import_module
from pathlib import Path

from tools import runtime, snapshot
from tools.paths import ROOT
from tools.places import ARCHIVE, BOOT, ENGINE, LOCALES, LOCK, WORDS, contents, write_values

UNUSED = (
    *("py-editor", "py-game", "py-terminal", "donkey", "deprecations-manager"),
    *("pyodide_graph", "core.css"),
)
"""Parts of PyScript that pyscript.toml leaves out, or that only other kinds of pages fetch."""
ENGINE_DATA = "backgammon/engine/data"
FOR_TRANSLATORS = tuple(f"backgammon/i18n/{name}" for name in ("glossary.json", "notes.json", "README.md"))
COMMANDS = "backgammon/cli"  # for a terminal, not for the page
GUIDE_TO_LIBRARY = "backgammon/README.md"  # for those who write programs
BUILDING = ("backgammon/view/frame.py", "backgammon/view/first_words.py")  # called by the build alone
LIBRARY = ("backgammon/analysis/match.py", "backgammon/engine/match_play.py", "backgammon/notation/xgtext.py")
"""For other programs."""
PART_DATA = {"files": ("backgammon/view/board/colours.json",)}
"""What the modules of a part read."""
LEFT_OUT = (
    *(*FOR_TRANSLATORS, COMMANDS, ENGINE_DATA, GUIDE_TO_LIBRARY, *BUILDING, *LIBRARY),
    *(name for names in PART_DATA.values() for name in names),
)
USED_LIBRARIES = {"segno": ("friend", ("consts", "encoder"))}
"""Pure-Python libraries: the part that uses each, and which of its modules, in order of import."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def write_program(site: Path, parts: Path, draft: bool) -> None:
    """Write the runtime, the game and its languages into ``site``; ``parts`` is the fetched runtime.

    draft: leave out the memory that Python starts from.
    """
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
        own = {name: (ROOT / "py" / name).read_text("utf-8") for name in (*names, *PART_DATA.get(part, ()))}
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


def write_runtime(site: Path, parts: Path) -> None:
    """Copy the files of the runtime that are used."""
    for name in runtime.FILES:
        target = site / runtime_address(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.name.startswith(UNUSED):
            shutil.copyfile(parts / name, target)
    lock = json.loads((site / LOCK).read_text("utf-8"))
    (site / LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")


def runtime_address(name: str) -> str:
    """Return the address of a file of the runtime: many servers have no type for ``.mjs``, hence ``.js``."""
    return "runtime/" + re.sub(r"\.mjs$", ".js", name)


def write_memory(site: Path, parts: Path) -> None:
    """Write the memory that Python starts from, and the part of the standard library that goes with it."""
    late = [ROOT / "py" / name for names in late_files().values() for name in names]
    made = snapshot.ensure(parts / "pyodide", site / ARCHIVE, snapshot.imported_modules(late))
    shutil.copyfile(made / snapshot.STDLIB, site / "runtime" / "pyodide" / snapshot.STDLIB)
    shutil.copyfile(made / snapshot.MEMORY, site / "py" / snapshot.MEMORY)


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
