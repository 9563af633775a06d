"""A random visit: every event and every command, in all the states that they lead to.

``fake`` answers what the page asks; what was saved, copied or downloaded may come back, intact or
altered. A visit is determined by its seed alone.
"""

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.fake import Page, match_or_error, new_page
from app.inputs import (
    EMPTY,
    FORM_OF,
    FORMS,
    FRIEND_NEWS,
    NEW_GAME,
    NONSENSE,
    RARE,
    SETTINGS,
    STARTS,
    TEXTS,
    VALUES,
    mutate,
    roll_out,
    work_result,
)
from app.soundness import HANDLED, check_change, check_view

from backgammon.analysis.rollout_state import Sums
from backgammon.app.commands import actions, available
from backgammon.app.update import update
from backgammon.core.variations import Variations
from backgammon.features.analysis import rollouts
from backgammon.features.saving.saved_match import snapshot
from backgammon.i18n.languages import LANGUAGES
from backgammon.protocol.messages import Answer, Choice, Rollout, RolloutState
from backgammon.state import legal_moves
from backgammon.state.effects import (
    Copy,
    CopyLink,
    Download,
    Effect,
    FetchLanguage,
    FetchPart,
    LoadOtherTab,
    Save,
    StoreText,
)
from backgammon.state.events import (
    ChangedElsewhere,
    Command,
    Continued,
    Copied,
    Dragged,
    DragStarted,
    EngineAnswered,
    EngineFailed,
    EngineReady,
    EngineSlow,
    Event,
    FileFailed,
    FileRead,
    FilesChosen,
    FriendNews,
    FriendTime,
    LanguageFailed,
    LanguageLoaded,
    LinesKept,
    LongWork,
    MatchRead,
    MotionReduced,
    PartFailed,
    PartLoaded,
    Restored,
    SecretDrawn,
    SettingChanged,
    StorageFailed,
    StorageWorks,
    StoreLoaded,
    Submitted,
    Tapped,
    TextReceived,
    Ticked,
    TimePassed,
    UpdateReady,
    WorkDone,
    WorkFailed,
    WorkProgressed,
)
from backgammon.state.model import Model, Tutor
from backgammon.storage.codec import dump, dump_settings, load, load_settings
from backgammon.storage.errors import StorageError
from backgammon.storage.types import Lines, Settings


