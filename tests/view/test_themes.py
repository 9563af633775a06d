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


def test_the_picture_of_a_theme_is_a_board_whose_checkers_lie_on_its_points() -> None:
    (picture,) = [node for node in nodes(choices(Theme.FELT)[0]) if node.tag == "svg"]
    frame, field, *rest = [node for node in picture.children if isinstance(node, Node)]
    points, checkers = rest[:12], rest[12:]
    kinds = [attribute(node, "class") for node in points]
    assert kinds.count("theme-point-a") == kinds.count("theme-point-b") == 6
    assert kinds[:4:2] != kinds[1:4:2], "points beside and opposite each other differ"
    left, top, width, height = (float(attribute(field, name) or "") for name in ("x", "y", "width", "height"))
    columns = set()
    for checker in checkers:
        x, y, radius = (float(attribute(checker, name) or "") for name in ("cx", "cy", "r"))
        assert left <= x - radius < x + radius <= left + width
        assert top <= y - radius < y + radius <= top + height
        columns.add(x)
    assert {attribute(node, "class") for node in checkers} == {"theme-light", "theme-dark"}
    tips = {float((attribute(node, "d") or "").split("L")[1].split()[0]) for node in points}
    assert columns <= tips
    outer = [float(attribute(frame, name) or "") for name in ("x", "y")]
    assert outer == [0.5, 0.5], "its line lies within the picture"
