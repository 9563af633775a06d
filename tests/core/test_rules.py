"""Rule sets: the presets' fields that no play shows, and changes of rules."""

import inspect
from typing import Any

import pytest
import strategies
from hypothesis import given

import backgammon
from backgammon import PRESETS, ROLLS, STANDARD, WEIGHTS, Rules, RulesError, custom, legal_plays
from backgammon.core.position import START
from backgammon.core.rules import BearOff, PlayTo

PLAY_TO = {
    "standard": PlayTo.MATCH,
    "trikktrakk": PlayTo.MONEY,
    "ga207": PlayTo.TOURNAMENT,
    "leaflet": PlayTo.MONEY,
    "nynorsk": PlayTo.MATCH,
    "tryktrak": PlayTo.MATCH,
}
"""What the sheets say; a rule set that is not from them needs no line here."""


def test_what_is_played_to() -> None:
    assert {name: PRESETS[name].play_to for name in PLAY_TO} == PLAY_TO


def test_all_sheets_but_ga207_have_a_cube_without_limit() -> None:
    assert [name for name in PLAY_TO if not PRESETS[name].cube] == ["ga207"]
    assert not any(PRESETS[name].cube_limit for name in PLAY_TO)


def test_no_sheet_has_what_is_optional() -> None:
    for rules in map(PRESETS.get, PLAY_TO):
        assert rules
        assert rules.crawford
        assert not any([rules.jacoby, rules.beavers, rules.raccoons, rules.automatic_doubles])


def test_rules_read_well_where_signatures_and_errors_show_them() -> None:
    assert repr(STANDARD) == "Rules()"
    assert repr(custom(jacoby=True)) == "Rules(name='custom', jacoby=True)"
    assert "rules: backgammon.core.rules.Rules = Rules()" in str(inspect.signature(legal_plays))


@given(strategies.rules)
def test_rules_are_written_as_a_program_makes_them(rules: Rules) -> None:
    assert eval(repr(rules), vars(backgammon)) == rules


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_itself(name: str) -> None:
    rules = PRESETS[name]
    assert rules.name == name
    assert custom(rules) is rules


def test_a_changed_field_makes_it_custom_and_changing_it_back_does_not() -> None:
    changed = custom(PRESETS["leaflet"], lapse=False)
    assert (changed.name, changed.lapse, changed.bear_off) == ("custom", False, BearOff.EXACT)
    assert custom(changed, lapse=True) is PRESETS["leaflet"]
    as_leaflet = custom(STANDARD, bear_off="exact", lapse=True, opening="white", play_to="money")
    assert as_leaflet is PRESETS["leaflet"]


@given(strategies.customs)
def test_custom_rules_change_no_further(rules: Rules) -> None:
    assert custom(rules) == rules
    assert rules.name == "custom" or PRESETS[rules.name] is rules


@pytest.mark.parametrize(
    "fields",
    [
        {"bearoff": "exact"},
        {"name": "mine"},
        {"bear_off": "sometimes"},
        {"cube": 1},
        {"cube_limit": True},
        {"cube_limit": 1},
        {"cube_limit": 6},
        {"cube_limit": -2},
        {"automatic_doubles": 7},
        {"automatic_doubles": -1},
        {"automatic_doubles": 1.0},
        {"raccoons": True},
        {"opening": None},
    ],
)
def test_what_is_no_rule(fields: dict[str, object]) -> None:
    with pytest.raises(RulesError) as caught:
        custom(**fields)
    assert any(str(word) in str(caught.value) for pair in fields.items() for word in pair)


@pytest.mark.parametrize("fields", [{"opening": "keep"}, {"bear_off": "?"}, {"cube": 1}, {"start": [*START]}])
def test_rules_are_not_made_of_other_types(fields: dict[str, Any]) -> None:
    """The text of an enum's value would look right and play by another rule."""
    with pytest.raises(RulesError, match="is of the type"):
        Rules(**fields)


def test_the_21_rolls() -> None:
    assert len(set(ROLLS)) == 21
    assert sum(WEIGHTS) == 36
    assert all(high >= low for high, low in ROLLS)
