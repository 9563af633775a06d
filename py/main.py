"""The page's composition root, which PyScript runs as a coroutine."""

from backgammon.browser.start import start

await start()  # type: ignore[top-level-await]  # noqa: F704, PLE1142
