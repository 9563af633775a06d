"""A hostile match file in the page: its names and remarks are only text there too, and none of it runs."""

import pytest
from browser.conftest import Visit
from browser.hands import PATIENCE
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

MARKUP = "<img src=x: onerror=ran=1> \"><script>ran=2</script> ' onfocus='ran=3' {0.__class__} &lt;b&gt;"
FILE = f"""; [Player 1 "{MARKUP}"]
; [Site "javascript:ran=4"]
; [Event "{MARKUP}"]
; [<svg "{MARKUP}"]
; {MARKUP}
 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/4
; {MARKUP}
"""
PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""
FOUND = """() => ({
    ran: globalThis.ran ?? 0,
    slipped: document.querySelectorAll("#app :is(img, script, iframe, b, [onerror], [onfocus])").length,
    links: document.querySelectorAll("#app :is([href], [src], [srcdoc], [style])").length,
})"""


def test_a_hostile_match_file_is_shown_as_text(page: Page, visit: Visit) -> None:
    """The page's policy is off, so that only the page itself keeps it from running."""
    visit()
    page.evaluate(PASTE, FILE)
    page.locator('[data-mode="study"]').wait_for(timeout=PATIENCE)
    shown = page.text_content("#app") or ""
    assert shown.count(MARKUP) >= 3
    assert "javascript:ran=4" in shown
    assert page.evaluate(FOUND) == {"ran": 0, "slipped": 0, "links": 0}
    page.evaluate(PASTE, f"#xgid={MARKUP}")
    page.get_by_text("<img", exact=False).first.wait_for(timeout=PATIENCE)
    assert page.evaluate(FOUND) == {"ran": 0, "slipped": 0, "links": 0}
