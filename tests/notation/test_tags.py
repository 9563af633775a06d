"""Match files carry what other programs have no place for: who has White, and rules without effect."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation.games import BEAVERS
from strategies import rules

from backgammon.core.match import OpeningRoll, new_match
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.notation.mat import format_mat, parse_mat
from backgammon.notation.record import Game, Record
from backgammon.notation.sgf import format_sgf, parse_sgf

Write = Callable[[Record], str]
Read = Callable[[str], Record]
FORMATS = pytest.mark.parametrize(("write", "read"), [(format_mat, parse_mat), (format_sgf, parse_sgf)])


@FORMATS
@given(rules=rules, length=st.sampled_from((0, 1, 5)), white=st.integers(0, 1))
def test_all_rules_and_who_has_white_are_read_back(
    write: Write, read: Read, rules: Rules, length: int, white: int
) -> None:
    record = Record(start=new_match(rules, length, white), games=(Game((OpeningRoll(4, 2),)),))
    again = read(write(record))
    named = replace(record.start, rules=replace(rules, name=again.start.rules.name))
    assert again == replace(record, start=named)
    assert again.event == ()


@FORMATS
@pytest.mark.parametrize("length", [0, 1, 5])
@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_a_preset_keeps_its_name_for_money_and_in_a_match(
    write: Write, read: Read, preset: Rules, length: int
) -> None:
    record = Record(start=new_match(preset, length))
    assert read(write(record)).start.rules == preset


@FORMATS
def test_a_name_that_the_rules_of_a_file_do_not_fit_has_no_effect(write: Write, read: Read) -> None:
    for own in (replace(PRESETS["nynorsk"], cube_limit=8), replace(STANDARD, name="house")):
        text = write(Record(start=new_match(own, 5)))
        assert "name=" not in text
        assert replace(read(text).start.rules, name=own.name) == own
    changed = write(Record(start=new_match(PRESETS["nynorsk"], 5))).replace("name=", "lapse=True, name=")
    assert read(changed).start.rules == custom(lapse=True)


@FORMATS
def test_what_needs_no_tag_has_none(write: Write, read: Read) -> None:
    for start in (new_match(length=5), new_match(), new_match(custom(crawford=False), 3)):
        assert "Rules" not in write(Record(start=start))
        assert "White" not in write(Record(start=start))
    assert format_mat(Record(start=start)).startswith('; [Crawford "Off"]\n\n 3 point match\n')


def test_rules_without_effect_in_tags_of_other_programs_are_left_out() -> None:
    text = '; [Jacoby "On"]\n; [Beaver "On"]\n; [White "Ann"]\n 5 point match\n Game 1\n Ann : 0  Bob : 0\n'
    record = parse_mat(f"{text} 1) 31: 8/5 6/5")
    assert record.start.rules == STANDARD
    assert record.start.white == 0
    assert record.event == (("White", "Ann"),)


def test_a_file_of_an_older_build_with_raccoons_in_a_match_is_read() -> None:
    text = '; [Rules "raccoons=True"]\n 5 point match\n Game 1\n Ann : 0  Bob : 0\n  1) 31: 8/5 6/5\n'
    assert parse_mat(text).start.rules.raccoons


def test_tags_of_money_play_say_nothing_about_a_match() -> None:
    text = format_mat(Record(start=new_match(BEAVERS)))
    assert parse_mat(text.replace(" 0 point match", " 5 point match")).start.rules == STANDARD


@pytest.mark.parametrize(
    ("told", "limit", "cube"), [("64", 64, True), ("1024", 0, True), ("1", 0, False), ("no", 0, True)]
)
def test_the_limit_of_the_cube_in_a_tag_of_extreme_gammon(told: str, limit: int, cube: bool) -> None:
    text = f'; [CubeLimit "{told}"]\n 5 point match\n Game 1\n Ann : 0  Bob : 0\n 1) 31: 8/5 6/5'
    record = parse_mat(text)
    assert (record.start.rules.cube_limit, record.start.rules.cube) == (limit, cube)
    assert [remark.key for remark in record.remarks] == ["passed-over"] * (told == "no")


@pytest.mark.parametrize("told", ["Standard", "Standard=yes", "lapse=True, house=True"])
def test_rules_in_the_words_of_another_program_stay_its_tag(told: str) -> None:
    record = parse_mat(f'; [Rules "{told}"]\n 5 point match\n Game 1\n Ann : 0  Bob : 0\n 1) 31: 8/5 6/5')
    assert (record.event, record.start.rules, record.remarks) == ((("Rules", told),), STANDARD, ())
