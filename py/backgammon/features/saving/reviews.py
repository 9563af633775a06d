"""The analyses of matches that are under way, stored separately, so that they go on after a reload.

A match itself is stored elsewhere and recognised by its log; an analysis whose match is gone is dropped.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from backgammon.features.saving.marks import fingerprint
from backgammon.protocol.messages import MAX_PLIES
from backgammon.state.effects import StoreText
from backgammon.state.match_review import Review
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import field, json_text, open_versioned_record

REVIEWS = "reviews"
FORMAT, VERSION = "triktrakk-reviews", 1


def keep(reviews: Sequence[Review]) -> StoreText:
    """Store which matches are being analysed, and how; without any, delete the text."""
    data = [
        {"actions": len(each.log), "log": fingerprint(each.log), "plies": each.plies, "quiet": each.quiet}
        for each in reviews
    ]
    whole = {"format": FORMAT, "version": VERSION, "reviews": data}
    return StoreText(REVIEWS, json_text(whole) if data else "")


def read(text: str, known: Iterable[Review]) -> tuple[Review, ...]:
    """Return the stored reviews of ``known`` matches, or of their beginnings; raise StorageError."""
    data = field(open_versioned_record(text, FORMAT, VERSION), "reviews", list)
    return tuple(found for each in data for found in _read(each, known))


def _read(data: object, known: Iterable[Review]) -> Iterator[Review]:
    count, name = field(data, "actions", int), field(data, "log", str)
    plies, quiet = field(data, "plies", int), field(data, "quiet", bool)
    if not (count > 0 and 0 < plies <= MAX_PLIES):
        raise StorageError(f"no analysis of {count} actions at {plies} plies")
    for each in known:
        log = each.log.until(count)
        if len(log) == count and fingerprint(log) == name:
            yield replace(each, log=log, plies=plies, quiet=quiet)
            return
