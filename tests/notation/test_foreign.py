"""Files as other programs write them: they open as far as they make sense, with remarks on what is odd."""

from dataclasses import replace

import pytest
from notation.games import random_match

from backgammon.core.match import (
    Accepted,
    Awarded,
    Doubled,
    Dropped,
    Ending,
    OpeningRoll,
    Phase,
    Played,
    Resigned,
    Rolled,
    Took,
    new_match,
)
from backgammon.core.rules import STANDARD, custom
from backgammon.data.file_text import file_text
from backgammon.notation.detect import parse_anything
from backgammon.notation.errors import NotationError
from backgammon.notation.mat import format_mat, parse_mat
from backgammon.notation.match_builder import is_play_implied
from backgammon.notation.record import Game, Record
from backgammon.notation.setup import Setup
from backgammon.notation.sgf import format_sgf, parse_sgf
from backgammon.notation.sgf_trees import escape

HEADING = " Game {}\n Ann : {}                        Bob : {}\n"
OPENED = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n"


def mat(*games: str, length: int = 5, top: str = "") -> Record:
    """Read a match file; each game is the two scores of its heading and the lines below."""
    text = f"{top} {length} point match\n\n"
    for number, game in enumerate(games, 1):
        scores, _, moves = game.partition("\n")
        text += HEADING.format(number, *scores.split()) + moves + "\n"
    return parse_mat(text)


def keys(record: Record) -> list[str]:
    return [remark.key for remark in record.remarks]


def same_when_written_again(record: Record) -> bool:
    """Return whether both formats give the record back, without remarks on our own output."""
    return all(
        (again := read(write(record))) == record and not again.remarks
        for write, read in ((format_mat, parse_mat), (format_sgf, parse_sgf))
    )


# A. Backgammon Galaxy.


@pytest.mark.parametrize(
    "ending",
    [
        "  2)  Doubles => 2               Drops\n  3)  Wins 1 point               Losses 1 point\n",
        "  2)  Doubles => 2               Drops\n                       Losses 1 point\n      Wins 1 point\n",
        "  2)  Doubles => 2               Drops\n                                  Losses 1 point\n",
        "  2)  Doubles => 2               Drops\n      Wins 1 point and the match\n",
    ],
)
def test_who_loses_stands_beside_who_wins(ending: str) -> None:
    record = mat("0 0\n" + OPENED + ending, "1 0\n" + OPENED)
    assert [game.actions[-1] for game in record.games] == [Dropped(), Played(((13, 8), (24, 22)))]
    assert record.end.score == (1, 0)
    assert keys(record) == []


def test_a_loss_alone_ends_a_game() -> None:
    record = mat("0 0\n" + OPENED + "                                  Losses 2 points\n", "2 0\n" + OPENED)
    assert record.games[0].actions[-1] == Awarded(0, (2, 0))
    assert keys(record) == ["result"]
    record = mat("0 0\n" + OPENED + "      Losses 2 points\n", "0 2\n" + OPENED)
    assert record.games[0].actions[-2:] == (Resigned(2), Accepted())
    assert keys(record) == []


def test_the_last_win_may_count_what_the_match_still_needs() -> None:
    doubled = "  2)  Doubles => 2               Takes\n  3) 64: 24/14\n"
    record = mat("4 3\n" + OPENED + doubled + "      Wins 1 point\n", top='; [Crawford "Off"]\n')
    assert record.end.phase is Phase.MATCH_OVER
    assert record.end.score == (6, 3)
    assert record.games[0].actions[-2:] == (Resigned(1), Accepted())
    assert keys(record) == []


# B. Names.


def test_headings_say_who_is_who() -> None:
    tags = (
        '; [Player 1 "Bob"]\n; [Player 2 "Ann"]\n; [Player 1 Elo "1700.00/9"]\n; [Player 2 Elo "1500.00/9"]\n'
    )
    record = mat("0 0\n" + OPENED, top=tags)
    assert record.players == ("Ann", "Bob")
    assert dict(record.event) == {"Player 2 Elo": "1700.00/9", "Player 1 Elo": "1500.00/9"}
    assert mat("0 0\n" + OPENED, top=tags.replace("Ann", "Cy").replace("Bob", "Di")).players == ("Ann", "Bob")
    long = mat("0 0\n" + OPENED, top=tags.replace("Ann", "Ann:").replace("Bob", "Bob:"))
    assert long.players == ("Ann:", "Bob:")
    nameless = parse_mat(tags + " 5 point match\n Game 1\n : 0                        : 0\n" + OPENED)
    assert nameless.players == ("Bob", "Ann")


