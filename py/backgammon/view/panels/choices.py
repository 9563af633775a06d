"""Choices of a match in words: the one made, and the best one."""

from backgammon.analysis.report import Judged
from backgammon.core.match import Phase, Played, Rolled
from backgammon.features.speech.status_text import DID, cube_action
from backgammon.view.panels.cube_table import verdict
from backgammon.view.panels.resignation import INSTEAD
from backgammon.view.words import Say, play_name, roll_name


def choice_text(each: Judged, say: Say) -> str:
    """Describe the choice made."""
    match, action = each.decision.match, each.decision.action
    if isinstance(action, Played):
        dice = match.dice
        assert dice is not None
        return f"{roll_name(dice)}: {play_name(match.position.points, action.steps, say)}"
    if isinstance(action, Rolled):
        return say("cube.row.no-double")
    return say(f"action.{cube_action(DID[type(action)], each.decision.match.cube_owner)}")


def best_text(each: Judged, say: Say) -> str:
    """Describe the best choice."""
    found = each.finding
    if each.decision.is_resignation:
        return say(INSTEAD[type(each.decision.action)])
    if found.cube and each.decision.match.phase is not Phase.TO_ROLL:
        return say(f"action.{found.cube.reply}")
    if found.cube:
        return say(f"cube.verdict.{verdict(found.cube)}")
    return play_name(each.decision.match.position.points, found.plays[0].steps, say)
