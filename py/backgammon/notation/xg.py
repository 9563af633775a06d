"""Binary files of eXtreme Gammon: matches (.xg) and single positions (.xgp).

Their records are followed one by one; a game is left where the rules do not allow what they say, or where the
position was edited. Errors give the number of a record as the line, remarks the game and the move.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from backgammon.core.errors import IllegalAction, check_kind
from backgammon.core.match import MAX_SCORE, Match, Phase, new_match
from backgammon.core.position import flip_points
from backgammon.core.rules import STANDARD, Rules
from backgammon.notation.errors import NotationError
from backgammon.notation.lines import Line
from backgammon.notation.match_builder import MatchBuilder
from backgammon.notation.reading import Reading, finish, read_by
from backgammon.notation.record import Record
from backgammon.notation.remarks import Remarks
from backgammon.notation.setup import MAX_CUBE, Setup
from backgammon.notation.tags import Tags
from backgammon.notation.xg_archive import GAME, read_comments, unpack
from backgammon.notation.xg_records import (
    CubeAction,
    Entry,
    GameEnd,
    GameStart,
    Header,
    PlayedRoll,
    XgGame,
    read_records,
)

_TAKE, _BEAVER = 1, 2
"""Answers to a double; the answers to a beaver have the same numbers."""


def parse_xg(content: bytes, rules: Rules = STANDARD) -> Record | Setup:
    """Read a file of eXtreme Gammon: a match as a Record, a single position as a Setup.

    ``rules``: those of a match where the file does not say otherwise. Raises DamagedFile for bytes that are
    no whole file, NotationError for a match that cannot be played.
    """
    return finish(read_xg(content, rules))


def read_xg(content: bytes, rules: Rules = STANDARD) -> Reading[Record | Setup]:
    """Read a file of eXtreme Gammon in steps, as parse_xg does at once."""
    check_kind(content, bytes, "the bytes of a file are read here, as in path.read_bytes()")
    files = unpack(content)
    header, games = read_records(files.get(GAME, b""))
    if _is_position(games):
        decisions = sorted(_decisions(games[0]), key=lambda entry: isinstance(entry, CubeAction))
        return _setup(header, games[0].start, decisions)
    with Line("", 1).locate_errors("match.playable"):
        rules = _rules(header, games, rules)
    comments = read_comments(files)

    def read(kind: Rules, misfits: list[Rules]) -> Reading[Record]:
        return _Reader(header, {**comments}, kind, misfits).read(games)

    return (yield from read_by(rules, read))


def about_xg(content: bytes) -> Record:
    """Return a file's players, event and all comments, as those of a match without games.

    parse_xg returns a position without them. Raises DamagedFile as it does.
    """
    files = unpack(content)
    header, games = read_records(files.get(GAME, b""))
    numbers = [header.comments[0]]
    for game in games:
        told = [entry.comment for _, entry in game.entries if not isinstance(entry, GameEnd)]
        numbers += [game.start.comments[0], *told, game.start.comments[1]]
    comments = read_comments(files)
    texts = [comments.get(number, "") for number in dict.fromkeys([*numbers, header.comments[1]])]
    return Record(header.names, event=header.event, comments=tuple(filter(None, texts)))


def _is_position(games: Sequence[XgGame]) -> bool:
    """Whether a file has nothing but a position to decide in."""
    if len(games) != 1:
        return False
    made = [entry for _, entry in games[0].entries if _is_made(entry)]
    return all(isinstance(entry, CubeAction) and entry.take < 0 for entry in made)


def _is_made(entry: Entry) -> bool:
    """Whether a roll was played, a player doubled, or the game ended."""
    match entry:
        case PlayedRoll():
            return entry.is_played
        case CubeAction():
            return entry.double == 1
        case GameEnd():
            return True


def _decisions(game: XgGame) -> list[PlayedRoll | CubeAction]:
    """Return the rolls and cube decisions of a game, in order."""
    return [
        entry
        for _, entry in game.entries
        if isinstance(entry, CubeAction) or (isinstance(entry, PlayedRoll) and min(entry.dice) > 0)
    ]


def _setup(header: Header, start: GameStart, decisions: Sequence[PlayedRoll | CubeAction]) -> Setup:
    """Return the position of the first of these decisions: with its roll if there is one, else before it."""
    setup = Setup(
        points=start.points,
        score=start.score,
        length=header.length,
        crawford=start.is_crawford and header.length > 1,
        jacoby=header.jacoby and not header.length,
        beavers=header.beavers and not header.length,
        cube_limit=header.cube_limit,
    )
    ties = 0 if header.length else start.ties  # the cube in the file does not include them
    for decision in decisions[:1]:
        points = decision.points if any(decision.points) else start.points
        setup = replace(
            setup,
            points=flip_points(points) if decision.player else points,
            on_roll=decision.player,
            cube=min(2 ** (abs(decision.cube) + ties), MAX_CUBE),
            cube_owner=int(decision.cube < 0) if decision.cube else None,
        )
        if isinstance(decision, PlayedRoll):
            setup = replace(setup, phase=Phase.TO_PLAY, dice=decision.dice)
        elif decision.double == 1:
            setup = replace(setup, phase=Phase.DOUBLED)
    return setup


def _rules(header: Header, games: Sequence[XgGame], rules: Rules) -> Rules:
    """Return ``rules`` as overridden by the header of a match; raise BackgammonError if they cannot be."""
    tags = Tags()
    if header.length:
        tags.rules["crawford"] = header.crawford
    else:
        tags.rules.update(jacoby=header.jacoby, beavers=header.beavers)
        tags.rules["automatic_doubles"] = header.automatic_doubles
    if header.cube_limit:
        tags.rules["cube_limit"] = header.cube_limit
    if header.is_variation and games:
        tags.rules["start"] = games[0].start.points
    return tags.rules_over(rules, header.length)


@dataclass(slots=True)
class _Reader:
    """Reads the games of one file in order; ``misfits`` collects rules under which more would fit."""

    header: Header
    comments: dict[int, str]
    """Those not yet read: each has one place, so that a file cannot repeat a long one everywhere."""
    rules: Rules
    misfits: list[Rules]
    remarks: Remarks = field(default_factory=Remarks)
    number: int = 0
    """The number of the current game, from 1, 0 before the first."""

    def read(self, games: Sequence[XgGame]) -> Reading[Record]:
        """Return the record of a match, in steps; raise NotationError if none can begin like this."""
        with Line("", 1).locate_errors("match.playable"):
            builder = MatchBuilder(self._start(games), misfits=self.misfits)
        for game in games:
            yield
            self.number += 1
            if self._is_after(game, builder):
                break
            builder = self._begin(game, builder)
            self._comment(game.start.comments[0], builder)
            for number, entry in game.entries:
                self._follow(entry, number, builder)
            self._comment(game.start.comments[1], builder)
        about = [text for number in self.header.comments if (text := self.comments.pop(number, ""))]
        return Tags([*self.header.event], about).record(self.header.names, builder, self.remarks)

    def _start(self, games: Sequence[XgGame]) -> Match:
        """Return the match before its first game."""
        length, first = self.header.length, games[0].start if games else None
        if first and max(first.score) > MAX_SCORE:
            raise NotationError("score", str(max(first.score)), highest=MAX_SCORE)
        start = new_match(self.rules, length, score=first.score if first else (0, 0))
        if first and start.crawford_game and length > 1 and not first.is_crawford:
            return new_match(self.rules, length, score=first.score, crawford_done=True)
        return start

    def _is_after(self, game: XgGame, builder: MatchBuilder) -> bool:
        """End the game before this one; return whether the match has ended too."""
        first, second = game.start.score
        line = Line(f"{first}–{second}", game.number)
        with line.locate_errors("result"):
            fits = builder.win_up_to((first, second))
        if not fits:
            self.remarks.add_at_move("score", self.number, 1, line.text, first=first, second=second)
        if builder.state.phase is Phase.MATCH_OVER:
            self.remarks.add_at_move("after", self.number, 1, line.text)
            return True
        return False

    def _begin(self, game: XgGame, builder: MatchBuilder) -> MatchBuilder:
        """Begin a game; return its builder, a new one if the match begins from a set-up position."""
        rules, is_first = builder.start.rules, not builder.games
        line = Line(f"Game {game.start.number}", game.number)
        if game.start.points != rules.start and is_first:
            setup = _setup(self.header, game.start, [each for each in _decisions(game) if _is_made(each)])
            with line.locate_errors("game.beginning"):
                start = replace(setup, phase=Phase.TO_ROLL, dice=None).to_match(rules)
            builder = MatchBuilder(start, misfits=self.misfits)
        builder.next_game()
        if game.start.points == rules.start:
            if not builder.state.length:
                builder.tie(2**game.start.ties)
        elif not is_first:
            self._stop("edited", line, builder)
        return builder

    def _follow(self, entry: Entry, number: int, builder: MatchBuilder) -> None:
        """Do what a record says; if the rules do not allow it, the rest of the game is left out."""
        line = Line(_text(entry), number)
        if isinstance(entry, GameEnd):
            with line.locate_errors("result"):
                fits = entry.winner is None or builder.win(entry.winner, entry.points)
            if not fits:
                self.remarks.add_at_move("result", self.number, builder.move, line.text)
            return
        if builder.stopped:
            return
        try:
            with line.locate_errors("legal-play.action"):
                if isinstance(entry, PlayedRoll):
                    _play(entry, builder)
                else:
                    _use_cube(entry, builder)
        except NotationError:
            is_on_board = entry.points == builder.state.position_of[0].points
            self._stop("stopped" if is_on_board else "edited", line, builder)
        else:
            self._comment(entry.comment, builder)

    def _stop(self, why: str, line: Line, builder: MatchBuilder) -> None:
        self.remarks.add_at_move(why, self.number, builder.move, line.text)
        builder.stop()

    def _comment(self, number: int, builder: MatchBuilder) -> None:
        """Add the comment with this number, if there is one."""
        if text := self.comments.pop(number, ""):
            builder.comment(text)


def _play(entry: PlayedRoll, builder: MatchBuilder) -> None:
    """Roll and play; raise IllegalAction if that is not possible in the position on the board."""
    if not entry.is_played:
        return
    builder.roll(entry.player, entry.dice)
    if entry.points != builder.state.position_of[0].points:
        raise IllegalAction("position", "the checkers were moved by hand")
    builder.play_steps(entry.steps)


def _use_cube(entry: CubeAction, builder: MatchBuilder) -> None:
    """Double, and answer as the record says; nothing if the player only rolled."""
    if entry.double != 1:
        return
    player, answer = entry.player, entry.take
    builder.double(player)
    for further in (entry.beaver, entry.raccoon):
        if answer != _BEAVER:
            break
        player, answer = 1 - player, further
        builder.double(player)
    if answer >= 0:
        builder.answer(1 - player, take=answer == _TAKE)


def _text(entry: Entry) -> str:
    """Return a record as a remark quotes it."""
    match entry:
        case PlayedRoll(dice=(high, low), steps=steps):
            return " ".join([f"{high}{low}:", *[f"{source}/{target}" for source, target in steps]])
        case CubeAction(cube=cube):
            return f"Doubles => {2 ** (abs(cube) + 1)}"
        case GameEnd(points=points):
            return f"Wins {points}"
