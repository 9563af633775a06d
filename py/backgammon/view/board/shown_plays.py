"""The plays that a board shows as arrows: the best, the one made, one looked at; only a few at a time.

A player who is not to be advised sees no play from an analysis, and a cube decision has no arrows.
"""

from dataclasses import dataclass
from enum import StrEnum

from backgammon.core.match import Match, Played, Player
from backgammon.core.plays import Steps
from backgammon.core.position import Position
from backgammon.features.analysis import hint
from backgammon.protocol.messages import Finding, Grade, grade
from backgammon.state.legal_moves import steps_of, turn_of
from backgammon.state.model import Learning, Model, Problem
from backgammon.state.parts import late


class Kind(StrEnum):
    """The role of a play; the style sheet draws each kind differently."""

    BEST = "best"
    MADE = "made"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """A play to be shown: its steps in the numbers of ``player``; ``before`` is that player's view.

    ``row``: the row of the list of plays, from 1, that must be pointed at for it to be seen; 0 for always.
    """

    kind: Kind
    steps: Steps
    before: Position
    player: Player
    row: int = 0


def shown_plays(model: Model) -> tuple[ShownPlay, ...]:
    """Return the plays that the board of a model shows."""
    game, held = model.game, model.analysis.caution
    if game.problem and game.problem.chosen:
        return _answer(game.problem)
    if game.problem and model.learning and not game.moves:
        return _to_better(model.learning, game.problem)
    if game.shown and not (game.log or game.moves):
        return (_shown_play(Kind.OTHER, game.shown, game.match),)
    if remarked := _tutor_plays(model):
        return remarked
    if model.draft or turn_of(game.match) is None:
        return ()
    if model.analysis_board:
        return () if game.moves else _candidates(model)
    if held and held.remark:
        return (_shown_play(Kind.MADE, steps_of(held.moves), game.match),)
    return _analysis_plays(model)


def _shown_play(kind: Kind, steps: Steps, match: Match, row: int = 0) -> ShownPlay:
    return ShownPlay(kind, steps, match.position, match.on_roll, row)


def _answer(asked: Problem) -> tuple[ShownPlay, ...]:
    """Return the best play and the chosen one, once the choice has been evaluated."""
    if asked.found is None or not asked.found.plays or not isinstance(asked.chosen, Played):
        return ()
    return _best_and(asked.chosen, asked.found, asked.match)


def _to_better(learning: Learning, asked: Problem) -> tuple[ShownPlay, ...]:
    """Return the play made in the match, to which a better one is to be found."""
    made = learning.current.decision.action
    return (_shown_play(Kind.MADE, made.steps, asked.match),) if isinstance(made, Played) else ()


def _best_and(made: Played, known: Finding, match: Match) -> tuple[ShownPlay, ...]:
    """Return the best play, and the one made if it is a different one."""
    best = _shown_play(Kind.BEST, known.plays[0].steps, match)
    return (best,) if known.chosen == 0 else (best, _shown_play(Kind.MADE, made.steps, match))


def _tutor_plays(model: Model) -> tuple[ShownPlay, ...]:
    """Return the tutor's better play and the one made; only in the match, and until a checker moves."""
    remark, game = model.analysis.remark, model.game
    asked = remark.decision if remark else None
    if model.looking or remark is None or asked is None or not isinstance(asked.chosen, Played):
        return ()
    latest = steps_of(game.last_moves)
    if grade(remark.error) is Grade.GOOD or game.moves or latest != asked.chosen.steps:
        return ()
    steps = ((Kind.BEST, remark.best), (Kind.MADE, asked.chosen.steps))
    return tuple([_shown_play(kind, each, asked.match) for kind, each in steps])


def _analysis_plays(model: Model) -> tuple[ShownPlay, ...]:
    """Return the play made, in a replay, and those of an analysis where it may be shown."""
    match, replay, shown = model.game.match, model.replay, model.analysis.shown
    made = replay.log[replay.cursor] if replay and replay.cursor < len(replay.log) else None
    is_shown = bool(replay) or hint.is_on_show(model)
    wanted = is_shown and hint.is_available(model) and not hint.is_resignation(model)
    known = hint.finding_of(model) if wanted else None
    if known is None:
        return (_shown_play(Kind.MADE, made.steps, match),) if isinstance(made, Played) else ()
    if shown is not None and shown < len(known.plays):
        return (_listed_play(known, shown, match),)
    best = _shown_play(Kind.BEST, known.plays[0].steps, match)
    usual = _best_and(made, known, match) if isinstance(made, Played) else (best,)
    rows = enumerate(hint.listed_indices(known), 1) if model.analysis.open else ()
    return (*usual, *[_listed_play(known, index, match, row) for row, index in rows])


def _candidates(model: Model) -> tuple[ShownPlay, ...]:
    """Return the best play of a roll that is tried out, and each listed play while it is pointed at."""
    match, listed = model.game.match, late("features.lines.judging:candidates")(model)
    rows = [
        _shown_play(Kind.OTHER if row > 1 else Kind.BEST, each.play.steps, match, row)
        for row, each in enumerate(listed, 1)
    ]
    return (_shown_play(Kind.BEST, listed[0].play.steps, match), *rows) if listed else ()


def _listed_play(known: Finding, index: int, match: Match, row: int = 0) -> ShownPlay:
    kind = Kind.BEST if index == 0 else Kind.MADE if index == known.chosen else Kind.OTHER
    return _shown_play(kind, known.plays[index].steps, match, row)
