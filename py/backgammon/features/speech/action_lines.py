"""The sounds of an action, and lines and announcements about what the other side did, each once, in words.

Points are numbered as on the board: the computer's plays are read out in the listener's numbers.
"""

from backgammon.core.match import (
    Action,
    Beavered,
    Doubled,
    NextGame,
    OpeningRoll,
    Played,
    Raccooned,
    Refused,
    Rolled,
    Took,
)
from backgammon.core.plays import format_steps
from backgammon.features.speech.status_text import dice_text, is_you, line_about, mirror_play, player
from backgammon.state.effects import Announce, Effect, Sound
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Model, MoveText, Notice

_ANSWERS: dict[type, str] = {
    Took: "notice.took",
    Beavered: "notice.beavered",
    Raccooned: "notice.raccooned",
    Refused: "notice.refused",
}
_CUBE = (Doubled, Took, Beavered, Raccooned)


def notice_of(before: Model, action: Action, after: Model) -> Notice | None:
    """Return the line to show after an action, None if the board says enough."""
    match action:
        case OpeningRoll(first, second) if first == second:
            doubled = after.game.match.cube != before.game.match.cube
            values = (("number", first), ("cube", after.game.match.cube))
            return Notice("notice.tie-doubled", values) if doubled else Notice("notice.tie", values[:1])
        case OpeningRoll(first, second):
            dice = dice_text((first, second))
            return line_about(after, "notice.starts", after.game.match.on_roll, dice=dice)
        case NextGame() if after.game.match.crawford_game:
            return Notice("notice.crawford")
        case Played(()) if _had_choice(before):
            assert before.game.match.dice is not None
            return line_about(
                before, "notice.lapsed", before.game.match.on_roll, dice=dice_text(before.game.match.dice)
            )
    side = before.game.match.decider
    key = _ANSWERS.get(type(action))
    if key is None or side is None or is_you(before, side):
        return None
    return Notice(key, (("name", player(before, side)), ("cube", after.game.match.cube)))


def _had_choice(before: Model) -> bool:
    """Whether the player, if it is not the listener, could have made another play."""
    turn = turn_of(before.game.match)
    return turn is not None and turn.has_choice and not is_you(before, before.game.match.on_roll)


def effects_of(before: Model, action: Action, after: Model) -> tuple[Effect, ...]:
    """Return the sounds and the announcements that go with an action."""
    opening = notice_of(before, action, after) if isinstance(action, OpeningRoll) else None
    # Announced here, not with what the page shows at last: a first play or another line may follow at once.
    begins = (Announce(opening.key, opening.params),) if opening else ()
    return (*_sounds(action, after), *begins, *_announcements(before, action))


def _sounds(action: Action, after: Model) -> tuple[Effect, ...]:
    if after.game.match.phase.is_over:
        return () if after.game.problem else (Sound("win"),)  # a drop in a question wins no game
    if isinstance(action, (OpeningRoll, Rolled)):
        return (Sound("dice"),)
    return (Sound("cube"),) if isinstance(action, _CUBE) else ()


def _announcements(before: Model, action: Action) -> tuple[Announce, ...]:
    """Announce in words a play of anyone but the listener, whose own moves were announced one by one."""
    side, dice = before.game.match.on_roll, before.game.match.dice
    if not isinstance(action, Played) or not action.steps or dice is None or is_you(before, side):
        return ()
    play = MoveText(format_steps(before.game.match.position.points, action.steps))
    if is_you(before, 1 - side):
        values = ("name", player(before, side)), ("dice", dice_text(dice)), ("play", mirror_play(play))
        return (Announce("say.played.to-you", values),)
    line = line_about(before, "say.played", side, dice=dice_text(dice), play=play)
    return (Announce(line.key, line.params),)
