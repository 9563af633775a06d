"""The figures of matches: what is written is read again, and what is no such text is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon.storage.errors import StorageError
from backgammon.storage.figures import Part, PlayedMatch, Side, dump_figures, join, load_figures, merge

MATCH = PlayedMatch(
    "abc", 20_000, 7, (7, 3), 0, (Side("Ann", -1.25, (Part("all", 10, 0.5), Part("cube"))), Side("Bob"))
)


def test_figures_are_read_as_they_were_written() -> None:
    assert load_figures(dump_figures((MATCH,))) == (MATCH,)
    assert MATCH.sides[0].pr("all") == 25
    assert MATCH.sides[0].pr("cube") is None
    assert MATCH.sides[1].pr("all") is None


@pytest.mark.parametrize(
    ("name", "value"),
    [("day", "1"), ("day", -1), ("you", 2), ("score", [1]), ("score", 3), ("sides", None), ("id", 5)],
)
def test_damaged_figures_are_refused(name: str, value: object) -> None:
    data = json.loads(dump_figures((MATCH,)))
    data["matches"][0][name] = value
    with pytest.raises(StorageError):
        load_figures(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "triktrakk-figures", "version": 99}'])
def test_what_is_no_figures_is_refused(text: str) -> None:
    with pytest.raises(StorageError):
        load_figures(text)


def test_each_match_is_kept_once_in_the_order_of_days() -> None:
    later = PlayedMatch("abc", 20_001)
    other = PlayedMatch("def", 19_000)
    assert merge((MATCH,), (later, other)) == (other, later)


MATCHES = st.lists(
    st.builds(PlayedMatch, st.sampled_from("abc"), st.integers(0, 2), you=st.integers(-1, 1)), max_size=5
).map(tuple)


@given(MATCHES, MATCHES, MATCHES)
def test_figures_of_two_pages_are_put_together_in_any_order(
    a: tuple[PlayedMatch, ...], b: tuple[PlayedMatch, ...], c: tuple[PlayedMatch, ...]
) -> None:
    both = join(a, b)
    assert both == join(b, a)
    assert join(both, a) == join(both, both) == both
    assert join(both, c) == join(a, join(b, c))
    assert {match.id for match in both} == {match.id for match in (*a, *b)}
