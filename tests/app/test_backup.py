"""The file of everything: restoring it brings all back, and a damaged file changes nothing."""

import json
from dataclasses import replace

from app.fake import Page, new_page
from app.test_review import finished_match

from backgammon.app.commands import available
from backgammon.features.saving.backup import backup_text
from backgammon.state.effects import Download, FetchLanguage, ForgetAll, StoreText
from backgammon.state.events import Command, LanguageLoaded, SettingChanged, Submitted, TextReceived
from backgammon.state.model import Notice, Settings


def make_backup() -> tuple[Page, str]:
    """Return a page with a match and its figures, and the text of its file of everything."""
    page = finished_match()
    page.send(SettingChanged("speed", "fast"))
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    page.send(Command("everything"))
    (offer,) = [effect for effect in page.effects if isinstance(effect, Download)]
    return page, offer.text


def test_all_is_brought_back_to_a_page_that_knows_nothing() -> None:
    page, text = make_backup()
    other = new_page()
    other.send(TextReceived(text))
    assert other.model.game.log == page.model.game.log
    assert other.model.settings == page.model.settings
    assert other.model.analysis.history == page.model.analysis.history
    assert other.model.analysis.findings.keys() == page.model.analysis.findings.keys()
    assert {effect.name for effect in other.effects if isinstance(effect, StoreText)} >= {
        "findings",
        "figures",
    }


def test_a_match_that_runs_stays() -> None:
    page, text = make_backup()
    other = new_page((("opponent", "human"), ("length", "3")))
    other.play_on(4)
    log = other.model.game.log
    assert log
    other.send(TextReceived(text))
    assert other.model.game.log == log
    assert other.model.analysis.history == page.model.analysis.history


def test_a_damaged_file_changes_nothing() -> None:
    page, text = make_backup()
    data = json.loads(text)
    for name in ("match", "settings", "figures", "findings"):
        for part in (None, {}, {**data[name], "version": 99}):
            before = page.model
            page.send(TextReceived(json.dumps({**data, name: part})))
            if part is None and name in ("figures", "findings"):
                continue
            assert page.model.notice
            assert page.model.notice.tone == "error"
            assert replace(page.model, notice=before.notice, dialog=before.dialog) == before


def test_a_part_that_is_none_of_a_backup_is_left_out() -> None:
    page, text = make_backup()
    data = json.loads(text)
    for name in ("marks", "of a later build"):
        other = new_page()
        other.send(TextReceived(json.dumps({**data, name: {}})))
        assert other.model.game.log == page.model.game.log
        assert other.model.notice == Notice("notice.everything")


def test_everything_can_be_deleted() -> None:
    page, _ = make_backup()
    assert "delete-everything" in available(page.model)
    page.send(Command("delete-everything"))
    assert not page.model.game.log
    assert page.model.settings == Settings(lessons_offered=True), "as on a first visit"
    assert not page.model.analysis.history
    assert not page.model.analysis.findings
    assert {effect.name for effect in page.effects if isinstance(effect, StoreText) and not effect.text} >= {
        "findings",
        "figures",
        "rollout",
        "figures.set-aside",
    }
    assert ForgetAll() in page.effects


def test_a_match_on_the_shelf_stays() -> None:
    """The match tried from one of its positions has hardly begun; the shelved match itself is not over."""
    _, text = make_backup()
    other = new_page((("opponent", "human"), ("length", "3")))
    other.play_on(8)
    other.send(Command("explore"))
    other.send(Submitted("play-here", (("opponent", "human"),)))
    shelf = other.model.shelf
    assert shelf
    assert not other.model.game.log
    other.send(TextReceived(text))
    assert other.model.shelf == shelf


def test_the_page_speaks_the_language_that_is_brought_back() -> None:
    page = new_page()
    page.send(SettingChanged("language", "de"))
    page.send(LanguageLoaded("de"))
    text = backup_text(page.model)
    other = new_page()
    other.send(TextReceived(text))
    assert FetchLanguage("de") in other.effects
    other.send(LanguageLoaded("de"))
    assert other.model.language == "de"
    other.effects.clear()
    other.send(TextReceived(text))
    assert not [effect for effect in other.effects if isinstance(effect, FetchLanguage)], "it does already"


def test_with_everything_what_is_being_looked_into_is_gone() -> None:
    page, _ = make_backup()
    page.send(Command("analyse", "deeper"))
    begun = [*page.works]
    assert begun
    page.send(Command("delete-everything"))
    assert not page.works


def test_lines_that_are_being_tried_out_are_brought_back() -> None:
    page = new_page()
    page.send(TextReceived("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:0:5:10"))
    page.send(Command("line-open"))
    page.send(Command("line-roll", "31"))
    tried = page.model.analysis_board
    assert tried
    other = new_page()
    other.send(TextReceived(backup_text(page.model)))
    assert other.model.analysis_board
    assert other.model.analysis_board.lines == tried.lines
