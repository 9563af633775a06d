"""The translators' tool: missing texts are written out to be filled in, and valid ones are merged back."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from backgammon.cli.errors import CommandError
from backgammon.i18n import catalogue
from backgammon.i18n.languages import LANGUAGES
from tools import glossary, handover, languages
from tools.errors import ToolError

LACKED = ("action.roll", "quiz.streak", "status.thinking")


@pytest.fixture
def locales(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the languages' files, to change; Polish lacks some texts and has no other problem."""
    folder = shutil.copytree(catalogue.LOCALES, tmp_path / "locales")
    for module in (catalogue, handover, languages):
        monkeypatch.setattr(module, "LOCALES", folder)
    polish = read(folder, "pl")
    known = read(folder, "en")["texts"].keys() & polish["texts"].keys()
    polish["texts"] = {key: text for key, text in polish["texts"].items() if key in known - {*LACKED}}
    (folder / "pl.json").write_text(json.dumps(polish), "utf-8")
    return folder


def read(folder: Path, tag: str) -> Any:
    return json.loads((folder / f"{tag}.json").read_text("utf-8"))


def merge_texts(tmp_path: Path, tag: str, data: object) -> int:
    """Merge a file with this content; return the exit code."""
    file = tmp_path / "texts.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return languages.main([tag, "--merge", str(file)])


def missing_texts(capsys: pytest.CaptureFixture[str], tag: str = "pl") -> Any:
    assert languages.main([tag, "--missing"]) == 0
    return json.loads(capsys.readouterr().out)


def test_what_is_missing_goes_out_with_all_that_a_translator_needs(
    locales: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = missing_texts(capsys)
    entries = file["texts"]
    assert file["language"] == "pl"
    assert file["words"]["checker"] == "pionek"
    assert {*LACKED} <= set(entries)
    assert entries["action.roll"]["english"] == "Roll"
    assert "button" in entries["action.roll"]["note"]
    assert entries["action.roll"]["text"] == ""
    assert set(entries["status.thinking"]["fills"]) == {"name"}
    assert set(entries["quiz.streak"]["text"]) == {"one", "few", "many", "other"}
    assert entries["quiz.streak"]["numbers"]["few"] == "2, 3, 4, 22, 23, 24 …"
    assert entries["quiz.streak"]["numbers"]["one"] == "1"


def test_what_was_filled_in_comes_back(
    locales: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = missing_texts(capsys)
    forms = {"one": "{count} dzień", "few": "{count} dni", "many": "{count} dni", "other": "{count} dnia"}
    file["texts"]["action.roll"]["text"] = "Rzuć"
    file["texts"]["quiz.streak"]["text"] = forms
    assert merge_texts(tmp_path, "pl", file) == 0
    assert "2 texts merged" in capsys.readouterr().out
    texts = read(locales, "pl")["texts"]
    assert (texts["action.roll"], texts["quiz.streak"]) == ("Rzuć", forms)
    assert "status.thinking" not in texts
    assert list(texts) == sorted(texts)


def test_an_object_of_texts_alone_is_taken_too(locales: Path, tmp_path: Path) -> None:
    assert merge_texts(tmp_path, "pl", {"action.roll": "Rzuć"}) == 0
    assert read(locales, "pl")["texts"]["action.roll"] == "Rzuć"


def test_a_text_that_english_has_no_more_goes_with_the_next_merge(locales: Path, tmp_path: Path) -> None:
    polish = read(locales, "pl")
    kept = dict(polish["texts"])
    polish["texts"]["action.gone"] = "Precz"
    (locales / "pl.json").write_text(json.dumps(polish), "utf-8")
    assert merge_texts(tmp_path, "pl", {}) == 0
    assert read(locales, "pl")["texts"] == kept


@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("no.such.key", "x", "no such key"),
        ("status.thinking", "Myśli.", "{name} is missing"),
        ("status.thinking", "{name} {x}", "nothing fills {x}"),
        ("quiz.streak", "x", "the forms one, few, many, other"),
        ("action.roll", {"one": "x"}, "one text is needed"),
        ("action.roll", 5, "one text is needed"),
        ("action.roll", "Rzuć kostkami jeszcze raz", "have room"),
        ("action.roll", "„Rzuć“", "quotations"),
        ("action.roll", " Rzuć", "white space"),
    ],
)
def test_what_is_wrong_is_refused_and_the_rest_is_taken(
    locales: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, text: object, reason: str
) -> None:
    assert merge_texts(tmp_path, "pl", {"texts": {key: text, "action.take": "Biorę"}}) == 1
    said = capsys.readouterr().out
    assert reason in said
    assert "1 texts merged" in said
    texts = read(locales, "pl")["texts"]
    assert key not in texts
    assert texts["action.take"] == "Biorę"


