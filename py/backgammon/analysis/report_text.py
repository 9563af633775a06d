"""The report on a match as plain English text: both players' figures, then mistakes with their positions."""

from collections.abc import Iterable, Mapping

from backgammon.analysis.finding_text import choice_name, finding_lines, reason_lines, rules_lines
from backgammon.analysis.report import Depth, Judged, PlayerReport, Report
from backgammon.core.match import Match
from backgammon.notation.diagram import format_diagram, seen_on_roll

_LISTED = 3
"""The number of best plays that are listed for a mistake; the play that was made is listed in addition."""

_NAMES = (
    "PR",
    "PR of plays",
    "PR of the cube",
    "PR in the opening",
    "PR in contact",
    "PR in races",
    "PR in bear-offs",
)

_EVENT = {"Event": "Event", "Round": "Round", "Site": "Site", "EventDate": "Date"}
"""What is told of the event of a match, by the names that its file has for it."""

_THOROUGH = 2
"""The plies of plays from which an analysis is called thorough."""


def report_text(
    players: tuple[str, str],
    end: Match,
    total: Report,
    mistakes: Iterable[Judged],
    explained: bool = False,
    event: Iterable[tuple[str, str]] = (),
    left: int = 0,
) -> str:
    """Return the match and its result, a table of both players, and mistakes with their positions.

    ``end``: the match after its last action. ``explained``: with reasons for the better choices. ``event``:
    pairs as in notation.record.Record. ``left``: the number of decisions that are not analysed.
    """
    lines = [
        _result(players, end),
        *_event_lines(dict(event)),
        *rules_lines(end.rules),
        f"Analysis by Triktrakk: {_depth(total.depth, left)}",
        "",
        *_table(players, total),
    ]
    for each in mistakes:
        match = each.decision.match
        lines += ["", _mistake_line(each, players)]
        if explained and not each.decision.is_resignation:
            lines += reason_lines(match, each.finding)
        setup, names = seen_on_roll(match, players)
        lines.append(format_diagram(setup, names, rules=match.rules))
        if not each.decision.is_resignation:
            lines += ["", *finding_lines(match, each.finding, _LISTED)]
    return "\n".join(lines)


def _result(players: tuple[str, str], end: Match) -> str:
    length = f"{end.length} point match" if end.length else "Money"
    (first, second), (one, other) = players, end.score
    return f"{length}: {first} {one}, {second} {other}"


def _event_lines(event: Mapping[str, str]) -> list[str]:
    return [f"{name}: {event[key]}" for key, name in _EVENT.items() if event.get(key)]


def _depth(depth: Depth, left: int) -> str:
    words = []
    if depth.plays is not None:
        words = ["thorough" if depth.plays >= _THOROUGH else "quick", f"plays {depth.plays}-ply"]
    if depth.cube is not None:
        words.append(f"cube {depth.cube}-ply")
    if depth.rolled_out:
        words.append(f"{depth.rolled_out} decision{'s' * (depth.rolled_out != 1)} rolled out")
    if left:
        words.append(f"{left} not analysed")
    return ", ".join(words) or "nothing to decide"


def _table(players: tuple[str, str], total: Report) -> list[str]:
    rows = [("", *players)]
    one, other = total.players
    rows += [
        (name, _rating(first), _rating(second))
        for name, first, second in zip(_NAMES, _pr_values(one), _pr_values(other), strict=True)
    ]
    rows += [
        ("decisions that count", str(one.all.counted), str(other.all.counted)),
        ("error a decision, mEMG", _milli(one), _milli(other)),
        ("error, EMG", f"{one.all.error:.3f}", f"{other.all.error:.3f}"),
        *_match_rows(one, other),
        ("doubtful / errors / blunders", _grades(one), _grades(other)),
        ("luck, EMG", f"{one.luck:+.3f}", f"{other.luck:+.3f}"),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [f"{row[0]:{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}".rstrip() for row in rows]


def _match_rows(one: PlayerReport, other: PlayerReport) -> list[tuple[str, str, str]]:
    """Return what the errors cost in chances of winning the match, which money play lacks."""
    first, second = one.all.chance_lost, other.all.chance_lost
    return [] if first is second is None else [("error, MWC", _share(first), _share(second))]


def _share(chance: float | None) -> str:
    return "-" if chance is None else f"{100 * chance:.2f}%"


def _pr_values(player: PlayerReport) -> list[float | None]:
    """Return a player's PR values, in the order of _NAMES."""
    return [player.all.pr, player.plays.pr, player.cube.pr, *[tally.pr for _, tally in player.stages]]


def _rating(pr: float | None) -> str:
    return "-" if pr is None else f"{pr:.2f}"


def _milli(player: PlayerReport) -> str:
    milli = player.all.milli
    return "-" if milli is None else f"{milli:.1f}"


def _grades(player: PlayerReport) -> str:
    return f"{player.all.doubtful} / {player.all.errors} / {player.all.blunders}"


def _mistake_line(judged: Judged, players: tuple[str, str]) -> str:
    match = judged.decision.match
    chosen, best = [choice_name(each, match) for each in (judged.chosen, judged.best)]
    lost = judged.chance_lost
    first, second = match.score
    return (
        f"Game {match.game} ({first}-{second}), move {judged.move}, "
        f"{players[judged.player]}: {chosen} loses {judged.error:.3f} "
        f"({judged.grade}); best is {best}" + ("" if lost is None else f"; MWC {-100 * lost:+.2f}%")
    )
