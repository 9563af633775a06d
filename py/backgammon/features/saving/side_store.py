"""The data stored beside the match, such as findings, figures and the quiz; read when first needed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from backgammon.analysis.findings import Finding, is_possible
from backgammon.analysis.rolled_out import keep_rollout, rolled_part
from backgammon.core.errors import BackgammonError
from backgammon.features.analysis import rolled, rollouts
from backgammon.features.saving import marks
from backgammon.features.saving.marks import MARKS
from backgammon.features.saving.reviews import REVIEWS
from backgammon.protocol.work_codec import finding_data, read_finding
from backgammon.state.change import Change, chain
from backgammon.state.effects import Effect, StoreText
from backgammon.state.events import StoreLoaded
from backgammon.state.model import Model
from backgammon.state.viewer import replay_of
from backgammon.storage import findings, past_matches, quiz
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import json_text
from backgammon.storage.figures import dump_figures, join, load_figures
from backgammon.storage.journal import aside_name
from backgammon.storage.lessons import dump_solved, load_solved

FINDINGS, FIGURES = "findings", "figures"
QUIZ, LESSONS, PAST = "quiz", "lessons", "past"
READ_LATER = (FINDINGS, FIGURES, rollouts.ROLLOUT, QUIZ, LESSONS, PAST)
"""Also the parts of a backup; the marks belong to the match that is shown, and are read at once."""
QUEUE = "queue"
NAMES = (*READ_LATER, MARKS, REVIEWS, QUEUE)
PART = 25
"""The number of findings that are read in one go in the background: about 20 ms in a browser."""
MOST_PLAYS = 6
DIGITS = 5


def on_loaded(model: Model, event: StoreLoaded) -> Change:
    """Take in the stored texts: at the start they are read when needed, texts that arrive later at once.

    The findings take long to read, so they always wait until needed; the marks are always read at once.
    """
    texts, is_late = dict(event.texts), bool(model.analysis.page)
    marked = texts.pop(MARKS, "")
    now = tuple((name, text) for name, text in texts.items() if is_late and name != FINDINGS)
    later = (*model.analysis.unread, *(each for each in texts.items() if each not in now))
    there = replace(model, analysis=replace(model.analysis, unread=now, today=event.today, page=event.page))
    return chain(
        read_kept(there),
        lambda read: (replace(read, analysis=replace(read.analysis, unread=later)), ()),
        lambda known: _mark(known, marked) if marked else (known, ()),
    )


def _mark(model: Model, text: str) -> Change:
    """Take in the stored marks if they belong to the current match."""
    shown = model.replay or replay_of(model.game_in_play)
    try:
        found = marks.read(text, shown.start, shown.log)
    except BackgammonError:
        return model, (StoreText(aside_name(MARKS), text),)
    known = (found, *model.analysis.marks) if found else model.analysis.marks
    return replace(model, analysis=replace(model.analysis, marks=known)), ()


def read_kept(model: Model) -> Change:
    """Read the stored texts that have not been read; a damaged text is set aside under another name."""
    effects: tuple[Effect, ...] = ()
    while model.analysis.unread:
        model, more = _read_first(model)
        effects += more
    return model, effects


def read_part(model: Model) -> Change:
    """Read a part of the stored texts that have not been read, small enough not to block the page."""
    (name, text), *rest = model.analysis.unread
    parts = _parts(text) if name == FINDINGS else []
    if len(parts) > 1:
        divided = (*((FINDINGS, part) for part in parts), *rest)
        return replace(model, analysis=replace(model.analysis, unread=divided)), ()
    read, effects = _read_first(model)
    # This caches the texts of these findings, to spread the work of writing.
    findings_text(read.analysis.findings, read.analysis.rolled)
    return read, effects


def _parts(text: str) -> list[str]:
    """Divide the text of many findings into texts of PART each, the latest first; a damaged one stays whole.

    The latest come first because each part that is read is put before the findings that are already known.
    """
    try:
        data = findings.load_findings(text)
    except BackgammonError:
        return [text]
    texts = [(name, json_text(each)) for name, each in data.items()]
    return [findings.dump_findings(texts[at : at + PART]) for at in range(0, len(texts), PART)][::-1]


def _read_first(model: Model) -> Change:
    (name, text), *rest = model.analysis.unread
    model = replace(model, analysis=replace(model.analysis, unread=tuple(rest)))
    try:
        return _READERS[name](model, text), ()
    except BackgammonError:
        return model, (StoreText(aside_name(name), text),)


def _read_findings(model: Model, text: str) -> Model:
    known = {name: read_finding(each) for name, each in findings.load_findings(text).items()}
    if not all(is_possible(each) for each in known.values()):
        raise StorageError("a finding whose parts do not fit together")
    graded = {name: _in_order(each) for name, each in known.items() if each.error is not None}
    parts = {name: each for name, each in known.items() if each.error is None}
    # Earlier builds stored what was rolled out with one choice alone: no fresh finding replaces it.
    alone = {name: each for name, each in graded.items() if rolled_part(each)}
    here = {name: found for name in graded if (found := model.analysis.finding(name))}
    kept = {
        name: keep_rollout(here[name], alone[name])
        for name in here.keys() & alone
        if not rolled_part(here[name])
    }
    # What is read comes before what is known, as it is earlier.
    joined = {**graded, **model.analysis.findings, **here, **kept}
    both = {**parts, **model.analysis.rolled}
    read = replace(model, analysis=replace(model.analysis.with_findings(joined), rolled=both))
    return rolled.spread_all(read) if parts or alone else read


def _in_order(found: Finding) -> Finding:
    """Sort plays by equity; earlier versions of the program ranked them by depth first.

    A play that was searched less deeply than the best but seemed better cannot be compared and is left out.
    """
    plays = sorted([each for each in found.plays if each.behind >= 0], key=attrgetter("behind"))
    if plays == list(found.plays):
        return found
    asked = None if found.chosen is None else found.plays[found.chosen]
    chosen = next((index for index, each in enumerate(plays) if each is asked), None)
    return replace(found, plays=tuple(plays), chosen=chosen)


def _read_figures(model: Model, text: str) -> Model:
    history = join(load_figures(text), model.analysis.history)
    return _without_deleted(replace(model, analysis=replace(model.analysis, history=history)))


def _read_deck(model: Model, text: str) -> Model:
    return replace(
        model, analysis=replace(model.analysis, deck=quiz.merge(quiz.load_deck(text), model.analysis.deck))
    )


def _read_solved(model: Model, text: str) -> Model:
    solved = model.analysis.solved | load_solved(text)
    return replace(model, analysis=replace(model.analysis, solved=solved))


def _read_past(model: Model, text: str) -> Model:
    past = past_matches.join(model.analysis.past, past_matches.load_matches(text))
    return _without_deleted(replace(model, analysis=replace(model.analysis, past=past)))


def _without_deleted(model: Model) -> Model:
    """Return the model without links to matches that were deleted: another page may still have had them."""
    gone = {match.id for match in model.analysis.history if match.is_deleted}
    past = {name: link for name, link in model.analysis.past.items() if name not in gone}
    return replace(model, analysis=replace(model.analysis, past=past))


_READERS: dict[str, Callable[[Model, str], Model]] = {
    FINDINGS: _read_findings,
    FIGURES: _read_figures,
    rollouts.ROLLOUT: rollouts.read,
    QUIZ: _read_deck,
    LESSONS: _read_solved,
    PAST: _read_past,
}


def keep_findings(model: Model) -> Change:
    """Store the latest findings of matches, including those that have not been read yet."""
    known, effects = read_kept(model)
    text = findings_text(known.analysis.findings, known.analysis.rolled)
    return known, (*effects, StoreText(FINDINGS, text))


def findings_text(known: Mapping[str, Finding], parts: Mapping[str, Finding] = {}) -> str:
    """Write the latest findings that grade a choice, with only their best plays, and what was rolled out.

    The latter grades no choice; so it is told apart when it is read.
    """
    last = [*parts.items()][-findings.MOST_ROLLED :]
    graded = [(name, each) for name, each in known.items() if each.error is not None]
    kept = dict([*graded[len(last) - findings.MOST :], *last])
    for name in _written.keys() - kept.keys():
        del _written[name]
    return findings.dump_findings((name, _finding_text(name, each)) for name, each in kept.items())


_written: dict[str, tuple[Finding, str]] = {}


def _finding_text(name: str, found: Finding) -> str:
    """Return the text of a finding, cached because the same findings are written again and again."""
    known = _written.get(name)
    if known is None or known[0] is not found:
        _written[name] = known = found, json_text(_round_floats(finding_data(_short(found))))
    return known[1]


def _short(found: Finding) -> Finding:
    chosen = found.chosen
    if found.error is None:
        return found
    if chosen is None or chosen < MOST_PLAYS:
        return replace(found, plays=found.plays[:MOST_PLAYS])
    plays = (*found.plays[:MOST_PLAYS], found.plays[chosen])
    return replace(found, plays=plays, chosen=MOST_PLAYS, rank=found.place(chosen))


def _round_floats(data: Any) -> Any:
    if isinstance(data, float):
        return round(data, DIGITS)
    if isinstance(data, dict):
        return {name: _round_floats(each) for name, each in data.items()}
    return [_round_floats(each) for each in data] if isinstance(data, list) else data


def keep_figures(model: Model) -> Change:
    """Store the figures of matches."""
    return model, (StoreText(FIGURES, dump_figures(model.analysis.history)),)


def keep_deck(model: Model) -> Change:
    """Store the quiz."""
    return model, (StoreText(QUIZ, quiz.dump_deck(model.analysis.deck)),)


def keep_past(model: Model) -> Change:
    """Store the latest analysed matches."""
    return model, (StoreText(PAST, past_matches.dump_matches(model.analysis.past)),)


def keep_solved(model: Model) -> Change:
    """Store the names of the solved lesson tasks."""
    return model, (StoreText(LESSONS, dump_solved(model.analysis.solved)),)
