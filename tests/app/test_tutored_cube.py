"""The tutor on the cube: it gives each answer the loss that an analysis of the match gives it."""

from dataclasses import replace
from itertools import islice

import pytest
from app.fake import ENGLISH
from engine.positions import walk

from backgammon.analysis.decision import Chosen, choices, study
from backgammon.analysis.findings import CubeReply, Finding
from backgammon.core.actions import SIMPLE_ACTIONS
from backgammon.core.match import Match, Phase
from backgammon.core.position import Position
from backgammon.core.rules import custom
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import stakes_of
from backgammon.engine.thinking import finish
from backgammon.features.analysis import hint
from backgammon.features.coach.tutor import best_action
from backgammon.notation.setup import Setup

RULES = custom(beavers=True, raccoons=True)
OFFERED = {Phase.DOUBLED: (1, None), Phase.BEAVERED: (2, 1), Phase.RACCOONED: (4, 1)}
"""The value and the owner of the cube at each offer, where player 0 has made the first double."""
TURNED = CubeReply.BEAVER, CubeReply.RACCOON


def match_at_offer(phase: Phase, points: tuple[int, ...]) -> Match:
    """Return a money match in which a cube offer is to be answered."""
    cube, owner = OFFERED[phase]
    setup = Setup(points=points, phase=phase, cube=cube, cube_owner=owner, beavers=True)
    return setup.to_match(RULES)


@pytest.mark.parametrize("phase", OFFERED)
def test_each_answer_loses_what_the_analysis_of_it_says(
    phase: Phase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backgammon.analysis.decision.CUBE_PLIES", 0)
    search, seen, hidden = Search(judge(), RULES), set[object](), set[Phase]()
    for points, _ in islice(walk(RULES, 3), 0, 400, 7):
        match = match_at_offer(phase, points)
        stakes = stakes_of(match)

        def analyse(chosen: Chosen | None = None, match: Match = match) -> Finding:
            points = match.position.points
            return finish(study(search, phase, points, stakes_of(match), 0, chosen=chosen))

        known = analyse()
        assert known.cube
        assert known.cube.double_take is not None
        seen.add(known.cube.reply)
        for choice in choices(phase, stakes):
            error = analyse(Chosen(choice)).error
            said = hint.error_of(known, match, SIMPLE_ACTIONS[choice])
            if choice == "take" and known.cube.reply in TURNED and abs(known.cube.double_take) == 2:
                assert said is None, "turned again it would be dropped, which hides what a take is worth"
                hidden.add(phase)
                continue
            assert said == pytest.approx(error, abs=1e-9), choice
    assert len(seen) == len(choices(phase, stakes))
    assert bool(hidden) == (phase is not Phase.RACCOONED)


@pytest.mark.parametrize("reply", CubeReply)
def test_each_best_answer_has_its_word(reply: CubeReply) -> None:
    match = match_at_offer(Phase.BEAVERED, Position.start().points)
    search = Search(judge(), RULES)
    found = finish(study(search, Phase.BEAVERED, match.position.points, stakes_of(match), 0))
    assert found.cube
    known = replace(found, cube=replace(found.cube, reply=reply))
    best = best_action(known, match)
    assert ENGLISH(f"cube.{best}")
    assert best == reply
