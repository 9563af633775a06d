"""The choices of a match in words: a play, the cube, an answer, and what is better than to resign."""

from dataclasses import replace

import pytest
from view.models import SAY

from backgammon.analysis.decisions import Decision
from backgammon.analysis.findings import Chances, CubeAction, CubeFinding, CubeReply, Finding, RankedPlay
from backgammon.analysis.report import Judged
from backgammon.core.match import (
    Accepted,
    Action,
    Doubled,
    Dropped,
    OpeningRoll,
    Phase,
    Played,
    Refused,
    Resigned,
    Rolled,
    Took,
    new_match,
    replay,
)
from backgammon.core.rules import custom
from backgammon.view.panels.choices import best_text, choice_text

BEST, OTHER = ((8, 5), (6, 5)), ((24, 23), (13, 10))
EVEN = Chances(0.5, 0.1, 0.0, 0.5, 0.1, 0.0)
PLAYS = Finding(
    tuple([RankedPlay(steps, 0.0, 0.0, None, EVEN, 1) for steps in (BEST, OTHER)]), None, 0, 0.5, True
)
CUBE = CubeFinding(0.5, 0.6, 1.0, CubeAction.DOUBLE, CubeReply.BEAVER, (), EVEN, 2)
MONEY = new_match(custom(beavers=True))
OPENED = (OpeningRoll(3, 1), Played(BEST))


@pytest.mark.parametrize(
    ("log", "action", "made", "best"),
    [
        (OPENED[:1], Played(OTHER), "31: 24/23 13/10", "8/5 6/5"),
        (OPENED, Rolled((6, 1)), "No double", "Double, beaver"),
        (OPENED, Doubled(), "Double", "Double, beaver"),
        ((*OPENED, Doubled()), Took(), "Take", "Beaver"),
        ((*OPENED, Doubled()), Dropped(), "Drop", "Beaver"),
        (OPENED, Resigned(1), "Resign", "Play on"),
        ((*OPENED, Resigned(1)), Accepted(), "Accept", "Reject"),
        ((*OPENED, Resigned(1)), Refused(), "Reject", "Accept"),
    ],
)
def test_the_choice_and_the_best_one(log: tuple[Action, ...], action: Action, made: str, best: str) -> None:
    match = replay(MONEY, log)
    found = PLAYS if match.phase is Phase.TO_PLAY else replace(PLAYS, plays=(), cube=CUBE)
    each = Judged(Decision(len(log), match, action), found, 0)
    assert (choice_text(each, SAY), best_text(each, SAY)) == (made, best)
