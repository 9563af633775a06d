"""Rollouts: trials of several candidates with the same dice, whose sums are kept in a RolloutState.

Plays are seen by the player who makes them; the cube (no double, then double and take) by the player on roll.
Equity is normalised to the cube before the decision. The standard error treats trials as independent; as the
first rolls are spread evenly, it is somewhat too large.
"""

from collections.abc import Generator, Sequence
from functools import cache
from hashlib import sha256

from backgammon.analysis.decision import equity
from backgammon.analysis.rollout_state import SCALE, RolloutSettings, RolloutState, Sums, is_settled
from backgammon.core.dice import Roll
from backgammon.core.errors import BackgammonError, check_kind
from backgammon.core.identity import identity, rules_identity
from backgammon.core.plays import Steps, Turn
from backgammon.core.position import Points, Position, flip_points
from backgammon.engine import cube
from backgammon.engine.data_files import read
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.rollout import Manner, Start, Trial, play_trial
from backgammon.engine.search import Search, check_search
from backgammon.engine.stakes import Stakes, check_stakes
from backgammon.engine.thinking import scale_progress

Rolling = Generator[float | tuple[float, RolloutState], None, RolloutState]
"""Yields the progress, 0 to 1, after each trial in a pair with the state so far; returns the final state."""


def roll_out_plays(
    search: Search,
    points: Position | Points,
    dice: Roll,
    stakes: Stakes,
    plays: Sequence[Steps],
    settings: RolloutSettings,
    span: tuple[int, int] | None = None,
    state: RolloutState | None = None,
) -> Rolling:
    """Roll out plays of a roll, each the steps of a Play; ``finish`` returns the state with their results.

    A generator of its progress, 0 to 1, which after each trial comes in a pair with the state so far.
    ``span``: the trials to do, first and one past the last; None for all trials of the settings. ``state``:
    the trials done already, to continue from; the state that is returned includes them. Raises IllegalAction
    for an illegal play, BackgammonError for a state of another rollout.

    >>> from backgammon import STANDARD, Position, RolloutSettings, Search, Stakes, finish, judge
    >>> search, points = Search(judge(), STANDARD), Position.start().points
    >>> plays, settings = [((8, 5), (6, 5))], RolloutSettings(trials=2)
    >>> rolling = roll_out_plays(search, points, (3, 1), Stakes(), plays, settings)
    >>> [result.trials for result in finish(rolling).results]
    [2]
    """
    points, stakes = check_search(search).check_points(points), check_stakes(stakes)
    turn = Turn(points, dice, search.rules)
    starts = [Start(flip_points(turn.after(steps)), stakes.flip()) for steps in plays]
    return (yield from _roll_out(search, starts, -1, stakes, settings, span, state))


def roll_out_cube(
    search: Search,
    points: Position | Points,
    stakes: Stakes,
    settings: RolloutSettings,
    span: tuple[int, int] | None = None,
    state: RolloutState | None = None,
) -> Rolling:
    """Roll out a position before the roll: without a double and, if one is allowed, doubled and taken.

    Both are seen by the player on roll. ``span`` and ``state`` are as in roll_out_plays.
    """
    points, stakes = check_search(search).check_points(points), check_stakes(stakes)
    starts = [Start(points, stakes, doubles=False)]
    if stakes.may_double:
        starts.append(Start(points, stakes.after_double()))
    return (yield from _roll_out(search, starts, 1, stakes, settings, span, state))


def _roll_out(
    search: Search,
    starts: Sequence[Start],
    sign: int,
    stakes: Stakes,
    settings: RolloutSettings,
    span: tuple[int, int] | None,
    state: RolloutState | None,
) -> Rolling:
    """Play the missing trials of ``span`` or, without one, as many as are needed of all (is_settled).

    ``stakes``: of the decision, seen by the player on roll. ``sign``: 1 for the cube, -1 for plays.
    """
    check_kind(settings, RolloutSettings, "a rollout has RolloutSettings(trials=…)")
    manner = Manner(settings.seed, settings.truncate, settings.plies, settings.reduce)
    key = _key(starts, manner)
    state = state or RolloutState(key, (), (Sums(),) * len(starts))
    if state.key != key or len(state.sums) != len(starts):
        raise BackgammonError(f"this is a state of another rollout: {state.key!r}, not {key!r}")
    first, last = span or (0, settings.trials)
    if not 0 <= first <= last <= settings.trials:
        raise BackgammonError(f"trials are numbered from 0 to {settings.trials}: {span!r}")
    while missing := state.first_missing((first, last)):
        if span is None and is_settled(state, settings, is_cube=sign > 0):
            break
        number, done = missing[0], _progress(state, first, last)
        added = []
        for start in starts:
            trial = yield from scale_progress(play_trial(search, start, number, manner), done, done)
            added.append(_sums(trial, sign, start.stakes, stakes))
        state = state.plus((number, number + 1), added)
        yield _progress(state, first, last), state
    return state


def _progress(state: RolloutState, first: int, last: int) -> float:
    """Return the share of a span that is done."""
    inside = [min(stop, last) - max(start, first) for start, stop in state.spans]
    return sum([count for count in inside if count > 0]) / max(1, last - first)


def _sums(trial: Trial, sign: int, seen: Stakes, stakes: Stakes) -> Sums:
    """Return a trial as whole numbers, seen by the player on roll at the decision."""
    worth = trial.worth if sign > 0 else cube.flip_worth(trial.worth, seen)
    value = equity(worth, stakes)
    outcomes = trial.outcomes if sign > 0 else Outcomes(*trial.outcomes).flip()
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = [round(each * SCALE) for each in outcomes]
    return Sums(
        round(value * SCALE),
        round(value * value * SCALE),
        (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon),
    )


def _key(starts: Sequence[Start], manner: Manner) -> str:
    """Return a key that identifies a rollout: what is rolled out, how, and with which nets."""
    begins = [f"({start.points}, {_stakes_identity(start.stakes)}, {start.doubles})" for start in starts]
    how = identity(
        "Manner", seed=manner.seed, truncate=manner.truncate, plies=manner.plies, reduce=manner.reduce
    )
    return sha256(f"({_net()!r}, [{', '.join(begins)}], {how})".encode()).hexdigest()[:32]


def _stakes_identity(stakes: Stakes) -> str:
    return identity(
        "Stakes",
        rules=rules_identity(stakes.rules),
        cube=stakes.cube,
        owner=stakes.owner,
        away=stakes.away,
        crawford_game=stakes.crawford_game,
        crawford_done=stakes.crawford_done,
    )


@cache
def _net() -> str:
    nets = [read(name) for name in ("net.bin", "races.bin")]
    return sha256(b"".join(nets)).hexdigest()
