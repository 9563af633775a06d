"""What stands round the board: the players' lines, the status, the buttons and the list of moves."""

from collections.abc import Iterable
from functools import lru_cache

from backgammon.app.coach.review import grades
from backgammon.app.commands import actions, available
from backgammon.app.speech.status_text import player, status, text
from backgammon.app.state.checkers import Layout, place
from backgammon.app.state.model import Engine, Log, MessageKey, Model, Notice, Replay, SeatKind
from backgammon.app.state.viewer import comment, game_end, stops_until
from backgammon.core.match import Match, Phase, Played, Player, Rolled
from backgammon.core.position import CHECKERS
from backgammon.protocol.messages import Grade
from backgammon.view.grades import LEGEND, legend, sign
from backgammon.view.icons import has_icon, icon
from backgammon.view.node import Node, node
from backgammon.view.panels.analysis import tutor_line
from backgammon.view.panels.move_list import Entry, running_game
from backgammon.view.words import Say, rules_name

_QUIET = (
    "study-first",
    "study-previous",
    "study-next",
    "study-last",
    "undo",
    "redo",
    "swap",
    "hint",
    "shelf-return",
    "resign",
    "quiz-close",
)
"""Commands whose button is a sign with a name; they keep their place and order."""


def seat_name(model: Model, side: Player, say: Say) -> str:
    """Return what a side is called: the name given, else You, Computer or the colour."""
    name = player(model, side)
    return say(name) if isinstance(name, MessageKey) else name


def player_line(model: Model, side: Player, say: Say) -> Node:
    """Draw one side's line: mark, name, what it is doing, pips and score."""
    match = model.match
    seat = model.setup.seats[side]
    detail = ""
    if seat.kind is SeatKind.COMPUTER:
        detail = _engine_words(model, say) or (say(f"level.{seat.level}") if seat.level else "")
    over = match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    pips = _pips(model.layout, side) if model.settings.pips and not over else None
    return _player_line(
        side,
        seat_name(model, side, say),
        side == match.white,
        match.decider == side,
        detail,
        say("ui.pips", count=pips) if pips is not None else "",
        _score(match, side, say),
        say("ui.white" if side == match.white else "ui.black"),
        seat.kind is SeatKind.COMPUTER and _thinks(model),
    )


def _pips(layout: Layout, side: Player) -> int:
    """Count the pips of what lies on the board now, the moves not yet confirmed included."""
    stacks = [(number, layout.stacks[place(side, number)]) for number in range(1, 26)]
    return sum(number * len(stack) for number, stack in stacks if stack and stack[0] // CHECKERS == side)


def _score(match: Match, side: Player, say: Say) -> tuple[str, str, str]:
    """Return a side's score in words, the figure, and what the match is played to."""
    points = match.score[side]
    if not match.length:
        return say("ui.score.money", count=points), say.number(points), ""
    return say("ui.score.match", score=points, count=match.length), str(points), f"/{match.length}"


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
                node("span", detail, class_="thinking" if thinking else None, key="doing")
                if detail
                else None,
                class_="detail",
            ),
            class_="who",
        ),
        node(
            "span",
            node("span", points, class_="points"),
            node("span", goal, class_="goal"),
            class_="score",
            role="img",
            aria_label=spoken,
            title=spoken,
        ),
        class_=f"player {'top-side' if player else 'bottom-side'}{' turn' if turn else ''}",
        key=f"player{player}",
    )


def _thinks(model: Model) -> bool:
    """Whether the computer is seen to think: not while its dice still tumble, though it knows them."""
    return model.engine is Engine.THINKING and not model.rolling


def _engine_words(model: Model, say: Say) -> str:
    """Return what the engine is doing, "" while it simply stands ready."""
    quiet = model.engine is Engine.READY or (model.engine is Engine.THINKING and not _thinks(model))
    return "" if quiet else say(f"ui.engine.{model.engine}")


