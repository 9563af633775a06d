"""The analysis of one decision: plays ranked, the cube weighed, a choice graded, the luck of a roll.

Analyses are generators that yield their progress, 0 to 1. Positions, or their points, and stakes are
seen by the player on roll, whoever decides; results are seen as ``findings`` says.

Plays are ranked by worth, each at the depth to which it was searched. A shallower search may rank a play too
high or too low by what the next ply would show; so whichever play ranks first is searched to the full depth,
until the first one is, and so is the play asked about. The best play is then never one searched less
deeply, and an error never compares different depths. The others keep the depth that the filters give them: to
search every play ranked above a poor one fully as well would take a third more time at one ply, and twice as
much at two.
"""

from bisect import insort
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from backgammon.analysis.findings import (
    RESIGNATION,
    SAME,
    Chances,
    CubeAction,
    CubeFinding,
    CubeReply,
    Finding,
    RankedPlay,
    grade_double,
    proper_action,
)
from backgammon.core.cube_decision import CubeDecision
from backgammon.core.dice import ROLLS, Roll, mean_over_rolls, roll_index
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Phase
from backgammon.core.plays import Steps, Turn
from backgammon.core.position import Points, Position
from backgammon.engine import cube
from backgammon.engine.levels import ONE_PLY, TWO_PLY
from backgammon.engine.pruning import Filter
from backgammon.engine.search import Candidate, Search, check_plies, check_search
from backgammon.engine.stakes import Stakes, check_stakes
from backgammon.engine.thinking import Thinking, scale_progress

FILTERS = (ONE_PLY, TWO_PLY)
"""The filters that choose the plays to look into at one and at two plies."""

CUBE_PLIES = 2
"""The least depth at which cube decisions are analysed, whatever that of plays: one ply called correct
doubles blunders."""

CHOICES: dict[Phase, tuple[str, ...]] = {
    Phase.TO_PLAY: ("play",),
    Phase.TO_ROLL: ("roll", "double"),
    Phase.DOUBLED: ("take", "drop", "beaver"),
    Phase.BEAVERED: ("take", "drop", "raccoon"),
    Phase.RACCOONED: ("take", "drop"),
}
"""The choices of each phase, where the rules allow them."""

_ANY_GAP = 99.0
_RANKED = 0.9
"""The share of the time that ranking takes, before plays are searched to the full depth."""


class Chosen(NamedTuple):
    """The choice to grade: one of CHOICES or of RESIGNATION.

    ``steps``: of a play. ``offered``: of a resignation or the answer to one, 1 to 3 times the cube.
    """

    choice: str
    steps: Steps = ()
    offered: int = 0


def study(
    search: Search,
    phase: Phase,
    points: Points,
    stakes: Stakes,
    plies: int,
    dice: Roll | None = None,
    chosen: Chosen | None = None,
    keep: int = 0,
) -> Thinking[Finding]:
    """Analyse the decision of a phase, a cube decision at CUBE_PLIES or more; grade what was chosen.

    For a resignation or the answer to one, the phase is the one that it interrupts, a decision of the player
    who resigns. ``keep``: see study_play. Raises BackgammonError for a choice that is not available.
    """
    if chosen and chosen.choice in RESIGNATION:
        if not 1 <= chosen.offered <= 3:
            raise BackgammonError(f"one resigns 1, 2 or 3 times the cube, not {chosen.offered}")
        found = yield from study(search, phase, points, stakes, plies, dice, keep=keep)
        return grade_resignation(found, stakes, chosen.offered, _is_by_opponent(phase), chosen.choice)
    allowed = choices(phase, stakes)
    if chosen and chosen.choice not in allowed:
        raise BackgammonError(f"the choice is {', '.join(allowed)} here, not {chosen.choice}")
    if phase is Phase.TO_PLAY:
        assert dice is not None
        steps = chosen.steps if chosen else None
        return (yield from study_play(search, points, dice, stakes, plies, steps, keep))
    plies, choice = max(plies, CUBE_PLIES), chosen.choice if chosen else None
    if phase is Phase.TO_ROLL:
        weighed = yield from study_cube(search, points, stakes, plies)
        return grade_double(weighed, None if choice is None else choice == "double", stakes.is_cube_dead)
    return (yield from study_reply(search, phase, points, stakes, plies, choice))


def choices(phase: Phase, stakes: Stakes) -> list[str]:
    """Return the choices of a phase at these stakes, apart from resigning."""
    allowed = {"beaver": stakes.beavers, "raccoon": stakes.raccoons}
    return [choice for choice in CHOICES[phase] if allowed.get(choice, True)]


