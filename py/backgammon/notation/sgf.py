"""GNU Backgammon's SGF: one game tree for each game, a node for each play or cube action.

White is player 0, Black player 1. Of several variations the first is read; analysis is skipped. Source: the
SGF FF[4] specification, "Backgammon (GM[6])"; files of GNU Backgammon 1.07.
"""

from collections.abc import Iterator
from dataclasses import replace

from backgammon.core.match import (
    Action,
    Beavered,
    Doubled,
    Dropped,
    Ending,
    Match,
    OpeningRoll,
    Phase,
    Played,
    Player,
    Raccooned,
    Rolled,
    Took,
)
from backgammon.core.position import BAR, OFF
from backgammon.core.rules import STANDARD, Rules
from backgammon.notation.errors import NotationError, check_text
from backgammon.notation.lines import LONGEST_FILE
from backgammon.notation.reading import Reading, finish, read_by
from backgammon.notation.record import Comments, Game, Record, check_writable
from backgammon.notation.sgf_reader import SgfReader
from backgammon.notation.sgf_trees import COLOURS, EVENT, escape, trees
from backgammon.notation.tags import VARIATIONS, single_line, tag_lines

_WORDS: dict[type, str] = {
    Doubled: "double",
    Beavered: "double",
    Raccooned: "double",
    Took: "take",
    Dropped: "drop",
}


def parse_sgf(text: str, rules: Rules = STANDARD) -> Record:
    """Read a match or a game in SGF, played by ``rules`` unless it says otherwise.

    The record's remarks say what could not be followed or was not understood. Raises NotationError with line
    and column if no match begins in the text.

    >>> parse_sgf("(;GM[6]MI[length:3]PW[Ann]PB[Bob]RU[Crawford];W[31hefe];B[double];W[drop])").end.score
    (0, 1)
    """
    return finish(read_sgf(text, rules))


def read_sgf(text: str, rules: Rules = STANDARD) -> Reading[Record]:
    """Read a match or a game in SGF in steps, as parse_sgf does at once."""
    check_text(text)
    if len(text) > LONGEST_FILE:
        raise NotationError("shorter.file", text, most=LONGEST_FILE)
    text = text.removeprefix("\ufeff")

    def read(kind: Rules, misfits: list[Rules]) -> Reading[Record]:
        faults: list[NotationError] = []
        return SgfReader(kind, misfits).read(trees(text, faults), faults)

    return (yield from read_by(rules, read))


def format_sgf(record: Record) -> str:
    """Write a match in SGF; the inverse of parse_sgf, read by gnubg with the same actions.

    Raises IllegalAction for a record that is no legal match, NotationError for one that begins in mid-game.

    >>> from backgammon import Game, OpeningRoll, Record, new_match
    >>> print(format_sgf(Record(("Ann", "Bob"), new_match(length=3), (Game((OpeningRoll(3, 1),)),))))
    (;FF[4]GM[6]CA[UTF-8]AP[Triktrakk]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]
    ;PL[W]DI[31])
    <BLANKLINE>
    """
    check_writable(record)
    states = iter(record.states)
    state = next(states)
    played: list[tuple[Match, Match, list[str]]] = []
    untold: list[Game] = []
    for game in record.games:
        first = state
        nodes, remarks, state = _nodes(game, state, states)
        played.append((first, state, nodes))
        untold.append(replace(game, comments=remarks))
        state = next(states, state)
    tags = own_tags(replace(record, games=tuple(untold)))
    roots = [root(record, number, first, last, tags) for number, (first, last, _) in enumerate(played)]
    if not roots:
        return f"({root(record, 0, state, state, tags)})\n"
    bodies = ["\n".join([root, *nodes]) for root, (_, _, nodes) in zip(roots, played, strict=True)]
    return "".join(f"({body})\n" for body in bodies)


def _letter(player: Player, place: int) -> str:
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") + (25 - place if player else place) - 1)


def action_node(before: Match, action: Action) -> str:
    """Return the property of a play or a cube action, "" for an action without one."""
    player = before.decider
    if player is None:
        return ""
    colour = COLOURS[player]
    if isinstance(action, Played):
        steps = "".join(_letter(player, place) for step in action.steps for place in step)
        return f"{colour}[{_dice(before)}{steps}]"
    return f"{colour}[{_WORDS[type(action)]}]" if type(action) in _WORDS else ""


def _dice(state: Match) -> str:
    assert state.dice is not None
    return f"{state.dice[0]}{state.dice[1]}"


def _nodes(game: Game, state: Match, states: Iterator[Match]) -> tuple[list[str], Comments, Match]:
    """Return the nodes of a game, the comments that no node could hold, and the match after it."""
    nodes, remarks, standing = [], list(game.comments), ""
    for index, action in enumerate(game.actions):
        before, state = state, next(states)
        if isinstance(action, OpeningRoll | Rolled | Played):
            rolled = state.phase is Phase.TO_PLAY
            standing = f";PL[{COLOURS[state.on_roll]}]DI[{_dice(state)}]" if rolled else ""
        node = action_node(before, action)
        remark = next((remark for remark in remarks if remark[0] == index), None)
        if node and remark:
            remarks.remove(remark)
            node += f"C[{escape(remark[1])}]"
        if node:
            nodes.append(f";{node}")
    return [*nodes, *[standing] * bool(standing)], tuple(remarks), state


def own_tags(record: Record) -> str:
    """Return the tags and comments for which SGF has no property of its own, as lines."""
    known = set(EVENT.values())
    event = tuple(pair for pair in record.event if pair[0] not in known)
    start = replace(record.start, crawford_done=False)  # the rules of each game say it
    lines = tag_lines(replace(record, event=event, start=start), players=False)
    unsaid = record.start.length == 1 and not record.start.rules.crawford
    kept = ("[Jacoby ",) if unsaid else ("[Crawford ", "[Jacoby ")
    return "\n".join(line for line in lines if not line.startswith(kept))


def root(record: Record, number: int, first: Match, last: Match, general: str) -> str:
    """Return the first node of a game, with the rules and the score before it."""
    rules, event = record.start.rules, dict(record.event)
    properties = {
        "PW": record.players[0],
        "PB": record.players[1],
    }
    if number == 0:
        for key, name in EVENT.items():
            if name in event:
                said = single_line(event[name])
                properties[key] = said.replace(".", "-") if key == "DT" else said
        if general:
            properties["GC"] = general
    said_rules = [
        *["NoCube"] * (not rules.cube),
        *["Crawford"] * (rules.crawford and first.length > 0),
        *["CrawfordGame"] * (first.crawford_game and first.length > 1),
        *["Jacoby"] * (rules.jacoby and not first.length),
        *[name.capitalize() for name, start in VARIATIONS.items() if start == rules.start],
    ]
    if said_rules:
        properties["RU"] = ":".join(said_rules)
    if last.result:
        resigned = "R" if last.result.ending is Ending.RESIGNED else ""
        properties["RE"] = f"{COLOURS[last.result.winner]}+{last.result.points}{resigned}"
    info = f"MI[length:{first.length}][game:{number}][ws:{first.score[0]}][bs:{first.score[1]}]"
    said = "".join(f"{key}[{escape(value)}]" for key, value in properties.items())
    return f";FF[4]GM[6]CA[UTF-8]AP[Triktrakk]{info}{said}"
