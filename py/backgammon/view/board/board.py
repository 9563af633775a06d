"""The board as one SVG, from plain data alone; what has not changed is the same Node object as before.

Everything that moves is placed by its ``transform`` attribute, so that a move is a CSS transition. Each
checker is one element with its own key. Colours, light and motion are the style sheets' business: here are
only classes.
"""

from dataclasses import dataclass
from functools import lru_cache

from backgammon.app.state.checkers import OFF_1, Layout, place
from backgammon.app.state.model import Direction
from backgammon.core.match import Player
from backgammon.core.plays import Move
from backgammon.core.position import BAR, CHECKERS, OFF
from backgammon.view import geometry
from backgammon.view.board.ground import POINTS, definitions, ground
from backgammon.view.geometry import Box, Spot
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_PIP_STEP = 23
_CENTRED_CUBE = 64
"""What a cube shows that nobody has turned."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the board; a die without a value is one still to be rolled."""

    value: int
    used: bool = False


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice on one side; ``command`` is what a tap on them does, ``rolling`` while they tumble."""

    player: Player
    faces: tuple[Die, ...]
    command: str = ""
    rolling: bool = False


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube: its stake, who owns it, and who is to answer an offer (``value`` is then what is offered)."""

    value: int = 1
    owner: Player | None = None
    answering: Player | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """A legal destination in the mover's numbers; ``far`` takes more than one number of the dice."""

    place: int
    hit: bool = False
    far: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """All that a board shows.

    ``mover`` is the player in whose numbers places are tapped, ``you`` whose checkers are called yours,
    ``numbers_of`` whose numbers are shown and read out, the mover's where it is None.
    ``sources``, ``targets`` and ``selected`` are in the mover's numbers, ``last`` in those of
    ``last_player``. ``raised`` is the checker that moves above the others. The top checker on ``refused``
    (mover's number) shakes, anew when ``refusals`` changes from 0 to 1 or back. A board that is not
    ``interactive`` is a picture; on one that is ``editing`` places bear player 0's numbers, and both bars and
    trays are tapped (26 and 27 are player 1's).
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
    raised: int | None = None
    refused: int | None = None
    refusals: int = 0

    @property
    def counting(self) -> Player:
        """The player whose numbers are shown and read out."""
        return self.mover if self.numbers_of is None else self.numbers_of


def board(view: BoardView, say: Say) -> Node:
    """Draw the board, in words of ``say``."""
    stacks, direction = view.layout.stacks, view.direction
    side = ("light", "dark") if view.light == 0 else ("dark", "light")
    return node(
        "svg",
        definitions(),
        ground(direction),
        _numbers(view.counting, direction) if view.numbers else None,
        node("g", _landings(view), _ghosts(view), key="ghosts", class_="ghosts", aria_hidden="true"),
        node("g", _checkers(view, side), key="checkers", class_="checkers", aria_hidden="true"),
        node("g", _counts(stacks, side, direction), key="counts", class_="counts", aria_hidden="true"),
        node("g", _rings(view), key="rings", class_="rings", aria_hidden="true"),
        _cube(view.cube, direction, _cube_label(view, say)) if view.cube else None,
        [_dice(dice, side[dice.player], view.direction, *_dice_words(dice, say)) for dice in view.dice],
        node("g", _places(view, say), key="places", class_="places"),
        class_="board-svg",
        viewBox=f"0 0 {geometry.WIDTH} {geometry.HEIGHT}",
        role="group" if view.interactive else "img",
        aria_label=say("aria.board"),
        key="board",
    )


def _at(spot: Spot) -> str:
    return f"translate({spot.x} {spot.y})"


@lru_cache(maxsize=4)
def _numbers(player: Player, direction: Direction) -> Node:
    """Point numbers from a player's side."""
    return node(
        "g",
        [
            _text(str(point), geometry.number(place(player, point), direction), f"n{place(player, point)}")
            for point in POINTS
        ],
        key="numbers",
        class_="numbers",
        aria_hidden="true",
    )


