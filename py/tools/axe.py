"""axe-core, by which the browser tests judge every screen: fetched once, checked, and never part of the site.

It comes from npm by ``tests/package-lock.json``. To move to another version: change ``tests/package.json``,
run ``npm install --package-lock-only`` in ``tests/``, and pin the sum that is then refused once you have
looked at what changed.
"""

import hashlib
import tempfile
from pathlib import Path

from tools import runtime
from tools.errors import ToolError
from tools.paths import ROOT, RUNTIME

TARGET = RUNTIME / "axe.min.js"
SOURCE = "node_modules/axe-core/axe.min.js"
SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"


def ensure(target: Path = TARGET) -> Path:
    """Return the script's path, fetching it first where it is not the pinned one."""
    if not target.is_file() or checksum(target) != SHA256:
        print("fetching axe-core for the tests (once) …", flush=True)
        target.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".axe-", dir=target.parent) as name:
            work = Path(name)
            runtime.npm_ci(work, ROOT / "tests")
            found = checksum(work / SOURCE)
            if found != SHA256:
                raise ToolError(f"axe-core has the sha256 {found}, not the pinned {SHA256}; do not use it")
            (work / SOURCE).replace(target)
    return target


def checksum(path: Path) -> str:
    """The sha256 of a file, as hex digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
