"""Valid texts of every kind that is read: matches as they are played, stored, sent and written."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, TypeVar

from backgammon.analysis.decisions import decisions
from backgammon.analysis.findings import Chances, CubeAction, CubeFinding, CubeReply, Finding, RankedPlay
from backgammon.analysis.rollout_state import RolloutSettings, RolloutState, Sums
from backgammon.app.update import update
from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.match import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
    apply,
    new_match,
)
from backgammon.core.plays import legal_plays
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.features.analysis import hint, rollouts
from backgammon.features.analysis.hint import is_decision
from backgammon.features.game.start import first_visit
from backgammon.features.saving import backup, side_store
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record
from backgammon.notation.setup import Setup as Standing
from backgammon.notation.sgf import format_sgf
from backgammon.notation.xgid import format_xgid
from backgammon.protocol import codec, work_codec
from backgammon.protocol.messages import AnalyseDecision as Analysis
from backgammon.protocol.messages import Answer, Choice, Kind, Rollout, Work, WorkResult
from backgammon.state.analysis_state import Decision, RolloutRun
from backgammon.state.effects import StoreText
from backgammon.state.engine_question import question
from backgammon.state.events import EngineReady, Restored, StoreLoaded
from backgammon.state.model import MatchOptions, Model, Origin, Replay, Replaying
from backgammon.state.viewer import show, start_from
from backgammon.storage.codec import dump, dump_settings, load
from backgammon.storage.figures import PARTS, Part, PlayedMatch, Side, dump_figures
from backgammon.storage.log import Log
from backgammon.storage.quiz import Card, Day, Deck, dump_deck
from backgammon.storage.replay_codec import dump_link
from backgammon.storage.types import Computer, GameDice, Games, Human, Saved, Settings

_T = TypeVar("_T")
MONEY = custom(PRESETS["trikktrakk"], jacoby=True, beavers=True, raccoons=True, automatic_doubles=2)
_REPLIES: tuple[Action, ...] = (Took(), Dropped(), Beavered(), Raccooned(), Accepted(), Refused(), NextGame())


def random_log(random: Random, start: Match, count: int) -> tuple[Action, ...]:
    """Return up to ``count`` random legal actions, of every kind that can occur in a match."""
    log: list[Action] = []
    state = start
    while len(log) < count and state.phase is not Phase.MATCH_OVER:
        action = _action(random, state)
        try:
            state = apply(state, action)
        except IllegalAction:
            continue
        log.append(action)
    return tuple(log)


def _action(random: Random, state: Match) -> Action:
    roll = random.randint(1, 6), random.randint(1, 6)
    if state.phase is Phase.OPENING:
        return OpeningRoll(*roll)
    if random.random() < 0.01:
        return Resigned(random.randint(1, 3))
    if state.phase is Phase.TO_ROLL:
        return Doubled() if random.random() < 0.1 else Rolled(roll)
    if state.phase is Phase.TO_PLAY:
        assert state.dice is not None
        return Played(random.choice(legal_plays(state.position, state.dice, state.rules)).steps)
    return random.choice(_REPLIES)


def _match(number: int, rules: Rules, length: int, count: int) -> tuple[Match, tuple[Action, ...]]:
    start = new_match(rules, length)
    return start, random_log(Random(number), start, count)


@cache
def matches() -> tuple[tuple[Match, tuple[Action, ...]], ...]:
    lengths = (0, 3, 7, 1)
    sets = (STANDARD, MONEY, *PRESETS.values())
    return tuple(
        _match(number, rules, 0 if rules is MONEY else lengths[number % 4], 3 + 7 * number % 60)
        for number, rules in enumerate(sets * 2)
    )


@cache
def saved_matches() -> tuple[Saved, ...]:
    computer, person = Computer("club"), Human("Ann é")
    found: list[Saved] = []
    for number, (start, log) in enumerate(matches()):
        state = start
        for action in log:
            state = apply(state, action)
        games = tuple(GameDice("c0" * 32, "5e" * 32, "word") for _ in range(state.game))
        setup = MatchOptions(
            (person, person if number % 3 else computer), start.rules, start.length, start.white
        )
        saved = Saved(setup, state, Log.of(start, log), Games.of(games))
        if number % 4 == 1:
            comments = ((0, "a remark"), (len(log), "the end"))
            replay = Replay(
                start,
                Log.of(start, log),
                len(log) // 2,
                Origin.FILE,
                ("A", "B"),
                (("Event", "Club"),),
                comments,
            )
            saved = replace(saved, replay=replay)
        if number % 4 == 2 and found:
            saved = replace(saved, shelf=found[-1])
        found.append(saved)
    return tuple(load(dump(each)) for each in found)


@cache
def _studies() -> tuple[Replay, ...]:
    found = [each.replay for each in saved_matches() if each.replay]
    for start, log in matches():
        found.append(
            Replay(start, Log.of(start, log), len(log), Origin.FILE, ("Ann", "Bob"), (("Site", "Tallinn"),))
        )
    for match in _decisions():
        stand = start_from(match)
        if stand:
            found.append(Replay(stand, origin=Origin.POSITION))
    return tuple(found)


@cache
def _decisions() -> tuple[Match, ...]:
    found = []
    for start, log in matches():
        state = start
        for action in log:
            state = apply(state, action)
            if is_decision(state):
                found.append(state)
    return tuple(found[:: max(1, len(found) // 24)])


@cache
def _records() -> tuple[Record, ...]:
    found = []
    for start, log in matches():
        record = Record.of(("Ann", "Bob"), start, log)
        games = tuple(replace(game, comments=((0, "a remark"),)) for game in record.games)
        found.append(replace(record, games=games, event=(("Event", "Club"),), comments=("hello",)))
    return tuple(found)


def _setups() -> Iterator[Standing]:
    for match in _decisions():
        yield replace(Standing.of(match), resigned=0)


def _format_each(write: Callable[[Any], str], values: Sequence[Any]) -> tuple[str, ...]:
    """Return the texts of those values that the format can express."""
    found = []
    for value in values:
        try:
            found.append(write(value))
        except BackgammonError:
            continue
    return tuple(found)


EVEN = Chances(0.5, 0.1, 0.01, 0.5, 0.1, 0.01)


def finding(match: Match, chosen: Action | None) -> Finding:
    """Return an invented finding on a decision, as an analysis might give it."""
    if match.phase is not Phase.TO_PLAY:
        cube = CubeFinding(0.1, 0.3, 1.0, CubeAction.DOUBLE, CubeReply.TAKE, (), EVEN, 1)
        return Finding((), cube, 0.3, 0.5, True, error=None if chosen is None else 0.07)
    assert match.dice is not None
    plays = legal_plays(match.position, match.dice, match.rules)
    ranked = tuple(
        RankedPlay(play.steps, 0.5 - 0.05 * at, 0.05 * at, None, EVEN, 1) for at, play in enumerate(plays[:7])
    )
    return Finding(ranked, None, 0.5, 0.5, True, len(ranked) - 1, 0.05 * (len(ranked) - 1), 0.1)


@cache
def findings() -> tuple[str, ...]:
    here = hint.current_decision(page_at_a_decision())
    assert here
    found = []
    for start, log in (_longest_match(), *matches()[:3]):
        taken = [Decision(each.match, each.action) for each in list(decisions(start, log))[:6]]
        known = {hint.decision_key(each): finding(each.match, each.chosen) for each in (here, *taken)}
        found.append(side_store.findings_text(known))
    return tuple(found)


@cache
def _longest_match() -> tuple[Match, tuple[Action, ...]]:
    """Return the longest of the matches, so one with many decisions."""
    return max(matches(), key=lambda match: len(match[1]))


def requests() -> tuple[str, ...]:
    asked = [question(match, "club") for match in _decisions()]
    found = [codec.Request(1, codec.RequestType.ASK, each) for each in asked]
    found.append(codec.Request(1, codec.RequestType.CANCEL))
    state = RolloutState("key", ((0, 12),), (Sums(1, 2, (3, 4, 5, 6, 7)),))
    for each in asked:
        replay = Analysis(each, 1, Answer(Choice.PLAY, ((8, 5), (6, 5))), luck=True)
        rollout = Rollout(each, (((8, 5), (6, 5)),), RolloutSettings(trials=36), (0, 9), state)
        both: tuple[Work, ...] = (replay, rollout) if each.kind is not Kind.RESIGNATION else (rollout,)
        found += [codec.Request(-1, codec.RequestType.WORK, work=work) for work in both]
    return tuple(codec.request_text(each) for each in found)


def replies() -> tuple[str, ...]:
    state = RolloutState("key", ((0, 12),), (Sums(1, 2, (3, 4, 5, 6, 7)),))
    results: list[WorkResult] = [state, *(finding(match, None) for match in _decisions()[:8])]
    found = [codec.Reply(1, codec.ReplyType.READY)]
    found += [codec.Reply(1, codec.ReplyType.ANSWER, Answer(Choice.PLAY, ((8, 5), (6, 5))))]
    found += [codec.Reply(-1, codec.ReplyType.PROGRESS, done=0.5, state=state)]
    found += [codec.Reply(-1, codec.ReplyType.RESULT, result=result) for result in results]
    found += [codec.Reply(1, codec.ReplyType.ERROR, reason="x")]
    return tuple(codec.reply_text(each) for each in found)


def figures() -> tuple[str, ...]:
    sides = tuple(
        Side(name, -1.25, tuple(Part(part, 10 + at, 0.5 * at) for at, part in enumerate(PARTS)))
        for name in ("Ann", "Bob")
    )
    played = [
        PlayedMatch(f"id{day}", 20_000 + day, 7, (7, 3), day % 3 - 1, (sides[0], sides[1]))
        for day in range(4)
    ]
    return dump_figures(tuple(played[:1])), dump_figures(tuple(played)), dump_figures(())


def decks() -> tuple[str, ...]:
    links = [dump_link(replay) for replay in _studies() if replay.origin is Origin.POSITION]
    cards = [
        Card(f"own{at}", link=link, box=at % 4, due=19_990 + at, asked=3, right=2)
        for at, link in enumerate(links)
    ]
    days = Day(19_999, 5, 4, 1, 0.3), Day(20_000, 2, 1)
    return dump_deck(Deck(tuple(cards[:3]), days)), dump_deck(Deck(tuple(cards[3:5]))), dump_deck(Deck())


def rollout_runs() -> tuple[str, ...]:
    found = []
    here = hint.current_decision(page_at_a_decision())
    assert here
    for match in (here.match, *_decisions()[:5]):
        plays = [legal_plays(match.position, match.dice, match.rules)[:2] if match.dice else []]
        steps = tuple(play.steps for play in plays[0])
        state = RolloutState("key", ((0, 12),), (Sums(2**30, 2**31, (3, 4, 5, 6, 7)),) * (len(steps) or 2))
        run = RolloutRun(hint.decision_key(Decision(match)), steps, RolloutSettings(trials=36), state=state)
        first = first_page()
        model = replace(first, analysis=replace(first.analysis, rollout=run))
        found += [effect.text for effect in rollouts.keep(model)[1] if isinstance(effect, StoreText)]
    return tuple(found)


@cache
def backups() -> tuple[str, ...]:
    found = []
    for at, saved in enumerate(saved_matches()[:6]):
        model, _ = update(first_page(), Restored(saved))
        texts = (
            (side_store.FINDINGS, findings()[at % 4]),
            (side_store.FIGURES, figures()[at % 3]),
            (side_store.QUIZ, decks()[at % 3]),
        )
        model, _ = side_store.read_kept(
            update(model, StoreLoaded((*texts, (rollouts.ROLLOUT, rollout_runs()[at])), 20_000))[0]
        )
        found.append(backup.backup_text(model))
    return tuple(found)


SNOWIE = "5;0;0;0;1;Bob;Ann;0;3;2;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;"


def texts() -> tuple[str, ...]:
    named = [f"https://example.org/#xgid={format_xgid(setup)}".replace("=", "%3D", 1) for setup in _setups()]
    ids = _format_each(format_xgid, list(_setups())) + _format_each(format_gnu_id, list(_setups()))
    files = _format_each(format_mat, _records()) + _format_each(format_sgf, _records())
    public = tuple(dump(saved, public=True) for saved in saved_matches())
    return (*named, *ids, *files, *public, *xg_texts(), SNOWIE)


def xg_texts() -> tuple[str, ...]:
    line = "\n\nX:Ann   O:Bob\nScore is X:0 O:0\n\n    1. 4-ply       24/22 13/8     eq:+0.007\n"
    return tuple((text + line) * 2 for text in _format_each(format_xgid, list(_setups())))


def addresses() -> tuple[str, ...]:
    ids = _format_each(format_xgid, list(_setups()))[:6]
    files = _format_each(format_mat, _records())[:3]
    return (
        *(f"embed=position&xgid={text}&side=mover&size=400&lang=de" for text in ids),
        *(f"embed=problem&xgid={text}&level=club&theme=felt" for text in ids),
        *(f"embed=match&match={text.replace('&', '')}&controls=all" for text in files),
        "embed=play&preset=ga207&length=5&appearance=dark&start=now",
    )


def messages() -> tuple[str, ...]:
    ids = _format_each(format_xgid, list(_setups()))[:6]
    return (
        '{"triktrakk":1,"id":7,"type":"get"}',
        '{"triktrakk":1,"id":7,"type":"reset"}',
        *(json.dumps({"triktrakk": 1, "id": 1, "type": "set", "position": text}) for text in ids),
    )


def ubgi_lines() -> tuple[str, ...]:
    ids = _format_each(format_xgid, list(_setups()))[:6]
    return tuple(
        f"ubgi\nsetoption name Plies value 1\nnewsession type match length 5 crawford on\nsetscore 1 2\n"
        f"setcube value 2 owner p1\nsetturn p1\nposition xgid {text}\ndice 3 1\nnewgame"
        for text in ids
    )


def boards() -> tuple[str, ...]:
    points = ":".join(str(count) for count in Position.start().points)
    rest = ":".join(["0"] * (53 - 3 - 3 - 26 - 9))
    return (f"board:You:Bob:7:1:2:{points}:1:3:1:0:0:1:1:1:0:{rest}",)


def match_texts() -> tuple[str, ...]:
    return tuple(dump(each) for each in saved_matches())


def settings() -> tuple[str, ...]:
    return dump_settings(Settings()), dump_settings(Settings(volume=3, language="de", auto_roll=True))


def links() -> tuple[str, ...]:
    return tuple(dump_link(replay) for replay in _studies())


def states() -> tuple[str, ...]:
    return (json.dumps(work_codec.state_data(RolloutState("k", ((0, 9), (12, 15)), (Sums(),)))),)


def foreign() -> tuple[str, ...]:
    return tuple(text for text in texts() if text[0] != "{")


def plays() -> tuple[str, ...]:
    return "31:8/5 6/5", "22:13/11(2) 6/4(2)", "64:24/20/14", "11:8/7*/6(2)", "65:24/13"


def ids(write: Callable[[Standing], str]) -> Callable[[], tuple[str, ...]]:
    return lambda: _format_each(write, list(_setups()))


def files(write: Callable[[Record], str]) -> Callable[[], tuple[str, ...]]:
    return lambda: _format_each(write, _records())


@cache
def first_page() -> Model:
    return update(update(first_visit(), Restored(None))[0], EngineReady())[0]


@cache
def page_at_a_decision() -> Model:
    """Return a page that shows a decision of a match, a play, which ``findings`` cover."""
    start, log = _longest_match()
    played = [at for at, action in enumerate(log) if isinstance(action, Played)]
    model = first_page()
    return show(model, Replaying(model.game, Replay(start, Log.of(start, log), played[1], Origin.FILE)))
