"""The inputs of a fuzz: values of commands, forms and settings, texts, findings, damaged JSON."""

import random
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from app.fake import analysis_result

from backgammon.analysis.rollout_state import Sums
from backgammon.core.dice import ROLLS
from backgammon.core.rules import PRESETS
from backgammon.core.time_control import TimeControl
from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.quiz.positions import THEMES
from backgammon.features.viewer import export
from backgammon.friend.news import (
    Invited,
    Kind,
    Listed,
    ListedMatch,
    News,
    Note,
    Opened,
    Passed,
    Preparing,
    Problem,
    Unreached,
    Written,
)
from backgammon.friend.outputs import RemarkMade
from backgammon.friend.stages import Stage
from backgammon.friend.terms import Terms
from backgammon.i18n.languages import LANGUAGES
from backgammon.notation.xgid import parse_xgid
from backgammon.protocol.levels import LEVELS
from backgammon.protocol.messages import (
    AnalyseDecision,
    AnalyseScores,
    Finding,
    Rollout,
    RolloutState,
    Work,
    WorkResult,
)
from backgammon.state.draft import CUBES, ROLLED
from backgammon.state.model import DialogName, Speed, Tutor
from backgammon.storage.types import Settings

NONSENSE = [
    "",
    "1",
    "7",
    "63",
    "on",
    "standard",
    "custom",
    "D",
    "64",
    "25",
    "26",
    "-1",
    "²",
    "x" * 90,
    "\ud800",
]
NUMBERS = [str(number) for number in range(28)]
VALUES: dict[str, list[str]] = {
    "typed-roll": [f"{first}{second}" for first, second in ROLLS],
    "resign-offer": ["1", "2", "3"],
    "rules": [*PRESETS],
    "friend-act": [
        *("list", "open:x", "forget:x", "decline", "call", "write", "copy", "share", "code", "say:hello"),
        *("mute", "end", "end-yes", "end-no"),
    ],
    "copy-id": ["xgid", "gnu"],
    "copy-link": ["match", "position", "lines"],
    "save-as": [*export.KINDS],
    "line-roll": [f"{first}{second}" for first, second in ROLLS],
    "line-try": ["Pihgf", "Pyxxw", "P", "Pnm"],
    "line-to": ["-1", *NUMBERS],
    "learn-side": ["", "0", "1"],
    "learn-at": NUMBERS,
    "quiz-theme": ["own", *THEMES],
    "lesson-open": [chapter.name for chapter in CHAPTERS],
    "edit-tool": ["0", "1", "2"],
    "edit-on-roll": ["0", "1"],
    "edit-rolled": ["", "D", *ROLLED],
    "edit-cube": [str(cube) for cube in CUBES],
    "edit-owner": ["", "0", "1"],
    "edit-crawford": ["", "on"],
    "edit-jacoby": ["", "on"],
    "edit-beavers": ["", "on"],
    **dict.fromkeys(("edit-remove", "edit-length", "edit-score0", "edit-score1"), NUMBERS),
    **dict.fromkeys(("show-play", "play-listed"), NUMBERS),
}
"""Sensible values of the commands that take one."""

RARE = {"delete-everything": 0.1, "new-game": 0.3, "quiz-close": 0.2, "study-close": 0.3, "drop": 0.4}
RARE |= {"line-close": 0.3, "line-open": 3.0, "line-roll": 2.0, "line-prune": 0.5}
RARE |= {
    "learn": 4.0,
    "learn-side": 2.0,
    "quiz-start": 3.0,
    "take-other": 0.3,
    "edit-clear": 0.2,
    "close": 3.0,
}
"""The weight of a command when one is drawn, where that is not 1."""