def status_line(model: Model, say: Say) -> Node:
    """Say whose move it is, and above it what happened last until it is dismissed."""
    notice, study = model.notice, model.study
    asked = model.desk.caution and model.desk.caution.remark
    return node(
        "div",
        node("p", _looking(study, say), class_="looking", key="looking") if study else None,
        _remarks(study, say) if study and study.remarks else None,
        tutor_line(model, say),
        notice_line(notice, say) if notice else None,
        None if asked else _status(text(say, status(model))),
        class_="status",
        key="status",
    )


def _looking(study: Replay, say: Say) -> str:
    """Say what is looked at, and how far along it is."""
    what = say(f"ui.study.{study.origin}")
    if not study.log:
        return what
    at, whole = stops_until(study, study.cursor), stops_until(study, len(study.log))
    return say("ui.study.at", what=what, at=at, all=whole)


def _remarks(study: Replay, say: Say) -> Node:
    """Say that the file could not be followed everywhere; opened, it lists where."""
    return node(
        "details",
        node("summary", say("ui.remarks", count=len(study.remarks))),
        node("ul", [node("li", say(key, **dict(params))) for key, params in study.remarks]),
        class_="remarks",
        key="remarks",
    )


@lru_cache(maxsize=32)
def _status(line: str) -> Node:
    return node("p", line, class_="said", key="said")


def notice_line(notice: Notice, say: Say) -> Node:
    """Draw a line for the players with a button that puts it away."""
    return _notice(text(say, notice), notice.tone, say("action.dismiss"))


@lru_cache(maxsize=32)
def _notice(line: str, tone: str, dismiss: str) -> Node:
    return node(
        "div",
        node("p", line),
        node(
            "button", icon("close"), type="button", class_="tool", data_command="dismiss", aria_label=dismiss
        ),
        class_=f"notice {tone}",
        key="notice",
    )


def action_bar(model: Model, say: Say) -> Node:
    """Draw the buttons of what can be done on the board now; the first is the primary one."""
    commands = available(model)
    loud = [name for name in actions(model) if name not in _QUIET]
    quiet = [name for name in _QUIET if name in commands]
    words = _QUIZ_WORDS if model.quiz else {}
    return _action_bar(
        *[tuple((name, say(words.get(name, f"action.{name}"))) for name in names) for names in (loud, quiet)]
    )


_QUIZ_WORDS = {"roll": "problem.no-double", "quiz-again": "problem.again"}
"""What commands are called in the quiz, in which nothing is rolled."""


@lru_cache(maxsize=64)
def _action_bar(loud: tuple[tuple[str, str], ...], quiet: tuple[tuple[str, str], ...]) -> Node:
    return node(
        "div",
        node("div", _buttons(loud), class_="loud", key="loud"),
        node("div", _buttons(quiet), class_="quiet", key="quiet"),
        class_="actions",
        key="actions",
    )


def _buttons(pairs: Iterable[tuple[str, str]]) -> list[Node]:
    found = []
    for index, (name, words) in enumerate(pairs):
        quiet = name in _QUIET
        found.append(
            node(
                "button",
                icon(name) if quiet and has_icon(name) else None,
                node("span", words, class_="label"),
                type="button",
                class_="quiet-button" if quiet else "primary" if index == 0 else "secondary",
                data_command=name,
                data_primary=not quiet and index == 0,
                title=words if quiet else None,
                key=name,
            )
        )
    return found