@pytest.mark.parametrize("names", [("A:B", "A B"), ("A B", "A:B"), ("x" * 120, "x" * 130), ("Bob: 1", "Ann")])
def test_names_that_a_heading_cannot_hold_come_back(names: tuple[str, str]) -> None:
    record = Record(names, new_match(length=5), (Game((OpeningRoll(3, 1),)),))
    assert parse_mat(format_mat(record)) == record


def test_gnubg_writes_names_that_end_like_a_score() -> None:
    for names in (("Ann: 5", "Bob"), ("Ann", "Bob : 5"), ("Ann : 2 : 1", "Bob: 5")):
        left = f" {names[0]} : 1"
        record = parse_mat(f" 5 point match\n\n Game 1\n{left:<31} {names[1]} : 3\n{OPENED}")
        assert (record.players, record.start.score) == (names, (1, 3))


# E, F. gnubg's SGF.

ROOT = "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:{}][game:0][ws:0][bs:0]PW[Ann]PB[Bob]{}"


def sgf(nodes: str, length: int = 3, root: str = "RU[Crawford]") -> Record:
    return parse_sgf(ROOT.format(length, root) + nodes + ")")


@pytest.mark.parametrize("nodes", [";PL[B]DI[65];B[65]", ";PL[B]DI[65]", ";B[65]"])
def test_a_file_saved_with_dice_rolled(nodes: str) -> None:
    record = sgf(nodes)
    assert record.log == (OpeningRoll(5, 6),)
    assert (record.end.phase, record.end.on_roll) == (Phase.TO_PLAY, 1)
    assert keys(record) == []
    later = sgf(";W[31hefe];PL[B]DI[65];B[65]")
    assert later.log[-1] == Rolled((6, 5))
    assert later.end.phase is Phase.TO_PLAY


def test_automatic_doubles_before_the_first_roll() -> None:
    record = sgf(";W[42hdfd];B[double];W[take]", 0, "RU[Jacoby]CV[4]")
    assert [type(action) for action in record.log] == [*[OpeningRoll] * 3, Played, Doubled, Took]
    assert record.end.cube == 8
    assert record.start.rules.automatic_doubles == 2
    assert keys(record) == []
    assert same_when_written_again(record)


POSITION = ";PL[B]AE[a:y]AW[f][f][f][h]AB[s][s][x][y];CV[2];CP[b];PL[B]DI[31]"


def test_a_position_is_a_match_that_begins_there() -> None:
    record = sgf(POSITION, 5, "RU[Crawford]")
    match = record.start
    assert (match.phase, match.dice, match.on_roll) == (Phase.TO_PLAY, (3, 1), 1)
    assert (match.cube, match.cube_owner) == (2, 1)
    mine = match.position.points
    assert (mine[25], mine[6], mine[1], mine[19], mine[17]) == (1, 2, 1, -3, -1)
    played = sgf(POSITION + ";B[31yvxw]", 5)
    assert played.log == (Played(((25, 22), (24, 23))),) or keys(played) == ["stopped"]
    for write in (format_mat, format_sgf):
        with pytest.raises(NotationError, match="opening roll"):
            write(record)


def test_a_cube_that_is_no_number_is_passed_over() -> None:
    for value in ("x", "", "-2", "123456"):
        record = sgf(POSITION.replace("CV[2];CP[b]", f"CV[{value}]"), 5)
        assert (record.start.cube, record.start.cube_owner, record.start.dice) == (1, None, (3, 1))
        assert keys(record) == ["passed-over"], value


