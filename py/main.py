"""The page's composition root: what fails before there is a page goes to boot.js, which shows it."""

import traceback

import js

try:
    if js.document.documentElement.hasAttribute("data-frame"):
        from backgammon.browser.embedded import start

        start()
    else:
        from backgammon.browser.page import Page

        Page().start()
except Exception:
    js.reportError(js.Error.new(traceback.format_exc()))