def _text(text: str, spot: Spot, key: str, class_: str | None = None) -> Node:
    return node("text", text, x=spot.x, y=spot.y, class_=class_, key=key)


def _checkers(view: BoardView, side: tuple[str, str]) -> list[Node]:
    """Every checker, lower ones first, so that what lies on top is drawn last."""
    selected = None if view.selected is None else place(view.mover, view.selected)
    refused = None if view.refused is None else place(view.mover, view.refused)
    movable = {place(view.mover, number): number for number in range(26)}
    found = []
    for at, stack in enumerate(view.layout.stacks):
        for index, checker in enumerate(stack):
            player = checker // CHECKERS
            top = index == len(stack) - 1
            mine = top and player == view.mover and not view.editing
            state = (
                "lifted"
                if mine and at == selected
                else f"shake-{view.refusals}"
                if top and at == refused
                else ""
            )
            drawn = _checker(
                checker,
                side[player],
                geometry.checker(at, index, len(stack), view.direction),
                "off" if at in (OFF, OFF_1) else "bar" if at >= BAR else "",
                state,
                movable.get(at, -1) if mine else -1,
            )
            found.append(((state == "lifted", checker == view.raised, index, checker), drawn))
    return [drawn for _, drawn in sorted(found, key=lambda item: item[0])]


@lru_cache(maxsize=1024)
def _checker(number: int, side: str, spot: Spot, where: str, state: str, top: int) -> Node:
    """One checker; ``top`` is the mover's number of the place it lies on top of, -1 elsewhere."""
    classes = ["checker", side, where, state]
    return node(
        "g",
        node(
            "g",
            node("circle", class_="shadow", cx=0, cy=6, r=54),
            node("circle", class_="disc", r=47),
            node("circle", class_="dish", r=32),
            node("circle", class_="pip-mark", r=7) if side == "dark" else None,
            class_="body",
        ),
        node("rect", class_="edge", x=-44, y=-12, width=88, height=24, rx=6),
        class_=" ".join(filter(None, classes)),
        transform=_at(spot),
        data_checker=number,
        data_top=top if top >= 0 else None,
        key=f"c{number}",
    )


def _counts(stacks: tuple[tuple[int, ...], ...], side: tuple[str, str], direction: Direction) -> list[Node]:
    """How many lie where they overlap, on the top checker."""
    return [
        _text(
            str(len(stack)),
            geometry.checker(at, len(stack) - 1, len(stack), direction),
            f"k{at}",
            f"on-{side[stack[-1] // CHECKERS]}",
        )
        for at, stack in enumerate(stacks)
        if len(stack) > geometry.STACK and at not in (OFF, OFF_1)
    ]


def _trails(moves: tuple[Move, ...]) -> tuple[list[int], list[int]]:
    """Return where checkers began and where they came to rest."""
    begun: list[int] = []
    rested: list[int] = []
    for move in moves:
        if move.source in rested:
            rested.remove(move.source)
        else:
            begun.append(move.source)
        rested.append(move.target)
    return begun, rested


