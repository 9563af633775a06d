"""What the page knows at a moment: the model and its types, events, effects, and what is asked of them.

A model has one Game on the board. While something else is looked at (``Looking``: a replay, the editor,
questions) the match that is played waits in it, out of reach. Nothing here changes a model but by its types'
own methods; the features do, and ``app.update`` calls them.
"""
