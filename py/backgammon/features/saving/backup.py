"""Everything that the page stores, as one backup file: saving it, restoring it, or deleting everything."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from backgammon.core.errors import BackgammonError
from backgammon.data.file_text import BLANK
from backgammon.features import language
from backgammon.features.analysis import rollouts
from backgammon.features.game.flow import proceed
from backgammon.features.game.opponent import cancel_question
from backgammon.features.game.start import FIRST_VISIT, fresh_match
from backgammon.features.saving import side_store
from backgammon.features.saving.saved_match import on_restored, snapshot
from backgammon.state.analysis_state import AnalysisState
from backgammon.state.change import Change, chain
from backgammon.state.effects import Download, Effect, ForgetAll, Save, StopWork, StoreText
from backgammon.state.events import Restored
from backgammon.state.model import Lines, Model, Notice, Settings
from backgammon.state.parts import late
from backgammon.storage.codec import dump, dump_settings, load, load_settings
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import open_versioned_record
from backgammon.storage.figures import dump_figures
from backgammon.storage.journal import aside_name
from backgammon.storage.lessons import dump_solved
from backgammon.storage.past_matches import dump_matches
from backgammon.storage.quiz import dump_deck

FORMAT, VERSION = "triktrakk-everything", 1
FRIENDS = "friends"
"""Key of the matches against friends, by id, as backgammon.friend.kept writes them; not in older files."""

ShowLines = Callable[[Model, Lines], Change]
"""A function that shows lines on the analysis board."""

_ask_friends = late("features.saving.friends:ask")
_bring_friends = late("features.saving.friends:bring")


def save_backup(model: Model, value: str) -> Change:
    """Request the matches against friends; when they arrive, ``save_all`` offers everything as one file."""
    return chain(side_store.read_kept(model), _ask_friends)


def save_all(model: Model, friends: Mapping[str, str]) -> Change:
    """Offer the match, the settings and everything that is stored beside the match as one file."""
    return model, (Download("triktrakk.json", backup_text(model, friends)),)


def backup_text(model: Model, friends: Mapping[str, str] = {}) -> str:
    """Write everything; matches include the secrets of running games, so that they can go on elsewhere."""
    texts = {
        "match": dump(snapshot(model)),
        "settings": dump_settings(model.settings),
        side_store.FINDINGS: side_store.findings_text(model.analysis.findings, model.analysis.rolled),
        side_store.FIGURES: dump_figures(model.analysis.history),
        side_store.QUIZ: dump_deck(model.analysis.deck),
        side_store.LESSONS: dump_solved(model.analysis.solved),
        side_store.PAST: dump_matches(model.analysis.past),
    }
    rollout = [effect.text for effect in rollouts.keep(model)[1] if isinstance(effect, StoreText)]
    if rollout:
        texts[rollouts.ROLLOUT] = rollout[0]
    parts = {name: json.loads(text) for name, text in texts.items()}
    if friends:
        parts[FRIENDS] = {id: json.loads(text) for id, text in friends.items()}
    return json.dumps({"format": FORMAT, "version": VERSION, **parts}, ensure_ascii=False)


def is_backup(text: str) -> bool:
    """Whether a text looks like a backup file."""
    return text.lstrip(BLANK).startswith("{") and FORMAT in text[:200]


def restore_backup(model: Model, text: str, show_lines: ShowLines) -> Change:
    """Restore everything from a backup file, or nothing; a running match here is kept, figures are added."""
    try:
        return _restore(model, open_versioned_record(text.strip(BLANK), FORMAT, VERSION), show_lines)
    except BackgammonError:
        return replace(model, dialog=None, notice=Notice("error.everything", tone="error")), ()


def _restore(model: Model, data: dict[str, object], show_lines: ShowLines) -> Change:
    texts = {name: json.dumps(part) for name, part in data.items() if isinstance(part, dict)}
    if not {"match", "settings"} <= texts.keys():
        raise StorageError("a file of everything holds a match and settings")
    saved, settings = load(texts["match"]), load_settings(texts["settings"])
    earlier, effects = side_store.read_kept(model)
    brought = tuple((name, texts[name]) for name in side_store.READ_LATER if name in texts)
    known, aside = side_store.read_kept(replace(earlier, analysis=replace(earlier.analysis, unread=brought)))
    if aside:
        raise StorageError("a part of the file cannot be read")
    runs = model.game_in_play.is_under_way or model.shelf is not None
    taken = on_restored(replace(known, dialog=None), Restored(None if runs else saved, settings=settings))
    lines = None if runs else saved.lines
    said = Notice("notice.everything-but-match" if runs else "notice.everything")
    brings = FRIENDS in texts
    return chain(
        (earlier, effects),
        lambda here: _bring_friends(here, data[FRIENDS]) if brings else (here, ()),
        lambda _: taken,
        lambda there: show_lines(there, lines) if lines else (there, ()),
        side_store.keep_findings,
        side_store.keep_figures,
        side_store.keep_deck,
        side_store.keep_solved,
        side_store.keep_past,
        rollouts.keep,
        _speak,
        lambda after: (replace(after, notice=said), (Save(),)),
    )


def _speak(model: Model) -> Change:
    """Switch the page to the language of the restored settings."""
    tag = model.settings.language
    return (model, ()) if tag == model.language else language.choose(model, tag)


def delete_all(model: Model, value: str) -> Change:
    """Delete everything that is stored; the page is then as on a first visit."""
    names = (*side_store.NAMES, *map(aside_name, side_store.NAMES))
    now = model.analysis
    gone: tuple[Effect, ...] = (
        *(StopWork(job.id) for job in now.jobs),
        *(StoreText(name, "") for name in names),
    )
    empty = AnalysisState(today=now.today, page=now.page, started=now.started)

    def reset(free: Model) -> Change:
        plain = replace(
            fresh_match(free, FIRST_VISIT), settings=Settings(), analysis=empty, friend=None, offer=None
        )
        return replace(plain, notice=Notice("notice.deleted")), (*gone, ForgetAll(), Save())

    return chain(cancel_question(model), reset, proceed)
