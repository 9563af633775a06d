"""The top of the repository: only the files promised to users, and none that belongs in a folder."""

from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CARD = {"index.html", "pyscript.toml", "css", "py", "tests", "README.md"}
BESIDE = {"LICENSE", "pyproject.toml"}


def test_the_top_level_holds_the_card_and_dot_files_alone() -> None:
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()]
    found = {path.name for path in ROOT.iterdir() if not any(fnmatch(path.name, name) for name in ignored)}
    assert {name for name in found if not name.startswith(".")} == CARD | BESIDE
