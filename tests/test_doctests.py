"""The examples in all docstrings run, except in ``browser``, which only a browser can import."""

import doctest
import importlib
import pkgutil

import pytest

import backgammon

MODULES = [
    module.name
    for module in pkgutil.walk_packages(backgammon.__path__, "backgammon.")
    if module.name.split(".")[1] != "browser"
]


def test_the_examples_of_the_package() -> None:
    assert doctest.testmod(backgammon).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", backgammon.__all__)
def test_the_examples_of_a_public_name_need_no_other_that_they_do_not_import(name: str) -> None:
    value = getattr(backgammon, name)
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(value, name, globs={name: value}):
        assert ">>> from backgammon." not in (example.docstring or ""), "import from backgammon itself"
        runner.run(example)
    assert runner.failures == 0
