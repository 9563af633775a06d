"""Data kept between visits: its types, its JSON with versions and migrations, and what to write next."""
