"""The analysis of a whole match: its progress, then charts, the worst choices and tables."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from backgammon.analysis.findings import Grade
from backgammon.analysis.report import CurvePoint, Judged, PlayerReport, Report, Stage
from backgammon.app.commands import available
from backgammon.features.analysis import hint
from backgammon.features.coach.review import DEEPER
from backgammon.features.speech.status_text import line_about, text
from backgammon.state.match_review import Review
from backgammon.state.model import Model
from backgammon.view.chart import Axis, Line, Mark, chart, table
from backgammon.view.forms import button, progress
from backgammon.view.grades import level, pr_text, sign
from backgammon.view.node import Child, Node, node
from backgammon.view.panels.choices import best_text, choice_text
from backgammon.view.panels.player_line import seat_name
from backgammon.view.words import Say, figure

LISTED = 20
"""The number of worst choices listed."""
_STEPS = (5, 10, 20, 50, 100)
_NUMBERS = 8
"""Possible distances of the move numbers below a chart, in moves, and the maximum of such numbers."""
_POINTS, _MARKED = 1000, 200
"""The most points of a line, and the most blunders marked in it, the worst: a long session has thousands."""
_TONES = ("mine", "theirs")
"""Classes of each player's blunders in a chart: both in the colour of a blunder, the second hollow."""
_NAME = 0.14
"""The room that the name of a game needs below a chart, as a share of the width."""
_BEFORE, _AFTER = 0.06, 0.25
"""The room to leave before and after the name of a game below a chart, as shares of the width."""


def content(model: Model, say: Say) -> Child:
    """Draw the progress of the analysis and its results."""
    shown = model.analysis.review
    return (
        node(
            "div",
            _progress(model, shown, say) if shown else None,
            _report(model, shown, say) if shown and shown.is_whole and not shown.running else None,
            class_="body review",
            key="body",
        ),
        node(
            "footer",
            button("figures", say("action.figures"), class_="link"),
            _start(model, shown, say),
            class_="dialog-foot",
            key="foot",
        ),
    )


def _start(model: Model, shown: Review | None, say: Say) -> Node | None:
    if shown is None:
        return None
    if shown.running:
        return button("stop-analysis", say("action.stop"))
    if not shown.is_whole:
        return None
    practice = _practice(model, shown)
    if practice == "learn":
        return button("learn", say("action.learn"), class_="primary", focus=True)
    if practice:
        return button(practice, say(f"action.{practice}"))
    rest = shown.count_left
    if not rest or "analyse" not in available(model):
        return None
    begun = rest < shown.count
    return button("analyse", say("action.go-on" if begun else "action.analyse"), class_="primary", focus=True)


def _practice(model: Model, shown: Review) -> str:
    """Return the command to practise what was found, "" while something is left that has not failed."""
    if shown.count_left > len(shown.failed):
        return ""
    return next((name for name in ("learn", "quiz-blunders") if name in available(model)), "")


def _progress(model: Model, shown: Review, say: Say) -> Child:
    """Draw how far the analysis is, with the button to try again what could not be analysed."""
    if not shown.is_whole:
        at = len(shown.games)
        return progress(say("ui.game", number=at), at, len(shown.log.finished) + 1)
    total = shown.count
    if not total:
        return node("p", say("review.empty"), class_="note", key="empty")
    done = total - shown.count_left
    if done == total:
        return None
    if not done and not shown.running:
        return node("p", say("review.about", count=total), key="about")
    again = bool(_practice(model, shown)) and "analyse" in available(model)
    return progress(
        say("review.progress", done=done, count=total),
        done,
        total,
        node("p", button("analyse", say("action.go-on"), class_="link"), class_="depth") if again else None,
    )


def _report(model: Model, shown: Review, say: Say) -> Child:
    found = shown.report
    if not found.curve:
        return None
    names, across = (seat_name(model, 0, say), seat_name(model, 1, say)), _across(found.curve, say)
    return [
        *_summary(found, names, say),
        _chances(model, found, names, across, say),
        _worst(shown, names, say),
        _depth(model, shown, say),
        _luck(model, found, across, say),
        _all_figures(found, names, say),
        button("review-text", say("action.download"), class_="link"),
    ]


def _summary(found: Report, names: tuple[str, str], say: Say) -> list[Node]:
    """Draw the summary: how well each player has played, in figures and in words."""
    players = zip(names, found.players, strict=True)
    return [
        node("div", [_verdict(name, each, say) for name, each in players], class_="verdicts", key="summary"),
        node("p", say("review.pr.about"), class_="note", key="about-pr"),
    ]


def _depth(model: Model, shown: Review, say: Say) -> Node:
    """Draw the depth of the analysis of plays, with the button to look deeper."""
    deeper = shown.count_left_at(hint.DEEPER)
    offered = not shown.count_left and deeper and "analyse" in available(model)
    return node(
        "p",
        node("strong", say("advice.title")),
        node("span", say(f"advice.depth.{'quick' if deeper else 'thorough'}"), class_="note"),
        button("analyse", say("action.look-deeper"), DEEPER, class_="link") if offered else None,
        class_="depth",
        key="depth",
    )


