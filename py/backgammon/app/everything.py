"""Everything that the page keeps, as one file: taken away, brought back elsewhere, or deleted."""

import json
from dataclasses import replace

from backgammon.app import notes, rollouts
from backgammon.app.change import Change, chain
from backgammon.app.effects import Download, Effect, Keep, Save
from backgammon.app.events import Restored
from backgammon.app.flow import proceed
from backgammon.app.insight import Desk
from backgammon.app.keeping import kept, restored
from backgammon.app.model import Model, Notice, Settings
from backgammon.app.opponent import dismissed
from backgammon.app.start import FIRST_VISIT, fresh
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Phase
from backgammon.storage.codec import dump, dump_settings, load, load_settings
from backgammon.storage.errors import StorageError
from backgammon.storage.figures import dump_figures, opened
from backgammon.storage.quiz import dump_deck

FORMAT, VERSION = "triktrakk-everything", 1


def offered(model: Model, value: str) -> Change:
    """Offer the match, the settings, the figures, analyses, the rollout and the quiz as one file."""
    return chain(
        notes.read(model),
        lambda known: (known, (Download("triktrakk.json", text_of(known)),)),
    )


def text_of(model: Model) -> str:
    """Write everything; the match with the secret of its running game, so that it can go on elsewhere."""
    texts = {
        "match": dump(kept(model)),
        "settings": dump_settings(model.settings),
        notes.FINDINGS: notes.findings_text(model.desk.findings),
        notes.FIGURES: dump_figures(model.desk.history),
        notes.QUIZ: dump_deck(model.desk.deck),
    }
    rollout = [effect.text for effect in rollouts.keep(model)[1] if isinstance(effect, Keep)]
    if rollout:
        texts[rollouts.ROLLOUT] = rollout[0]
    parts = {name: json.loads(text) for name, text in texts.items()}
    return json.dumps({"format": FORMAT, "version": VERSION, **parts}, ensure_ascii=False)


def is_everything(text: str) -> bool:
    """Whether a text seems to be such a file."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and FORMAT in text[:200]


def brought_back(model: Model, text: str) -> Change:
    """Take in all that such a file holds, or nothing; a match that runs here stays, figures are added."""
    try:
        return _taken_in(model, opened(text.strip("\ufeff \t\r\n"), FORMAT, VERSION))
    except BackgammonError:
        return replace(model, dialog=None, notice=Notice("error.everything", tone="error")), ()


def _taken_in(model: Model, data: dict[str, object]) -> Change:
    texts = {name: json.dumps(part) for name, part in data.items() if isinstance(part, dict)}
    if not {"match", "settings"} <= texts.keys():
        raise StorageError("a file of everything holds a match and settings")
    saved, settings = load(texts["match"]), load_settings(texts["settings"])
    earlier, effects = notes.read(model)
    brought = tuple((name, texts[name]) for name in notes.NAMES if name in texts)
    known, aside = notes.read(replace(earlier, desk=replace(earlier.desk, unread=brought)))
    if aside:
        raise StorageError("a part of the file cannot be read")
    runs = bool(model.log) and model.match.phase is not Phase.MATCH_OVER
    taken = restored(replace(known, dialog=None), Restored(None if runs else saved, settings=settings))
    said = Notice("notice.everything-but-match" if runs else "notice.everything")
    return chain(
        (earlier, effects),
        lambda _: taken,
        notes.keep_findings,
        notes.keep_figures,
        notes.keep_deck,
        rollouts.keep,
        lambda after: (replace(after, notice=said), (Save(),)),
    )


def deleted(model: Model, value: str) -> Change:
    """Delete everything that is kept; the page is then as on a first visit."""
    gone: tuple[Effect, ...] = tuple(Keep(name, "") for name in notes.NAMES)
    now = model.desk
    desk = Desk(today=now.today, cores=now.cores, page=now.page, started=now.started)

    def begun(free: Model) -> Change:
        plain = replace(fresh(free, FIRST_VISIT), settings=Settings(), desk=desk)
        return replace(plain, notice=Notice("notice.deleted")), (*gone, Save())

    return chain(dismissed(model), begun, proceed)
