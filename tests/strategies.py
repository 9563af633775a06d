"""Hypothesis strategies for positions, rolls and rules: all random values are described here."""

import random
from dataclasses import replace

import naive
from hypothesis import strategies as st

from backgammon import PRESETS, ROLLS, STANDARD, Position, Roll, Rules, custom
from backgammon.core.position import CHECKERS
from backgammon.core.rules import Backgammon, BearOff, Opening, PlayTo, SingleDie

_THREE = {24: 1, 23: 1, 22: 1, 1: -1, 2: -1, 3: -1}
THREE = replace(STANDARD, name="custom", start=tuple(_THREE.get(point, 0) for point in range(26)))
"""Custom rules with three checkers a side; the number follows only from the rules."""

seeds = st.integers(0, 2**32)

positions = st.builds(lambda seed: Position(naive.random_points(random.Random(seed))), seeds)
"""Positions, perhaps unreachable, in which the mover has a checker left."""

rolls: st.SearchStrategy[Roll] = st.sampled_from(ROLLS)

FIFTEEN = [name for name, rules in PRESETS.items() if rules.checkers == CHECKERS]
"""The presets with fifteen checkers a side, for tests with positions of fifteen."""

presets: st.SearchStrategy[Rules] = st.sampled_from(list(PRESETS.values()))

customs: st.SearchStrategy[Rules] = st.builds(
    lambda fields, beavers, raccoons: custom(**fields, beavers=beavers, raccoons=beavers and raccoons),
    st.fixed_dictionaries(
        {},
        optional={
            "opening": st.sampled_from(Opening),
            "single_die": st.sampled_from(SingleDie),
            "bear_off": st.sampled_from(BearOff),
            "lapse": st.booleans(),
            "backgammon": st.sampled_from(Backgammon),
            "play_to": st.sampled_from(PlayTo),
            "cube": st.booleans(),
            "cube_limit": st.sampled_from((0, 2, 4, 64)),
            "crawford": st.booleans(),
            "jacoby": st.booleans(),
            "automatic_doubles": st.integers(0, 3),
        },
    ),
    st.booleans(),
    st.booleans(),
)
"""Rule sets of any values whose fields do not contradict each other."""

rules: st.SearchStrategy[Rules] = presets | customs
