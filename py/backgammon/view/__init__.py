"""Pure functions from the model to the page.

``page.py`` composes a page: ``board/`` draws the board, ``panels/`` the parts around it, ``dialogs/`` the
dialogs that open over it. All are Nodes (``node.py``), built with ``forms``, ``icons``, ``chart`` and
``grades``. ``frame`` and ``problem_page`` draw the boards that other pages embed, and ``first_words``
translates the texts that the page's HTML contains before the program has loaded.
"""
