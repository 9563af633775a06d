"""The page's composition root."""

from backgammon.browser.start import start

start()
