"""Functions are named by what they do or by what they return, never by a participle alone.

``played`` says neither: ``play_match``, ``apply_play`` and ``played_match`` do.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = [path for room in ("py", "tests") for path in sorted((ROOT / room).rglob("*.py"))]
IRREGULAR = """
begun bought broken brought built caught chosen dealt done drawn driven fallen felt forgotten found given
gone grown heard held hidden hurt kept known laid led left lent lost made met paid said seen sent shown sold
spent spoken stood stuck swept taken taught thought thrown told torn understood won worn written
"""
NOUNS = """
beginning encoding finding heading landing learning listing opening ranking rating scoring setting standing
"""
OTHER = "bring embed exceed feed need proceed seed speed spread string"
"""Neither participles nor nouns of that kind, though they end like one."""
SMALL = "all at away back by for here in just not of off on out so to up with"
"""What stands beside a participle without telling more: ``told_of``, ``taken_up``."""
PUBLIC = {"analysing"}
"""What programs of others call, see ``backgammon.__all__``."""


def participles(tree: ast.AST) -> Iterator[str]:
    """Names of functions that are a participle alone; not of properties, which read as adjectives may."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_property(node):
            words = [word for word in node.name.split("_") if word and word not in SMALL.split()]
            is_hook = node.name.startswith("__") or node.name.lstrip("_").startswith("on_")
            if not is_hook and len(words) == 1 and _is_participle(words[0]):
                yield node.name


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in function.decorator_list)


def _is_participle(word: str) -> bool:
    if word in f"{NOUNS} {OTHER}".split():
        return False
    return word in IRREGULAR.split() or re.fullmatch(r"\w{2,}(?:ed|ing)", word) is not None


def test_no_function_is_named_by_a_participle_alone() -> None:
    found = {path: [*participles(ast.parse(path.read_text("utf-8")))] for path in FILES}
    assert {str(path): names for path, names in found.items() if set(names) - PUBLIC} == {}, (
        "name them by a verb or a noun: play_match, played_match; nouns such as heading are in NOUNS above"
    )


def test_participles_are_told_from_other_words() -> None:
    text = """
def turned(): ...
def _told_of(): ...
async def analysing(): ...
def played_match(): ...
def on_closed(): ...
def _heading(): ...
def bring(): ...
def __missing__(): ...
class Clock:
    @property
    def stopped(self): ...
    def left(self): ...
"""
    assert [*participles(ast.parse(text))] == ["turned", "_told_of", "analysing", "left"]
