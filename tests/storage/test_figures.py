"""The figures of matches: they are read back as written, and any other text is refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon.storage import figures
from backgammon.storage.errors import StorageError
from backgammon.storage.figures import (
    NUMBERS,
    Part,
    PlayedMatch,
    Side,
    csv,
    dump_figures,
    join,
    load_figures,
    merge,
    with_earlier_analysis,
    with_history,
)

MATCH = PlayedMatch(
    "abc", 20_000, 7, (7, 3), 0, (Side("Ann", -1.25, (Part("all", 10, 0.5), Part("cube"))), Side("Bob"))
)


def test_figures_are_read_as_they_were_written() -> None:
    assert load_figures(dump_figures((MATCH,))) == (MATCH,)
    assert MATCH.sides[0].pr("all") == 25
    assert MATCH.sides[0].pr("cube") is None
    assert MATCH.sides[1].pr("all") is None


def test_what_was_written_before_a_match_changed_is_not_written_again() -> None:
    assert load_figures(dump_figures((MATCH,))) == (MATCH,)
    for other in (replace(MATCH, analysed=1), replace(MATCH, id="another"), MATCH):
        assert load_figures(dump_figures((other,))) == (other,)


def test_matches_that_both_pages_have_are_not_compared_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """With hundreds of matches, most of the time of every merging went into such comparisons."""
    monkeypatch.setattr(figures, "_fullness", None)
    assert join((MATCH,), load_figures(dump_figures((MATCH,)))) == (MATCH,)


DICE = (2, 2, 2, 2, 1, 1, 1)


def test_dice_luck_by_part_and_the_level_are_kept() -> None:
    one = Side("Ann", 0.5, (Part("race", 3, 0.1, -0.2),), DICE)
    match = PlayedMatch("abc", 20_000, 7, (7, 3), 0, (one, Side()), "club")
    assert load_figures(dump_figures((match,))) == (match,)
    assert (one.rolls, Side().rolls) == (5, 0)
    head, first, _ = [line.split(",") for line in csv((match,), ("2026-01-02",)).splitlines()]
    line = dict(zip(head, first, strict=True))
    assert (line["level"], line["dice 1"], line["doubles"], line["rolls"]) == ("club", "2", "1", "5")
    assert (line["race luck"], line["bear-off luck"]) == ("-0.2000", "")


def test_figures_of_earlier_builds_load_and_give_way_to_the_same_match_with_more() -> None:
    """``figures-1`` has no dice, no luck by part and no level; an older tab may write it again."""
    text = (Path(__file__).parent / "frozen" / "figures-1.json").read_text("utf-8")
    (older,) = load_figures(text)
    assert (older.level, older.sides[0].dice, older.sides[0].parts[0].luck) == ("", (), None)
    sides = tuple([replace(side, dice=DICE) for side in older.sides])
    fuller = replace(older, sides=(sides[0], sides[1]), level="club")
    assert join((older,), (fuller,)) == join((fuller,), (older,)) == (fuller,)
    other = PlayedMatch("another", 20_000)
    assert {each.id for each in join((other, older), (fuller,))} == {older.id, "another"}


@pytest.mark.parametrize("dice", [(1, 2, 3), (1,) * 8, (-1, 1, 1, 1, 1, 1, 0), (1, 1, 0, 0, 0, 0, 2)])
def test_dice_that_cannot_be_are_refused(dice: tuple[int, ...]) -> None:
    match = replace(MATCH, sides=(Side(dice=dice), Side()))
    with pytest.raises(StorageError):
        load_figures(dump_figures((match,)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("day", "1"),
        ("day", -1),
        ("you", 2),
        ("score", [1]),
        ("score", 3),
        ("sides", None),
        ("id", 5),
        ("analysed", -1),
    ],
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


def test_a_match_kept_when_it_had_only_begun_stands_once() -> None:
    """It had another id then; a match that had ended with as few decisions is another match."""
    begun, ended = PlayedMatch("begun", 19_999, 7, (0, 0)), PlayedMatch("ended", 19_999, 1, (1, 0))
    grown = replace(MATCH, earlier=("begun", "ended"))
    assert load_figures(dump_figures((grown,))) == (grown,)
    assert merge((begun, ended), (grown,)) == merge((grown,), (begun, ended)) == (ended, grown)
    assert join((begun, ended), (grown,)) == join((grown,), (begun, ended)) == (ended, grown)
    assert join((grown,), (MATCH,)) == join((MATCH,), (grown,)) == (grown,)


def test_a_match_of_ones_own_stays_so_where_another_page_analysed_its_file_later() -> None:
    of_file = replace(MATCH, day=MATCH.day + 3, you=-1, analysed=2)
    assert join((MATCH,), (of_file,)) == join((of_file,), (MATCH,)) == (MATCH,)


def test_who_one_is_follows_the_dice_where_a_file_has_the_players_the_other_way_round() -> None:
    """As in a file that another program wrote of a match played here."""
    dice = [Side(name, dice=(*[0] * at, 2, *[0] * (NUMBERS - at))) for at, name in enumerate("ab")]
    for you in (0, 1):
        before = replace(MATCH, you=you, sides=(dice[0], dice[1]), level="club", analysed=1)
        same = replace(MATCH, you=-1, sides=before.sides)
        turned = replace(same, sides=(dice[1], dice[0]))
        assert with_earlier_analysis(same, before) == replace(same, you=you, level="club", analysed=2)
        assert with_earlier_analysis(turned, before) == replace(turned, you=1 - you, level="club", analysed=2)


def test_a_match_stays_at_its_first_day_whichever_page_analysed_it_last() -> None:
    again = replace(MATCH, day=MATCH.day + 3, level="club", analysed=2)
    kept = replace(again, day=MATCH.day)
    assert join((MATCH,), (again,)) == join((again,), (MATCH,)) == (kept,)


def test_the_matches_of_a_day_stay_in_the_order_in_which_they_were_played() -> None:
    """Read again after a reload, or from a backup."""
    history: tuple[PlayedMatch, ...] = ()
    for name in "cabd":
        history = merge(history, (with_history(PlayedMatch(name, 20_000), history),))
    again = with_history(PlayedMatch("a", 20_001), history)
    history = merge(history, (again, with_history(PlayedMatch("e", 20_001), history)))
    kept = load_figures(dump_figures(history))
    for read in (join(kept, ()), join((), kept), join(kept[2:], kept)):
        assert [match.id for match in read] == [*"cabde"]


def test_of_one_match_analysed_twice_on_a_day_the_later_figures_stay() -> None:
    """A money session grows; the page may have been reloaded in between."""
    first = replace(MATCH, length=0, score=(3, 0), analysed=1)
    later = replace(first, score=(10, 0), analysed=2)
    assert load_figures(dump_figures((later,))) == (later,)
    assert join((first,), (later,)) == join((later,), (first,)) == (later,)


MATCHES = st.lists(
    st.builds(
        PlayedMatch,
        st.sampled_from("abc"),
        st.integers(0, 2),
        you=st.integers(-1, 1),
        analysed=st.integers(0, 2),
        place=st.integers(0, 2),
    ),
    max_size=5,
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
