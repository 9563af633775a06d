"""The lab: self-play, training, duels, benchmarks and referees.

It runs in CPython only; the game neither imports it nor ships it.
"""
