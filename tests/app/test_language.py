"""The language of the page: it changes when its texts are there, and only a person's choice is kept."""

from app.fake import new_page

from backgammon.features.speech.status_text import LANGUAGE_FAILED
from backgammon.state.effects import FetchLanguage, Save
from backgammon.state.events import LanguageFailed, LanguageLoaded, SettingChanged


def test_a_language_that_is_chosen_is_fetched_then_shown_and_kept() -> None:
    page = new_page()
    page.effects.clear()
    page.send(SettingChanged("language", "de"))
    assert page.effects == [FetchLanguage("de")]
    assert (page.model.language, page.model.language_coming) == ("en", "de")
    page.send(LanguageLoaded("de"))
    assert (page.model.language, page.model.language_coming) == ("de", "")
    assert page.model.settings.language == "de"
    assert page.effects[1:] == [Save()]


def test_a_language_that_nobody_chose_is_shown_but_not_kept() -> None:
    page = new_page()
    page.effects.clear()
    page.send(LanguageLoaded("fr"))
    assert (page.model.language, page.model.settings.language) == ("fr", "")
    assert Save() not in page.effects


def test_a_language_that_does_not_come_says_so_and_the_old_one_stays_until_it_is_chosen_again() -> None:
    page = new_page()
    page.send(SettingChanged("language", "de"))
    page.send(LanguageFailed("de"))
    assert page.model.notice
    assert (page.model.notice.key, page.model.notice.tone) == (LANGUAGE_FAILED, "error")
    assert (page.model.language, page.model.language_coming, page.model.settings.language) == ("en", "", "")
    page.send(SettingChanged("language", "de"))
    assert page.model.notice is None


def test_a_language_that_there_is_not_is_not_fetched() -> None:
    page = new_page()
    before = page.model
    page.effects.clear()
    page.send(SettingChanged("language", "xx"))
    assert (page.model, page.effects) == (before, [])
