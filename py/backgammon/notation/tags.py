"""Tags are what a match file says besides its moves, such as ``[Event "Club evening"]`` at its top.

Those of eXtreme Gammon are kept unchanged. This project adds its own for what the moves cannot say:
comments, resignations that were refused or await an answer, games that were awarded, opening rolls, who has
the white checkers, and rules that other programs do not know or that have no effect here, the starting
position as a position ID. Others keep these lines as comments.
"""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from backgammon.core.dice import Roll, roll_of
from backgammon.core.errors import BackgammonError
from backgammon.core.match import (
    Accepted,
    Action,
    Awarded,
    Doubled,
    Match,
    OpeningRoll,
    Player,
    Refused,
    Resigned,
    Rolled,
)
from backgammon.core.position import Points, Position
from backgammon.core.rules import PRESETS, STANDARD, Opening, PlayTo, Rules, custom
from backgammon.notation.lines import Line
from backgammon.notation.match_builder import MatchBuilder
from backgammon.notation.record import Game, Record
from backgammon.notation.remarks import Remarks

Pair = tuple[str, str]
_Rule = str | bool | int | Points

_TAG = re.compile(r'\[([A-Za-z][^"\[\]]{0,60}) "(.*)"\]')
_PLACE = re.compile(r"(Comment|Refused|Resigned|Roll) ([1-9][0-9]{0,3})\.([0-9]{1,4})")
_GAME = re.compile(r"(Opening|Awarded) ([1-9][0-9]{0,3})")
_ACTING = ("Refused ", "Resigned ", "Roll ", "Opening ")
_AWARD = re.compile(r"([12]) at ([0-9]{1,5}) to ([0-9]{1,5})")
_NUMBERED = re.compile(r"Player ([12]) (.+)")
_NUMBER = re.compile(r"[0-9]{1,9}")
_LONGEST_NAME = 100
"""The most characters of a name in the headings of games; a tag has the whole of a longer name."""
_RULE_NAMES = Rules.__slots__[1:]
_SECOND_IS_WHITE = ("White", "Player 2")
_SWITCHES = {"Crawford": "crawford", "Jacoby": "jacoby", "Beaver": "beavers"}
_ESCAPES = {"\\": r"\\", "\r": r"\r", "\n": r"\n", "\t": r"\t"}
_SIGNS = {escape: sign for sign, escape in _ESCAPES.items()}
_LAID_OUT: dict[str, dict[int, int]] = {
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon1": {24: 1},
    "hypergammon2": {24: 1, 23: 1},
    "hypergammon3": {24: 1, 23: 1, 22: 1},
}
VARIATIONS: dict[str, Points] = {
    name: tuple([own.get(point, 0) - own.get(25 - point, 0) for point in range(26)])
    for name, own in _LAID_OUT.items()
}
"""The starting positions of gnubg's variations, by name; see variation."""
_MOST_COMMENTS = 20_000
_NO_CUBE = "1"
_DEFAULT_LIMIT = "1024"
"""What eXtreme Gammon writes for every match; a limit that is meant stands in this project's own tag."""


