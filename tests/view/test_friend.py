"""The friend's dialog: what a match by message offers, and a live one does not."""

import pytest
from app.friends import joined
from view.models import SAY, attribute, nodes

from backgammon.state.events import Command
from backgammon.view.page import page


@pytest.mark.parametrize(("way", "offered"), [("live", set()), ("message", {"keep-cube:on", "own-copy"})])
def test_a_match_by_message_may_rule_out_doubles_and_change_the_device(way: str, offered: set[str]) -> None:
    ann, _ = joined((("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("way", way)))
    ann.send(Command("friend"))
    acts = {attribute(each, "data-value") for each in nodes(page(ann.model, SAY))}
    assert acts & {"keep-cube:on", "own-copy"} == offered
    assert "list" in acts
