"""Run by snapshot.mjs inside Pyodide, with the game unpacked in the working directory.

First ``build_archives`` packs the part of the standard library that the game needs; then, in a fresh Python,
``warm_up`` imports and calls everything that the page needs at its start, and removes its own names.
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
import tokenize
import zipfile
import zipimport
from collections.abc import Iterable, Iterator
from pathlib import Path

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
STDLIB = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"

WANTED = (
    *("traceback", "zipfile", "encodings.ascii", "encodings.latin_1"),
    *("encodings.utf_8_sig", "encodings.utf_16", "encodings.utf_16_le", "encodings.utf_16_be"),
    *(f"encodings.{page}" for page in ("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256")),
    *(f"encodings.{page}" for page in ("cp1257", "cp932", "cp949", "cp950", "gbk")),
)
"""Modules needed beside those that the game imports and Pyodide has imported: to unpack an archive, for a
traceback, and to read files from other programs (data.file_text, notation.rtf)."""

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
"""Modules that the needed ones import only for a terminal, another process or a network."""

KEEPS_DOCS = ("pyodide/", "_pyodide/")
"""Pyodide copies its docstrings to JavaScript when it starts; those of all other modules are dropped."""


def build_archives(later: Iterable[str]) -> tuple[bytes, bytes, bytes]:
    """Return three archives: the standard library in use, the same compiled, and the game compiled.

    later: the modules imported by parts of the game that are not here.
    """
    import_all("backgammon", without="backgammon.browser")
    library = zipfile.ZipFile(STDLIB)
    names = frozenset(library.namelist())
    places = {
        module: place
        for module in needed_modules(library, names, later)
        if (place := place_of(module, names))
    }
    sources = {place: library.read(place) for place in places.values()}
    codes = {f"{name}c": compile_module(text, f"{STDLIB}/{name}") for name, text in sources.items()}
    game = {}
    for path in Path("backgammon").rglob("*"):
        if path.suffix == ".py":
            game[f"{path}c"] = compile_module(path.read_bytes(), str(path.absolute()))
        elif path.is_file():
            game[str(path)] = path.read_bytes()
    kept = {
        place: text if place.startswith(KEEPS_DOCS) else strip_comments(text)
        for place, text in sources.items()
    }
    return zip_files(kept, zipfile.ZIP_DEFLATED), zip_files(codes), zip_files(game)


def warm_up() -> None:
    """Import the game, and call once what the page calls at its start, to fill the caches."""
    import_all("backgammon")
    page = importlib.import_module("backgammon.view.page")
    page.render_index("<!-- the board -->")
    for name, value in [*globals().items()]:
        if getattr(value, "__module__", "") == __name__:
            del globals()[name]
    # In the browser another archive is at this path.
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    sys.path_importer_cache.clear()
    gc.collect()
    gc.freeze()  # all of it lives as long as the page, so its collector need not examine it


def import_all(name: str, without: str = "") -> None:
    """Import a package and every module below it, except ``without`` and those below it."""
    importlib.invalidate_caches()  # the clock is stopped here, so no directory seems to have changed
    package = importlib.import_module(name)
    for module in pkgutil.iter_modules(package.__path__, f"{name}."):
        if module.name == without:
            continue
        if module.ispkg:
            import_all(module.name, without)
        else:
            importlib.import_module(module.name)


def needed_modules(library: zipfile.ZipFile, names: frozenset[str], later: Iterable[str]) -> set[str]:
    """Return the modules that are imported now or later, and all that they import, even in functions."""
    found: set[str] = set()
    waiting = [*sys.modules, *WANTED, *later]
    while waiting:
        name = waiting.pop()
        left_out = any(f"{name}.".startswith(f"{out}.") for out in LEFT_OUT) and name not in sys.modules
        if name not in found and place_of(name, names) and not left_out:
            found.add(name)
            waiting += imported_names(name, library, names)
            waiting += (name[:end] for end, letter in enumerate(name) if letter == ".")
    return found


def imported_names(module: str, library: zipfile.ZipFile, names: frozenset[str]) -> Iterator[str]:
    """Yield the names that a module imports anywhere: modules, and perhaps names defined in them."""
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
    """Return the path of a module's source in the library, None if it is not there."""
    path = module.replace(".", "/")
    return next((name for name in (f"{path}/__init__.py", f"{path}.py") if name in names), None)


def compile_module(source: bytes, name: str) -> bytes:
    """Return a module as a .pyc that is never checked against its source."""
    inside = name.removeprefix(f"{STDLIB}/")
    if inside == name:
        code = compile(Minifier().visit(ast.parse(source)), name, "exec", dont_inherit=True)
    else:
        optimize = 0 if inside.startswith(KEEPS_DOCS) else 2
        code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return importlib.util.MAGIC_NUMBER + struct.pack("<IQ", 1, 0) + marshal.dumps(code)


def strip_comments(source: bytes) -> bytes:
    """Return a module without comments and docstrings; line numbers stay the same."""
    lines = source.decode().split("\n")
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            blank_docstring(lines, node.body[0])
    return "\n".join(lines).encode()


def blank_docstring(lines: list[str], docstring: ast.stmt) -> None:
    """Replace a docstring by an empty string, if nothing else is on its lines."""
    first, last = docstring.lineno - 1, (docstring.end_lineno or 0) - 1
    before = lines[first].encode()[: docstring.col_offset].decode()
    after = lines[last].encode()[docstring.end_col_offset :].decode()
    if not before.strip() and not after.strip():
        lines[first : last + 1] = [f'{before}""', *[""] * (last - first)]


class Minifier(ast.NodeTransformer):
    """Removes what only people and type checkers read: docstrings, and the annotations of functions.

    Classes keep their annotations, which dataclasses need, and a one-character docstring: a dataclass without
    one gets its whole signature there.
    """

    def visit_Module(self, node: ast.Module) -> ast.AST:
        return self._without_docstring(node, [])

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._without_docstring(node, [ast.Expr(ast.Constant("."))])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self._without_docstring(node, [ast.Pass()])

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self._without_docstring(node, [ast.Pass()])

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def _without_docstring(
        self,
        node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef,
        instead: list[ast.stmt],
    ) -> ast.AST:
        if ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = instead
        self.generic_visit(node)
        return ast.fix_missing_locations(node)


def zip_files(files: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    """Return an archive of files, by name."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", compression, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return whole.getvalue()
