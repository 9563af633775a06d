"""What a text should have held, as keys of the catalogue: notation says it in English only."""

import re

EXPECTED: tuple[tuple[str, str], ...] = (
    (r"a (file|line|play|game) of at most|at most \d+ characters", "shorter"),
    (r"an XGID, an OGID", "anything"),
    (r"a line with an XGID", "xgid"),
    (r"fields between colons", "fields"),
    (r"a GNU position ID|a position that a game can reach", "gnu-position"),
    (r"GNU match ID|a match ID", "gnu-match"),
    (r"cube turned to|the highest cube|cube", "cube"),
    (r"the turn|side that acted last", "turn"),
    (r"a roll in turn", "roll-in-turn"),
    (r"dice|a roll", "dice"),
    (r"length", "length"),
    (r"scores? |a score$|points such as", "score"),
    (r"Crawford|Jacoby", "options"),
    (r"places|checkers|checker's place|an empty point|a place without", "places"),
    (r"one letter after", "length-letter"),
    (r"a line such as ' Game 1'|a game after|GM\[6\]|a game tree|a game from its opening", "game"),
    (r"a line such as ' \d+ point match'|a match that can be played|a match from its", "match"),
    (r"both names", "names"),
    (r"tag", "tag"),
    (r"a result of this game", "result"),
    (r"a legal (play|action)", "legal-play"),
    (r"a move such as|steps?\b|a point from", "move"),
    (r"a number after", "number"),
    (r"a decision", "decision"),
)
"""Patterns of what notation says, and the key of each, the first that fits."""


def expected(text: str) -> str:
    """Return the key of the text that says in the reader's language what was expected."""
    found = next((key for pattern, key in EXPECTED if re.search(pattern, text)), "other")
    return f"error.expected.{found}"
