"""``python3 py test``: all checks, in an environment that the command creates for itself.

USAGE says what runs when. A run of all tests first finds or installs a browser and what only browser tests
need; otherwise the tests that need them do. The exit code is the highest of all checks.
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
"""The same engine without the browser's interface: it takes a fifth less processor time."""
CHROMIUM_VARIABLE = "CHROMIUM"
BROWSERS = {"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "xvfb-run": "xvfb"}
"""The programs of the other browsers, and the Debian packages that provide them."""
EVERYTHING = ("-q", "-n2", "--dist=loadfile", "--no-loadscope-reorder", "--durations=10")
"""On two cores, fast tests first; tests of one file run in one process and in order, as some share a page."""
IN_BROWSERS = ("-n3",)
"""Tests in a browser wait for frames and the disk, so two cores can run three at once; four gain nothing."""
RERUNS = ("--max-suite-reruns=5", "--rerun-show-tracebacks")
"""Of 700 tests in a real browser on a busy machine one may fail by chance (Chromium crashes, a frame is
late). Such a test is run once again, at most five in all, and the failure is shown. Others are not rerun."""


USAGE = """\
usage: python3 py test [--slow] [--browsers]
       python3 py test --quick
       python3 py test PATH_OR_OPTION_OF_PYTEST ...

(nothing)   before a push: ruff, mypy, tsc (JavaScript), then every test, in a real browser last; minutes
--slow      the same, and the slow tests; for the engine, its nets and the styles
--browsers  the same, and one match each in Chromium, Firefox and WebKitGTK; for py/browser and the build
--quick     while you write: ruff, and the package's own tests, what is random less often; about a minute
PATH ...    what you work on, such as tests/core -k bar: pytest alone, with these arguments
"""
QUICK = (
    "--quick",
    *(f"--ignore=tests/{room}" for room in ("browser", "browsers", "lab", "tools", "perft", "property")),
)
"""Left out by --quick: browsers, the laboratory, the build, and exhaustive and thorough tests."""
TSC = [["tsc", "--project", f"py/web/types/{name}.json"] for name in ("page", "workers", "node", "review")]
"""JavaScript has different globals in the page, in a worker and in Node, so each is checked separately."""
COMPILED = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(VENV / "compiled")}
"""Keep compiled Python files, even where a container's environment says not to: otherwise half of what tests
import, and all of the programs that they start, would be compiled each time."""
LATER = 10
"""The priority (``nice``) of what may wait for the other checks."""
NOT_ALL = "types (mypy, tsc for JavaScript) are not checked in this run; python3 py test checks them"


def main(argv: list[str]) -> int:
    """Run the checks that ``argv`` asks for; return the highest exit code."""
    if {"-h", "--help"} & set(argv):
        print(USAGE, end="")
        return 0
    prepare()
    begun: list[subprocess.Popen[bytes]] = []
    lint = [["ruff", "check", "."], ["ruff", "format", "--check", "."]]
    if argv == ["--quick"]:
        checks = [*lint, ["pytest", *EVERYTHING, *QUICK]]
    elif set(argv) <= {"--slow", "--browsers"}:
        prepare_browsers(others="--browsers" in argv)
        snapshot.node()  # if it has to be installed, then once
        begun = [compile_tests(), build_site()]
        checks = [*lint, ["mypy"], *TSC, ["pytest", *EVERYTHING, *IN_BROWSERS, *RERUNS, *argv]]
    else:
        checks = [["pytest", *argv]]
    codes = dict.fromkeys((name for name, *_ in checks), 0)
    if "mypy" not in codes:
        print(NOT_ALL, flush=True)
    for name, *arguments in checks:
        for each in begun if name == "pytest" else ():
            each.wait()
        command = [*program(name), *arguments]
        code = subprocess.run(command, cwd=ROOT, env={**os.environ, **COMPILED}, check=False).returncode
        codes[name] = max(codes[name], code)
    failed = [name for name, code in codes.items() if code]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return max(codes.values())


def program(name: str) -> list[str]:
    """Return the command that starts the program of a check; TypeScript's runs in Node."""
    if name == "tsc":
        return [snapshot.node(), str(npm.PACKAGES / npm.TSC)]
    return [environment.program(VENV, name)]


def compile_tests() -> subprocess.Popen[bytes]:
    """Begin to compile all tests, with what the other checks and the build of the site leave of two cores.

    On a fresh machine each of pytest's processes would otherwise compile all of them, at the same time. The
    run itself tells of a test that cannot be collected.

    The build takes longest (20 s of a core), about as long as all checks (16 s) and this: at the same
    priority it would get two thirds of a core and end 5 s later. For the same reason tsc does not run beside
    mypy.
    """
    begun = _begin([*program("pytest"), "--collect-only", "-q", "-p", "no:cacheprovider"])
    if hasattr(os, "setpriority"):  # not on Windows
        os.setpriority(os.PRIO_PROCESS, begun.pid, os.nice(0) + LATER)
    return begun


def build_site() -> subprocess.Popen[bytes]:
    """Begin to build the site, on the core that the checks leave idle: a new memory snapshot takes long.

    If that fails, the test that builds the site tells.
    """
    return _begin([sys.executable, "py", "build", str(VENV / "site")])


def _begin(command: list[str]) -> subprocess.Popen[bytes]:
    """Begin to run a command whose output nobody needs."""
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **COMPILED}, stdout=silent, stderr=silent)


def prepare() -> None:
    """Create the test environment, or bring it up to date with the pins."""
    stamp = VENV / "requirements.sha256"
    pinned = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != pinned:
        print("installing the test dependencies (once) …", flush=True)
        environment.create(VENV)
        environment.pip(VENV, "install", "--require-hashes", f"--requirement={REQUIREMENTS}")
        stamp.write_text(pinned)


def prepare_browsers(others: bool) -> None:
    """Fetch the runtime and npm's packages, and install the required browsers that are missing."""
    runtime.ensure()
    npm.ensure()
    chromium(headless=True)
    if others:
        chromium()
    if others and may_install():
        install(*(package for name, package in BROWSERS.items() if not shutil.which(name)))


def chromium(headless: bool = False) -> str:
    """Return the path of a Chromium: the one ``CHROMIUM`` names, else an installed one, else Debian's.

    headless: whether a headless one is enough, and preferred.
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
    """Whether this is Debian or a derivative, and the user is root."""
    return bool(shutil.which("apt-get")) and os.name != "nt" and os.geteuid() == 0


def install(*packages: str) -> None:
    """Install the named Debian packages, if any."""
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
