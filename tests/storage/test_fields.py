"""Rules as saved, by field: older data may lack some, and later builds may add names."""

from dataclasses import replace

import pytest
from strategies import THREE

from backgammon.core.rules import PRESETS, STANDARD, custom
from backgammon.storage.fields import rules_data, rules_of


def test_rules_of_ones_own_stay_so_where_a_preset_has_come_to_be_like_them() -> None:
    rules = replace(PRESETS["ga207"], name="custom")
    assert rules_of(rules_data(rules)) == rules


def test_only_a_starting_position_of_its_own_is_written() -> None:
    assert "start" not in rules_data(STANDARD)
    assert rules_data(THREE)["start"] == list(THREE.start)


@pytest.mark.parametrize("name", [*rules_data(STANDARD)][1:])
def test_a_rule_that_older_data_lacks_is_as_in_the_standard(name: str) -> None:
    mine = custom(backgammon="bar", opening="reroll", cube=False, cube_limit=64, automatic_doubles=2)
    data = rules_data(mine)
    del data[name]
    assert rules_of(data) == custom(mine, **{name: getattr(STANDARD, name)})
