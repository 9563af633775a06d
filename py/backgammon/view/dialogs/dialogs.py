"""The dialogs: native ``<dialog>`` elements, at most one in the tree; the browser opens what appears.

Forms carry the names that app.update reads; what a person has typed stays in the page until it is submitted.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache

from backgammon import __version__
from backgammon.app.commands import available, finished_games, may_change_word
from backgammon.app.game.dice_check import is_under_way
from backgammon.app.shortcuts import SHORTCUTS
from backgammon.app.speech.status_text import LANGUAGE_FAILED, text
from backgammon.app.state.model import (
    LONGEST_MATCH,
    MAX_DICE_WORD,
    MAX_NAME,
    Appearance,
    DialogName,
    DiceSource,
    Direction,
    Model,
    SeatKind,
    Speed,
    Tutor,
)
from backgammon.core.match import Phase
from backgammon.core.rules import PRESETS, Backgammon, BearOff, Opening, Rules, SingleDie
from backgammon.i18n.languages import LANGUAGES
from backgammon.protocol.levels import LEVELS, LOSSES
from backgammon.view.dialogs.review import figures, review
from backgammon.view.dialogs.rules import rules_page
from backgammon.view.dialogs.themes import theme_choice
from backgammon.view.forms import button as _button
from backgammon.view.forms import frame as _frame
from backgammon.view.forms import games_progress
from backgammon.view.forms import group as _group
from backgammon.view.forms import reading as _reading
from backgammon.view.forms import segments as _segments
from backgammon.view.forms import select as _select
from backgammon.view.forms import submit as _submit
from backgammon.view.forms import switch as _switch
from backgammon.view.forms import text as _text
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
LISTED = 20
"""The dice of so many latest games are shown; those of all are in the file that can be downloaded."""
_CUBE_LIMITS = (0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
_DIE_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Pips of a face as cells of a 3 by 3 grid, counted like a telephone's keys."""


def dialog(model: Model, say: Say) -> Node | None:
    """Draw the dialog that is open, if any."""
    if model.dialog is None:
        return None
    return _DIALOGS[model.dialog](model, say)


def _new_game(model: Model, say: Say) -> Node:
    setup = model.setup
    two = setup.seats[1].kind is SeatKind.HUMAN
    length = min(setup.length, LONGEST_MATCH)
    lengths = sorted({*_LENGTHS, length})
    return _frame(
        DialogName.NEW_GAME,
        say("dialog.new-game.title"),
        say,
        node(
            "form",
            node(
                "div",
                _segments(
                    "opponent",
                    say("dialog.new-game.opponent"),
                    (
                        (kind, say(f"dialog.new-game.opponent.{kind}"))
                        for kind in (SeatKind.COMPUTER, SeatKind.HUMAN)
                    ),
                    setup.seats[1].kind,
                    class_="even",
                ),
                _level(setup.seats[1].level, say),
                _segments(
                    "length",
                    say("dialog.new-game.points"),
                    ((str(length), str(length) if length else say("ui.money")) for length in lengths),
                    str(length),
                    class_="tiles",
                ),
                _presets(setup.rules, say),
                _custom(setup.rules, say),
                node(
                    "details",
                    node("summary", say("dialog.new-game.more")),
                    node(
                        "div",
                        _text("name0", say("dialog.new-game.name0"), setup.seats[0].name, MAX_NAME),
                        _text(
                            "name1",
                            say("dialog.new-game.name1"),
                            setup.seats[1].name if two else "",
                            MAX_NAME,
                        ),
                        _segments(
                            "white",
                            say("dialog.new-game.white"),
                            (("0", say("dialog.new-game.white.0")), ("1", say("dialog.new-game.white.1"))),
                            str(setup.white),
                            class_="even",
                        ),
                        _directions(model, say),
                        node(
                            "div",
                            _switch(
                                "advice",
                                say("dialog.new-game.advice"),
                                setup.advice,
                                say("dialog.new-game.advice.note"),
                            ),
                            class_="for-two",
                            key="advice",
                        ),
                        _segments(
                            "dice",
                            say("dialog.new-game.dice"),
                            ((source, say(f"dialog.new-game.dice.{source}")) for source in DiceSource),
                            setup.dice,
                            class_="even",
                        ),
                        _text(
                            "word",
                            say("dialog.new-game.word"),
                            setup.word,
                            MAX_DICE_WORD,
                            say("dialog.new-game.word.note"),
                        ),
                        class_="fields",
                    ),
                    key="more",
                ),
                class_="body",
            ),
            node(
                "footer",
                node("p", say("dialog.new-game.warning"), class_="note") if _running(model) else None,
                _submit(say("dialog.new-game.start")),
                class_="dialog-foot",
            ),
            data_form="new-game",
        ),
    )


def _running(model: Model) -> bool:
    """Whether a new game would end one that has begun."""
    return bool(model.shelf) or (bool(model.log) and model.match.phase is not Phase.MATCH_OVER)


