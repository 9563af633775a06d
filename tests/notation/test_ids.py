"""IDs: parse and format are inverse, errors name the place, and only reachable set-ups make a match."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from notation.strategies import positions, reset_fields, setups

from backgammon.core.errors import BackgammonError
from backgammon.core.match import (
    Accepted,
    Doubled,
    OpeningRoll,
    Phase,
    Played,
    Resigned,
    Took,
    apply,
    new_match,
    replay,
)
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS, STANDARD, custom
from backgammon.notation import detect
from backgammon.notation.detect import parse_anything
from backgammon.notation.diagram import format_diagram
from backgammon.notation.errors import NotationError
from backgammon.notation.gnuid import format_gnu_id, format_match_id, parse_gnu_id, parse_match_id
from backgammon.notation.ogid import format_ogid, parse_ogid
from backgammon.notation.setup import NO_CUBE, Setup
from backgammon.notation.xgid import format_xgid, parse_xgid


@given(setups())
def test_a_set_up_makes_a_match_that_makes_it_again(setup: Setup) -> None:
    assert Setup.of(setup.to_match()) == setup


@pytest.mark.parametrize("write", [format_xgid, format_ogid, format_gnu_id, format_diagram])
def test_a_match_and_a_position_are_written_as_their_set_up(write: Callable[[object], str]) -> None:
    match = apply(new_match(length=5), OpeningRoll(3, 1))
    assert write(match) == write(Setup.of(match))
    assert write(Position.start()) == write(Setup())
    with pytest.raises(BackgammonError, match="give a Setup, a Match or a Position, not tuple"):
        write(Position.start().points)


@given(setups())
def test_xgid(setup: Setup) -> None:
    said = reset_fields(setup, "resigned")
    assert parse_xgid(format_xgid(said)) == said
    assert format_xgid(parse_xgid(format_xgid(said))) == format_xgid(said)


@given(setups())
def test_gnu_id(setup: Setup) -> None:
    said = reset_fields(setup, "cube_limit", "beavers")
    read = parse_gnu_id(format_gnu_id(said))
    assert replace(read, beavers=False) == said
    assert parse_match_id(format_match_id(said), said.points) == read


@given(setups())
def test_ogid(setup: Setup) -> None:
    said = reset_fields(setup, "resigned", "jacoby", "beavers")
    if said.cube_limit > 1:
        said = replace(said, cube_limit=0)
    if said.phase in (Phase.BEAVERED, Phase.RACCOONED):
        with pytest.raises(NotationError):
            format_ogid(said)
    else:
        assert parse_ogid(format_ogid(said)) == said


@given(positions())
def test_a_position_id_alone_is_read_for_money(position: Position) -> None:
    assert parse_gnu_id(position.gnu_id) == Setup(points=position.points)


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("cBEAAAAAAAAA", Setup(on_roll=1, phase=Phase.DOUBLED, jacoby=True)),
        ("QRkAAAAAAAAE", Setup(on_roll=1, phase=Phase.BEAVERED, cube=2, cube_owner=0, beavers=True)),
        ("QhEAAAAAAAAE", Setup(on_roll=1, phase=Phase.RACCOONED, cube=4, cube_owner=0, beavers=True)),
        ("8EGgAEAAEAAE", Setup(on_roll=1, length=5, score=(4, 2), crawford=True, resigned=2)),
        (
            "sKmqAEAAEAAE",
            Setup(phase=Phase.TO_PLAY, dice=(5, 2), length=5, score=(4, 2), crawford=True, resigned=1),
        ),
        ("UQnrACAAGAAE", Setup(1 * Position.start().points, 1, Phase.TO_PLAY, (6, 2), 2, 1, (2, 3), 7)),
    ],
)
def test_match_ids_that_gnubg_has_printed(text: str, of: Setup) -> None:
    assert parse_match_id(text) == of
    assert format_match_id(of) == text
    assert not of.length or parse_match_id(f"{text[:-1]}A") == of  # as before there was the last bit


def test_a_match_under_way_is_seen_by_the_player_on_roll() -> None:
    state = replay(new_match(length=7), [OpeningRoll(2, 6), Played(((24, 18), (13, 11))), Doubled()])
    assert format_xgid(Setup.of(state)) == "XGID=-a----EaC---dEa--c-e----B-:0:0:1:D:0:0:0:7:10"
    resigned = Setup.of(apply(state, Resigned(1)))
    assert resigned == replace(Setup.of(state), resigned=1)


def test_before_the_opening_roll_it_is_player_0_to_roll() -> None:
    assert Setup.of(new_match()) == Setup()


def test_there_is_no_set_up_of_a_finished_game() -> None:
    over = replay(new_match(), [OpeningRoll(3, 1), Resigned(1), Accepted()])
    with pytest.raises(BackgammonError, match="over"):
        Setup.of(over)


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        (Setup(points=(0,) * 6 + (16,) + (0,) * 19), "16 checkers"),
        (Setup(points=(0, 2) + (0,) * 24), "borne off all"),
        (Setup(length=5, score=(5, 0)), "is over"),
        (Setup(length=100), "1 to 99"),
        (Setup(crawford=True), "money play"),
        (Setup(length=5, score=(3, 0), crawford=True), "no score of a Crawford game"),
        (Setup(length=5, jacoby=True), "Jacoby"),
        (Setup(cube=3, cube_owner=0), "power of two"),
        (Setup(cube_owner=0), "cube of 1"),
        (Setup(length=5, cube=2), "has an owner"),
        (Setup(length=5, score=(4, 0), crawford=True, cube=2, cube_owner=0), "Crawford"),
        (Setup(cube=8, cube_owner=0, cube_limit=4), "limit"),
        (Setup(phase=Phase.OPENING), "decision"),
        (Setup(phase=Phase.TO_PLAY), "dice"),
        (Setup(dice=(3, 1)), "dice"),
        (Setup(phase=Phase.TO_PLAY, dice=(0, 7)), "1 to 6"),
        (Setup(resigned=4), "1, 2 or 3"),
        (Setup(phase=Phase.DOUBLED, cube=2, cube_owner=1), "opponent"),
        (Setup(phase=Phase.BEAVERED, cube=2, cube_owner=1), "not played"),
        (Setup(phase=Phase.BEAVERED, cube=2, cube_owner=0, beavers=True), "keeps"),
        (Setup(phase=Phase.BEAVERED, cube=2, cube_owner=1, beavers=True, length=5), "money"),
        (Setup(on_roll=2), "0 or 1"),
    ],
)
def test_a_set_up_that_no_game_reaches_makes_no_match(setup: Setup, rule: str) -> None:
    with pytest.raises(BackgammonError, match=rule):
        setup.to_match()


@pytest.mark.parametrize(
    "setup",
    [
        Setup(phase=Phase.TO_PLAY, dice=(9, 9)),
        Setup(phase=Phase.TO_PLAY, dice=(3,)),  # type: ignore[arg-type]
        Setup(phase=Phase.TO_PLAY),
        Setup(phase=Phase.DOUBLED, dice=(3, 1)),
        Setup(points=Position.start().points[:9]),
        Setup(on_roll=5),
        Setup(cube=2, cube_owner=5),
        Setup(length=-3),
        Setup(score=(1,)),  # type: ignore[arg-type]
        Setup(score=(-1, 0)),
    ],
)
@pytest.mark.parametrize("write", [format_xgid, format_gnu_id, format_ogid, format_diagram])
def test_values_that_cannot_be_are_not_written(write: Callable[[Setup], str], setup: Setup) -> None:
    with pytest.raises(BackgammonError):
        write(setup)


@pytest.mark.parametrize(
    ("setup", "crawford_game", "crawford_done"),
    [
        (Setup(length=5, score=(3, 0)), False, False),
        (Setup(length=5, score=(4, 0), crawford=True), True, False),
        (Setup(length=5, score=(4, 0)), False, True),
        (Setup(length=1), True, False),
        (Setup(length=1, crawford=True), True, False),
    ],
)
def test_a_set_up_one_point_away_is_the_crawford_game_or_after_it(
    setup: Setup, crawford_game: bool, crawford_done: bool
) -> None:
    match = setup.to_match()
    assert (match.crawford_game, match.crawford_done) == (crawford_game, crawford_done)


def test_a_set_up_takes_the_other_rules_from_a_preset() -> None:
    rules = Setup(jacoby=True).to_match(PRESETS["leaflet"]).rules
    assert rules.lapse
    assert rules.jacoby


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10", 39, "two dice"),
        ("XGID=-b----E-C---eE---c-e----B?:0:0:1:00:0:0:0:0:10", 31, "A to P"),
        ("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:9:0:10", 41, "Jacoby"),
        ("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:5:10", 41, "Crawford"),
        ("-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", 32, "turn"),
        ("-b----E-C---eE---c-e----B-:99:0:1:00:0:0:0:0:10", 28, "power of two"),
        ("A-----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", 1, "top player's"),
        ("-b----E-C---eE---c-e----Bb:0:0:1:00:0:0:0:0:10", 26, "bottom player's"),
        ("-b----E-C---eE---c-e----B-", 1, "9 to 10 fields"),
        ("-b--:0:0:1:00:0:0:0:0", 1, "26 places"),
        ("-b----E-C---eE---c-e----B-:1:-1:1:DB:0:0:2:0:10", 35, "two dice"),
        ("x" * 5000, 1, "at most 200"),
    ],
)
def test_errors_in_an_xgid(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as caught:
        parse_xgid(text)
    assert caught.value.column == column
    assert repr(text[column - 1])[1] in str(caught.value)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("4HPwATDgc/ABM", 1, "14 base64 characters"),
        ("4HPwATDgc/ABMA:cAk", 16, "a GNU match ID"),
        ("////////////AA", 1, "2 × 25 points"),
        ("4HPwATDgc/ABMA:IAAAAAAAAAAA", 16, "a match ID whose cube"),
        ("4HPwATDgc/ABMA:MIEHAAAAAAAE", 16, "two dice from 1 to 6"),  # 7 and 1
        ("4HPwATDgc/ABMA:MAEMAAAAAAAE", 16, "two dice from 1 to 6"),  # 0 and 3
        ("4HPwATDgc/ABMA:MJkFAAAAAAAE", 16, "two dice from 1 to 6"),  # 3 and 1 under a double
        ("4HPwATDgc/ABMA:MAIAAAAAAAAE", 16, "a game still played"),
        ("4HPwATDgc/ABMA:MAkAAAAAAAAE", 16, "the player on roll decides"),
        ("", 1, "14 base64 characters"),
        ("4HPwATDgc/ABM-", 1, "14 base64 characters"),
    ],
)
def test_errors_in_a_gnu_id(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as caught:
        parse_gnu_id(text)
    assert caught.value.column == column
    assert str(caught.value).count("GNU position ID") <= 1


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("11ccccchhhjjjjj:66666888dddddoo:N0X", 33, "the cube"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N:77", 37, "two dice"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::X", 38, "W or B"),
        ("11ccccchhhjjjjj:66666888ddddd1o:N0N", 30, "without the other side"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::W::0:0:5CL", 45, "letter"),
        ("11ccccchhhjjjjj", 1, "fields"),
    ],
)
def test_errors_in_an_ogid(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as caught:
        parse_ogid(text)
    assert caught.value.column == column


def test_an_ogid_holds_the_score_of_a_long_session() -> None:
    long = Setup(score=(99_999, 1_000))
    assert parse_ogid(format_ogid(long)) == long
    with pytest.raises(NotationError, match="99999"):
        format_ogid(Setup(score=(100_000, 0)))


def test_ogid_reads_what_opengammon_writes() -> None:
    setup = parse_ogid("11ccccchhhjjjjj:66666888dddddoo:N0N:63:W:IW:4:3:7:1:15")
    assert (setup.on_roll, setup.dice, setup.score, setup.length) == (1, (6, 3), (4, 3), 7)
    assert parse_ogid("11ccccchhhjjjjj:66666888dddddoo:W1O::W:D:2:0:3C:9").phase is Phase.DOUBLED
    assert parse_ogid("11:oo:D0N::B::0:0:5L").cube_limit == 1


@pytest.mark.parametrize(
    ("told", "length", "crawford"),
    [
        ("7", 7, False),
        ("7L", 7, False),
        ("7C", 7, True),
        ("7G9", 7, False),
        ("7G9C", 7, True),
        ("", 0, False),
    ],
)
def test_the_length_in_an_ogid(told: str, length: int, crawford: bool) -> None:
    setup = parse_ogid(f"11ccccchhhjjjjj:66666888dddddoo:N0N::W::0:6:{told}")
    assert (setup.length, setup.crawford) == (length, crawford)
    assert format_ogid(setup).split(":")[8] == ("7C" if crawford else "7L" if length else "0")


def test_the_offers_of_an_xgid() -> None:
    board = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:{}:0:0:2:0:10"
    for sign, phase in (("D", Phase.DOUBLED), ("B", Phase.BEAVERED), ("R", Phase.RACCOONED)):
        read = parse_xgid(board.format(sign * 2))
        assert (read.phase, format_xgid(read)) == (phase, board.format(sign))


def test_a_taken_cube_has_its_owner() -> None:
    state = replay(new_match(length=3), [OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Doubled(), Took()])
    assert Setup.of(state).cube_owner == 0
    assert format_ogid(Setup.of(state)).split(":")[2] == "W1N"


def test_the_highest_cube_of_an_xgid() -> None:
    board = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:"
    limits = {limit: parse_xgid(board + limit).cube_limit for limit in ("0", "10", "3", "00")}
    assert limits == {"0": 0, "10": 0, "3": 8, "00": NO_CUBE}
    assert format_xgid(Setup(cube_limit=NO_CUBE)) == f"{board}00"
    without = custom(STANDARD, cube=False)
    assert not parse_xgid(f"{board}0").to_match(without).rules.cube


def test_a_limit_that_no_cube_of_an_id_can_reach_is_none() -> None:
    assert parse_xgid(format_xgid(Setup(cube_limit=2**31))).cube_limit == 0


IN_TEXTS = [
    "look at XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 please",
    "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10, isn’t it?",
    "<b>XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10</b>",
    '(see "xgid=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10").',
    "(4HPwATDgc/ABMA:MAEAAAAAAAAE)",
    "https://example.org/?gnuid=4HPwATDgc/ABMA:MAEAAAAAAAAE&size=480",
    "GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n   Match ID   : MAEAAAAAAAAE\n +12-11",
    "Position ID: <tt>4HPwATDgc/ABMA</tt> Match ID: <tt>MAEAAAAAAAAE</tt><br>",
    "4HPwATDgc/ABMA:MAEAAAAAAAAE",
    "4HPwATDgc/ABMA",
    "GNUID=4HPwATDgc/ABMA",
    "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N::B::0:0:0:0",
    "11ccccchhhjjjjj:66666888dddddoo:N0N::B",
]


@pytest.mark.parametrize("text", IN_TEXTS)
def test_an_id_is_found_in_any_text(text: str) -> None:
    assert parse_anything(text) == Setup()


@pytest.mark.parametrize("text", IN_TEXTS)
@pytest.mark.parametrize("before", [" \n" * 5000, "Backgammonfans of 12:30:45, in all;\n" * 300, "="])
def test_an_id_is_found_far_into_a_text_and_its_error_has_the_same_place(text: str, before: str) -> None:
    assert parse_anything(f"{before}\n{text}\n{before}") == Setup()
    assert parse_anything(f"{text}\n{before}") == Setup()


@pytest.mark.parametrize("noise", ["a", " ", "\n", "0", "x y ", "12:30:45 ", "1;0;0;2;\n", "Backgammonfans "])
def test_a_huge_text_without_an_id_is_not_searched_at_every_place(
    noise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of 15 MB that is no match froze the page for seconds."""
    places: list[int] = []

    class Counted:
        """A pattern that notes from where on it is searched."""

        def __init__(self, pattern: re.Pattern[str]) -> None:
            self.pattern = pattern.pattern

        def finditer(self, text: str, begin: int = 0) -> Iterator[re.Match[str]]:
            places.append(len(text) - begin)
            return re.finditer(self.pattern, text[begin:])

    ids: dict[Any, Any] = {Counted(pattern): parse for pattern, parse in detect._IDS.items()}
    for counted, pattern in zip(ids, detect._IDS, strict=True):
        monkeypatch.setitem(detect._TRACES, counted, detect._TRACES[pattern])
    monkeypatch.setattr(detect, "_IDS", ids)
    with pytest.raises(NotationError, match="a match file"):
        parse_anything(noise * 5000)
    assert len(places) == len(ids)
    assert max(places) <= 500


@pytest.mark.parametrize(
    ("position", "match", "place"),
    [("4HPwATDgc-ABMA", "MAEAAAAAAAAE", (2, 14)), ("4HPwATDgc/ABMA", "QiNg", (3, 14))],
)
def test_an_error_in_a_printed_id_names_its_place(position: str, match: str, place: tuple[int, int]) -> None:
    text = f"Move 7\nPosition ID: {position}\nMatch ID   : {match:A<12}\n"
    with pytest.raises(NotationError) as caught:
        parse_anything(text)
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(("before", "place"), [("", (0, 39)), ("Look: ", (0, 45)), ("Look\nhere: ", (2, 45))])
def test_an_error_in_an_id_names_its_place_in_the_text(before: str, place: tuple[int, int]) -> None:
    with pytest.raises(NotationError, match="two dice") as caught:
        parse_anything(f"{before}XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10")
    assert (caught.value.line, caught.value.column) == place


def test_what_looks_like_nothing() -> None:
    with pytest.raises(NotationError, match="a match file"):
        parse_anything("hello")