def test_a_correction_of_a_text_that_has_changed_since_is_refused(
    locales: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = read(locales, "pl")["texts"]["action.take"]
    correction = {"was": there, "text": "Biorę", "why": "as players say"}
    assert merge_texts(tmp_path, "pl", {"language": "pl", "texts": {"action.take": correction}}) == 0
    assert merge_texts(tmp_path, "pl", {"language": "pl", "texts": {"action.take": correction}}) == 0, (
        "once more"
    )
    assert merge_texts(tmp_path, "pl", {"texts": {"action.take": {**correction, "text": "Tak"}}}) == 1
    assert "changed since" in capsys.readouterr().out
    assert read(locales, "pl")["texts"]["action.take"] == "Biorę"
    new = {"was": "Roll", "text": "Rzuć"}
    assert merge_texts(tmp_path, "pl", {"texts": {"action.roll": new}}) == 0, "it was not there at all"


@pytest.mark.parametrize("data", ["[]", "{", "[" * 10**5, '{"texts": []}', '{"language": "de", "texts": {}}'])
def test_what_is_no_file_of_this_language_changes_nothing(locales: Path, tmp_path: Path, data: str) -> None:
    before = (locales / "pl.json").read_bytes()
    with pytest.raises(ToolError):
        merge_texts(tmp_path, "pl", data)
    with pytest.raises(ToolError):
        merge_texts(tmp_path, "xx", "{}")
    with pytest.raises(CommandError) as refusal:
        languages.main(["pl", "--merge", str(tmp_path / "none")])
    assert str(refusal.value) == f"{tmp_path / 'none'} cannot be read: No such file or directory"
    with pytest.raises(ToolError):
        languages.main(["--missing"])
    assert (locales / "pl.json").read_bytes() == before


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "review", lambda known, english: pytest.fail("it takes seconds"))
    for file in (tmp_path / "missing" / "page.html", tmp_path, Path()):
        for arguments in (["pl", "--review"], ["--pseudo"]):
            with pytest.raises(CommandError, match="was not written"):
                languages.main([*arguments, str(file)])
    assert [*tmp_path.iterdir()] == []


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
    assert languages.main(["pl"]) == 1
    assert capsys.readouterr().out.splitlines()[1].startswith("Polski")


def test_what_a_new_language_lacks_beside_its_texts_is_said(
    locales: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new = {**read(locales, "en"), "texts": {}}
    (locales / "tlh.json").write_text(json.dumps(new), "utf-8")
    with pytest.raises(ToolError, match=r"tlh has no name.*LANGUAGES in py/backgammon/i18n/languages\.py"):
        languages.main(["tlh"])
    monkeypatch.setattr(languages, "LANGUAGES", {**LANGUAGES, "tlh": "tlhIngan Hol"})
    with pytest.raises(ToolError, match=r"tlh has no words .* i18n/glossary\.json"):
        languages.main(["tlh", "--missing"])
    words = {"languages": {"tlh": {"words": {"checker": "ngop"}}}}
    monkeypatch.setattr(glossary, "read", lambda: words)
    assert set(missing_texts(capsys, "tlh")["texts"]) == set(read(locales, "en")["texts"])
    (locales / "tlh.json").write_text(json.dumps({**new, "texts": {"action.roll": "jar"}}), "utf-8")
    with pytest.raises(ToolError, match=r"tlh has no quotation marks.*QUOTES in py/tools/typography\.py"):
        languages.main(["tlh", "--missing"])