def test_checkers_moved_by_hand_stop_their_game_only() -> None:
    first = ROOT.format(3, "RU[Crawford]RE[B+1]") + ";W[31hefe];B[52lqac];AE[f]AW[g];W[66]" + ")"
    second = ROOT.format(3, "RU[Crawford]").replace("game:0", "game:1").replace("bs:0", "bs:1") + ";B[31])"
    record = parse_sgf(first + second)
    assert len(record.games) == 2
    assert record.games[0].actions[-1] == Awarded(1, (0, 1))
    assert keys(record) == ["edited"]
    assert same_when_written_again(record)


def test_the_cube_is_dead_in_a_match_to_one_point() -> None:
    assert sgf(";W[31hefe]", 1, "").end.crawford_game
    rules = custom(STANDARD, crawford=False)
    live = Record(start=new_match(rules, 1), games=(Game((OpeningRoll(3, 1),)),))
    assert parse_sgf(format_sgf(live)) == live


def test_a_file_that_breaks_off() -> None:
    record = parse_sgf(ROOT.format(3, "RU[Crawford]") + ";W[31hefe];B[52")
    assert record.log[:2] == (OpeningRoll(3, 1), Played(((8, 5), (6, 5))))
    assert keys(record) == ["passed-over", "cut-off"]


# G. Results that the board does not show.


@pytest.mark.parametrize(
    ("game", "score", "last", "said"),
    [
        (OPENED + "                                  Wins 1 point\n", (0, 1), Resigned(1), []),
        (OPENED + "      Wins 1 point\n", (1, 0), Awarded(0, (1, 0)), ["result"]),
        ("      Wins 1 point\n", (1, 0), Awarded(0, (1, 0)), ["result"]),
        (OPENED + "      Wins 4016 point\n", (5, 0), Awarded(0, (5, 0)), ["result"]),
        (OPENED + "  2)  Doubles => 2\n      Wins 2 points\n", (2, 0), Resigned(2), []),
        (
            OPENED + "  2)  Doubles => 2\n                                  Wins 2 points\n",
            (0, 2),
            Awarded(1, (0, 2)),
            ["result"],
        ),
        (
            OPENED + "  2)  Doubles => 2               Drops\n      Wins 2 points\n",
            (2, 0),
            Awarded(0, (2, 0)),
            ["result"],
        ),
        (
            OPENED + "  2)  Doubles => 2               Drops  Wins 3 points\n" + HEADING.format(2, 2, 0),
            (2, 0),
            Awarded(0, (2, 0)),
            ["result", "score"],
        ),
    ],
)
def test_the_result_of_the_file_is_kept(
    game: str, score: tuple[int, int], last: object, said: list[str]
) -> None:
    record = mat("0 0\n" + game)
    assert record.end.score == score
    actions = record.games[0].actions
    assert (actions[-2] if isinstance(last, Resigned) else actions[-1]) == last
    assert keys(record) == said
    assert same_when_written_again(record)


def test_a_forfeit_for_money() -> None:
    record = mat("0 0\n" + OPENED + "      Wins 100 points\n", length=0)
    assert record.end.score == (100, 0)
    assert same_when_written_again(record)


def test_opening_rolls_that_an_awarded_game_cannot_have_are_quoted() -> None:
    tags = '[Opening 1 "31 42"]', '[Awarded 1 "1 at 2 to 0"]'
    in_mat = parse_mat(
        f"; {tags[0]}\n; {tags[1]}\n 5 point match\n Game 1\n A : 0   B : 0\n  Wins 2 points\n"
    )
    in_sgf = parse_sgf(f"(;GM[6]MI[length:5]RU[Crawford]GC[{escape(chr(10).join(tags))}]RE[W+2])")
    for record in (in_mat, in_sgf):
        assert record.games == (Game((Awarded(0, (2, 0)),)),)
        assert [dict(remark.params)["found"] for remark in record.remarks] == [tags[0]]


def won_by_a_gammon() -> Record:
    """Return a match whose only game ends with a gammon, borne off."""
    for seed in range(500):
        record = random_match(seed, length=25, games=1)
        result = record.end.result
        if result and result.ending is Ending.BORNE_OFF and result.times > 1:
            return record
    raise AssertionError("no such game")


