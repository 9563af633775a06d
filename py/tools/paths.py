"""The directories of the repository; every command works from any current directory."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "runtime"
VENV = ROOT / ".venv"
