"""Pure functions from the model to what is shown.

``page.py`` puts a page together: ``board/`` draws the board, ``panels/`` what stands round it, ``dialogs/``
what opens over it. All are Nodes (``node.py``), made with ``forms``, ``icons``, ``chart`` and ``grades``.
What other pages embed is drawn by ``frame`` and ``problem_page``, and ``first_words`` translates what the
page's HTML holds before the program is there.
"""
