"""The lab: self-play, training, duels, benchmarks and referees.  CPython only; nothing imports it, nothing
ships it."""
