"""The addresses of the site's files. Those that other people's pages and installed apps use never change.

PLACES maps files of ``py/web`` to their addresses in the site, wherever they are in the sources. Scripts use
the site's addresses.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

SERVICE_WORKER = "sw.js"
GUIDE = "embed/index.html"
WEB = "py/web"
SCRIPTS = ("boot.js", "words.js", "start.js", "policy.js", "interpreter.js", "memory.js", "worker.js")
PLACES = {
    **{name: name for name in (SERVICE_WORKER, "manifest.webmanifest", "embed.js", "embed")},
    **{name: f"css/{name}" for name in ("icons", "screenshots")},
    **{name: f"py/{name}" for name in SCRIPTS},
}
"""The addresses in the site of files and folders of ``py/web``."""
COPIED = {
    **{name: name for name in ("css", "py/main.py", "py/worker.py")},
    **{f"{WEB}/{name}": place for name, place in PLACES.items()},
}
"""Files and folders that are copied unchanged, and their addresses in the site."""
WORDS = "py/words.js"
BOOT = "py/boot.js"
FIRST = (BOOT, WORDS)
"""Scripts that the build inlines into the page; addresses in them are relative to the page."""
SHEET = "css/page.css"
"""All style sheets of the page in one, since painting should not wait for a dozen files."""
ARCHIVE, ENGINE = "py/backgammon.zip", "py/engine.zip"
LOCALES = "locales"
LOCK = "runtime/pyodide/pyodide-lock.json"


def with_addresses(text: str) -> str:
    """Replace the path of each file of ``py/web`` that a source names by its address in the site."""
    return re.sub(rf"\./{WEB}/([\w.]+)", lambda found: f"./{PLACES[found[1]]}", text)


def contents(directory: Path) -> list[str]:
    """Return the files below ``directory``, as relative addresses."""
    return sorted(
        path.relative_to(directory).as_posix() for path in directory.rglob("*") if not path.is_dir()
    )


def write_values(file: Path, values: Mapping[str, object]) -> None:
    """Fill in the values that a script leaves to the build, by their places, such as ``FILES = {}``."""
    script = file.read_text("utf-8")
    for place, value in values.items():
        if script.count(place) != 1:
            raise ValueError(f"{file.name} has {script.count(place)} places for {place}, not one")
        script = script.replace(place, f"{place.split()[0]} = {json.dumps(value)}")
    file.write_text(script, "utf-8")
