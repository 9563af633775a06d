"""The dispatch of events to their handlers: (model, event) -> (model, effects), without a browser.

A click takes these steps: ``browser/input`` makes an event of it; ``update`` finds its handler, for a command
the row in ``commands`` (what it does, when, its key); the handler returns the new model and the effects,
which ``browser/effects`` carries out. The handlers are in ``features``, the types in ``state``. The files
here, bottom-up, each importing only those before it: ``offers``, ``waiting``, ``forms``,
``page_commands``, ``conditions``, ``commands``, ``shortcuts``, ``update``, ``embed_page``.
"""
