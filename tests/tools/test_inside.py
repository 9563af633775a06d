"""What the memory snapshot that the page starts from leaves out of the game's own code."""

import ast
import dataclasses
import json.decoder
import textwrap
import zipfile
from pathlib import Path
from typing import Any

from tools.inside import DOCUMENTED, Minifier, strip_comments

SOURCE = '''"""A file."""
from dataclasses import dataclass, fields

@dataclass
class Roll:
    """Two dice."""
    first: int
    second: int = 6

    def pips(self, *more: int, bonus: int = 0) -> int:
        """Sum."""
        "not a docstring"
        return self.first + self.second + sum(more) + bonus

async def nothing(who: str) -> None:
    """Do nothing."""

names = [field.name for field in fields(Roll)]
'''


def test_docstrings_and_annotations_of_functions_go_and_all_works_as_before() -> None:
    tree = Minifier().visit(ast.parse(SOURCE))
    left: dict[str, Any] = {}
    exec(compile(tree, "roll.py", "exec", dont_inherit=True), left)
    roll, nothing = left["Roll"], left["nothing"]
    assert left["names"] == ["first", "second"]
    assert roll(3).pips(1, bonus=2) == 12
    assert [each.__doc__ for each in (roll, roll.pips, nothing)] == [".", None, None]
    assert roll.pips.__annotations__ == nothing.__annotations__ == {}
    assert "__doc__" not in left
    assert roll.__annotations__ == {"first": int, "second": int}


def test_a_line_is_where_it_was() -> None:
    line = compile(Minifier().visit(ast.parse(SOURCE)), "roll.py", "exec")
    (body,) = [const for const in line.co_consts if getattr(const, "co_name", "") == "Roll"]
    (pips,) = [const for const in body.co_consts if getattr(const, "co_name", "") == "pips"]
    assert 13 in {number for _, _, number in pips.co_lines()}


def test_a_module_of_the_library_loses_its_words_and_no_line() -> None:
    for module in (ast, dataclasses, json.decoder, textwrap, zipfile):
        source = Path(str(module.__file__)).read_bytes()
        less = strip_comments(source)
        assert len(less) < 0.95 * len(source)
        assert code(less) == code(source)
    assert strip_comments(SOURCE.encode()).decode().splitlines()[5:9] == [
        '    ""',
        "    first: int",
        "    second: int = 6",
        "",
    ]


def test_only_docstrings_and_comments_go() -> None:
    source = (
        b'def one(): "One."\nlines = """\n# not a comment\n"""  # a comment\ndef two():\n    "Zw\xc3\xb6lf"\n'
    )
    less = b'def one(): "One."\nlines = """\n# not a comment\n"""\ndef two():\n    ""\n'
    assert strip_comments(source) == less


def code(source: bytes) -> str:
    """Return a module as Python parses it, without docstrings, with the place of every statement."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
        for end in ("end_lineno", "end_col_offset"):  # they change for a class with only a docstring
            node.__dict__.pop(end, None)
    return ast.dump(tree, include_attributes=True)