def test_a_gammon_that_counts_one_game() -> None:
    record = won_by_a_gammon()
    state = record.end
    assert state.result
    winner = state.result.winner
    score = (state.cube, 0) if winner == 0 else (0, state.cube)
    text = format_mat(record)
    counted = text.replace(f"Wins {state.result.points} points", f"Wins {state.cube} points")
    heading = HEADING.format(2, *score)
    again = parse_mat(counted + heading + OPENED)
    assert again.games[0].actions == (*record.log, Awarded(winner, score))
    assert again.end.score == score
    assert keys(again) == ["result"]
    assert same_when_written_again(again)
    untold = "".join(line for line in text.splitlines(keepends=True) if "Wins" not in line)
    assert keys(parse_mat(untold + heading + OPENED)) == ["score"]


# H, I. Plays that are missing or impossible.


def with_forced_play_blank() -> tuple[Record, str]:
    """Return a match, and its text with one forced play left out."""
    for seed in range(99):
        record = random_match(seed, length=9, games=1)
        for state, action in zip(record.states, record.log, strict=False):
            if isinstance(action, Played) and len(action.steps) == 2 and is_play_implied(state):
                text = format_mat(record)
                (one, other), (first, second) = state.dice or (0, 0), action.steps
                said = f"{one}{other}: {first[0]}/{first[1]} {second[0]}/{second[1]}"
                if text.count(said) == 1:
                    return record, text.replace(said, said[:3].ljust(len(said)))
    raise AssertionError("no such play")


def test_a_forced_play_left_blank_is_filled_in() -> None:
    record, text = with_forced_play_blank()
    again = parse_mat(text)
    assert again.end == record.end
    assert keys(again) == []


@pytest.mark.parametrize(
    ("result", "second"), [("      Wins 2 points\n", "2 0"), ("", "2 0"), ("", "0 0"), ("", "1 3")]
)
def test_an_illegal_play_stops_its_game_only(result: str, second: str) -> None:
    spoilt = OPENED + "  2) 64: 24/15                   31: 8/5 6/5\n  3) 64: 24/14\n" + result
    record = mat("0 0\n" + spoilt, second + "\n" + OPENED)
    assert len(record.games) == 2
    assert record.end.score == tuple(map(int, second.split()))
    assert record.remarks[0].key == "stopped"
    assert record.remarks[0].line == 6
    assert dict(record.remarks[0].params) == {"found": "64: 24/15"}
    assert len(record.remarks) == 1
    assert len(record.games[1].actions) == 4
    assert same_when_written_again(record)


def test_games_that_are_missing_leave_a_remark() -> None:
    record = mat("0 0\n" + OPENED + "                                  Wins 1 point\n", "3 1\n" + OPENED)
    assert record.end.score == (3, 1)
    assert [(remark.key, dict(remark.params)) for remark in record.remarks] == [
        ("score", {"first": 3, "second": 1})
    ]
    assert same_when_written_again(record)


# J. Others.


@pytest.mark.parametrize("length", [30, 64])
def test_long_matches(length: int) -> None:
    record = mat("0 0\n" + OPENED, length=length)
    assert record.start.length == length
    assert same_when_written_again(record)


def test_what_stands_after_the_match_is_not_read() -> None:
    won = OPENED + "                                  Wins 5 points\n"
    over = mat("0 3\n  1) 31: 8/5 6/5\n      Losses 2 points\n", "0 5\n" + OPENED)
    assert (len(over.games), keys(over)) == (1, ["result", "after"])
    statistics = mat("0 0\n" + OPENED + "\n\nLuck  0.3  -0.3\nElo  1500  1600\n")
    assert keys(statistics) == ["passed-over"]
    two = parse_mat(
        " 5 point match\n"
        + HEADING.format(1, 0, 0)
        + won
        + " 7 point match\n"
        + HEADING.format(1, 0, 0)
        + OPENED
    )
    assert (two.start.length, len(two.games)) == (5, 1)
    assert keys(two)[-1] == "after"


