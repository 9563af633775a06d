"""Findings that follow a rollout: what was rolled out has its equity, and errors follow; without the engine.

Plays that were rolled out and plays that were not are not compared as they are: where the engine misjudges a
position, it misjudges all its plays by much the same. So the others are moved by the median of what the
rollout changed (the lower one of two), which keeps their distance as the search saw it, also if it misjudged
one play only. Where the best plays by the search are rolled out, as usual, no other play can pass them all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from backgammon.analysis.findings import (
    CHOICE_OF,
    ROLLED_OUT,
    Chances,
    CubeFinding,
    CubeReply,
    Finding,
    RankedPlay,
    grade_double,
    proper_action,
)
from backgammon.analysis.rollout_state import DROP, RolloutResult, RolloutState, cube_decision
from backgammon.core.match import Action, Match, Phase, beaver_error, is_cube_dead
from backgammon.core.plays import Steps

_LEAST_GAP = 1e-4
"""The least gap in equity that tells what equity is worth in chances of winning the match."""


def with_rollout(
    found: Finding, state: RolloutState, plays: Sequence[Steps], match: Match, action: Action | None = None
) -> Finding:
    """Return the finding as a rollout of its decision changes it; plays rolled out earlier keep their equity.

    ``plays``: those that were rolled out, in the order of the results; () for no double and double-take.
    ``match`` and ``action``: the decision, before a play, a double or the answer to one, and what was chosen,
    None if nothing was. A finding that the results do not fit is returned unchanged.
    """
    results = state.results
    if found.cube:
        fits = len(results) == 2 and found.cube.double_take is not None and not plays
        return _with_cube(found, found.cube, results, match, action) if fits else found
    if not results or len(results) != len(plays):
        return found
    rolled = {
        steps: RankedPlay(steps, result.equity, 0.0, None, _chances(result), ROLLED_OUT)
        for steps, result in zip(plays, results, strict=True)
    }
    return _with_plays(found, {**_rolled_plays(found), **rolled})


def keep_rollout(found: Finding, earlier: Finding) -> Finding:
    """Return a new finding on a decision with what an earlier finding on it has from a rollout."""
    if earlier.cube and earlier.cube.plies == ROLLED_OUT:
        return replace(earlier, luck=earlier.luck if found.luck is None else found.luck)
    rolled = _rolled_plays(earlier)
    return _with_plays(found, rolled) if rolled and found.plays else found


def rolled_part(found: Finding) -> Finding | None:
    """Return what a finding has from rollouts, whatever was chosen; None if nothing of it was rolled out."""
    plain = replace(found, chosen=None, error=None, luck=None, rank=None)
    if found.cube:
        return plain if found.cube.plies == ROLLED_OUT else None
    plays = tuple([play for play in found.plays if play.plies == ROLLED_OUT])
    return replace(plain, plays=plays) if plays else None


def with_part(found: Finding, part: Finding, match: Match, action: Action | None) -> Finding:
    """Return a finding as the ``rolled_part`` of another finding on the same position changes it.

    The other may be about another choice, or about the double that ``match`` is to answer. What the part does
    not tell, the loss of a take that could be a beaver which is dropped, stays.
    """
    if part.cube is None:
        return _with_plays(found, _rolled_plays(part)) if found.plays else found
    cube = part.cube
    if found.cube is None or found.cube.double_take is None or cube.double_take is None:
        return found
    accepted = cube.double_take
    is_beaver = cube.reply is CubeReply.BEAVER
    taken = None if is_beaver and accepted <= -2 * DROP else accepted / 2 if is_beaver else accepted
    return _grade_cube(found, cube, taken, match, action)


def _rolled_plays(found: Finding) -> dict[Steps, RankedPlay]:
    return {play.steps: play for play in found.plays if play.plies == ROLLED_OUT}


def _with_plays(found: Finding, rolled: Mapping[Steps, RankedPlay]) -> Finding:
    """Rank the plays again, with those of ``rolled`` in place of their own."""
    changes = sorted(
        [rolled[each.steps].equity - each.equity for each in found.plays if each.steps in rolled]
    )
    change = changes[(len(changes) - 1) // 2] if changes else 0.0
    others = [replace(play, equity=play.equity + change) for play in found.plays if play.steps not in rolled]
    ranked = sorted([*rolled.values(), *others], key=lambda play: -play.equity)
    best, chance = ranked[0].equity, _match_chances(found)
    plays = tuple(
        [
            replace(play, behind=best - play.equity, match_chance=chance(play.equity) if chance else None)
            for play in ranked
        ]
    )
    index = None
    if found.chosen is not None:
        steps = found.plays[found.chosen].steps
        index = next(at for at, play in enumerate(plays) if play.steps == steps)
    win = plays[0].match_chance
    return replace(
        found,
        plays=plays,
        equity=best,
        chance=plays[0].chances.win if win is None else win,
        chosen=index,
        error=None if index is None else plays[index].behind,
        rank=_rank(found, len(plays)) if index == len(plays) - 1 else None,
    )


def _rank(found: Finding, listed: int) -> int | None:
    """Return the place of the chosen play, the last of those listed, if others before it were left out."""
    return max(found.rank, listed) if found.rank else None


def _with_cube(
    found: Finding,
    before: CubeFinding,
    results: Sequence[RolloutResult],
    match: Match,
    action: Action | None,
) -> Finding:
    """Weigh the cube again."""
    decision = cube_decision(results, beaver_error(match) is None)
    proper, reply = proper_action(decision, is_cube_dead(match))
    chance = _match_chances(found)
    cube = CubeFinding(
        no_double=decision.no_double,
        double_take=decision.double_take,
        double_drop=decision.double_drop,
        action=proper,
        reply=reply,
        match_chances=tuple(map(chance, decision[:3])) if chance else (),
        chances=_chances(results[0]),
        plies=ROLLED_OUT,
    )
    return _grade_cube(found, cube, decision.taken, match, action)


def _grade_cube(
    found: Finding, cube: CubeFinding, taken: float | None, match: Match, action: Action | None
) -> Finding:
    """Grade a choice by a cube that was rolled out; ``taken``: the worth after a plain take, if known."""
    choice = CHOICE_OF[type(action)] if action else None
    if match.phase is Phase.TO_ROLL:
        graded = grade_double(cube, None if choice is None else choice == "double", is_cube_dead(match))
        return replace(graded, luck=found.luck)
    assert cube.double_take is not None
    best = min(cube.double_take, DROP)
    worths = {"take": taken, "drop": DROP, "beaver": cube.double_take}
    if taken is not None:
        worths["beaver"] = max(2 * taken, -2 * DROP)
    win = min(cube.match_chances[1:]) if cube.match_chances else cube.chances.win
    worth = None if choice is None else worths[choice]
    error = None if choice is None else found.error if worth is None else worth - best
    return replace(found, cube=cube, equity=-best, chance=1 - win, error=error)


def _chances(result: RolloutResult) -> Chances:
    """Return the six chances; less the luck of the dice, a rare one can come out slightly below 0."""
    return Chances.of(*[min(max(chance, 0.0), 1.0) for chance in result.outcomes])


def _match_chances(found: Finding) -> Callable[[float], float] | None:
    """Return the function from equity to the chance of winning the match; None in money play.

    It is linear, so that two worths of the finding tell it. If they are too close to each other, the chance
    does not change.
    """
    cube = found.cube
    if cube:
        worths = [
            worth for worth in (cube.no_double, cube.double_take, cube.double_drop) if worth is not None
        ]
        known = [*zip(worths, cube.match_chances, strict=False)]
    else:
        known = [(play.equity, play.match_chance) for play in found.plays if play.match_chance is not None]
    if not known:
        return None
    (low, least), (high, most) = min(known), max(known)
    slope = (most - least) / (high - low) if high - low >= _LEAST_GAP else 0.0
    return lambda equity: min(max(least + slope * (equity - low), 0.0), 1.0)
