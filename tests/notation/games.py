"""Random legal matches, made by the core alone, on which every format is tried."""

from random import Random

from backgammon.core.match import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
    apply,
    cube_action_error,
    new_match,
    refusal_error,
)
from backgammon.core.plays import legal_plays
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.notation.record import Record

MONEY = custom(PRESETS["trikktrakk"], jacoby=False)
JACOBY = custom(MONEY, jacoby=True)
BEAVERS = custom(MONEY, jacoby=True, beavers=True)
RACCOONS = custom(MONEY, beavers=True, raccoons=True)


def random_match(
    seed: int, rules: Rules = STANDARD, length: int = 5, games: int = 9, *, strange: bool = False
) -> Record:
    """Return a random match or session of at most ``games`` games, sometimes broken off.

    ``strange``: also use what gnubg does not keep: refused resignations, opening ties, dropped beavers.
    """
    random = Random(seed)
    start = state = new_match(rules, length)
    log: list[Action] = []
    stop = random.randrange(900) if random.random() < 0.2 else 10_000
    while len(log) < stop and state.phase is not Phase.MATCH_OVER:
        if state.phase is Phase.GAME_OVER and state.game == games:
            break
        action = _action(random, state, strange=strange)
        log.append(action)
        state = apply(state, action)
        if isinstance(action, Resigned):
            answer = (
                Refused()
                if strange and refusal_error(state) is None and random.random() < 0.7
                else Accepted()
            )
            log.append(answer)
            state = apply(state, answer)
    if log and isinstance(log[-1], NextGame):
        log.pop()
    return Record.of((f"Ann {seed}", "Bob"), start, log)


def _action(random: Random, state: Match, *, strange: bool) -> Action:
    chance = random.random()
    if state.phase is Phase.GAME_OVER:
        return NextGame()
    if state.phase is Phase.OPENING:
        first, second = random.randint(1, 6), random.randint(1, 6)
        while first == second and not (strange and chance < 0.5):
            second = random.randint(1, 6)
        return OpeningRoll(first, second)
    if state.phase is not Phase.DOUBLED and chance < (0.02 if strange else 0.003):
        return Resigned(random.randint(1, 3))
    match state.phase:
        case Phase.TO_ROLL if chance > 0.93 and cube_action_error(state) is None and state.cube < 64:
            return Doubled()
        case Phase.TO_ROLL:
            return Rolled((random.randint(1, 6), random.randint(1, 6)))
        case Phase.TO_PLAY:
            assert state.dice is not None
            return Played(random.choice(legal_plays(state.position, state.dice, state.rules)).steps)
        case Phase.DOUBLED if state.rules.beavers and not state.length and chance < 0.3 and state.cube < 16:
            return Beavered()
        case Phase.BEAVERED if state.rules.raccoons and chance < 0.4:
            return Raccooned()
    return Dropped() if chance > 0.75 and (strange or state.phase is Phase.DOUBLED) else Took()
