"""A random study of a match in two tabs: hints, rollouts, analyses, quiz and practice, stops and reloads.

Both tabs use one store, read at the start or late. The engines answer in any order, and may die and come
back. A study is determined by its seed alone.
"""

import random
from dataclasses import replace
from hashlib import sha256

from app.fake import ENGLISH, Page, analysis_result, new_page
from app.inputs import VALUES
from app.soundness import check_change, check_view
from app.test_review import FILE
from app.test_rollout_verdict import result
from view.models import attribute, nodes

from backgammon.analysis.rollout_state import RolloutState
from backgammon.app.commands import available
from backgammon.features.analysis import hint, rollouts
from backgammon.features.coach import review
from backgammon.features.saving.saved_match import snapshot
from backgammon.protocol.messages import Rollout, Work, WorkResult
from backgammon.state.analysis_state import Purpose, RolloutRun
from backgammon.state.effects import Download, FetchPart, StoreText
from backgammon.state.events import (
    Command,
    EngineFailed,
    EngineReady,
    Event,
    LongWork,
    PartLoaded,
    Restored,
    SettingChanged,
    StoreLoaded,
    Submitted,
    TextReceived,
    WorkDone,
    WorkFailed,
    WorkProgressed,
)
from backgammon.state.match_review import Review
from backgammon.storage.codec import dump, load
from backgammon.storage.journal import Journal
from backgammon.storage.merging import merge
from backgammon.view.page import page as draw_page

TODAY = 20_000
WEIGHTS = {
    **dict.fromkeys(("hint", "analyse", "review", "to-decision", "look-deeper"), 4.0),
    **dict.fromkeys(("hint-answer", "go-on-rollout", "quiz-start", "next-game", "quiz-blunders"), 8.0),
    **dict.fromkeys(("roll", "confirm", "explore", "line-open", "play-listed", "close", "learn"), 2.0),
    **dict.fromkeys(("new-game", "resign-offer", "play-here"), 0.1),
    **dict.fromkeys(("friend", "friend-act", "everything", "download", "delete-everything"), 0.0),
}
"""The weight of a command when one is drawn, where that is not 0.5."""


def study(work: Work) -> WorkResult:
    """Return a possible result; a rollout may differ from the analysis of the same plays."""
    return roll_out(work, 1.0) if isinstance(work, Rollout) else analysis_result(work)


def roll_out(work: Rollout, part: float) -> RolloutState:
    """Return a rollout in which ``part`` (0 to 1) of the missing trials is done."""
    key = sha256(repr((work.question, work.plays, replace(work.settings, trials=1))).encode()).hexdigest()
    before = work.state.trials if work.state else 0
    trials = before + round(part * (work.settings.trials - before))
    rng = random.Random(key)
    worths = [rng.uniform(-0.6, 0.6) for _ in range(len(work.plays) or 2)]
    return replace(result(trials, *worths), key=key, spans=((0, trials),) if trials else ())


class Tab:
    """A page, what it knows of the store, and the events due from outside."""

    def __init__(self, name: str, page: Page, texts: dict[str, str], late: bool = False) -> None:
        self.page, self.texts, self.journal = page, texts, Journal(name, merge)
        page.study, page.starting = study, False
        self.coming: list[Event] = []
        self.parts: dict[int, float] = {}
        """How far the rollouts of the page have come, by the numbers of their works."""
        if late:
            self.coming.append(self.store_loaded(name))
        else:
            self.send(self.store_loaded(name))

    def store_loaded(self, name: str = "tab") -> StoreLoaded:
        """Return what the store has beside the matches."""
        beside = tuple((kind, text) for kind, text in self.texts.items() if "." not in kind)
        return StoreLoaded(beside, TODAY, name)

    def send(self, event: Event) -> None:
        """Apply an event, carry out its effects on the store, and check everything."""
        page, before = self.page, self.page.model
        page.effects.clear()
        page.send(event)
        check_change(before, event, page.model)
        for effect in page.effects:
            if isinstance(effect, StoreText):
                self.journal.keep(effect.name, effect.text)
            elif isinstance(effect, FetchPart):
                self.coming.append(PartLoaded(effect.part))
        check_work(page)
        self._write()

    def _write(self) -> None:
        """Bring to the store what waits, as browser.writer does."""
        transaction = self.journal.next_transaction()
        if transaction is None:
            return
        texts = self.texts
        changes = transaction.decide({name: texts[name] for name in transaction.names if name in texts})
        for first, last in changes.deleted:
            for name in [name for name in texts if first <= name <= last]:
                del texts[name]
        texts.update(changes.put)
        if merged := self.journal.on_committed(transaction).merged:
            self.send(StoreLoaded(merged, TODAY, "tab"))

    def settle(self) -> None:
        """Send all that needs no player."""
        while event := self.coming.pop(0) if self.coming else self.page.next_event():
            self.send(event)


def check_work(page: Page) -> None:
    """Check that the engines do what the page waits for, and nothing else."""
    model, known = page.model, page.model.analysis
    assert {job.id for job in known.jobs} == page.works.keys()
    rolling, shown = hint.jobs_for(model, Purpose.ROLLOUT), known.review
    assert len(rolling) == bool(known.rollout and known.rollout.running)
    if shown and shown.running:
        assert hint.jobs_for(model, Purpose.REVIEW) or LongWork.REVIEW in page.steps
    if hint.progress(model) == "thinking":
        assert known.at in [job.key.split()[0] for job in known.jobs]


