"""Imports only go down: the packages of ``py/backgammon`` and what each may import, checked in every file."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

from backgammon.state.parts import NEEDS, PARTS, Part, part_of
from tools import program

PY = Path(__file__).resolve().parents[1] / "py"
PACKAGE = PY / "backgammon"
PAGE, WORKER = PY / "main.py", PY / "worker.py"
FILES = sorted(PACKAGE.rglob("*.py"))
CORE = sorted((PACKAGE / "core").rglob("*.py"))

# The features from the lowest up: each imports only those before it.
FEATURES = (
    "speech",
    "language",
    "game",
    "analysis",
    "saving",
    "lines",
    "viewer",
    "quiz",
    "coach",
    "lessons",
    "board",
    "clock",
    "friend",
)
APP = (
    "offers",
    "waiting",
    "forms",
    "page_commands",
    "conditions",
    "commands",
    "shortcuts",
    "update",
    "embed_page",
)
"""The files of ``app``, likewise from the lowest up."""
VIEW = (
    "node",
    "words",
    "geometry",
    "icons",
    "grades",
    "chart",
    "forms",
    "qr",
    "rolls",
    "board",
    "panels",
    "dialogs",
    "page",
)
"""The parts of ``view``, likewise; those not named here draw around the page, and may import any of them."""
# The model, its first value and queries on it; the view must not call what changes it.
READ_BY_VIEW = (
    "state",
    "features.speech.result_line",
    "features.speech.status_text",
    "features.game.start",
    "features.game.permissions",
    "features.game.dice_check",
    "features.analysis.evaluation",
    "features.analysis.hint",
    "features.analysis.rollouts",
    "features.quiz.cards",
    "features.quiz.collection",
    "features.lessons.chapters",
    "features.lessons.course",
    "features.lessons.progress",
    "features.coach.clues",
    "features.coach.comments",
    "features.coach.history",
    "features.coach.ideas",
    "features.coach.own_errors",
    "features.coach.review",
    "features.lines.judging",
    "features.lines.permissions",
    "app.commands",
    "app.shortcuts",
)
# The modules of the analysis that the page may import; a test below checks that they load no engine.
WITHOUT_ENGINE = (
    "analysis.findings",
    "analysis.finding_text",
    "analysis.report",
    "analysis.report_text",
    "analysis.rollout_state",
    "analysis.rolled_out",
    "analysis.decisions",
    "analysis.reasons",
)
BELOW_STATE = {
    "core",
    "data",
    "notation",
    *WITHOUT_ENGINE,
    "protocol.messages",
    "protocol.levels",
    "protocol.work_codec",
    "i18n",
    "storage",
    "friend",
}
# What a package may import besides itself: packages, or single modules of them.
ALLOWED: dict[str, set[str]] = {
    "core": set(),
    "data": {"core"},
    "i18n": {"core"},
    "notation": {"core"},
    "engine": {"core"},
    "analysis": {"core", "i18n", "notation.diagram", "engine"},
    "protocol": {"core", "data", "engine", "analysis"},
    "storage": {"core", "data", "notation"},
    "friend": {"core", "data", "storage"},
    "state": BELOW_STATE,
    "features": BELOW_STATE | {"state"},
    "app": BELOW_STATE | {"state", "features"},
    "view": {
        "core",
        "friend",
        "notation",
        *WITHOUT_ENGINE,
        "i18n",
        "protocol.levels",
        "protocol.messages",
        "storage.figures",
        "storage.quiz",
        *READ_BY_VIEW,
    },
    "cli": {"core", "data", "notation", "i18n", "engine", "analysis", "protocol", "storage"},
    "browser": {
        "core",
        "data.file_text",
        "engine.levels",  # for the engine's worker; a test below checks that the page loads no engine
        "protocol",
        "i18n",
        "storage",
        "friend",
        "state",
        "features",
        "app",
        "view",
    },
}
# The packages from which ``backgammon/__init__.py`` takes its public names.
PUBLIC = {"core", "notation", "engine", "analysis"}
EXPORTED = PUBLIC | {"data.file_text", "view.board.picture"}
"""What the package takes its public names from."""
VERSION = ("backgammon", "__version__")
BROWSER_ONLY = {"js", "pyscript", "pyodide", "polyscript"}
NOT_SHIPPED = {"lab", "tools"}
CLOCK_AND_CHANCE = {"random", "secrets", "time", "datetime"}


def module_name(path: Path) -> str:
    """Return the dotted module name of a file below ``py/``."""
    parts = path.relative_to(PY).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files_of(name: str) -> Iterator[Path]:
    """Yield the files that importing the module ``name`` runs: its own, and each ``__init__`` above it."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        path = PY.joinpath(*parts[:length])
        yield from filter(Path.is_file, (path / "__init__.py", path.with_suffix(".py")))


