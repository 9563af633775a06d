"""The list of moves and its surroundings: the match and game, the rules, and links to other features."""

from functools import lru_cache

from backgammon.app.commands import actions, available
from backgammon.core.match import Played, Player, Rolled
from backgammon.features.coach.history import day_in, day_of
from backgammon.features.coach.review import grades, is_begun
from backgammon.i18n.rule_names import rules_name
from backgammon.state.model import Log, Model, Replay
from backgammon.state.viewer import comment, game_end, mistakes_of, stop_before
from backgammon.view.forms import button, icon_button, panel_close
from backgammon.view.grades import LEGEND, legend
from backgammon.view.icons import icon
from backgammon.view.node import Node, node
from backgammon.view.panels.move_list import Entry, running_game
from backgammon.view.panels.move_table import Marks, move_table
from backgammon.view.panels.player_line import seat_name
from backgammon.view.panels.rollout_progress import rollout_progress
from backgammon.view.words import Say, length_name, prevent_breaks

_LINKS = (
    "review",
    "line-open",
    "lessons",
    "quiz",
    "figures",
    "explore",
    "shelf-return",
    "files",
    "edit",
    "dice",
)
_BEGIN = ("tap", "drag", "dice")
"""The parts of the help shown while there are no moves yet; a large screen has room for all of it."""
_BEGIN_TITLE = "dialog.help.moving"
_PANEL_WORDS = (
    "ui.moves",
    _BEGIN_TITLE,
    *(f"{_BEGIN_TITLE}.{part}" for part in _BEGIN),
    "ui.no-move",
    "action.close",
    "action.game-before",
    "action.game-after",
    *LEGEND,
)


def moves_panel(model: Model, say: Say) -> Node:
    """Draw the moves of the game that is shown; it is a drawer where there is no room beside the board."""
    match, replay = model.game.match, model.replay
    log = _listed_log(model)
    found = running_game(log, model.game.beginning)
    named = sorted({entry.said for entry in found if entry.said})
    facts = [length_name(match.length, say), say("ui.game", number=match.game)]
    if match.crawford_game and match.length > 1:
        facts.append(say("ui.crawford"))
    possible = available(model)
    current = next((entry.index for entry in found if entry.index >= replay.cursor), -1) if replay else None
    return _panel(
        entries=found,
        names=(seat_name(model, 0, say), seat_name(model, 1, say)),
        white=match.white,
        facts=tuple(facts),
        rules=rules_name(match.rules, say),
        preset=match.rules.name,
        said=tuple((key, say(key)) for key in _PANEL_WORDS),
        did=tuple((name, say(f"ui.did.{name}")) for name in named),
        current=current,
        remark=_remark(replay, say) if replay else "",
        links=tuple((name, say(_link_words(model, name))) for name in _links(model) if name in possible),
        games=_other_games(model, log),
        marks=_marks(model, log, say),
        running=None if model.analysis.open else rollout_progress(model, say, named=True),
    )


def _links(model: Model) -> tuple[str, ...]:
    """Return the commands of the links; also play-here, where it is not the first of the buttons.

    At a mistake those go to other mistakes. In an imported match the analysis goes first, and only one of
    the two is shown: the button, or on the smallest phones the link.
    """
    return ("play-here", *_LINKS) if mistakes_of(model) or "review" in actions(model) else _LINKS


def _link_words(model: Model, name: str) -> str:
    """Return the text key of a link: an analysis that has begun is named, not offered."""
    return "review.title" if name == "review" and is_begun(model) else f"action.{name}"


def _remark(replay: Replay, say: Say) -> str:
    """Return the comments at the cursor; at the first decision also what the file says of the event."""
    event = "" if stop_before(replay) else _event(replay, say)
    return "\n".join(filter(None, (event, comment(replay))))


def _event(replay: Replay, say: Say) -> str:
    """Return the event, round, place and date of a match; other tags say nothing to most players."""
    told, number = dict(replay.event), day_in(replay.event)
    day, stage = None if number is None else day_of(number), told.get("Round", "")
    parts = (
        told.get("Event"),
        say("ui.round", number=stage) if stage.isdigit() else stage,
        told.get("Site"),
        prevent_breaks(say.date(day.year, day.month, day.day)) if day else told.get("EventDate"),
    )
    return "\N{NO-BREAK SPACE}· ".join(filter(None, parts))  # no line begins with the dot


def _marks(model: Model, log: Log, say: Say) -> tuple[tuple[int, Marks], ...]:
    """Return the marks of entries by index; that of a missed double belongs to the play after the roll."""
    found: dict[int, Marks] = {}
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


def _listed_log(model: Model) -> Log:
    """Return the log up to the end of the game that ``model`` shows."""
    replay = model.replay
    return replay.log.until(game_end(replay)) if replay else model.game.log


def _other_games(model: Model, log: Log) -> tuple[int | None, int | None]:
    """Return the indices in the log where the previous and the next game begin, None where there is none."""
    replay, game = model.replay, len(log.finished)
    after = len(log) + 1 if replay and len(log) < len(replay.log) else None
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
    marks: tuple[tuple[int, Marks], ...],
    running: Node | None,
) -> Node:
    words = dict(said)
    signs = {(named, boxed) for entry in entries for named, _, boxed in dict(marks).get(entry.index, ())}
    title = words["ui.moves"]
    before, after = games
    return node(
        "aside",
        node(
            "div",
            node("h2", title, class_="panel-title", key="title"),
            panel_close(words["action.close"]),
            class_="panel-head",
            key="head",
        ),
        node(
            "p",
            _game_step("game-before", before, words),
            [node("span", fact) for fact in facts],
            _game_step("game-after", after, words),
            button("rules", rules, preset, class_="link"),
            class_="facts",
            key="facts",
        ),
        node(
            "div",
            move_table(entries, names, white, dict(did), words["ui.no-move"], current, dict(marks))
            if entries
            else _begin(words)
            if current is None
            else None,
            class_="scroll",
            tabindex="0",
            role="region",
            aria_label=title,
            key="scroll",
        ),
        legend(signs, words) if signs else None,
        node("p", remark, class_="remark", dir="auto", key="remark") if remark else None,
        running,
        _ways_on(links) if links else None,
        class_="panel",
        id="panel",
        key="panel",
    )


def _begin(words: dict[str, str]) -> Node:
    """Explain how moves are made."""
    parts = [node("p", words[f"{_BEGIN_TITLE}.{part}"]) for part in _BEGIN]
    return node("div", node("h3", words[_BEGIN_TITLE]), parts, class_="empty begin")


def _game_step(name: str, index: int | None, words: dict[str, str]) -> Node | None:
    """Draw the button that leads to another game of the match."""
    if index is None:
        return None
    return icon_button("study-at", words[f"action.{name}"], name, "tool game-step", name, data_value=index)


def _ways_on(links: tuple[tuple[str, str], ...]) -> Node:
    """Draw the buttons below the list, by command and text.

    On a telephone they scroll sideways. The first is part of the key, so that a new first button redraws
    the row: otherwise a browser keeps the old first one in view, and the new one stays hidden.
    """
    return node(
        "p",
        [
            button(name, (icon(name), node("span", text, class_="label")), class_="link", title=text)
            for name, text in links
        ],
        class_="links",
        key=f"links-{links[0][0]}",
    )
