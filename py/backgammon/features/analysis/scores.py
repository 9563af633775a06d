"""The cube at every score, for the cube decision whose analysis is shown: the request, progress and result.

The dialog that shows it starts the work when it opens, and cancels it when it closes.
"""

from dataclasses import replace

from backgammon.core.match import Match, Phase
from backgammon.features.analysis import hint
from backgammon.protocol.messages import AnalyseScores, CubeScores, Finding, WorkResult
from backgammon.state.analysis_state import CubeSheet, Decision, Purpose
from backgammon.state.change import Change, with_dialog
from backgammon.state.engine_question import question
from backgammon.state.model import DialogName, Model


def match_on_show(model: Model) -> Match | None:
    """Return the match at the cube decision whose analysis is shown, None if there is none."""
    asked = model.game.problem
    if asked:
        return asked.match if _is_cube(asked.found, asked.match) else None
    match = model.game.match
    if hint.is_resignation(model):
        return None
    return match if hint.is_on_show(model) and _is_cube(hint.finding_of(model), match) else None


def _is_cube(found: Finding | None, match: Match) -> bool:
    return bool(found and found.cube) and match.phase in (Phase.TO_ROLL, Phase.DOUBLED)


def open_scores(model: Model, value: str = "") -> Change:
    """Show the cube at every score, and begin the analysis if it has not been made."""
    match = match_on_show(model)
    assert match is not None
    shown = with_dialog(model, DialogName.CUBE)
    key = hint.decision_key(Decision(match))
    sheet = model.analysis.cube
    if sheet and sheet.key == key and sheet.found:
        return shown, ()
    fresh = replace(shown, analysis=replace(shown.analysis, cube=CubeSheet(key, match)))
    return hint.start_job(fresh, Purpose.CUBE, key, AnalyseScores(question(match, "")))


def on_progress(model: Model, key: str, done: float) -> Change:
    """Handle a report of the engine's progress."""
    sheet = model.analysis.cube
    return (model, ()) if sheet is None or sheet.key != key else _set_sheet(model, replace(sheet, done=done))


def on_found(model: Model, key: str, result: WorkResult | None) -> Change:
    """Handle the engine's result, or its failure."""
    sheet = model.analysis.cube
    if sheet is None or sheet.key != key:
        return model, ()
    found = result if isinstance(result, CubeScores) else None
    return _set_sheet(model, replace(sheet, found=found, failed=found is None))


def _set_sheet(model: Model, sheet: CubeSheet) -> Change:
    return replace(model, analysis=replace(model.analysis, cube=sheet)), ()


def follow(model: Model) -> Change:
    """After every event: cancel the work if the dialog is closed."""
    return (model, ()) if model.dialog is DialogName.CUBE else hint.cancel_jobs(model, Purpose.CUBE)