def check_signs(page: Page) -> None:
    """Check the buttons, and that a running rollout can be seen and stopped."""
    check_view(page.model)
    drawn = [attribute(each, "data-command") for each in nodes(draw_page(page.model, ENGLISH))]
    run = page.model.analysis.rollout
    assert drawn.count("stop-rollout") == bool(run and run.running)


def runs(page: Page) -> list[RolloutRun]:
    """Return the rollouts of a page that have trials."""
    first = page.model.analysis.rollout
    return [each for each in (first, *page.model.analysis.rollouts) if each and each.state]


class Study:
    """Two tabs of one browser; the first plays a match, and what it exports is opened again."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        form = {"opponent": "computer", "level": "club", "length": rng.choice("13"), "name0": "Ann"}
        page = new_page(tuple({**form, **({"cube": "on"} if rng.random() < 0.7 else {})}.items()), seed)
        page.study = study
        page.play_on(rng.choice((0, 40, 200, 3000)))
        self.texts: dict[str, str] = {}
        other = new_page(tuple(form.items()), seed + 1)
        self.tabs = [Tab("one", page, self.texts), Tab("two", other, self.texts)]
        self.files = [FILE, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"]
        self.happened: list[str] = []

    def step(self) -> None:
        """Let one thing happen in one of the tabs."""
        at = int(self.rng.random() < 0.4)
        tab = self.tabs[at]
        event = self._draw(tab)
        if event is None:
            self.happened.append(f"{at}: reload")
            self.tabs[at] = tab = self.reload(tab, late=self.rng.random() < 0.3)
        else:
            self.happened.append(f"{at}: {event!r:.150}")
            tab.send(event)
        self.files += [each.text for each in tab.page.effects if isinstance(each, Download)]
        if len(self.happened) % 10 == 0:
            check_signs(tab.page)

    def reload(self, tab: Tab, late: bool = False) -> Tab:
        """Return the tab after a reload."""
        before, page = tab.page.model, Page(rng=self.rng)
        page.send(Restored(load(dump(snapshot(before))), settings=before.settings))
        page.send(EngineReady())
        assert page.model.game_in_play.log.begins_with(before.game_in_play.log)
        return Tab(f"tab {len(self.happened)}", page, self.texts, late)

    def _draw(self, tab: Tab) -> Event | None:
        """Return an event, None for a reload."""
        rng, page, model = self.rng, tab.page, tab.page.model
        if tab.coming and (rng.random() < 0.3 or not isinstance(tab.coming[0], StoreLoaded)):
            return tab.coming.pop(0)
        kind = rng.random()
        if kind < 0.35 and (event := self._outside(tab)):
            return event
        if 0.35 < kind < 0.37:
            return None
        if 0.37 < kind < 0.40:
            failed = EngineFailed("gone", final=rng.random() < 0.3)
            settings = SettingChanged("tutor", rng.choice(("off", "warn", "comment"))), EngineReady()
            return rng.choice((failed, *settings, StoreLoaded((), TODAY + 1, "tab")))
        if 0.40 < kind < 0.43:
            return TextReceived(rng.choice(self.files[:2] + self.files[-6:]))
        if 0.43 < kind < 0.5 and not model.dialog and not model.is_paused:
            return page.player_event() or Command("hint")
        if rollouts.can_start(model) and rng.random() < 0.5:
            ticked = [(f"play{at}", "on") for at in range(3) if rng.random() < 0.7]
            return Submitted("roll-out", (("trials", rng.choice(("36", "144"))), *ticked))
        if model.dialog and rng.random() < 0.3:
            return Command("close")
        names = available(model)
        name = rng.choices(names, [WEIGHTS.get(each, 0.5) for each in names])[0]
        return Command(name, self._value(name, tab))

    def _outside(self, tab: Tab) -> Event | None:
        """Return a result of the engines in any order, or the page's next own step."""
        rng, page = self.rng, tab.page
        if not page.works or rng.random() < 0.4:
            works, page.works = page.works, {}
            event = page.next_event()
            page.works = works
            return event
        number = rng.choice([*page.works])
        work = page.works[number]
        if isinstance(work, Rollout) and rng.random() < 0.6:
            before = tab.parts.get(number, 0.0)
            part = tab.parts[number] = before + (1 - before) * rng.random() ** 2
            return WorkProgressed(number, part, roll_out(work, part))
        del page.works[number]
        return WorkDone(number, study(work)) if rng.random() < 0.97 else WorkFailed(number, "no")

    def _value(self, name: str, tab: Tab) -> str:
        rng, model = self.rng, tab.page.model
        if name in ("to-decision", "study-at"):
            shown = review.review_of(model)
            bad = [*shown.grades] if shown and shown.is_whole else []
            return str(rng.choice(bad) if bad and rng.random() < 0.7 else rng.randint(0, len(model.game.log)))
        usual = {"analyse": ["", "", "deeper"], "save-as": ["mat", "sgf", "json"]}
        return rng.choice(usual.get(name) or VALUES.get(name) or [""])

    def complete_review(self, tab: Tab) -> Review | None:
        """Go back to the match, have it analysed to the end, and return its review; None if it has none."""
        leave = ("take-other", "keep-mine", "close", "line-close", "quiz-close", "study-close", "edit-done")
        for _ in range(8):
            tab.settle()
            name = next((each for each in leave if each in available(tab.page.model)), "")
            if name:
                tab.send(Command(name))
        for name in ("review", "analyse"):
            if name in available(tab.page.model):
                tab.send(Command(name))
            tab.settle()
        return review.review_of(tab.page.model)
