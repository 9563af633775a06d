"""Looking back, and playing on from what is looked at: the running match waits, and is never lost.

A study stands beside the match. Playing on from its position begins a match of its own; the one that ran is
kept on the shelf, and stays there while further positions are tried.
"""

from collections.abc import Mapping
from dataclasses import replace

from backgammon.app.change import Change, chain, noticed
from backgammon.app.effects import Save
from backgammon.app.flow import pause, proceed, resume
from backgammon.app.keeping import kept, taken_up
from backgammon.app.model import Model, Notice, Seat, SeatKind, Study
from backgammon.app.opponent import dismissed
from backgammon.app.start import fresh
from backgammon.app.study import moved_to, setup_of, stand, standing
from backgammon.app.study import of_match as match_as_study
from backgammon.app.study import stepped as step
from backgammon.core.match import Match
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS


def opened(model: Model, study: Study) -> Change:
    """Show a study; what the game was doing by itself stops until it is closed."""
    return chain(
        dismissed(pause(model)),
        lambda waiting: (
            replace(waiting, study=study, quiz=None, draft=None, dialog=None, notice=None, refused=None),
            (Save(),),
        ),
    )


def of_match(model: Model) -> Change:
    """Look back on the running match, from its latest state."""
    return opened(model, match_as_study(model))


def at(model: Model, value: str) -> Change:
    """Go to the state before the action with this index, of the running match if there is no study yet."""
    if not (value.isascii() and value.isdigit() and len(value) < 7):
        return model, ()
    if model.study is None:
        return opened(model, moved_to(match_as_study(model), int(value)))
    return _moved(model, moved_to(model.study, int(value)))


def stepped(model: Model, *, forward: bool) -> Change:
    """Go one decision on, or back."""
    assert model.study is not None
    return _moved(model, step(model.study, forward))


def to_the_end(model: Model) -> Change:
    """Go to the last state."""
    assert model.study is not None
    return _moved(model, moved_to(model.study, len(model.study.log)))


def _moved(model: Model, study: Study) -> Change:
    return replace(model, study=study), (Save(),)


def closed(model: Model) -> Change:
    """Leave the study: the match goes on where it was."""
    return chain((replace(model, study=None, draft=None, notice=None), (Save(),)), resume)


def played_on(model: Model, values: Mapping[str, str]) -> Change:
    """Begin a match from the state that is looked at; the one that ran goes on the shelf."""
    start = standing(stand(model.study)) if model.study else None
    if model.study is None or start is None:
        return noticed(model, Notice("error.play-here", tone="error"))
    shelf = model.shelf or (kept(replace(model, study=None)) if model.log else None)
    setup = setup_of(model, model.study)
    computer = values.get("opponent", SeatKind.COMPUTER) == SeatKind.COMPUTER
    level = values.get("level", DEFAULT_LEVEL)
    seats = [Seat(name=seat.name if seat.kind is SeatKind.HUMAN else "") for seat in setup.seats]
    if values.get("side") == "1":
        start, seats = turned(start), seats[::-1]
    if computer:
        seats[1] = Seat(SeatKind.COMPUTER, level=level if level in LEVELS else DEFAULT_LEVEL)
    setup = replace(
        setup, seats=(seats[0], seats[1]), rules=start.rules, length=start.length, white=start.white
    )
    return chain((replace(fresh(model, setup, start), shelf=shelf), (Save(),)), proceed)


def turned(match: Match) -> Match:
    """Return the same match with the players' numbers exchanged: who sat above sits below."""
    owner = match.cube_owner
    return replace(
        match,
        white=1 - match.white,
        score=match.score[::-1],
        on_roll=1 - match.on_roll,
        cube_owner=None if owner is None else 1 - owner,
    )


def returned(model: Model) -> Change:
    """Go back to the match on the shelf; what was tried from a position ends."""
    shelf = model.shelf
    if shelf is None:
        return model, ()
    return chain(dismissed(model), lambda free: taken_up(free, shelf), lambda there: (there, (Save(),)))