NEW_GAME = {
    "opponent": ["computer", "computer", "human", "remote"],
    "way": ["live", "message"],
    "clock": ["off", "loses", "loses", "shows"],
    "delay": ["0", "5", "12"],
    "bank": ["0", "1", "2"],
    "level": [*LEVELS],
    "length": ["0", "1", "2", "3", "5"],
    "preset": [*PRESETS, "custom", "custom"],
    "white": ["0", "1"],
    "name0": ["", "Ann", "דוד"],
    "name1": ["", "Bob"],
    "dice": ["fair", "fair", "typed"],
    "word": ["", "tea"],
    "direction": ["right", "left"],
    "advice": ["on"],
    "cube": ["on"],
    "crawford": ["on"],
    "jacoby": ["on"],
    "beavers": ["on"],
    "raccoons": ["on"],
    "lapse": ["on"],
    "cube_limit": ["0", "4", "64"],
    "automatic_doubles": ["0", "1", "3"],
}
FORMS: dict[str, dict[str, list[str]]] = {
    "new-game": NEW_GAME,
    "play-here": {"opponent": ["computer", "human"], "level": [*LEVELS], "side": ["0", "1"]},
    "typed-roll": {"first": [*"123456"], "second": [*"123456"]},
    "word": {"word": ["", "tea", "x" * 200]},
    "roll-out": {"trials": ["36", "144"], "truncate": ["0", "7"], "play0": ["on"], "play2": ["on"]},
    "friend": {"text": ["", "#friend=x"], "accept": ["yes"], "remark": ["", "hi"]},
    "other": {},
}
FORM_OF = {
    DialogName.NEW_GAME: "new-game",
    DialogName.PLAY_HERE: "play-here",
    DialogName.ROLL_TYPED: "typed-roll",
    DialogName.DICE: "word",
    DialogName.FILES: "import",
    DialogName.FRIEND: "friend",
}
SETTINGS: dict[str, list[str]] = {
    **{name: ["", "on"] for name, usual in asdict(Settings()).items() if isinstance(usual, bool)},
    "speed": [*Speed],
    "tutor": [*Tutor],
    "language": [*LANGUAGES],
    "volume": ["0", "60", "100", "101"],
    **{name: ["left", "dark", "felt"] for name in ("direction", "appearance", "theme", "__init__")},
}
FRIEND_NEWS: tuple[News, ...] = (
    Listed(()),
    Listed((ListedMatch("x", "Ada", Stage.PLAYING, 5, (1, 0), mine=True),)),
    Invited("", Terms(), live=False),
    Invited("Ada", Terms(clock=TimeControl(), hints=True), live=True),
    *(Preparing(kind) for kind in Kind),
    *(Written(kind, "https://x/#friend=abc", live) for kind in Kind for live in (False, True)),
    Opened("x", "friend.text.nothing-new"),
    Passed(),
    Unreached(),
    RemarkMade("hello"),
    RemarkMade(text="<b>", mine=True),
    Problem("friend.text.cut"),
    Note("notice.friend-goes-on"),
)
"""News from the desk that does not concern a match on the board."""
EMPTY = Finding((), None, 0.0, 0.5, False)
TEXTS = (
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:3:0:10",
    "XGID=aa--BBC-B-BacB---b-cbb--B-:0:0:1:D:0:0:0:7:10",
    "XGID=-AA-CCE------------bebbbb-:2:-1:1:44:0:0:0:7:10",
    "XGID=--------------------------:0:0:1:00:0:0:0:0:10",
    "4HPwATDgc/ABMA:cAkAAAAAAAAA",
    " 3 point match\n\n Game 1\n Ann : 0      Bob : 0\n  1) 31: 8/5 6/5     52: 13/8 13/11\n",
    "(;FF[4]GM[6]PW[Ann]PB[Bob]MI[length:3][game:0][ws:0][bs:0];W[31hedi];B[52mhmk])",
    "nothing of ours",
)
STARTS = tuple(parse_xgid(text).to_match() for text in TEXTS[:4])


def work_result(work: Work) -> WorkResult:
    """Return a possible analysis of a decision, or a rollout with all its trials done."""
    if isinstance(work, AnalyseDecision | AnalyseScores):
        return analysis_result(work)
    return roll_out(work, 1.0)


def roll_out(work: Rollout, part: float) -> RolloutState:
    """Return a rollout in which ``part`` (0 to 1) of the missing trials is done."""
    key = sha256(repr((work.question, work.plays, work.settings)).encode()).hexdigest()
    before = work.state.trials if work.state else 0
    trials = before + int(part * (work.settings.trials - before))
    spans = ((0, trials),) if trials else ()
    return RolloutState(key, spans, (Sums(trials),) * (len(work.plays) or 2))


def mutate(data: Any, rng: random.Random) -> Any:
    """Return a JSON tree with one value somewhere changed, removed or added."""
    if isinstance(data, dict) and data and rng.random() < 0.97:
        key = rng.choice(list(data))
        if rng.random() < 0.03:
            return {name: item for name, item in data.items() if name != key}
        return {**data, key: mutate(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.95:
        if rng.random() < 0.3:
            return data[: rng.randrange(len(data))]
        at = rng.randrange(len(data))
        return [*data[:at], mutate(data[at], rng), *data[at + rng.choice((1, 1, 1, 0)) :]]
    values: list[Any] = [None, True, False, 0, 1, 2, 3, 5, 6, 25, -1, "", "x", [], {}, [6, 5], [[6, 5, 1]]]
    values += ["human", "computer", "fair", "typed", "match", "file", TEXTS[0], TEXTS[2], {"do": "next-game"}]
    return rng.choice(values)
