"""State and update: (model, event) -> (model, effects); no browser."""