def _level(chosen: str, say: Say) -> Node:
    if len(LEVELS) == 1:
        return node("input", type="hidden", name="level", value=LEVELS[0], key="level")
    return node(
        "div",
        _segments(
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


def _directions(model: Model, say: Say, setting: bool = False) -> Node:
    return _segments(
        "direction",
        say("setting.direction"),
        ((direction, say(f"setting.direction.{direction}")) for direction in Direction),
        model.settings.direction,
        setting,
        "even",
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
            _select(
                name,
                say(f"rule.{name}"),
                ((value, say(f"rule.{name}.{value}")) for value in kind),
                getattr(rules, name),
            )
            for name, kind in _CHOICES.items()
        ],
        _select(
            "cube_limit",
            say("rule.cube_limit"),
            (
                (str(limit), say.number(limit) if limit else say("rule.cube_limit.none"))
                for limit in _CUBE_LIMITS
            ),
            str(rules.cube_limit),
        ),
        _select(
            "automatic_doubles",
            say("rule.automatic_doubles"),
            ((str(count), str(count)) for count in range(7)),
            str(rules.automatic_doubles),
        ),
        [_switch(name, say(f"rule.{name}"), getattr(rules, name)) for name in _SWITCHES],
        class_="custom fields",
        key="custom",
    )


def _settings(model: Model, say: Say) -> Node:
    settings = model.settings

    def switch(name: str, on: bool) -> Node:
        return _switch(name, say(f"setting.{name}"), on, say(f"setting.{name}.note"), setting=True)

    return _frame(
        DialogName.SETTINGS,
        say("ui.settings"),
        say,
        node(
            "div",
            _language(model, say),
            _group(
                say("setting.group.board"),
                theme_choice(settings.theme, say),
                _segments(
                    "appearance",
                    say("setting.appearance"),
                    ((value, say(f"setting.appearance.{value}")) for value in Appearance),
                    settings.appearance,
                    True,
                    "even",
                ),
                _directions(model, say, setting=True),
                switch("numbers", settings.numbers),
                switch("pips", settings.pips),
            ),
            _group(
                say("setting.group.motion"),
                _segments(
                    "speed",
                    say("setting.speed"),
                    ((value, say(f"setting.speed.{value}")) for value in Speed),
                    settings.speed,
                    True,
                    "even",
                ),
                switch("sound", settings.sound),
                node(
                    "label",
                    node("span", say("setting.volume"), class_="field-label"),
                    node(
                        "input",
                        type="range",
                        min=0,
                        max=100,
                        step=10,
                        value=settings.volume,
                        data_setting="volume",
                    ),
                    class_="field",
                    key="volume",
                ),
            ),
            _group(
                say("setting.group.play"),
                switch("auto_confirm", settings.auto_confirm),
                switch("auto_roll", settings.auto_roll),
                _segments(
                    "tutor",
                    say("setting.tutor"),
                    ((value, say(f"setting.tutor.{value}")) for value in Tutor),
                    settings.tutor,
                    True,
                    "even",
                ),
            ),
            node("p", say("setting.version", version=__version__), class_="note"),
            class_="body",
        ),
    )


def _language(model: Model, say: Say) -> Node:
    """The choice of language, each by its own name; why the last choice came to nothing stands below it."""
    chosen = model.language_coming or model.language
    failed = model.notice if model.notice and model.notice.key == LANGUAGE_FAILED else None
    return node(
        "label",
        node("span", say("setting.language"), class_="field-label"),
        node(
            "select",
            [
                node("option", name, value=tag, lang=tag, selected=tag == chosen)
                for tag, name in LANGUAGES.items()
            ],
            data_setting="language",
        ),
        node("span", text(say, failed), class_="note bad", role="alert") if failed else None,
        class_="field",
        key="language",
    )


def _help(model: Model, say: Say) -> Node:
    return _frame(
        DialogName.HELP,
        say("dialog.help.title"),
        say,
        _reading(
            _group(
                say("dialog.help.moving"),
                [node("p", say(f"dialog.help.moving.{part}")) for part in ("tap", "drag", "dice", "keys")],
            ),
            _group(
                say("dialog.help.shortcuts"),
                node(
                    "dl",
                    [
                        node(
                            "div",
                            node("dt", node("kbd", _key_name(key, say))),
                            node("dd", say(f"action.{command}")),
                            key=key,
                        )
                        for key, command in SHORTCUTS.items()
                    ],
                    class_="shortcuts",
                ),
            ),
        ),
    )


def _key_name(key: str, say: Say) -> str:
    named = {" ": "space", "Enter": "enter", "Escape": "escape", "Home": "home", "End": "end"}.get(key)
    return say(f"ui.key.{named}") if named else _ARROWS.get(key, key.upper())


_ARROWS = {"ArrowLeft": "←", "ArrowRight": "→"}


def _resign(model: Model, say: Say) -> Node:
    cube = model.match.cube
    return _frame(
        DialogName.RESIGN,
        say("dialog.resign.title"),
        say,
        node(
            "div",
            node("p", say("dialog.resign.about")),
            node(
                "div",
                [
                    node(
                        "button",
                        node("span", say(f"dialog.resign.{times}"), class_="option-name"),
                        node("span", say("dialog.resign.points", count=times * cube), class_="note"),
                        type="button",
                        class_="secondary tall",
                        data_command="resign-offer",
                        data_value=times,
                        key=str(times),
                    )
                    for times in (1, 2, 3)
                ],
                class_="stack",
            ),
            class_="body",
        ),
        node("footer", _button("close", say("dialog.resign.cancel"), focus=True), class_="dialog-foot"),
        focus=False,
    )


def _dice(model: Model, say: Say) -> Node:
    wrong = [number for number, right in model.dice_checked if not right]
    latest = range(max(1, len(model.games) - LISTED + 1), len(model.games) + 1)
    games = [_game_dice(model, number, say) for number in sorted({*latest, *wrong[:LISTED]}, reverse=True)]
    checkable = "check-dice" in available(model)
    return _frame(
        DialogName.DICE,
        say("ui.dice.check"),
        say,
        _reading(node("p", say("dialog.dice.about")), _checking(model, say), games),
        node(
            "footer",
            _button("download", say("action.download")),
            _button("check-dice", say("action.check-dice"), class_="primary") if checkable else None,
            class_="dialog-foot",
        ),
    )


def _checking(model: Model, say: Say) -> Node | None:
    finished = finished_games(model)
    under_way = is_under_way(model, finished)
    return games_progress(model.dice_checked[-1][0], finished, say) if under_way else None


def _game_dice(model: Model, number: int, say: Say) -> Node:
    """What can be known of one game's dice: never the secret of a game that still goes on."""
    dice, running = model.games[number - 1], number > finished_games(model)
    facts: list[Node | None] = []
    if dice.source is DiceSource.TYPED:
        facts = [node("p", say("dialog.dice.typed"))]
    else:
        facts = [
            _fact(say("dialog.dice.commitment"), dice.commitment),
            _fact(say("dialog.dice.word"), dice.word) if dice.word else None,
            node("p", say("dialog.dice.later"), class_="note") if running else None,
            _word_form(dice.word, say) if running and may_change_word(model) else None,
            _fact(say("dialog.dice.secret"), dice.secret) if dice.secret and not running else None,
        ]
    checked = dict(model.dice_checked)
    if number in checked:
        verdict = "right" if checked[number] else "wrong"
        facts.append(node("p", say(f"dialog.dice.{verdict}"), class_=f"verdict {verdict}", role="status"))
    return node("section", node("h3", say("ui.game", number=number)), facts, class_="group", key=str(number))


def _word_form(word: str, say: Say) -> Node:
    return node(
        "form",
        _text("word", say("dialog.new-game.word"), word, MAX_DICE_WORD, say("dialog.new-game.word.note")),
        node("button", say("dialog.dice.set-word"), type="submit", class_="secondary"),
        class_="stack",
        data_form="word",
        key="word",
    )


def _fact(label: str, value: str) -> Node:
    return node("p", node("span", label, class_="field-label"), node("code", value), class_="fact")


def _roll_typed(model: Model, say: Say) -> Node:
    return _frame(
        DialogName.ROLL_TYPED,
        say("dialog.roll-typed.title"),
        say,
        node(
            "form",
            node(
                "div",
                [_faces(name, say(f"dialog.roll-typed.{name}")) for name in ("first", "second")],
                class_="body",
            ),
            node("footer", _submit(say("action.typed-roll")), class_="dialog-foot"),
            data_form="typed-roll",
        ),
    )


def _faces(name: str, legend: str) -> Node:
    return node(
        "fieldset",
        node("legend", legend),
        node(
            "div",
            [
                node(
                    "label",
                    node("input", type="radio", name=name, value=value, required=True, aria_label=str(value)),
                    _face(value),
                    key=str(value),
                )
                for value in range(1, 7)
            ],
            class_="faces",
        ),
        class_="choice",
        key=name,
    )


@lru_cache(maxsize=6)
def _face(value: int) -> Node:
    cells = [(int(cell) - 1) for cell in _DIE_PIPS[value]]
    return node(
        "svg",
        [node("circle", cx=6 + cell % 3 * 6, cy=6 + cell // 3 * 6, r=2.1) for cell in cells],
        viewBox="0 0 24 24",
        class_="face",
        aria_hidden="true",
    )


def _other_tab(model: Model, say: Say) -> Node:
    return _frame(
        DialogName.OTHER_TAB,
        say("dialog.other-tab.title"),
        say,
        node("div", node("p", say("dialog.other-tab.about")), class_="body"),
        node(
            "footer",
            _button("keep-mine", say("action.keep-mine")),
            _button("take-other", say("action.take-other"), class_="primary", focus=True),
            class_="dialog-foot",
        ),
        focus=False,
    )


_DIALOGS: dict[DialogName, Callable[[Model, Say], Node]] = {
    DialogName.NEW_GAME: _new_game,
    DialogName.SETTINGS: _settings,
    DialogName.HELP: _help,
    DialogName.RULES: rules_page,
    DialogName.RESIGN: _resign,
    DialogName.DICE: _dice,
    DialogName.ROLL_TYPED: _roll_typed,
    DialogName.OTHER_TAB: _other_tab,
    DialogName.REVIEW: review,
    DialogName.FIGURES: figures,
}
