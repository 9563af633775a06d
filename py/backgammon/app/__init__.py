"""State and update: (model, event) -> (model, effects); no browser.

A click, in order: ``browser/input`` makes an event of it, ``update`` finds its handler, for a command its row
in ``commands`` (what it does, when, its key); that returns the new model and the effects, which
``browser/effects`` carries out. The rooms, from the ground up; each imports only those before it:

- ``state``: the model and its types, what is asked of it; ``speech``: what is said, as keys of the catalogue.
- ``game``: what the match does by itself, stage by stage, and the computer's side.
- ``analysis``: hints, rollouts; ``saving``: what is kept; ``viewer``: replays, the editor, files in and out.
- ``quiz``, ``coach``: questions, the tutor, the review of a match and its errors put once more.
- ``board``, ``forms``, ``page_commands``, ``conditions``, ``commands``, ``shortcuts``, ``update``,
  ``embed_page``.

A model has one Game on the board. While something else is looked at (``Looking``: a replay, the editor,
questions) the match that is played waits in it, out of reach.
"""
