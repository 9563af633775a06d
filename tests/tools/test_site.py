"""The built site: complete, with nothing else, every address relative, the same bytes every time."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import zipfile
from argparse import ArgumentTypeError
from html.parser import HTMLParser
from pathlib import Path

import pytest

from backgammon.core.position import Position
from backgammon.i18n.catalogue import load, parse
from backgammon.i18n.languages import LANGUAGES
from backgammon.notation.mat import parse_mat
from backgammon.notation.play import parse_play
from backgammon.notation.xgid import parse_xgid
from backgammon.state.parts import PARTS
from lab.screenshots import SCREENSHOTS
from tools import pages, places, program, runtime, single, site, snapshot
from tools.errors import ToolError
from tools.paths import ROOT, RUNTIME

ADDRESSED = {"src", "href", "action", "data", "poster", "srcset"}
IN_A_SHEET = r"(?:url\(\s*|@import\s+)[\"']?([^\"')]*)"
IN_A_MANIFEST = r'"(?:src|start_url|scope|id|action)"\s*:\s*"([^"]*)"'
NOT_RELATIVE = re.compile(r"/|(?!data:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)


@pytest.fixture(scope="module")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("build") / "site"
    site.build(target)
    return target


@pytest.fixture
def earlier_build(built_site: Path, tmp_path: Path) -> Path:
    """A build that a test may change or replace."""
    return Path(shutil.copytree(built_site, tmp_path / "site"))


def test_it_holds_what_a_page_needs_and_nothing_else(built_site: Path) -> None:
    names = set(places.contents(built_site))
    page = {"index.html", "frame.html", "build.json", f"py/{snapshot.MEMORY}", places.ARCHIVE, places.ENGINE}
    page |= {place for place in places.COPIED.values() if Path(place).suffix}
    page |= {f"py/{part}.bin" for part in PARTS}
    used = {
        program.runtime_address(name)
        for name in runtime.FILES
        if not Path(name).name.startswith(program.UNUSED)
    }
    assert page | used <= names
    assert {name.split("/")[0] for name in names} <= {*page, "css", "embed", "py", "runtime", places.LOCALES}
    assert {name for name in names if name.startswith("runtime/")} == used
    assert not [name for name in names if name.endswith((".map", ".pyc", ".toml"))]
    assert {name for name in names if name.startswith("py/")} == {
        name for name in page if name.startswith("py/")
    }


def test_what_other_pages_and_installed_apps_know_stays_where_it_was(built_site: Path) -> None:
    known = {"index.html", "frame.html", "sw.js", "manifest.webmanifest", "embed.js"}
    known |= {f"embed/{name}" for name in ("index.html", "frame.js", "page.js", "plays.js")}
    known |= {f"css/icons/icon-{name}.png" for name in ("48", "180", "192", "512", "maskable-512")}
    known |= {"css/icons/icon.svg"}
    assert known <= set(places.contents(built_site))


def test_the_manifest_tells_the_true_size_of_every_screenshot(built_site: Path) -> None:
    screenshots = json.loads((built_site / "manifest.webmanifest").read_text("utf-8"))["screenshots"]
    assert [each["src"] for each in screenshots] == [f"./css/screenshots/{name}.webp" for name in SCREENSHOTS]
    for each, taken in zip(screenshots, SCREENSHOTS.values(), strict=True):
        picture = (built_site / each["src"]).read_bytes()
        assert picture[8:16] == b"WEBPVP8X"  # whose header holds the width and the height less one
        width, height = (1 + int.from_bytes(picture[at : at + 3], "little") for at in (24, 27))
        assert (width, height) == (taken.width * taken.scale, taken.height * taken.scale)
        assert each["sizes"] == f"{width}x{height}"
        assert each["form_factor"] == ("wide" if width > height else "narrow")


def test_the_source_page_names_what_is_there() -> None:
    for name in ("index.html", "pyscript.toml"):
        named = re.findall(r"""["']\./([^"']+)["']""", (ROOT / name).read_text("utf-8"))
        assert named
        assert [path for path in named if path != places.SHEET and not (ROOT / path).is_file()] == []


def test_all_that_belongs_to_the_web_is_in_the_site() -> None:
    names = {path.name for path in (ROOT / places.WEB).iterdir()}
    assert names == {*places.PLACES, single.LOADER.name, "review", "types", "tsconfig.json"}


def test_the_pages_hold_each_element_that_the_types_of_their_scripts_promise(built_site: Path) -> None:
    types = (ROOT / places.WEB / "types" / "page.d.ts").read_text("utf-8")
    promised = re.findall(r'^  "?([\w-]+)"?:', types.partition("\n}")[0], re.MULTILINE)
    assert len(promised) > 10
    pages = "".join((built_site / name).read_text("utf-8") for name in ("index.html", "frame.html"))
    assert [name for name in promised if f'id="{name}"' not in pages] == []


def test_the_archives_are_the_game_without_tools_or_lab(built_site: Path) -> None:
    with (
        zipfile.ZipFile(built_site / places.ARCHIVE) as page,
        zipfile.ZipFile(built_site / places.ENGINE) as engine,
    ):
        names, data = page.namelist(), engine.namelist()
    assert "backgammon/core/position.py" in names
    assert "backgammon/engine/data/net.bin" in data
    assert all(name.startswith("backgammon/") for name in names)
    assert not set(names) & set(data)
    assert not {*program.FOR_TRANSLATORS} & {*names}


def test_a_part_that_comes_late_is_in_an_archive_of_its_own_which_the_page_knows(built_site: Path) -> None:
    with zipfile.ZipFile(built_site / places.ARCHIVE) as page:
        early = set(page.namelist())
    html = (built_site / "index.html").read_text("utf-8")
    for part, modules in PARTS.items():
        packed = (built_site / "py" / f"{part}.bin").read_bytes()
        files = json.loads(gzip.decompress(packed))
        borrowed = program.libraries(part, RUNTIME)
        own = [f"backgammon/{name.replace('.', '/')}.py" for name in modules]
        assert [*files] == [*borrowed, *own, *program.PART_DATA.get(part, ())]
        assert all(files.pop(name) == text for name, text in borrowed.items())
        assert all((ROOT / "py" / name).read_text("utf-8") == text for name, text in files.items())
        assert not early & files.keys()
        assert f'"{part}": "sha256-{base64.b64encode(hashlib.sha256(packed).digest()).decode()}"' in html


def test_a_page_that_speaks_one_language_need_not_fetch_the_others(built_site: Path) -> None:
    with zipfile.ZipFile(built_site / places.ARCHIVE) as packed:
        inside = [name for name in packed.namelist() if "/locales/" in name]
    assert inside == ["backgammon/i18n/locales/en.json"]
    beside = {path.stem: path for path in (built_site / places.LOCALES).iterdir()}
    assert set(beside) == set(LANGUAGES) - {"en"}
    for tag, path in beside.items():
        assert parse(tag, path.read_text("utf-8")) == load(tag)


def test_the_page_has_no_commands(built_site: Path) -> None:
    with zipfile.ZipFile(built_site / "py/backgammon.zip") as archive:
        assert not [name for name in archive.namelist() if "commands/" in name]


def test_an_archive_depends_on_the_files_alone(tmp_path: Path) -> None:
    for name, seconds, mode in (("here", 0, 0o600), ("there", 1_700_000_000, 0o755)):
        for path in (
            "game/dice.py",
            "game/data/net.bin",
            "game/__pycache__/dice.cpython-311.pyc",
            "lab/net.py",
        ):
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("content")
            file.chmod(mode)
            os.utime(file, (seconds, seconds))
        program.archive(tmp_path / name, "game", tmp_path / f"{name}.zip")
    with zipfile.ZipFile(tmp_path / "here.zip") as packed:
        assert packed.namelist() == ["game/data/net.bin", "game/dice.py"]
        assert {entry.date_time for entry in packed.infolist()} == {program.LONG_AGO}
    assert (tmp_path / "here.zip").read_bytes() == (tmp_path / "there.zip").read_bytes()


def test_the_configuration_names_only_what_is_there(built_site: Path) -> None:
    """The page's configuration names the interpreter, the scripts beside the Python the files they fetch."""
    html = (built_site / "index.html").read_text("utf-8")
    (config,) = re.findall(r"""<script type="py"[^>]* config='([^']*)'""", html)
    assert (built_site / json.loads(config)["interpreter"]).is_file()
    named = [
        (built_site if name in places.FIRST else (built_site / name).parent) / path
        for name in (places.PLACES[name] for name in places.SCRIPTS)
        for path in re.findall(r'"(\.\.?/[^"]+)"', (built_site / name).read_text("utf-8"))
    ]
    assert len(named) > 5
    assert [path for path in named if not path.exists()] == []


