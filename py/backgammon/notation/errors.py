"""The one error for all text formats: its place, the text found there, and a key for what was expected."""

from backgammon.core.errors import BackgammonError, check_kind

_QUOTED = 40

EXPECTED = {
    "anything": "an XGID, an OGID, a GNU ID or a match file (.mat, .txt, .sgf, .xg)",
    "anything.xg": "a complete .xg or .xgp file of eXtreme Gammon",
    "anything.text": "a file exported as text, not a binary file of {program}",
    "cube": "a cube that is a power of two up to {highest}",
    "cube.exponent": "the cube as a power of two, 0 to {highest}",
    "cube.limit": "the highest cube as a power of two, 0 to {highest}",
    "cube.ogid": "the cube: W, B, N or D, its power of two, then N, O (offered) or T (taken)",
    "cube.place": "the cube's place: 1 at the bottom, 0 in the middle, -1 at the top",
    "cube.value": "the cube's value",
    "decision": "a decision",
    "decision.ogid": "a decision without a resignation, beaver or raccoon",
    "decision.resigned": "a decision without a resignation",
    "dice": "two dice from 1 to 6",
    "dice.doubled": "no dice under a double",
    "dice.ogid": "two dice from 1 to 6, or nothing before the roll",
    "dice.roll": "a roll ({fault})",
    "dice.xgid": "two dice, 00 before the roll, or D, B, R for a double, beaver or raccoon",
    "fields": "{lowest} to {highest} fields between colons",
    "fields.snowie": "40 fields between semicolons",
    "game": "a game tree such as (;GM[6]MI[length:5];W[31hefe])",
    "game.backgammon": "GM[6], a game of backgammon",
    "game.beginning": "a game from its opening, or from a position ({fault})",
    "gnu-match": "a GNU match ID, 12 base64 characters such as cAkAAAAAAAAE",
    "gnu-match.cube": "a match ID whose cube lies in the middle or with a player (bits 5 and 6)",
    "gnu-match.dice": "a match ID with two dice from 1 to 6, or none before the roll (bits 16 to 21)",
    "gnu-match.state": "a match ID of a game still played (bits 9 to 11)",
    "gnu-match.turn": "a match ID in which the player on roll decides, unless doubled (bits 7 and 12)",
    "gnu-position": "a GNU position ID, 14 base64 characters such as 4HPwATDgc/ABMA",
    "gnu-position.points": "a GNU position ID ({fault})",
    "gnu-position.reachable": "a position that a game can reach ({fault})",
    "legal-play": "a legal play ({fault})",
    "legal-play.action": "a legal action in turn ({fault})",
    "legal-play.cube": "a cube action in turn ({fault})",
    "legal-play.roll": "a legal play of {first}-{second}",
    "length": "a match length from 0 (money) to {highest}",
    "length-letter": "one letter after the length: C, L or G",
    "match": "a line such as ' 7 point match'",
    "match.file": "the text of a match file, not an ID",
    "match.opening": "a match from its opening roll",
    "match.playable": "a match that can be played ({fault})",
    "move": "a move such as '31: 8/5 6/5' or B[31qtst]",
    "move.direction": "a step from a higher to a lower point",
    "move.point": "a point from 1 to 24, bar or off",
    "move.step": "a step such as 13/7, bar/22*/18, 6/off or 6/5(2)",
    "move.steps": "at most {most} steps",
    "number": "a number after {name}:",
    "options.match": "0, or 1 for the Crawford game",
    "options.money": "0 to 3: 1 for the Jacoby rule and 2 for beavers",
    "places": "26 places, the top player's bar first and the bottom player's last",
    "places.bottom-bar": "the bottom player's checkers on the last bar",
    "places.checkers": "at most {most} checkers",
    "places.letter": "a checker's place: 0 to 9, a to p, or q for one borne off",
    "places.sgf": "a point from a to x, or y for the bar",
    "places.sign": "- for an empty point, A to P or a to p for checkers",
    "places.stack": "at most {most} checkers on a point",
    "places.taken": "a place without the other side's checkers or bar",
    "places.top-bar": "the top player's checkers on the first bar",
    "result": "a result of this game ({fault})",
    "roll-in-turn": "a roll in turn ({fault})",
    "score": "a score up to {highest}",
    "score.below": "scores below {length}",
    "score.bottom": "the score of the player at the bottom",
    "score.gnu": "a length and scores up to {highest}",
    "score.range": "scores from 0 to {highest}",
    "score.top": "the score of the player at the top",
    "shorter": "at most {most} characters",
    "shorter.file": "a file of at most {most} characters",
    "shorter.games": "a file of at most {most} games",
    "shorter.line": "a line of at most {most} characters",
    "shorter.lines": "a file of at most {most} lines",
    "shorter.play": "a play of at most {most} characters",
    "shorter.values": "a file of at most {most} values a game",
    "turn": "the turn: 1 for the player at the bottom, -1 for the one at the top",
    "turn.colour": "the side that acted last: W or B",
    "xgid": "a line with an XGID",
    "xgid.position": "the ID of a position (xgid or gnuid)",
}
"""What can be expected, by key, in English.

The part of a key before the dot is its kind, for which every language of the page has a text
(``error.expected.places``); the part after the dot makes a difference in English only.
"""


class NotationError(BackgammonError):
    """A text that cannot be read, or a value that a format cannot write.

    ``key`` and ``params`` say what was expected, as ``expected`` does in English. ``line`` and ``column``
    count from 1; ``line`` is 0 for a text of one line, such as an ID. ``found`` is the text found at that
    place.
    """

    def __init__(self, key: str, found: str, column: int = 1, line: int = 0, /, **params: str | int) -> None:
        self.key, self.params = key, params
        self.found, self.column, self.line = found, column, line
        place = f"line {line}, column {column}" if line else f"character {column}"
        quoted = repr(found if len(found) <= _QUOTED else found[: _QUOTED - 1] + "…")
        super().__init__(f"{place}: expected {self.expected}, not {quoted}")

    @property
    def expected(self) -> str:
        """What was expected instead, in English."""
        return EXPECTED[self.key].format(**self.params)

    @property
    def kind(self) -> str:
        """The part of the key for which every language has a text."""
        return self.key.partition(".")[0]

    def at(self, column: int, line: int) -> "NotationError":
        """Return the same error at another place, for a text that is part of a longer one."""
        return NotationError(self.key, self.found, column, line, **self.params)


class DamagedFile(NotationError):
    """A binary file of eXtreme Gammon that is not complete."""

    def __init__(self) -> None:
        super().__init__("anything.xg", "")
        self.args = (f"expected {self.expected}",)  # it has no place to name, nor a text to quote


class ForeignFile(NotationError):
    """A binary file of another program, named ``program``."""

    def __init__(self, program: str) -> None:
        super().__init__("anything.text", "", program=program)
        self.program = program
        self.args = (f"expected {self.expected}",)


def check_text(text: str) -> None:
    """Raise BackgammonError for what is no text, such as the path of a file, or its bytes."""
    check_kind(text, str, "a text is read here, such as file_text(path.read_bytes())")
