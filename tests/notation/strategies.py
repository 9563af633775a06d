"""Hypothesis strategies for the values that formats write."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from backgammon.core.match import Match, Phase
from backgammon.core.position import CHECKERS, Position
from backgammon.core.rules import STANDARD
from backgammon.notation.setup import NO_CUBE, Setup


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a position with checkers of both sides anywhere, some borne off."""
    random = Random(draw(st.integers(0, 2**32)))
    points = [0] * 26
    for sign, bar, home in ((1, 25, range(1, 19)), (-1, 0, range(7, 25))):
        count = draw(st.integers(1, CHECKERS))
        places = [*home, *range(1, 25)] + [bar] * (random.random() < 0.5)
        while count:
            place = random.choice(places)
            if points[place] * sign >= 0:
                points[place] += sign
                count -= 1
    return Position(tuple(points))


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Draw a set-up that a match can have."""
    length = draw(st.sampled_from((0, 0, 1, 3, 5, 7, 25)))
    on_roll = draw(st.integers(0, 1))
    score = draw(st.tuples(*[st.integers(0, length - 1 if length else 40)] * 2))
    away = sorted(length - points for points in score)
    crawford = length > 1 and away[0] == 1 and away[1] > 1 and draw(st.booleans())
    phases = [Phase.TO_ROLL, Phase.TO_PLAY]
    beavers = not length and draw(st.booleans())
    owner = None if crawford else draw(st.sampled_from((None, 0, 1)))
    if not crawford and owner != 1 - on_roll:
        phases.append(Phase.DOUBLED)
    if beavers and owner == 1 - on_roll:
        phases += [Phase.BEAVERED, Phase.RACCOONED]
    phase = draw(st.sampled_from(phases))
    free = owner is None and phase is not Phase.DOUBLED
    return Setup(
        points=draw(positions()).points,
        on_roll=on_roll,
        phase=phase,
        dice=draw(st.tuples(st.integers(1, 6), st.integers(1, 6))) if phase is Phase.TO_PLAY else None,
        cube=1 if owner is None else draw(st.sampled_from((2, 4, 8, 64, 512))),
        cube_owner=owner,
        score=score,
        length=length,
        crawford=crawford,
        jacoby=not length and draw(st.booleans()),
        beavers=beavers,
        cube_limit=draw(st.sampled_from((0, 512, NO_CUBE) if free and not crawford else (0, 512))),
        resigned=draw(st.integers(0, 3)),
    )


def match_of(setup: Setup) -> Match:
    """Return the match with this set-up."""
    return setup.to_match(STANDARD)


def reset_fields(setup: Setup, *silent: str) -> Setup:
    """Return the set-up with the fields that a format does not store reset to their defaults."""
    plain = Setup()
    return replace(setup, **{name: getattr(plain, name) for name in silent})
