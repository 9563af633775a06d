"""The state of the page at a moment: the model and its types, events, effects, and queries on them.

A model has one Game on the board. While something else is viewed (``Looking``: a replay, the editor,
questions), the match being played waits inside that, out of reach. When a model changes is up to the
features, which ``app.update`` calls; ``change`` has the steps that many of them take.
"""
