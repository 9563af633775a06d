"""Merging texts beside the match that two pages wrote at once, so that neither page's data is lost."""

from collections.abc import Callable

from backgammon.storage import figures, findings, lessons, match_queue, past_matches, quiz, rollouts
from backgammon.storage.errors import StorageError
from backgammon.storage.journal import aside_name


def merge(name: str, mine: str, theirs: str) -> dict[str, str]:
    """Return the texts to write, by name; a text of theirs that cannot be read is set aside."""
    if name not in _MERGERS:
        return {name: mine}
    try:
        return {name: _MERGERS[name](mine, theirs)}
    except StorageError:
        return {name: mine, aside_name(name): theirs}


def _quiz(mine: str, theirs: str) -> str:
    return quiz.dump_deck(quiz.merge(quiz.load_deck(mine), quiz.load_deck(theirs)))


def _figures(mine: str, theirs: str) -> str:
    return figures.dump_figures(figures.join(figures.load_figures(mine), figures.load_figures(theirs)))


def _lessons(mine: str, theirs: str) -> str:
    return lessons.dump_solved(lessons.load_solved(mine) | lessons.load_solved(theirs))


def _past(mine: str, theirs: str) -> str:
    known = past_matches.load_matches(mine), past_matches.load_matches(theirs)
    return past_matches.dump_matches(past_matches.join(*known))


def _queue(mine: str, theirs: str) -> str:
    return match_queue.dump_queue(match_queue.join(*map(match_queue.load_queue, (mine, theirs))))


_MERGERS: dict[str, Callable[[str, str], str]] = {
    "findings": findings.join,
    "figures": _figures,
    "quiz": _quiz,
    "lessons": _lessons,
    "past": _past,
    "queue": _queue,
    "rollout": rollouts.join,
}
