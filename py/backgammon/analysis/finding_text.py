"""A finding as lines of plain English, for the command line and for a text that people send each other.

Plays are listed in the form of eXtreme Gammon, which notation.xgtext reads.
"""

from backgammon.analysis.findings import (
    ROLLED_OUT,
    SAME,
    Chances,
    CubeAction,
    CubeFinding,
    CubeReply,
    Finding,
)
from backgammon.analysis.reasons import explain
from backgammon.analysis.report import CHOICE_WORDS
from backgammon.core.match import Action, Match, Phase, Played, Resigned
from backgammon.core.plays import format_steps
from backgammon.core.position import Points
from backgammon.core.rules import STANDARD, Rules, base_preset
from backgammon.i18n.catalogue import english
from backgammon.i18n.forms import percents
from backgammon.i18n.rule_names import changed_fields, rules_name, value_name

_ACTIONS = {
    CubeAction.NO_DOUBLE: "no {}",
    CubeAction.DOUBLE: "{}",
    CubeAction.TOO_GOOD: "no {}, too good",
}
_OFFERED = ("", "a single game", "a gammon", "a backgammon")
"""What a resignation offers, by its multiple of the cube."""


def finding_lines(match: Match, found: Finding, most: int, action: Action | None = None) -> list[str]:
    """Return a table of the plays, ``most`` of them and the chosen one, or of the cube actions.

    ``match`` and ``action``: the decision, and what was chosen, if known. A play is marked in the table;
    a resignation is told below the analysis of the decision that it interrupts.
    """
    lines = _cube_lines(found.cube, match) if found.cube else _plays_lines(match.position.points, found, most)
    if action and not isinstance(action, Played):
        lines.append(_chosen_line(match, action, found.error or 0.0))
    return lines


def choice_name(choice: str, match: Match) -> str:
    """Return a choice as players call it: a player who owns the cube redoubles."""
    return choice.replace("double", "redouble") if match.cube_owner == match.on_roll else choice


def reason_lines(match: Match, found: Finding) -> list[str]:
    """Return a sentence on why the best choice is better, or no line where no single fact decides."""
    reason, say = explain(match, found), english()
    return [say(f"reason.{reason.name}", **reason.params(say.percent))] if reason else []


def rules_lines(rules: Rules) -> list[str]:
    """Return a line that names the rules, and says what they are if they have no name; none for Standard."""
    say = english()
    name = rules_name(rules, say)
    if name == rules_name(STANDARD, say):
        return []
    own = [] if base_preset(rules) else [field for field in changed_fields(rules) if field != "play_to"]
    told = [f"{say(f'rule.{field}')}: {value_name(rules, field, say)}" for field in own]
    return [f"Rules: {'; '.join([name, *told])}"]


def _plays_lines(points: Points, found: Finding, most: int) -> list[str]:
    listed = found.top_indices(most)
    places = [f"{found.place(index)}." for index in listed]
    depths = [_depth(found.plays[index].plies) for index in listed]
    margin, wide = max(map(len, places)), max(map(len, depths))
    lines = []
    for index, place, depth in zip(listed, places, depths, strict=True):
        play = found.plays[index]
        behind = f" ({-play.behind:+.3f})" if index else ""
        played = "  played" if index == found.chosen else ""
        lines += [
            f"{place:>{margin}} {depth:{wide}}  {format_steps(points, play.steps):24}  "
            f"eq:{play.equity:+.3f}{behind}{played}",
            f"{'':{margin}} {_chances(play.chances)}",
        ]
    return lines


def _chosen_line(match: Match, action: Action, lost: float) -> str:
    offered = action.points if isinstance(action, Resigned) else match.offered
    what = f" {_OFFERED[offered]}" if offered else ""
    loss = f" ({-lost:+.3f})" if lost >= SAME else ""
    return f"played: {choice_name(CHOICE_WORDS[type(action)], match)}{what}{loss}"


def _depth(plies: int) -> str:
    return "rollout" if plies == ROLLED_OUT else f"{plies}-ply"


def _chances(chances: Chances) -> str:
    win, gammon, backgammon, lose, lose_gammon, lose_backgammon = [
        f"{percents(chance, 1):.1f}%" for chance in chances
    ]
    return (
        f"wins {win} (gammons {gammon}, backgammons {backgammon}), "
        f"loses {lose} ({lose_gammon}, {lose_backgammon})"
    )


def _cube_lines(cube: CubeFinding, match: Match) -> list[str]:
    """Return the equity of each cube action and the proper action, all seen by the player on roll.

    That is the one who doubled, if a double, a beaver or a raccoon is to be answered.
    """
    phase, double = match.resumes or match.phase, choice_name("double", match)
    who = "" if phase is Phase.TO_ROLL else f"the player who {double}d "
    lines = [f"{_depth(cube.plies)}, {who}{_chances(cube.chances)}"]
    single = (f"no {double}", cube.no_double)
    if cube.double_take is None or cube.double_drop is None or cube.reply is None:
        return [*lines, *_equities(single), "the cube is not to be turned here"]
    if phase in (Phase.BEAVERED, Phase.RACCOONED):
        accepted = "raccoon" if cube.reply is CubeReply.RACCOON else "take"
        rows = _equities((accepted, cube.double_take), ("drop", cube.double_drop))
        return [*lines, *rows, f"proper: {cube.reply}"]
    reply = "beaver" if cube.reply is CubeReply.BEAVER else "take"
    rows = _equities(single, (f"{double}/{reply}", cube.double_take), (f"{double}/drop", cube.double_drop))
    return [*lines, *rows, f"proper: {_ACTIONS[cube.action].format(double)}, {cube.reply}"]


def _equities(*rows: tuple[str, float]) -> list[str]:
    width = max(13, *[len(name) for name, _ in rows])
    return [f"{name:{width}} {equity:+.3f}" for name, equity in rows]