@cache
def import_nodes(path: Path) -> tuple[tuple[ast.AST, bool], ...]:
    """Return what imports anything in a file, and whether only a type checker reads it.

    Parsing is all of the work here, so each file is parsed once.
    """
    found: list[tuple[ast.AST, bool]] = []
    waiting: list[tuple[ast.AST, bool]] = [(ast.parse(path.read_text("utf-8"), str(path)), False)]
    while waiting:
        node, for_types = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)) or late_place(node):
            found.append((node, for_types))
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                for_types = True
        waiting += ((child, for_types) for child in ast.iter_child_nodes(node))
    return tuple(found)


@cache
def imports(path: Path, run: bool = False) -> tuple[str, ...]:
    """Return every module that a file imports, anywhere in it; for ``from a import b``, ``a.b`` if a module.

    The version is left out, as any file may read it. ``run``: leave out imports that only a type checker
    reads, and the names given to ``late``, which are imported when they are called.
    """
    return tuple(_imports(path, run))


def _imports(path: Path, run: bool) -> Iterator[str]:
    package = module_name(path).split(".")[: None if path.stem == "__init__" else -1]
    for node, for_types in import_nodes(path):
        if run and for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif not run and (place := late_place(node)):
            yield f"backgammon.{place.partition(':')[0]}"
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            names = [alias.name for alias in node.names if (base, alias.name) != VERSION]
            for name in names:
                inner = PY.joinpath(*base.split("."), name)
                is_module = inner.is_dir() or inner.with_suffix(".py").is_file()
                yield f"{base}.{name}" if is_module else base


def late_place(node: ast.AST) -> str:
    """Return the place that a call of ``late`` names, "" for anything else."""
    match node:
        case ast.Call(func=ast.Name(id="late"), args=[ast.Constant(value=str(place))]):
            return place
    return ""


