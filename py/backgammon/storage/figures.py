"""The figures of analysed matches: the record stored of each, and their export as a table."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from backgammon.data.json_text import quote
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import CODEC, json_text, open_versioned_record

FIGURES = "triktrakk-figures"
VERSION = 1
_LARGEST = 10**6
NUMBERS = 6
"""The faces of a die."""
PARTS = ("all", "plays", "cube", "opening", "contact", "race", "bear-off")
"""The parts of a match that have a PR of their own."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a match: the number of decisions that count, and the equity (EMG) lost by all of them.

    ``luck`` is in EMG, None in records of earlier builds.
    """

    name: str
    counted: int = 0
    error: float = 0.0
    luck: float | None = None

    @property
    def pr(self) -> float | None:
        """Performance rating, None where no decision counts."""
        return 500 * self.error / self.counted if self.counted else None


@dataclass(frozen=True, slots=True)
class Side:
    """One player's figures; ``luck`` is in EMG.

    ``dice``: how often each number from 1 to 6 was rolled, then the number of doubles, without the first roll
    of each game, which cannot be a double; () in records of earlier builds.
    """

    name: str = ""
    luck: float = 0.0
    parts: tuple[Part, ...] = ()
    dice: tuple[int, ...] = ()

    @property
    def rolls(self) -> int:
        """The number of rolls counted."""
        return sum(self.dice[:6]) // 2

    def pr(self, part: str) -> float | None:
        """Return the PR of a part, None if it has none."""
        return next((each.pr for each in self.parts if each.name == part), None)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """The figures of a match: ``id`` identifies it.

    ``day``: when it was played, in days since 1 January 1970: the date of its file or the day of its first
    analysis, whichever was earlier. Earlier builds stored the day of the latest analysis.
    ``you``: the side of the person whose page this is, -1 if two people played or it is unknown. ``level``:
    the computer's level against that person. ``earlier``: the ids under which the match was stored if it was
    analysed before it had enough decisions for its own id. ``analysed``: the number of its analyses.
    ``place``: which match of its day it was, from 1. ``named``: ``you`` follows from a name that the person
    goes by in files. ``toggles``: how often the match was deleted or put back; of two records that are
    joined, the one with more counts. Records of earlier builds have "" as ``level``, () as ``earlier``, 0 as
    ``analysed``, as ``place`` and as ``toggles``, and are not ``named``.
    """

    id: str
    day: int
    length: int = 0
    score: tuple[int, int] = (0, 0)
    you: int = -1
    sides: tuple[Side, Side] = field(default=(Side(), Side()))
    level: str = ""
    earlier: tuple[str, ...] = ()
    analysed: int = 0
    place: int = 0
    named: bool = False
    toggles: int = 0

    @property
    def is_deleted(self) -> bool:
        """Whether the user has deleted it; only that is kept then, so that nothing brings it back unasked."""
        return self.toggles % 2 == 1

    @property
    def is_over(self) -> bool:
        """Whether the match has ended; a money session never does."""
        return 0 < self.length <= max(self.score)


@dataclass(frozen=True, slots=True)
class _Kept:
    matches: tuple[PlayedMatch, ...]


def dump_figures(matches: tuple[PlayedMatch, ...]) -> str:
    """Write the figures of matches."""
    return f'{{"format":"{FIGURES}","version":{VERSION},"matches":[{",".join(map(_text, matches))}]}}'


_written: dict[str, tuple[PlayedMatch, str]] = {}


def _text(match: PlayedMatch) -> str:
    """Return the text of a match, cached because all are written again after each analysis."""
    known = _written.get(match.id)
    if known is None or known[0] is not match:
        _written[match.id] = known = match, json_text(CODEC.data(match))
    return known[1]


@lru_cache(maxsize=2)
def load_figures(text: str) -> tuple[PlayedMatch, ...]:
    """Read figures, the inverse of dump_figures; raise StorageError.

    Cached because the stored text is compared with what is written over it.
    """
    return read_figures(open_versioned_record(text, FIGURES, VERSION))


def read_figures(data: object) -> tuple[PlayedMatch, ...]:
    """Read figures from JSON data; raise StorageError."""
    matches = CODEC.value(_Kept, data).matches
    for match in matches:
        if match.you not in (-1, 0, 1) or not 0 <= match.day < 10**6:
            raise StorageError(f"no match of day {match.day!r} with {match.you!r} as your side")
        if not 0 <= match.analysed <= _LARGEST:
            raise StorageError(f"no match is analysed {match.analysed!r} times")
        if not 0 <= match.place <= _LARGEST:
            raise StorageError(f"no match is number {match.place!r} of its day")
        if not 0 <= match.toggles <= _LARGEST:
            raise StorageError(f"no match is deleted and put back {match.toggles!r} times")
        for side in match.sides:
            parts = all(_is_possible(part) for part in side.parts)
            if abs(side.luck) > _LARGEST or not (parts and _are_dice(side)):
                raise StorageError(f"no figures of a player: {quote(side)}")
    return matches


def _is_possible(part: Part) -> bool:
    small = abs(part.luck or 0.0) <= _LARGEST
    return small and 0 <= part.counted <= _LARGEST and 0 <= part.error <= _LARGEST


def _are_dice(side: Side) -> bool:
    if not side.dice:
        return True
    counts = all(0 <= count <= _LARGEST for count in side.dice)
    return len(side.dice) == NUMBERS + 1 and counts and side.dice[-1] <= side.rolls


def with_history(match: PlayedMatch, history: tuple[PlayedMatch, ...]) -> PlayedMatch:
    """Return an analysed match with data from its previous analysis, without one as the last of its day."""
    before = next((each for each in history if each.id == match.id), None)
    if before is None:
        places = [each.place for each in history if each.day == match.day]
        before = replace(match, place=max(places, default=0) + 1)
    return with_earlier_analysis(match, before)


def with_earlier_analysis(match: PlayedMatch, before: PlayedMatch) -> PlayedMatch:
    """Return a match with data from its previous analysis; a file does not say who "you" are.

    One that was deleted is put back.
    """
    day, toggles = min(match.day, before.day), before.toggles + before.is_deleted
    again = replace(match, day=day, place=before.place, analysed=before.analysed + 1, toggles=toggles)
    if match.you >= 0 or before.you < 0:
        return again
    turned = match.sides[0].dice == before.sides[1].dice != match.sides[1].dice
    return replace(again, you=before.you ^ turned, level=before.level, named=before.named)


def deletion_of(match: PlayedMatch) -> PlayedMatch:
    """Return what is kept of a match that is deleted."""
    return PlayedMatch(
        match.id, match.day, earlier=match.earlier, place=match.place, toggles=match.toggles + 1
    )


def deleted_ids(history: tuple[PlayedMatch, ...]) -> frozenset[str]:
    """Return the ids of the deleted matches, also those under which their beginnings were stored."""
    gone = {name for match in history if match.is_deleted for name in (match.id, *match.earlier)}
    return frozenset(gone - {match.id for match in history if not match.is_deleted})


def is_deleted_in(history: tuple[PlayedMatch, ...], match: PlayedMatch) -> bool:
    """Whether a match has been deleted from the history."""
    return any(each.id == match.id and each.is_deleted for each in history)


def with_owner(match: PlayedMatch, names: Collection[str]) -> PlayedMatch:
    """Return a match in which "you" are the side with one of these names, unless that is known already."""
    if match.you >= 0 and not match.named:
        return match
    sides = [side for side in (0, 1) if match.sides[side].name in names]
    return replace(match, you=sides[0] if len(sides) == 1 else -1, named=len(sides) == 1)


def merge(mine: tuple[PlayedMatch, ...], more: tuple[PlayedMatch, ...]) -> tuple[PlayedMatch, ...]:
    """Merge matches, each once, in the order of their days; for the same id, the one in ``more`` is kept."""
    found = {match.id: match for match in (*mine, *more)}
    return tuple(sorted(_without_beginnings(found), key=lambda match: match.day))


def join(mine: tuple[PlayedMatch, ...], theirs: tuple[PlayedMatch, ...]) -> tuple[PlayedMatch, ...]:
    """Merge the figures of two pages, in either order: each match once, from its latest analysis.

    A match that was deleted or put back later goes first, then one that knows who "you" are, which one of a
    file does not, then the latest: that with the most analyses before it. The earliest day stays, and the
    place in it.
    """
    found: dict[str, PlayedMatch] = {}
    for match in (*mine, *theirs):
        known = found.setdefault(match.id, match)
        if known != match:
            fuller = max(known, match, key=_fullness)
            day, place = min((known.day, known.place), (match.day, match.place))
            found[match.id] = replace(fuller, day=day, place=place)
    return tuple(sorted(_without_beginnings(found), key=lambda match: (match.day, match.place, match.id)))


def _fullness(match: PlayedMatch) -> tuple[int, bool, int, tuple[str, ...], str]:
    """Return a sort key, higher for the record to keep; the last two are of a build that stores more."""
    whole = repr(replace(match, day=0, place=0))
    return match.toggles, match.you >= 0, match.analysed, match.earlier, whole


def _without_beginnings(found: Mapping[str, PlayedMatch]) -> list[PlayedMatch]:
    """Return matches without the records stored of them when they had only begun."""
    begun = {name for match in found.values() for name in match.earlier}
    return [match for match in found.values() if match.is_over or match.is_deleted or match.id not in begun]


def csv(matches: tuple[PlayedMatch, ...], dates: tuple[str, ...]) -> str:
    """Write a CSV table with a line for each side of each match; ``dates`` are their days as text."""
    head = ["date", "match", "points", "player", "you", "score", "opponent score", "luck"]
    for name in PARTS:
        head += [f"{name} decisions", f"{name} error", f"{name} PR"]
    head += ["level", *[f"dice {number}" for number in range(1, NUMBERS + 1)], "doubles", "rolls"]
    head += [f"{name} luck" for name in PARTS]
    rows = [head]
    for match, date in zip(matches, dates, strict=True):
        for number, side in enumerate(match.sides):
            row = [date, match.id, str(match.length), side.name, str(int(match.you == number))]
            row += [str(match.score[number]), str(match.score[1 - number]), f"{side.luck:.4f}"]
            for name in PARTS:
                part = next((each for each in side.parts if each.name == name), Part(name))
                pr = part.pr
                row += [str(part.counted), f"{part.error:.4f}", "" if pr is None else f"{pr:.3f}"]
            row += [match.level, *map(str, side.dice or [""] * (NUMBERS + 1)), str(side.rolls or "")]
            lucks = {each.name: each.luck for each in side.parts}
            row += ["" if lucks.get(name) is None else f"{lucks[name]:.4f}" for name in PARTS]
            rows.append(row)
    return "".join(",".join(_cell(cell) for cell in row) + "\r\n" for row in rows)


def _cell(text: str) -> str:
    """Quote a cell as in RFC 4180; one that a spreadsheet would take for a formula gets an apostrophe."""
    if text[:1] in ("=", "+", "@", "\t") or (text[:1] == "-" and not text[1:2].isdigit()):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\r\n') else text
