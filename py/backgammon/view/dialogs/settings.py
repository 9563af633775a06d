"""The settings: language, appearance, motion and sound, automatic actions and help, and stored data.

Each choice carries ``data-setting``, the name of a field of ``storage.types.Settings``.
"""

from functools import lru_cache

from backgammon import __version__
from backgammon.app.shortcuts import SHORTCUTS
from backgammon.core.position import Position
from backgammon.features.speech.status_text import LANGUAGE_FAILED, text
from backgammon.i18n.languages import LANGUAGES
from backgammon.state.checkers import Layout
from backgammon.state.model import Appearance, Direction, Model, Speed, Theme, Tutor
from backgammon.state.seats import plays_here
from backgammon.view import geometry
from backgammon.view.board.board_view import BoardView, Dice, Die
from backgammon.view.board.excerpt import excerpt
from backgammon.view.forms import button, group, segments, switch
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_WIDTH, _HEIGHT = 76, 46
_EDGE, _COLUMN, _LENGTH, _RADIUS = 5, 11, 15, 5
_CHECKERS = (
    (0, 0, "light"),
    (0, 1, "light"),
    (2, 0, "dark"),
    (3, 3, "dark"),
    (3, 2, "dark"),
    (5, 3, "light"),
)
"""Column, row (0 and 1 from the top, 2 and 3 at the bottom) and side of each checker of the picture."""


def content(model: Model, say: Say) -> Node:
    """Draw all settings, each effective at once; css/forms.css hides those that the device has no use for."""
    settings = model.settings
    keys = ", ".join([f"{key.upper()} = {say(f'action.{name}')}" for key, name in [*SHORTCUTS.items()][:2]])

    def setting(name: str, on: bool) -> Node:
        return switch(name, say(f"setting.{name}"), on, say(f"setting.{name}.note"), setting=True)

    return node(
        "div",
        _language(model, say),
        group(
            say("setting.group.play"),
            setting("one_tap", settings.one_tap),
            setting("auto_confirm", settings.auto_confirm),
            setting("auto_roll", settings.auto_roll),
            setting("auto_analysis", settings.auto_analysis),
            switch("shortcuts", say("dialog.help.shortcuts"), settings.shortcuts, keys, setting=True),
            setting("face_to_face", settings.face_to_face) if plays_here(model.game_in_play, 1) else None,
            segments(
                "tutor",
                say("setting.tutor"),
                ((value, say(f"setting.tutor.{value}")) for value in Tutor),
                settings.tutor,
                setting=True,
                note=say("setting.tutor.note"),
            ),
        ),
        group(
            say("setting.group.board"),
            _preview(settings.direction),
            _themes(settings.theme, say),
            segments(
                "appearance",
                say("setting.appearance"),
                ((value, say(f"setting.appearance.{value}")) for value in Appearance),
                settings.appearance,
                setting=True,
                class_="even",
            ),
            directions(model, say, setting=True),
            setting("numbers", settings.numbers),
            setting("pips", settings.pips),
        ),
        group(
            say("setting.group.motion"),
            segments(
                "speed",
                say("setting.speed"),
                ((value, say(f"setting.speed.{value}")) for value in Speed),
                settings.speed,
                setting=True,
                class_="even",
            ),
            setting("sound", settings.sound),
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
                    disabled=not settings.sound,
                    data_setting="volume",
                ),
                class_="form-field",
                key="volume",
            ),
            setting("vibration", settings.vibration),
        ),
        _data_group(say),
        node("p", say("setting.version", version=__version__), class_="note"),
        class_="body",
    )


def _data_group(say: Say) -> Node:
    """Draw the buttons for all data that the page keeps: to save it and to delete it."""
    return group(
        say("everything.title"),
        node("p", say("everything.about"), class_="note"),
        button("everything", say("action.everything")),
        node(
            "details",
            node("summary", say("everything.delete")),
            node("p", say("everything.delete.about"), class_="note"),
            button("delete-everything", say("action.delete-everything")),
            class_="delete",
        ),
    )


def _language(model: Model, say: Say) -> Node:
    """Draw the choice of language, each in its own name, and below it why the last choice failed."""
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
        node("span", text(say, failed), class_="note bad") if failed else None,
        class_="form-field",
        key="language",
    )


def directions(model: Model, say: Say, setting: bool = False) -> Node:
    """Draw the choice of the side to bear off on: a setting, or a field of a form."""
    return segments(
        "direction",
        say("setting.direction"),
        ((direction, say(f"setting.direction.{direction}")) for direction in Direction),
        model.settings.direction,
        setting,
        class_="even",
    )


def _themes(chosen: Theme, say: Say) -> Node:
    """Draw the themes as a row of radio buttons that set the setting ``theme``."""
    return node(
        "fieldset",
        node("legend", say("setting.theme")),
        node(
            "div",
            [
                node(
                    "label",
                    node(
                        "input",
                        type="radio",
                        name="theme",
                        value=theme,
                        checked=theme is chosen,
                        data_setting="theme",
                    ),
                    _picture(theme),
                    node("span", say(f"setting.theme.{theme}"), class_="theme-name"),
                    key=theme,
                )
                for theme in Theme
            ],
            class_="themes",
        ),
        class_="choice",
        key="theme",
    )


@lru_cache(maxsize=len(Direction))
def _preview(direction: Direction) -> Node:
    """Draw the nearer half of a board, large, in the current colours of the page."""
    view = BoardView(
        layout=Layout.of(Position.start()),
        direction=direction,
        interactive=False,
        dice=(Dice(0, (Die(3), Die(1))),),
    )
    crop = geometry.Box(0, geometry.MIDDLE - 64, geometry.WIDTH, geometry.HEIGHT - geometry.MIDDLE + 64)
    return excerpt(view, crop, class_="picture preview")


@lru_cache(maxsize=len(Theme))
def _picture(theme: Theme) -> Node:
    """Draw a board of six columns in the colours of ``theme``, whatever those of the page."""
    field = _WIDTH - 2 * _EDGE, _HEIGHT - 2 * _EDGE
    return node(
        "svg",
        node("rect", class_="theme-frame", x=0.5, y=0.5, width=_WIDTH - 1, height=_HEIGHT - 1, rx=4),
        node("rect", class_="theme-field", x=_EDGE, y=_EDGE, width=field[0], height=field[1]),
        [_point(column, top) for column in range(6) for top in (True, False)],
        [_checker(column, row, side) for column, row, side in _CHECKERS],
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        class_="theme-picture",
        data_theme=theme,
        aria_hidden="true",
    )


def _point(column: int, top: bool) -> Node:
    left = _EDGE + column * _COLUMN
    edge, tip = (_EDGE, _EDGE + _LENGTH) if top else (_HEIGHT - _EDGE, _HEIGHT - _EDGE - _LENGTH)
    path = f"M{left} {edge}L{left + _COLUMN / 2} {tip}L{left + _COLUMN} {edge}Z"
    return node("path", class_=f"theme-point-{'a' if (column % 2 == 0) is top else 'b'}", d=path)


def _checker(column: int, row: int, side: str) -> Node:
    x = _EDGE + column * _COLUMN + _COLUMN / 2
    y = _EDGE + _RADIUS * (2 * row + 1) if row < 2 else _HEIGHT - _EDGE - _RADIUS * (2 * (3 - row) + 1)
    return node("circle", class_=f"theme-{side}", cx=x, cy=y, r=_RADIUS - 0.5)
