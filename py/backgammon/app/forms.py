"""The handlers of forms and settings: new game, typed dice, the player's word, settings; values are texts."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from backgammon.app import offers
from backgammon.core.dice import roll_of
from backgammon.core.errors import BackgammonError, RulesError
from backgammon.core.match import new_match
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.core.time_control import MINUTE, SECOND, TimeControl, control_for
from backgammon.data.json_text import drop_surrogates, tidy_line
from backgammon.features import language
from backgammon.features.analysis import rollouts
from backgammon.features.game.flow import apply_roll, proceed
from backgammon.features.game.opponent import cancel_question
from backgammon.features.game.permissions import may_change_word, may_roll
from backgammon.features.game.start import fresh_match
from backgammon.features.viewer import replay
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS
from backgammon.state.change import Change, chain, show_notice
from backgammon.state.effects import Save
from backgammon.state.model import (
    LONGEST_MATCH,
    MAX_DICE_WORD,
    MAX_NAME,
    Computer,
    Direction,
    Human,
    MatchOptions,
    Model,
    Notice,
    Remote,
    Seat,
)
from backgammon.state.parts import late
from backgammon.storage.types import DiceSource, Settings

Values = Mapping[str, str]


def on_submit(model: Model, form: str, values: tuple[tuple[str, str], ...]) -> Change:
    """Handle a submitted form; one that is unknown is ignored."""
    handler = _FORMS.get(form)
    return handler(model, dict(values)) if handler else (model, ())


def _new_game(model: Model, values: Values) -> Change:
    try:
        setup = read_setup(values)
        direction = Direction(values.get("direction", model.settings.direction))
    except ValueError:
        return show_notice(model, Notice("error.new-game", tone="error"))
    settings = replace(model.settings, direction=direction)
    if isinstance(setup.seats[1], Remote):
        return _invite(replace(model, settings=settings), setup, values)
    if isinstance(setup.seats[1], Human):
        settings = replace(settings, face_to_face="face_to_face" in values)
    chosen = offers.skip_level_offer(replace(model, settings=settings))
    return replay.offer_lines_back(model, chain(cancel_question(chosen), lambda free: _begin(free, setup)))


def _begin(model: Model, setup: MatchOptions) -> Change:
    return chain((fresh_match(model, setup), (Save(),)), proceed)


def read_setup(values: Values) -> MatchOptions:
    """Read the new-game form; raise a ValueError for values that the form cannot contain."""
    opponent = _opponent(values)
    friend = isinstance(opponent, Remote)
    setup = MatchOptions(
        seats=(Human(tidy_line(values.get("host" if friend else "name0", ""), MAX_NAME)), opponent),
        rules=_rules_from(values),
        length=int(values.get("length", "0")),
        white=int(values.get("white", "0")),
        dice=DiceSource.SHARED if friend else _dice(values),
        word="" if friend else tidy_line(values.get("word", ""), MAX_DICE_WORD),
        advice="hints" in values if friend else isinstance(opponent, Human) and "advice" in values,
        clock=_clock(values),
    )
    if setup.length > LONGEST_MATCH:
        raise RulesError(f"a new match is played to {LONGEST_MATCH} points at most, not {setup.length}")
    new_match(setup.rules, setup.length, setup.white)
    return setup


def _dice(values: Values) -> DiceSource:
    source = DiceSource(values.get("dice", DiceSource.FAIR))
    if source is DiceSource.SHARED:
        raise BackgammonError("nobody shares dice at one device")
    return source


def _opponent(values: Values) -> Seat:
    """Read the opponent's seat."""
    level, name = values.get("level", DEFAULT_LEVEL), tidy_line(values.get("name1", ""), MAX_NAME)
    if level not in LEVELS:
        raise BackgammonError(f"the levels are {', '.join(LEVELS)}, not {level!r}")
    match values.get("opponent", Computer.kind):
        case Computer.kind:
            return Computer(level, name)
        case Human.kind:
            return Human(name)
        case Remote.kind:
            return Remote("")
        case kind:
            kinds = f"{Computer.kind}, {Human.kind} and {Remote.kind}"
            raise BackgammonError(f"the opponents are {kinds}, not {kind!r}")


def _clock(values: Values) -> TimeControl | None:
    kind = values.get("clock", "off")
    if kind == "off":
        return None
    delay, bank = int(values.get("delay", "12")) * SECOND, int(values.get("bank", "2")) * MINUTE
    return control_for(int(values.get("length", "0")), delay, bank, loses=kind == "loses")


def _rules_from(values: Values) -> Rules:
    preset = values.get("preset", STANDARD.name)
    if preset != "custom":
        if preset not in PRESETS:
            raise RulesError(f"the presets are {', '.join(PRESETS)}, not {preset!r}")
        return PRESETS[preset]
    chosen: dict[str, Any] = {}
    for field in fields(Rules):
        usual, value = getattr(STANDARD, field.name), values.get(field.name)
        if isinstance(usual, bool):
            chosen[field.name] = value is not None
        elif value is not None and field.name != "name":
            chosen[field.name] = int(value) if isinstance(usual, int) else value
    chosen["beavers"] = bool(chosen["beavers"] or chosen["raccoons"])
    return custom(**chosen)


def _typed_roll(model: Model, values: Values) -> Change:
    return on_typed_roll(model, values.get("first", "") + values.get("second", ""))


def on_typed_roll(model: Model, text: str) -> Change:
    """Handle a typed roll of real dice, such as "63"."""
    if not may_roll(model) or model.game.games[-1].source is not DiceSource.TYPED:
        return model, ()
    dice = roll_of(text)
    if dice is None:
        return show_notice(model, Notice("error.typed-roll", tone="error"))
    return apply_roll(replace(model, dialog=None, notice=None), dice)


def _word(model: Model, values: Values) -> Change:
    if not may_change_word(model):
        return show_notice(model, Notice("notice.word-too-late"))
    word = tidy_line(values.get("word", ""), MAX_DICE_WORD)
    games = model.game.games.with_latest(replace(model.game.games[-1], word=word))
    return replace(
        model, game=replace(model.game, games=games, setup=replace(model.game.setup, word=word))
    ), (Save(),)


_open_text = late("features.viewer.open_file:on_text")
_invite: Callable[[Model, MatchOptions, Values], Change] = late("features.friend.handlers:invite")
_FORMS: dict[str, Callable[[Model, Values], Change]] = {
    "new-game": _new_game,
    "import": lambda model, values: _open_text(model, values.get("text", ""), "analyse" in values),
    "play-here": replay.play_on,
    "typed-roll": _typed_roll,
    "word": _word,
    "roll-out": rollouts.start,
    "friend": late("features.friend.handlers:on_form"),
}


def on_setting(model: Model, name: str, value: str) -> Change:
    """Change one setting; an unknown name or an impossible value is ignored."""
    if name == "language":
        return language.choose(model, value)
    if name not in Settings.__slots__:
        return model, ()
    usual = getattr(Settings(), name)
    chosen: Any = drop_surrogates(value)
    try:
        if isinstance(usual, StrEnum):
            chosen = type(usual)(value)
        elif isinstance(usual, bool):
            chosen = bool(value)
        elif isinstance(usual, int):
            chosen = min(100, max(0, int(value)))
    except ValueError:
        return model, ()
    settings = replace(model.settings, **{name: chosen})
    return chain((replace(model, settings=settings), (Save(),)), proceed)
