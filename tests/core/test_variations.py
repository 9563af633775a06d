"""A tree of lines: a play tried twice is kept once, and cutting a node off removes all that follows it."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.match import (
    Doubled,
    Match,
    Phase,
    Played,
    Resigned,
    Rolled,
    Took,
    apply,
    new_match,
    replay,
)
from backgammon.core.plays import legal_plays
from backgammon.core.position import Position
from backgammon.core.rules import custom
from backgammon.core.variations import START, TooManyVariations, Variation, Variations

OPENING = Match(phase=Phase.TO_ROLL, position=Position.start())


def random_tree(seed: int, steps: int, match: Match = OPENING) -> Variations:
    """Return a tree made by random actions, with random steps back and cuts."""
    rng, tree = random.Random(seed), Variations.of(match)
    for _ in range(steps):
        at = tree.match
        if tree.nodes and rng.random() < 0.3:
            tree = tree.go(rng.randrange(START, len(tree.nodes)))
        elif tree.nodes and rng.random() < 0.05:
            tree = tree.prune(rng.randrange(len(tree.nodes)))
        elif at.phase is Phase.TO_ROLL and rng.random() < 0.1 and at.cube_owner in (None, at.on_roll):
            tree = tree.add(Doubled())
        elif at.phase is Phase.DOUBLED:
            tree = tree.add(Took())
        elif at.phase is Phase.TO_ROLL:
            tree = tree.add(Rolled((rng.randint(1, 6), rng.randint(1, 6))))
        elif at.phase is Phase.TO_PLAY and at.dice:
            tree = tree.add(Played(rng.choice(legal_plays(at.position, at.dice, at.rules)).steps))
    return tree


def test_dice_and_a_double_are_nodes_so_that_they_can_be_others() -> None:
    played = apply(OPENING, Rolled((3, 1)))
    tree = Variations.of(played)
    assert (tree.start, tree.match, tree.line) == (OPENING, played, (Rolled((3, 1)),))
    doubled = apply(OPENING, Doubled())
    tree = Variations.of(doubled)
    assert (tree.start, tree.match, tree.line) == (OPENING, doubled, (Doubled(),))
    for match in (
        OPENING,
        replace(doubled, rules=custom(cube=False)),
    ):  # a file may hold a double without a cube
        assert Variations.of(match) == Variations(match)


def test_a_line_is_followed_from_its_beginning_and_back() -> None:
    line = (Rolled((3, 1)), Played(((8, 5), (6, 5))), Rolled((2, 1)))
    tree = Variations(OPENING)
    for action in line:
        tree = tree.add(action)
    assert (tree.line, tree.path(2), tree.match) == (line, (0, 1, 2), replay(OPENING, line))
    assert (tree.parent, tree.go(0).parent, tree.go(START).parent) == (1, START, START)
    assert (tree.go(START).line, tree.go(START).match) == ((), OPENING)


def test_two_ways_to_one_position_are_one_line() -> None:
    tree = Variations.of(apply(OPENING, Rolled((3, 1))))
    one = tree.add(Played(((24, 21), (21, 20))))
    other = one.go(one.parent).add(Played(((24, 23), (23, 20))))
    assert other == one
    third = one.go(one.parent).add(Played(((8, 5), (6, 5))))
    assert third.children(0) == (1, 2)


def test_what_is_cut_off_takes_along_what_follows() -> None:
    tree = Variations.of(apply(OPENING, Rolled((2, 1))))
    tree = tree.add(Played(((13, 11), (11, 10)))).add(Rolled((6, 6)))
    tree = tree.go(0).add(Played(((13, 11), (6, 5))))
    cut = tree.prune(1)
    assert [node.action for node in cut.nodes] == [Rolled((2, 1)), Played(((13, 11), (6, 5)))]
    assert cut.at == 1
    assert tree.go(2).prune(1).at == 0
    assert tree.prune(0) == Variations(OPENING)


@given(st.integers(0, 10**6))
def test_a_tree_is_sound_and_read_as_it_was_kept(seed: int) -> None:
    tree = random_tree(seed, 30)
    assert Variations.read(tree.start, tree.nodes, tree.at) == tree
    assert tree.match == replay(tree.start, tree.line)
    for index in range(len(tree.nodes)):
        assert index in tree.children(tree.nodes[index].after)
        after = {tree.match_at(child) for child in tree.children(index)}
        assert len(after) == len(tree.children(index))


@pytest.mark.parametrize(
    ("nodes", "at"),
    [
        ([Variation(0, Rolled((3, 1)))], 0),
        ([Variation(-2, Rolled((3, 1)))], 0),
        ([Variation(START, Rolled((3, 1)))], 1),
        ([Variation(START, Took())], 0),
        ([Variation(START, Resigned(1))], 0),
        ([Variation(START, Rolled((3, 1)))] * 501, 0),
    ],
)
def test_what_is_no_tree_is_refused(nodes: list[Variation], at: int) -> None:
    with pytest.raises(BackgammonError):
        Variations.read(OPENING, nodes, at)


def test_a_tree_has_an_end() -> None:
    tree = Variations.of(new_match())
    with pytest.raises(IllegalAction):
        tree.add(Doubled())
    full = Variations(OPENING, (Variation(START, Rolled((3, 1))),) * 500)
    assert full.add(Rolled((3, 1))).at == 0
    assert Variations.read(full.start, full.nodes, 0) == full.go(0)
    with pytest.raises(TooManyVariations):
        full.add(Rolled((2, 1)))
