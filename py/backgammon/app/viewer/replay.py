"""Looking back, and playing on from what is looked at: the running match waits, and is never lost.

A study stands beside the match. Playing on from its position begins a match of its own; the one that ran is
kept on the shelf, and stays there while further positions are tried.
"""

from collections.abc import Mapping
from dataclasses import replace

from backgammon.app.game.flow import pause, proceed, resume
from backgammon.app.game.opponent import cancel_question
from backgammon.app.game.start import fresh_match
from backgammon.app.saving.saved_match import resume_saved, to_save
from backgammon.app.state.change import Change, chain, show_notice
from backgammon.app.state.effects import Save
from backgammon.app.state.model import Model, Notice, Replay, Seat, SeatKind
from backgammon.app.state.viewer import match_at_cursor, move_to, setup_of, start_from, step
from backgammon.app.state.viewer import replay_of as match_as_study
from backgammon.core.match import Match
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS


def open_replay(model: Model, study: Replay) -> Change:
    """Show a study; what the game was doing by itself stops until it is closed."""
    return chain(
        cancel_question(pause(model)),
        lambda waiting: (
            replace(waiting, study=study, quiz=None, draft=None, dialog=None, notice=None, refused=None),
            (Save(),),
        ),
    )


def open_match(model: Model) -> Change:
    """Look back on the running match, from its latest state."""
    return open_replay(model, match_as_study(model))


def go_to(model: Model, value: str) -> Change:
    """Go to the state before the action with this index, of the running match if there is no study yet."""
    if not (value.isascii() and value.isdigit() and len(value) < 7):
        return model, ()
    if model.study is None:
        return open_replay(model, move_to(match_as_study(model), int(value)))
    return _moved(model, move_to(model.study, int(value)))


def step_by(model: Model, *, forward: bool) -> Change:
    """Go one decision on, or back."""
    assert model.study is not None
    return _moved(model, step(model.study, forward))


def go_to_end(model: Model) -> Change:
    """Go to the last state."""
    assert model.study is not None
    return _moved(model, move_to(model.study, len(model.study.log)))


def _moved(model: Model, study: Replay) -> Change:
    return replace(model, study=study), (Save(),)


def close(model: Model) -> Change:
    """Leave the study: the match goes on where it was."""
    return chain((replace(model, study=None, draft=None, notice=None), (Save(),)), resume)


def play_on(model: Model, values: Mapping[str, str]) -> Change:
    """Begin a match from the state that is looked at; the one that ran goes on the shelf."""
    start = start_from(match_at_cursor(model.study)) if model.study else None
    if model.study is None or start is None:
        return show_notice(model, Notice("error.play-here", tone="error"))
    shelf = model.shelf or (to_save(replace(model, study=None)) if model.log else None)
    setup = setup_of(model, model.study)
    computer = values.get("opponent", SeatKind.COMPUTER) == SeatKind.COMPUTER
    level = values.get("level", DEFAULT_LEVEL)
    seats = [Seat(name=seat.name if seat.kind is SeatKind.HUMAN else "") for seat in setup.seats]
    if values.get("side") == "1":
        start, seats = swap_players(start), seats[::-1]
    if computer:
        seats[1] = Seat(SeatKind.COMPUTER, level=level if level in LEVELS else DEFAULT_LEVEL)
    setup = replace(
        setup, seats=(seats[0], seats[1]), rules=start.rules, length=start.length, white=start.white
    )
    return chain((replace(fresh_match(model, setup, start), shelf=shelf), (Save(),)), proceed)


def swap_players(match: Match) -> Match:
    """Return the same match with the players' numbers exchanged: who sat above sits below."""
    owner = match.cube_owner
    return replace(
        match,
        white=1 - match.white,
        score=match.score[::-1],
        on_roll=1 - match.on_roll,
        cube_owner=None if owner is None else 1 - owner,
    )


def return_to_match(model: Model) -> Change:
    """Go back to the match on the shelf; what was tried from a position ends."""
    shelf = model.shelf
    if shelf is None:
        return model, ()
    return chain(
        cancel_question(model), lambda free: resume_saved(free, shelf), lambda there: (there, (Save(),))
    )