def test_the_library_holds_what_is_used_of_it(built_site: Path) -> None:
    with zipfile.ZipFile(built_site / "runtime" / "pyodide" / snapshot.STDLIB) as library:
        names = library.namelist()
    assert {"json/decoder.py", "asyncio/base_events.py", "traceback.py", "pyodide/ffi/__init__.py"} <= set(
        names
    )
    assert not [name for name in names if name.startswith(("unittest", "http", "pdb", "xml"))]


class Addresses(HTMLParser):
    """The values of a page's attributes that can hold an address."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if value and name in ADDRESSED]


def test_every_address_is_relative_and_leads_somewhere(built_site: Path) -> None:
    page = Addresses((built_site / "index.html").read_text("utf-8")).found
    found = [(built_site, name) for name in page]
    for sheet in built_site.glob("css/**/*.css"):
        found += [(sheet.parent, name) for name in re.findall(IN_A_SHEET, sheet.read_text("utf-8"))]
    manifest = built_site / "manifest.webmanifest"
    if manifest.is_file():
        found += [(built_site, name) for name in re.findall(IN_A_MANIFEST, manifest.read_text("utf-8"))]
    assert [name for _, name in found if NOT_RELATIVE.match(name)] == []
    named = [folder / name.partition("#")[0] for folder, name in found if not name.startswith(("data:", "#"))]
    assert [path for path in named if not path.exists()] == []


def test_all_sheets_of_the_page_are_one_and_none_is_there_that_no_page_uses(built_site: Path) -> None:
    link = re.compile(r'<link rel="stylesheet" href="\.+/([^"]+)"')
    own = link.findall((ROOT / "index.html").read_text("utf-8"))
    assert len(own) > 10
    assert (built_site / places.SHEET).read_text("utf-8") == pages.sheet(own)
    page = (built_site / "index.html").read_text("utf-8")
    first, later = page.split(pages.PROGRAM)
    assert (link.findall(first), link.findall(later)) == ([], [places.SHEET])
    texts = [(built_site / name).read_text("utf-8") for name in ("index.html", "frame.html", places.GUIDE)]
    linked = {name for text in texts for name in link.findall(text)}
    assert {f"css/{path.name}" for path in built_site.glob("css/*.css")} == linked


def test_the_runtime_is_asked_for_by_no_link_that_an_embedding_address_would_follow(built_site: Path) -> None:
    html = (built_site / "index.html").read_text("utf-8")
    before, later, rest = re.split(r'<template id="program">|</template>', html, maxsplit=2)
    assert later.count("preload") == len(pages.PRELOADED)
    assert "preload" not in before + rest


def test_the_first_picture_waits_for_the_page_alone_and_the_policy_knows_what_is_in_it(
    built_site: Path,
) -> None:
    html = (built_site / "index.html").read_text("utf-8")
    assert re.findall(r'<script src=|<link rel="stylesheet"', html.split(pages.PROGRAM)[0]) == []
    template = (ROOT / "index.html").read_text("utf-8")
    first = re.findall(r'href="\./([^"]+)" blocking="render"', template)
    assert re.findall("<style>(.*?)</style>", html, re.DOTALL) == [pages.sheet(first)]
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
    sources = {name: allowed for name, _, allowed in (part.partition(" ") for part in policy.split("; "))}
    for kind, count in (("style", 1), ("script", 2)):
        texts = re.findall(f"<{kind}>(.*?)</{kind}>", html, re.DOTALL)
        assert len(texts) == count
        assert [single.hash_of(text) in sources[f"{kind}-src"] for text in texts] == [True] * count


def test_what_the_guide_shows_can_be_shown(built_site: Path) -> None:
    html = (built_site / places.GUIDE).read_text("utf-8")
    positions = re.findall(r'<triktrakk-board[^>]* xgid="([^"]*)"', html)
    assert len([parse_xgid(position) for position in positions]) == 3
    ((shown, play),) = re.findall(r'xgid="([^"]*)" play="([^"]*)"', html)
    setup = parse_xgid(shown)
    assert setup.dice
    assert str(parse_play(play, Position(setup.points), setup.dice)) == play
    (match,) = re.findall(r'mode="match">(.*?)</triktrakk-board>', html, re.DOTALL)
    assert parse_mat(match).log


def test_an_earlier_build_is_replaced_whole_by_the_same_bytes(earlier_build: Path) -> None:
    before = (earlier_build / site.INDEX).read_bytes()
    names = places.contents(earlier_build)
    for changed in ("index.html", site.INDEX):
        (earlier_build / changed).write_bytes((earlier_build / changed).read_bytes() + b"\n")
    site.build(earlier_build)
    assert places.contents(earlier_build) == names
    assert (earlier_build / site.INDEX).read_bytes() == before
    assert hashlib.sha256((earlier_build / "index.html").read_bytes()).hexdigest() in before.decode()


@pytest.mark.parametrize("name", ["thesis.txt", ".hidden", "py/other.py", "build.json"])
def test_a_directory_of_someone_else_is_refused_and_kept(tmp_path: Path, name: str) -> None:
    (tmp_path / "py").mkdir()
    (tmp_path / name).write_text("mine")
    with pytest.raises(ToolError, match=re.escape(name)):
        site.build(tmp_path)
    assert places.contents(tmp_path) == [name]


@pytest.mark.parametrize("index", ["[]", "3", '{"files": null}'])
def test_an_index_of_another_program_is_no_build(tmp_path: Path, index: str) -> None:
    (tmp_path / site.INDEX).write_text(index)
    with pytest.raises(ToolError, match=re.escape(site.INDEX)):
        site.build(tmp_path)


def test_a_build_to_which_something_was_added_is_refused(earlier_build: Path) -> None:
    (earlier_build / "css" / "mine.css").write_text("")
    with pytest.raises(ToolError, match=r"mine\.css"):
        site.build(earlier_build)


def test_a_file_is_not_a_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ToolError, match="is a file"):
        site.build(tmp_path / "file")


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ToolError, match="no site was written"):
        site.build(tmp_path / "file" / "site")


def test_a_build_that_fails_leaves_the_earlier_one(
    earlier_build: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (earlier_build / site.INDEX).read_bytes()
    monkeypatch.setattr(pages, "index", lambda template: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        site.build(earlier_build)
    assert (earlier_build / site.INDEX).read_bytes() == before
    assert [path.name for path in earlier_build.parent.iterdir()] == ["site"]


def test_the_page_knows_the_address_servers_that_the_owner_named(tmp_path: Path) -> None:
    servers = ["stun:stun.example.org:3478", "turn:turn.example.org,me,secret"]
    site.build(tmp_path, draft=True, stun=[*map(site.address_server, servers)])
    page = (tmp_path / "index.html").read_text("utf-8")
    assert f'<html data-stun="{" ".join(servers)}" lang=' in page


def test_messengers_find_the_picture_of_a_site_whose_address_was_named(tmp_path: Path) -> None:
    site.build(tmp_path, draft=True, address=site.site_address("https://example.org/a&b"))
    page = (tmp_path / "index.html").read_text("utf-8")
    (picture,) = re.findall(r'<meta property="og:image" content="https://example.org/a&amp;b/(.*)">', page)
    assert (tmp_path / picture).is_file()
    assert '<meta property="og:title" content="Triktrakk: backgammon">' in page
    assert "og:" not in (tmp_path / "frame.html").read_text("utf-8")


def test_by_default_the_page_knows_no_address(built_site: Path) -> None:
    page = (built_site / "index.html").read_text("utf-8")
    assert [known for known in ("<html data-stun", "og:") if known in page] == []


@pytest.mark.parametrize(
    "text", ["stun.example.org", "https://example.org", "stun:a b", 'stun:"', "turn:host"]
)
def test_what_is_no_address_server_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="neither"):
        site.address_server(text)


@pytest.mark.parametrize(
    "text", ["example.org", "ftp://example.org", "https://a b", 'https://a"', "https://a/#x"]
)
def test_what_is_no_address_of_a_site_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="no address"):
        site.site_address(text)
