"""The figures over time: results, PR and luck from match to match, and the dice."""

from collections.abc import Container, Sequence
from itertools import pairwise
from math import ceil

from backgammon.app.commands import available
from backgammon.features.coach.history import (
    Sum,
    by_part,
    day_of,
    dice_counts,
    fair_range,
    names_in_files,
    own_matches,
    own_names,
    sum_parts,
    sums_by,
    without_deleted,
)
from backgammon.i18n.catalogue import Name
from backgammon.protocol.levels import LEVELS
from backgammon.state.model import Model
from backgammon.state.once import once_per_arguments
from backgammon.storage.figures import PARTS, PlayedMatch, Side
from backgammon.view.chart import Axis, Line, Mark, chart, table
from backgammon.view.forms import button, icon_button, progress
from backgammon.view.node import Child, Node, node
from backgammon.view.panels.status_line import dialog_notice, undo_button
from backgammon.view.words import Say, figure, fraction, length_name, prevent_breaks, score_name

_LUCK = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
"""Steps between the levels of the luck chart; the smallest with at most five levels is used."""
_MOST_DOTS = 40
"""The number of dots of a line at most, so that one does not hide the next; more matches share a dot."""
_DOT = "\N{NO-BREAK SPACE}·\N{NO-BREAK SPACE}"
"""Between a name and points, which would be taken for a row of their own on another line."""


def content(model: Model, say: Say) -> Child:
    """Draw the figures over time, and those of each match."""
    history, waits = without_deleted(model.analysis.history), bool(model.analysis.queue.matches)
    return (
        node(
            "div",
            _queue(model, say) if waits else None,
            _all(history, model.analysis.past, say) if history else None,
            None if history or waits else node("p", say(_empty_key(model)), class_="note"),
            class_="body review",
            key="body",
        ),
        _undo(model, say),
    )


def _empty_key(model: Model) -> str:
    """Return the key of what is said where nothing has been analysed: how that comes about."""
    return "figures.empty.automatic" if model.settings.auto_analysis else "figures.empty"


def _undo(model: Model, say: Say) -> Node | None:
    """Draw what is said of a match that was deleted, with the button to put it back."""
    if model.notice is None or "match-restore" not in available(model):
        return None
    said = dialog_notice(model, say)
    return node("footer", said, undo_button(model.notice, say), class_="dialog-foot", key="foot")


def _queue(model: Model, say: Say) -> Node:
    """Draw how far the analysis of files is that were chosen together."""
    queue, match = model.analysis.queue, model.analysis.queued
    words = say("figures.progress", done=queue.done, all=queue.whole)
    value = queue.done + (match.part_done if match else 0)
    return progress(words, value, queue.whole, button("stop-queue", say("action.stop"), class_="link"))


@once_per_arguments
def _all(history: Sequence[PlayedMatch], past: Container[str], say: Say) -> list[Node | None]:
    """Draw everything but the queue, whose progress must not make hundreds of matches be drawn again."""
    own, names = own_matches(history), _names(history, say)
    if names and not own:
        return [names, _about_pr(say), *_each(history, past, say)]
    return [
        *([_headline(own, say)] if own else []),
        _course(own or history, say),
        _about_pr(say),
        *([_luck(own, say), _results(own, say), _parts(own, say)] if own else []),
        _dice(own, say),
        names,
        *_each(history, past, say),
    ]


def _about_pr(say: Say) -> Node:
    return node("p", say("review.pr.about"), class_="note", key="about-pr")


def _each(history: Sequence[PlayedMatch], past: Container[str], say: Say) -> list[Node]:
    """Draw the figures of each match, and the button that saves them."""
    return [
        _matches(history, past, say),
        button("figures-csv", say("action.figures-csv"), class_="link"),
    ]


def _headline(own: Sequence[PlayedMatch], say: Say) -> Node:
    """Draw the totals of all one's own matches: matches won, PR and luck."""
    whole, luck = sums_by(own, lambda match: "all")["all"], sum_parts(own, "all").luck
    totals = {
        "figures.won": fraction(whole.won, whole.ended, say),
        "figures.pr": figure(whole.pr, 1, say),
        "review.luck": figure(luck, 1, say, signed=True),
    }
    return node(
        "dl",
        [node("div", node("dt", say(key)), node("dd", total), key=key) for key, total in totals.items()],
        class_="headline",
        key="headline",
    )


def _date(match: PlayedMatch, say: Say) -> str:
    day = day_of(match.day)
    return say.date(day.year, day.month, day.day)


def _days(own: Sequence[PlayedMatch], say: Say) -> Axis:
    """Return the axis of matches: the day of the first, and of the last if it differs and there is room."""
    last, days = len(own) - 1, [_date(own[0], say)]
    if last > 1 and (latest := _date(own[-1], say)) not in days:
        days.append(latest)
    return Axis(-0.5, last + 0.5, tuple(zip((0.0, float(last)), days, strict=False)), ends=True)