@dataclass(slots=True)
class Tags:
    """What the tags of one file say, to be combined with its games."""

    event: list[Pair] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    players: dict[int, str] = field(default_factory=dict)
    white: Player = 0
    rules: dict[str, _Rule] = field(default_factory=dict)
    own: dict[str, _Rule] = field(default_factory=dict)
    """Rules in this project's own tag, which prevail over the others."""
    openings: dict[int, tuple[Roll, ...]] = field(default_factory=dict)
    awards: dict[int, Awarded] = field(default_factory=dict)
    remarks: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    insertions: dict[int, list[tuple[int, tuple[Action, ...]]]] = field(default_factory=dict)
    acting: list[Line] = field(default_factory=list)
    """The tags that give actions, which may not fit their games."""

    def read(self, text: str, line: Line) -> None:
        """Read a tag or a comment; raise BackgammonError for a malformed tag of this project.

        ``line`` is the line it comes from, where other characters may surround it.
        """
        match = _TAG.fullmatch(text)
        if match:
            self._take(match[1], match[2])
            if match[1].startswith(_ACTING):
                self.acting.append(replace(line, text=text))
        elif len(self.comments) >= _MOST_COMMENTS:
            raise BackgammonError(f"there are more than {_MOST_COMMENTS} comments")
        elif text:
            self.comments.append(text)

    def _take(self, key: str, value: str) -> None:
        place, game = _PLACE.fullmatch(key), _GAME.fullmatch(key)
        if place and place[1] == "Comment":
            self.remarks.setdefault(int(place[2]), []).append((int(place[3]), _unescape(value)))
        elif place:
            self.insertions.setdefault(int(place[2]), []).append(
                (int(place[3]), _parse_insertion(place[1], value))
            )
        elif game and game[1] == "Opening":
            self.openings[int(game[2])] = tuple(_roll(word) for word in value.split()[:99])
        elif game:
            self.awards[int(game[2])] = _parse_award(value)
        elif key == "Comment":
            self.comments.append(_unescape(value))
        elif key in ("Player 1", "Player 2"):
            self.players[int(key[-1]) - 1] = value
        elif key == "Rules" and (fields := _fields(value)):
            self.own.update(fields)
        elif (key, value) == _SECOND_IS_WHITE:
            self.white = 1
        elif key in _SWITCHES:
            self.rules[_SWITCHES[key]] = value.lower() == "on"
        elif key == "CubeLimit":
            self._take_limit(value)
        else:
            self.event.append((key, value))

    def _take_limit(self, value: str) -> None:
        if not _NUMBER.fullmatch(value):
            raise BackgammonError("the cube's limit is a number")
        if value == _NO_CUBE:
            self.rules["cube"] = False
        elif value != _DEFAULT_LIMIT:
            self.rules["cube_limit"] = int(value)

    @property
    def crawford_done(self) -> bool:
        """Whether the Crawford game is over: for other programs the rule is off, by the project's tag on."""
        return self.rules.get("crawford") is False and self.own.get("crawford") is True

    def rules_over(self, rules: Rules, length: int) -> Rules:
        """Return ``rules`` as overridden by the tags; raise BackgammonError if that is not possible."""
        told = dict(self.event).get("Variation", "Backgammon")
        said, name = dict(self.rules), variation(told)
        if name in VARIATIONS:
            said.setdefault("start", VARIATIONS[name])
        elif name != "backgammon":
            raise BackgammonError(f"{told} is not played here")
        if length:
            said.update(jacoby=False, beavers=False, raccoons=False)
        said.update(self.own)
        preset = PRESETS.get(str(said.pop("name", "")))
        if said.get("raccoons") and "beavers" not in self.own:
            said["beavers"] = True  # gnubg keeps the tag about raccoons and drops the one about beavers
        found = custom(rules, **said)
        if found != rules and "play_to" not in said:  # what is played to alone makes no other rule set
            found = custom(found, play_to=PlayTo.MATCH if length else PlayTo.MONEY)
        return preset if preset and replace(found, name=preset.name) == preset else found

    def record(self, players: tuple[str, str], builder: MatchBuilder, remarks: Remarks) -> Record:
        """Return the record of the games that were built, with a remark on each tag that does not fit them.

        ``players`` are the names in the headings of the games, which take precedence over the tags: some
        programs number the players of their tags in another order.
        """
        try:
            builder.finish()
            record = self._record(players, builder.start, builder.games)
        except BackgammonError:
            self.insertions.clear()
            misfits = self.acting
            record = self._record(players, builder.start, builder.games)
        else:
            openings = tuple(f"[Opening {number} " for number in builder.unopened)
            misfits = [line for line in self.acting if line.text.startswith(openings)]
        for line in misfits:
            remarks.add("passed-over", line)
        return replace(record, remarks=tuple(remarks))

    def _record(self, players: tuple[str, str], start: Match, games: tuple[Game, ...]) -> Record:
        """Return the record of these games; raise BackgammonError if the tags do not fit them."""
        players = single_line(players[0]), single_line(players[1])
        exchanged = self._are_exchanged(players)
        first, second = (self._name(players[seat], seat, exchanged) for seat in (0, 1))
        record = Record(
            players=(first, second),
            start=start,
            games=tuple(self._complete(number, game) for number, game in enumerate(games, 1)),
            event=tuple(
                (_swap_player(key) if exchanged else key, single_line(value)) for key, value in self.event
            ),
            comments=tuple(self.comments),
        )
        if self.insertions:
            _ = record.end
        return record

    def _are_exchanged(self, headings: tuple[str, str]) -> bool:
        shown = {seat: heading(name, seat) for seat, name in self.players.items()}
        straight = any(shown.get(seat) == name for seat, name in enumerate(headings))
        return not straight and any(shown.get(1 - seat) == name for seat, name in enumerate(headings))

    def _name(self, shown: str, seat: Player, exchanged: bool) -> str:
        """Return a player's name: the heading's, or the tag's if that is a longer form of it."""
        said = single_line(self.players.get(1 - seat if exchanged else seat, ""))
        if said and (not shown or heading(said, seat) == shown):
            return said
        return shown or f"Player {seat + 1}"

    def _complete(self, number: int, game: Game) -> Game:
        """Return a game with the actions and comments that the tags add to it."""
        actions, remarks = list(game.actions), list(game.comments)
        for index, more in sorted(self.insertions.get(number, ()), key=lambda insertion: insertion[0]):
            actions[index:index] = more
            remarks = [(place + len(more) * (place >= index), text) for place, text in remarks]
        last = len(actions) - 1
        remarks += [(min(index, last), text) for index, text in self.remarks.get(number, ())]
        before = None if self.insertions else game.before
        return Game(tuple(actions), tuple(sorted(remarks, key=lambda remark: remark[0])), before)


