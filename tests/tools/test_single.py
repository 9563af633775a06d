"""The game as one file: it contains all that the site's page fetches, and fetches nothing itself."""

import base64
import gzip
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tools import single, site
from tools.errors import ToolError

ADDRESSED = {"src", "href", "action", "data", "poster", "srcset"}
Element = tuple[str, dict[str, str], str]


@pytest.fixture(scope="module")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("build") / "site"
    site.build(target, offline=False)
    return target


@pytest.fixture(scope="module")
def html(built_site: Path) -> str:
    return single.page(built_site)


class Elements(HTMLParser):
    """Every start tag with its attributes and the text that follows it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Element] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}, ""))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(("", {}, ""))

    def handle_data(self, data: str) -> None:
        if self.found:
            tag, attributes, text = self.found[-1]
            self.found[-1] = tag, attributes, text + data


@pytest.fixture(scope="module")
def elements(html: str) -> list[Element]:
    return Elements(html).found


def test_it_asks_for_nothing(elements: list[Element]) -> None:
    addresses = [given[name] for _, given, _ in elements for name in ADDRESSED & given.keys()]
    assert [address for address in addresses if not address.startswith(("data:", "#"))] == []
    assert {given["rel"] for tag, given, _ in elements if tag == "link"} == {"expect", "icon"}


def test_its_policy_names_each_script_and_the_styles(elements: list[Element]) -> None:
    (policy,) = (given["content"] for _, given, _ in elements if "http-equiv" in given)
    assert policy.startswith("default-src 'none'; ")
    assert "connect-src" not in policy
    run = [text for tag, given, text in elements if tag in ("script", "style") and "type" not in given]
    assert len(run) >= 3
    assert [text for text in run if single.hash_of(text) not in policy] == []


def test_what_would_be_fetched_is_in_it(built_site: Path, elements: list[Element]) -> None:
    held = {
        given["data-path"]: gzip.decompress(content) if given["type"] == "application/gzip" else content
        for _, given, text in elements
        if "data-path" in given
        for content in [base64.b64decode(text)]
    }
    for glob in single.DATA:
        files = list(built_site.glob(glob))
        assert files
        assert all(held[file.relative_to(built_site).as_posix()] == file.read_bytes() for file in files)
    modules = {path: content.decode() for path, content in held.items() if path.endswith(".js")}
    imported = {name for text in modules.values() for name in re.findall(r'"inside:(.*?)"', text)}
    assert {"py/policy.js", "runtime/pyodide/pyodide.js"} <= imported <= modules.keys()


def test_it_is_the_same_every_time(built_site: Path, html: str) -> None:
    assert single.page(built_site) == html


def test_what_it_could_not_hold_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<html ><head></head><body><img src="./new.png"></body></html>')
    with pytest.raises(ValueError, match=r"new\.png"):
        single.page(tmp_path)


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ('import "./policy.js";', 'import "inside:py/policy.js";'),
        ('import{a}from"../b/c.mjs"', 'import{a}from"inside:b/c.mjs"'),
        ("await import(address)", "await inside($here, address)"),
        ("a.import(b)", "a.import(b)"),
        ("import.meta.url", "({ url: $here }).url"),
    ],
)
def test_a_module_imports_from_the_file(text: str, becomes: str) -> None:
    first, _, rest = single.module("py/start.js", text).partition("\n")
    assert (first, rest) == ('const $here = "https://inside.invalid/py/start.js";', becomes)


def test_only_its_own_file_is_replaced(built_site: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    file = single.write(built_site, tmp_path / "new")
    assert [path.name for path in file.parent.iterdir()] == [single.NAME]
    (tmp_path / single.NAME).write_text("mine too")
    with pytest.raises(ToolError, match=r"triktrakk\.html"):
        single.write(built_site, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"thesis.txt", "new", single.NAME}


def test_a_place_that_cannot_be_written_is_told_before_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "build", lambda *_, **__: pytest.fail("it takes half a minute"))
    (tmp_path / "file").write_text("mine")
    (tmp_path / single.NAME).write_text("mine too")
    for target in (tmp_path / "file", tmp_path):
        with pytest.raises(ToolError):
            site.build_single(target)


def test_the_command_names_the_file_and_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / single.NAME
    file.write_bytes(bytes(1_500_000))
    monkeypatch.setattr(site, "build_single", lambda target, stun: file)
    assert site.main([str(tmp_path), "--single-file"]) == 0
    assert capsys.readouterr().out == f"{file}: 1.5 MB\n"
