"""The new-game dialog: the opponent and its level, the match length, the rules, and all other options.

Its form is read by ``app.forms.read_setup``.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from backgammon.core.rules import HISTORICAL, PRESETS, Backgammon, BearOff, Opening, Rules, SingleDie
from backgammon.core.time_control import MINUTE, SECOND, control_for, point_bank
from backgammon.i18n.rule_names import rules_name
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS, LOSSES
from backgammon.state.model import (
    LONGEST_MATCH,
    MAX_DICE_WORD,
    MAX_NAME,
    Computer,
    DiceSource,
    Human,
    MatchOptions,
    Model,
    Remote,
    Seat,
)
from backgammon.view.dialogs.settings import directions
from backgammon.view.forms import (
    address_servers,
    button,
    note_attributes,
    same_network,
    segments,
    select,
    submit,
    switch,
    text,
)
from backgammon.view.node import Node, node
from backgammon.view.words import Say, length_name

OPPONENTS = (Computer.kind, Human.kind, Remote.kind)
"""Options for only one of them have the class ``for-KIND``; css/new-game.css hides those of the others."""
_DICE = (DiceSource.FAIR, DiceSource.TYPED)
_LENGTHS = (0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
_CHOICES: dict[str, type[StrEnum]] = {
    "opening": Opening,
    "single_die": SingleDie,
    "bear_off": BearOff,
    "backgammon": Backgammon,
}
_SWITCHES = ("lapse", "cube", "crawford", "jacoby", "beavers", "raccoons")
_CUBE_LIMITS = (0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
_DELAYS, _BANKS = (0, 5, 8, 12, 15, 20, 30, 60), (1, 2, 3, 5, 10, 30)
"""Seconds for each decision, and minutes for each point."""
_BAR = 44, 30
"""Width and height of the picture of a level: a bar that is higher for stronger levels."""


def content(model: Model, say: Say) -> Node:
    """Draw the form for a new game."""
    setup = model.game_in_play.setup
    ends_match = model.game_in_play.is_under_way or model.shelf is not None
    length = min(setup.length, LONGEST_MATCH)
    lengths = sorted({*_LENGTHS, length})
    return node(
        "form",
        node(
            "div",
            node(
                "div",
                _again(setup, say) if _began_midway(model) else None,
                segments(
                    "opponent",
                    say("dialog.new-game.opponent"),
                    ((kind, say(f"dialog.new-game.opponent.{kind}")) for kind in OPPONENTS),
                    setup.seats[1].kind,
                    class_="even unnamed",
                ),
                _level(setup.seats[1], say),
                _for_two(model, say),
                _for_friend(model, say),
                class_="column",
            ),
            node(
                "div",
                segments(
                    "length",
                    say("dialog.new-game.points"),
                    ((str(length), str(length) if length else say("ui.money")) for length in lengths),
                    str(length),
                    class_="lengths",
                ),
                _presets(setup.rules, say),
                _custom(setup.rules, say),
                _more(model, say),
                class_="column",
            ),
            class_="body",
        ),
        node(
            "footer",
            node("p", say("dialog.new-game.warning"), class_="note") if ends_match else None,
            submit(say("dialog.new-game.start")),
            class_="dialog-foot",
        ),
        data_form="new-game",
    )


def _again(setup: MatchOptions, say: Say) -> Node:
    """Draw the button that starts the same match again, with a description of the match."""
    opponent = setup.seats[1]
    if isinstance(opponent, Computer):
        against = say(f"level.{opponent.level}")
    else:
        against = say(f"dialog.new-game.opponent.{opponent.kind}")
    length = length_name(setup.length, say)
    facts = (against, length, rules_name(setup.rules, say))
    return button(
        "rematch",
        (
            node("span", say("action.play-again"), class_="option-name"),
            node("span", " · ".join(facts), class_="note"),
        ),
        class_="secondary again",
    )


def _began_midway(model: Model) -> bool:
    """Whether the match began from a position, so that a rematch repeats more than its options."""
    game = model.game_in_play
    return bool(game.start and game.log) and not isinstance(game.setup.seats[1], Remote)


def _level(opponent: Seat, say: Say) -> Node:
    """Draw a bar and a description for each level; the style sheet shows the chosen level's description."""
    level = opponent.level if isinstance(opponent, Computer) else ""
    chosen = level if level in LEVELS else DEFAULT_LEVEL
    return node(
        "fieldset",
        node("legend", say("dialog.new-game.level")),
        node(
            "div",
            [
                part
                for at, name in enumerate(LEVELS)
                for part in (_strength(at, name, name == chosen, say), _about(name, say))
            ],
            node("span", say("dialog.new-game.easier"), class_="easier note", aria_hidden="true"),
            node("span", say("dialog.new-game.stronger"), class_="stronger note", aria_hidden="true"),
            class_="strengths",
        ),
        class_="choice for-computer",
        key="level",
    )


def _strength(at: int, level: str, chosen: bool, say: Say) -> Node:
    width, height = _BAR
    top = height * (len(LEVELS) - 1 - at) / (len(LEVELS) + 1)
    return node(
        "label",
        node(
            "input",
            type="radio",
            name="level",
            value=level,
            checked=chosen,
            aria_label=say(f"level.{level}"),
        ),
        node(
            "svg",
            node("rect", x=1, y=1 + top, width=width - 2, height=height - 2 - top, rx=4),
            viewBox=f"0 0 {width} {height}",
            preserveAspectRatio="none",
            aria_hidden="true",
        ),
        class_="strength",
        title=say(f"level.{level}"),
        key=level,
    )


