"""A side's line: its mark and name, what the computer is doing, pips and score."""

from functools import lru_cache

from backgammon.app.commands import is_available
from backgammon.core.match import Match, Player
from backgammon.core.position import CHECKERS
from backgammon.core.time_control import SECOND
from backgammon.features.speech.status_text import player
from backgammon.state.checkers import Layout, place
from backgammon.state.engine_state import WORKS, Thinking
from backgammon.state.friend_match import is_apart, match_state
from backgammon.state.model import Computer, MessageKey, Model, Remote
from backgammon.view.forms import button
from backgammon.view.node import Node, node
from backgammon.view.words import Say

SHORT = 30
"""Seconds; a time bank with less is shown as a warning."""


def seat_name(model: Model, side: Player, say: Say) -> str:
    """Return the name of a side: the one given, else You, Computer or the colour."""
    name = player(model, side)
    return say(name) if isinstance(name, MessageKey) else name


def player_line(model: Model, side: Player, say: Say) -> Node:
    """Draw one side's line: mark, name, what it is doing, pips and score."""
    match = model.game.match
    seat = model.game.setup.seats[side]
    detail = ""
    if isinstance(seat, Computer):
        detail = _engine_words(model, say) or (say(f"level.{seat.level}") if seat.level else "")
    elif isinstance(seat, Remote) and (state := match_state(model)):
        detail = say(f"ui.friend.{state.link}")
    over = match.phase.is_over
    pips = _pips(model.game.layout, side) if model.settings.pips and not over else None
    recalls = side == model.game.last_player and is_available(model, "recall")
    return _player_line(
        player=side,
        name=seat_name(model, side, say),
        light=side == match.white,
        turn=match.decider == side,
        detail=detail,
        pips=say("ui.pips", count=pips) if pips is not None else "",
        score=score_words(match, side, say),
        colour=say("ui.white" if side == match.white else "ui.black"),
        thinking=isinstance(seat, Computer) and _thinks(model),
        time=_time(model, side, say),
        command="recall" if recalls else "",
        apart=isinstance(seat, Remote) and is_available(model, "friend") and is_apart(model),
    )


def _time(model: Model, side: Player, say: Say) -> tuple[str, str, str] | None:
    """Return a side's bank as text, its delay while it decides, and its urgency; None if it has no clock."""
    state = match_state(model)
    clock, now = (state.clock, model.friend.now) if state and model.friend else (model.game.clock, 0)
    if clock is None or isinstance(model.game.setup.seats[side], Computer):
        return None
    seconds, delay = clock.bank_left(side, now) // SECOND, -(-clock.delay_left(side, now) // SECOND)
    tone = "out" if clock.is_out(side, now) else "short" if seconds < SHORT else ""
    decides = delay and side == model.game.match.decider
    return f"{seconds // 60}:{seconds % 60:02}", f"+{say.number(delay)}" if decides else "", tone


def _clock(bank: str, delay: str, tone: str) -> Node:
    return node(
        "span",
        node("span", bank, class_="bank"),
        node("span", delay, class_="delay"),
        class_=f"clock {tone}".strip(),
        role="timer",
        key="clock",
    )


def _pips(layout: Layout, side: Player) -> int:
    """Return a side's pip count on the board now, including moves not yet confirmed."""
    stacks = [(number, layout.stacks[place(side, number)]) for number in range(1, 26)]
    return sum(number * len(stack) for number, stack in stacks if stack and stack[0] // CHECKERS == side)


def score_words(match: Match, side: Player, say: Say) -> tuple[str, str, str]:
    """Return a side's score in words, as a figure, and the length of the match, "" for money."""
    points, length = match.score[side], match.length
    if not length:
        return say("ui.score.money", count=points), say.number(points), ""
    if points > length:
        return say("ui.score.money", count=points), str(points), f"/{length}"
    return say("ui.score.match", score=points, count=length), str(points), f"/{length}"


@lru_cache(maxsize=128)
def _player_line(
    player: Player,
    name: str,
    light: bool,
    turn: bool,
    detail: str,
    pips: str,
    score: tuple[str, str, str],
    colour: str,
    thinking: bool,
    time: tuple[str, str, str] | None,
    command: str,
    apart: bool,
) -> Node:
    spoken, points, goal = score
    return node(
        "section",
        node(
            "span", class_=f"mark {'light' if light else 'dark'}", role="img", aria_label=colour, title=colour
        ),
        node(
            "div",
            node("h2", node("bdi", name), class_="name", title=name),
            node(
                "p",
                node("span", pips, class_="pips", key="pips") if pips else None,
                _way_back(detail)
                if apart
                else node("span", detail, class_="thinking" if thinking else "doing", key="doing")
                if detail
                else None,
                class_="detail",
            ),
            class_="who",
        ),
        _clock(*time) if time else None,
        node(
            "span",
            node("span", points, class_="points"),
            node("span", goal, class_="goal"),
            class_="score",
            role="img",
            aria_label=spoken,
            title=spoken,
        ),
        data_command=command or None,
        class_=f"player {'top-side' if player else 'bottom-side'}{' turn' if turn else ''}",
        key=f"player{player}",
    )


def _way_back(detail: str) -> Node:
    """Draw the state of a lost connection as the way to a new one."""
    opens = button("friend", detail, class_="link")
    return node("span", opens, class_="doing", key="doing")


def _thinks(model: Model) -> bool:
    """Whether the computer is shown as thinking: not while its dice still tumble, though it knows them."""
    return isinstance(model.engine, Thinking) and not model.game.is_rolling


def _engine_words(model: Model, say: Say) -> str:
    """Return what the engine is doing, "" while it is just ready."""
    quiet = isinstance(model.engine, WORKS) and not _thinks(model)
    return "" if quiet else say(f"ui.engine.{model.engine.key}")
