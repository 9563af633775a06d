"""Files stay short and functions flat enough to be read in one go: counted, with all exceptions listed."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 400  # lines
DEEPEST = 3  # levels
FILES = [
    path
    for path in chain(
        *((ROOT / room).rglob(f"*.{kind}") for room in ("py", "tests", "css") for kind in ("py", "js", "css"))
    )
    if "node_modules" not in path.parts
]
LONG = {
    "tests/notation/test_foreign.py": "the oddities of other programs' files, by the letters of their list",
}
"""The files that may be longer, each with the content that cannot be split."""
BLOCKS = (
    *(ast.If, ast.For, ast.While, ast.With, ast.Try, ast.TryStar, ast.Match),
    *(ast.AsyncFor, ast.AsyncWith),
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FLAT = [
    path
    for room in ("state", "features", "app", "view")
    for path in sorted((ROOT / "py" / "backgammon" / room).rglob("*.py"))
]
"""The files in which no function may be deeply nested."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_file_is_longer_than_one_can_read() -> None:
    lines = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert {name: count for name, count in lines.items() if count > LONGEST and name not in LONG} == {}
    assert [name for name in LONG if lines[name] <= LONGEST] == [], "no exceptions any more"


def depth(node: ast.AST) -> int:
    """Return the depth of the nested blocks below a node; ``elif`` is no deeper than its ``if``.

    A function within a function is counted separately.
    """
    deepest = 0
    for field, value in ast.iter_fields(node):
        values = value if isinstance(value, list) else [value]
        inner = [each for each in values if isinstance(each, ast.AST)]
        is_elif = isinstance(node, ast.If) and field == "orelse" and [*map(type, inner)] == [ast.If]
        for each in inner:
            if not isinstance(each, (*FUNCTIONS, ast.ClassDef)):
                own = isinstance(each, BLOCKS) and not is_elif
                deepest = max(deepest, own + depth(each))
    return deepest


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the functions of a file, each with its depth."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, FUNCTIONS):
            yield node.name, depth(node)


@pytest.mark.parametrize("path", FLAT, ids=name_of)
def test_no_function_is_deeply_nested(path: Path) -> None:
    assert [name for name, levels in functions(path) if levels > DEEPEST] == []


def test_levels_are_counted_as_one_reads_them() -> None:
    code = """
def f(a):
    if a:
        pass
    elif a > 1:
        for b in a:
            with b:
                def g():
                    while b:
                        pass
    match a:
        case 1:
            try:
                pass
            finally:
                if a:
                    while a:
                        pass
"""
    assert {node.name: depth(node) for node in ast.walk(ast.parse(code)) if isinstance(node, FUNCTIONS)} == {
        "f": 4,
        "g": 1,
    }
