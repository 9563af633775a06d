"""The mean of nets has their layers and the means of their weights; nets without a mean are refused."""

from array import array
from functools import partial
from pathlib import Path

import pytest

from lab.train import average_nets, export, train
from lab.train.native import Net, count_weights
from tools.errors import ToolError

HIDDEN = (8, 8)


def _net(weight: float, hidden: tuple[int, ...] = HIDDEN) -> Net:
    return Net(hidden, array("f", [weight]) * count_weights(hidden), races=True)


def test_every_weight_is_the_mean_of_theirs() -> None:
    found = average_nets.mean_of([_net(0.25), _net(0.5), _net(3.0)])
    assert (found.hidden, found.races) == (HIDDEN, True)
    assert found.weights == _net(1.25).weights


def test_nets_with_other_layers_have_no_mean() -> None:
    with pytest.raises(ToolError, match="same layers"):
        average_nets.mean_of([_net(0.5), _net(0.5, (8, 16))])


@pytest.mark.slow
def test_the_mean_of_a_run_and_itself_is_the_net_of_that_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "RUNTIME", tmp_path)
    monkeypatch.setattr(average_nets, "RUNTIME", tmp_path)
    monkeypatch.setattr(export, "own_positions", partial(export.own_positions, count=100))
    train.main(["one", "--new", "--hidden", "16,8,8", "--games", "1000"])
    average_nets.main(["one", "one", "-o", str(tmp_path / "mean.bin")])
    assert (tmp_path / "mean.bin").read_bytes() == (tmp_path / "runs" / "one" / "net.bin").read_bytes()
    with pytest.raises(ToolError, match="was not written"):
        average_nets.main(["one", "-o", str(tmp_path / "nowhere" / "mean.bin")])


def test_a_run_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(average_nets, "RUNTIME", tmp_path)
    with pytest.raises(ToolError, match="nobody has no checkpoint"):
        average_nets.main(["nobody", "-o", str(tmp_path / "mean.bin")])
