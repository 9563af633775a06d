"""The data that the engine reads: nets and tables, in the folder ``data`` beside this file."""

from pathlib import Path

_DATA = Path(__file__).with_name("data")


def read(name: str) -> bytes:
    """Return the content of a file of the engine's data; raise OSError where it is not there."""
    return (_DATA / name).read_bytes()