def _about(level: str, say: Say) -> Node:
    pr = LOSSES[level] / 2  # PR is 500 times the loss of a decision in points, LOSSES 1000 times
    return node(
        "p",
        node("strong", say(f"level.{level}")),
        node("span", say("level.pr", pr=say.number(pr, 0 if pr >= 5 else 1)), class_="level-pr"),
        node("span", say(f"level.{level}.note"), class_="note"),
        class_="about-level",
        key=f"{level}-about",
    )


def _for_two(model: Model, say: Say) -> Node:
    """Draw the options for two people at one device."""
    return node(
        "div",
        switch(
            "face_to_face",
            say("setting.face_to_face"),
            model.settings.face_to_face,
            say("setting.face_to_face.note"),
        ),
        switch(
            "advice",
            say("dialog.new-game.advice"),
            model.game_in_play.setup.advice,
            say("dialog.new-game.advice.note"),
        ),
        class_="for-human",
        key="for-two",
    )


def _for_friend(model: Model, say: Say) -> Node:
    """Draw the options for two people at two devices, and the button for the matches in progress."""
    setup = model.game_in_play.setup
    return node(
        "div",
        segments(
            "way",
            say("dialog.new-game.way"),
            ((way, say(f"dialog.new-game.way.{way}")) for way in ("live", "message")),
            "live",
            class_="even",
        ),
        node(
            "div",
            same_network(model.settings.address_server, say),
            node("p", say("dialog.new-game.way.message.note"), class_="note"),
            class_="ways",
        ),
        text("host", say("dialog.new-game.name0"), setup.seats[0].name, MAX_NAME),
        switch("hints", say("dialog.new-game.advice"), False, say("dialog.new-game.advice.note")),
        address_servers(model.settings.address_server, say),
        button("friend-act", say("dialog.friend.list"), "list", "link"),
        class_="for-remote",
        key="for-friend",
    )


def _clock(setup: MatchOptions, say: Say) -> Node:
    """Draw the choice of a clock and of its times."""
    control = setup.clock or control_for(setup.length)
    kind = "off" if setup.clock is None else "loses" if control.loses else "shows"
    delay, bank = control.delay // SECOND, point_bank(control, setup.length) // MINUTE
    return node(
        "div",
        segments(
            "clock",
            say("dialog.new-game.clock"),
            ((each, say(f"dialog.new-game.clock.{each}")) for each in ("off", "loses", "shows")),
            kind,
            class_="even",
        ),
        node(
            "div",
            select("delay", say("dialog.new-game.delay"), _numbers({*_DELAYS, delay}, say), str(delay)),
            select("bank", say("dialog.new-game.bank"), _numbers({*_BANKS, bank}, say), str(bank)),
            node("p", say("dialog.new-game.clock.note"), class_="note not-remote"),
            class_="times",
        ),
        class_="with-times",
        key="clock",
    )


def _numbers(numbers: Iterable[int], say: Say) -> Iterator[tuple[str, str]]:
    return ((str(number), say.number(number)) for number in sorted(numbers))


def _presets(rules: Rules, say: Say) -> Node:
    """Draw the rule sets; the style sheet shows only the chosen one until all are asked for."""
    return node(
        "div",
        node(
            "div",
            node("span", say("dialog.new-game.rules"), class_="field-label", id="presets-name"),
            node(
                "label",
                node("input", type="checkbox", class_="hidden"),
                node("span", say("dialog.new-game.all-rules")),
                class_="unfold",
            ),
            class_="presets-head",
        ),
        node(
            "div",
            [_preset(name, rules, say) for name in PRESETS if name not in HISTORICAL],
            node("p", say("dialog.new-game.old-rules"), class_="options-name", key="old"),
            [_preset(name, rules, say) for name in HISTORICAL],
            _preset("custom", rules, say),
            class_="options",
        ),
        class_="presets",
        role="radiogroup",
        aria_labelledby="presets-name",
        key="preset",
    )


def _preset(name: str, rules: Rules, say: Say) -> Node:
    key, about, chosen = f"preset-{name}", say(f"rule.{name}.about"), name == rules.name
    return node(
        "label",
        node("input", type="radio", name="preset", value=name, checked=chosen, **note_attributes(key, about)),
        node("span", say(f"rule.{name}.name"), class_="option-name", id=f"{key}-name"),
        node("span", about, class_="note", id=f"{key}-note"),
        class_="own" if name == "custom" else None,
        key=name,
    )


def _custom(rules: Rules, say: Say) -> Node:
    """Draw the individual fields of a rule set; the style sheet shows them while "custom" is chosen."""
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
    """Draw the options that most players leave unchanged: names, colours, direction, clock, dice."""
    setup = model.game_in_play.setup
    two = isinstance(setup.seats[1], Human)
    return node(
        "details",
        node("summary", say("dialog.new-game.more")),
        node(
            "div",
            text("name0", say("dialog.new-game.name0"), setup.seats[0].name, MAX_NAME, class_="not-remote"),
            text(
                "name1",
                say("dialog.new-game.name1"),
                setup.seats[1].name if two else "",
                MAX_NAME,
                class_="not-remote",
            ),
            segments(
                "white",
                say("dialog.new-game.white"),
                (("0", say("dialog.new-game.white.0")), ("1", say("dialog.new-game.white.1"))),
                str(setup.white),
                class_="even",
            ),
            directions(model, say),
            _clock(setup, say),
            segments(
                "dice",
                say("dialog.new-game.dice"),
                ((source, say(f"dialog.new-game.dice.{source}")) for source in _DICE),
                DiceSource.FAIR if setup.dice is DiceSource.SHARED else setup.dice,
                class_="even not-remote",
            ),
            text(
                "word",
                say("dialog.new-game.word"),
                setup.word,
                MAX_DICE_WORD,
                say("dialog.new-game.word.note"),
                "not-remote",
            ),
            class_="fields",
        ),
        key="more",
    )