def _verdict(name: str, each: PlayerReport, say: Say) -> Node:
    counts = {
        Grade.BLUNDER: (each.all.blunders, "review.blunders"),
        Grade.ERROR: (each.all.errors, "review.errors"),
        Grade.DOUBTFUL: (each.all.doubtful, "review.doubtful"),
    }
    return node(
        "section",
        node("h3", node("bdi", name)),
        node("p", node("strong", pr_text(each.all, say)), " ", say("figures.part.all"), class_="pr"),
        _level(each, say),
        node(
            "p",
            [
                node(
                    "span",
                    sign(named, say(key)),
                    node("span", say(key), class_="kind", aria_hidden="true"),
                    node("strong", say.number(count)),
                    class_="chip",
                    key=named,
                )
                for named, (count, key) in counts.items()
            ],
            class_="chips",
        ),
        node("p", say("review.luck"), " ", say.number(each.luck, 2, signed=True), class_="note"),
        class_="verdict-of",
        key=name,
    )


def _all_figures(found: Report, names: tuple[str, str], say: Say) -> Node:
    """Draw the tables, folded: what each player lost in each part, and the figures behind the charts."""
    return node(
        "details",
        node("summary", say("review.table")),
        _players(found, names, say),
        _games(found.curve, say),
        key="figures",
    )


def _players(found: Report, names: tuple[str, str], say: Say) -> Node:
    both = found.players
    rows = [
        (say("review.pr"), *[figure(each.all.pr, 1, say) for each in both]),
        (say("review.rating"), *[level(each.all, say) or say("review.none") for each in both]),
        (say("review.plays"), *[figure(each.plays.pr, 1, say) for each in both]),
        (say("review.cube"), *[figure(each.cube.pr, 1, say) for each in both]),
        *[
            (say(f"review.stage.{name}"), *[figure(dict(each.stages)[name].pr, 1, say) for each in both])
            for name in Stage
            if any(dict(each.stages)[name].counted for each in both)
        ],
        (say("review.error"), *[say.number(1000 * each.all.error) for each in both]),
        (say("review.blunders"), *[say.number(each.all.blunders) for each in both]),
        (say("review.errors"), *[say.number(each.all.errors) for each in both]),
        (say("review.doubtful"), *[say.number(each.all.doubtful) for each in both]),
        (say("review.luck"), *[say.number(each.luck, 2, signed=True) for each in both]),
        (say("review.lucky"), *[say("review.rolls", lucky=e.lucky, unlucky=e.unlucky) for e in both]),
    ]
    head: list[str | Node] = ["", *(node("bdi", name) for name in names)]
    return node("div", table(say("review.table"), head, rows), class_="scroll-x both", key="players")


def _level(each: PlayerReport, say: Say) -> Node:
    """Draw the level that a PR means, in words, or that there were too few decisions."""
    named = level(each.all, say)
    return node("p", named or say("review.few"), class_="level" if named else "level note")


Across = tuple[Axis, list[float]]


