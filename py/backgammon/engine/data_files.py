"""Reads the engine's data: nets and tables, in the folder ``data`` beside this file."""

from pathlib import Path

_DATA = Path(__file__).with_name("data")


def read(name: str) -> bytes:
    """Return the content of a data file of the engine; raise OSError if it is missing."""
    return (_DATA / name).read_bytes()
