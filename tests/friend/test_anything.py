"""Whatever happens between two friends, both have the same match (see world)."""

import pytest
from effort import tries
from friend.world import World

from backgammon.features.game.dice_check import check_games

VISIT = 1200
"""The events of one match; ``--steps 1000000`` takes some minutes, ``--seed N --steps 1200`` runs one."""


@pytest.mark.timeout(0)
def test_whatever_happens_both_have_the_same_match(pytestconfig: pytest.Config) -> None:
    steps, seed = tries(pytestconfig.getoption("--steps")), pytestconfig.getoption("--seed")
    for number, begin in enumerate(range(0, steps, VISIT), seed):
        world = World.after_another(number)
        try:
            for _ in range(min(VISIT, steps - begin)):
                world.step()
            world.mend()
            for device in world.devices:
                saved = device.match.saved
                assert all(game.agrees for game in check_games(saved.log, saved.games))
        except Exception as error:
            raise AssertionError(f"--seed {number}: {', '.join(world.happened[-20:])}") from error


def test_a_seed_always_brings_the_same_whatever_came_before() -> None:
    def visit(seed: int) -> tuple[list[str], list[str]]:
        world = World.after_another(seed)
        for _ in range(VISIT // 2):
            world.step()
        return world.happened, world.archive

    alone = visit(7)
    visit(6)
    assert visit(7) == alone
