"""The lines read out to a player who cannot see the board: each once, in the order of events.

Plays are announced where they are made (``action_lines``, ``board``). This module adds what the page shows: a
new line for the player, an offer, what a person is to do now, and how a game has ended.
"""

from dataclasses import replace

from backgammon.core.match import Match
from backgammon.features.speech.result_line import result_line
from backgammon.features.speech.status_text import PLAY_REST, status
from backgammon.state.effects import Announce
from backgammon.state.model import Model, Notice
from backgammon.state.offers import offer_on_show
from backgammon.state.seats import plays_here


def lines_after(before: Model, after: Model) -> tuple[Announce, ...]:
    """Return the lines to read out after an event, in addition to the plays that it announced itself."""
    lines = []
    if after.notice and (after.notice != before.notice or after.refusals != before.refusals):
        lines.append(after.notice)
    waits = _prompt(after)
    if _for_a_person(after) and (waits != _prompt(before) or _is_put_anew(before, after)):
        lines.append(waits)
        match = after.game_in_play.match
        if match.phase.is_over and not before.game_in_play.match.phase.is_over:
            sum_of_it, (first, second) = result_line(after.game_in_play), match.score
            lines += [sum_of_it] if sum_of_it else []
            lines.append(Notice("say.score", (("first", first), ("second", second))))
    lines += _offers(before, after)
    return tuple(Announce(line.key, line.params) for line in lines)


def _offers(before: Model, after: Model) -> list[Notice]:
    """Return the offers that have come into view."""
    offered = offer_on_show(after)
    lines = [Notice(f"offer.{offered}")] if offered and offered != offer_on_show(before) else []
    return [*lines, Notice("update.ready")] if after.update_ready and not before.update_ready else lines


def _prompt(model: Model) -> Notice:
    """Return the line for what the match waits for: the roll even in mid-play, as its steps are announced."""
    line = status(model)
    return status(replace(model, game=replace(model.game, moves=()))) if line.key == PLAY_REST else line


def _is_put_anew(before: Model, after: Model) -> bool:
    """Whether a new question is asked, which is announced even if the last one had the same words."""
    put = _question(after)
    return put is not None and put != _question(before)


def _question(model: Model) -> Match | None:
    """Return the match that a question is about, None once it is answered."""
    asked = model.game.problem
    return asked.match if asked and asked.chosen is None else None


def _for_a_person(model: Model) -> bool:
    """Whether the status line concerns a person, and not only what the computer or the dice are doing."""
    if model.replay:
        return True
    asked = model.game.problem
    if (model.exercise and asked is None) or (asked and model.game.log):
        return False  # no question is shown, or it was just answered and the game does not go on
    decider = model.game.match.decider
    return not model.is_busy and (
        decider is None or model.game.awaits_dice or plays_here(model.game, decider)
    )
