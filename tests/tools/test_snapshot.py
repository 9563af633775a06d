"""The memory that the page starts from: made once for the same sources, and never kept half made."""

import gzip
import shutil
from pathlib import Path

import pytest

from tools import environment, places, program, site, snapshot
from tools.errors import ToolError
from tools.paths import ROOT, RUNTIME


def test_it_is_made_once_for_the_same_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make(pyodide: Path, game: Path, also: list[str], target: Path) -> None:
        made.append(game.read_bytes())
        target.mkdir()

    monkeypatch.setattr(snapshot, "make", make)
    game, cache = tmp_path / "game.zip", tmp_path / "cache"
    places = []
    for content in (b"one", b"one", b"two", b"one"):
        game.write_bytes(content)
        places.append(snapshot.ensure(tmp_path, game, cache=cache))
    assert made == [b"one", b"two"]
    assert places[0] == places[1] == places[3] != places[2]
    assert snapshot.ensure(tmp_path, game, {"csv"}, cache) not in places


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes_in_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.build(tmp_path / "site")
    built = (tmp_path / "site" / "py" / snapshot.MEMORY).read_bytes()
    script = tmp_path / "somewhere else" / snapshot.SCRIPT.name
    script.parent.mkdir()
    shutil.copyfile(snapshot.SCRIPT, script)
    monkeypatch.setattr(snapshot, "SCRIPT", script)
    late = [ROOT / "py" / name for names in program.late_files().values() for name in names]
    wanted = sorted(snapshot.imported_modules(late))
    game = tmp_path / "site" / places.ARCHIVE
    snapshot.make(RUNTIME / "pyodide", game, wanted, tmp_path / "made")
    assert (tmp_path / "made" / snapshot.MEMORY).read_bytes() == built
    assert b"somewhere else" not in gzip.decompress((tmp_path / "made" / snapshot.MEMORY).read_bytes())


def test_what_comes_later_says_what_it_imports_of_other_peoples(tmp_path: Path) -> None:
    file = tmp_path / "friend.py"
    file.write_text(
        "import zlib, js\nfrom backgammon.core import match\ndef code():\n    from csv import reader\n"
    )
    assert snapshot.imported_modules([file]) == {"zlib", "js", "csv"}


def test_only_the_latest_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "make", lambda pyodide, game, also, target: target.mkdir())
    game, cache = tmp_path / "game.zip", tmp_path / "cache"
    for number in range(snapshot.KEPT + 3):
        game.write_text(str(number))
        assert snapshot.ensure(tmp_path, game, cache=cache).is_dir()
    assert len(list(cache.iterdir())) == snapshot.KEPT


def test_a_game_that_cannot_be_imported_is_told_and_nothing_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "broken.mjs"
    script.write_text('console.error("Traceback …\\nNameError: checkers"); process.exit(1);')
    monkeypatch.setattr(snapshot, "SCRIPT", script)
    (tmp_path / "game.zip").touch()
    with pytest.raises(ToolError, match="NameError: checkers"):
        snapshot.ensure(tmp_path, tmp_path / "game.zip", cache=tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.parametrize(
    ("module", "end"),
    [("notation.mat", f"belongs in PARTS too, in {snapshot.PARTS_FILE}"), ("core.coins", "core.coins')")],
)
def test_a_module_that_a_part_lacks_is_told_where_it_belongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, end: str
) -> None:
    script = tmp_path / "broken.mjs"
    error = f"ModuleNotFoundError: No module named 'backgammon.{module}'"
    script.write_text(f'console.error("{error}"); process.exit(1);')
    monkeypatch.setattr(snapshot, "SCRIPT", script)
    with pytest.raises(ToolError) as told:
        snapshot.make(tmp_path, tmp_path / "game.zip", [], tmp_path / "made")
    assert str(told.value).endswith(end)
    assert (ROOT / snapshot.PARTS_FILE).is_file()


def test_a_cache_that_cannot_be_written_is_named_and_what_helps(tmp_path: Path) -> None:
    (tmp_path / "game.zip").touch()
    cache = tmp_path / "nowhere" / "cache"
    with pytest.raises(
        ToolError, match=r"into .*nowhere/cache .*; make that folder writable, .*copy.*--draft"
    ):
        snapshot.ensure(tmp_path, tmp_path / "game.zip", cache=cache)


def test_an_old_node_is_not_called(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v16.20.2\n")
    old.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(old))
    monkeypatch.setattr(environment, "create", lambda venv: None)
    monkeypatch.setattr(environment, "pip", lambda venv, *arguments: None)
    assert snapshot.node() != str(old)
