"""The new-game dialog: against whom, how strong, how long, by which rules, and what else a match begins with.

Its form is read by ``app.forms.read_setup``.
"""

from enum import StrEnum

from backgammon.app.state.model import (
    LONGEST_MATCH,
    MAX_DICE_WORD,
    MAX_NAME,
    Computer,
    DiceSource,
    Human,
    Model,
    Seat,
)
from backgammon.core.match import Phase
from backgammon.core.rules import PRESETS, Backgammon, BearOff, Opening, Rules, SingleDie
from backgammon.protocol.levels import LEVELS, LOSSES
from backgammon.view.dialogs.settings import directions
from backgammon.view.forms import button, segments, select, submit, switch, text
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_LENGTHS = (0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
_CHOICES: dict[str, type[StrEnum]] = {
    "opening": Opening,
    "single_die": SingleDie,
    "bear_off": BearOff,
    "backgammon": Backgammon,
}
_SWITCHES = ("lapse", "cube", "crawford", "jacoby", "beavers", "raccoons")
_CUBE_LIMITS = (0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


def content(model: Model, say: Say) -> Node:
    """Draw the form of a new game."""
    setup = model.running.setup
    length = min(setup.length, LONGEST_MATCH)
    lengths = sorted({*_LENGTHS, length})
    return node(
        "form",
        node(
            "div",
            segments(
                "opponent",
                say("dialog.new-game.opponent"),
                ((kind, say(f"dialog.new-game.opponent.{kind}")) for kind in (Computer.kind, Human.kind)),
                setup.seats[1].kind,
                class_="even",
            ),
            _level(setup.seats[1], say),
            segments(
                "length",
                say("dialog.new-game.points"),
                ((str(length), str(length) if length else say("ui.money")) for length in lengths),
                str(length),
                class_="tiles",
            ),
            _presets(setup.rules, say),
            _custom(setup.rules, say),
            _more(model, say),
            class_="body",
        ),
        node(
            "footer",
            node("p", say("dialog.new-game.warning"), class_="note") if _running(model) else None,
            button("rematch", say("action.play-again"), class_="link") if model.running.log else None,
            submit(say("dialog.new-game.start")),
            class_="dialog-foot",
        ),
        data_form="new-game",
    )


def _running(model: Model) -> bool:
    """Whether a new game would end one that has begun."""
    game = model.running
    return bool(model.shelf) or (bool(game.log) and game.match.phase is not Phase.MATCH_OVER)


def _level(opponent: Seat, say: Say) -> Node:
    if len(LEVELS) == 1:
        return node("input", type="hidden", name="level", value=LEVELS[0], key="level")
    chosen = opponent.level if isinstance(opponent, Computer) else ""
    return node(
        "div",
        segments(
            "level",
            say("dialog.new-game.level"),
            ((level, say(f"level.{level}")) for level in LEVELS),
            chosen if chosen in LEVELS else LEVELS[0],
        ),
        [
            node(
                "p",
                say(f"level.{level}.note"),
                " ",
                say("level.loss", loss=say.number(LOSSES[level], 1)),
                class_="note",
                data_level=level,
                key=level,
            )
            for level in LEVELS
        ],
        class_="levels",
        key="level",
    )


def _presets(rules: Rules, say: Say) -> Node:
    return node(
        "fieldset",
        node("legend", say("dialog.new-game.rules")),
        node(
            "div",
            [
                node(
                    "label",
                    node("input", type="radio", name="preset", value=name, checked=name == rules.name),
                    node("span", say(f"rule.{name}.name"), class_="option-name"),
                    node("span", say(f"rule.{name}.about"), class_="note"),
                    key=name,
                )
                for name in (*PRESETS, "custom")
            ],
            class_="options",
        ),
        class_="choice presets",
        key="preset",
    )


def _custom(rules: Rules, say: Say) -> Node:
    """The single fields of a rule set; the style sheet shows them while "custom" is chosen."""
    return node(
        "fieldset",
        node("legend", say("rule.custom.fields"), class_="hidden"),
        [
            select(
                name,
                say(f"rule.{name}"),
                ((value, say(f"rule.{name}.{value}")) for value in kind),
                getattr(rules, name),
            )
            for name, kind in _CHOICES.items()
        ],
        select(
            "cube_limit",
            say("rule.cube_limit"),
            (
                (str(limit), say.number(limit) if limit else say("rule.cube_limit.none"))
                for limit in _CUBE_LIMITS
            ),
            str(rules.cube_limit),
        ),
        select(
            "automatic_doubles",
            say("rule.automatic_doubles"),
            ((str(count), str(count)) for count in range(7)),
            str(rules.automatic_doubles),
        ),
        [switch(name, say(f"rule.{name}"), getattr(rules, name)) for name in _SWITCHES],
        class_="custom fields",
        key="custom",
    )


def _more(model: Model, say: Say) -> Node:
    """What most leave as it is: names, sides, dice."""
    setup = model.running.setup
    two = isinstance(setup.seats[1], Human)
    return node(
        "details",
        node("summary", say("dialog.new-game.more")),
        node(
            "div",
            text("name0", say("dialog.new-game.name0"), setup.seats[0].name, MAX_NAME),
            text(
                "name1",
                say("dialog.new-game.name1"),
                setup.seats[1].name if two else "",
                MAX_NAME,
            ),
            segments(
                "white",
                say("dialog.new-game.white"),
                (("0", say("dialog.new-game.white.0")), ("1", say("dialog.new-game.white.1"))),
                str(setup.white),
                class_="even",
            ),
            directions(model, say),
            node(
                "div",
                switch(
                    "advice",
                    say("dialog.new-game.advice"),
                    setup.advice,
                    say("dialog.new-game.advice.note"),
                ),
                class_="for-two",
                key="advice",
            ),
            segments(
                "dice",
                say("dialog.new-game.dice"),
                ((source, say(f"dialog.new-game.dice.{source}")) for source in DiceSource),
                setup.dice,
                class_="even",
            ),
            text(
                "word",
                say("dialog.new-game.word"),
                setup.word,
                MAX_DICE_WORD,
                say("dialog.new-game.word.note"),
            ),
            class_="fields",
        ),
        key="more",
    )
