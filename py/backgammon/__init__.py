"""Backgammon: rules, positions, legal plays, matches, match files, an engine and its analysis.

The names below are the public API and are kept stable. The names of the rules are imported with the package;
notation, engine and analysis are loaded when one of their names is first used.

- Rules and matches: `Position`, `legal_plays`, `Rules`, `Match`, `apply`, `replay` and the actions;
  `Points` and `Steps` are what a position and a play are made of, and points are taken for a position.
- Pictures: `format_svg` draws a board for a notebook or a file, `format_diagram` one of letters.
- Notation: `parse_anything`, the parse/format pairs of IDs and match files, `Record`, `Setup`; `parse_play`
  and `format_steps` for plays; `file_text` for the text of a file in any encoding.
- Engine: `player` for a level, `play_match` for a match of two, `judge` for winning chances, `Search` for
  looking ahead at given `Stakes`, `stakes_of` for the stakes of a match.
- Analysis: `analyse` for a match, `analyse_decision` for one decision. As generators, which `finish` runs to
  their results: `study_play` and `study_cube` for a decision, `study_scores` for the cube at every score,
  `roll_out_plays` and `roll_out_cube` for rollouts.

>>> from backgammon import legal_plays, parse_xgid
>>> setup = parse_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
>>> str(next(iter(legal_plays(setup.points, (3, 1)))))
'24/23 24/21'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from backgammon.core.cube_decision import CubeDecision
from backgammon.core.dice import ROLLS, WEIGHTS, Roll
from backgammon.core.errors import BackgammonError, IllegalAction, PositionError, RulesError
from backgammon.core.match import (
    Accepted,
    Action,
    Awarded,
    Beavered,
    Doubled,
    Dropped,
    Ending,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Result,
    Rolled,
    Took,
    apply,
    new_match,
    replay,
)
from backgammon.core.plays import Move, Play, Steps, Turn, format_steps, legal_plays
from backgammon.core.position import Points, Position
from backgammon.core.rules import (
    PRESETS,
    STANDARD,
    Backgammon,
    BearOff,
    Opening,
    PlayTo,
    Rules,
    SingleDie,
    custom,
)

if TYPE_CHECKING:
    from backgammon.analysis.cube_findings import CubeCell, CubeScores, TakePoints
    from backgammon.analysis.cube_scores import study_scores
    from backgammon.analysis.decision import study_cube, study_play
    from backgammon.analysis.decisions import Decision, decisions
    from backgammon.analysis.findings import (
        Chances,
        CubeAction,
        CubeFinding,
        CubeReply,
        Finding,
        Grade,
        RankedPlay,
        grade,
    )
    from backgammon.analysis.match import analyse, analyse_decision, analysing
    from backgammon.analysis.reasons import Reason, explain
    from backgammon.analysis.report import (
        CurvePoint,
        Depth,
        Judged,
        PlayerReport,
        Report,
        Stage,
        Tally,
        report,
    )
    from backgammon.analysis.rollout_state import RolloutResult, RolloutSettings, RolloutState, Sums, merge
    from backgammon.analysis.rollouts import roll_out_cube, roll_out_plays
    from backgammon.data.file_text import file_text
    from backgammon.engine.evaluator import Evaluator, Outcomes
    from backgammon.engine.levels import player
    from backgammon.engine.match_play import play_match
    from backgammon.engine.net_evaluator import NetEvaluator, judge
    from backgammon.engine.player import Player, Skill
    from backgammon.engine.pruning import Filter
    from backgammon.engine.search import Candidate, Evaluated, Search
    from backgammon.engine.stakes import Stakes, stakes_of
    from backgammon.engine.thinking import Thinking, finish
    from backgammon.notation.detect import parse_anything
    from backgammon.notation.diagram import format_diagram
    from backgammon.notation.errors import NotationError
    from backgammon.notation.gnuid import format_gnu_id, parse_gnu_id
    from backgammon.notation.mat import format_mat, parse_mat
    from backgammon.notation.ogid import format_ogid, parse_ogid
    from backgammon.notation.play import parse_play
    from backgammon.notation.record import Game, Record
    from backgammon.notation.remarks import Remark
    from backgammon.notation.setup import Setup
    from backgammon.notation.sgf import format_sgf, parse_sgf
    from backgammon.notation.xg import parse_xg
    from backgammon.notation.xgid import format_xgid, parse_xgid
    from backgammon.notation.xgtext import Excerpt, ExportedPlay, parse_xg_text
    from backgammon.view.board.picture import format_svg

_LATER = {
    "analysis.cube_findings": ("CubeCell", "CubeScores", "TakePoints"),
    "analysis.cube_scores": ("study_scores",),
    "analysis.decision": ("study_cube", "study_play"),
    "analysis.findings": (
        *("Chances", "CubeAction", "CubeFinding", "CubeReply"),
        *("Finding", "Grade", "RankedPlay", "grade"),
    ),
    "analysis.match": ("analyse", "analyse_decision", "analysing"),
    "analysis.reasons": ("Reason", "explain"),
    "analysis.report": (
        "CurvePoint",
        "Depth",
        "Judged",
        "PlayerReport",
        "Report",
        "Stage",
        "Tally",
        "report",
    ),
    "analysis.rollout_state": ("RolloutResult", "RolloutSettings", "RolloutState", "Sums", "merge"),
    "analysis.rollouts": ("roll_out_cube", "roll_out_plays"),
    "analysis.decisions": ("Decision", "decisions"),
    "data.file_text": ("file_text",),
    "engine.evaluator": ("Evaluator", "Outcomes"),
    "engine.net_evaluator": ("NetEvaluator", "judge"),
    "engine.levels": ("player",),
    "engine.player": ("Player", "Skill"),
    "engine.pruning": ("Filter",),
    "engine.search": ("Candidate", "Evaluated", "Search"),
    "engine.match_play": ("play_match",),
    "engine.stakes": ("Stakes", "stakes_of"),
    "engine.thinking": ("Thinking", "finish"),
    "notation.detect": ("parse_anything",),
    "notation.diagram": ("format_diagram",),
    "notation.errors": ("NotationError",),
    "notation.gnuid": ("format_gnu_id", "parse_gnu_id"),
    "notation.mat": ("format_mat", "parse_mat"),
    "notation.ogid": ("format_ogid", "parse_ogid"),
    "notation.play": ("parse_play",),
    "notation.record": ("Game", "Record"),
    "notation.remarks": ("Remark",),
    "notation.setup": ("Setup",),
    "notation.sgf": ("format_sgf", "parse_sgf"),
    "notation.xg": ("parse_xg",),
    "notation.xgid": ("format_xgid", "parse_xgid"),
    "view.board.picture": ("format_svg",),
    "notation.xgtext": ("Excerpt", "ExportedPlay", "parse_xg_text"),
}
"""Public names that are loaded on first use, by module."""

__version__ = "0.2.0"

__all__ = [
    "PRESETS",
    "ROLLS",
    "STANDARD",
    "WEIGHTS",
    "Accepted",
    "Action",
    "Awarded",
    "Backgammon",
    "BackgammonError",
    "BearOff",
    "Beavered",
    "Candidate",
    "Chances",
    "CubeAction",
    "CubeCell",
    "CubeDecision",
    "CubeFinding",
    "CubeReply",
    "CubeScores",
    "CurvePoint",
    "Decision",
    "Depth",
    "Doubled",
    "Dropped",
    "Ending",
    "Evaluated",
    "Evaluator",
    "Excerpt",
    "ExportedPlay",
    "Filter",
    "Finding",
    "Game",
    "Grade",
    "IllegalAction",
    "Judged",
    "Match",
    "Move",
    "NetEvaluator",
    "NextGame",
    "NotationError",
    "Opening",
    "OpeningRoll",
    "Outcomes",
    "Phase",
    "Play",
    "PlayTo",
    "Played",
    "Player",
    "PlayerReport",
    "Points",
    "Position",
    "PositionError",
    "Raccooned",
    "RankedPlay",
    "Reason",
    "Record",
    "Refused",
    "Remark",
    "Report",
    "Resigned",
    "Result",
    "Roll",
    "Rolled",
    "RolloutResult",
    "RolloutSettings",
    "RolloutState",
    "Rules",
    "RulesError",
    "Search",
    "Setup",
    "SingleDie",
    "Skill",
    "Stage",
    "Stakes",
    "Steps",
    "Sums",
    "TakePoints",
    "Tally",
    "Thinking",
    "Took",
    "Turn",
    "analyse",
    "analyse_decision",
    "analysing",
    "apply",
    "custom",
    "decisions",
    "explain",
    "file_text",
    "finish",
    "format_diagram",
    "format_gnu_id",
    "format_mat",
    "format_ogid",
    "format_sgf",
    "format_steps",
    "format_svg",
    "format_xgid",
    "grade",
    "judge",
    "legal_plays",
    "merge",
    "new_match",
    "parse_anything",
    "parse_gnu_id",
    "parse_mat",
    "parse_ogid",
    "parse_play",
    "parse_sgf",
    "parse_xg",
    "parse_xg_text",
    "parse_xgid",
    "play_match",
    "player",
    "replay",
    "report",
    "roll_out_cube",
    "roll_out_plays",
    "stakes_of",
    "study_cube",
    "study_play",
    "study_scores",
]


if not TYPE_CHECKING:  # else a type checker would let every misspelt name pass, as Any

    def __getattr__(name: str) -> Any:
        for module, names in _LATER.items():
            if name in names:
                value = getattr(import_module(f"backgammon.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
