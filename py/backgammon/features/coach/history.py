"""The player's results over time: the figures of the matches that were analysed, and their sums."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache
from math import exp, lgamma, log, sqrt
from typing import NamedTuple

from backgammon.features.saving import side_store
from backgammon.state.change import Change, chain, with_dialog
from backgammon.state.effects import Download
from backgammon.state.model import DialogName, Model
from backgammon.state.once import once_per_arguments
from backgammon.storage.figures import NUMBERS, PARTS, Part, PlayedMatch, csv, with_owner

HONEST = 0.95
"""The share of the counts of honest dice that lies within ``fair_range``."""
MOST_NAMES = 8
"""The number of names in files to choose one's own from."""


def open_history(model: Model, value: str) -> Change:
    """Show the figures."""
    return side_store.read_kept(with_dialog(model, DialogName.FIGURES))


@once_per_arguments
def without_deleted(history: tuple[PlayedMatch, ...]) -> tuple[PlayedMatch, ...]:
    """Return the figures of the matches that were not deleted."""
    return tuple([match for match in history if not match.is_deleted])


def save_csv(model: Model, value: str) -> Change:
    """Offer the figures as a table for spreadsheets."""
    return chain(
        side_store.read_kept(model),
        lambda known: (
            known,
            (Download("triktrakk-figures.csv", _csv(without_deleted(known.analysis.history)), "text/csv"),),
        ),
    )


def _csv(matches: tuple[PlayedMatch, ...]) -> str:
    """Write a table of matches, with their days in ISO 8601."""
    return csv(matches, tuple([day_of(match.day).isoformat() for match in matches]))


def day_of(number: int) -> date:
    """Return the date of a day number, counted from 1 January 1970."""
    return date(1970, 1, 1) + timedelta(days=number)


def day_in(event: Iterable[tuple[str, str]]) -> int | None:
    """Return the day number of the date in a match file's event pairs, None if it has no full date.

    >>> day_in((("Event", "Nordic Open"), ("EventDate", "1970.01.03")))
    2
    """
    found = re.fullmatch(r"([0-9]{4})[.-]([0-9]{2})[.-]([0-9]{2})", dict(event).get("EventDate", ""))
    if found is None:
        return None
    try:
        day = (date(*map(int, found.groups())) - date(1970, 1, 1)).days
    except ValueError:
        return None
    return day if day >= 0 else None


def event_on(day: int) -> tuple[tuple[str, str], ...]:
    """Return the event pairs of a match file with this date, the inverse of day_in."""
    return (("EventDate", f"{day_of(day):%Y.%m.%d}"),)


def own_names(history: Sequence[PlayedMatch]) -> frozenset[str]:
    """Return the names in match files that the person at this page goes by."""
    return frozenset(match.sides[match.you].name for match in history if match.named)


def names_in_files(history: Sequence[PlayedMatch]) -> list[str]:
    """Return the names to choose one's own from, those of most matches first, and one's own in any case."""
    unknown = [match for match in history if match.named or match.you < 0]
    counts = Counter([side.name for match in unknown for side in match.sides if side.name])
    own = own_names(history)
    return [name for place, (name, _) in enumerate(counts.most_common()) if place < MOST_NAMES or name in own]


def toggle_name(model: Model, name: str) -> Change:
    """Let the matches with this name count as one's own, on its side, or no longer."""
    return chain(side_store.read_kept(model), lambda known: _toggle_name(known, name))


def _toggle_name(model: Model, name: str) -> Change:
    history = model.analysis.history
    others = own_names(history) - {name}
    names = [{name}, others] if name not in own_names(history) else [others]
    known = tuple(_with_first_owner(match, names) for match in history)
    return side_store.keep_figures(replace(model, analysis=replace(model.analysis, history=known)))


def _with_first_owner(match: PlayedMatch, names: Iterable[Collection[str]]) -> PlayedMatch:
    """Return a match of the first of these groups of names that one side belongs to; or else of nobody."""
    found = [with_owner(match, each) for each in names]
    return next((each for each in found if each.you >= 0), found[-1])


class Sum(NamedTuple):
    """The sum of some of the player's own matches: matches won, matches ended, and the PR."""

    won: int
    ended: int
    pr: float | None


def own_matches(history: Sequence[PlayedMatch]) -> list[PlayedMatch]:
    """Return the matches for which it is known on which side the person at this page played."""
    return [match for match in history if match.you >= 0]


def is_won(match: PlayedMatch) -> bool | None:
    """Whether the player's own side won a match, None if it has not ended or is a draw in money play."""
    mine, theirs = match.score[match.you], match.score[1 - match.you]
    if match.length and max(mine, theirs) < match.length:
        return None
    return None if mine == theirs else mine > theirs


def sums_by(history: Sequence[PlayedMatch], key: Callable[[PlayedMatch], Hashable]) -> dict[Hashable, Sum]:
    """Add up the player's own matches, grouped by ``key``."""
    found: dict[Hashable, list[PlayedMatch]] = {}
    for match in own_matches(history):
        found.setdefault(key(match), []).append(match)
    return {name: _sum(matches) for name, matches in found.items()}


def _sum(matches: Sequence[PlayedMatch]) -> Sum:
    results = [is_won(match) for match in matches]
    return Sum(results.count(True), len(results) - results.count(None), sum_parts(matches, "all").pr)


def sum_parts(matches: Sequence[PlayedMatch], name: str) -> Part:
    """Add up a part of the player's own matches; its luck counts only the matches that have it.

    Where it is unknown which side is the player's, the first one counts.
    """
    parts = [part for match in matches for part in match.sides[max(0, match.you)].parts if part.name == name]
    lucks = [part.luck for part in parts if part.luck is not None]
    return Part(
        name,
        sum([part.counted for part in parts]),
        sum([part.error for part in parts]),
        sum(lucks) if lucks else None,
    )


def by_part(history: Sequence[PlayedMatch]) -> list[Part]:
    """Add up the parts of the player's own matches; parts without decisions are left out."""
    own = own_matches(history)
    return [part for name in PARTS if (part := sum_parts(own, name)).counted]


def dice_counts(history: Sequence[PlayedMatch]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return how often the player rolled each number and doubles, and the opponents likewise; () for none."""
    own = [match for match in own_matches(history) if match.sides[0].dice and match.sides[1].dice]
    if not own:
        return (), ()
    mine, theirs = [
        tuple(
            [
                sum(counts)
                for counts in zip(*[match.sides[match.you ^ other].dice for match in own], strict=True)
            ]
        )
        for other in (0, 1)
    ]
    return mine, theirs


@lru_cache(maxsize=64)
def fair_range(tries: int) -> tuple[int, int]:
    """Return the lowest and highest count of an event of chance 1/6, a number or a double, with honest dice.

    Both are included: counts beyond each end have at most half of the probability that HONEST leaves.

    >>> fair_range(36)
    (2, 11)
    """
    low = _tail(tries, 1 / NUMBERS)
    return low, tries - _tail(tries, 1 - 1 / NUMBERS)


def _tail(tries: int, chance: float) -> int:
    """Return the highest count such that lower counts have at most half of the chance that HONEST leaves."""
    spread = sqrt(tries * chance * (1 - chance))
    count = max(0, int(tries * chance - 8 * spread))
    ways = lgamma(tries + 1) - lgamma(count + 1) - lgamma(tries - count + 1)
    share = exp(ways + count * log(chance) + (tries - count) * log(1 - chance))
    below = 0.0
    while below + share <= (1 - HONEST) / 2:
        below += share
        share *= (tries - count) / (count + 1) * chance / (1 - chance)
        count += 1
    return count
