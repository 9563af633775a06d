"""The line that sums up the output of a failed program."""

import subprocess

import pytest

from tools.errors import failure


@pytest.mark.parametrize(
    ("output", "line"),
    [
        (
            "WARNING: error, retrying\nERROR: no versions of it\nERROR: no distribution\n",
            "ERROR: no versions of it",
        ),
        (
            "npm error code ECONNREFUSED\nnpm error A complete log of this run\n",
            "npm error code ECONNREFUSED",
        ),
        ("Reading lists\nE: Unable to locate package\n", "E: Unable to locate package"),
        ("one thing\nanother thing\n\n", "another thing"),
        ("", "exit code 7"),
    ],
)
def test_the_line_that_says_most(output: str, line: str) -> None:
    result = subprocess.CompletedProcess(["program"], 7, stdout="", stderr=output)
    assert failure(result) == line