def _in_groups(matches: Sequence[PlayedMatch]) -> list[tuple[float, Sequence[PlayedMatch]]]:
    """Return groups of consecutive matches, as even as can be, each with the place of its middle."""
    count = min(len(matches), _MOST_DOTS)
    ends = [len(matches) * at // count for at in range(count + 1)]
    return [((first + last - 1) / 2, matches[first:last]) for first, last in pairwise(ends)]


def _dates(group: Sequence[PlayedMatch], say: Say) -> str:
    first, last = _date(group[0], say), _date(group[-1], say)
    return first if first == last else f"{first} – {last}"


def _course(matches: Sequence[PlayedMatch], say: Say) -> Node:
    """Draw the PR from match to match, of many matches that of several together."""
    lines, marks = [], []
    for part, tone in (("all", "one"), ("plays", "two"), ("cube", "three")):
        name = say(f"figures.part.{part}")
        found = [(at, sum_parts(group, part).pr, group) for at, group in _in_groups(matches)]
        points = [(at, pr, group) for at, pr, group in found if pr is not None]
        lines.append(Line(name, tone, tuple((x, y) for x, y, _ in points)))
        marks += [
            Mark(x, y, f"{_dates(group, say)}: {name} {say.number(y, 2)}", tone) for x, y, group in points
        ]
    highest = max((y for line in lines for _, y in line.points), default=10.0)
    step = next((step for step in (1, 2, 4, 8, 16) if highest <= 5 * step), ceil(highest / 5))
    top = 5 * step
    ticks = tuple((float(value), say.number(value)) for value in range(0, top + 1, step))
    about = say("figures.about", count=len(matches))
    return chart(
        "figures", say("figures.course"), about, _days(matches, say), Axis(0, top, ticks), lines, marks
    )


def _matches(history: Sequence[PlayedMatch], past: Container[str], say: Say) -> Node:
    """Draw the figures of each match, the latest first; those that are kept are opened by their date.

    They are one's own, or those of both players, one below the other, if it is not known which side that is.
    """
    head = [say("figures.date"), *[say(f"figures.part.{name}") for name in PARTS], say("review.luck")]
    rows = []
    for match in reversed(history):
        first, second = _match_name(match, match.id in past, say), _second_name(match, say)
        shown = [(first, match.you)] if match.you >= 0 else [(first, 0), (second, 1)]
        rows += [(name, *_side_figures(match.sides[side], say)) for name, side in shown]
    return _wide_table(say("figures.title"), head, rows, "scroll-x")


def _side_figures(side: Side, say: Say) -> list[str]:
    """Write the PR of each part, as far as it is known, and the luck."""
    prs = [side.pr(name) for name in PARTS]
    written = ["" if pr is None else say.number(pr, 2) for pr in prs]
    return [*written, say.number(side.luck, 2, signed=True)]


def _names(history: Sequence[PlayedMatch], say: Say) -> Node | None:
    """Draw the names in match files, with a checkbox each: whose matches are one's own."""
    own = own_names(history)
    boxes = [
        node(
            "label",
            node("input", type="checkbox", checked=name in own, data_command="own-name", data_value=name),
            node("bdi", name),
            class_="tick",
            key=name,
        )
        for name in names_in_files(history)
    ]
    if not boxes:
        return None
    title = say("figures.names")
    return node(
        "section",
        node("h3", title, id="own-names"),
        node("p", say("figures.names.about"), class_="note"),
        node("div", boxes, class_="ticks", role="group", aria_labelledby="own-names"),
        class_="group",
        key="names",
    )


def _match_name(match: PlayedMatch, is_kept: bool, say: Say) -> Child:
    """Draw the date of a match, and below it the opponent, or the first player if neither is "you"."""
    date, note = _date(match, say), _player_name(match, 0, say)
    if match.you >= 0:
        score = score_name((match.score[match.you], match.score[1 - match.you]), say)
        other = match.sides[1 - match.you].name
        if match.level in LEVELS:
            note = f"{say(f'level.{match.level}')} · {score}"
        else:
            note = _DOT.join(filter(None, (other and Name(other).isolated, score)))
    words = say("dialog.files.submit")
    opens = button("past-match", date, match.id, class_="link", title=words) if is_kept else date
    forget = say("dialog.friend.entry.forget")
    deletes = icon_button("match-delete", forget, "line-prune", class_="link", data_value=match.id)
    return opens, deletes, " ", node("span", note, class_="note")


def _second_name(match: PlayedMatch, say: Say) -> Node:
    return node("span", _player_name(match, 1, say), class_="note second")


def _player_name(match: PlayedMatch, side: int, say: Say) -> str:
    """Name a player with the points scored."""
    name = match.sides[side].name
    return _DOT.join(filter(None, (name and Name(name).isolated, say.number(match.score[side]))))


def _wide_table(name: str, head: Sequence[str], rows: Sequence[Sequence[Child]], class_: str) -> Node:
    """Draw a table wider than a telephone; it can take the focus, so that keys can scroll it."""
    drawn = table(name, head, rows)
    return node("div", drawn, class_=class_, tabindex="0", role="group", aria_label=name, key="table")


def _luck(own: Sequence[PlayedMatch], say: Say) -> Node:
    """Draw the running sum of one's own luck minus the opponents', after each match or several."""
    points, total = [], 0.0
    for at, match in enumerate(own):
        total += match.sides[match.you].luck - match.sides[1 - match.you].luck
        points.append((float(at), total))
    points = points[:: -ceil(len(own) / _MOST_DOTS)][::-1]
    low, high = min(0.0, *(y for _, y in points)), max(0.0, *(y for _, y in points))
    low, high = (low, high) if high - low >= 1 else (-0.5, 0.5)
    edge = (high - low) / 20
    step = next((step for step in _LUCK if high - low <= 4 * step), (high - low) / 4)
    ticks = tuple(
        (step * at, say.number(step * at, 1, signed=True))
        for at in range(ceil(low / step), int(high // step) + 1)
    )
    marks = [
        Mark(x, y, f"{_date(own[int(x)], say)}: {say.number(y, 2, signed=True)}", "three") for x, y in points
    ]
    whose = say("review.luck.course.you")
    about = say("review.luck.about", title=whose, luck=say.number(total, 2, signed=True))
    return chart(
        "luck-course",
        about,
        about,
        _days(own, say),
        Axis(low - edge, high + edge, ticks),
        [Line(whose, "three", tuple(points), area=True)],
        marks,
        base=0.0,
    )


def _results(own: Sequence[PlayedMatch], say: Say) -> Node:
    """Draw the matches won and the PR, by the computer's level and by match length."""
    levels = sums_by(own, lambda match: match.level)
    lengths = sums_by(own, lambda match: match.length)
    by_level = [_sum_row(say(f"level.{name}"), levels[name], say) for name in LEVELS if name in levels]
    by_length = [
        _sum_row(length_name(length, say), lengths[length], say)
        for length in sorted({match.length for match in own})
    ]

    def results(title: str, rows: Sequence[Sequence[str]]) -> Node:
        head = [title, say("figures.won"), say("figures.pr")]
        return node("div", table(title, head, rows), class_="scroll-x both", key=title)

    return node(
        "section",
        node("h3", say("figures.results")),
        results(say("dialog.new-game.level"), by_level) if by_level else None,
        results(say("dialog.new-game.points"), by_length),
        class_="group",
        key="results",
    )


def _sum_row(name: str, total: Sum, say: Say) -> tuple[str, ...]:
    return name, fraction(total.won, total.ended, say), figure(total.pr, 2, say)


def _parts(own: Sequence[PlayedMatch], say: Say) -> Node:
    """Draw the PR and luck of all one's own matches, by part."""
    rows = [
        (
            say(f"figures.part.{part.name}") if part.name != "all" else say("quiz.all"),
            figure(part.pr, 2, say),
            figure(part.luck, 2, say, signed=True),
        )
        for part in by_part(own)
    ]
    head = ["", say("figures.pr"), say("review.luck")]
    return node(
        "section",
        node("h3", say("figures.phases")),
        node("div", table(say("figures.phases"), head, rows), class_="scroll-x both"),
        class_="group",
        key="parts",
    )


def _dice(own: Sequence[PlayedMatch], say: Say) -> Node:
    """Draw how often each number and doubles came up, beside the range expected of honest dice."""
    mine, theirs = dice_counts(own)
    title = node("h3", say("dialog.new-game.dice"))
    if not mine:
        return node(
            "section", title, node("p", say("figures.more"), class_="note"), class_="group", key="dice"
        )
    names = [say.number(number) for number in range(1, len(mine))] + [say("figures.doubles")]
    rows = [(names[at], *_count(mine, at, say), *_count(theirs, at, say)) for at in range(len(mine))]
    you, opponent = say("dialog.new-game.white.0"), say("dialog.new-game.opponent")
    usual = prevent_breaks(say("figures.range"))
    head = ["", you, usual, opponent, usual]
    return node(
        "section",
        title,
        node("p", prevent_breaks(say("figures.dice.about")), class_="note"),
        _wide_table(say("dialog.new-game.dice"), head, rows, "scroll-x dice-counts"),
        class_="group",
        key="dice",
    )


def _count(counts: Sequence[int], at: int, say: Say) -> tuple[str, str]:
    """Return a count, with an arrow if it is outside the usual range of honest dice, and that range."""
    dice, count = sum(counts[:-1]), counts[at]
    low, high = fair_range(dice if at < len(counts) - 1 else dice // 2)
    arrow = "↓ " if count < low else "↑ " if count > high else ""  # first, so that digits stand below digits
    return arrow + say.number(count), f"{say.number(low)}–{say.number(high)}"
