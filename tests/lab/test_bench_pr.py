"""The figures of gnubg's statistics are read from the right line, and ranks are compared as Spearman does."""

import pytest

from lab.bench.pr import Errors, compared, errors, spearman
from tools.errors import ToolError

SAID = """
Error rate mEMG (MWC)                        -16.0   ( -0.190%)      -41.7   ( -0.420%)
Cube statistics

Wrong takes (EMG (MWC))                    0                       1 (-0.230 ( -1.936%))
Error total EMG (MWC)                         -0.006 ( -0.048%)       -0.338 ( -3.795%)
Error rate mEMG (MWC)                         -4.6   ( -0.029%)       -0.0   ( -0.000%)
Overall statistics

Error total EMG (MWC)                         -1.049 (-12.278%)       -2.043 (-20.589%)
Error rate mEMG (MWC)                        -15.2   ( -0.178%)       {other}
"""


@pytest.mark.parametrize(("other", "pr"), [("-40.1   ( -0.404%)", 20.05), ("n/a", 0.0)])
def test_half_the_overall_rate_is_the_pr(other: str, pr: float) -> None:
    assert errors(SAID.format(other=other)) == [Errors(7.6, 0.006), Errors(pr, 0.338)]


def test_no_statistics_are_an_error() -> None:
    with pytest.raises(ToolError, match="no statistics"):
        errors("nothing")


def test_ranks_are_compared() -> None:
    assert spearman([1.0, 2.0, 3.0], [10.0, 20.0, 90.0]) == pytest.approx(1.0)
    assert spearman([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]) == pytest.approx(-1.0)
    assert spearman([1.0, 2.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0]) == pytest.approx(0.9486833)


def test_figures_are_compared() -> None:
    ours = [Errors(1.0, 0.1), Errors(2.0, 0.2), Errors(3.0, 0.4)]
    theirs = [Errors(1.5, 0.2), Errors(2.0, 0.4), Errors(2.5, 0.8)]
    said = compared(ours, theirs)
    assert "0.33 apart in the mean" in said
    assert said.endswith("correlation 1.000")
