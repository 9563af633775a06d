"""Run by snapshot.mjs inside Pyodide, where the game lies unpacked in the working directory.

First ``chosen`` says which part of the standard library the game needs; then, in a fresh Python, ``settle``
imports and calls all that the page wants at its start, and leaves nothing behind.
"""

import ast
import gc
import importlib
import importlib.util
import io
import marshal
import pkgutil
import struct
import sys
import zipfile
import zipimport
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

STDLIB = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"

WANTED = (
    *("asyncio", "json", "traceback", "zipfile", "textwrap", "encodings.ascii", "encodings.latin_1"),
    *("encodings.utf_8_sig", "encodings.utf_16", "encodings.utf_16_le", "encodings.utf_16_be"),
    "encodings.cp1252",
)
"""What is needed beside what the game imports: by PyScript's own Python, to unpack an archive, for a
traceback, and to read files from elsewhere (data.file_text)."""

LEFT_OUT = (
    *(
        "_pyrepl",
        "argparse",
        "bdb",
        "cmd",
        "code",
        "doctest",
        "getopt",
        "pdb",
        "pydoc",
        "readline",
        "unittest",
    ),
    *("rlcompleter", "asyncio.windows_events", "concurrent.futures.process", "ctypes", "multiprocessing"),
    *("concurrent.futures.interpreter", "pickle", "tracemalloc", "email", "ftplib", "http", "urllib", "xml"),
    *("webbrowser", "difflib", "importlib.metadata", "tarfile"),
)
"""What modules in use would import only in a terminal, in another process or for a network."""

KEEPS_DOCS = ("pyodide/", "_pyodide/")
"""Pyodide copies its docstrings to JavaScript's side when it starts; those of the rest are dropped."""


def chosen() -> tuple[bytes, bytes, bytes]:
    """Return three archives: the standard library in use, the same compiled, and the game compiled."""
    import_all("backgammon", without="backgammon.browser")
    library = zipfile.ZipFile(STDLIB)
    names = frozenset(library.namelist())
    places = {module: place for module in needed(library, names) if (place := place_of(module, names))}
    sources = {place: library.read(place) for place in places.values()}
    codes = {f"{name}c": compiled(text, f"{STDLIB}/{name}") for name, text in sources.items()}
    game = {}
    for path in Path("backgammon").rglob("*"):
        if path.suffix == ".py":
            game[f"{path}c"] = compiled(path.read_bytes(), str(path.absolute()))
        elif path.is_file():
            game[str(path)] = path.read_bytes()
    return packed(sources, zipfile.ZIP_DEFLATED), packed(codes), packed(game)


class Later(ModuleType):
    """A package that is imported once something of it is asked for, and not before."""

    def __getattr__(self, name: str) -> object:
        """Import the package that this stands for, and take what was asked for from it."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


def settle() -> None:
    """Import the game, and call once what the page calls at its start, for what that leaves in caches.

    PyScript imports its own package before a page's code, which may not need it: that alone would take a
    third of the time until the board stands.
    """
    sys.modules["pyscript"] = Later("pyscript")
    import_all("backgammon")
    page = importlib.import_module("backgammon.view.page")
    page.render_index("<!-- the board -->")
    for name in ("chosen", "settle", "import_all", "needed", "imported", "place_of", "compiled", "packed"):
        del globals()[name]
    # The archive that stands there in the browser is another one.
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    sys.path_importer_cache.clear()
    gc.collect()


def import_all(name: str, without: str = "") -> None:
    """Import a package and every module below it, but none below `without`."""
    importlib.invalidate_caches()  # by the clock, which stands still here, no directory has changed
    package = importlib.import_module(name)
    for module in pkgutil.iter_modules(package.__path__, f"{name}."):
        if module.name == without:
            continue
        if module.ispkg:
            import_all(module.name, without)
        else:
            importlib.import_module(module.name)


def needed(library: zipfile.ZipFile, names: frozenset[str]) -> set[str]:
    """Return the modules that are imported now, and all that they might import in one of their functions."""
    found: set[str] = set()
    waiting = [*sys.modules, *WANTED]
    while waiting:
        name = waiting.pop()
        left_out = any(f"{name}.".startswith(f"{out}.") for out in LEFT_OUT) and name not in sys.modules
        if name not in found and place_of(name, names) and not left_out:
            found.add(name)
            waiting += imported(name, library, names)
            waiting += (name[:end] for end, letter in enumerate(name) if letter == ".")
    return found


def imported(module: str, library: zipfile.ZipFile, names: frozenset[str]) -> Iterator[str]:
    """Yield what a module imports anywhere, names of modules and perhaps of what is in them."""
    place = place_of(module, names)
    assert place
    package = module.split(".")[: None if place.endswith("__init__.py") else -1]
    for node in ast.walk(ast.parse(library.read(place))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def place_of(module: str, names: Iterable[str]) -> str | None:
    """Return where a module's source lies in the library, None where it does not."""
    path = module.replace(".", "/")
    return next((name for name in (f"{path}/__init__.py", f"{path}.py") if name in names), None)


def compiled(source: bytes, name: str) -> bytes:
    """Return a module as a .pyc that is never checked against its source."""
    inside = name.removeprefix(f"{STDLIB}/")
    optimize = 2 if inside != name and not inside.startswith(KEEPS_DOCS) else 0
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return importlib.util.MAGIC_NUMBER + struct.pack("<IQ", 1, 0) + marshal.dumps(code)


def packed(files: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    """Return an archive of files, by name."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", compression, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return whole.getvalue()
