"""The rules page: a rule set explained field by field, with pictures computed from the rules themselves.

No preset other than the standard is known here by name: parts are composed from the fields of a Rules value,
the core computes the legal moves of a picture, and differences from the standard are found by comparing.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from backgammon.app.commands import is_available
from backgammon.core.dice import Roll
from backgammon.core.plays import Turn
from backgammon.core.position import BAR, Position
from backgammon.core.rules import PRESETS, STANDARD, PlayTo, Rules, base_preset
from backgammon.i18n.rule_names import changed_fields, rules_name, value_name
from backgammon.state.checkers import Layout
from backgammon.state.legal_moves import is_hit
from backgammon.state.model import Direction, Model
from backgammon.view.board.board_view import BoardView, Dice, Die, Target
from backgammon.view.board.excerpt import excerpt
from backgammon.view.forms import button, scrollable_body
from backgammon.view.geometry import BAR_LEFT, HEIGHT, MIDDLE, WIDTH, Box, column
from backgammon.view.node import Child, Node, node
from backgammon.view.words import Say, prevent_breaks

_ALL = Box(0, 0, WIDTH, HEIGHT)
_FAR_HOME = Box(BAR_LEFT, 0, WIDTH - BAR_LEFT, MIDDLE + 70)
_NEAR_HOME = Box(BAR_LEFT, MIDDLE - 70, WIDTH - BAR_LEFT, HEIGHT - MIDDLE + 70)


@dataclass(frozen=True, slots=True)
class _Figure:
    """A board of which ``crop`` is shown: each side's checkers as (point, count) in White's numbers.

    25 and 0 are the bars. Without checkers it shows the starting position of the rules.
    """

    white: tuple[tuple[int, int], ...] = ()
    black: tuple[tuple[int, int], ...] = ()
    dice: Roll | None = None
    selected: int | None = None
    crop: Box = _ALL
    way: bool = False
    """Whether an arrow shows White's way round the board."""

    def position(self, rules: Rules) -> Position:
        """Return the position, White to play."""
        if not self.white and not self.black:
            return rules.opening_position
        points = [0] * 26
        for sign, checkers in ((1, self.white), (-1, self.black)):
            for point, count in checkers:
                points[point] += sign * count
        return Position(tuple(points))


_START_BLACK = ((1, 2), (12, 5), (17, 3), (19, 5))
_START_WHITE = ((24, 2), (13, 5), (8, 3), (6, 5))
_LAST_CHECKERS = ((5, 2), (4, 2), (2, 1))
_BLACK_AT_HOME = ((22, 3), (23, 3), (24, 3))
_FIGURES = {
    "board": _Figure(way=True),
    "moving": _Figure(_START_WHITE, _START_BLACK, (6, 4), 24),
    "single_die": _Figure(((24, 1),), ((13, 3), (8, 3), (7, 3), (5, 2), (4, 2), (3, 2)), (6, 5), 24),
    "hitting": _Figure(_START_WHITE, ((1, 1), (4, 1), (12, 5), (17, 3), (19, 5)), (4, 2), 8),
    "entering": _Figure(
        ((BAR, 1), (24, 1), (13, 5), (8, 3), (6, 5)), _START_BLACK, (6, 4), BAR, crop=_FAR_HOME
    ),
    "bear_off.highest": _Figure(_LAST_CHECKERS, _BLACK_AT_HOME, (6, 3), 5, crop=_NEAR_HOME),
    "bear_off.at-least": _Figure(_LAST_CHECKERS, _BLACK_AT_HOME, (6, 3), 2, crop=_NEAR_HOME),
    "bear_off.exact": _Figure(_LAST_CHECKERS, _BLACK_AT_HOME, (5, 3), 5, crop=_NEAR_HOME),
    "backgammon.bar-or-home": _Figure((), ((3, 2), (12, 3), (17, 4), (19, 6))),
    "backgammon.bar": _Figure((), ((0, 1), (12, 3), (17, 5), (19, 6))),
    "backgammon.not-home": _Figure((), ((16, 1), (20, 3), (22, 3), (23, 3))),
}

_PARTS: dict[str, tuple[str, ...]] = {
    "board": ("start",),
    "aim": (),
    "opening": ("opening",),
    "moving": ("single_die",),
    "hitting": (),
    "off": ("bear_off", "lapse"),
    "win": ("backgammon",),
    "cube": ("cube", "cube_limit", "automatic_doubles", "jacoby", "beavers", "raccoons"),
    "length": ("play_to", "crawford"),
}
"""The parts of the page, and the fields that decide the contents of each."""


def content(model: Model, say: Say) -> Child:
    """Draw the rules of one rule set, and the tabs of the others."""
    match = model.game.match
    played = match.rules
    rules = PRESETS.get(model.rules_shown, played)
    if rules == played and match.length:
        rules = replace(rules, play_to=PlayTo.MATCH)  # whatever the rule set is usually played for
    tabs = [*PRESETS.values(), *((played,) if played.name == "custom" else ())]
    return (
        node(
            "nav",
            [
                button(
                    "rules",
                    rules_name(tab, say),
                    tab.name,
                    class_="tab",
                    aria_current="true" if tab.name == rules.name else None,
                )
                for tab in tabs
            ],
            class_="tabs",
            aria_label=say("aria.presets"),
        ),
        scrollable_body(
            node("p", say(f"rule.{(base_preset(rules) or rules).name}.about"), class_="lead"),
            _lessons(model, say),
            _differences(rules, say),
            [_part(name, rules, say) for name in _PARTS],
            class_="body rules",
            key=f"rules-{rules.name}",
        ),
    )


