"""Files of eXtreme Gammon are read: whole matches and positions; damage and impossible plays are told."""

import tracemalloc
import zlib
from contextlib import suppress
from dataclasses import replace
from datetime import date
from struct import pack
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation.games import BEAVERS, JACOBY, MONEY, RACCOONS, random_match
from strategies import THREE

from backgammon.core.errors import BackgammonError
from backgammon.core.match import Accepted, Awarded, Doubled, Dropped, Phase, Played, Resigned, Rolled, Took
from backgammon.core.position import flip_points
from backgammon.core.rules import STANDARD, Rules, custom
from backgammon.data.file_text import file_text
from backgammon.notation.detect import parse_anything
from backgammon.notation.errors import DamagedFile, NotationError
from backgammon.notation.record import Record
from backgammon.notation.setup import Setup
from backgammon.notation.xg import parse_xg
from lab.fuzz.xg_files import (
    READ,
    SIZE,
    archive,
    cube_action,
    end,
    game,
    header,
    play,
    record_of,
    rtf,
    xg_file,
)

START = STANDARD.start
RULES = [
    (STANDARD, 7),
    (STANDARD, 1),
    (custom(STANDARD, crawford=False), 3),
    (MONEY, 0),
    (JACOBY, 0),
    (BEAVERS, 0),
    (RACCOONS, 0),
    (THREE, 5),
]


def read(*records: bytes, comments: bytes = b"") -> Record:
    found = parse_xg(archive(b"".join(records), comments))
    assert isinstance(found, Record)
    return found


@pytest.mark.parametrize(("rules", "length"), RULES)
@pytest.mark.parametrize("seed", range(2))
def test_a_match_is_read_as_it_was_played(rules: Rules, length: int, seed: int) -> None:
    record = random_match(seed, rules, length, 5)
    found = parse_anything(file_text(xg_file(record)))
    assert isinstance(found, Record)
    assert found.remarks == ()
    assert found.players == record.players
    assert replace(found.start, rules=record.start.rules) == record.start
    assert found.end.score == record.end.score
    for told, meant in zip(found.games, record.games, strict=True):
        actions = list(meant.actions)
        if any(isinstance(action, Resigned) for action in actions):
            continue  # the file says only how many points it cost
        while actions and not isinstance(actions[-1], Played | Dropped):
            actions.pop()  # what came of this is not in the file
        assert list(told.actions) == actions


