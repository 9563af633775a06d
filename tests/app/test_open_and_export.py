"""Opened texts become studies or clear errors; exported ones are read back unchanged; nothing is lost."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page, match_or_error, replay_of, two_player_page
from effort import tries
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st
from notation.games import random_match
from view.models import attribute, nodes, texts

from backgammon.app.update import update
from backgammon.core.match import Phase, replay
from backgammon.core.match_state import MAX_SCORE
from backgammon.core.rules import PRESETS
from backgammon.data.file_text import file_text
from backgammon.features.saving.saved_match import snapshot
from backgammon.features.speech import status_text
from backgammon.features.viewer.open_file import LONG, read_match, read_text
from backgammon.i18n.catalogue import Catalogue
from backgammon.i18n.catalogue import load as load_catalogue
from backgammon.notation.detect import parse_anything
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Game, Record
from backgammon.notation.setup import Setup
from backgammon.notation.sgf import format_sgf
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.state.effects import Announce, CopyLink, Download, ReadMatch
from backgammon.state.events import Command, Copied, FileFailed, MatchRead, Restored, Submitted, TextReceived
from backgammon.state.model import Model, Notice, Origin, Replay
from backgammon.state.viewer import match_at_cursor
from backgammon.storage.codec import dump, load
from backgammon.storage.log import Log
from backgammon.storage.replay_codec import dump_link, load_link
from backgammon.view.page import page as page_view
from lab.fuzz.xg_files import archive, cube_action, game, header, play

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
LINK = "#xgid=" + XGID.removeprefix("XGID=")


def error_text(model: Model) -> str:
    assert model.notice is not None
    assert model.notice.tone == "error"
    return status_text.text(ENGLISH, model.notice)


@pytest.mark.parametrize(
    "text",
    [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "4HPwATDgc/ABMA",
        " 0 point match\n\n Game 1\n Ann : 0           Bob : 0\n  1) 31: 8/5 6/5    62: 24/18 13/11\n",
    ],
)
def test_money_play_is_by_standard_rules(text: str) -> None:
    there = two_player_page()
    there.send(TextReceived(text))
    start = replay_of(there).start
    assert (start.rules.name, start.length) == ("standard", 0)


@pytest.mark.parametrize(
    ("flags", "name"),
    [(1, "Standard, Jacoby rule"), (2, "Standard, Beavers"), (3, "Standard, Jacoby rule, Beavers")],
)
def test_an_xgid_of_money_play_names_its_options(flags: int, name: str) -> None:
    there = two_player_page()
    there.send(TextReceived(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:{flags}:0:10"))
    assert name in texts(page_view(there.model, ENGLISH))


@pytest.mark.parametrize(
    "text",
    [
        XGID,
        f"  {XGID}\n",
        LINK,
        f"https://example.org/board/{LINK.replace(':', '%3A')}",
        "4HPwATDgc/ABMA:cAmgAAAAAAAE",
        "4HPwATDgc/ABMA",
        f"A diagram\n\n{XGID}\n\nX:Ann   O:Bob\n",
    ],
)
def test_a_position_opens_beside_the_match(text: str) -> None:
    there = two_player_page()
    before = there.model.game_in_play.log
    there.send(Command("files"))
    there.send(Submitted("import", (("text", text),)))
    study = replay_of(there)
    assert study.origin is Origin.POSITION
    assert there.model.dialog is None
    assert match_at_cursor(study).position.pips == 167
    assert there.model.game_in_play.log == before
    there.send(Command("study-close"))
    assert there.model.game.log == before


def test_of_several_positions_the_first_opens_with_a_remark() -> None:
    """As in gnubg's text of a whole match, where each board comes with its IDs, as often as it is shown."""
    board = " GNU Backgammon  Position ID: {}\n                 Match ID   : {}\n +13-14-15-16-\n"
    other = XGID.replace("31", "52")
    first, second = (board.format(*format_gnu_id(parse_xgid(each)).split(":")) for each in (XGID, other))
    for text in (
        f"The score: Ann 0, Bob 0 (match to 3 points)\n{first}* Ann moves 8/5 6/5\n{first}{second}",
        f"Look:\n{XGID}\n and\n{XGID}\n  X:Ann   O:Bob\n\n\n\n or {other}",
    ):
        there = two_player_page()
        there.send(TextReceived(text))
        study = replay_of(there)
        assert match_at_cursor(study).dice == (3, 1)
        assert study.remarks == (("remark.position", (("line", 9),)),)
        assert "Line 9: another position begins here. The rest was not read." in texts(
            page_view(there.model, ENGLISH)
        )
        assert load(dump(snapshot(there.model))) == snapshot(there.model)
        assert load_link(dump_link(study)) == study
        there.send(TextReceived(text[: text.rindex("or " if "or " in text else " GNU")]))
        assert replay_of(there).remarks == ()


