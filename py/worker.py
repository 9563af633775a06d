"""The engine worker's composition root."""

from backgammon.browser.engine_worker import start

start()
