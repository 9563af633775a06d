"""Runs measurements of the lab where the game runs: in real Chromium, on the built site's own runtime.

The whole package is available, including the modules that the site leaves out.
"""

import argparse
import importlib.util
import json
import shutil
import subprocess
import tempfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from tools import environment, program, runtime, site, testing
from tools.paths import ROOT, VENV
from tools.serve import Server

PAGE = """<!doctype html><html lang="en"><head><title>bench</title>
<link rel="icon" href="data:,"></head><body>
<script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
window.bench = async (wheels, module, call) => {
  const py = await loadPyodide({ packages: wheels.map(wheel => new URL(wheel, location.href).href) });
  for (const name of ["package.zip", "module.zip"])
    py.unpackArchive(await (await fetch("./" + name)).arrayBuffer(), "zip");
  return [py.runPython(`import json, ${module}; json.dumps(${module}.${call})`), py._module.HEAPU8.length];
};
</script></body></html>"""


def site_folder(name: str) -> Path:
    """Return the folder of a built site that a measurement is given; argparse shows the error."""
    if not (Path(name) / "index.html").is_file():
        raise argparse.ArgumentTypeError(f"{name} has no index.html; name the folder that py build has made")
    return Path(name)


def run_in_test_environment(command: list[str]) -> int | None:
    """Run a command in the test environment and return its exit status; None if this is that environment."""
    if importlib.util.find_spec("playwright") is not None:
        return None
    testing.prepare()
    python = environment.program(VENV, "python")
    return subprocess.run([python, "py", *command], cwd=ROOT, check=False).returncode


def call(module: Path, expression: str, *, wheels: bool = False) -> tuple[Any, int]:
    """Call a module's function in Chromium; return its result, and the bytes of WebAssembly memory after it.

    ``wheels``: load the engine's compiled packages too, as the worker does.
    """
    with tempfile.TemporaryDirectory() as name:
        target = Path(name) / "site"
        site.build(target, draft=True)
        program.archive(ROOT / "py", "backgammon", target / "package.zip")
        shutil.copytree(runtime.ensure() / "pyodide", target / "pyodide")  # with all of the standard library
        (target / "bench.html").write_text(PAGE, "utf-8")
        with zipfile.ZipFile(target / "module.zip", "w") as archive:
            archive.write(module, module.name)
        found = sorted(target.glob("runtime/*.whl")) if wheels else []
        names = [wheel.relative_to(target).as_posix() for wheel in found]
        with browse(target) as (browser, address):
            page = browser.new_page()
            page.set_default_timeout(0)
            page.goto(address + "bench.html")
            page.wait_for_function("() => Boolean(window.bench)")
            result, memory = page.evaluate(
                "arguments => window.bench(...arguments)", [names, module.stem, expression]
            )
    return json.loads(result), int(memory)


@contextmanager
def browse(root: Path, *switches: str) -> Iterator[tuple[Any, str]]:
    """Yield a browser, and the address at which the site in ``root`` is served."""
    sync_playwright = import_module("playwright.sync_api").sync_playwright
    with Server(root, 0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        arguments = ["--no-sandbox", *switches]
        browser = playwright.chromium.launch(executable_path=testing.chromium(), args=arguments)
        yield browser, server.address
        browser.close()
        server.shutdown()


@contextmanager
def with_program(source: Path) -> Iterator[tuple[Any, str]]:
    """Yield a browser, and the address of the built site with another program in place of py/main.py."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "site"
        site.build(root)
        (root / "py" / "main.py").write_text(source.read_text("utf-8"), "utf-8")
        with browse(root, "--disable-gpu") as found:
            yield found
