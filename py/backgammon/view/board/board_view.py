"""The contents of a board as plain data, and how they follow from a model.

``board.py`` draws them and knows nothing about a match.
"""

from dataclasses import dataclass, replace

from backgammon.app.commands import available
from backgammon.core.dice import Roll
from backgammon.core.match import Match, OpeningRoll, Phase, Played, Player, Rolled
from backgammon.core.plays import Move, Steps, numbers
from backgammon.features.analysis import hint
from backgammon.features.speech.status_text import is_you
from backgammon.state.checkers import Layout, place
from backgammon.state.legal_moves import destinations, hits, sources, take_back_moves
from backgammon.state.model import Direction, Game, Model
from backgammon.state.recall import RecalledBoard, recalled_board
from backgammon.state.seats import plays_here
from backgammon.view.board.shown_plays import ShownPlay, shown_plays


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the board; its value is 0 until it is rolled."""

    value: int
    used: bool = False


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice on one side; ``command`` is the effect of a tap on them; ``rolling``: they still tumble."""

    player: Player
    faces: tuple[Die, ...]
    command: str = ""
    rolling: bool = False


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube: its value, its owner, and who has to answer an offer (``value`` is then the value offered).

    ``command`` is the effect of a tap on it, or of a drag onto the field.
    """

    value: int = 1
    owner: Player | None = None
    answering: Player | None = None
    command: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """A legal destination in the mover's numbers; a ``far`` one takes more than one number of the dice."""

    place: int
    hit: bool = False
    far: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything that a board shows.

    Taps give places in the numbers of ``mover``. ``you`` is the player whose checkers are called yours,
    ``numbers_of`` the one whose numbers are shown and read out (None: the mover).
    ``sources``, ``targets`` and ``selected`` are in the mover's numbers, ``last`` in those of
    ``last_player``; while it is ``unfinished``, only the starting places of its checkers are marked.
    ``raised`` is the checker that moves above the others. The top checker on ``refused`` (mover's number)
    shakes, and does so again when ``refusals`` changes from 0 to 1 or back. A board that is not
    ``interactive`` is a picture; on one that is ``editing``, places have player 0's numbers, and both bars
    and trays can be tapped (26 and 27 are player 1's). ``plays`` are shown as arrows. The checkers of the
    ``winner`` light up for a moment.
    """

    layout: Layout
    light: Player = 0
    direction: Direction = Direction.RIGHT
    mover: Player = 0
    you: Player = 0
    numbers_of: Player | None = None
    interactive: bool = True
    editing: bool = False
    numbers: bool = True
    dice: tuple[Dice, ...] = ()
    cube: Cube | None = None
    sources: tuple[int, ...] = ()
    targets: tuple[Target, ...] = ()
    selected: int | None = None
    last: tuple[Move, ...] = ()
    last_player: Player = 0
    unfinished: bool = False
    raised: int | None = None
    refused: int | None = None
    refusals: int = 0
    plays: tuple[ShownPlay, ...] = ()
    winner: Player | None = None

    @property
    def numbers_player(self) -> Player:
        """The player whose numbers are shown and read out."""
        return self.mover if self.numbers_of is None else self.numbers_of

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of the players' checkers."""
        return ("light", "dark") if self.light == 0 else ("dark", "light")


def board_view(model: Model) -> BoardView:
    """Return the board view of a model."""
    if preview := hint.preview(model):
        return _preview_board(model, *preview)
    if again := recalled_board(model):
        return _recalled_board(board_view(replace(model, recalled=None)), again)
    match = model.game.match
    mover = 0 if model.draft or match.decider is None else match.decider
    ways = destinations(model)
    targets = tuple(Target(end, hits(model, way), len(way) > 1) for end, way in ways.items())
    shown, shown_player = (
        (model.game.moves, match.on_roll)
        if model.game.moves
        else (model.game.last_moves, model.game.last_player or 0)
    )
    stack = model.game.layout.stacks[place(shown_player, shown[-1].target)] if shown else ()
    plays = shown_plays(model)
    pointed = any(play.player == shown_player for play in plays)
    return BoardView(
        layout=_layout_before_play(model) if plays else model.game.layout,
        light=match.white,
        direction=model.settings.direction,
        mover=mover,
        you=_you(model, mover),
        numbers_of=None if model.replay else _you(model, mover),
        interactive=model.replay is None or model.draft is not None,
        editing=model.draft is not None,
        numbers=model.settings.numbers,
        dice=_dice(model),
        cube=_cube(match, "double" if "double" in available(model) else ""),
        sources=sources(model),
        targets=targets,
        selected=model.game.selected,
        last=() if pointed else shown,
        last_player=shown_player,
        unfinished=bool(model.game.moves) and plays_here(model.game, match.on_roll),
        raised=stack[-1] if stack else None,
        refused=model.refused,
        refusals=model.refusals % 2,
        plays=plays,
        winner=match.result.winner if match.result and not model.replay else None,
    )


def _layout_before_play(model: Model) -> Layout:
    """Return the layout that the arrows start from: before the answer, where a problem was answered."""
    game = model.game
    answered = game.problem is not None and game.problem.chosen is not None
    return take_back_moves(game.layout, game.match, game.last_moves) if answered else game.layout


def _recalled_board(now: BoardView, again: RecalledBoard) -> BoardView:
    """Return the board as it was in the middle of the last play; no checker can be moved on it."""
    raised = None
    if again.moves:
        raised = again.layout.stacks[place(now.last_player, again.moves[-1].target)][-1]
    return replace(now, layout=again.layout, sources=(), targets=(), last=again.moves, raised=raised)


def _preview_board(model: Model, layout: Layout, steps: Steps) -> BoardView:
    """Return the board as it would be after a play that is only previewed."""
    side = model.game.match.on_roll
    return BoardView(
        layout=layout,
        light=model.game.match.white,
        direction=model.settings.direction,
        mover=side,
        you=_you(model, side),
        numbers=model.settings.numbers,
        dice=_dice(model),
        cube=_cube(model.game.match),
        raised=layout.stacks[place(side, steps[-1][1])][-1] if steps else None,
        plays=shown_plays(model),
    )


def _you(model: Model, mover: Player) -> Player:
    """Return the player whose checkers are called yours: the only person at the page, else the mover.

    The numbers that are shown and read out are also that player's, except in a replay, where they are the
    mover's, as in notation.
    """
    return next((side for side in (0, 1) if is_you(model, side)), mover)


def _dice(model: Model) -> tuple[Dice, ...]:
    """Return the dice on the board: those to play, those just played, and blank ones for the next roll."""
    match, commands = model.game.match, available(model)
    setter = next((name for name in ("line-dice", "edit-dice") if name in commands), "")
    phase = match.resumes or match.phase
    if model.game.opening_roll and (model.is_busy or phase is Phase.OPENING):
        return tuple(
            Dice(side, (Die(model.game.opening_roll[side]),), "", model.game.is_rolling) for side in (0, 1)
        )
    if phase is Phase.TO_PLAY and match.dice:
        command = next((name for name in (setter, "confirm", "swap") if name in commands), "")
        return (Dice(match.on_roll, _faces(model.game, match.dice), command, model.game.is_rolling),)
    lying = []
    if phase is Phase.TO_ROLL and (setter or "roll" in commands):
        lying.append(Dice(match.on_roll, (Die(0), Die(0)), setter or "roll"))
    last = _last_roll(model)
    if last and phase is Phase.TO_ROLL:
        command = "recall" if "recall" in commands else ""
        lying.append(Dice(1 - match.on_roll, tuple(Die(value, True) for value in last), command))
    return tuple(lying)


def _faces(game: Game, dice: Roll) -> tuple[Die, ...]:
    """Return the dice of a roll to play, the number to be played first in front; a double has four."""
    first, second = dice
    spent = [move.die for move in game.moves]
    faces = []
    for value in numbers((second, first) if game.swapped else dice):
        faces.append(Die(value, value in spent))
        if value in spent:
            spent.remove(value)
    return tuple(faces)


def _last_roll(model: Model) -> Roll | None:
    """Return the roll just played, an opening roll as it was played: the higher number first."""
    played = False
    for action in reversed(model.game.log.running[-6:]):
        played = played or isinstance(action, Played)
        if isinstance(action, Rolled):
            return action.dice if played else None
        if isinstance(action, OpeningRoll):
            first, second = action.first, action.second
            return (max(first, second), min(first, second)) if played else None
    return None


def _cube(match: Match, command: str = "") -> Cube | None:
    if not match.rules.cube or match.crawford_game:
        return None
    phase = match.resumes or match.phase
    if phase.is_cube_offer:
        answering = 1 - match.on_roll if phase is not Phase.BEAVERED else match.on_roll
        return Cube(match.cube * 2, match.cube_owner, answering)
    return Cube(match.cube, match.cube_owner, command=command)
