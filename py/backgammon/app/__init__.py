"""Which event goes where: (model, event) -> (model, effects); no browser.

A click, in order: ``browser/input`` makes an event of it, ``update`` finds its handler, for a command its row
in ``commands`` (what it does, when, its key); that returns the new model and the effects, which
``browser/effects`` carries out. The handlers are in ``features``, the types in ``state``. The files
here, from the ground up, each of which imports only those before it: ``offers``, ``waiting``, ``forms``,
``page_commands``, ``conditions``, ``commands``, ``shortcuts``, ``update``, ``embed_page``.
"""
