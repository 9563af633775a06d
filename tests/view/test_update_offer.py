"""The offer of a newer version is shown beside the board, in every state of the page."""

from dataclasses import replace

from view.models import FIRST, SAY, attribute, moments, nodes

from backgammon.state.model import Model
from backgammon.view.page import page


def offers(model: Model) -> list[str]:
    """Return the commands of the offer, in their order among the controls."""
    (controls,) = (node for node in nodes(page(model, SAY)) if node.key == "controls")
    shown = [node for node in nodes(controls) if attribute(node, "class") == "newer"]
    return [name for node in shown for part in nodes(node) if (name := attribute(part, "data-command"))]


def test_it_is_offered_once_there_is_one_and_can_be_put_off() -> None:
    assert offers(FIRST) == []
    for model in moments():
        assert offers(replace(model, update_ready=True)) == ["update-now", "update-later"]
