"""Rules in a reader's language: the name of a rule set, and its fields with their values."""

from dataclasses import fields

from backgammon.core.position import BAR, Points, flip_points
from backgammon.core.rules import MONEY_OPTIONS, STANDARD, Rules, base_preset
from backgammon.i18n.catalogue import Catalogue


def rules_name(rules: Rules, say: Catalogue) -> str:
    """Name rules; a preset with money-play options is named by the preset and the options."""
    preset = base_preset(rules)
    options = [say(f"rule.{name}") for name in MONEY_OPTIONS if preset and getattr(rules, name)]
    return ", ".join([say(f"rule.{(preset or rules).name}.name"), *options])


def changed_fields(rules: Rules) -> list[str]:
    """Return the names of the fields in which rules differ from the standard."""
    names = [field.name for field in fields(Rules) if field.name != "name"]
    return [name for name in names if getattr(rules, name) != getattr(STANDARD, name)]


def value_name(rules: Rules, name: str, say: Catalogue) -> str:
    """Return the value of a field in a few words."""
    value = getattr(rules, name)
    if isinstance(value, bool):
        return say(f"rule.{name}.on" if value else f"rule.{name}.off")
    if isinstance(value, int):
        return say.number(value) if value or name != "cube_limit" else say("rule.cube_limit.none")
    if name == "start":
        return _set_up(rules.start, say)
    return say(f"rule.{name}.{value}")


def _set_up(start: Points, say: Catalogue) -> str:
    """Return the starting position in each side's own point numbers: "24(2) 13(5) 8(3) 6(5)"."""
    white, black = (_stacks(points) for points in (start, flip_points(start)))
    return white if white == black else f"{say('ui.white')} {white}, {say('ui.black')} {black}"


def _stacks(points: Points) -> str:
    places = [(point, points[point]) for point in range(BAR, 0, -1) if points[point] > 0]
    return " ".join(f"{'bar' if point == BAR else point}({count})" for point, count in places)