def panel(model: Model, say: Say) -> Node:
    """Draw the list of moves of the game that is shown; a drawer where there is no room beside the board."""
    match, study = model.match, model.study
    log = listed_log(model)
    found = running_game(log, model.beginning)
    named = sorted({entry.said for entry in found if entry.said})
    facts = [say("ui.match", count=match.length) if match.length else say("ui.money")]
    facts.append(say("ui.game", number=match.game))
    if match.crawford_game:
        facts.append(say("ui.crawford"))
    possible = available(model)
    return _panel(
        found,
        (seat_name(model, 0, say), seat_name(model, 1, say)),
        match.white,
        tuple(facts),
        rules_name(match.rules, say),
        match.rules.name,
        tuple((key, say(key)) for key in _PANEL_WORDS),
        tuple((name, say(f"ui.did.{name}")) for name in named),
        None if study is None else next((entry.index for entry in found if entry.index >= study.cursor), -1),
        comment(study) if study else "",
        tuple((name, say(f"action.{name}")) for name in _LINKS if name in possible),
        _other_games(model, log),
        _marks(model, log, say),
    )


_Marks = tuple[tuple[Grade, str, bool], ...]
"""Grades of what an entry stands for, what each is called, and whether it is about the cube."""


def _marks(model: Model, log: Log, say: Say) -> tuple[tuple[int, _Marks], ...]:
    """Return the marks of entries by index: that of a roll without a double stands before its dice."""
    found: dict[int, _Marks] = {}
    known = grades(model)
    for index, action in enumerate(log.running, log.past) if known else ():
        named = known.get(index)
        if named is None:
            continue
        rolled, name = isinstance(action, Rolled), say(f"grade.{named}")
        if rolled:
            name = f"{say('cube.row.no-double')}: {name}"
        mark = named, name, not isinstance(action, Played)
        found[index + rolled] = (*found.get(index + rolled, ()), mark)
    return tuple(found.items())


_LINKS = ("review", "quiz", "explore", "shelf-return", "files", "edit", "dice")
_PANEL_WORDS = (
    "ui.moves",
    "ui.moves.none",
    "ui.no-move",
    "action.close",
    "action.game-before",
    "action.game-after",
    *LEGEND,
)


def listed_log(model: Model) -> Log:
    """Return the log up to the end of the game that is shown; the model is the shown one."""
    study = model.study
    return study.log.until(game_end(study)) if study else model.log


def _other_games(model: Model, log: Log) -> tuple[int | None, int | None]:
    """Return the indices in the log where the games before and after the one that is shown begin."""
    study, game = model.study, len(log.finished)
    after = len(log) + 1 if study and len(log) < len(study.log) else None
    return log.first(game - 1) if game else None, after


@lru_cache(maxsize=4)
def _panel(
    entries: tuple[Entry, ...],
    names: tuple[str, str],
    white: Player,
    facts: tuple[str, ...],
    rules: str,
    preset: str,
    said: tuple[tuple[str, str], ...],
    did: tuple[tuple[str, str], ...],
    current: int | None,
    remark: str,
    links: tuple[tuple[str, str], ...],
    games: tuple[int | None, int | None],
    marks: tuple[tuple[int, _Marks], ...],
) -> Node:
    words, rows = dict(said), _rows(entries)
    signs = {(named, boxed) for entry in entries for named, _, boxed in dict(marks).get(entry.index, ())}
    title = words["ui.moves"]
    before, after = games
    return node(
        "aside",
        node(
            "div",
            node("h2", title, class_="panel-title", key="title"),
            node(
                "button",
                icon("close"),
                type="button",
                class_="tool panel-close",
                data_command="panel",
                aria_label=words["action.close"],
                key="close",
            ),
            class_="panel-head",
            key="head",
        ),
        node(
            "p",
            _game_step("game-before", before, words),
            [node("span", fact) for fact in facts],
            _game_step("game-after", after, words),
            node("button", rules, type="button", class_="link", data_command="rules", data_value=preset),
            class_="facts",
            key="facts",
        ),
        node(
            "div",
            node(
                "table",
                _table_head(names, white),
                _table_body(rows, dict(did), words["ui.no-move"], current, dict(marks)),
                class_="moves",
            )
            if rows
            else node("p", words["ui.moves.none"], class_="empty"),
            class_="scroll",
            tabindex="0" if rows else None,
            role="region" if rows else None,
            aria_label=title if rows else None,
            key="scroll",
        ),
        legend(signs, words) if signs else None,
        node("p", remark, class_="remark", dir="auto", key="remark") if remark else None,
        node(
            "p",
            [
                node(
                    "button",
                    icon(name),
                    node("span", text, class_="label"),
                    type="button",
                    class_="link",
                    data_command=name,
                    title=text,
                    key=name,
                )
                for name, text in links
            ],
            class_="links",
            key="links",
        )
        if links
        else None,
        class_="panel",
        id="panel",
        key="panel",
    )


