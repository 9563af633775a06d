"""The choice of language: it changes once its texts are loaded; if loading fails, the old one stays."""

from dataclasses import replace

from backgammon.features.speech.status_text import LANGUAGE_FAILED
from backgammon.i18n.languages import LANGUAGES
from backgammon.state.change import Change
from backgammon.state.effects import FetchLanguage, Save
from backgammon.state.model import Model, Notice


def choose(model: Model, tag: str) -> Change:
    """Fetch the language that was chosen in the settings; an unknown language is ignored."""
    if tag not in LANGUAGES:
        return model, ()
    return replace(model, language_coming=tag, notice=None), (FetchLanguage(tag),)


def on_loaded(model: Model, tag: str) -> Change:
    """Switch to a language whose texts have loaded; if it was chosen by the user, save the choice."""
    shown = replace(model, language=tag, language_coming="")
    if model.language_coming != tag:
        return shown, ()
    return replace(shown, settings=replace(model.settings, language=tag)), (Save(),)


def on_failed(model: Model, tag: str) -> Change:
    """Say that a language's texts could not be loaded."""
    notice = Notice(LANGUAGE_FAILED, (("language", LANGUAGES[tag]),), tone="error")
    return replace(model, language_coming="", notice=notice), ()
