"""The cube by hand: a tap doubles, and so does a drag onto the board, but not a drag that comes back."""

import pytest
from browser.hands import Hands
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def to_double(page: Page, size: tuple[int, int] = (1280, 720)) -> tuple[Hands, float, float]:
    """Start a game in which the second player may double; return the hands and the cube's centre."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    hands = Hands(page)
    hands.new_game(opponent="human", length="5")
    hands.roll()
    hands.play()
    hands.wait_for_commands("double")
    box = page.locator(".cube .cube-face").bounding_box()
    assert box
    return hands, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, x: float, y: float, target: tuple[float, float]) -> None:
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 3, steps=3)
    page.mouse.move(*target, steps=4)
    page.mouse.up()


def middle(page: Page) -> tuple[float, float]:
    box = page.locator(".board").bounding_box()
    assert box
    return box["x"] + box["width"] / 3, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", [(360, 640), (1280, 720)])
def test_a_tap_on_the_cube_doubles(size: tuple[int, int], shared_board: Page) -> None:
    page = shared_board
    hands, x, y = to_double(page, size)
    page.mouse.click(x, y)
    hands.wait_for_commands("take", "drop")
    expect(page.locator(".cube.offered .cube-value")).to_have_text("2")
    assert page.locator(".cube [data-command]").count() == 0


def test_a_cube_dragged_onto_the_board_is_offered(shared_board: Page) -> None:
    hands, x, y = to_double(shared_board)
    drag(shared_board, x, y, middle(shared_board))
    hands.wait_for_commands("take", "drop")
    hands.click("take")  # the drag did not count as a click too
    hands.wait_for_commands("roll")


def test_a_cube_brought_back_or_beside_the_board_is_not(shared_board: Page) -> None:
    hands, x, y = to_double(shared_board)
    for target in ((x + 2, y + 2), (3, 3)):
        drag(shared_board, x, y, target)
        assert "double" in hands.see().commands
        expect(shared_board.locator(".cube.dragging")).to_have_count(0)


def test_a_cube_held_while_the_telephone_is_turned_is_not_offered(shared_board: Page) -> None:
    hands, x, y = to_double(shared_board, (360, 640))
    shared_board.mouse.move(x, y)
    shared_board.mouse.down()
    shared_board.mouse.move(x - 30, y - 3, steps=3)
    shared_board.set_viewport_size({"width": 640, "height": 360})
    hands.see()
    shared_board.mouse.move(*middle(shared_board))
    shared_board.mouse.up()
    assert "double" in hands.see().commands
    assert not shared_board.evaluate("document.querySelector('.cube').style.translate")
    hands.click("roll")
    assert not {"take", "double"} & set(hands.see().commands)


def test_the_dice_are_met_by_a_finger_at_every_edge_of_their_area(shared_board: Page) -> None:
    page = shared_board
    to_double(page, (360, 640))
    box = page.locator('.dice[data-command="roll"] .touch').bounding_box()
    assert box
    assert box["height"] >= 44
    met = page.evaluate(
        """([x, y, w, h]) => [[1, 1], [w - 1, 1], [1, h - 1], [w - 1, h - 1]].every(([a, b]) =>
            document.elementFromPoint(x + a, y + b).closest('.dice[data-command="roll"]'))""",
        [box["x"], box["y"], box["width"], box["height"]],
    )
    assert met