def test_a_position_of_extreme_gammon_opens_with_its_names_event_and_comments() -> None:
    start = PRESETS["standard"].start
    about = header(("Zoë", "Łukasz"), 5, event=("Tallinn Open", "", ""), comments=(2, -1))
    decision = cube_action(0, start, 0, 0, comment=0)
    roll = play(0, start, (3, 1), played=False, comment=1)
    comments = b"Too early?\r\nFive or four point?\r\nFrom the book"
    there = two_player_page()
    there.send(TextReceived(file_text(archive(about + game(1, (2, 1)) + decision + roll, comments))))
    study = replay_of(there)
    assert (study.origin, study.names) == (Origin.POSITION, ("Zoë", "Łukasz"))
    shown = texts(page_view(there.model, ENGLISH))
    assert "Tallinn Open\nFrom the book\nToo early?\nFive or four point?" in shown
    assert "Zoë" in shown
    assert "Łukasz" in shown
    assert load(dump(snapshot(there.model))) == snapshot(there.model)


def remark(model: Model, say: Catalogue = ENGLISH) -> str:
    """Return what is written below the list of moves."""
    shown = [each for each in nodes(page_view(model, say)) if attribute(each, "class") == "remark"]
    return "\n".join(map(texts, shown)).replace("\N{WORD JOINER}", "").replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("tag", "stage", "day", "told"),
    [
        ("en", "3", "2026.02.05", "Nordic Open · Round 3 · Oslo · 2026-02-05"),
        ("de", "3", "2026.02.05", "Nordic Open · Runde 3 · Oslo · 05.02.2026"),
        ("en", "Final", "1968", "Nordic Open · Final · Oslo · 1968"),
    ],
)
def test_of_the_event_of_a_file_is_told_what_a_person_knows(
    tag: str, stage: str, day: str, told: str
) -> None:
    tags = {"Round": stage, "EventDate": day, "Transcriber": "Ann", "Site": "Oslo", "Event": "Nordic Open"}
    record = replace(random_match(3), event=tuple(tags.items()))
    there = two_player_page()
    there.send(TextReceived(format_mat(record)))
    assert remark(there.model, load_catalogue(tag)) == told
    there.send(Command("study-next"))
    assert remark(there.model) == ""


@pytest.mark.parametrize("write", [format_mat, format_sgf])
def test_a_match_file_opens_with_names_scores_and_remarks(write: object) -> None:
    record = random_match(3)
    games = (Game(record.games[0].actions, ((3, "A bold play <b>"),)), *record.games[1:])
    record = Record(("Zoë <i>", "O'Neill"), record.start, games, (("Site", "Oslo"),), ("On the whole",))
    there = two_player_page()
    there.send(TextReceived(write(record)))  # type: ignore[operator]
    study = replay_of(there)
    assert study.names == ("Zoë <i>", "O'Neill")
    assert match_at_cursor(Replay(study.start, study.log, len(study.log))).score == record.end.score
    remarks = []
    for _ in range(6):
        remarks.append(remark(there.model))
        there.send(Command("study-next"))
    assert remarks[0] == "Oslo\nOn the whole"
    assert sum("A bold play <b>" in remark for remark in remarks) == 1
    assert load(dump(snapshot(there.model))) == snapshot(there.model)


