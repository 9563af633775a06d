"""What the tutor says of the cube."""

from dataclasses import replace

import pytest
from app.fake import ENGLISH

from backgammon.analysis.decision import study
from backgammon.analysis.findings import CubeReply
from backgammon.analysis.match import stakes_of
from backgammon.core.match import Match, Phase
from backgammon.core.position import Position
from backgammon.core.rules import custom
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.thinking import finish
from backgammon.features.coach.tutor import best_action
from backgammon.notation.setup import Setup

RULES = custom(beavers=True, raccoons=True)
OFFERED = {Phase.DOUBLED: (1, None), Phase.BEAVERED: (2, 1), Phase.RACCOONED: (4, 1)}
"""The cube in force and its owner, where player 0 has doubled first."""


def answered(phase: Phase, points: tuple[int, ...]) -> Match:
    """Return a match for money in which a cube offer is to be answered."""
    cube, owner = OFFERED[phase]
    setup = Setup(points=points, phase=phase, cube=cube, cube_owner=owner, beavers=True)
    return setup.to_match(RULES)


@pytest.mark.parametrize("reply", CubeReply)
def test_each_best_answer_has_its_word(reply: CubeReply) -> None:
    match = answered(Phase.BEAVERED, Position.start().points)
    search = Search(judge(), RULES)
    found = finish(study(search, Phase.BEAVERED, match.position.points, stakes_of(match), 0))
    assert found.cube
    known = replace(found, cube=replace(found.cube, reply=reply))
    assert ENGLISH(f"cube.{best_action(known, match)}")
