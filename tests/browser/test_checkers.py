"""A game of three checkers a side by keys alone, from a link to its end: the page has no rules of its own."""

from collections.abc import Callable

import pytest
from browser.hands import Hands, disable_motion
from playwright.sync_api import BrowserContext, Page
from strategies import THREE

from backgammon.core.match import OpeningRoll, apply, new_match
from backgammon.storage.replay_codec import dump_link
from backgammon.storage.types import Origin, Replay

pytestmark = pytest.mark.browser

MAX_TURNS = 100


def test_a_game_of_three_checkers_by_keys(context: BrowserContext, visit: Callable[..., Page]) -> None:
    disable_motion(context)
    start = apply(new_match(THREE, 1), OpeningRoll(6, 2))
    hands = Hands(visit("engine", query=f"#match={dump_link(Replay(start, origin=Origin.POSITION))}"))
    hands.page.wait_for_selector('[data-mode="study"]')
    assert len(hands.see().checkers) == 6
    hands.page.focus('[data-command="play-here"]')
    hands.press("Enter")
    hands.tab_to("opponent", "computer")
    hands.press("Enter")
    hands.wait_for_dialog()
    for _ in range(MAX_TURNS):
        seen = hands.wait_for_turn()
        assert len(seen.checkers) == 6
        if "new-game" in seen.commands:
            break
        if "roll" in seen.commands:
            hands.press("r")
        elif "confirm" in seen.commands:
            hands.press("c")
        else:
            hands.focus_legal()
            hands.press("Enter")
            if hands.see().selected:
                hands.press(" ")
                hands.see()
            assert hands.focused_tag() != "BODY"
    assert "new-game" in hands.see().commands
