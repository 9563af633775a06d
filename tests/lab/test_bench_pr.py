"""gnubg's statistics are read from the right lines; ranks are compared by Spearman's correlation."""

import pytest

from lab.bench.pr import Errors, comparison, errors, spearman
from tools.errors import ToolError

SAID = """
Unforced moves                            64                       47
Error total EMG (MWC)                         -1.043 (-12.230%)       -1.705 (-16.794%)
Error rate mEMG (MWC)                        -16.0   ( -0.190%)      -41.7   ( -0.420%)
Cube statistics

Close or actual cube decisions             5                        4
Wrong takes (EMG (MWC))                    0                       1 (-0.230 ( -1.936%))
Error total EMG (MWC)                         -0.006 ( -0.048%)       -0.338 ( -3.795%)
Error rate mEMG (MWC)                         -4.6   ( -0.029%)       -0.0   ( -0.000%)
Overall statistics

Error total EMG (MWC)                         -1.049 (-12.278%)       {other}
Error rate mEMG (MWC)                        -15.2   ( -0.178%)      -40.1   ( -0.404%)
"""


@pytest.mark.parametrize(("other", "lost"), [("-2.043 (-20.589%)", 2.043), ("n/a", 0.0)])
def test_gnubgs_figures_are_read_from_the_right_lines(other: str, lost: float) -> None:
    ann, bob = errors(SAID.format(other=other))
    assert (ann, bob) == (Errors(1.049, 0.006, 69), Errors(lost, 0.338, 51))
    assert ann.pr == pytest.approx(15.2 / 2, abs=0.01)


def test_no_decision_gives_no_pr() -> None:
    assert Errors(0.0, 0.0, 0).pr == 0.0


def test_no_statistics_are_an_error() -> None:
    with pytest.raises(ToolError, match="no statistics"):
        errors("nothing")


def test_ranks_are_compared() -> None:
    assert spearman([1.0, 2.0, 3.0], [10.0, 20.0, 90.0]) == pytest.approx(1.0)
    assert spearman([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]) == pytest.approx(-1.0)
    assert spearman([1.0, 2.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0]) == pytest.approx(0.9486833)


def test_figures_are_compared() -> None:
    ours = [Errors(0.1, 0.1, 50), Errors(0.2, 0.2, 50), Errors(0.3, 0.4, 50)]
    theirs = [Errors(0.12, 0.2, 60), Errors(0.2, 0.4, 50), Errors(0.32, 0.8, 80)]
    each, shared, cubes = comparison(ours, theirs).splitlines()
    assert "mean 2.00 and 1.67, 0.33 apart in the mean" in each
    assert "mean 1.57 and 1.67, 0.10 apart in the mean" in shared
    assert cubes.endswith("correlation 1.000")