OPENED = play(0, START, (3, 1), (7, 4, 5, 4))
"""The first roll of a game: player 0 makes the five point."""
FOOTER = record_of(5)
"""The last record of a file, of which nothing is read."""
AFTER = (0, -2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
"""The position after it, seen by player 0."""


def test_what_the_header_says() -> None:
    about: dict[str, Any] = {"event": ("Tallinn Open", "Kopli", "Final"), "day": date(2026, 11, 28)}
    record = read(header(("Zoë Ñ", "Łukasz"), 5, **about), game(1, (0, 0)), OPENED)
    assert record.players == ("Zoë Ñ", "Łukasz")
    assert record.start.length == 5
    assert dict(record.event) == {
        "Event": "Tallinn Open",
        "Site": "Kopli",
        "Round": "Final",
        "EventDate": "2026.11.28",
    }
    old = read(header(("Zoë", "Bob"), 5, version=20, **about), game(1, (0, 0)), OPENED)
    assert (old.players, old.event) == (("Zoë", "Bob"), record.event)
    assert read(header(("", ""), 0, limit=6), game(1, (0, 0)), OPENED).players == ("Player 1", "Player 2")
    for version, told in ((30, (("Transcriber", "Łódź"),)), (28, ())):
        begin = header(("", ""), 5, version=version, transcriber="Łódź")
        assert read(begin, game(1, (0, 0)), OPENED).event == told


def test_rules_of_a_session() -> None:
    told = header(("Ann", "Bob"), 0, jacoby=True, beavers=True, doubles=2, limit=6)
    rules = read(told, game(1, (3, 1)), OPENED).start.rules
    assert (rules.jacoby, rules.beavers, rules.automatic_doubles, rules.cube_limit) == (True, True, 2, 64)


def test_a_limit_of_the_cube_that_the_file_does_not_say_is_the_callers() -> None:
    content = archive(header(("Ann", "Bob"), 0) + game(1, (0, 0)) + OPENED)
    found = parse_xg(content, custom(cube_limit=64))
    assert isinstance(found, Record)
    assert found.start.rules.cube_limit == 64


def test_money_games_of_a_site_that_says_their_cube_limit_as_the_length() -> None:
    for length, crawford, wanted in ((16, True, (0, 16)), (16, False, (16, 0)), (7, True, (7, 0))):
        told = header(("", ""), length, crawford=crawford, event=("", "BackgammonGalaxy", ""))
        start = read(told, game(1, (0, 0)), OPENED).start
        assert (start.length, start.rules.cube_limit) == wanted


SHUT_OUT = (0, -3, 0, 0, 0, 4, 5, 0, 5, *(0,) * 10, *(-2,) * 6, 1)
"""Player 0 is on the bar, against a closed board."""


@pytest.mark.parametrize("places", [(), (0, 0, 0, 0), (1, 1, 1, 1)])
def test_a_roll_that_cannot_be_played(places: tuple[int, ...]) -> None:
    record = read(header(("", ""), 5), game(1, (0, 0), SHUT_OUT), play(0, SHUT_OUT, (3, 1), places))
    assert record.start.position.points == SHUT_OUT
    assert record.games[0].actions == (Rolled((3, 1)), Played(()))


def test_records_that_belong_to_no_game_are_passed_over() -> None:
    opened = game(1, (0, 0)), OPENED
    wanted = read(header(("Ann", "Bob"), 5), *opened)
    assert read(header(("Ann", "Bob"), 5), OPENED, *opened, FOOTER) == wanted
    assert read(header(("Ann", "Bob"), 5)) == replace(wanted, games=())


def test_checkers_enter_and_are_borne_off() -> None:
    points = (0, -2, *(0,) * 20, -13, 0, 0, 1)
    entered = read(header(("", ""), 5), game(1, (0, 0), points), play(0, points, (3, 2), (24, 22, 22, 19)))
    assert entered.games[0].actions[-1] == Played(((25, 23), (23, 20)))
    points = (0, 0, 2, 0, 1, *(0,) * 19, -15, 0)
    for places in ((3, -1, 1, -1), (3, -2, 1, -4)):
        borne_off = read(header(("", ""), 5), game(1, (0, 0), points), play(0, points, (5, 6), places))
        assert borne_off.games[0].actions[-1] == Played(((4, 0), (2, 0)))


def test_games_end_by_a_drop_a_resignation_or_a_score() -> None:
    begin = header(("Ann", "Bob"), 7)
    drop = cube_action(1, AFTER, 0, 1, 0)
    record = read(
        begin,
        *(game(1, (0, 0)), OPENED, drop, end((0, 1), 1, 1, 0)),
        *(game(2, (0, 1)), OPENED, end((2, 1), 0, 2, 102)),
        *(game(3, (2, 1)), OPENED),  # this one has no end: the next one says what came of it
        *(game(4, (2, 5)), OPENED),
    )
    assert [each.actions[-1] for each in record.games[:2]] == [Dropped(), Accepted()]
    assert record.games[1].actions[-2] == Resigned(2)
    assert record.end.score == (2, 5)
    assert record.end.phase is Phase.TO_ROLL
    assert [remark.key for remark in record.remarks] == ["score"]


def test_a_match_may_begin_at_a_score() -> None:
    for is_crawford in (True, False):
        record = read(header(("", ""), 5), game(3, (4, 2), crawford=is_crawford), OPENED)
        assert (record.start.score, record.start.crawford_game) == ((4, 2), is_crawford)


RACE = (0, 0, 2, 2, 2, 2, 2, 5, *(0,) * 10, *(-2,) * 6, -3, 0)


@pytest.mark.parametrize("length", [0, 5])
def test_a_game_from_a_position_may_begin_with_a_double(length: int) -> None:
    record = read(
        header(("", ""), length),
        game(1, (0, 0), RACE),
        cube_action(0, RACE, 0, 1, 1),
        play(0, RACE, (2, 1), (6, 4, 6, 5), -1),
    )
    assert record.remarks == ()
    assert record.games[0].actions == (Doubled(), Took(), Rolled((2, 1)), Played(((7, 5), (7, 6))))


def test_a_game_from_a_position_may_be_broken_off() -> None:
    rolls = play(0, RACE, (2, 1), (6, 4, 6, 5))
    record = read(header(("", ""), 5), game(1, (0, 0), RACE), rolls, game(2, (0, 2)), OPENED)
    assert [each.actions[-1] for each in record.games] == [Awarded(1, (0, 2)), Played(((8, 5), (6, 5)))]


def test_a_later_game_from_a_position_is_left_out() -> None:
    record = read(
        header(("", ""), 5),
        *(game(1, (0, 0)), OPENED, end((1, 0), 0, 1)),
        *(game(2, (1, 0), RACE), play(0, RACE, (2, 1), (6, 4, 6, 5)), end((3, 0), 0, 2)),
        *(game(3, (3, 0)), OPENED),
    )
    assert [(remark.key, remark.game) for remark in record.remarks] == [("edited", 2)]
    assert [each.actions[-1] for each in record.games[:2]] == [Accepted(), Awarded(0, (3, 0))]
    assert record.games[2].actions[-1] == Played(((8, 5), (6, 5)))


def test_a_position_that_no_game_begins_from_is_refused() -> None:
    with pytest.raises(NotationError, match=r"^line 1, column 1: .* has 16 checkers"):
        read(header(("", ""), 5, variation=1), game(1, (0, 0), (*(0,) * 25, 16)), OPENED)


def test_a_score_too_high_to_be_written_is_refused() -> None:
    with pytest.raises(NotationError, match=r"^line 1, column 1: expected a score up to 99999"):
        read(header(("", ""), 0), game(1, (100_000, 0)), OPENED)


def test_rules_that_the_header_denies_are_believed_where_they_are_played() -> None:
    beavered = cube_action(1, AFTER, 0, 1, 2, 1), play(1, AFTER, (6, 5), (23, 17, 17, 12), 2)
    record = read(header(("", ""), 0), game(1, (0, 0), ties=1), OPENED, *beavered)
    assert (record.remarks, record.start.rules.beavers, record.start.rules.automatic_doubles) == ((), True, 1)
    assert record.end.cube == 8


@pytest.mark.parametrize("wrong", [game(2, (-5, 0)), end((0, 0), 0, -4)])
def test_a_score_that_no_game_has_is_told_by_its_place(wrong: bytes) -> None:
    with pytest.raises(NotationError, match=r"^line 4, column 1: expected a result of this game"):
        read(header(("", ""), 5), game(1, (0, 0)), OPENED, wrong, OPENED)


def test_what_cannot_be_followed_ends_its_game_only() -> None:
    impossible = play(1, AFTER, (6, 5), (23, 3))
    edited = play(1, START, (6, 5), (23, 17, 17, 12))
    said = "game 1, move 1: “65: 24/4” can’t be followed. The rest of this game is left out."
    other = "game 1, move 1: another position begins here. The rest of this game is left out."
    for strange, told in ((impossible, said), (edited, other)):
        record = read(
            header(("", ""), 5),
            *(game(1, (0, 0)), OPENED, strange, OPENED, end((1, 0), 0, 1)),
            *(game(2, (1, 0)), OPENED),
        )
        assert [*map(str, record.remarks)] == [told]
        assert record.end.score == (1, 0)
        assert len(record.games) == 2


def test_comments_are_plain_text() -> None:
    told = [
        rtf("Before the game"),
        rtf("na\\'efve \\{sic\\} \\u321?\\u243?d\\u378?\\line\\tab\\b bold\\b0"),
        "not in RTF",
        rtf("\\u-10179?\\u-8704?"),
    ]
    record = read(
        header(("", ""), 5),
        game(1, (0, 0), comments=(0, 3)),
        play(0, START, (3, 1), (7, 4, 5, 4), comment=1),
        cube_action(1, AFTER, 0, 0, comment=2),
        comments="\r\n".join(told).encode("cp1252"),
    )
    assert record.games[0].comments == (
        (0, "Before the game"),
        (1, "naïve {sic} Łódź\n\tbold"),
        (1, "not in RTF"),
        (1, "\N{GRINNING FACE}"),
    )


def test_comments_on_the_match_and_each_comment_once() -> None:
    record = read(
        header(("", ""), 5, comments=(2, 1)),
        game(1, (0, 0), comments=(0, 0)),
        play(0, START, (3, 1), (7, 4, 5, 4), comment=9),
        cube_action(1, AFTER, 0, 0, comment=-2),
        comments=b"on the game\r\nafter the match\r\nbefore the match",
    )
    assert record.comments == ("before the match", "after the match")
    assert record.games[0].comments == ((0, "on the game"),)


def position(*records: bytes, length: int = 5, **rules: Any) -> Setup:
    found = parse_xg(archive(header(("", ""), length, **rules) + b"".join(records)))
    assert isinstance(found, Setup)
    return found


def test_a_position_with_a_roll() -> None:
    pane = cube_action(1, AFTER, -1, -2)
    rolled = play(1, AFTER, (6, 5), (0,) * 8, -1, played=False)
    found = position(game(1, (1, 3), AFTER), pane, rolled, jacoby=True, beavers=True)
    assert found == Setup(flip_points(AFTER), 1, Phase.TO_PLAY, (6, 5), 2, 1, (1, 3), 5)


def test_a_position_with_a_cube_decision() -> None:
    found = position(game(1, (4, 3), AFTER, crawford=True), cube_action(0, AFTER, 0, -1))
    assert found == Setup(AFTER, 0, score=(4, 3), length=5, crawford=True)
    found = position(game(1, (0, 0), AFTER), cube_action(0, AFTER, 2, 1), length=0, jacoby=True, beavers=True)
    assert found == Setup(AFTER, 0, Phase.DOUBLED, cube=4, cube_owner=0, jacoby=True, beavers=True)
    assert position(game(1, (0, 0), AFTER)) == Setup(AFTER, length=5)


def test_a_position_after_automatic_doubles_or_with_an_absurd_cube() -> None:
    for cube, doubled, owner in ((0, 4, None), (-1, 8, 1), (2**31 - 1, 2**15, 0), (-(2**31), 2**15, 1)):
        found = position(game(1, (0, 0), AFTER, ties=2), cube_action(0, AFTER, cube, 0), length=0)
        assert (found.cube, found.cube_owner) == (doubled, owner)
    assert position(game(1, (0, 0), AFTER, ties=2**31 - 1), cube_action(0, AFTER, 0, 0)).cube == 1


def test_the_packed_game_file_alone_is_read() -> None:
    game_file = b"".join([header(("Ann", "Bob"), 5), game(1, (0, 0)), OPENED])
    whole = archive(game_file)
    assert parse_xg(archive(game_file, packed_index=False)) == parse_xg(whole)
    alone = b"RGMH" + pack("<iiqI", 1, 8232, 0, 0)
    assert parse_xg(alone.ljust(8232, b"\0") + zlib.compress(game_file)) == parse_xg(whole)


@pytest.mark.parametrize("cut", [4, 24, 8000, 8240, -1, -40, -700])
def test_a_damaged_file_is_refused(cut: int) -> None:
    whole = archive(b"".join([header(("Ann", "Bob"), 5), game(1, (0, 0)), OPENED]))
    with pytest.raises(DamagedFile, match=r"^expected a complete \.xg or \.xgp file of eXtreme Gammon$"):
        parse_anything(file_text(whole[:cut]))
    with pytest.raises(DamagedFile):
        parse_anything("RGMH \u2013")


def test_files_that_are_not_read_are_not_unpacked() -> None:
    bomb = archive(b"".join([header(("Ann", "Bob"), 5), game(1, (0, 0)), OPENED]), others=[bytes(3 * 10**7)])
    assert len(bomb) < 10**5
    tracemalloc.start()
    assert isinstance(parse_xg(bomb), Record)
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()
    with pytest.raises(DamagedFile):
        parse_xg(archive(header(("", ""), 5), bytes(10**7)))


@pytest.mark.parametrize(
    "records",
    [b"", OPENED, header(("", ""), 5)[:-1], header(("", ""), 5).replace(b"DMLI", b"ILMD")],
    ids=["nothing", "no header", "part of a record", "another format"],
)
def test_other_records_are_refused(records: bytes) -> None:
    with pytest.raises(DamagedFile):
        parse_xg(archive(records))


@given(st.data())
def test_any_bytes_in_the_records_raise_no_other_error(data: st.DataObject) -> None:
    records = bytearray(b"".join([header(("Ann", "Bob"), 5), game(1, (0, 0)), OPENED, end((1, 0), 0, 1)]))
    for place in data.draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=6)):
        records[place] = data.draw(st.integers(0, 255))
    with suppress(BackgammonError):
        parse_xg(archive(bytes(records)))


PLACES = [SIZE * number + place for number, kind in enumerate((0, 1, 3, 4)) for place in READ[kind]]
"""Where the values that are read are written, in four records."""