def tag_lines(record: Record, *more: Pair, players: bool) -> list[str]:
    """Return the lines to write before the games, without comment signs; the inverse of Tags.read.

    ``more`` are pairs to add to the record's own. ``players``: also write the names, for games whose
    headings cannot hold them.
    """
    pairs: list[Pair] = []
    if players:
        pairs += [(f"Player {seat + 1}", single_line(name)) for seat, name in enumerate(record.players)]
    pairs += [(key, single_line(value)) for key, value in record.event]
    pairs += [*[_SECOND_IS_WHITE] * record.start.white, *_rule_pairs(record), *more]
    for number, game in enumerate(record.games, 1):
        pairs += _opening_pairs(number, game.actions, record.start.rules)
        for index, action in enumerate(game.actions):
            answer = game.actions[index + 1] if index + 1 < len(game.actions) else None
            if isinstance(action, Resigned) and not isinstance(answer, Accepted):
                said = "Refused" if isinstance(answer, Refused) else "Resigned"
                pairs.append((f"{said} {number}.{index}", str(action.points)))
            elif isinstance(action, Awarded):
                score = "{} to {}".format(*action.score)
                pairs.append((f"Awarded {number}", f"{action.winner + 1} at {score}"))
        pairs += [(f"Comment {number}.{index}", _escape(text)) for index, text in game.comments]
    lines = [f'[{key} "{value}"]' for key, value in pairs]
    for text in record.comments:
        plain = text == single_line(text) and text and not text.startswith("[")
        lines.append(text if plain else f'[Comment "{_escape(text)}"]')
    return lines


def variation(text: str) -> str:
    """Return the name of a variation as VARIATIONS has it.

    >>> variation("HyperGammon (3)")
    'hypergammon3'
    """
    return "".join(filter(str.isalnum, text.lower()))


def single_line(text: str) -> str:
    """Return a text with every run of white space replaced by one space."""
    return " ".join(text.split())


def heading(name: str, seat: Player) -> str:
    """Return a name in a form that a game's heading can hold without looking like a comment."""
    shown = single_line(name.replace(":", " ")[:_LONGEST_NAME]).lstrip(";# ")
    return shown or f"Player {seat + 1}"