def _is_by_opponent(phase: Phase) -> bool:
    """Whether the opponent of the player on roll decides."""
    return phase in (Phase.DOUBLED, Phase.RACCOONED)


def equity(worth: float, stakes: Stakes) -> float:
    """Return a worth (see engine.cube) as equity normalised to the cube."""
    if stakes.money:
        return worth / stakes.cube
    return (worth - cube.game_value(stakes, -1)) / cube.emg_unit(stakes) - 1


def check_depth(plies: int) -> None:
    """Raise BackgammonError if an analysis cannot look ``plies`` ahead."""
    check_plies(plies)
    if plies > len(FILTERS):
        raise BackgammonError(f"an analysis looks 0 to {len(FILTERS)} plies ahead, not {plies}")


def study_play(
    search: Search,
    points: Position | Points,
    dice: Roll,
    stakes: Stakes,
    plies: int,
    chosen: Steps | None = None,
    keep: int = 0,
) -> Thinking[Finding]:
    """Rank all plays of a roll; grade ``chosen``, which may take any path to its result.

    A generator: ``finish`` runs it and returns the Finding, as in the example of ``finish``.
    ``keep``: the number of plays to look into ``plies`` (0 to 2) ahead, 0 for those that may be best.
    Raises IllegalAction for an illegal play, PositionError for points that no game can reach.
    """
    check_depth(plies)
    points, stakes = check_search(search).check_points(points), check_stakes(stakes)
    after = None if chosen is None else Turn(points, dice, search.rules).after(chosen)
    filters = [Filter(keep, _ANY_GAP) if keep else each for each in FILTERS[:plies]]
    ranking = search.plays(points, dice, stakes, filters)
    ranked = yield from scale_progress(ranking, 0, _RANKED)
    if len(ranked) > 1:
        ranked = yield from _in_order(search, ranked, after, plies, stakes)
    best = ranked[0]
    unit = cube.emg_unit(stakes)
    plays = tuple(
        [
            RankedPlay(
                each.steps,
                equity(each.worth, stakes),
                (best.worth - each.worth) / unit,
                None if stakes.money else each.worth,
                Chances.of(*each.outcomes),
                each.plies,
            )
            for each in ranked
        ]
    )
    index = next((number for number, each in enumerate(ranked) if each.after == after), None)
    return Finding(
        plays,
        None,
        plays[0].equity,
        best.outcomes.win if stakes.money else best.worth,
        counts=max(each.behind for each in plays) >= SAME,
        chosen=index,
        error=None if index is None else max(0.0, plays[index].behind),
    )


def _in_order(
    search: Search, candidates: Sequence[Candidate], after: Points | None, plies: int, stakes: Stakes
) -> Thinking[list[Candidate]]:
    """Rank by worth, with the first play and the one that leads to ``after`` searched ``plies`` ahead."""
    ranked = sorted(candidates, key=_rank)
    while short := [
        each for each in ranked if each.plies < plies and (each is ranked[0] or each.after == after)
    ]:
        yield _RANKED
        looking = search.evaluate_for_mover([short[0].after], plies, stakes)
        ((outcomes, worth),) = yield from scale_progress(looking, _RANKED, _RANKED)
        ranked.remove(short[0])
        insort(ranked, short[0]._replace(outcomes=outcomes, worth=worth, plies=plies), key=_rank)
    return ranked


def _rank(candidate: Candidate) -> tuple[float, int]:
    return -candidate.worth, -candidate.plies


def study_cube(
    search: Search, points: Position | Points, stakes: Stakes, plies: int
) -> Thinking[CubeFinding]:
    """Weigh a double by the player on roll; if they may not double, only evaluate the position.

    A generator: ``finish`` runs it and returns the CubeFinding.
    Raises PositionError for points that no game can reach.
    """
    check_depth(plies)
    points, stakes = check_search(search).check_points(points), check_stakes(stakes)
    if not stakes.may_double:
        ((outcomes, (worth,)),) = yield from search.evaluate([points], plies, [stakes])
        return CubeFinding(
            equity(worth, stakes),
            None,
            None,
            CubeAction.NO_DOUBLE,
            None,
            () if stakes.money else (worth,),
            Chances.of(*outcomes),
            plies,
        )
    outcomes, decision = yield from search.double(points, stakes, plies)
    worths = decision.no_double, decision.double_take, decision.double_drop
    no_double, double_take, double_drop = [equity(worth, stakes) for worth in worths]
    action, reply = proper_action(decision, stakes.is_cube_dead)
    return CubeFinding(
        no_double,
        double_take,
        double_drop,
        action,
        reply,
        () if stakes.money else worths,
        Chances.of(*outcomes),
        plies,
    )


