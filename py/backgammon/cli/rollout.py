"""``rollout ID``: roll out the plays of a roll, or the cube, showing the interval as it narrows.

The cube is seen by the player who doubles, also where it is the opponent who is to answer. With
``--state FILE`` the results so far are saved after every batch, and a later call continues from them.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from pathlib import Path
from typing import Any

from backgammon.analysis.decision import study_play
from backgammon.analysis.findings import Chances
from backgammon.analysis.rollout_state import (
    CONFIDENCE_95,
    NOT_ROLLED_OUT,
    RolloutResult,
    RolloutSettings,
    RolloutState,
    merge,
)
from backgammon.analysis.rollouts import roll_out_cube, roll_out_plays
from backgammon.cli.analyse import chances_data, with_progress
from backgammon.cli.arguments import one_position, players_of, without_resignation
from backgammon.cli.errors import CommandError
from backgammon.cli.options import read_text, tell_if_slow, whole, write_text
from backgammon.cli.processes import processes
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Match, Phase
from backgammon.core.plays import Steps, format_steps
from backgammon.core.position import Position
from backgammon.data.json_text import decode_object
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import stakes_of
from backgammon.engine.thinking import finish
from backgammon.notation.diagram import format_diagram
from backgammon.notation.play import parse_play
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from backgammon.protocol.work_codec import read_state, state_data

BATCH = 12
"""The number of trials between two reports."""

CUBE_NAMES = ("no double", "double/take")


def main(argv: list[str]) -> int:
    """Roll out and print the table; return the exit code."""
    options = _parser().parse_args(argv)
    refusal = "a rollout starts from one position: give its XGID, GNU ID or OGID"
    try:
        text = read_text(options.id)
        setup = without_resignation(one_position(text, options.id, refusal))
        match = setup.to_match()
        if match.phase in NOT_ROLLED_OUT:
            raise CommandError("the answer to a beaver or a raccoon is not rolled out")
        settings = RolloutSettings(
            options.trials, options.seed, options.truncate, options.ply, not options.no_reduction
        )
        tell_if_slow()
        candidates = _candidates(match, options.play, options.best)
        kept = _load_state(options.state)
        begun = _do((match, candidates, settings, (0, 0)))
        if kept and kept.key != begun.key:
            raise CommandError(f"{options.state} keeps another rollout")
        if not options.json:
            print(format_diagram(setup, players_of(text), setup.on_roll), end="\n\n", flush=True)
        state, failure = _run(
            _batches(match, candidates, settings, kept or begun, options.workers), options.state
        )
    except BackgammonError as error:
        raise CommandError(str(error)) from error
    if options.json:
        print(json.dumps(_data(setup, match, candidates, state, settings), indent=1))
    else:
        print(*_table(match, candidates, state), sep="\n")
    if failure:
        raise failure
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=sys.argv[0], description="Play a position on many times, and say what it is worth."
    )
    parser.add_argument(
        "id", metavar="ID", help="an XGID, GNU ID or OGID, a file with one, or - for the standard input"
    )
    parser.add_argument(
        "--trials", type=whole(1, 10**6), default=360, help="games for each candidate (default: 360)"
    )
    parser.add_argument("--seed", type=int, default=1, help="gives the dice (default: 1)")
    parser.add_argument(
        "--truncate", type=whole(0, 1000), default=0, help="half-moves of a trial (default: to the end)"
    )
    parser.add_argument(
        "--ply", type=int, default=0, choices=(0, 1), help="plies that the players look ahead (default: 0)"
    )
    parser.add_argument(
        "--play", action="append", default=[], help="such as '8/5 6/5'; give it once for each play"
    )
    parser.add_argument(
        "--best", type=whole(1, 100), default=3, help="how many plays where none is named (default: 3)"
    )
    parser.add_argument("--no-reduction", action="store_true", help="do not take the luck off")
    parser.add_argument(
        "--workers", type=whole(1, 1000), default=1, help="processes that share the trials (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    parser.add_argument("--state", type=Path, help="a file to keep what is done in, and to go on from")
    return parser


def _load_state(file: Path | None) -> RolloutState | None:
    try:
        if file is None or not file.exists():
            return None
        if not file.is_file():
            raise CommandError(f"{file} is no regular file")
        return read_state(decode_object(file.read_text("utf-8")))
    except OSError as error:
        raise CommandError(f"{file!s:.200} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise CommandError(f"{file} is no state of a rollout: {error}") from error


def _candidates(match: Match, named: Sequence[str], best: int) -> tuple[Steps, ...]:
    """Return the plays to roll out, or () for the cube."""
    if match.phase is not Phase.TO_PLAY:
        if named:
            raise CommandError("a play is rolled out where the dice are rolled: give a position with dice")
        return ()
    assert match.dice is not None
    points = match.position.points
    if named:
        position = Position(points)
        return tuple([parse_play(text, position, match.dice, match.rules).steps for text in named])
    search = Search(judge(), match.rules)
    found = with_progress(study_play(search, points, match.dice, stakes_of(match), 1))
    return tuple([play.steps for play in found.plays[:best]])


def _run(batches: Iterator[RolloutState], file: Path | None) -> tuple[RolloutState, CommandError | None]:
    """Return the last state; keep each in ``file``, and show it if standard error is a terminal.

    If the file cannot be written, the rollout ends, with the error beside the trials done; without any it is
    raised.
    """
    failure = None
    watched = sys.stderr.isatty()
    try:
        for state in batches:
            if file and (failure := _keep(state, file)):
                break
            if watched:
                print(f"\r{state.trials:6} trials  {_short(state)}   ", end="", file=sys.stderr, flush=True)
    finally:
        if watched:
            print(file=sys.stderr)
    if failure and not state.trials:
        raise failure
    return state, failure


def _keep(state: RolloutState, file: Path) -> CommandError | None:
    """Write a state into its file; return the error if that fails."""
    try:
        write_text(file, json.dumps(state_data(state)))
    except CommandError as error:
        return error
    return None


def _batches(
    match: Match,
    candidates: tuple[Steps, ...],
    settings: RolloutSettings,
    state: RolloutState,
    workers: int,
) -> Iterator[RolloutState]:
    """Yield the state after each batch of trials."""
    asked, start = [], 0
    while missing := state.first_missing((start, settings.trials)):
        start = min(missing[1], missing[0] + BATCH)
        asked.append((match, candidates, settings, (missing[0], start)))
    yield state
    workers = min(workers, len(asked))
    if workers <= 1:
        for part in map(_do, asked):
            state = merge([state, part])
            yield state
        return
    with processes(workers) as pool:
        for future in as_completed([pool.submit(_do, each) for each in asked]):
            state = merge([state, future.result()])
            yield state


def _do(asked: tuple[Match, tuple[Steps, ...], RolloutSettings, tuple[int, int]]) -> RolloutState:
    """Play a span of trials; return their state."""
    match, candidates, settings, span = asked
    search, points, stakes = Search(judge(), match.rules), match.position.points, stakes_of(match)
    if match.phase is Phase.TO_PLAY:
        assert match.dice is not None
        rolling = roll_out_plays(search, points, match.dice, stakes, candidates, settings, span)
    else:
        rolling = roll_out_cube(search, points, stakes, settings, span)
    return finish(rolling)


def _short(state: RolloutState) -> str:
    return "  ".join([_number(result) for result in state.results])


def _number(result: RolloutResult) -> str:
    if result.error is None:
        return f"{result.equity:+.4f}"
    return f"{result.equity:+.4f} ± {CONFIDENCE_95 * result.error:.4f}"


def _names(match: Match, candidates: tuple[Steps, ...]) -> list[str]:
    return [format_steps(match.position.points, steps) for steps in candidates] or list(CUBE_NAMES)


def _data(
    setup: Setup,
    match: Match,
    candidates: tuple[Steps, ...],
    state: RolloutState,
    settings: RolloutSettings,
) -> dict[str, Any]:
    """Return the result as JSON data; ``error`` is a standard error, None after a single trial."""
    return {
        "position": format_xgid(setup),
        "trials": state.trials,
        "seed": settings.seed,
        "truncate": settings.truncate,
        "plies": settings.plies,
        "reduction": settings.reduce,
        "candidates": [
            {
                "name": name,
                "equity": result.equity,
                "error": result.error,
                "chances": chances_data(Chances.of(*result.outcomes)),
            }
            for name, result in zip(_names(match, candidates), state.results, strict=False)
        ],
    }


def _table(match: Match, candidates: tuple[Steps, ...], state: RolloutState) -> list[str]:
    names = _names(match, candidates)
    rows = sorted(zip(names, state.results, strict=False), key=lambda row: -row[1].equity)
    whose = " of the player who doubled" if match.phase is Phase.DOUBLED else ""
    lines = [f"{state.trials} trials, equity{whose} with the interval that holds it 19 times of 20"]
    for name, result in rows if candidates else zip(names, state.results, strict=False):
        win, gammon, backgammon, lose_gammon, lose_backgammon = [100 * each for each in result.outcomes]
        lines.append(f"{name:24}  {_number(result)}")
        lines.append(
            f"   wins {win:.1f}% (gammons {gammon:.1f}%, backgammons {backgammon:.1f}%),"
            f" loses {100 - win:.1f}% ({lose_gammon:.1f}%, {lose_backgammon:.1f}%)"
        )
    return lines
