"""The rules of backgammon and nothing else: standard library only, no browser, no clock, no randomness."""
