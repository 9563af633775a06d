"""Lines in SGF are read back as written; other programs' files with a position and variations are read."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from core.test_variations import OPENING, random_tree
from hypothesis import given
from hypothesis import strategies as st
from strategies import THREE

from backgammon.core.match import Doubled, Played, Rolled, Took, apply, new_match
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.core.variations import START, Variations
from backgammon.notation.errors import NotationError
from backgammon.notation.sgf import parse_sgf
from backgammon.notation.sgf_variations import format_variations, parse_variations
from backgammon.notation.xgid import parse_xgid

XGIDS = (
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:0:5:10",
    "XGID=aa--BBC-B-BacB---b-cbb--B-:1:1:-1:00:0:0:0:7:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:3:0:10",
)


def shape(tree: Variations) -> list[object]:
    """Return the lines of a tree, independent of the order of its nodes."""
    return sorted((repr(tree.go(index).line) for index in range(len(tree.nodes))), key=str)


@given(st.integers(0, 10**6), st.sampled_from(XGIDS))
def test_lines_are_read_as_they_were_written(seed: int, xgid: str) -> None:
    tree = random_tree(seed, 30, parse_xgid(xgid).to_match())
    text = format_variations(("Ann", "Bob ]\\"), tree)
    read = parse_variations(text)
    assert read is not None
    names, again = read
    assert names == ("Ann", "Bob ]\\")
    assert (again.start, shape(again)) == (tree.start, shape(tree))


UNEVEN = custom(start=(0, -2, *[0] * 18, -1, 0, 0, 1, 2, 0))


@pytest.mark.parametrize("rules", [*PRESETS.values(), THREE, UNEVEN], ids=lambda rules: rules.name)
def test_the_rules_are_kept(rules: Rules) -> None:
    match = replace(parse_xgid(XGIDS[0]), points=rules.start).to_match(rules)
    read = parse_variations(format_variations(("", ""), Variations.of(match)))
    assert read
    start = read[1].start
    same: dict[str, Any] = {"name": "", "play_to": match.rules.play_to}
    assert replace(start.rules, **same) == replace(match.rules, **same)
    assert replace(start, rules=match.rules) == match


def test_where_lines_part_there_are_trees() -> None:
    tree = Variations.of(apply(OPENING, Rolled((3, 1)))).add(Played(((8, 5), (6, 5))))
    tree = (
        tree.go(0).add(Played(((24, 23), (13, 10)))).go(START).add(Doubled()).add(Took()).add(Rolled((6, 6)))
    )
    text = format_variations(("Ann", "Bob"), tree)
    assert text.startswith("(;FF[4]GM[6]")
    assert text.splitlines()[1:] == [
        "(;W[31hefe])",
        "(;W[31xwmj])",
        "(;W[double]",
        ";B[take]",
        ";PL[W]DI[66]))",
    ]
    assert parse_sgf(text).log == (Rolled((3, 1)), Played(((8, 5), (6, 5))))


def test_a_file_of_one_line_or_of_a_match_holds_none() -> None:
    assert parse_variations("(;GM[6]MI[length:3];W[31hefe](;B[52mhmk])(;B[52mhyt]))") is None
    position = "(;GM[6]MI[length:3]AE[a:y]AW[f][f]AB[s][s]"
    assert parse_variations(f"{position}PL[W];W[31fefc])") is None
    lines = ";PL[W](;W[31fefc];B[11ststtutu])(;W[31feeb](;B[99])(;B[64szsw];W[31fcba]))"
    read = parse_variations(f"{position}{lines})")
    assert read
    assert len(read[1].nodes) == 9
    assert parse_variations(f"{position}{lines})\n(;W[21fefd])") == read


@pytest.mark.parametrize("text", ["", "(", "AW[", "(;AW[a", "(;AW[a]AB[b]PL[W](((", "AW[a](;"])
def test_nothing_but_its_own_error(text: str) -> None:
    with suppress(NotationError):
        parse_variations(text)


def test_lines_in_the_middle_of_a_cube_action_have_no_words() -> None:
    with pytest.raises(NotationError):
        format_variations(("", ""), Variations(new_match()))


def test_a_set_up_that_is_none_is_passed_over() -> None:
    position = '(;GM[6]MI[length:3]GC[\\[Rules "start=4HPwATDgc"\\]]AE[a:y]AW[f][f]AB[s][s]'
    read = parse_variations(f"{position}PL[W](;W[31fefc])(;W[31feeb]))")
    assert read
    assert read[1].start.rules.start == STANDARD.start
