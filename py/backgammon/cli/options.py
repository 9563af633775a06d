"""Shared by the commands: bounded numbers, texts of ``--help``, reading and writing files."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from importlib.util import find_spec
from math import nan
from pathlib import Path
from typing import BinaryIO

from backgammon.cli.errors import CommandError
from backgammon.data.file_text import LARGEST_FILE, file_text

ID_MARKS = ("XGID=", "OGID=", "GNUID=")
"""How an ID may begin."""


SLOW = "numkong is not installed, so this takes many times longer: pip install numkong"


def tell_if_slow() -> None:
    """Tell, if standard error is a terminal, that the engine lacks what makes it fast."""
    if sys.stderr.isatty() and find_spec("numkong") is None:
        print(SLOW, file=sys.stderr)


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return an argparse type for a whole number from ``low`` to ``high``."""

    def read_number(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"a whole number from {low} to {high}, not {text!r:.40}")
        return number

    return read_number


def real(low: float, high: float) -> Callable[[str], float]:
    """Return an argparse type for a number from ``low`` to ``high``."""

    def read_number(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = nan
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"a number from {low:g} to {high:g}, not {text!r:.40}")
        return number

    return read_number


def about(docstring: str | None, paragraphs: int = 1) -> str:
    """Return the first ``paragraphs`` of a module's docstring, for a command's ``--help``."""
    return "\n\n".join((docstring or "").replace("``", "").split("\n\n")[:paragraphs])


def read_text(name: str) -> str:
    """Return the text of a file or of standard input (``-``); an ID that names no file is the text itself."""
    if not name.strip():
        raise CommandError(f"{name!r} is neither a file nor an ID")
    try:
        if name == "-":
            return _text_of(sys.stdin.buffer, "the standard input")
        with Path(name).open("rb") as file:
            return _text_of(file, name)
    except (OSError, ValueError) as error:
        if name.startswith(ID_MARKS) or ((":" in name or len(name) == 14) and not _names_a_file(name)):
            return name
        reason = error.strerror if isinstance(error, OSError) else error
        raise CommandError(f"{name:.200} cannot be read: {reason}") from error


def _text_of(file: BinaryIO, name: str) -> str:
    """Return the text of an open file; some, such as /dev/zero, never end."""
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise CommandError(f"{name} is larger than {LARGEST_FILE // 10**6} MB")
    return file_text(content)


def _names_a_file(text: str) -> bool:
    """Whether a text is one word with a file suffix, as no ID has."""
    return bool(Path(text).suffix) and len(text.split()) == 1


def write_text(file: Path, text: str) -> None:
    """Replace a file atomically: an interruption leaves the old or the new content, never a partial one.

    A pipe or a device is not replaced, but written to.
    """
    with _replacement(file) as fresh:
        if file.exists() and not file.is_file():
            file.write_text(text, "utf-8")
            return
        fresh.write_text(text, "utf-8")
        fresh.replace(file)


def check_writable(file: Path) -> None:
    """Raise CommandError if a file cannot be written: before a text for it is made that takes long."""
    with _replacement(file) as fresh:
        if file.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if file.is_file() or not file.exists():
            fresh.touch()


@contextmanager
def _replacement(file: Path) -> Iterator[Path]:
    """Provide the place of a file's new content until it is complete; an OSError becomes a CommandError."""
    fresh = file.parent / f"{file.name}.part"
    try:
        yield fresh
    except OSError as error:
        raise CommandError(f"{file} was not written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            fresh.unlink()
