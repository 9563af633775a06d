"""The choice of a theme: all are offered by name, each with a picture in its own colours."""

from dataclasses import replace

import pytest
from view.models import FIRST, SAY, attribute, nodes, texts

from backgammon.state.model import DialogName, Theme
from backgammon.view.dialogs.registry import dialog
from backgammon.view.node import Node


def choices(chosen: Theme) -> list[Node]:
    """Return the labels that hold the themes' radio buttons."""
    settings = replace(FIRST.settings, theme=chosen)
    tree = dialog(replace(FIRST, settings=settings, dialog=DialogName.SETTINGS), SAY)
    assert tree is not None
    return [
        label
        for label in nodes(tree)
        if label.tag == "label" and any(attribute(node, "name") == "theme" for node in nodes(label))
    ]


@pytest.mark.parametrize("chosen", Theme)
def test_every_theme_can_be_chosen_and_is_shown_in_its_colours(chosen: Theme) -> None:
    labels = choices(chosen)
    assert [texts(label) for label in labels] == [SAY(f"setting.theme.{theme}") for theme in Theme]
    for theme, label in zip(Theme, labels, strict=True):
        (radio,) = [node for node in nodes(label) if node.tag == "input"]
        (picture,) = [node for node in nodes(label) if node.tag == "svg"]
        assert attribute(radio, "data-setting") == "theme"
        assert attribute(radio, "value") == attribute(picture, "data-theme") == theme
        assert (attribute(radio, "checked") is not None) is (theme is chosen)