def _game_step(name: str, index: int | None, words: dict[str, str]) -> Node | None:
    """Draw the button that leads to another game of the match."""
    if index is None:
        return None
    return node(
        "button",
        icon(name),
        type="button",
        class_="tool game-step",
        data_command="study-at",
        data_value=index,
        aria_label=words[f"action.{name}"],
        title=words[f"action.{name}"],
        key=name,
    )


def _rows(entries: tuple[Entry, ...]) -> list[tuple[Entry | None, Entry | None]]:
    """Pair entries into rows: player 0 on the left, player 1 on the right, time going down."""
    rows: list[tuple[Entry | None, Entry | None]] = []
    for entry in entries:
        if entry.player == 0:
            rows.append((entry, None))
        elif rows and rows[-1][1] is None:
            rows[-1] = (rows[-1][0], entry)
        else:
            rows.append((None, entry))
    return rows


def _table_head(names: tuple[str, str], white: Player) -> Node:
    return node(
        "thead",
        node(
            "tr",
            node("td"),
            [
                node(
                    "th",
                    node("span", class_=f"mark {'light' if player == white else 'dark'}", aria_hidden="true"),
                    node("bdi", names[player]),
                    scope="col",
                )
                for player in (0, 1)
            ],
        ),
        key="head",
    )


def _table_body(
    rows: list[tuple[Entry | None, Entry | None]],
    said: dict[str, str],
    cannot: str,
    current: int | None,
    marks: dict[int, _Marks],
) -> Node:
    last = len(rows) - 1
    return node(
        "tbody",
        [
            _row(
                index + 1,
                _cell(row[0], said, cannot, marks),
                _cell(row[1], said, cannot, marks),
                index == last and current is None,
                next((side for side, entry in enumerate(row) if entry and entry.index == current), None),
            )
            for index, row in enumerate(rows)
        ],
        key="body",
    )


_Cell = tuple[str, str, int, _Marks]
"""The roll, what was done with it, the index of that in the log, and how bad it was."""


def _cell(entry: Entry | None, said: dict[str, str], cannot: str, marks: dict[int, _Marks]) -> _Cell:
    if entry is None:
        return "", "", -1, ()
    own = marks.get(entry.index, ())
    if entry.said:
        return "", said[entry.said], entry.index, own
    dice = f"{max(entry.dice)}{min(entry.dice)}" if entry.dice else ""
    return dice, entry.play or cannot, entry.index, own


@lru_cache(maxsize=512)
def _row(number: int, left: _Cell, right: _Cell, last: bool, current: int | None) -> Node:
    """Draw a line; each entry is a button that shows the decision before it.

    A mark about the cube stands in a box, before the dice where the cube was left alone.
    """
    return node(
        "tr",
        node("td", str(number), class_="number"),
        [
            node(
                "td",
                node(
                    "button",
                    [sign(*each) for each in own if dice and each[2]],
                    node("span", dice, class_="rolled") if dice else None,
                    done,
                    [sign(*each) for each in own if not (dice and each[2])],
                    type="button",
                    class_="entry" if dice else "entry other",
                    data_command="study-at",
                    data_value=index,
                    tabindex="-1",
                    aria_current="step" if side == current else None,
                )
                if done
                else None,
            )
            for side, (dice, done, index, own) in enumerate((left, right))
        ],
        class_="latest" if last else None,
        key=f"r{number}",
    )