def _across(curve: Sequence[CurvePoint], say: Say) -> Across:
    """Return the axis of decisions, with numbers of games (if several) and moves; and where games begin."""
    starts = [at for at, point in enumerate(curve) if at == 0 or point.game != curve[at - 1].game]
    named = _with_room(starts[:: -(-len(starts) // 6)], len(curve)) if len(starts) > 1 else []
    games = [(float(at), say("review.game", number=curve[at].game)) for at in named]
    ticks = (*games, *_moves(curve, named, say))
    return Axis(0, max(1, len(curve) - 1), ticks), [float(at) for at in starts[1:]]


def _with_room(starts: Sequence[int], end: int) -> list[int]:
    """Return the starts of the games whose names fit below a chart, before the next name or the end."""
    named: list[int] = []
    for start in reversed(starts):
        if (named[0] if named else end) - start >= _NAME * end:
            named.insert(0, start)
    return named


def _moves(curve: Sequence[CurvePoint], named: Sequence[int], say: Say) -> list[tuple[float, str]]:
    """Return the ticks with numbers of moves: at even distances, clear of the names of games."""
    begun = [at for at, point in enumerate(curve) if at == 0 or point.move != curve[at - 1].move]
    step = next((step for step in _STEPS if len(begun) <= step * _NUMBERS), _STEPS[-1])
    before, after = _BEFORE * len(curve), _AFTER * len(curve)
    return [
        (float(at), say.number(curve[at].move))
        for at in begun
        if at == 0 or curve[at].move % step == 0
        if not any(-before < at - start < after for start in named)
    ]


def _points(values: Sequence[float]) -> tuple[tuple[float, float], ...]:
    """Return the points of a line; of very many, as many as can be told apart, the last among them."""
    step = max(1, len(values) // _POINTS)
    return tuple([(float(at), values[at]) for at in range((len(values) - 1) % step, len(values), step)])


def _chances(model: Model, found: Report, names: tuple[str, str], across: Across, say: Say) -> Node:
    title = text(say, line_about(model, "review.chances", 0))
    curve = found.curve
    up = Axis(0, 1, tuple((share, say.percent(share)) for share in (0, 0.25, 0.5, 0.75, 1)))
    chances = [point.chance for point in curve]
    blunders = [each for each in found.worst if each.grade is Grade.BLUNDER]
    marks = []
    for each in [each for each in blunders if not each.decision.is_resignation][:_MARKED]:
        index = each.decision.index
        at = bisect_left(curve, index, key=attrgetter("index"))
        line, tone = _line(each, names, say), _TONES[each.player]
        marks.append(Mark(float(at), chances[at], line, tone, "to-decision", str(index)))
    return chart(
        "chances",
        title,
        say(
            "review.chances.about",
            title=title,
            first=say.percent(chances[0]),
            last=say.percent(chances[-1]),
            low=say.percent(min(chances)),
            high=say.percent(max(chances)),
        ),
        across[0],
        up,
        [Line(names[0], "one", _points(chances), area=True)],
        marks,
        across[1],
        base=0.5,
        dots=[
            (tone, text(say, line_about(model, "review.blunders-of", side)))
            for side, tone in enumerate(_TONES)
            if any(mark.tone == tone for mark in marks)
        ],
    )


def _luck(model: Model, found: Report, across: Across, say: Say) -> Node:
    whose = text(say, line_about(model, "review.luck.course", 0))
    luck = [point.luck for point in found.curve]
    most = max(0.5, *map(abs, luck))
    ticks = tuple((value, say.number(value, 1, signed=True)) for value in (-most, 0.0, most))
    about = say("review.luck.about", title=whose, luck=say.number(luck[-1], 2, signed=True))
    return chart(
        "luck",
        about,
        about,
        across[0],
        Axis(-most * 1.05, most * 1.05, ticks),
        [Line(whose, "three", _points(luck), area=True)],
        breaks=across[1],
        base=0.0,
    )


def _games(curve: Sequence[CurvePoint], say: Say) -> Node:
    """Draw the charts' figures as a table, a row for each game."""
    rows, luck_before = [], 0.0
    for game, points in groupby(curve, key=attrgetter("game")):
        own = [*points]
        chances = [point.chance for point in own]
        shares = (chances[0], min(chances), max(chances), chances[-1])
        luck = say.number(own[-1].luck - luck_before, 2, signed=True)
        luck_before = own[-1].luck
        rows.append((say.number(game), *(say.percent(share) for share in shares), luck))
    head = [say(f"review.head.{name}") for name in ("game", "first", "low", "high", "last", "luck")]
    return node("div", table(say("review.figures"), head, rows), class_="scroll-x", key="games")


def _worst(shown: Review, names: tuple[str, str], say: Say) -> Node:
    """Draw the list of the worst choices; resignations, which do not count in any figure, come last."""
    worst = shown.report.worst
    others = [each for each in worst if not each.decision.is_resignation]
    listed = [*others[:LISTED], *[each for each in worst if each.decision.is_resignation]]
    if not listed:
        return node("p", say("review.flawless"), class_="note", key="worst")
    who = names if len({each.player for each in listed}) > 1 else None
    games = bool(shown.log.finished)
    return node(
        "section",
        node("h3", say("review.worst")),
        node(
            "ol",
            [_choice(each, who, games, each.decision.index == shown.seen, say) for each in listed],
            class_="worst",
        ),
        class_="group",
        key="worst",
    )


def _choice(each: Judged, names: tuple[str, str] | None, games: bool, seen: bool, say: Say) -> Node:
    """Draw a choice, its game if there are several, its player if both are listed, and the better choice."""
    best = best_text(each, say)
    game = say("ui.game", number=each.decision.match.game) if games else ""
    better = (
        say("review.instead", name=names[each.player], better=best)
        if names
        else say("problem.best", best=best)
    )
    return node(
        "li",
        button(
            "to-decision",
            (
                node("span")
                if each.decision.is_resignation
                else sign(each.grade, say(f"grade.{each.grade}")),
                node("span", choice_text(each, say), class_="play"),
                node("span", say.number(-each.error, 3), class_=f"behind {each.grade}"),
                node("span", " · ".join(filter(None, (game, better))), class_="note"),
            ),
            str(each.decision.index),
            class_=f"choice-row {each.grade}",
            aria_current="location" if seen else None,
        ),
        key=f"w{each.decision.index}",
    )


def _line(each: Judged, names: tuple[str, str], say: Say) -> str:
    """Describe a choice in one line."""
    lost = say.number(-each.error, 3)
    return say("review.mark", name=names[each.player], choice=choice_text(each, say), error=lost)