@pytest.mark.parametrize("line", [" Game 1:", "Game 1", "  game 1 ", " GAME 1."])
def test_other_headings_of_games(line: str) -> None:
    record = parse_mat(f"5 Point Match\n{line}\n Ann : 0   Bob : 0\n{OPENED}")
    assert len(record.log) == 4
    assert keys(record) == []


@pytest.mark.parametrize(
    ("double", "answer"),
    [
        ("Doubles => 2", "Takes"),
        ("Double to 2", "Take"),
        ("Redoubles (2)", "Accepts"),
        ("doubles", "accepted"),
    ],
)
def test_other_words_for_the_cube(double: str, answer: str) -> None:
    record = mat(f"0 0\n{OPENED}  2)  {double:25}   {answer}\n  3) 64: 24/14\n")
    assert [type(action) for action in record.log[4:7]] == [Doubled, Took, Rolled]
    assert keys(record) == []


def test_a_resignation_that_waits_for_its_answer_is_kept() -> None:
    record = mat("0 0\n" + OPENED)
    waiting = replace(record, games=(Game((*record.games[0].actions, Resigned(2))),))
    assert waiting.end.phase is Phase.RESIGNED
    assert same_when_written_again(waiting)


@pytest.mark.parametrize(
    "text",
    [
        "Backgammonfans everywhere: ABMAcAilAAAAAA:x",
        "The counteraction took place",
        "KONZENTRATIONS und wiederherstell",
    ],
)
def test_words_of_fourteen_letters_are_no_ids(text: str) -> None:
    with pytest.raises(NotationError, match="a match file"):
        parse_anything(text)


def test_an_id_beside_such_a_word_is_found() -> None:
    assert parse_anything("Backgammonfans, see 4HPwATDgc/ABMA") == Setup()


def test_three_beavers_stop_a_game_and_say_so() -> None:
    cube = "                                  Doubles => 2\n  2)  Beavers => 4               Beavers => 8\n"
    record = mat("0 0\n  1) 31: 8/5 6/5\n" + cube + "  3)  Beavers => 16\n", length=0)
    assert record.end.phase is Phase.RACCOONED
    assert keys(record) == ["stopped"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"])
def test_files_in_any_encoding(encoding: str) -> None:
    text = " 5 point match\n\n Game 1\n Zoë : 0                        Bob : 0\n" + OPENED
    assert parse_mat(file_text(text.encode(encoding))).players == ("Zoë", "Bob")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_with_any_end_of_line(end: str) -> None:
    text = " 5 point match\n\n" + HEADING.format(1, 0, 0) + OPENED
    record = parse_anything(file_text(text.replace("\n", end).encode()))
    assert isinstance(record, Record)
    assert record.games == parse_mat(text).games != ()


def test_a_game_without_a_heading_after_the_match() -> None:
    won = "  1) 31: 8/5 6/5\n      Losses 5 points\n"
    record = parse_mat(" 5 point match\n" + HEADING.format(1, 0, 0) + won + " Game 2\n" + OPENED)
    assert (len(record.games), keys(record)) == (1, ["result", "after"])


def test_a_resignation_after_a_forced_play_that_the_next_score_denies() -> None:
    """The forced play is left out if its player resigns, and put back if the opponent has resigned."""
    record, _ = with_forced_play_blank()
    actions = list(record.log)
    states = list(record.states)
    place = next(
        at
        for at, (state, action) in enumerate(zip(states, actions, strict=False))
        if isinstance(action, Played) and action.steps and is_play_implied(state)
    )
    player = states[place].on_roll
    begun = replace(record, games=(Game(tuple(actions[: place + 1])),))
    wins = f"{'':{6 + 28 * (1 - player)}}Wins 1 point\n"
    score = (1, 0) if player == 0 else (0, 1)
    resigned = parse_mat(format_mat(begun) + wins)
    assert resigned.games[0].actions == (*actions[:place], Resigned(1), Accepted())
    assert keys(resigned) == []
    again = parse_mat(format_mat(begun) + wins + HEADING.format(2, *score) + OPENED)
    assert again.games[0].actions[: place + 1] == tuple(actions[: place + 1])
    assert again.end.score == score
    assert same_when_written_again(again)
