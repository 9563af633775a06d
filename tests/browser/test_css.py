"""The style sheets as a browser reads them: a selector that it does not accept silences its whole rule."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SHEETS = sorted((Path(__file__).parents[2] / "css").glob("*.css"))
REFUSED = """heads => heads.filter(head => {
    try {
        document.querySelector(head);
    } catch {
        return true;
    }
})"""


def heads(sheet: str) -> list[str]:
    """The selectors before each block of a sheet. Another browser's pseudo-elements and steps of an animation
    are left out; `:is()`, which passes over what it does not know, becomes `:not()`, which does not."""
    text = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    found = (" ".join(head.split()) for head in re.findall(r"([^{};]+)\{", text))
    return [re.sub(r":(is|where)\(", ":not(", head) for head in found if not re.search("@|%|::-moz", head)]


def test_every_selector_is_one_that_a_browser_accepts(chromium: Browser) -> None:
    with chromium.new_context() as context:
        tab = context.new_page()
        assert tab.evaluate(REFUSED, ["a:has(b)", "a:has(b:not(:has(c)))"]) == ["a:has(b:not(:has(c)))"]
        for sheet in SHEETS:
            found = heads(sheet.read_text("utf-8"))
            assert found, sheet
            assert tab.evaluate(REFUSED, found) == [], sheet