def within(name: str, rooms: Iterable[str]) -> bool:
    """Return whether the module ``name`` is one of ``rooms`` of the package, or is in one of them."""
    return any(f"{name}.".startswith(f"backgammon.{room}.") for room in rooms)


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_a_room_imports_only_what_lies_below_it(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    allowed = EXPORTED if room == "__init__.py" else ALLOWED[room] | {room}
    inner = {name for name in imports(path) if name.split(".")[0] == "backgammon"}
    if allowed >= PUBLIC:
        inner.discard("backgammon")  # for its public names
    assert [name for name in inner if not within(name, allowed)] == []


def test_the_readme_lists_every_package_below_what_it_imports() -> None:
    names = re.findall(r"^\| `(\w+)/` \|", (PACKAGE / "README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(names) == sorted(ALLOWED)
    for place, name in enumerate(names):
        assert {each.partition(".")[0] for each in ALLOWED[name]} <= set(names[: place + 1]), name


@pytest.mark.parametrize("path", [*FILES, *filter(Path.exists, (PAGE, WORKER))], ids=module_name)
def test_what_ships_needs_nothing_that_does_not(path: Path) -> None:
    found = {name.split(".")[0] for name in imports(path)}
    assert not found & NOT_SHIPPED
    if path not in (PAGE, WORKER) and not within(module_name(path), ["browser"]):
        assert not found & BROWSER_ONLY


@pytest.mark.parametrize("path", CORE, ids=module_name)
def test_the_core_is_the_standard_library_without_clock_or_chance(path: Path) -> None:
    found = {name.split(".")[0] for name in imports(path)} - {"backgammon"}
    assert found <= sys.stdlib_module_names
    assert not found & CLOCK_AND_CHANCE


def loaded_files(*files: Path) -> set[Path]:
    """Return every file that is loaded when these are run."""
    waiting, loaded = [*files], set[Path]()
    while waiting:
        path = waiting.pop()
        if path not in loaded:
            loaded.add(path)
            waiting.extend(inner for name in imports(path, run=True) for inner in files_of(name))
    return loaded


def test_the_page_never_loads_the_engine() -> None:
    assert [path for path in loaded_files(PAGE) if within(module_name(path), ["engine"])] == []


def test_the_start_loads_nothing_that_comes_late() -> None:
    early = {module_name(path).removeprefix("backgammon.") for path in loaded_files(PAGE, WORKER)}
    assert [name for modules in PARTS.values() for name in modules if name in early] == []


def test_all_that_is_shipped_is_loaded_at_the_start_or_named_in_a_part() -> None:
    early = {path.relative_to(PY).as_posix() for path in loaded_files(PAGE, WORKER)}
    late = {name for names in program.late_files().values() for name in names}
    left_out = tuple(name for name in program.LEFT_OUT if name != program.ENGINE_DATA)
    names = {path.relative_to(PY).as_posix() for path in FILES if path.stem != "__init__"}
    assert {name for name in names - early - late if not name.startswith(left_out)} == set(), (
        "name it in PARTS, state/parts.py"
    )


@pytest.mark.parametrize("part", PARTS)
def test_each_module_of_a_part_is_named_after_those_that_it_imports(part: Part) -> None:
    """Otherwise one task of the page would import several modules."""
    there = {name for each in (NEEDS.get(part),) if each for name in PARTS[each]}
    above = []
    for module in PARTS[part]:
        (path,) = [path for path in files_of(f"backgammon.{module}") if path.stem != "__init__"]
        own = {name.removeprefix("backgammon.") for name in imports(path, run=True)}
        above += [(module, name) for name in own - there if part_of(name)]
        there.add(module)
    assert above == []


def test_what_is_named_to_come_late_is_a_function() -> None:
    places = {place for path in FILES for node, _ in import_nodes(path) if (place := late_place(node))}
    assert places
    for module, name in (place.split(":") for place in sorted(places)):
        found = getattr(import_module(f"backgammon.{module}"), name, None)
        assert isinstance(found, FunctionType), (module, name)


@pytest.mark.parametrize("room", ["features", "app", "view"])
def test_the_rooms_within_a_room_import_downwards(room: str) -> None:
    order = {name: place for place, name in enumerate({"features": FEATURES, "app": APP, "view": VIEW}[room])}
    upward = []
    for path in sorted((PACKAGE / room).rglob("*.py")):
        own = order.get(path.relative_to(PACKAGE / room).with_suffix("").parts[0], len(order))
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["backgammon", room] and order.get(parts[2], len(order)) > own:
                upward.append((module_name(path), name))
    assert upward == []


def test_no_file_imports_itself_by_way_of_others() -> None:
    graph = {
        path: {inner for name in imports(path) for inner in files_of(name) if inner != path}
        for path in sorted(PY.rglob("*.py"))
        if path.stem != "__init__" or path.parent.name == "cli"
    }
    while leaves := {path for path, below in graph.items() if not below & graph.keys()}:
        for path in leaves:
            del graph[path]
    assert [module_name(path) for path in graph] == []


def test_no_room_can_reach_itself() -> None:
    below = {room: {name.split(".")[0] for name in allowed} for room, allowed in ALLOWED.items()}
    while ground := [room for room, rooms in below.items() if not rooms & below.keys()]:
        for room in ground:
            del below[room]
    assert not below