def study_reply(
    search: Search, phase: Phase, points: Points, stakes: Stakes, plies: int, chosen: str | None
) -> Thinking[Finding]:
    """Weigh the answers to the cube offer of a phase.

    ``stakes``: before the answer, as core.match keeps them: after a beaver or a raccoon, with the cube that
    it accepted. The CubeFinding is seen by the player on roll, the rest by the player who answers.
    """
    check_depth(plies)
    by_opponent = _is_by_opponent(phase)
    outcomes, decision = yield from search.double(points, stakes, plies)
    take = decision.taken
    drop = cube.game_value(stakes, 1 if by_opponent else -1)
    worths = {"take": take, "drop": drop, "beaver": max(2 * take, -2.0 * stakes.cube)}
    worths["raccoon"] = min(2 * take, 2.0 * stakes.cube)
    sign = -1 if by_opponent else 1
    equities = {reply: sign * equity(worths[reply], stakes) for reply in choices(phase, stakes)}
    best = max(equities, key=lambda reply: equities[reply])
    found = CubeFinding(
        equity(decision.no_double, stakes),
        equity(worths["take"] if best in ("take", "drop") else worths[best], stakes),
        equity(drop, stakes),
        _proper_before(phase, decision, stakes),
        CubeReply(best),
        () if stakes.money else (decision.no_double, take, drop),
        Chances.of(*outcomes),
        plies,
    )
    win = outcomes.win if stakes.money else worths[best]
    return Finding(
        (),
        found,
        equities[best],
        1 - win if by_opponent else win,
        counts=True,
        error=None if chosen is None else equities[best] - equities[chosen],
    )


def _proper_before(phase: Phase, decision: CubeDecision, stakes: Stakes) -> CubeAction:
    """Return the proper cube action of the player on roll before the offer of a phase."""
    if phase is Phase.DOUBLED:
        return proper_action(decision, stakes.is_cube_dead)[0]
    return CubeAction.DOUBLE if decision.doubles else CubeAction.NO_DOUBLE


def grade_resignation(found: Finding, stakes: Stakes, times: int, by_opponent: bool, choice: str) -> Finding:
    """Grade a resignation, or the answer to one, against the worth of playing on.

    ``found``: the finding on the decision that it interrupts, of the player who resigns; ``by_opponent``:
    that player is the opponent of the player on roll. ``times``: the multiple of the cube given up.
    ``choice``: "resign" is by the player who resigns, "accept" and "refuse" by the other. It does not count
    for PR (see report).
    """
    given_up = equity(cube.game_value(stakes, times if by_opponent else -times), stakes)
    given_up = -given_up if by_opponent else given_up
    gain = given_up - found.equity
    error = max(0.0, gain if choice == "accept" else -gain)
    own = choice == "resign"
    return replace(
        found,
        equity=max(given_up, found.equity) if own else max(-given_up, -found.equity),
        chance=found.chance if own else 1 - found.chance,
        counts=False,
        error=error,
    )


def luck(search: Search, points: Points, dice: Roll, stakes: Stakes, opening: bool = False) -> float:
    """Return the equity (EMG) that a roll gains over the mean of all, each played best at 0 plies.

    ``opening``: it begins the game, one die from each player.
    """
    if opening:
        return _opening_luck(search, dice, stakes)
    worths = search.worths_by_roll(points, stakes)
    return (worths[roll_index(dice)] - mean_over_rolls(worths)) / cube.emg_unit(stakes)


def _opening_luck(search: Search, dice: Roll, stakes: Stakes) -> float:
    """Return the luck (EMG) of beginning a game with these dice, one from each player.

    The mean is over either player beginning, with every roll of two different numbers.
    """
    start = stakes.rules.start
    mine = search.worths_by_roll(start, stakes)
    theirs = [cube.flip_worth(worth, stakes) for worth in search.worths_by_roll(start, stakes.flip())]
    mean = sum([mine[at] + theirs[at] for at, (high, low) in enumerate(ROLLS) if high != low]) / 30
    return (mine[roll_index(dice)] - mean) / cube.emg_unit(stakes)
