"""Virtual environments; they require nothing but a Python that has ``venv``."""

import os
import subprocess
import sys
from pathlib import Path

from tools.errors import ToolError, failure


def program(venv: Path, name: str) -> str:
    """Return the path of a program inside a virtual environment."""
    return str(venv / "Scripts" / f"{name}.exe" if os.name == "nt" else venv / "bin" / name)


def create(venv: Path) -> None:
    """Create a virtual environment with pip, unless it already exists."""
    if Path(program(venv, "python")).exists():
        return
    result = subprocess.run(
        [sys.executable, "-m", "venv", str(venv)], capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise ToolError(
            f"no virtual environment could be made ({failure(result)}); install Python's venv "
            "(Debian: apt install python3-venv) and run the command again"
        )


def pip(venv: Path, *arguments: str) -> None:
    """Run the environment's pip; raise ToolError, one line long, if it fails."""
    command = [program(venv, "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise ToolError(f"pip {arguments[0]} failed ({failure(result)}); check the network and try again")
