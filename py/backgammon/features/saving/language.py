"""The language changes when its texts are there, not before; without them the old one stays."""

from dataclasses import replace

from backgammon.features.speech.status_text import LANGUAGE_FAILED
from backgammon.i18n.languages import LANGUAGES
from backgammon.state.change import Change
from backgammon.state.effects import FetchLanguage, Save
from backgammon.state.model import Model, Notice


def choose(model: Model, tag: str) -> Change:
    """A person chose a language in the settings; what is none of ours is ignored."""
    if tag not in LANGUAGES:
        return model, ()
    return replace(model, language_coming=tag, notice=None), (FetchLanguage(tag),)


def on_loaded(model: Model, tag: str) -> Change:
    """A language's texts are there; the one that a person chose is kept for the next visit."""
    shown = replace(model, language=tag, language_coming="")
    if model.language_coming != tag:
        return shown, ()
    return replace(shown, settings=replace(model.settings, language=tag)), (Save(),)


def on_failed(model: Model, tag: str) -> Change:
    """A language's texts could not be had."""
    notice = Notice(LANGUAGE_FAILED, (("language", LANGUAGES[tag]),), tone="error")
    return replace(model, language_coming="", notice=notice), ()
