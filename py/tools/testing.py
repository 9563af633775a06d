"""``python3 py test``: everything that has to hold, in an environment that the command makes for itself.

USAGE says what runs when. A browser, and what only tests in one need, is looked for and installed where all
is tested; else by the tests that want it. The exit code is the worst of all.
"""

import hashlib
import os
import shutil
import subprocess
import sys

from tools import environment, npm, runtime, snapshot
from tools.errors import ToolError, failure
from tools.paths import ROOT, VENV

REQUIREMENTS = ROOT / "tests" / "requirements.txt"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HEADLESS = "chromium-headless-shell"
"""The same engine with nothing around a page: it takes a fifth less of the processor's time."""
CHROMIUM_VARIABLE = "CHROMIUM"
BROWSERS = {"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "xvfb-run": "xvfb"}
"""The programs of the other browsers, and the packages of Debian that bring them."""
EVERYTHING = ("-q", "-n2", "--dist=loadfile", "--no-loadscope-reorder", "--durations=10")
"""On two cores, fast tests first; those of one file in one process and in order, since some share a page."""
IN_BROWSERS = ("-n3",)
"""A test in a browser waits for frames and for the disk: two cores have time for three; four take as long."""
RERUNS = ("--max-suite-reruns=5", "--rerun-show-tracebacks")
"""Of 700 tests in a real browser on a busy machine one may fail by chance (Chromium crashes, a frame comes
late). Such a test is run again once, five in all at most, and what failed is shown. No other test is."""


USAGE = """\
usage: python3 py test [--slow] [--browsers]
       python3 py test --quick
       python3 py test PATH_OR_OPTION_OF_PYTEST ...

(nothing)   before a push: ruff, mypy, tsc (JavaScript), then every test, in a real browser last; minutes
--slow      the same, and the slow tests; for the engine and its nets
--browsers  the same, and one match each in Chromium, Firefox and WebKitGTK; for py/browser and the build
--quick     while you write: ruff, and the package's own tests, what is random less often; under a minute
PATH ...    what you work on, such as tests/core -k bar: pytest alone, with these arguments
"""
QUICK = (
    "--quick",
    *(f"--ignore=tests/{room}" for room in ("browser", "browsers", "lab", "tools", "perft", "property")),
)
"""Left out by --quick: browsers, the laboratory, the build, what tries all there is, and thorough tests."""
TSC = [["tsc", "--project", f"py/web/types/{name}.json"] for name in ("page", "workers", "node", "review")]
"""JavaScript has other globals in the page, in a worker and in Node, so each is checked by itself."""
COMPILED = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(VENV / "compiled")}
"""What Python compiles is kept, even where a container's environment says not to: half of what tests import,
and all of the programs that they start, would be compiled each time."""
NOT_ALL = "types (mypy, tsc for JavaScript) are not checked in this run; python3 py test checks them"


def main(argv: list[str]) -> int:
    """Run the checks; `argv` is what pytest is to be called with."""
    if {"-h", "--help"} & set(argv):
        print(USAGE, end="")
        return 0
    prepare()
    lint = [["ruff", "check", "."], ["ruff", "format", "--check", "."]]
    if argv == ["--quick"]:
        checks = [*lint, ["pytest", *EVERYTHING, *QUICK]]
    elif set(argv) <= {"--slow", "--browsers"}:
        prepare_browsers(others="--browsers" in argv)
        checks = [*lint, ["mypy"], *TSC, ["pytest", *EVERYTHING, *IN_BROWSERS, *RERUNS, *argv]]
    else:
        checks = [["pytest", *argv]]
    codes = dict.fromkeys((name for name, *_ in checks), 0)
    if "mypy" not in codes:
        print(NOT_ALL, flush=True)
    for name, *arguments in checks:
        command = [*program(name), *arguments]
        code = subprocess.run(command, cwd=ROOT, env={**os.environ, **COMPILED}, check=False).returncode
        codes[name] = max(codes[name], code)
    failed = [name for name, code in codes.items() if code]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return max(codes.values())


def program(name: str) -> list[str]:
    """How the program of a check is called; TypeScript's runs in Node."""
    if name == "tsc":
        return [snapshot.node(), str(npm.PACKAGES / npm.TSC)]
    return [environment.program(VENV, name)]


def prepare() -> None:
    """Make the test environment where it is not yet what the pins say."""
    stamp = VENV / "requirements.sha256"
    pinned = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != pinned:
        print("installing the test dependencies (once) …", flush=True)
        environment.create(VENV)
        environment.pip(VENV, "install", "--require-hashes", f"--requirement={REQUIREMENTS}")
        stamp.write_text(pinned)


def prepare_browsers(others: bool) -> None:
    """Fetch the runtime and npm's packages, and install the browsers that are wanted and not there."""
    runtime.ensure()
    npm.ensure()
    chromium(headless=True)
    if others:
        chromium()
    if others and may_install():
        install(*(package for name, package in BROWSERS.items() if not shutil.which(name)))


def chromium(headless: bool = False) -> str:
    """Return the path of a Chromium: the one ``CHROMIUM`` names, else an installed one, else Debian's.

    headless: whether one that shows nothing will do, and is preferred.
    """
    names = (HEADLESS, *CHROMIUM_NAMES) if headless else CHROMIUM_NAMES
    named = os.environ.get(CHROMIUM_VARIABLE)
    found = named or next(filter(None, map(shutil.which, names)), None)
    if found:
        return found
    if not may_install():
        raise ToolError(
            "no Chromium was found; install one (Debian: apt install chromium) "
            f"or give its path in the variable {CHROMIUM_VARIABLE}, then run the command again"
        )
    install(names[0])
    return chromium(headless)


def may_install() -> bool:
    """Whether this is Debian, or one of its kind, and its root."""
    return bool(shutil.which("apt-get")) and os.name != "nt" and os.geteuid() == 0


def install(*packages: str) -> None:
    """Install these packages of Debian's, if any are named."""
    if not packages:
        return
    names = " ".join(packages)
    print(f"installing {names} (once) …", flush=True)
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        result = subprocess.run(
            ["apt-get", "-q", *step], env=environ, capture_output=True, text=True, check=False
        )
        if result.returncode:
            raise ToolError(f"apt-get {step[0]} failed ({failure(result)}); install {names} by hand")
