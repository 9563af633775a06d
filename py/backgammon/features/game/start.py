"""The beginning of a match: the one of a first visit, and any other in a page that is already running."""

from dataclasses import replace

from backgammon.core.match import Match
from backgammon.protocol.levels import FIRST_LEVEL
from backgammon.state.model import Computer, Human, MatchOptions, Model, first_model

FIRST_VISIT = MatchOptions(seats=(Human(), Computer(FIRST_LEVEL)), length=3)
"""Against the computer, by the standard rules, to 3 points: short enough to finish on a first visit, long
enough to meet the cube, the value of a gammon and the Crawford game. The visitor is White, at the bottom."""


def first_visit() -> Model:
    """Return the page at the start of a first visit."""
    return first_model(FIRST_VISIT)


def fresh_match(model: Model, setup: MatchOptions, start: Match | None = None) -> Model:
    """Return the page with a new match; settings, engine and timers stay as they are."""
    result = model.game_in_play.match.result
    return replace(
        first_model(setup, model.settings, start),
        engine=model.engine,
        asked=model.asked,
        ticks=model.ticks + 1,
        storage_works=model.storage_works,
        loss_accepted=model.loss_accepted,
        update_ready=model.update_ready,
        reduced_motion=model.reduced_motion,
        language=model.language,
        language_coming=model.language_coming,
        rules_shown=model.rules_shown,
        parts=model.parts,
        friend=model.friend,
        waiting=model.waiting,
        offer=model.offer,
        beaten=result is not None and result.winner == 1,
        refusals=model.refusals,
        panel_open=model.panel_open,
        analysis=replace(model.analysis, shown=None, caution=None, remark=None),
    )
