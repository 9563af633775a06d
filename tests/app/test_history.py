"""The totals over one's own matches: results, parts of the game, dice, and the range of honest dice."""

from dataclasses import astuple
from math import comb

import pytest
from app.fake import Page, new_page
from app.test_review import finished_match, kept_texts
from hypothesis import given
from hypothesis import strategies as st
from view.models import DICE, HISTORY, played_match

from backgammon.features.coach.history import (
    by_part,
    dice_counts,
    fair_range,
    is_won,
    own_matches,
    sum_parts,
    sums_by,
)
from backgammon.features.saving import side_store
from backgammon.state.effects import Download
from backgammon.state.events import Command, StoreLoaded, TextReceived
from backgammon.storage.figures import Part, PlayedMatch, Side, load_figures, with_earlier_analysis


def test_matches_won_are_counted_by_level_and_by_length() -> None:
    by_level = sums_by(HISTORY, lambda match: match.level)
    assert {name: (found.won, found.ended) for name, found in by_level.items()} == {
        "club": (2, 3),
        "expert": (0, 0),
        "": (0, 0),
    }
    assert by_level["club"].pr == pytest.approx((4 + 8 + 5) / 3)
    by_length = sums_by(HISTORY, lambda match: match.length)
    assert {length: found[:2] for length, found in by_length.items()} == {5: (1, 2), 7: (1, 1), 0: (0, 0)}
    assert is_won(played_match("club", 0, (3, 1))) is True


def test_parts_are_added_up_with_the_luck_that_is_known() -> None:
    own = own_matches(HISTORY)
    assert len(own) == 5
    assert astuple(sum_parts(own, "race")) == ("race", 100, pytest.approx(0.5), pytest.approx(-1.25))
    assert [part.name for part in by_part(HISTORY)] == ["all", "race"]
    older = PlayedMatch("old", 1, you=0, sides=(Side("", 0, (Part("race", 10, 1.0),)), Side()))
    assert sum_parts([older], "race").luck is None
    added = astuple(sum_parts([*own, older], "race"))
    assert added == (
        "race",
        110,
        pytest.approx(1.5),
        pytest.approx(-1.25),
    )


def test_dice_are_those_of_both_sides_and_older_matches_say_none() -> None:
    mine, theirs = dice_counts((*HISTORY, PlayedMatch("old", 1, you=0)))
    assert mine == tuple(5 * count for count in DICE)
    assert theirs == (0, 0, 0, 0, 0, 10, 5)
    assert dice_counts((PlayedMatch("old", 1, you=0),)) == ((), ())


@given(st.integers(0, 400))
def test_the_range_of_honest_dice_is_the_exact_one(tries: int) -> None:
    """Each tail holds at most 1/40 of the binomial distribution (in whole numbers), and more if one wider."""
    low, high = fair_range(tries)
    ways = [comb(tries, count) * 5 ** (tries - count) for count in range(tries + 1)]
    total = 6**tries
    assert 40 * sum(ways[:low]) <= total < 40 * sum(ways[: low + 1])
    assert 40 * sum(ways[high + 1 :]) <= total < 40 * sum(ways[high:])


def _analyse_match(page: Page) -> PlayedMatch:
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    (entry,) = load_figures(kept_texts(page)[side_store.FIGURES])
    page.send(Command("close"))
    return entry


@pytest.mark.parametrize("kind", ["json", "mat", "sgf"])
def test_a_match_of_ones_own_stays_so_when_its_file_is_analysed(kind: str) -> None:
    page = finished_match()
    own = _analyse_match(page)
    page.send(Command("save-as", kind))
    (saved,) = [effect for effect in page.effects if isinstance(effect, Download)]
    later = new_page()
    later.send(StoreLoaded(tuple(kept_texts(page).items()), today=20_001))
    later.send(TextReceived(saved.text))
    again = _analyse_match(later)
    assert (again.id, again.day, again.analysed) == (own.id, own.day, own.analysed + 1)
    assert (again.you, again.level) == (own.you, own.level) == (0, "club")


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2011.03.04", 15_037),
        ("2011-03-04", 15_037),
        *((written, 20_000) for written in ("2011.??.??", "2011.02.30", "1960.01.01", "2999.01.01")),
    ],
)
def test_a_match_stands_at_the_day_that_its_file_gives(written: str, day: int) -> None:
    """A file may have no full date, or a wrong one: then it is the day of the analysis."""
    page = finished_match()
    page.send(Command("save-as", "mat"))
    (saved,) = [effect for effect in page.effects if isinstance(effect, Download)]
    other = new_page()
    other.send(StoreLoaded((), today=20_000))
    other.send(TextReceived(f'; [EventDate "{written}"]\n{saved.text}'))
    assert _analyse_match(other).day == day


def test_it_is_ones_own_side_also_where_a_file_names_the_players_the_other_way_round() -> None:
    one, other = Side("Ann", 1.0, dice=DICE), Side("Bob", -1.0, dice=(0, 0, 0, 0, 0, 10, 5))
    before = PlayedMatch("a", 1, you=0, sides=(one, other), level="club", analysed=2)
    turned = with_earlier_analysis(PlayedMatch("a", 2, sides=(other, one)), before)
    assert (turned.you, turned.level, turned.analysed) == (1, "club", 3)
    known = PlayedMatch("a", 2, you=1, sides=(one, other), level="expert")
    assert with_earlier_analysis(known, before).you == 1
    assert with_earlier_analysis(known, before).level == "expert"
