"""The pinned runtime of the page, fetched once into ``runtime/``: no file is used unless its sha256 matches.

Pyodide and PyScript come from npm (tools.npm), the browser's wheel of numkong and pure-Python libraries from
PyPI. Everything is fetched and checked in a temporary directory, then moved into place: a failed fetch
changes nothing, and other files in ``runtime/`` (the lab's) stay. Each library is fetched separately.

To move to other versions: change the lock as tools.npm says, run ``python3 py play``, and write the sums it
refuses into ``pins.json`` once you have examined what changed.
"""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tools import environment, npm
from tools.errors import ToolError
from tools.paths import RUNTIME

PINS: dict[str, str] = json.loads(Path(__file__).with_name("pins.json").read_text())
LIBRARIES = {name: pinned for name, pinned in PINS.items() if name.endswith("none-any.whl")}
"""Pure-Python wheels, which the page loads when something needs them."""
FILES = {name: pinned for name, pinned in PINS.items() if name not in LIBRARIES}
WHEEL = next(name for name in FILES if name.endswith(".whl"))
WHEEL_TAGS = (
    "--python-version=3.14",
    "--implementation=cp",
    "--abi=cp314",
    "--platform=pyemscripten_2026_0_wasm32",
)
STAMP = "pins.json"

SOURCES = {"pyodide": "node_modules/pyodide", "pyscript": "node_modules/@pyscript/core/dist", "": "wheel"}


def ensure(runtime: Path = RUNTIME) -> Path:
    """Return the directory of the runtime; first fetch what is missing or not as pinned. Raise ToolError."""
    try:
        bring_up_to_date(runtime)
    except OSError as error:
        raise ToolError(
            f"the runtime could not be put into {runtime} ({error}); fix that, then try again"
        ) from error
    return runtime


def bring_up_to_date(runtime: Path) -> None:
    """Fetch what is missing or not as pinned."""
    stamp = runtime / STAMP
    if not stamp.is_file() or stamp.read_text() != json.dumps(FILES):
        print("fetching Pyodide, PyScript and numkong (once) …", flush=True)
        with tempfile.TemporaryDirectory(prefix=".runtime-", dir=runtime.parent) as name:
            work = Path(name)
            fetch(work)
            collect(work, work / "fresh", FILES)
            replace(runtime, work / "fresh", work / "previous")
    libraries(runtime)


def libraries(runtime: Path = RUNTIME) -> list[Path]:
    """Return the pure-Python wheels, first fetching those that are missing or not as pinned."""
    runtime.mkdir(exist_ok=True)
    for name, pinned in LIBRARIES.items():
        if not (runtime / name).is_file() or sum_of(runtime / name) != pinned:
            fetch_library(runtime, name, pinned)
    return [runtime / name for name in LIBRARIES]


def fetch_library(runtime: Path, name: str, pinned: str) -> None:
    """Fetch one pure-Python wheel into ``runtime``."""
    package, version = name.split("-")[:2]
    print(f"fetching {package} (once) …", flush=True)
    with tempfile.TemporaryDirectory(prefix=".library-", dir=runtime.parent) as work:
        venv = Path(work) / "venv"
        environment.create(venv)
        options = ["download", "--no-deps", "--only-binary=:all:", f"--dest={work}"]
        environment.pip(venv, *options, f"{package}=={version}")
        check(name, Path(work) / name, pinned)
        shutil.copyfile(Path(work) / name, runtime / name)


def fetch(work: Path) -> None:
    """Download the npm packages and the wheel into ``work``, where nothing else sees them."""
    venv = npm.install(work, "--omit=dev")
    wheels = ["download", "--no-deps", "--only-binary=:all:", *WHEEL_TAGS, f"--dest={work / 'wheel'}"]
    environment.pip(venv, *wheels, "numkong==" + WHEEL.split("-")[1])


def collect(work: Path, runtime: Path, files: Mapping[str, str]) -> None:
    """Copy ``files`` (path in the runtime: sha256) from ``work`` into ``runtime``, and stamp the copy."""
    for path, pinned in files.items():
        folder, _, name = path.rpartition("/")
        source = work / SOURCES[folder] / name
        check(path, source, pinned)
        (runtime / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, runtime / path)
    (runtime / STAMP).write_text(json.dumps(files))


def check(path: str, source: Path, pinned: str) -> None:
    """Raise ToolError if ``source`` was not fetched, or its sha256 is not the one pinned for ``path``."""
    if not source.is_file():
        raise ToolError(f"{path} was not fetched; bring pins.json and package.json into line")
    found = sum_of(source)
    if found != pinned:
        raise ToolError(
            f"{path} has the sha256 {found}, not the pinned {pinned}; do not use it: "
            "run the command again, and where that does not help look into who changed it"
        )


def sum_of(file: Path) -> str:
    """Return the sha256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def replace(runtime: Path, fresh: Path, previous: Path) -> None:
    """Move ``fresh`` into ``runtime``, earlier parts to ``previous``; the stamp leaves first, comes last."""
    runtime.mkdir(exist_ok=True)
    previous.mkdir()
    names = sorted((part.name for part in fresh.iterdir()), key=STAMP.__eq__)
    for name in reversed(names):
        if (runtime / name).exists():
            (runtime / name).rename(previous / name)
    for name in names:
        (fresh / name).rename(runtime / name)
