"""How views ask for texts: by key, with what fills it."""

import re

from backgammon.core.plays import Steps, format_steps
from backgammon.core.position import Points
from backgammon.core.rules import MONEY_OPTIONS, Rules, base_preset
from backgammon.i18n.catalogue import Catalogue as Say

__all__ = ["Say", "play_name", "prevent_breaks", "rules_name"]


def play_name(before: Points, steps: Steps, say: Say) -> str:
    """Name a play in notation, which has only English words for one without a step."""
    return format_steps(before, steps) if steps else say("ui.no-move")


def rules_name(rules: Rules, say: Say) -> str:
    """Name rules; a preset with options of money play goes by its name and those of the options."""
    preset = base_preset(rules)
    options = [say(f"rule.{name}") for name in MONEY_OPTIONS if preset and getattr(rules, name)]
    return ", ".join([say(f"rule.{(preset or rules).name}.name"), *options])


def prevent_breaks(line: str) -> str:
    """Keep scores and rolls together, which browsers would break behind their dash."""
    return re.sub(r"(?<=\d)[-–](?=\d)", "\\g<0>\N{WORD JOINER}", line)
