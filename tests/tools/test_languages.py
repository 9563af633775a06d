"""The translators' tool: what is missing goes out as JSON, what is right comes back in."""

import json
import shutil
from pathlib import Path

import pytest

from backgammon.i18n import catalogue
from backgammon.i18n.languages import LANGUAGES
from tools import languages
from tools.errors import ToolError


@pytest.fixture
def locales(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The languages' files, to write in; German has lost one text."""
    folder = shutil.copytree(catalogue.LOCALES, tmp_path / "locales")
    for module in (catalogue, languages):
        monkeypatch.setattr(module, "LOCALES", folder)
    english = json.loads((tmp_path / "locales" / "en.json").read_text("utf-8"))["texts"]
    file = tmp_path / "locales" / "de.json"
    data = json.loads(file.read_text("utf-8"))
    data["texts"] = {key: text for key, text in english.items() if key != "ui.pips"}
    file.write_text(json.dumps(data), "utf-8")
    return tmp_path / "locales"


def test_what_is_missing_goes_out_and_comes_back(
    locales: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert languages.main(["--missing", "de"]) == 0
    missing = json.loads(capsys.readouterr().out)
    assert set(missing) == {"ui.pips"}
    file = tmp_path / "texts.json"
    file.write_text(json.dumps(missing), "utf-8")
    assert languages.main(["--merge", "de", str(file)]) == 0
    assert "0 missing" in capsys.readouterr().out
    texts = json.loads((locales / "de.json").read_text("utf-8"))["texts"]
    assert list(texts) == sorted(texts)
    assert "ui.pips" in texts


@pytest.mark.parametrize("text", ["[]", "{", '{"ui.pips": "x"}', '{"no.such.key": "x"}', '{"ui.game": "x"}'])
def test_what_is_wrong_is_not_merged(locales: Path, tmp_path: Path, text: str) -> None:
    before = (locales / "de.json").read_bytes()
    file = tmp_path / "texts.json"
    file.write_text(text, "utf-8")
    with pytest.raises(ToolError):
        languages.main(["--merge", "de", str(file)])
    assert (locales / "de.json").read_bytes() == before
    with pytest.raises(ToolError):
        languages.main(["--merge", "xx", str(file)])


@pytest.mark.usefixtures("locales")
def test_the_table_names_every_language_and_what_it_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    assert languages.main([]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1 : len(LANGUAGES) + 1]] == [
        name.split()[0] for name in LANGUAGES.values()
    ]
    languages.main(["--markdown"])
    table = capsys.readouterr().out.splitlines()
    assert len(table) == len(LANGUAGES) + 2
    assert {line.count("|") for line in table} == {7}