def _lessons(model: Model, say: Say) -> Node | None:
    """Draw the link to the lessons, which teach the rules on the board."""
    if model.lesson or not is_available(model, "lessons"):
        return None
    return button("lessons", say("action.lessons"), class_="link")


def _differences(rules: Rules, say: Say) -> Node | None:
    """Draw the differences from the standard, row by row, with the standard's value beside each."""
    if rules == STANDARD:
        return None
    changed = changed_fields(rules)
    if not changed:
        return node("p", say("rules.same"), class_="same")
    return node(
        "section",
        node("h3", say("rules.differences")),
        node(
            "dl",
            [
                node(
                    "div",
                    node("dt", say(f"rule.{name}")),
                    node("dd", value_name(rules, name, say), class_="here"),
                    node(
                        "dd", say("rules.standard", rule=value_name(STANDARD, name, say)), class_="standard"
                    ),
                    key=name,
                )
                for name in changed
            ],
            class_="rows",
        ),
        class_="group",
    )


def _part(name: str, rules: Rules, say: Say) -> Node:
    differs = set(_PARTS[name]) & set(changed_fields(rules))
    paragraphs = [node("p", prevent_breaks(text)) for text in _texts(name, rules, say)]
    return node(
        "section",
        node(
            "h3",
            say(f"rules.part.{name}"),
            node("span", say("rule.differs"), class_="differs") if differs else None,
        ),
        node("div", paragraphs, class_="part-text"),
        _figures(name, rules, say),
        class_="group part changed" if differs else "group part",
        key=name,
    )


def _texts(part: str, rules: Rules, say: Say) -> list[str]:
    """Return the paragraphs of a part; what concerns matches alone only where one is played by the rules."""
    match part:
        case "board":
            return [say("rules.board.text", count=rules.checkers)]
        case "opening":
            return [say(f"rules.opening.{rules.opening}")]
        case "moving":
            said = [say("rules.moving.text"), say("rules.moving.double"), say("rules.moving.both")]
            return [*said, say(f"rules.single_die.{rules.single_die}")]
        case "hitting":
            return [say("rules.hitting.text"), say("rules.hitting.enter")]
        case "off":
            said = [say("rules.off.text"), say(f"rules.bear_off.{rules.bear_off}")]
            return [*said, say("rules.lapse.on")] if rules.lapse else said
        case "win":
            return [say("rules.win.text"), say(f"rules.backgammon.{rules.backgammon}")]
        case "cube":
            return _cube_texts(rules, say)
        case "length":
            said = [say(f"rules.play_to.{rules.play_to}")]
            crawford = rules.crawford and rules.cube and rules.play_to is PlayTo.MATCH
            return [*said, say("rules.crawford.on")] if crawford else said
        case _:
            return [say(f"rules.{part}.text")]


def _cube_texts(rules: Rules, say: Say) -> list[str]:
    if not rules.cube:
        return [say("rules.cube.off")]
    limit = rules.cube_limit
    return [
        say("rules.cube.on"),
        say("rules.cube_limit.some", cube=limit) if limit else say("rules.cube_limit.none"),
        *([say("rules.automatic_doubles", count=rules.automatic_doubles)] if rules.automatic_doubles else []),
        *[say(f"rules.{name}.on") for name in ("jacoby", "beavers", "raccoons") if getattr(rules, name)],
    ]


def _figures(part: str, rules: Rules, say: Say) -> list[Node]:
    """Return the pictures of a part, each with a caption that says what can be done there."""
    match part:
        case "board":
            names = {"board": "board"}
        case "moving":
            names = {"moving": "moving", "single_die": f"single_die.{rules.single_die}"}
        case "hitting":
            names = {"hitting": "hitting", "entering": "entering"}
        case "off":
            names = {f"bear_off.{rules.bear_off}": f"bear_off.{rules.bear_off}"}
        case "win":
            names = {f"backgammon.{rules.backgammon}": f"backgammon.{rules.backgammon}"}
        case _:
            names = {}
    return [
        node(
            "figure",
            _picture(_FIGURES[figure], rules),
            node("figcaption", prevent_breaks(say(f"rules.figure.{caption}"))),
            key=figure,
        )
        for figure, caption in names.items()
    ]


@lru_cache(maxsize=32)
def _picture(figure: _Figure, rules: Rules) -> Node:
    """Draw a figure, with the moves of the selected checker that these rules allow."""
    position, targets = figure.position(rules), dict[int, Target]()
    if figure.dice and figure.selected is not None:
        turn = Turn(position, figure.dice, rules)
        for place, way in turn.trips((), figure.selected).items():
            targets[place] = Target(place, is_hit(turn, way), len(way) > 1)
    view = BoardView(
        layout=Layout.of(position),
        interactive=False,
        dice=(Dice(0, tuple(map(Die, figure.dice))),) if figure.dice else (),
        targets=tuple(targets.values()),
        selected=figure.selected,
    )
    return excerpt(view, figure.crop, _way() if figure.way else None)


def _way() -> Node:
    """Draw White's way from point 24 to point 1, between the rows."""
    right, left = column(24, Direction.RIGHT), column(13, Direction.RIGHT) + 10
    upper, lower, bend, head = MIDDLE - 44, MIDDLE + 44, 44, 34
    return node(
        "path",
        class_="way",
        d=f"M{right} {upper}H{left}A{bend} {bend} 0 0 0 {left} {lower}H{right}"
        f"m{-head} {-head}l{head} {head}l{-head} {head}",
        key="way",
    )