def _swap_player(key: str) -> str:
    """Return the key of a tag about one player, changed to be about the other."""
    return _NUMBERED.sub(lambda found: f"Player {3 - int(found[1])} {found[2]}", key)


def _parse_insertion(kind: str, value: str) -> tuple[Action, ...]:
    if kind == "Roll":
        return (Rolled(_roll(value)),)
    if value not in ("1", "2", "3"):
        raise BackgammonError("a resignation offers 1, 2 or 3 times the cube")
    return (Resigned(int(value)), Refused()) if kind == "Refused" else (Resigned(int(value)),)


def _parse_award(value: str) -> Awarded:
    found = _AWARD.fullmatch(value)
    if found is None:
        raise BackgammonError(f"{value!r} awards no game")
    return Awarded(int(found[1]) - 1, (int(found[2]), int(found[3])))


def _rule_pairs(record: Record) -> list[Pair]:
    rules, length, done = record.start.rules, record.start.length, record.start.crawford_done
    shown = ("Crawford",) if length else ("Jacoby", "Beaver")
    pairs = [(key, "On" if getattr(rules, _SWITCHES[key]) and not done else "Off") for key in shown]
    if not rules.cube:
        pairs.append(("CubeLimit", _NO_CUBE))
    elif rules.cube_limit:
        pairs.append(("CubeLimit", str(rules.cube_limit)))
    own = _own_rules(rules, pairs, length)
    if "start" in own:
        own["start"] = rules.opening_position.gnu_id
    if own:
        pairs.append(("Rules", ", ".join(f"{name}={value}" for name, value in own.items())))
    return pairs


def _own_rules(rules: Rules, pairs: list[Pair], length: int) -> dict[str, Any]:
    """Return the rules that these tags do not say, and would not be read back without a tag of their own."""
    told = Tags()
    for pair in pairs:
        told.read('[{} "{}"]'.format(*pair), Line("", 1))
    found = told.rules_over(STANDARD, length)
    names = [name for name in _RULE_NAMES if name != "play_to"]
    own = {name: getattr(rules, name) for name in names if getattr(rules, name) != getattr(found, name)}
    told.own.update(own)
    if told.rules_over(STANDARD, length).play_to is not rules.play_to:  # mostly it follows from the length
        own["play_to"] = told.own["play_to"] = rules.play_to
    if PRESETS.get(rules.name) == rules and told.rules_over(STANDARD, length) != rules:
        own["name"] = rules.name  # two presets have the same rules
    return own


def _opening_pairs(number: int, actions: tuple[Action, ...], rules: Rules) -> list[Pair]:
    rolls = [action for action in actions if isinstance(action, OpeningRoll)]
    if rules.opening is Opening.KEEP:
        filled_in = rolls[0].first != rolls[0].second if rolls else False
    else:
        shown = any(isinstance(action, Rolled | Doubled | Accepted) for action in actions)
        filled_in = shown and rolls[:1] in ([OpeningRoll(2, 1)], [OpeningRoll(1, 2)])
    if len(rolls) == 1 and filled_in:
        return []
    return [(f"Opening {number}", " ".join(f"{roll.first}{roll.second}" for roll in rolls))] if rolls else []


def _fields(text: str) -> dict[str, _Rule]:
    """Return the rules in this project's own tag; nothing if another program has written it."""
    fields: dict[str, _Rule] = {}
    for part in text.split(","):
        name, sign, value = (word.strip() for word in part.partition("="))
        if not sign or name not in Rules.__slots__:
            return {}
        kind = type(getattr(STANDARD, name))
        if name == "start":
            fields[name] = Position.from_gnu_id(value).points
        elif kind is bool:
            fields[name] = value == "True"
        elif kind is int:
            fields[name] = int(value) if _NUMBER.fullmatch(value) else -1
        else:
            fields[name] = value
    return fields


def _roll(word: str) -> Roll:
    dice = roll_of(word)
    if dice is None:
        raise BackgammonError(f"{word!r} is no roll")
    return dice


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(sign, sign) for sign in text)


def _unescape(text: str) -> str:
    return re.sub(r"\\[\\rnt]", lambda match: _SIGNS[match[0]], text)
