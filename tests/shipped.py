"""The message of tests that check a figure of the shipped net, which another net may change."""

OF_THE_NET = """a figure is another net's. After a new net.bin, by .venv/bin/python and in this order:
    py train pruning
    py bench strength --judge rollouts level:NAME …   for LOSSES in py/backgammon/protocol/levels.py
    py quiz
    the figures and the sha256 in py/lab/judge/README.md, and those that tests still miss"""