class Visit:
    """A page, the events due from outside, and the texts it has written."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        form = {name: values for name, values in NEW_GAME.items() if rng.random() < 0.6}
        if rng.random() < 0.3:
            form |= {"preset": ["custom"], "length": ["0"]}
            form |= {name: ["on"] for name in ("cube", "beavers", "raccoons")}
        form["length"] = form.get("length", ["1", "3"])[:3]
        self.page = new_page(tuple((name, rng.choice(values)) for name, values in form.items()), seed)
        self.page.study = work_result
        if rng.random() < 0.5 and self.page.model.dialog is None:  # the part of an open dialog is loaded
            self.page.model = replace(self.page.model, parts=frozenset())
        self.playing = rng.choice((0.0, 0.5, 0.9))
        """The share of steps that only play on, so that some matches are finished."""
        self.coming: list[Event] = [StoreLoaded((), 20_000)]
        self.coming.append(SettingChanged("tutor", rng.choice([*Tutor])))
        self.beside: dict[str, str] = {}
        self.saves: list[str] = []
        self.texts: list[str] = [*TEXTS]
        self.happened: list[Event] = []
        self.drawn: Counter[object] = Counter()

    def step(self) -> None:
        """Send one event, and check everything."""
        draw = self.rng.choices([*_DRAWS], [*_DRAWS.values()])[0]
        if self.rng.random() < self.playing:
            draw = Visit._play
        self._send(draw(self) or self._sensible())
        model = self.page.model
        if len(self.happened) % 20 == 0:
            self._check_round_trip(model)
            for name in available(model):
                command = Command(name, self._value(name))
                check_change(model, command, update(model, command)[0])
        if len(self.happened) % 10 == 0:
            check_view(model)

    def _send(self, event: Event) -> None:
        self.happened.append(event)
        self.drawn[type(event)] += 1
        if isinstance(event, Command):
            self.drawn[event.name] += 1
        before, page = self.page.model, self.page
        page.effects.clear()
        page.send(event)
        check_change(before, event, page.model)
        for effect in page.effects:
            self._carry_out(effect)

    def _carry_out(self, effect: Effect) -> None:
        rng = self.rng
        match effect:
            case StoreText(name, text):
                self.beside[name] = text
            case Copy(text) | CopyLink(text) | Download(_, text):
                self.texts = [*self.texts[-20:], text]
                self.coming.append(Copied(rng.random() < 0.8))
            case FetchLanguage(tag):
                self.coming.append(LanguageLoaded(tag) if rng.random() < 0.8 else LanguageFailed(tag))
            case FetchPart(part):
                self.coming.append(PartLoaded(part) if rng.random() < 0.8 else PartFailed(part))
            case LoadOtherTab():
                self.coming.append(self._restored_event())
            case Save() if rng.random() < 0.05:
                self.saves = [*self.saves[-20:], dump(snapshot(self.page.model))]

    def _check_round_trip(self, model: Model) -> None:
        """Check that a saved match is read back unchanged, and that a page started from it is the same."""
        saved = snapshot(model)
        text = dump(saved)
        assert load(text) == saved
        page = Page(rng=random.Random(1))
        page.send(Restored(load(text)))
        after = page.model
        kept, game = model.game_in_play, after.game_in_play
        assert game.log.begins_with(kept.log)
        assert game.games[: len(kept.games)] == kept.games
        looked_at = after.viewer.replay if after.viewer else None
        assert (game.setup, game.start, looked_at) == (saved.setup, saved.start, saved.replay)
        assert (after.analysis_board.lines if after.analysis_board else None) == saved.lines
        assert after.shelf == saved.shelf
        if len(game.log) == len(kept.log):
            made = kept.moves + kept.moves_to_show
            assert (game.moves + game.moves_to_show)[: len(made)] == made
            assert (game.match, game.swapped) == (kept.match, kept.swapped)
            assert (game.last_moves, game.last_player, game.clock) == (
                kept.last_moves,
                kept.last_player,
                kept.clock,
            )

    def _outside(self) -> Event | None:
        """Return an event from outside: from the engine, the timer or the browser; None for none."""
        page, rng = self.page, self.rng
        if page.starting and rng.random() < 0.3:
            page.starting = False
            return EngineReady()
        if self.coming and rng.random() < 0.3:
            return self.coming.pop(0)
        if page.works and rng.random() < 0.5:
            number = rng.choice([*page.works])
            work = page.works[number]
            if isinstance(work, Rollout) and rng.random() < 0.5:
                part = rng.random()
                return WorkProgressed(number, part, roll_out(work, part))
            page.works.pop(number)
            return WorkDone(number, work_result(work)) if rng.random() < 0.95 else WorkFailed(number, "no")
        if page.question and rng.random() < 0.6:
            question, page.question = page.question, None
            return EngineAnswered(question.id, page.decide(question.question, rng))
        if page.tick is not None:
            tick, page.tick = page.tick, None
            return Ticked(tick)
        if page.clock_due is not None and rng.random() < 0.5:
            passed, page.clock_due = page.clock_due, None
            return TimePassed(passed)
        return None

    def _play(self) -> Event | None:
        model = self.page.model
        return self._outside() or (None if model.is_paused or model.dialog else self.page.player_event())

    def _sensible(self) -> Event:
        """Return an input that the page offers to a person, preferably on the board."""
        model, rng = self.page.model, self.rng
        names = actions(model)
        form = FORM_OF.get(model.dialog) if model.dialog else None
        if form and rng.random() < 0.1:
            return self._form(form)
        if rollouts.can_start(model) and rng.random() < 0.1:
            return self._form("roll-out")
        if model.dialog and rng.random() < 0.5:
            return Command("close")
        if model.draft and rng.random() < 0.5:
            return Tapped(rng.randint(0, 27))
        sources = legal_moves.sources(model)
        places = (*sources, *legal_moves.destinations(model))
        if places and ("confirm" not in names or rng.random() < 0.2):
            if sources and rng.random() < 0.2:
                return Dragged(rng.choice(sources), rng.choice((None, *range(26))))
            return Tapped(rng.choice(places))
        if names and rng.random() < 0.8:
            return self._command(names)
        return self._command(available(model))

    def _command(self, names: tuple[str, ...]) -> Command:
        name = self.rng.choices(names, [RARE.get(name, 1.0) for name in names])[0]
        return Command(name, self._value(name))

    def _value(self, name: str) -> str:
        if name == "to-decision" and (places := self._mistakes()) and self.rng.random() < 0.5:
            return str(self.rng.choice(places))
        if name in ("study-at", "to-decision"):
            return str(self.rng.randint(0, 1 + len(self.page.model.game.log)))
        good = self.rng.random() < 0.9
        return self.rng.choice(VALUES.get(name, [""]) if good else NONSENSE)

    def _mistakes(self) -> list[int]:
        """Return the places in the log of the choices that the review grades (not the good ones)."""
        review = self.page.model.analysis.review
        return [*review.grades] if review and review.is_whole else []

    def _form(self, name: str) -> Submitted:
        rng = self.rng
        if name == "import":
            return Submitted(name, (("text", self._text()),))
        values = [(field, rng.choice(good)) for field, good in FORMS[name].items() if rng.random() < 0.7]
        if values and rng.random() < 0.1:
            values[0] = values[0][0], rng.choice(NONSENSE)
        return Submitted(name, tuple(values))

    def _text(self) -> str:
        text = self.rng.choice(self.texts)
        is_mutated = text.startswith("{") and self.rng.random() < 0.5
        return self._mutate_text(text) if is_mutated else text

    def _mutate_text(self, text: str) -> str:
        """Alter a saved match, or the match within a file of everything."""
        data = json.loads(text)
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            if isinstance(data, dict) and isinstance(data.get("match"), dict):
                data["match"] = self._mutate_match(data["match"])
            else:
                data = self._mutate_match(data)
        return json.dumps(data)

    def _mutate_match(self, data: Any) -> Any:
        """Alter a match so that it may still be one (its seats, dice or start), or in any way at all."""
        rng = self.rng
        if not isinstance(data, dict) or "setup" not in data or rng.random() < 0.4:
            return mutate(data, rng)
        other = json.loads(rng.choice(self.saves)) if self.saves else data
        part = rng.choice(("seats", "device", "dice", "games", "start", "study", "shelf", "play", "end"))
        match part:
            case "seats" | "dice":
                return {**data, "setup": {**data["setup"], part: other["setup"][part]}}
            case "device":
                remote = {"kind": "remote", "name": rng.choice(("", "Ada")), "level": "", "peer": "p"}
                return {**data, "setup": {**data["setup"], "seats": [data["setup"]["seats"][0], remote]}}
            case "games" if data["games"]:
                typed = {"commitment": "", "secret": "", "word": "", "source": "typed"}
                return {**data, "games": [*data["games"][:-1], rng.choice((typed, *other["games"]))]}
            case "play":
                return {**data, "moves": [*data["moves"], *data["showing"]], "showing": []}
            case "start":
                first = {"start": other["start"], "setup": other["setup"], "log": [], "games": []}
                return {**data, **first, "moves": [], "showing": []}
            case "end":
                end = rng.randint(0, len(data["log"]))
                return {**data, "log": data["log"][:end], "moves": [], "showing": [], "study": None}
            case _:
                return {**data, part: other[part] if part == "study" else {**other, "shelf": None}}

    def _restored_event(self) -> Restored:
        """Return the event of a store that was read: unchanged, altered, or empty."""
        if not self.saves or self.rng.random() < 0.1:
            return Restored(None)
        text = self.rng.choice(self.saves)
        settings = dump_settings(self.page.model.settings)
        if self.rng.random() < 0.7:
            text = self._mutate_text(text)
            settings = json.dumps(mutate(json.loads(settings), self.rng))
        try:
            known: Settings | None = load_settings(settings)
        except StorageError:
            known = None
        try:
            return Restored(load(text), settings=known)
        except StorageError:
            return Restored(None, "notice.data-set-aside", known)

    def _any_command(self) -> Command:
        return self._command((*sorted(HANDLED), "roll-out", "no such command", ""))

    def _bad_answer(self) -> Event:
        rng = self.rng
        steps = tuple((rng.randint(-2, 28), rng.randint(-2, 28)) for _ in range(rng.randint(0, 4)))
        number = self.page.model.pending_question if rng.random() < 0.5 else rng.randint(0, 40)
        answer = Answer(rng.choice([*Choice]), steps, rng.randint(-1, 4))
        return EngineAnswered(number or 0, answer)

    def _stray_work(self) -> Event:
        """Return news of a work that nobody waits for, or a result of the wrong kind."""
        number = self.rng.choice([*self.page.works, -1, -2, 5])
        work = self.page.works.pop(number, None)
        state = RolloutState("k", ((0, 36),), (Sums(36), Sums()))
        result = EMPTY if isinstance(work, Rollout) else state
        news = WorkDone(number, result), WorkFailed(number, "no"), WorkProgressed(number, 1.0)
        return self.rng.choice(news)

    def _store_loaded_event(self) -> StoreLoaded:
        texts = {**self.beside, **({"quiz": "{}"} if self.rng.random() < 0.1 else {})}
        kept_texts = tuple((name, text) for name, text in texts.items() if text and "." not in name)
        return StoreLoaded(kept_texts, self.rng.choice((20_000, 20_001, 20_009)))

    def _news(self) -> Event:
        rng = self.rng
        return rng.choice(
            (
                rng.choice((StorageFailed(), StorageWorks())),
                rng.choice((ChangedElsewhere(), UpdateReady())),
                rng.choice((EngineReady(), EngineSlow())),
                MotionReduced(rng.random() < 0.5),
                EngineFailed("gone", final=rng.random() < 0.3),
                FileFailed(rng.choice(("too-large", "unreadable"))),
                rng.choice((FilesChosen(), FileRead("a", match_or_error(self._text()), rng.randint(0, 2)))),
                Copied(rng.random() < 0.5),
                rng.choice((LanguageLoaded, LanguageFailed))(rng.choice([*LANGUAGES])),
                FriendNews(rng.choice(FRIEND_NEWS)),
                FriendTime(rng.randrange(100_000)),
                SecretDrawn(rng.choice(("", "x", "ab" * 32))),
                self._store_loaded_event(),
            )
        )


_DRAWS: dict[Callable[[Visit], Event | None], float] = {
    Visit._outside: 30,
    Visit._sensible: 35,
    lambda visit: visit._command(available(visit.page.model)): 9,
    Visit._any_command: 4,
    lambda visit: Tapped(visit.rng.randint(-2, 28)): 4,
    lambda visit: DragStarted(visit.rng.randint(-2, 28)): 2,
    lambda visit: Dragged(visit.rng.randint(-2, 28), visit.rng.choice((None, *range(-2, 28)))): 2,
    lambda visit: visit._form(visit.rng.choice([*FORMS, "import"])): 1,
    lambda visit: SettingChanged(name := visit.rng.choice([*SETTINGS]), visit.rng.choice(SETTINGS[name])): 2,
    lambda visit: SettingChanged(visit.rng.choice([*SETTINGS]), visit.rng.choice(NONSENSE)): 0.5,
    lambda visit: Ticked(visit.page.model.ticks - visit.rng.randint(0, 2)): 2,
    lambda visit: TextReceived(visit._text()): 0.7,
    lambda visit: MatchRead(text := visit._text(), match_or_error(text)): 0.5,
    Visit._restored_event: 0.7,
    lambda visit: LinesKept(Lines(Variations.of(visit.rng.choice(STARTS)))): 0.5,
    lambda visit: Continued(visit.rng.choice([*LongWork])): 0.5,
    Visit._bad_answer: 0.5,
    Visit._stray_work: 0.5,
    lambda visit: TimePassed(visit.rng.choice((0, 1, 999, 5000, 90_000))): 4,
    Visit._news: 7,
}
"""The kinds of events, with their relative frequencies."""
