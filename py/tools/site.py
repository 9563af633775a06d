"""``python3 py build DIR``: the complete site and nothing else, with only relative addresses.

Other modules write its contents: tools.program the Python, tools.pages the pages; tools.places has the
addresses. This one replaces a directory by a build, whole or not at all.

``build.json`` lists every file with its sha256: it identifies a directory as an earlier build, and only such
a directory is ever replaced. The same sources give the same bytes.
"""

import argparse
import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path

from tools import pages, program, runtime, single
from tools.errors import ToolError
from tools.paths import ROOT
from tools.places import COPIED, SERVICE_WORKER, contents, write_values

INDEX = "build.json"
NOT_KEPT = (SERVICE_WORKER, "css/screenshots/")
"""What a browser does not keep for offline use: the service worker, and pictures not needed again."""


def main(argv: list[str]) -> int:
    """Build the site, or the game as one file, into the directory that ``argv`` names; return 0."""
    parser = argparse.ArgumentParser(prog="python3 py build", description="Write the complete static site.")
    parser.add_argument("dir", metavar="DIR", type=Path, help="a new or empty directory, or an earlier build")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--single-file",
        action="store_true",
        help=f"write DIR/{single.NAME} instead: the whole game in one file, to be opened from the disk",
    )
    how.add_argument("--draft", action="store_true", help="built in a second; starts slower, only online")
    parser.add_argument(
        "--stun",
        nargs="+",
        default=(),
        metavar="ADDRESS",
        type=address_server,
        help="servers that tell two friends' devices their addresses, such as stun:stun.example.org:3478 or "
        "turn:turn.example.org,NAME,PASSWORD; asked only where a player allows it; by default none",
    )
    parser.add_argument(
        "--address",
        metavar="URL",
        type=site_address,
        help="where the site will be, such as https://example.org/game/: messengers then show a picture of "
        "the game beside a link to it",
    )
    options = parser.parse_args(argv)
    if options.single_file:
        file = build_single(options.dir, options.stun)
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
        return 0
    files = build(
        options.dir,
        offline=not options.draft,
        draft=options.draft,
        stun=options.stun,
        address=options.address,
    )
    print(f"{options.dir}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")
    return 0


def address_server(text: str) -> str:
    """Return the address of a STUN or TURN server if the page can use it; else raise ArgumentTypeError."""
    if not re.fullmatch(r"(?:stuns?:[\w.:\[\]-]+|turns?:[\w.:\[\]?=-]+,[^\s,]+,[^\s,]+)", text):
        raise argparse.ArgumentTypeError(f"{text!r} is neither stun:HOST[:PORT] nor turn:HOST,NAME,PASSWORD")
    return text


def site_address(text: str) -> str:
    """Return the address of a site, with its last slash; raise ArgumentTypeError for anything else."""
    if not re.fullmatch(r"https?://[^\s?#\"<>]+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no address such as https://example.org/game/")
    return text.rstrip("/") + "/"


def build(
    target: Path,
    offline: bool = True,
    draft: bool = False,
    stun: Collection[str] = (),
    address: str | None = None,
) -> list[Path]:
    """Write the site into ``target``, all of it or nothing; return its files.

    offline: whether browsers keep it for offline use; a developer wants to see the current files.
    draft: leave out the memory that Python starts from, which takes up most of the build time.
    stun: servers that tell friends' devices their addresses.
    address: where the site will be, for pictures beside links to it; the site itself works anywhere.
    """
    target = target.resolve()
    check_replaceable(target)
    parts = runtime.ensure()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as name:
            fresh = Path(name) / "site"
            write(fresh, parts, draft, stun, address)
            if offline:
                write_offline(fresh)
            write_index(fresh)
            if target.exists():
                target.rename(Path(name) / "previous")
            fresh.rename(target)
    except OSError as error:
        raise ToolError(f"no site was written ({error}); fix that or choose another directory") from error
    return sorted(path for path in target.rglob("*") if path.is_file())


def build_single(target: Path, stun: Collection[str] = ()) -> Path:
    """Write the game as one file into the directory ``target``; return the file."""
    single.make_place(target)  # before the build, which takes half a minute
    with tempfile.TemporaryDirectory() as name:
        site = Path(name) / "site"
        build(site, offline=False, stun=stun)
        return single.write(site, target)


def check_replaceable(target: Path) -> None:
    """Raise ToolError if ``target`` holds anything that an earlier build did not write."""
    if not target.exists():
        return
    if not target.is_dir():
        raise ToolError(f"{target} is a file; choose a directory")
    try:
        known = {INDEX, *json.loads((target / INDEX).read_text())["files"]}
    except (OSError, ValueError, KeyError, TypeError):
        known = set()
    foreign = [name for name in contents(target) if name not in known]
    if foreign:
        raise ToolError(
            f"{target} holds {foreign[0]}, which no earlier build wrote; choose another directory"
        )


def write(
    site: Path, parts: Path, draft: bool, stun: Collection[str] = (), address: str | None = None
) -> None:
    """Write every file of the site into the new directory ``site``; ``parts`` is the fetched runtime."""
    (site / "py").mkdir(parents=True)
    for name, place in COPIED.items():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, site / place, ignore=shutil.ignore_patterns("*.md"))
        else:
            shutil.copyfile(ROOT / name, site / place)
    program.write_program(site, parts, draft)
    pages.write_pages(site, stun, address)


def write_offline(site: Path) -> None:
    """List the files of this build in the service worker; without a list it deletes what was kept."""
    sums = {name: sum for name, sum in sums_of(site).items() if not name.startswith(NOT_KEPT)}
    version = hashlib.sha256(json.dumps(sums).encode()).hexdigest()
    write_values(site / SERVICE_WORKER, {"FILES = {}": sums, 'VERSION = ""': version})


def write_index(site: Path) -> None:
    """Write ``build.json``: the files of this build with their sums."""
    (site / INDEX).write_text(json.dumps({"files": sums_of(site)}, indent=1), "utf-8")


def sums_of(site: Path) -> dict[str, str]:
    """Return the sha256 of every file of a site."""
    return {name: hashlib.sha256((site / name).read_bytes()).hexdigest() for name in contents(site)}
