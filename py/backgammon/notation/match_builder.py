"""A builder turns what files say (who rolled, played, doubled, won) into core actions, and only legal ones.

Files leave out the dice of the opening roll, forced plays and who resigned; the builder fills in what must
have happened. If only other rules could allow what a file says, it notes them, to be tried instead. A result
that no rules allow is awarded, because it is what was counted.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NoReturn

from backgammon.core.dice import Roll
from backgammon.core.errors import IllegalAction
from backgammon.core.match import (
    MAX_SCORE,
    Accepted,
    Action,
    Awarded,
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
    apply_play,
)
from backgammon.core.plays import Steps, Turn, legal_plays, results
from backgammon.core.position import Points
from backgammon.core.rules import MAX_AUTOMATIC_DOUBLES, Opening, Rules, custom
from backgammon.notation.play import parse_play
from backgammon.notation.record import Game

_UNTOLD_TAKE = (Phase.BEAVERED, Phase.RACCOONED)
"""The phases in which gnubg leaves out the take."""

DOUBLES: dict[Phase, Action] = {Phase.DOUBLED: Beavered(), Phase.BEAVERED: Raccooned()}
"""What a double is in these phases, where it accepts the one before it."""

_OTHER_RULES: dict[str, dict[str, bool | int]] = {
    "crawford": {"crawford": False},
    "beaver": {"beavers": True},
    "raccoon": {"beavers": True, "raccoons": True},
    "no-cube": {"cube": True},
    "cube-limit": {"cube_limit": 0},
}
"""For each rule that may forbid an action: the fields with which the same rules allow it."""


class MatchBuilder:
    """Builds one match: ``state`` is its current state, ``games`` are those finished or begun.

    ``openings`` and ``awards`` come from tags, by the number of a game: its opening rolls, and how it was
    awarded. ``misfits`` collects the rules that would allow what those of ``start`` do not. ``stopped``: the
    current game could not be followed any further, and only its result is still awaited.
    """

    def __init__(
        self,
        start: Match,
        openings: Mapping[int, tuple[Roll, ...]] = MappingProxyType({}),
        awards: Mapping[int, Awarded] = MappingProxyType({}),
        misfits: list[Rules] | None = None,
    ) -> None:
        self.start = self.state = self._before = start
        self._first: Match | None = None  # the match before the current game, if another came before it
        self.stopped = False
        self.unopened: set[int] = set()
        """The numbers of awarded games for which the tags give impossible opening rolls."""
        self._openings, self._awards = openings, awards
        self._misfits = [] if misfits is None else misfits
        self._begun = False
        self._ties = 0
        self._actions: list[Action] = []
        self._comments: list[tuple[int, str]] = []
        self._games: list[Game] = []
        self._unfinished: tuple[Match, Match, list[Action]] | None = None
        """The state, the one before it and the actions, from before the file's result was added."""

    @property
    def games(self) -> tuple[Game, ...]:
        """The games so far, the current one last."""
        return (*self._games, self._game()) if self._actions else tuple(self._games)

    def _game(self) -> Game:
        return Game(tuple(self._actions), tuple(self._comments), self._first)

    @property
    def move(self) -> int:
        """The number of the move in the current game, from 1; a move is a play of each side."""
        return 1 + sum(isinstance(action, Played) for action in self._actions) // 2

    @property
    def over(self) -> bool:
        """Whether the current game has ended."""
        return self.state.phase.is_over

    def next_game(self) -> None:
        """Begin the first game, or the next one after a finished game."""
        if self._actions:
            state = self._after(NextGame())
            self._games.append(self._game())
            self._first = self.state = state
            self._actions, self._comments = [], []
        self.stopped, self._unfinished, self._ties, self._begun = False, None, 0, True

    def stop(self) -> None:
        """Stop following the current game; only its result is still used."""
        self.stopped = True

    def finish(self) -> None:
        """Make the opening rolls of a last game that broke off after them; raise as apply does."""
        if self._begun:
            self._open_as_told()

    def comment(self, text: str) -> None:
        """Add a comment on the last action, or on the game if it has no action yet."""
        self._comments.append((max(0, len(self._actions) - 1), text))

    def tie(self, cube: int) -> None:
        """Assume that ties in the opening roll have doubled the cube to this value."""
        self._ties = min(MAX_AUTOMATIC_DOUBLES, cube.bit_length() - 1)

    def roll(self, player: Player, dice: Roll) -> None:
        """Let a player roll; the first roll of a game is also its opening roll."""
        if self.state.phase is Phase.OPENING:
            self._open(player, dice)
        elif self.state.phase in _UNTOLD_TAKE:
            self._act(Took())
        self._fill_in(player)
        self._turn(player)
        if self.state.phase is not Phase.TO_PLAY:
            self._act(Rolled(dice))
        elif sorted(dice) != sorted(self.state.dice or ()):
            raise IllegalAction("opening", "the opening roll is another one")

    def play(self, text: str) -> None:
        """Play a roll as written; without any step, a roll that must be played is left unplayed."""
        state = self.state
        assert state.dice is not None
        points = state.position.points
        if not text.strip() and points not in results(points, state.dice, state.rules):
            return
        play = parse_play(text, state.position, state.dice, state.rules)
        self._make(play.steps, play.after)

    def play_steps(self, steps: Steps) -> None:
        """Play a roll by its steps; if they are not legal in this order, read them as play does."""
        state = self.state
        assert state.dice is not None
        try:
            after = Turn(state.position, state.dice, state.rules).after(steps)
        except IllegalAction:
            self.play(" ".join(f"{source}/{target}" for source, target in steps))
        else:
            self._make(steps, after)

    def _make(self, steps: Steps, after: Points) -> None:
        """Make a play that is known to be legal."""
        self._before, self.state = self.state, apply_play(self.state, after)
        self._actions.append(Played(steps))

    def double(self, player: Player) -> None:
        """Let a player double, or beaver or raccoon a double that is offered."""
        if self.state.phase is Phase.OPENING:
            self._open(player)
        self._fill_in(player)
        self._turn(player)
        self._act(DOUBLES.get(self.state.phase, Doubled()))

    def answer(self, player: Player, *, take: bool) -> None:
        """Let a player take or drop."""
        self._turn(player)
        self._act(Took() if take else Dropped())

    def win(self, player: Player, points: int) -> bool:
        """End the game with ``points`` for a player; return whether the rules allow it.

        If the board does not show this result, the other player has resigned; if that is not possible, the
        game is awarded.
        """
        award = self._awards.get(len(self._games) + 1)
        if award:
            self._award(award.winner, award.score)
            return True
        if not self.over:
            self._unfinished = self.state, self._before, self._actions.copy()
            if not self.stopped and self._last_play(player):
                return self.win(player, points)
            if not self.stopped and self._resign(player, points):
                return True
        elif self._is_result(player, points):
            return True
        self._award(player, self._score_with(player, points))
        return self.stopped

    def win_up_to(self, score: tuple[int, int]) -> bool:
        """End the current game so that it leads to this score; return whether the rules allow it."""
        if not self._begun or (self.state.score == score and (self.over or not self._actions)):
            return True
        if self.over and len(self._games) + 1 in self._awards:
            return False
        if self.over:
            self._note_jacoby_misfit()
            self._take_back()
        gains = score[0] - self.state.score[0], score[1] - self.state.score[1]
        fits = self.stopped
        if not self.over and min(gains) == 0 < max(gains):
            fits = self.win(0 if gains[0] else 1, max(gains))
        if self.state.score != score or not self.over:
            result = self.state.result
            self._award(result.winner if result else int(gains[1] > gains[0]), score)
        return fits

    def _last_play(self, player: Player) -> bool:
        """Make this player's omitted play, if it is the only one; return whether it ends the game."""
        self._fill_in(1 - player)
        return self.over

    def _resign(self, player: Player, points: int) -> bool:
        """Let the other player resign, if in turn and the points fit the cube; return whether they did."""
        if self.state.phase is Phase.OPENING:
            if self.state.rules.opening is Opening.KEEP:
                return False
            self._open(1 - player)
        if points > 3 * self.state.cube and self.state.phase in _UNTOLD_TAKE:
            self._act(Took())
        times, rest = divmod(points, self.state.cube)
        if rest and self.state.length and points == self.state.away(player):
            times, rest = times + 1, 0  # some count only the points the match still needs
        if rest or not 1 <= times <= 3:
            return False
        forced = self._actions and isinstance(self._actions[-1], Played) and is_play_implied(self._before)
        if self.state.decider == player and forced:
            # gnubg plays a roll that leaves no choice before the player who rolled it can resign
            self.state = self._before
            self._actions.pop()
        if self.state.decider == player:
            return False
        self._act(Resigned(times))
        self._act(Accepted())
        return True

    def _is_result(self, player: Player, points: int) -> bool:
        """Return whether a finished game has this result; if not, note rules under which it could."""
        result, rules = self.state.result, self.state.rules
        assert result is not None
        if result.winner != player:
            return False
        if points == result.points or self.state.phase is Phase.MATCH_OVER:
            return True
        if rules.jacoby and not self.state.length:
            return True  # gnubg counts gammons here, although the Jacoby rule removes them from the score
        self._note_jacoby_misfit()
        return False

    def _note_jacoby_misfit(self) -> None:
        """Note the rules under which a money game may count differently."""
        if not self.state.length:
            self._misfits.append(custom(self.state.rules, jacoby=not self.state.rules.jacoby))

    def _score_with(self, player: Player, points: int) -> tuple[int, int]:
        """Return the score with ``points`` for a player; a forfeit beyond any cube gives them the match."""
        score, result, length = list(self.state.score), self.state.result, self.state.length
        if result:
            score[result.winner] -= result.points
        score[player] += points
        if length and score[player] > length + 3 * self.state.cube:
            score[player] = length
        return min(score[0], MAX_SCORE), min(score[1], MAX_SCORE)

    def _award(self, winner: Player, score: tuple[int, int]) -> None:
        self._take_back()
        before = self.state, self._before, self._actions.copy()
        try:
            self._open_as_told()
        except IllegalAction:  # a game is awarded, whatever rolls the tags give
            self.state, self._before, self._actions = before
            self.unopened.add(len(self._games) + 1)
        self._unfinished = self.state, self._before, self._actions.copy()
        self._act(Awarded(winner, score))

    def _open_as_told(self) -> None:
        """Make the opening rolls that the tags give, if the game has no action yet."""
        if not self._actions:
            for first, second in self._openings.get(len(self._games) + 1, ()):
                self._act(OpeningRoll(first, second))

    def _take_back(self) -> None:
        """Undo the result that was added."""
        if self._unfinished:
            self.state, self._before, actions = self._unfinished
            self._actions = actions.copy()
            last = max(0, len(actions) - 1)
            self._comments = [(min(index, last), text) for index, text in self._comments]

    def _open(self, player: Player, dice: Roll | None = None) -> None:
        """Make the opening rolls, from tags or inferred; no ``dice`` if the first action is not a roll."""
        rules = self.state.rules
        told = self._openings.get(len(self._games) + 1)
        if self._ties > rules.automatic_doubles and not told:
            self._misfit("ties double the cube here", custom(rules, automatic_doubles=self._ties))
        if told is None:
            if rules.opening is not Opening.KEEP:
                dice = (2, 1)
            elif dice is None or dice[0] == dice[1]:
                self._misfit("a game begins with two different dice", custom(rules, opening=Opening.REROLL))
            high, low = max(dice), min(dice)
            told = *[(1, 1)] * self._ties, (high, low) if player == 0 else (low, high)
        for first, second in told:
            self._act(OpeningRoll(first, second))

    def _fill_in(self, player: Player) -> None:
        """Make the play that the other player left out, if there is only one."""
        state = self.state
        if state.phase is Phase.TO_PLAY and state.on_roll != player:
            assert state.dice is not None
            found = legal_plays(state.position, state.dice, state.rules)
            if len(found) == 1:
                self._act(Played(found[0].steps))

    def _turn(self, player: Player) -> None:
        if self.state.decider != player:
            raise IllegalAction("turn", "it is the other player's turn")

    def _act(self, action: Action) -> None:
        after = self._after(action)
        self._before, self.state = self.state, after
        self._actions.append(action)

    def _after(self, action: Action) -> Match:
        try:
            return apply(self.state, action)
        except IllegalAction as error:
            if error.rule == "crawford" and max(self.start.score) and not self._games:
                # a file that begins at this score often does not say whether the Crawford game is over
                self.start = replace(self.start, crawford_game=False, crawford_done=True)
                self.state = replace(self.state, crawford_game=False, crawford_done=True)
                return apply(self.state, action)
            other = _OTHER_RULES.get(error.rule)
            if other is None or (error.rule in ("beaver", "raccoon") and self.state.length):
                raise
            self._misfit(str(error), custom(self.state.rules, **other))

    def _misfit(self, message: str, rules: Rules) -> NoReturn:
        self._misfits.append(rules)
        raise IllegalAction("rules", message)


def is_play_implied(state: Match) -> bool:
    """Return whether an unplayed roll reads as a play: it has only one, or does not have to be played."""
    if state.phase is not Phase.TO_PLAY or state.dice is None:
        return False
    found = results(state.position.points, state.dice, state.rules)
    return len(found) == 1 or state.position.points in found