def _ghosts(view: BoardView) -> list[Node]:
    """An outline where each checker of the last play began, unless another lies there now."""
    marks = []
    begun, _ = _trails(view.last)
    for at in sorted({place(view.last_player, number) for number in begun}):
        stack = view.layout.stacks[at]
        gone = sum(place(view.last_player, number) == at for number in begun)
        if stack and (stack[0] // CHECKERS != view.last_player or len(stack) + gone > geometry.STACK):
            continue
        marks += [
            _circle(
                geometry.checker(at, len(stack) + extra, 1, view.direction), 44, "ghost", f"g{at}-{extra}"
            )
            for extra in range(min(gone, geometry.STACK))
        ]
    return marks


def _landings(view: BoardView) -> list[Node]:
    """The ground of each place that can be reached: it lights up under a checker that is held over it."""
    places = [(target.place, place(view.mover, target.place)) for target in view.targets]
    return [
        _landing(geometry.place_box(at, view.direction), "landing", number, f"w{at}") for number, at in places
    ]


@lru_cache(maxsize=128)
def _landing(box: Box, class_: str, number: int, key: str) -> Node:
    return node("rect", class_=class_, rx=10, data_landing=number, key=key, **box._asdict())


def _rings(view: BoardView) -> list[Node]:
    """Rings above the checkers: where the last play ended, and where the selected checker can go."""
    marks = []
    _, rested = _trails(view.last)
    for at in sorted({place(view.last_player, number) for number in rested if number != OFF}):
        stack = view.layout.stacks[at]
        came = sum(place(view.last_player, number) == at for number in rested)
        if not stack or stack[0] // CHECKERS != view.last_player:
            continue
        marks += [
            _circle(
                geometry.checker(at, len(stack) - 1 - back, len(stack), view.direction),
                46,
                "last",
                f"l{at}-{back}",
            )
            for back in range(1 if len(stack) > geometry.STACK else min(came, len(stack)))
        ]
    for target in view.targets:
        at = place(view.mover, target.place)
        classes = "target" + " hit" * target.hit + " far" * target.far
        if target.place == OFF:
            box = geometry.place_box(at, view.direction)
            edge = Box(box.x + 3, box.y + 3, box.width - 6, box.height - 6)
            marks.append(_landing(edge, classes, target.place, f"t{at}"))
        else:
            height = 0 if target.hit else len(view.layout.stacks[at])
            spot = geometry.checker(at, min(height, geometry.STACK - 1), 1, view.direction)
            marks.append(_target(spot, classes, target.place, f"t{at}"))
    return marks


@lru_cache(maxsize=256)
def _circle(spot: Spot, radius: int, class_: str, key: str) -> Node:
    return node("circle", class_=class_, cx=spot.x, cy=spot.y, r=radius, key=key)


@lru_cache(maxsize=64)
def _target(spot: Spot, class_: str, number: int, key: str) -> Node:
    return node(
        "g",
        node("circle", class_="halo", r=45),
        node("circle", class_="core", r=15),
        class_=class_,
        transform=_at(spot),
        data_landing=number,
        key=key,
    )


def _dice_words(dice: Dice, say: Say) -> tuple[str, str]:
    """Return the name of the dice, and what a tap does where that is not the name itself."""
    values = [die.value for die in dice.faces]
    action = say(f"action.{dice.command}") if dice.command else ""
    if not any(values):
        return action or say("aria.dice.none"), ""
    if len(values) == 1:
        return say("aria.die", value=values[0]), action
    left = [die.value for die in dice.faces if not die.used]
    if 0 < len(left) < len(values):
        shown = ", ".join(map(str, left))
        return say("aria.dice.left", first=values[0], second=values[-1], left=shown), action
    return say("aria.dice", first=values[0], second=values[-1]), action


@lru_cache(maxsize=256)
def _dice(dice: Dice, side: str, direction: Direction, label: str, action: str) -> Node:
    touch = geometry.dice(dice.player, len(dice.faces), direction)
    return node(
        "g",
        node("rect", class_="touch", key="touch", **touch._asdict()) if dice.command else None,
        [
            _die(die, side, geometry.die(dice.player, index, len(dice.faces), direction), index)
            for index, die in enumerate(dice.faces)
        ],
        key=f"dice{dice.player}",
        class_="dice rolling" if dice.rolling else "dice",
        role="button" if dice.command else "img",
        tabindex="0" if dice.command else None,
        data_command=dice.command or None,
        aria_label=label,
        aria_description=action or None,
    )


@lru_cache(maxsize=256)
def _die(die: Die, side: str, spot: Spot, index: int) -> Node:
    half = geometry.DIE // 2
    classes = ["die", side, "used" if die.used else "", "" if die.value else "blank"]
    return node(
        "g",
        node(
            "g",
            node("rect", class_="die-shadow", x=-half, y=-half + 7, width=2 * half, height=2 * half, rx=18),
            node("rect", class_="die-face", x=-half, y=-half, width=2 * half, height=2 * half, rx=18),
            [
                node("circle", class_="pip", cx=x * _PIP_STEP, cy=y * _PIP_STEP, r=8)
                for x, y in _PIPS.get(die.value, ())
            ],
            class_="body",
        ),
        class_=" ".join(filter(None, classes)),
        transform=_at(spot),
        key=f"d{index}",
    )


def _cube_label(view: BoardView, say: Say) -> str:
    cube = view.cube
    assert cube is not None
    if cube.answering is not None:
        return say("aria.cube.offered", value=cube.value)
    if cube.owner is None:
        return say("aria.cube.centred", value=cube.value)
    return say("aria.cube.yours" if cube.owner == view.you else "aria.cube.theirs", value=cube.value)


@lru_cache(maxsize=64)
def _cube(cube: Cube, direction: Direction, label: str) -> Node:
    """The cube; in a narrow crop the style sheet shifts what lies in the cube's tray (class ``lane``)."""
    half = geometry.CUBE // 2
    offered = cube.answering is not None
    if cube.answering is not None:
        spot = geometry.cube_offered(cube.answering, direction)
    else:
        spot = geometry.cube(cube.owner, direction)
    shown = str(cube.value if cube.value > 1 else _CENTRED_CUBE)
    lane = {None: "middle", 0: "bottom", 1: "top"}[cube.owner]
    return node(
        "g",
        node(
            "g",
            node("rect", class_="die-shadow", x=-half, y=-half + 7, width=2 * half, height=2 * half, rx=14),
            node("rect", class_="cube-face", x=-half, y=-half, width=2 * half, height=2 * half, rx=14),
            node("text", shown, class_=f"cube-value digits-{min(len(shown), 5)}", x=0, y=0),
            class_="cube-body",
            transform=_at(spot),
            key="cube-body",
        ),
        class_="cube offered" if offered else f"cube lane {lane}",
        role="img",
        aria_label=label,
        key="cube",
    )


def _places(view: BoardView, say: Say) -> list[Node]:
    """The areas that are tapped: points, bars and trays, each with a name that says what lies there."""
    targets = {target.place: target for target in view.targets}
    numbers = {place(view.mover, number): number for number in range(26)}
    mine, other = view.counting, 1 - view.counting
    areas = []
    for player, number in (
        *((mine, number) for number in (BAR, *range(24, 0, -1), OFF)),
        *((other, number) for number in (BAR, OFF)),
    ):
        at = place(player, number)
        stack = view.layout.stacks[at]
        owner = stack[0] // CHECKERS if stack else player
        name = place_name(number, len(stack), owner == view.you, say)
        if at not in numbers:
            areas.append(
                _area(geometry.place_box(at, view.direction), f"p{at}", name, at if view.editing else -1)
            )
            continue
        tapped = numbers[at]
        movable = tapped in view.sources and tapped != OFF
        hint = "aria.source" if movable and tapped != view.selected else ""
        if tapped in targets:
            hint = "aria.target.hit" if targets[tapped].hit else "aria.target"
        areas.append(
            _area(
                geometry.place_box(at, view.direction),
                f"p{at}",
                say("aria.place", place=name, hint=say(hint)) if hint and view.interactive else name,
                tapped if view.interactive else -1,
                tapped in targets or movable,
                tapped == view.selected,
            )
        )
    return areas


def place_name(number: int, count: int, yours: bool, say: Say) -> str:
    """Name a place and what lies on it, such as "point 13, 5 of your checkers"."""
    where = {BAR: "bar", OFF: "off"}.get(number, "point")
    whose = "yours" if yours else "theirs"
    if not count:
        return (
            say("aria.point.empty", point=number) if where == "point" else say(f"aria.{where}.empty.{whose}")
        )
    return say(f"aria.{where}.{whose}", count=count, point=number)


@lru_cache(maxsize=1024)
def _area(box: Box, key: str, name: str, number: int, legal: bool = False, selected: bool = False) -> Node:
    playable = number >= 0
    return node(
        "rect",
        class_="place legal" if legal else "place",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=10,
        role="button" if playable else "img",
        tabindex=None if not playable else "0" if legal else "-1",
        data_place=number if playable else None,
        aria_label=name,
        aria_pressed="true" if selected else None,
        key=key,
    )
