"""A scribe turns what files say (who rolled, played, doubled, won) into core actions, and only legal ones.

Files leave out the dice of the opening roll and who resigned; the scribe fills in what must have
happened. What only other rules could allow raises Misfit with the rules to try instead.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NoReturn, TypeVar

from backgammon.core.dice import Roll
from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.match import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Player,
    Raccooned,
    Resigned,
    Rolled,
    Took,
    apply,
)
from backgammon.core.plays import results
from backgammon.core.rules import Opening, Rules, custom
from backgammon.notation.errors import NotationError
from backgammon.notation.play import parse_play
from backgammon.notation.record import Game

_OVER = (Phase.GAME_OVER, Phase.MATCH_OVER)
_UNTOLD_TAKE = (Phase.BEAVERED, Phase.RACCOONED)
"""Where gnubg leaves out that the offer is taken."""

_OTHER_RULES: dict[str, dict[str, bool | int]] = {
    "crawford": {"crawford": False},
    "beaver": {"beavers": True},
    "raccoon": {"beavers": True, "raccoons": True},
    "no-cube": {"cube": True},
    "cube-limit": {"cube_limit": 0},
}
"""For a rule that forbids an action: the fields under which the same rules allow it."""

Read = TypeVar("Read")


class Misfit(BackgammonError):
    """A text is legal under other rules only: ``rules`` are those to read it by, ``error`` says where."""

    def __init__(self, message: str, rules: Rules, error: NotationError | None = None) -> None:
        super().__init__(message)
        self.rules, self.error = rules, error or NotationError("a legal action", message)


def read_by(rules: Rules, read: Callable[[Rules], Read]) -> Read:
    """Read a file by these rules, or by the nearest that allow it; if none do, raise the furthest error."""
    tried: list[Rules] = []
    errors: list[NotationError] = []
    while rules not in tried:
        tried.append(rules)
        try:
            return read(rules)
        except Misfit as misfit:
            errors.append(misfit.error)
            rules = misfit.rules
        except NotationError as error:
            errors.append(error)
    raise max(errors, key=lambda error: (error.line, error.column)) from None


class Scribe:
    """Writes one match down: ``state`` is where it stands, ``games`` what is finished or begun."""

    def __init__(self, start: Match, openings: Mapping[int, tuple[Roll, ...]] = MappingProxyType({})) -> None:
        self.state = self._before = start
        self._openings = openings
        self._actions: list[Action] = []
        self._comments: list[tuple[int, str]] = []
        self._games: list[Game] = []

    @property
    def games(self) -> tuple[Game, ...]:
        """The games so far, the running one last."""
        if not self._actions:
            return tuple(self._games)
        return (*self._games, Game(tuple(self._actions), tuple(self._comments)))

    @property
    def over(self) -> bool:
        """Whether the running game has ended."""
        return self.state.phase in _OVER

    def next_game(self) -> None:
        """Begin a game, the first or the one after a finished game."""
        if self._actions:
            state = self._after(NextGame())
            self._games = list(self.games)
            self._actions, self._comments = [], []
            self.state = state

    def comment(self, text: str) -> None:
        """Remark on the last action, before the first action on the game."""
        self._comments.append((max(0, len(self._actions) - 1), text))

    def roll(self, player: Player, dice: Roll) -> None:
        """Let a player roll; the first roll of a game is also its opening roll."""
        if self.state.phase is Phase.OPENING:
            self._open(player, dice)
        elif self.state.phase in _UNTOLD_TAKE:
            self._act(Took())
        self._turn(player)
        if self.state.phase is not Phase.TO_PLAY:
            self._act(Rolled(dice))
        elif sorted(dice) != sorted(self.state.dice or ()):
            raise IllegalAction("opening", "the opening roll is another one")

    def play(self, text: str, *, whole: bool = False) -> None:
        """Play a roll as written; a playable roll without a step is left standing, unless ``whole``."""
        state = self.state
        assert state.dice is not None
        if not text.strip() and not whole:
            found = results(state.position.points, state.dice, state.rules)
            if state.position.points not in found:
                return
        self._act(Played(parse_play(text, state.position, state.dice, state.rules).steps))

    def double(self, player: Player) -> None:
        """Let a player double, or turn the cube again under a double."""
        if self.state.phase is Phase.OPENING:
            self._open(player)
        self._turn(player)
        again: dict[Phase, Action] = {Phase.DOUBLED: Beavered(), Phase.BEAVERED: Raccooned()}
        self._act(again.get(self.state.phase, Doubled()))

    def answer(self, player: Player, *, take: bool) -> None:
        """Let a player take or drop."""
        self._turn(player)
        self._act(Took() if take else Dropped())

    def win(self, player: Player, points: int) -> None:
        """End the game with so many points for a player: by resignation where the board does not show it."""
        if self.over:
            self._check_result(player, points)
            return
        if self.state.phase is Phase.OPENING:
            if self.state.rules.opening is Opening.KEEP:
                raise IllegalAction("resignation", "a game is not won before its opening roll")
            self._open(1 - player)
        if points > 3 * self.state.cube and self.state.phase in _UNTOLD_TAKE:
            self._act(Took())
        times, rest = divmod(points, self.state.cube)
        if rest or not 1 <= times <= 3:
            raise IllegalAction("resignation", f"a cube of {self.state.cube} makes no {points} points")
        if (
            self.state.decider == player
            and isinstance(self._actions[-1], Played)
            and plays_itself(self._before)
        ):
            # gnubg plays a roll that leaves no choice before the player who rolled it can resign
            self.state = self._before
            self._actions.pop()
        if self.state.decider == player:
            raise IllegalAction("resignation", "the player whose turn it is resigns, so the other one wins")
        self._act(Resigned(times))
        self._act(Accepted())

    def win_up_to(self, score: tuple[int, int]) -> None:
        """End the running game, where it has not ended, so that it makes this score."""
        if not self.over and self._actions:
            gains = score[0] - self.state.score[0], score[1] - self.state.score[1]
            if min(gains) != 0 or max(gains) <= 0:
                raise IllegalAction("result", f"no game leads from {self.state.score} to {score}")
            self.win(0 if gains[0] else 1, max(gains))
        if score != self.state.score:
            self._miscounted(f"the score is {self.state.score[0]} to {self.state.score[1]}")

    def _check_result(self, player: Player, points: int) -> None:
        result, rules = self.state.result, self.state.rules
        assert result is not None
        if result.winner != player:
            raise IllegalAction("result", "the other player has won this game")
        if points == result.points or self.state.phase is Phase.MATCH_OVER:
            return
        if not rules.jacoby:  # gnubg counts gammons here though the Jacoby rule takes them away in the score
            self._miscounted(f"this game is worth {result.points} points, not {points}")

    def _miscounted(self, message: str) -> NoReturn:
        rules = self.state.rules
        if self.state.length:
            raise IllegalAction("result", message)
        raise Misfit(message, custom(rules, jacoby=not rules.jacoby))

    def _open(self, player: Player, dice: Roll | None = None) -> None:
        """Make the opening rolls, told or as they must have been; without ``dice`` the cube comes first."""
        rules = self.state.rules
        told = self._openings.get(len(self._games) + 1)
        if told is None:
            if rules.opening is not Opening.KEEP:
                dice = (2, 1)
            elif dice is None or dice[0] == dice[1]:
                raise Misfit("a game begins with two different dice", custom(rules, opening=Opening.REROLL))
            high, low = max(dice), min(dice)
            told = ((high, low) if player == 0 else (low, high),)
        for first, second in told:
            self._act(OpeningRoll(first, second))

    def _turn(self, player: Player) -> None:
        if self.state.decider != player:
            raise IllegalAction("turn", "it is the other player's turn")

    def _act(self, action: Action) -> None:
        self._before, self.state = self.state, self._after(action)
        self._actions.append(action)

    def _after(self, action: Action) -> Match:
        try:
            return apply(self.state, action)
        except IllegalAction as error:
            other = _OTHER_RULES.get(error.rule)
            if other is None or (error.rule in ("beaver", "raccoon") and self.state.length):
                raise
            raise Misfit(str(error), custom(self.state.rules, **other)) from None


def plays_itself(state: Match) -> bool:
    """Whether a roll left standing reads as a play: there is one only, or it need not be played at all."""
    if state.phase is not Phase.TO_PLAY or state.dice is None:
        return False
    found = results(state.position.points, state.dice, state.rules)
    return len(found) == 1 or state.position.points in found


def started(start: Match, score: tuple[int, int], crawford_done: bool = False) -> Match:
    """Return a match before its first game that begins at a score."""
    rules, away = start.rules, start.length - max(score)
    crawford = rules.crawford and start.length > 0 and away == 1 and not crawford_done
    return replace(start, score=score, crawford_game=crawford, crawford_done=crawford_done)
