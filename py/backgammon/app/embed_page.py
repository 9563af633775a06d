"""A board embedded in another page: how it begins, and the messages to and from the page around it.

Messages call the players "bottom" and "top". A message is a JSON text; one that is not ours is ignored.
"""

import re
from binascii import a2b_base64
from dataclasses import dataclass, replace
from typing import Any

from backgammon.app.update import friend_text
from backgammon.app.update import update as update_game
from backgammon.core.errors import BackgammonError
from backgammon.core.match import (
    Action,
    Match,
    OpeningRoll,
    Phase,
    Played,
    Player,
    Rolled,
    apply,
)
from backgammon.core.plays import Steps, format_steps
from backgammon.core.rules import PRESETS
from backgammon.data.file_text import file_text
from backgammon.data.json_text import DataError, decode_object
from backgammon.features.analysis import hint
from backgammon.features.game.flow import proceed
from backgammon.features.game.opponent import cancel_question
from backgammon.features.game.start import fresh_match
from backgammon.features.quiz import problem
from backgammon.features.saving.saved_match import snapshot
from backgammon.features.speech.status_text import action_name
from backgammon.features.speech.status_text import text as words_of
from backgammon.features.viewer.open_file import error_notice
from backgammon.features.viewer.replay import open_replay
from backgammon.i18n.catalogue import Catalogue
from backgammon.notation.detect import parse_anything
from backgammon.notation.errors import NotationError
from backgammon.notation.gnuid import parse_gnu_id
from backgammon.notation.play import parse_play
from backgammon.notation.setup import Setup, SetupError
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.protocol.messages import Finding
from backgammon.state.change import Change, chain, show_notice
from backgammon.state.embed import Mode, Request, Side
from backgammon.state.engine_state import Failed
from backgammon.state.events import Command, Event
from backgammon.state.model import (
    Computer,
    Human,
    MatchOptions,
    Model,
    Notice,
    Origin,
    Problem,
    Replay,
    Replaying,
    Settings,
    first_model,
)
from backgammon.state.viewer import mistakes_of, show
from backgammon.storage.log import Log