@given(st.integers(0, 10**6), st.sampled_from(list(PRESETS.values())), st.sampled_from((0, 1, 5)))
@profile(max_examples=tries(15))
def test_links_bring_back_the_whole_match(seed: int, rules: object, length: int) -> None:
    record = random_match(seed, rules, length, 3, strange=True)  # type: ignore[arg-type]
    log = Log.of(record.start, record.log)
    study = Replay(record.start, log, len(log) // 2, Origin.FILE, ("山田", "b"), (), ((0, "x"),))
    link = dump_link(study)
    assert re.fullmatch(r"[-\w.]+", link)
    assert load_link(link) == study


def test_a_link_to_a_long_match_is_short() -> None:
    record = random_match(1, length=13)
    assert len(record.log) > 300
    assert len(dump_link(Replay(record.start, Log.of(record.start, record.log), 0, Origin.FILE))) < 6 * len(
        record.log
    )


def effects_of(there: Page, command: Command) -> list[object]:
    there.effects.clear()
    there.send(command)
    return [effect for effect in there.effects if not isinstance(effect, Announce)]


def test_what_is_saved_or_copied_opens_again_as_the_same() -> None:
    there = two_player_page(60)
    log = there.model.game.log
    for kind in ("mat", "sgf", "json"):
        (file,) = effects_of(there, Command("save-as", kind))
        assert isinstance(file, Download)
        study = read_text(file.text)
        assert study.names == ("Ann", "Bob")
        assert (
            match_at_cursor(Replay(study.start, study.log, len(study.log))).position
            == there.model.game.match.position
        )
    (link,) = effects_of(there, Command("copy-link", "match"))
    assert isinstance(link, CopyLink)
    assert read_text(link.fragment).log == log
    there.send(Command("explore"))
    there.send(Command("study-previous"))
    ways = (("xgid", "copy-id"), ("gnu", "copy-id"), ("position", "copy-link"), ("txt", "save-as"))
    for kind, command in ways:
        (effect,) = effects_of(there, Command(command, kind))
        text = getattr(effect, "text", "") or getattr(effect, "fragment", "")
        position = match_at_cursor(read_text(text))
        assert Setup.of(position).points == Setup.of(there.model.game.match).points
    for kind, command in (*ways[:3], ("match", "copy-link")):
        there.send(Copied(True))
        assert there.model.notice is not None
        there.send(Command(command, kind))
        assert there.model.notice is None, "so that the next success is read out too"
    there.send(Copied(False))
    assert error_text(there.model)
    there.send(FileFailed("too-large"))
    assert error_text(there.model)


def test_no_secret_leaves_with_a_link_or_a_file() -> None:
    there = two_player_page(20)
    secret = there.model.game.games[-1].secret
    assert secret
    for command, kind in (("save-as", "json"), ("save-as", "mat"), ("copy-link", "match")):
        (effect,) = effects_of(there, Command(command, kind))
        assert secret not in repr(effect)


def test_an_imported_match_is_written_again_as_it_came() -> None:
    record = random_match(8)
    games = (Game(record.games[0].actions, ((5, "Why"),)), *record.games[1:])
    record = Record(("A", "B"), replace(record.start, white=1), games, (("Site", "Oslo"),))
    there = two_player_page()
    there.send(TextReceived(format_sgf(record)))
    assert read_text(effects_of(there, Command("save-as", "sgf"))[0].text) == read_text(format_sgf(record))  # type: ignore[attr-defined]
    again = read_text(effects_of(there, Command("save-as", "json"))[0].text)  # type: ignore[attr-defined]
    assert (tuple(again.log), again.names, again.start) == (record.log, record.players, record.start)
    assert (again.event, again.comments) == (record.event, record.comments_on_log)


@pytest.mark.parametrize(("score", "opens"), [(MAX_SCORE, True), (MAX_SCORE + 1, False)])
def test_nothing_is_opened_that_a_reload_could_not_bring_back(score: int, opens: bool) -> None:
    there = two_player_page()
    there.send(TextReceived(f"(;GM[6]MI[length:0][game:0][ws:{score}][bs:0];W[31hefe])"))
    assert (there.model.replay is not None) is opens
    assert (there.model.notice is None) is opens
    again = Page()
    again.send(Restored(load(dump(snapshot(there.model)))))
    assert again.model.replay == there.model.replay


def test_a_position_survives_a_reload_and_is_played_on() -> None:
    there = two_player_page()
    log = there.model.game.log
    there.send(TextReceived(XGID))
    again = Page()
    again.send(Restored(load(dump(snapshot(there.model)))))
    again.starting = False
    assert replay_of(again) == replay_of(there)
    again.send(Command("play-here"))
    again.send(Submitted("play-here", (("opponent", "human"), ("side", "0"))))
    again.settle()
    assert again.model.game.match.dice == (3, 1)
    assert again.model.game.match.score == (2, 1)
    assert replay(again.model.game.beginning, again.model.game.log) == again.model.game.match
    assert format_xgid(Setup.of(again.model.game.match)) == XGID
    again.play_on(10)
    (link,) = effects_of(again, Command("copy-link", "match"))
    assert isinstance(link, CopyLink)
    assert read_text(link.fragment).log == again.model.game.log
    assert effects_of(again, Command("save-as", "mat")) == []
    assert error_text(again.model)
    again.send(Command("shelf-return"))
    assert again.model.game.log == log
    assert again.model.game.match.phase is not Phase.OPENING


def test_a_position_of_gnubg_opens_as_a_position() -> None:
    there = two_player_page()
    nodes = ";PL[B]AE[a:y]AW[f][f][f][h]AB[s][s][x][y];CV[2];CP[b];PL[B]DI[31]"
    there.send(TextReceived(f"(;GM[6]MI[length:5][game:0][ws:1][bs:2]PW[Ann]PB[Bob]RU[Crawford]{nodes})"))
    study = replay_of(there)
    assert study.origin is Origin.POSITION
    assert match_at_cursor(study).dice == (3, 1)
    assert load(dump(snapshot(there.model))) == snapshot(there.model)


@pytest.mark.parametrize("write", [format_mat, format_sgf])
@pytest.mark.parametrize("seed", range(tries(10)))
def test_the_log_of_a_file_is_that_of_its_games_played_again(
    write: Callable[[Record], str], seed: int
) -> None:
    text = write(random_match(seed, length=25, strange=seed % 2 == 1))
    meant = parse_anything(text)
    assert isinstance(meant, Record)
    assert read_text(text).log == Log.of(meant.start, meant.log)


def test_no_game_of_a_file_is_played_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    text = format_mat(random_match(1))
    monkeypatch.setattr(Log, "of", None)
    assert len(read_text(text).log.finished) > 1


LONG_FILE = format_mat(random_match(1, length=25))


def begin_to_read(text: str) -> Model:
    """Return a page that is reading a long text in steps."""
    model, effects = update(two_player_page().model, TextReceived(text))
    assert ReadMatch(text) in effects
    assert model.notice == Notice("notice.part-coming")
    return model


def test_a_long_file_is_read_in_steps_and_opened_after_the_last() -> None:
    assert len(LONG_FILE) > LONG
    assert len([*read_match(LONG_FILE)]) > len(LONG_FILE.splitlines()) / 2
    model = begin_to_read(LONG_FILE)
    opened, _ = update(model, MatchRead(LONG_FILE, match_or_error(LONG_FILE)))
    assert (opened.replay, opened.notice, opened.reading) == (read_text(LONG_FILE), None, "")


def test_a_long_file_without_a_match_says_so() -> None:
    wrong = "nothing to play\n" * LONG
    model, _ = update(begin_to_read(wrong), MatchRead(wrong, match_or_error(wrong)))
    assert "expected" in error_text(model)
    assert model.reading == ""


def test_a_text_opened_meanwhile_replaces_the_long_one() -> None:
    model, _ = update(begin_to_read(LONG_FILE), TextReceived(XGID))
    late, effects = update(model, MatchRead(LONG_FILE, match_or_error(LONG_FILE)))
    assert (late, effects) == (model, ())


def test_a_fault_of_a_reader_is_a_fault_of_the_page() -> None:
    with pytest.raises(ZeroDivisionError):
        update(begin_to_read(LONG_FILE), MatchRead(LONG_FILE, ZeroDivisionError()))