SIDES = ("bottom", "top")
LONGEST_MESSAGE = 2000
QUOTED = 80
"""The greatest number of characters quoted from what is refused."""
_PACKED = "data:;base64,"
_XGID = re.compile("(?:XGID=)?[-A-P]{26}:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Begin:
    """The board starts again, as a request asks."""

    model: Model


def begin(request: Request) -> Model:
    """Return the first model for a request; raise BackgammonError if the request is invalid."""
    settings = Settings(
        theme=request.theme,
        appearance=request.appearance,
        language=request.language,
        level_offered=True,
        lessons_offered=True,  # lessons belong to the game's own page
    )
    people = request.mode in (Mode.PROBLEM, Mode.MATCH)
    other = Human() if people else Computer(request.level)
    setup = MatchOptions((Human(), other), PRESETS[request.preset], request.length)
    if request.mode is Mode.MATCH:
        model = first_model(setup, settings)
        return show(model, Replaying(model.game, _study(request.match)))
    if not request.position:
        if request.mode is Mode.PROBLEM or request.play:
            raise NotationError("xgid.position", "")
        return first_model(setup, settings)
    match = match_of(request)
    setup = replace(setup, rules=match.rules, length=match.length)
    model = first_model(setup, settings, match)
    if request.play:
        model = replace(model, game=replace(model.game, shown=_steps(request.play, match)))
    if request.mode is not Mode.PROBLEM:
        return model
    if not hint.is_decision(match):
        raise SetupError("phase", "there is nothing to decide in this position")
    return replace(model, game=replace(model.game, problem=Problem(match)))


def match_of(request: Request) -> Match:
    """Return the match that an ID describes, mirrored if the request's ``side`` needs it."""
    setup = _read_id(request.position)
    turn = request.side is Side.TOP or (request.side is Side.MOVER and setup.decider == 1)
    return (setup.mirror() if turn else setup).to_match(PRESETS[request.preset])


def _read_id(text: str) -> Setup:
    """Read an XGID or a GNU ID, as the still board does; raise NotationError."""
    given = text.strip()
    return parse_xgid(given) if _XGID.match(given) else parse_gnu_id(given)


def _steps(text: str, match: Match) -> Steps:
    """Read a play of the roll on the board; raise NotationError."""
    if match.phase is not Phase.TO_PLAY or match.dice is None:
        raise NotationError("legal-play", text, fault="no dice are rolled")
    return parse_play(text, match.position, match.dice, match.rules).steps


def _study(text: str) -> Replay:
    """Return the match of a file; embed.js sends one that is not UTF-8 as its bytes. Raises NotationError."""
    packed = text.removeprefix(_PACKED)
    if packed != text:
        try:
            text = file_text(a2b_base64(packed))
        except ValueError:
            raise NotationError("match.file", text) from None
    record = parse_anything(text)
    if isinstance(record, Setup):
        raise NotationError("match.file", text)
    log = Log.of(record.start, record.log)
    return Replay(record.start, log, 0, Origin.FILE, record.players, record.event, record.comments_on_log)


def update(model: Model, event: Event | Begin, first: Model | None = None) -> Change:
    """Return the model after an event, and the effects, as app.update does.

    ``first``: the model with which the frame began.
    """
    if isinstance(event, Begin):
        return _on_begin(model, event.model)
    after, effects = _update(model, event, first)
    return (_with_way_back(model, after, first) if first else after), effects


def _update(model: Model, event: Event, first: Model | None) -> Change:
    if isinstance(event, Command) and event.name == "study-close" and first and first.replay:
        if is_own_match(model, first):
            return model, ()
        if not model.game_in_play.games and mistakes_of(model) is None:
            return open_replay(model, first.replay)
    if friend_text(event):
        return show_notice(model, Notice("friend.text.framed", tone="error"))
    return problem.update(model, event, update_game) if own_problem(model) else update_game(model, event)


def _with_way_back(before: Model, after: Model, first: Model) -> Model:
    """Shelve the match that the frame shows, while another is played instead."""
    if not first.replay or after.looking or after.shelf:
        return after
    return replace(after, shelf=snapshot(before if is_own_match(before, first) else first))


def is_own_match(model: Model, first: Model) -> bool:
    """Whether the frame's own match is being replayed, so that there is nothing to return to.

    The game in play behind it has no dice (``games``) unless it was started since.
    """
    if not (isinstance(model.looking, Replaying) and first.replay) or model.game_in_play.games:
        return False
    shown, own = model.looking.replay, first.replay
    return model.looking.mistakes is None and (shown.start, shown.log) == (own.start, own.log)


def own_problem(model: Model) -> Problem | None:
    """Return the problem that the frame shows; a question of the quiz or of a lesson is not one."""
    return None if model.looking else model.game.problem


def _on_begin(model: Model, first: Model) -> Change:
    def put(free: Model) -> Change:
        new = fresh_match(free, first.game_in_play.setup, first.game_in_play.start)
        return proceed(
            replace(new, game=first.game, looking=first.looking, settings=first.settings, notice=None)
        )

    return chain(cancel_question(model), put)


# Messages to the page around.


def messages_between(before: Model, after: Model) -> list[dict[str, Any]]:
    """Return the messages about what happened between two models."""
    found: list[dict[str, Any]] = []
    log, earlier = after.game_in_play.log, before.game_in_play.log
    is_same = after.game_in_play.beginning == before.game_in_play.beginning
    if is_same and log.begins_with(earlier):
        match = before.game_in_play.match
        for action in log[len(earlier) :]:
            after_it = apply(match, action)
            found += _messages_about(match, action, after_it)
            match = after_it
    asked, asked_before = own_problem(after), own_problem(before)
    answer = asked.found if asked else None
    if answer and not (asked_before and asked_before.found):
        found.append({"type": "result", **verdict(after, answer)})
    if isinstance(after.engine, Failed) and not isinstance(before.engine, Failed):
        found.append({"type": "error", "message": "the computer player could not be started"})
    return found


def _messages_about(match: Match, action: Action, after: Match) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    where = identity(after)
    match action:
        case OpeningRoll(first, second):
            found.append({"type": "roll", "side": None, "dice": [first, second], "position": where})
        case Rolled(dice):
            side = _side(match.on_roll)
            found.append({"type": "roll", "side": side, "dice": [*dice], "position": where})
        case Played(steps):
            play = format_steps(match.position.points, steps)
            rolled, side = list(match.dice or ()), _side(match.on_roll)
            found.append({"type": "play", "side": side, "dice": rolled, "play": play, "position": where})
    if after.phase.is_over and after.result:
        result = after.result
        found.append(
            {
                "type": "result",
                "winner": _side(result.winner),
                "points": result.points,
                "score": [*after.score],
                "over": after.phase is Phase.MATCH_OVER,
            }
        )
    return found


def _side(player: Player) -> str:
    return SIDES[player]


def identity(match: Match) -> str:
    """Return the XGID of a match's current position, "" where no decision is left."""
    try:
        return format_xgid(Setup.of(match))
    except BackgammonError:
        return ""


def verdict(model: Model, found: Finding) -> dict[str, Any]:
    """Return a problem's outcome: the choice and the best one as text, the choice's loss and its rank."""
    asked = model.game.problem
    assert asked is not None
    points = asked.match.position.points
    chosen = asked.chosen
    if isinstance(chosen, Played):
        text, best = format_steps(points, chosen.steps), format_steps(points, found.plays[0].steps)
    else:
        text, best = action_name(chosen), best_action(asked, found)
    return {
        "chosen": text,
        "best": best,
        "loss": round(found.error or 0.0, 4),
        "rank": problem.rank_of_choice(asked),
    }


def best_action(asked: Problem, found: Finding) -> str:
    """Return the name of the proper cube action, "" without a cube analysis."""
    cube = found.cube
    if cube is None:
        return ""
    if asked.match.phase is Phase.TO_ROLL:
        return "double" if cube.action == "double" else "no-double"
    return str(cube.reply or "")


# Messages from the page around.


def read_message(text: str) -> dict[str, Any] | None:
    """Return a message with a whole number ``id`` and a known ``type``; None for anything else."""
    if len(text) > LONGEST_MESSAGE:
        return None
    try:
        message = decode_object(text)
    except DataError:
        return None
    if message.get("triktrakk") != 1 or type(message.get("id")) is not int:
        return None
    kind = message.get("type")
    if kind == "set" and not isinstance(message.get("position"), str):
        return None
    return message if kind in ("get", "set", "reset") else None


def reply_to(
    model: Model, request: Request, text: str, say: Catalogue
) -> tuple[dict[str, Any] | None, Begin | None]:
    """Return the answer to a message and the event that it causes, each None if there is none.

    An error is in the reader's words, the same as before the program has started.
    """
    message = read_message(text)
    if message is None:
        return None, None
    answer = {"type": "answer", "id": message["id"]}
    if message["type"] == "get":
        return {**answer, "position": identity(model.game.match)}, None
    wanted = request
    if message["type"] == "set":
        if request.mode is Mode.MATCH:
            return {**answer, "error": say("error.phase")}, None
        wanted = replace(request, position=message["position"], play="")
    try:
        first = begin(wanted)
    except BackgammonError as error:
        return {**answer, "error": _refusal(error, wanted.position, say)}, None
    return {**answer, "position": identity(first.game.match)}, Begin(first)


def _refusal(error: BackgammonError, position: str, say: Catalogue) -> str:
    if isinstance(error, NotationError):
        return say("embed.bad.position", value=position[:QUOTED])
    return say("embed.bad.reason", reason=words_of(say, error_notice(error)))
